//! The players of both teams: who throws how well.
//!
//! A player of the kind `normal_dist` throws at the speed that was asked for, but no faster than
//! it can, plus a normal deviate, and in the direction that was asked for plus another. Each
//! player draws from a stream of its own, so that one team's throws do not depend on how often
//! the other has thrown.

use yomi_core::{Rng, Seed};
use yomi_curling::{Shot, Vector, fcv1_noise};
use yomi_records::dc3::{PerTeam, Rules, Team, Thrower};

/// The players of both teams with their randomness.
#[derive(Clone, Debug)]
pub struct Roster(PerTeam<Vec<(Thrower, Rng)>>);

impl Roster {
    /// The players of a game. Those without a seed of their own get one from `seed`.
    pub fn new(rules: &Rules, seed: Seed) -> Roster {
        Roster(PerTeam::from_fn(|team| {
            let players = rules.players[team].iter().enumerate();
            let with_rng = players.map(|(number, player)| {
                let own = match player {
                    Thrower::NormalDist { seed, .. } => *seed,
                    Thrower::Identical | Thrower::Unknown => None,
                };
                let derived = || seed.child(&team.to_string()).index(number as u64);
                let seed = own.map_or_else(derived, Seed::new);
                (player.clone(), seed.rng())
            });
            with_rng.collect()
        }))
    }

    /// What becomes of a throw in the hands of a team's player. (One that is not there throws
    /// exactly.)
    pub fn throw(&mut self, team: Team, player: usize, shot: Shot) -> Shot {
        let shot = bounded(shot);
        match self.0[team].get_mut(player) {
            Some((
                Thrower::NormalDist {
                    max_speed,
                    stddev_speed,
                    stddev_angle,
                    ..
                },
                rng,
            )) => fcv1_noise(shot, *max_speed, *stddev_speed, *stddev_angle, rng),
            // Whoever hosts a game has refused players that are not known.
            Some((Thrower::Identical | Thrower::Unknown, _)) | None => shot,
        }
    }
}

/// The throw at no more than any speed that makes sense. Clients may ask for more, and nothing
/// that computes with it shall overflow.
fn bounded(shot: Shot) -> Shot {
    const MOST: f64 = 100.0;
    let Vector { x, y } = shot.velocity;
    let within = |speed: f64| speed.clamp(-MOST, MOST);
    Shot {
        velocity: Vector {
            x: within(x),
            y: within(y),
        },
        ..shot
    }
}
