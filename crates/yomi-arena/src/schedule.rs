//! Who meets whom, in which order, and with which seeds.
//!
//! The unit is the *pair*: two games from the same opening with sides swapped, so that an opening
//! which favours one side favours both participants in turn. Pairs are numbered within their
//! pairing. Jobs run through all pairings pair by pair, so at every moment all pairings have been
//! played about equally often:
//!
//! ```text
//! job = (pair * pairings + pairing) * 2 + game
//! ```
//!
//! Every seed is a place in the tree under the contest's seed, addressed by pairing, pair, game
//! and side; no two games share one, and no seed depends on which worker plays when.

use serde::{Deserialize, Serialize};
use std::fmt;
use yomi_core::Seed;

/// Which participants meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Two participants against each other.
    #[default]
    Versus,
    /// Everyone against everyone.
    RoundRobin,
    /// The first participant against each of the others.
    Gauntlet,
}

impl Mode {
    /// The pairings of this many participants.
    ///
    /// ```
    /// use yomi_arena::{Mode, Pairing};
    /// assert_eq!(Mode::RoundRobin.pairings(4).len(), 6);
    /// assert_eq!(Mode::Gauntlet.pairings(3), [Pairing { a: 0, b: 1 }, Pairing { a: 0, b: 2 }]);
    /// ```
    pub fn pairings(self, participants: usize) -> Vec<Pairing> {
        let hosts = match self {
            Mode::Versus | Mode::Gauntlet => participants.min(1),
            Mode::RoundRobin => participants,
        };
        (0..hosts)
            .flat_map(|a| (a + 1..participants).map(move |b| Pairing { a, b }))
            .collect()
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Versus => "versus",
            Mode::RoundRobin => "round robin",
            Mode::Gauntlet => "gauntlet",
        })
    }
}

/// Two participants that meet, by their place in the list. Results are told as `a` sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pairing {
    /// Moves first in the first game of every pair.
    pub a: usize,
    /// Moves first in the second game of every pair.
    pub b: usize,
}

impl Pairing {
    /// The participants in the seats of the first and of the second player.
    pub fn seats(self, game: usize) -> [usize; 2] {
        if game == 0 {
            [self.a, self.b]
        } else {
            [self.b, self.a]
        }
    }
}

/// Names one game of a contest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct GameId {
    /// Which pairing, counted from zero in the order of [`Mode::pairings`].
    pub pairing: usize,
    /// Which pair of that pairing, counted from zero.
    pub pair: usize,
    /// 0, or 1 with sides swapped.
    pub game: usize,
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "game {} of pair {} of pairing {}",
            self.game, self.pair, self.pairing
        )
    }
}

/// The order of all games.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    pub pairings: Vec<Pairing>,
    pub pairs: usize,
    pub seed: Seed,
}

impl Schedule {
    pub fn games(&self) -> usize {
        self.pairings.len() * self.pairs * 2
    }

    pub fn id(&self, job: usize) -> GameId {
        let (pair_of_all, game) = (job / 2, job % 2);
        GameId {
            pairing: pair_of_all % self.pairings.len(),
            pair: pair_of_all / self.pairings.len(),
            game,
        }
    }

    /// The place of a game in the order; `None` if the contest has no such game.
    pub fn job(&self, id: GameId) -> Option<usize> {
        (id.pairing < self.pairings.len() && id.pair < self.pairs && id.game < 2)
            .then(|| (id.pair * self.pairings.len() + id.pairing) * 2 + id.game)
    }

    /// What a game's chance and its engines' seeds derive from.
    pub fn game_seed(&self, id: GameId) -> Seed {
        self.seed
            .child("pairing")
            .index(id.pairing as u64)
            .child("pair")
            .index(id.pair as u64)
            .child("game")
            .index(id.game as u64)
    }

    /// Where the opening of a pair comes from: no game number, both games share it.
    pub fn opening_seed(&self, pairing: usize, pair: usize) -> Seed {
        self.seed
            .child("opening")
            .index(pairing as u64)
            .index(pair as u64)
    }
}

/// What all randomness of the engines derives from: each side has a seed below it
/// ([`Follower::take_side`](yomi_core::engine::Follower::take_side)).
pub(crate) fn engine_seed(game_seed: Seed) -> Seed {
    game_seed.child("engine")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use yomi_core::Player;

    fn schedule(mode: Mode, participants: usize, pairs: usize) -> Schedule {
        Schedule {
            pairings: mode.pairings(participants),
            pairs,
            seed: Seed::new(7),
        }
    }

    #[test]
    fn modes_pair_whom_they_say() {
        let pairs = |mode: Mode, n| -> Vec<(usize, usize)> {
            mode.pairings(n).into_iter().map(|p| (p.a, p.b)).collect()
        };
        assert_eq!(pairs(Mode::Versus, 2), [(0, 1)]);
        assert_eq!(
            pairs(Mode::RoundRobin, 4),
            [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
        );
        assert_eq!(pairs(Mode::Gauntlet, 4), [(0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn jobs_and_games_are_one_to_one() {
        let schedule = schedule(Mode::RoundRobin, 3, 5);
        assert_eq!(schedule.games(), 30);
        for job in 0..schedule.games() {
            assert_eq!(schedule.job(schedule.id(job)), Some(job));
        }
        assert_eq!(
            schedule.job(GameId {
                pairing: 3,
                pair: 0,
                game: 0
            }),
            None
        );
        assert_eq!(
            schedule.job(GameId {
                pairing: 0,
                pair: 5,
                game: 0
            }),
            None
        );
        assert_eq!(
            schedule.job(GameId {
                pairing: 0,
                pair: 0,
                game: 2
            }),
            None
        );
    }

    #[test]
    fn no_seed_is_used_twice() {
        let schedule = schedule(Mode::RoundRobin, 4, 50);
        let mut seeds = HashSet::new();
        for job in 0..schedule.games() {
            let id = schedule.id(job);
            let seed = schedule.game_seed(id);
            assert!(seeds.insert(seed));
            assert!(
                Player::BOTH
                    .iter()
                    .all(|&side| seeds.insert(engine_seed(seed).index(side.index() as u64)))
            );
            if id.game == 0 {
                assert!(seeds.insert(schedule.opening_seed(id.pairing, id.pair)));
            }
        }
    }
}
