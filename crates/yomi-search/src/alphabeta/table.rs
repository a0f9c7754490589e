//! The transposition table.
//!
//! Fixed in size, in buckets of two. The first place of a bucket goes to the deeper search, the
//! second to the later one, so that neither a long search's results nor those next to hand are
//! lost. Keys are stored whole and compared whole. Results of an older search yield to those of
//! the present one; after [`Table::forget`] nothing older is ever found, at no cost of clearing.

use yomi_core::memory;

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is at least the score.
    Lower,
    /// It is at most the score.
    Upper,
    /// It is the score.
    Exact,
}

/// A table entry.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry<A> {
    /// The position's key.
    pub key: u64,
    /// The score, counted from this position ([`score::relative`](super::score::relative)).
    pub score: i16,
    /// The plies searched below the position, at most 255.
    pub depth: u8,
    /// The kind of bound that the score is.
    pub bound: Bound,
    /// Whether no estimate entered the score: then it holds at any depth.
    pub complete: bool,
    /// The best action, if one stood out.
    pub action: Option<A>,
    /// Number of the search that stored it. The table fills it in; 0 means never.
    pub search: u8,
}

impl<A> Entry<A> {
    const EMPTY: Entry<A> = Entry {
        key: 0,
        score: 0,
        depth: 0,
        bound: Bound::Lower,
        complete: false,
        action: None,
        search: 0,
    };
}

/// Two entries that never straddle a cache line while actions are small: fetching the
/// line is most of what a node costs.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bucket<A>([Entry<A>; 2]);

/// The table.
pub struct Table<A> {
    buckets: Vec<Bucket<A>>,
    search: u8,
    /// Entries of earlier searches than this are as good as empty.
    oldest: u8,
}

impl<A: Copy + PartialEq> Table<A> {
    /// A table that takes no more than `mebibytes` (less, if the machine has no more to give).
    pub fn new(mebibytes: u32) -> Table<A> {
        let bytes = (mebibytes as usize).saturating_mul(1 << 20);
        let count = bytes / size_of::<Bucket<A>>();
        Table {
            buckets: memory::filled(count, Bucket([Entry::EMPTY; 2])),
            search: 1,
            oldest: 1,
        }
    }

    /// Bytes held.
    pub fn memory(&self) -> u64 {
        size_of_val(&self.buckets[..]) as u64
    }

    /// Begins a new search: what is stored stays known but may be replaced by anything.
    pub fn begin_search(&mut self) {
        if self.search - self.oldest < Self::MOST_SEARCHES {
            self.search += 1;
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        if self.search > Self::MOST_SEARCHES {
            self.buckets.fill(Bucket([Entry::EMPTY; 2]));
            self.search = 0;
        }
        self.search += 1;
        self.oldest = self.search;
    }

    /// As many searches of one game are told apart. It does not depend on what was played before
    /// the last [`Table::forget`], so that no game depends on the games before it.
    const MOST_SEARCHES: u8 = 127;

    #[inline]
    fn place(&self, key: u64) -> usize {
        // Keys need not be well mixed, so the bucket is taken from the high bits of a product.
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((u128::from(mixed) * self.buckets.len() as u128) >> 64) as usize
    }

    /// The entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry<A>> {
        self.buckets[self.place(key)]
            .0
            .iter()
            .find(|known| known.key == key && known.search >= self.oldest)
            .copied()
    }

    /// Stores what was found out, in place of what is least worth keeping.
    #[inline]
    pub fn store(&mut self, mut entry: Entry<A>) {
        entry.search = self.search;
        let oldest = self.oldest;
        let place = self.place(entry.key);
        let bucket = &mut self.buckets[place].0;
        let known = bucket
            .iter_mut()
            .find(|known| known.key == entry.key && known.search >= oldest);
        if let Some(known) = known {
            entry.action = entry.action.or(known.action);
            if known.complete && !entry.complete {
                // Certainty is not given up for an estimate; a hint which move to try is welcome.
                (known.action, known.search) = (entry.action, entry.search);
            } else {
                *known = entry;
            }
        } else if bucket[0].search != entry.search || entry.depth >= bucket[0].depth {
            *bucket = [entry, bucket[0]];
        } else {
            bucket[1] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, depth: u8, complete: bool) -> Entry<u8> {
        Entry {
            key,
            score: key as i16,
            depth,
            bound: Bound::Exact,
            complete,
            action: Some(depth),
            search: 0,
        }
    }

    /// A table of a single bucket, where every key competes with every other.
    fn crowded() -> Table<u8> {
        let mut table = Table::new(0);
        assert_eq!(table.buckets.len(), 1);
        table.forget();
        table
    }

    #[test]
    fn the_deepest_and_the_latest_are_kept() {
        let mut table = crowded();
        for (key, depth) in [(1, 9), (2, 3), (3, 2)] {
            table.store(entry(key, depth, false));
        }
        let known = [1, 2, 3].map(|key| table.probe(key).is_some());
        assert_eq!(known, [true, false, true]);
    }

    #[test]
    fn older_searches_yield_however_deep_they_were() {
        let mut table = crowded();
        table.store(entry(1, 9, false));
        table.begin_search();
        assert!(table.probe(1).is_some());
        table.store(entry(2, 1, false));
        table.store(entry(3, 1, false));
        assert_eq!(
            [1, 2, 3].map(|key| table.probe(key).is_some()),
            [false, true, true]
        );
    }

    #[test]
    fn certainty_is_not_overwritten_and_forgetting_forgets() {
        let mut table = crowded();
        table.store(entry(1, 2, true));
        table.store(entry(1, 8, false));
        let kept = table.probe(1).unwrap();
        assert!(kept.complete && kept.depth == 2 && kept.action == Some(8));
        table.forget();
        assert_eq!(table.probe(1), None);
        assert_eq!(
            table.probe(0),
            None,
            "an empty slot is not the position with key 0"
        );
    }

    #[test]
    fn many_searches_later_nothing_old_comes_back() {
        let mut table = crowded();
        table.store(entry(1, 2, true));
        for _ in 0..1_000 {
            table.forget();
            assert_eq!(table.probe(1), None);
        }
    }

    #[test]
    fn a_long_game_does_not_depend_on_the_games_before_it() {
        let play = |games_before| {
            let mut table = crowded();
            for _ in 0..games_before {
                table.forget();
            }
            table.forget();
            let mut known = Vec::new();
            for search in 0..600_u64 {
                table.store(entry(search % 7, (search % 5) as u8, false));
                known.push(table.probe(3).map(|entry| entry.depth));
                table.begin_search();
            }
            known
        };
        assert_eq!(play(0), play(100));
        assert_eq!(play(0), play(127));
    }

    #[test]
    fn memory_stays_within_its_limit() {
        assert_eq!(size_of::<Bucket<u8>>(), 32);
        let table: Table<[u64; 5]> = Table::new(1);
        assert!(table.memory() <= 1 << 20 && table.memory() > 1 << 19);
    }
}
