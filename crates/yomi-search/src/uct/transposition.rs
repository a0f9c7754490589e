//! A map from position keys to blocks of children, so that transpositions share the statistics
//! below them.
//!
//! Each parent keeps its own visits and mean of the move that leads here, while the
//! children with their statistics are shared: the scheme called UCT1 by Childs, Brodeur and
//! Kocsis ("Transpositions and move groups in Monte Carlo tree search", 2008). Entries are never
//! replaced; when the buckets of a key are full the position gets children of its own.
//!
//! Entries are written once: a writer claims an empty one, fills in the key and releases it;
//! readers acquire. Two threads that expand one position at the same moment may both enter it,
//! which only means that one of the two blocks is not shared.

use std::sync::atomic::{AtomicU64, Ordering::*};

const PROBES: usize = 4;

/// The block word of an entry that a thread is filling in: no generation is that large.
const CLAIMED: u64 = u64::MAX;

#[derive(Debug, Default)]
struct Entry {
    /// First index, count and generation of a block, 32, 16 and 16 bits from the bottom.
    block: AtomicU64,
    key: AtomicU64,
}

/// A fixed-size table from keys to child blocks.
pub struct BlockTable {
    entries: Vec<Entry>,
    /// Entries of other generations are as good as empty, so that forgetting costs nothing.
    generation: u64,
}

impl BlockTable {
    /// A table of at most `bytes` bytes.
    pub fn new(bytes: u64) -> BlockTable {
        let wanted = (bytes / size_of::<Entry>() as u64).max(PROBES as u64);
        let size = 1usize << wanted.ilog2();
        BlockTable {
            entries: (0..size).map(|_| Entry::default()).collect(),
            generation: 1,
        }
    }

    /// Bytes the table takes.
    pub fn memory(&self) -> u64 {
        (self.entries.len() * size_of::<Entry>()) as u64
    }

    /// The block of children of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<(u32, u16)> {
        self.places(key).find_map(|place| {
            let entry = &self.entries[place];
            let block = entry.block.load(Acquire);
            let usable = block >> 48 == self.generation && entry.key.load(Relaxed) == key;
            usable.then_some((block as u32, (block >> 32) as u16))
        })
    }

    /// Remembers where the children of a position are.
    pub fn insert(&self, key: u64, first: u32, count: u16) {
        for place in self.places(key) {
            let entry = &self.entries[place];
            let old = entry.block.load(Relaxed);
            if old >> 48 != self.generation
                && old != CLAIMED
                && entry
                    .block
                    .compare_exchange(old, CLAIMED, Relaxed, Relaxed)
                    .is_ok()
            {
                entry.key.store(key, Relaxed);
                entry.block.store(self.word(first, count), Release);
                return;
            }
        }
    }

    fn word(&self, first: u32, count: u16) -> u64 {
        u64::from(first) | u64::from(count) << 32 | self.generation << 48
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.generation += 1;
        if self.generation == CLAIMED >> 48 {
            self.generation = 1;
            self.entries
                .iter_mut()
                .for_each(|entry| *entry = Entry::default());
        }
    }

    /// Follows blocks to their new place; those that have none are forgotten.
    pub fn remap(&mut self, moved: impl Fn(u32) -> Option<u32>) {
        let old = self.generation;
        self.clear();
        for place in 0..self.entries.len() {
            let block = *self.entries[place].block.get_mut();
            if block >> 48 == old
                && let Some(first) = moved(block as u32)
            {
                *self.entries[place].block.get_mut() = self.word(first, (block >> 32) as u16);
            }
        }
    }

    /// Keys are mixed once more: not every game's keys are spread out well.
    #[inline]
    fn places(&self, key: u64) -> impl Iterator<Item = usize> {
        let mask = self.entries.len() - 1;
        let start = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize;
        (0..PROBES).map(move |probe| start.wrapping_add(probe) & mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_until_full_and_never_mixes_keys_up() {
        let table = BlockTable::new(16 * 8);
        for key in 0..1000u64 {
            table.insert(key * 31, key as u32 + 1, 7);
        }
        let found: Vec<u64> = (0..1000)
            .filter(|key| table.get(key * 31).is_some())
            .collect();
        assert!((1..=8).contains(&found.len()));
        for key in found {
            assert_eq!(table.get(key * 31), Some((key as u32 + 1, 7)));
        }
    }

    #[test]
    fn follows_moved_blocks() {
        let mut table = BlockTable::new(1 << 10);
        table.insert(5, 10, 2);
        table.insert(6, 20, 3);
        table.remap(|first| (first == 20).then_some(4));
        assert_eq!(table.get(5), None);
        assert_eq!(table.get(6), Some((4, 3)));
        table.clear();
        assert_eq!(table.get(6), None);
        table.insert(6, 8, 1);
        assert_eq!(table.get(6), Some((8, 1)));
    }
}
