//! Ownership of points and dead stones, estimated by playouts.
//!
//! Many playouts are played from the position, and the final owner of each point is
//! counted. A chain is dead if its points are the opponent's more often than not. For a cautious player
//! own chains are dead unless they clearly stay, and those of the opponent only if they clearly go. A chain that stays lives in seki if it has a liberty that is nobody's in the end of
//! most playouts: neutral points are filled, unless it is bad for both to fill them.
//!
//! Limits: playouts misjudge what takes exact play, above all in positions that are not over. At
//! the end of a game, when nothing big is left to play, they are nearly always right.

use crate::board::Board;
use crate::game::Go;
use crate::position::Position;
use crate::tactical::Tactical;
use crate::vertex::Vertex;
use yomi_core::{Budget, Limits, Player, Policy as _, Rng, Scratch, Settlement, Stop, Territorial};

/// Playouts behind one answer: fewer on large boards, where each takes longer. Some ten to twenty
/// milliseconds.
fn playouts(size: usize) -> u32 {
    (32_000 / (size * size) as u32).clamp(80, 400)
}

impl<const W: usize> Territorial for Go<W> {
    fn ownership(&self, position: &Position<W>, rng: &mut Rng) -> Vec<f64> {
        let owned = self.owned(position, &mut unlimited(), rng);
        let size = self.size();
        (0..size * size)
            .map(|place| {
                let vertex = Vertex::at::<W>(place % size, size - 1 - place / size);
                f64::from(owned.lead[vertex.index()]) / f64::from(owned.playouts)
            })
            .collect()
    }

    fn settlement(&self, position: &Position<W>, rng: &mut Rng) -> Settlement {
        self.settle(position, &self.owned(position, &mut unlimited(), rng), None)
    }
}

fn unlimited() -> Budget {
    Limits::default().start(&Stop::default())
}

/// Chains are clearly a player's whose points are, by this much, more often that player's than the other's.
const CLEAR: f64 = 0.7;

/// To a cautious player it is as if there were so many more playouts, all of them undecided: a few prove nothing.
const UNDECIDED: u32 = 4;

/// What many playouts found.
struct Owned {
    playouts: u32,
    /// For each place, how many more of them ended with it as Black's than as White's.
    lead: Vec<i32>,
    /// For each place, how many of them ended with it empty and nobody's.
    shared: Vec<u32>,
}

impl<const W: usize> Go<W> {
    /// The points of both players if the game ended now, by as many playouts as the budget has time for, one at
    /// least. What is not clear counts against the cautious player.
    pub(crate) fn points_within(
        &self,
        position: &Position<W>,
        cautious: Player,
        budget: &mut Budget,
        rng: &mut Rng,
    ) -> [f64; 2] {
        let owned = self.owned(position, budget, rng);
        self.settle(position, &owned, Some(cautious)).points
    }

    /// Which chains are dead and what is whose; what is not clear counts against the cautious player, if there is one.
    fn settle(
        &self,
        position: &Position<W>,
        owned: &Owned,
        cautious: Option<Player>,
    ) -> Settlement {
        let board = &position.board;
        let chains = chains(board);
        let is_dead = |&(stone, player): &(Vertex, Player)| {
            let sign = if player == Player::First { 1 } else { -1 };
            let lead = board
                .chain_stones(stone)
                .map(|at| sign * owned.lead[at.index()]);
            let playouts = owned.playouts + UNDECIDED;
            let most = f64::from(board.chain_length(stone)) * f64::from(playouts);
            let least = match cautious {
                None => 0.0,
                Some(cautious) if cautious == player => CLEAR,
                Some(_) => -CLEAR,
            };
            f64::from(lead.sum::<i32>()) < least * most
        };
        let (dead, standing): (Vec<_>, Vec<_>) = chains.into_iter().partition(is_dead);
        let mut settled = board.clone();
        for &(stone, _) in &dead {
            settled.lift(stone);
        }
        let areas = Player::BOTH.map(|player| settled.area(player));
        let is_shared = |point: Vertex| 2 * owned.shared[point.index()] > owned.playouts;
        let in_seki =
            |&(stone, _): &(Vertex, Player)| settled.liberties(stone).iter().any(is_shared);
        let (seki, alive): (Vec<_>, Vec<_>) = standing.into_iter().partition(in_seki);
        let texts = |chains: Vec<(Vertex, Player)>| {
            let text = |(stone, _)| board.chain_stones(stone).map(Vertex::text::<W>).collect();
            chains.into_iter().map(text).collect()
        };
        let points = areas.map(|area| f64::from(area.count()));
        Settlement {
            points: [points[0], points[1] + self.komi()],
            alive: texts(alive),
            seki: texts(seki),
            dead: texts(dead),
        }
    }

    /// Plays many playouts and counts whose each place was in the end.
    fn owned(&self, position: &Position<W>, budget: &mut Budget, rng: &mut Rng) -> Owned {
        let mut owned = Owned {
            playouts: 0,
            lead: vec![0; 64 * W],
            shared: vec![0; 64 * W],
        };
        let mut scratch = Scratch::default();
        let policy = Tactical::default();
        for _ in 0..playouts(self.size()) {
            let mut end = position.clone();
            // A game that is over is looked at as if it went on.
            end.passes = 0;
            policy.play(self, &mut end, u32::MAX, &mut scratch, rng);
            let mut shared = *end.board.empty();
            for (player, sign) in [(Player::First, 1), (Player::Second, -1)] {
                let area = end.board.area(player);
                area.for_each(|point| owned.lead[point.index()] += sign);
                shared = shared.minus(&area);
            }
            shared.for_each(|point| owned.shared[point.index()] += 1);
            owned.playouts += 1;
            if budget.interrupted().is_some() {
                break;
            }
        }
        owned
    }
}

/// A stone of every chain, and whose it is.
fn chains<const W: usize>(board: &Board<W>) -> Vec<(Vertex, Player)> {
    let of = |player: Player| {
        let stones = board.stones(player).iter();
        let heads = stones.filter(|&stone| board.chain(stone) == stone);
        heads.map(move |head| (head, player))
    };
    Player::BOTH.into_iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, SmallGo};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    use std::time::Duration;
    use yomi_core::{Game as _, Seed, TimeSource};

    /// On a clock that advances by a millisecond whenever it is read, which is after every playout.
    #[test]
    fn playouts_end_with_the_time() {
        let game = SmallGo::new(Rules::default()).unwrap();
        for (limit, readings) in [(0, 2), (5, 6), (50, 51)] {
            let read = Arc::new(AtomicU32::new(0));
            let clock = Arc::clone(&read);
            let source = TimeSource::Simulated(Arc::new(move || {
                Duration::from_millis(1) * clock.fetch_add(1, Relaxed)
            }));
            let limits = Limits::time(Duration::from_millis(limit));
            let mut budget = Budget::new(&limits, &Stop::default(), &source);
            let mut rng = Seed::new(1).rng();
            game.points_within(&game.initial(), Player::First, &mut budget, &mut rng);
            assert_eq!(read.load(Relaxed), readings, "{limit} ms");
        }
    }
}
