//! The transposition table: small entries in clusters of one cache line.
//!
//! An entry holds the best move, the score with its meaning, the depth it comes from and the static
//! evaluation. Replacement in a cluster prefers deep and recent entries. Thirty-two bits of the key are
//! stored and more choose the cluster, so one probe in some hundred million finds the entry of another
//! position; a move from the table is tested for legality before it is played.

use super::score;
use yomi_core::memory;

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// It is at most the score.
    Upper = 1,
    /// It is at least the score.
    Lower = 2,
    /// It is the score.
    Exact = 3,
}

/// A table entry.
#[derive(Clone, Copy, Debug)]
pub struct Entry<A> {
    key: u32,
    /// The best move, if one stood out.
    pub action: Option<A>,
    score: i16,
    evaluation: i16,
    depth: i8,
    /// The search it comes from, and the bound in the lowest two bits.
    age_and_bound: u8,
}

impl<A: Copy> Entry<A> {
    const EMPTY: Entry<A> = Entry {
        key: 0,
        action: None,
        score: 0,
        evaluation: 0,
        depth: i8::MIN,
        age_and_bound: 0,
    };

    /// The score, counted from this position.
    pub fn score(&self) -> i32 {
        self.score.into()
    }

    /// The static evaluation.
    pub fn evaluation(&self) -> i32 {
        self.evaluation.into()
    }

    /// How deep the position was searched.
    pub fn depth(&self) -> i32 {
        self.depth.into()
    }

    /// The score counted from the root, if it is all that a search between these bounds wants to
    /// know.
    #[inline]
    pub fn settles(&self, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let score = score::from_table(self.score(), ply);
        let enough = match self.bound() {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        enough.then_some(score)
    }

    /// The better of what is known of the position and an evaluation.
    #[inline]
    pub fn improve(&self, evaluation: i32, ply: usize) -> i32 {
        let score = score::from_table(self.score(), ply);
        match self.bound() {
            Bound::Exact => score,
            Bound::Lower => score.max(evaluation),
            Bound::Upper => score.min(evaluation),
        }
    }

    /// The kind of bound that the score is.
    pub fn bound(&self) -> Bound {
        match self.age_and_bound & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    fn is_empty(&self) -> bool {
        self.depth == i8::MIN
    }
}

/// The data to store for a position.
#[derive(Clone, Copy, Debug)]
pub struct Finding<A> {
    /// The best move, if one stood out.
    pub action: Option<A>,
    /// The score, counted from this position.
    pub score: i32,
    /// The static evaluation.
    pub evaluation: i32,
    /// How deep the position was searched.
    pub depth: i32,
    /// The kind of bound that the score is.
    pub bound: Bound,
}

const CLUSTER: usize = 5;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Cluster<A>([Entry<A>; CLUSTER]);

/// The table.
pub struct Table<A> {
    clusters: Vec<Cluster<A>>,
    /// Number of the present search, in steps of four.
    age: u8,
}

impl<A: Copy + PartialEq> Table<A> {
    /// A table of about this many mebibytes (less, if the machine does not have them).
    pub fn new(mebibytes: u32) -> Table<A> {
        let bytes = (mebibytes as usize).saturating_mul(1 << 20);
        let count = bytes / size_of::<Cluster<A>>();
        Table {
            clusters: memory::filled(count, Cluster([Entry::EMPTY; CLUSTER])),
            age: 0,
        }
    }

    /// Bytes held.
    pub fn memory(&self) -> u64 {
        size_of_val(&self.clusters[..]) as u64
    }

    /// Begins a new search: older findings are the first to be replaced.
    pub fn begin_search(&mut self) {
        self.age = self.age.wrapping_add(4);
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.clusters.fill(Cluster([Entry::EMPTY; CLUSTER]));
        self.age = 0;
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize
    }

    /// Fetches what is known about a position into the cache, for a probe soon to come: waiting for
    /// it is most of what a node costs.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(&self.clusters, self.place(key));
    }

    /// The entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry<A>> {
        let short = key as u32;
        let cluster = &self.clusters[self.place(key)].0;
        cluster
            .iter()
            .find(|entry| entry.key == short && !entry.is_empty())
            .copied()
    }

    /// Stores a finding in place of what is least worth keeping.
    #[inline]
    pub fn store(&mut self, key: u64, finding: Finding<A>) {
        let (short, age) = (key as u32, self.age);
        let place = self.place(key);
        let cluster = &mut self.clusters[place].0;
        let same = cluster
            .iter()
            .position(|entry| entry.key == short && !entry.is_empty());
        let worth = |entry: &Entry<A>| {
            let searches_ago = age.wrapping_sub(entry.age_and_bound & !3) >> 2;
            i32::from(entry.depth) - 4 * i32::from(searches_ago)
        };
        let place = same.unwrap_or_else(|| {
            let least = cluster
                .iter()
                .enumerate()
                .min_by_key(|(_, entry)| worth(entry));
            least.map_or(0, |(place, _)| place)
        });
        let entry = &mut cluster[place];
        let known = same.is_some();
        let action = finding.action.or(entry.action.filter(|_| known));
        // A deeper result of the same search is not given up for a mere bound.
        if known
            && finding.bound != Bound::Exact
            && entry.age_and_bound & !3 == age
            && finding.depth < i32::from(entry.depth) - 3
        {
            entry.action = action;
            return;
        }
        *entry = Entry {
            key: short,
            action,
            score: finding.score as i16,
            evaluation: finding.evaluation as i16,
            depth: finding.depth.clamp(-100, 100) as i8,
            age_and_bound: age | finding.bound as u8,
        };
    }

    /// How full the table is with findings of the present search, from 0 to 1, by a sample.
    pub fn fill(&self) -> f64 {
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let entries = sample.iter().flat_map(|cluster| &cluster.0);
        let full =
            entries.filter(|entry| !entry.is_empty() && entry.age_and_bound & !3 == self.age);
        full.count() as f64 / (sample.len() * CLUSTER) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(depth: i32) -> Finding<u8> {
        Finding {
            action: Some(depth as u8),
            score: depth,
            evaluation: -depth,
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn the_deep_and_the_new_are_kept() {
        let mut table: Table<u8> = Table::new(0);
        for key in 1..=8 {
            table.store(key, finding(key as i32));
        }
        let kept: Vec<bool> = (1..=8).map(|key| table.probe(key).is_some()).collect();
        assert_eq!(kept.iter().filter(|&&kept| kept).count(), CLUSTER);
        assert!(kept[7] && kept[6] && !kept[0]);
        for _ in 0..3 {
            table.begin_search();
        }
        table.store(1, finding(1));
        assert_eq!(table.probe(1).map(|entry| entry.score()), Some(1));
        assert!(table.fill() > 0.1 && table.fill() < 0.3);
        table.forget();
        assert!((1..=8).all(|key| table.probe(key).is_none()));
    }

    #[test]
    fn a_cluster_is_a_cache_line() {
        assert_eq!(size_of::<Cluster<u8>>(), 64);
        assert_eq!(size_of::<Cluster<std::num::NonZeroU16>>(), 64);
    }
}
