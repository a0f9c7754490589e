//! The transposition table of the proof-number search.
//!
//! Positions are filed by their board alone; the attacker's hand is kept beside. Since all pieces
//! are somewhere, it tells the defender's hand too, and with it comes an order: whoever can mate
//! with one hand can mate with any that holds at least as much (the same moves, against a defender
//! who holds less), and whoever cannot mate cannot with less. So one proof answers for many hands.
//!
//! The table has a fixed size. An entry lives in one small bucket found from its key; where the
//! bucket is full, whatever took the least work goes.

use super::value::{NOTHING, Place, Value};
use crate::{Hand, Move};
use yomi_core::memory;

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    hand: Hand,
    /// Under which path the position is disproven by repetition, if `depends` on anything.
    path: u32,
    proof: u32,
    disproof: u32,
    /// A check that mates, of a proven position with the attacker to move.
    check: Move,
    length: u16,
    depends: u16,
    /// How much work went into it, roughly: see [`rough`].
    effort: u8,
    /// Of which search it is; none uses 0.
    generation: u8,
}

/// How many entries a position may be in.
const BUCKET: usize = 16;

pub(super) struct Table {
    entries: Vec<Entry>,
    generation: u8,
    used: usize,
}

impl Table {
    /// A table of about so many bytes (less, if the machine has no more to give).
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / (BUCKET * size_of::<Entry>())).max(1);
        let empty = Entry {
            key: 0,
            hand: Hand::default(),
            path: 0,
            proof: 1,
            disproof: 1,
            check: Move::DECLARE,
            length: 0,
            depends: NOTHING,
            effort: 0,
            generation: 0,
        };
        let mut entries = memory::filled(buckets * BUCKET, empty);
        let whole = entries.len().next_multiple_of(BUCKET);
        entries.resize(whole, empty);
        Table {
            entries,
            generation: 0,
            used: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.used = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            // Entries of this generation may be left from 256 searches ago.
            self.entries
                .iter_mut()
                .for_each(|entry| entry.generation = 0);
            self.generation = 1;
        }
    }

    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }

    /// How full it is, 0 to 1.
    pub fn fill(&self) -> f64 {
        self.used as f64 / self.entries.len() as f64
    }

    #[inline]
    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let buckets = (self.entries.len() / BUCKET) as u64;
        // The high half of the product spreads keys evenly over any number of buckets.
        let bucket = ((u128::from(key) * u128::from(buckets)) >> 64) as usize;
        bucket * BUCKET..(bucket + 1) * BUCKET
    }

    /// The shortest mate known of a position with the attacker to move: its first check.
    ///
    /// Every position of a proof is filed with more plies than those it was proven by, so by the
    /// shortest one always gets to the end.
    pub fn shortest_mate(&self, place: Place) -> Option<Move> {
        let proves = |entry: &&Entry| {
            entry.key == place.key
                && entry.generation == self.generation
                && entry.proof == 0
                && place.hand.covers(entry.hand)
        };
        let entries = self.entries[self.bucket(place.key)].iter();
        let shortest = entries.filter(proves).min_by_key(|entry| entry.length);
        shortest.map(|entry| entry.check)
    }

    /// What is known about a position reached by the path with this hash. Open positions are asked for by exactly this hand; a proof may be one for
    /// less in hand, a disproof one for more.
    #[inline]
    pub fn look_up(&self, place: Place, attacking: bool, path: u32) -> Option<Value> {
        let mut open = None;
        for entry in &self.entries[self.bucket(place.key)] {
            if entry.key != place.key || entry.generation != self.generation {
                continue;
            }
            let same = entry.hand == place.hand;
            if entry.proof == 0 {
                if same || place.hand.covers(entry.hand) {
                    return Some(entry.value(attacking));
                }
            } else if entry.disproof == 0 {
                if same || entry.hand.covers(place.hand) {
                    return Some(entry.value(attacking));
                }
            } else if same {
                let mut value = entry.value(attacking);
                if entry.depends != NOTHING && entry.path == path {
                    value = Value::no_mate(attacking, entry.depends);
                } else {
                    value.depends = NOTHING;
                }
                open = Some(value);
            }
        }
        open
    }

    /// Remembers what became of a position reached by the path with this hash.
    pub fn store(
        &mut self,
        place: Place,
        attacking: bool,
        path: u32,
        value: Value,
        check: Move,
        work: u64,
    ) {
        let generation = self.generation;
        let mut victim = None;
        let mut least = u32::MAX;
        for index in self.bucket(place.key) {
            let entry = &self.entries[index];
            if entry.generation != generation {
                (victim, least) = (Some(index), 0);
            } else if entry.key == place.key && entry.hand == place.hand {
                victim = Some(index);
                break;
            } else if u32::from(entry.effort) + 1 < least {
                (victim, least) = (Some(index), u32::from(entry.effort) + 1);
            }
        }
        let Some(index) = victim else { return };
        let entry = &mut self.entries[index];
        let known =
            entry.generation == generation && entry.key == place.key && entry.hand == place.hand;
        self.used += usize::from(entry.generation != generation);
        let (proof, disproof) = match attacking {
            true => (value.phi, value.delta),
            false => (value.delta, value.phi),
        };
        let mut new = Entry {
            key: place.key,
            hand: place.hand,
            path,
            proof,
            disproof,
            check,
            length: value.length,
            depends: NOTHING,
            effort: rough(work),
            generation,
        };
        if known {
            new.effort = new.effort.max(entry.effort);
        }
        if disproof == 0 && value.depends != NOTHING {
            // True under this path only. For other paths the position is as open as before.
            new.depends = value.depends;
            (new.proof, new.disproof) = match known && entry.proof != 0 && entry.disproof != 0 {
                true => (entry.proof, entry.disproof),
                false => (1, 1),
            };
        }
        *entry = new;
    }
}

impl Entry {
    #[inline]
    fn value(&self, attacking: bool) -> Value {
        let (phi, delta) = match attacking {
            true => (self.proof, self.disproof),
            false => (self.disproof, self.proof),
        };
        Value {
            phi,
            delta,
            length: self.length,
            depends: self.depends,
        }
    }
}

/// Four times the logarithm: nearly equal efforts need not be told apart.
fn rough(work: u64) -> u8 {
    let whole = work.max(1).ilog2();
    let quarters = (work.max(1) << 2 >> whole) & 3;
    (whole * 4 + quarters as u32).min(255) as u8
}
