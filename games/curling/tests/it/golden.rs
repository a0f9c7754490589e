//! Throws with known ends: what this simulator answered when it agreed with the official ones.
//!
//! The throws of `data/golden-*.jsonl` are in the form of `yomi curling shots` and its answers.
//! They were drawn by the generator in `common`, rounded to a millimetre and a tenth of a
//! millimetre per second; of those that the frame stepper answers alike to a millimetre, some of
//! every kind were taken: draws, guards, hogged stones, stones over the back and off the side, one
//! stone moved, several moved, stones removed, and fouls.

use crate::common::{WORLDS, cases, game};
use serde::Deserialize;
use yomi_curling::{Shot, Spin, Stones, Vector, World};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    shot: usize,
    thrower: Option<usize>,
    stones: Vec<(usize, f64, f64)>,
    vx: f64,
    vy: f64,
    rotation: Option<Spin>,
    angle: Option<u8>,
    #[serde(rename = "final")]
    after: Vec<(usize, f64, f64)>,
    fgz_foul: Option<bool>,
}

impl Line {
    fn spin(&self) -> Spin {
        match (self.rotation, self.angle) {
            (Some(spin), None) => spin,
            (None, Some(0)) => Spin::Cw,
            (None, Some(1)) => Spin::Ccw,
            _ => panic!("{}: expected a rotation or an angle", self.id),
        }
    }

    /// The number of a stone's throw: in FCV1, 0 to 7 are the stones of one team and 8 to 15 those
    /// of the other.
    fn number(&self, index: usize) -> usize {
        match self.thrower {
            None => index,
            Some(thrower) => {
                let own = (thrower < 8) == (index < 8);
                2 * (index % 8) + usize::from(self.shot.is_multiple_of(2) != own)
            }
        }
    }

    fn numbered(&self, list: &[(usize, f64, f64)]) -> Stones {
        let mut stones = Stones::default();
        for &(index, x, y) in list {
            stones.set(self.number(index), Vector::new(x, y));
        }
        stones
    }
}

fn lines(world: World) -> Vec<Line> {
    let text = match world {
        World::Dc2 => include_str!("data/golden-dc2.jsonl"),
        World::Fcv1 => include_str!("data/golden-fcv1.jsonl"),
    };
    let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    text.lines().map(read).collect()
}

#[test]
fn throws_end_where_they_always_did() {
    for world in WORLDS {
        let game = game(world);
        let lines = lines(world);
        assert!(lines.len() >= 60, "{}", lines.len());
        for line in &lines {
            let before = line.numbered(&line.stones);
            let landing =
                game.simulate(&before, line.shot, Shot::new(line.vx, line.vy, line.spin()));
            // The official program of DC2 tells the stones as the free guard rule leaves them.
            let after = if world == World::Dc2 && landing.foul {
                before
            } else {
                landing.stones
            };
            if let Some(foul) = line.fgz_foul {
                assert_eq!(foul, landing.foul, "{world:?} {}", line.id);
            }
            let expected = line.numbered(&line.after);
            assert_eq!(after.len(), expected.len(), "{world:?} {}", line.id);
            for (number, at) in expected.iter() {
                let error = after.get(number).map(|found| found.distance(at));
                assert!(
                    error.is_some_and(|error| error < 1e-6),
                    "{world:?} {}: stone {number} by {error:?}",
                    line.id
                );
            }
        }
    }
}

/// The results of some hundred throws to the last bit, as one number (FNV-1a).
fn hash(world: World) -> u64 {
    let game = game(world);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |word: u64| {
        for byte in word.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for case in cases(world, "bits", 500) {
        let landing = game.simulate(&case.stones, case.number, case.shot);
        add(u64::from(landing.foul));
        for (number, at) in landing.stones.iter() {
            add(number as u64);
            add(at.x.to_bits());
            add(at.y.to_bits());
        }
    }
    hash
}

/// Whoever changes the physics on purpose changes these numbers; nothing else does, neither the
/// machine nor how the program was built.
#[test]
fn every_machine_and_build_computes_the_same_bits() {
    let hashes = WORLDS.map(|world| format!("{:016x}", hash(world)));
    assert_eq!(hashes, ["4ca6865819e2616d", "9e89821d18373c98"]);
}
