//! The positions a game went through, for the rule about repetition.
//!
//! A position that occurs for the fourth time, with the same side to move and the same hands, ends
//! the game as a draw; but if all moves of one side since its first occurrence were checks, that
//! side loses. (Should both have given nothing but checks, it is a draw.)
//!
//! States are copied once per simulation, so the trail must be cheap to copy however long the game
//! is: the latest keys are in the state itself, older ones in shared immutable blocks. A
//! filter of 256 bits says of most positions that they are new without looking at either.

use std::sync::Arc;
use yomi_core::{Outcome, Player};

/// Positions held in the state itself.
const BLOCK: usize = 24;

/// The positions of a game so far.
#[derive(Clone, Debug)]
pub struct Trail {
    filter: [u64; 4],
    keys: [u64; BLOCK],
    /// Bit n: the side to move is in check in position n of this block.
    checks: u32,
    count: u8,
    /// Positions in all.
    length: u32,
    older: Option<Arc<Trail>>,
}

impl Trail {
    /// The trail of a game that starts with this position.
    pub fn new(key: u64, in_check: bool) -> Trail {
        let mut trail = Trail {
            filter: [0; 4],
            keys: [0; BLOCK],
            checks: 0,
            count: 0,
            length: 0,
            older: None,
        };
        trail.add(key, in_check);
        trail
    }

    /// How many positions there were, this one included.
    #[inline]
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Adds a position. Whether it may have been there before.
    #[inline]
    pub fn add(&mut self, key: u64, in_check: bool) -> bool {
        if usize::from(self.count) == BLOCK {
            self.older = Some(Arc::new(self.clone()));
            self.count = 0;
            self.checks = 0;
        }
        self.keys[usize::from(self.count)] = key;
        self.checks |= u32::from(in_check) << self.count;
        self.count += 1;
        self.length += 1;
        let word = &mut self.filter[(key >> 6) as usize & 3];
        let known = *word >> (key & 63) & 1 != 0;
        *word |= 1 << (key & 63);
        known
    }

    /// Key and check of all positions, latest first.
    pub fn iter(&self) -> impl Iterator<Item = (u64, bool)> + '_ {
        let blocks = std::iter::successors(Some(self), |block| block.older.as_deref());
        blocks.flat_map(|block| {
            (0..usize::from(block.count))
                .rev()
                .map(|place| (block.keys[place], block.checks >> place & 1 != 0))
        })
    }

    /// How the game ends if the latest position, with `side` to move, is there for the fourth
    /// time.
    pub fn repetition(&self, side: Player) -> Option<Outcome> {
        judge(self.iter(), side, 4)
    }
}

/// How the game ends if the first of these positions (latest first, `side` to move in it) is there
/// for the time number `times`.
pub fn judge(
    positions: impl Iterator<Item = (u64, bool)>,
    side: Player,
    times: u32,
) -> Option<Outcome> {
    let mut positions = positions;
    let (latest, in_check) = positions.next()?;
    // Whether the side to move in the latest position, and the other, were in check all the time
    // since.
    let mut always = [in_check, true];
    let mut seen = 1;
    for (distance, (key, in_check)) in (1..).zip(positions) {
        let place = distance & 1;
        if place == 0 && key == latest {
            seen += 1;
            if seen == times {
                return Some(match always {
                    [true, false] => Outcome::Win(side),
                    [false, true] => Outcome::Win(side.other()),
                    _ => Outcome::Draw,
                });
            }
        }
        always[place] &= in_check;
    }
    None
}

// Chains of blocks are dropped one by one: a long game must not overflow the stack.
impl Drop for Trail {
    fn drop(&mut self) {
        let mut older = self.older.take();
        while let Some(block) = older {
            match Arc::try_unwrap(block) {
                Ok(mut last) => older = last.older.take(),
                Err(_) => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fourth_time_ends_the_game_however_long_ago_the_first_was() {
        let mut trail = Trail::new(7, false);
        for round in 0..3 {
            for key in 100..150 {
                trail.add(1000 * round + key, false);
                trail.add(500_000 + 1000 * round + key, false);
            }
            trail.add(8, false);
            assert!(trail.add(7, false));
            let expected = (round == 2).then_some(Outcome::Draw);
            assert_eq!(trail.repetition(Player::First), expected);
        }
        assert_eq!(trail.length(), 307);
    }

    #[test]
    fn a_very_long_game_ends_quietly() {
        let mut trail = Trail::new(0, false);
        (1..3_000_000).for_each(|key| {
            trail.add(key, false);
        });
        drop(trail);
    }
}
