//! Extraction: which patterns occur often enough to be registered.
//!
//! Patterns are counted size by size, in passes over the same positions. A pattern cannot be
//! frequent unless its smaller ones are (the principle of Apriori, Agrawal and Srikant 1994), so a pass counts only those
//! whose part of the size before is registered: far fewer than there are.

use super::dictionary::{Dictionary, Pattern};
use super::geometry::{Geometry, LARGEST, SMALLEST};
use super::matcher::Matcher;
use crate::board::Board;
use crate::vertex::Vertex;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use yomi_core::Player;

/// Mixes keys that are numbers already.
#[derive(Default)]
struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }
}

/// How often each ring was seen around each node.
type Counts = HashMap<u64, u32, BuildHasherDefault<NumberHasher>>;

/// One pass: counts the patterns of one size, those of smaller sizes being registered.
pub struct Counter<'a> {
    dictionary: &'a Dictionary,
    size: usize,
    counts: Counts,
}

impl<'a> Counter<'a> {
    /// Counts the patterns of this size.
    ///
    /// # Panics
    ///
    /// If there are no patterns of that size.
    pub fn new(dictionary: &'a Dictionary, size: usize) -> Counter<'a> {
        assert!((SMALLEST..=LARGEST).contains(&size));
        Counter {
            dictionary,
            size,
            counts: Counts::default(),
        }
    }

    /// Counts what is around a move of a player so many times.
    pub fn count<const W: usize>(
        &mut self,
        geometry: &Geometry<W>,
        matcher: &Matcher<W>,
        (point, player): (Vertex, Player),
        times: u32,
    ) {
        let class = geometry.class(point);
        let code = matcher.code(point).seen_by(player).up_to(self.size);
        let code = self.dictionary.canonical(class, code, self.size);
        let parent = match self.size {
            SMALLEST => Some(Dictionary::root(class)),
            size => self.dictionary.find(class, code, size - 1),
        };
        if let Some(parent) = parent {
            let key = u64::from(parent) << 16 | u64::from(code.ring(self.size));
            *self.counts.entry(key).or_default() += times;
        }
    }

    /// Adds what another counter of the same pass has counted.
    pub fn merge(&mut self, other: Counter) {
        for (key, count) in other.counts {
            *self.counts.entry(key).or_default() += count;
        }
    }

    /// How many different patterns were seen.
    pub fn distinct(&self) -> usize {
        self.counts.len()
    }

    /// The patterns that were seen at least so often, in the order of the nodes they grow from.
    pub fn frequent(&self, least: u32) -> Vec<Pattern> {
        let frequent = self.counts.iter().filter(|(_, count)| **count >= least);
        let mut keys: Vec<u64> = frequent.map(|(&key, _)| key).collect();
        keys.sort_unstable();
        let pattern = |key| {
            self.dictionary
                .grown((key >> 16) as u32, self.size, key as u16)
        };
        keys.into_iter().map(pattern).collect()
    }
}

/// The points that a player may play on, longer repetitions aside.
pub fn legal_points<const W: usize>(
    board: &Board<W>,
    player: Player,
) -> impl Iterator<Item = Vertex> {
    let points = board.empty().iter();
    points.filter(move |&point| board.is_legal(point, player))
}
