//! The history of positions of a game, for the superko rule.
//!
//! States are copied once per simulation, so the trail must be cheap to copy however long the game
//! is: the latest hashes are in the state itself, older ones in shared immutable blocks.
//! A filter of 256 bits answers most questions in games of up to some hundred moves without looking at
//! either.

use std::sync::Arc;

/// Hashes held in the state itself.
const BLOCK: usize = 24;

/// The hashes of all positions of a game so far.
#[derive(Clone, Debug)]
pub struct Trail {
    filter: [u64; 4],
    recent: [u64; BLOCK],
    count: u8,
    older: Option<Arc<Trail>>,
}

impl Trail {
    /// The trail of a game that starts with this position.
    pub fn new(hash: u64) -> Trail {
        let mut trail = Trail {
            filter: [0; 4],
            recent: [0; BLOCK],
            count: 0,
            older: None,
        };
        trail.add(hash);
        trail
    }

    /// Adds a position.
    #[inline]
    pub fn add(&mut self, hash: u64) {
        if usize::from(self.count) == BLOCK {
            self.older = Some(Arc::new(self.clone()));
            self.count = 0;
        }
        self.recent[usize::from(self.count)] = hash;
        self.count += 1;
        self.filter[(hash >> 6) as usize & 3] |= 1 << (hash & 63);
    }

    /// Whether a position was there before.
    #[inline]
    pub fn has(&self, hash: u64) -> bool {
        self.filter[(hash >> 6) as usize & 3] >> (hash & 63) & 1 != 0 && self.search(hash)
    }

    fn search(&self, hash: u64) -> bool {
        let mut trail = Some(self);
        while let Some(block) = trail {
            if block.recent[..usize::from(block.count)].contains(&hash) {
                return true;
            }
            trail = block.older.as_deref();
        }
        false
    }
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
    use yomi_core::Seed;

    #[test]
    fn nothing_is_forgotten_and_copies_part() {
        let mut rng = Seed::new(1).rng();
        let hashes: Vec<u64> = (0..1000).map(|_| rng.next_u64()).collect();
        let mut trail = Trail::new(hashes[0]);
        for (i, &hash) in hashes.iter().enumerate().skip(1) {
            assert!(!trail.has(hash));
            trail.add(hash);
            assert!(hashes[..=i].iter().all(|&old| trail.has(old)));
        }
        let mut copy = trail.clone();
        copy.add(7);
        assert!(copy.has(7) && !trail.has(7));
    }

    #[test]
    fn a_very_long_game_ends_quietly() {
        let mut trail = Trail::new(0);
        (1..3_000_000).for_each(|hash| trail.add(hash));
        drop(trail);
    }
}
