//! Registered patterns in the form in which playouts look them up.
//!
//! A playout asks some forty times a ply whether a pattern grows by what is in the next ring, and what the answer costs is
//! mostly the wait for memory. So all that one step needs is in one record of 16 bytes: the ring by which the pattern
//! grew, its strengths, and where its own children are. The children of a pattern are a small hash table
//! of their own, with a multiplier chosen so that nearly all of them are found, or found missing, at the first place.
//! Tables are in the order of the sizes of patterns, so that the small patterns, which are asked for all the time, are near each other.

use super::dictionary::{Dictionary, Node};
use super::matcher::Growing;

/// No ring. Only in the middle of 5x5 is a ring outside on all sides, and then it always is: its pattern has no sister, and so no free place beside it.
const NO_RING: u16 = u16::MAX;

/// Multipliers that are tried for a table.
const TRIED: u16 = 64;

/// The most places that are looked at for a child.
const MOST_PROBES: usize = 7;

/// A pattern with its strengths, as found in the table of the pattern that it grows from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    /// Far from the last move and near it.
    pub strengths: [f32; 2],
    /// Where the table of its children starts (24 bits), 16 less the logarithm of its size (5 bits, from the 24th) and the
    /// places to look at (3 bits, from the 29th); without children these are none.
    table: u32,
    /// The ring by which it grows from its parent.
    ring: u16,
    multiplier: u16,
}

impl Record {
    const EMPTY: Record = Record {
        strengths: [1.0; 2],
        table: 0,
        ring: NO_RING,
        multiplier: 0,
    };

    /// How many places of the table a child may be in.
    #[inline(always)]
    fn probes(self) -> usize {
        (self.table >> 29) as usize
    }

    /// The first place of the table where a child may be; some place if there is no table.
    #[inline(always)]
    fn first_place(self, ring: u16) -> usize {
        // The processor takes the shift modulo 32, which drops the upper bits for nothing.
        let hash = u32::from(ring.wrapping_mul(self.multiplier)).wrapping_shr(self.table >> 24);
        ((self.table & 0xFF_FFFF) + hash) as usize
    }

    /// All of them.
    fn places(self, ring: u16) -> std::ops::Range<usize> {
        let first = self.first_place(ring);
        first..first + self.probes()
    }
}

/// The patterns of a dictionary with strengths.
#[derive(Clone, Debug)]
pub(crate) struct StrengthTree {
    /// Location classes.
    roots: Vec<Record>,
    records: Vec<Record>,
}

impl StrengthTree {
    /// The patterns of a dictionary; `strengths` tells those of each number.
    pub fn new(dictionary: &Dictionary, strengths: impl Fn(u32) -> [f32; 2]) -> StrengthTree {
        let mut children: Vec<(Node, u16, Node)> = dictionary.links().collect();
        children.sort_unstable();
        let mut of_nodes = vec![Record::EMPTY; dictionary.nodes()];
        // Tables are laid out first, and filled once all records are known.
        let (mut tables, mut end) = (Vec::new(), 0);
        let (mut rings, mut taken) = (Vec::new(), Vec::new());
        for family in children.chunk_by(|a, b| a.0 == b.0) {
            rings.clear();
            rings.extend(family.iter().map(|&(_, ring, _)| ring));
            let (bits, multiplier, probes) = layout(&rings, &mut taken);
            let parent = &mut of_nodes[family[0].0 as usize];
            parent.table = end as u32 | (16 - bits) << 24 | (probes as u32) << 29;
            parent.multiplier = multiplier;
            tables.push(family);
            end += (1 << bits) + probes - 1;
        }
        for &(_, ring, child) in &children {
            let number = dictionary.number(child).expect("only classes have none");
            let record = &mut of_nodes[child as usize];
            record.ring = ring;
            record.strengths = strengths(number);
        }
        // Never none, so that there always is something to look at.
        let mut records = vec![Record::EMPTY; end.max(1)];
        for family in tables {
            let parent = of_nodes[family[0].0 as usize];
            for &(_, ring, child) in family {
                let mut places = parent.places(ring);
                let free = places.find(|&place| records[place].ring == NO_RING);
                let free = free.expect("the layout has a place for each");
                records[free] = of_nodes[child as usize];
            }
        }
        StrengthTree {
            roots: of_nodes[..dictionary.classes()].to_vec(),
            records,
        }
    }
}

impl Growing for StrengthTree {
    type Node = Record;
    type Look = Record;

    fn root(&self, class: usize) -> Record {
        self.roots[class]
    }

    #[inline(always)]
    fn look(&self, node: Record, ring: u16) -> Record {
        self.records[node.first_place(ring)]
    }

    #[inline(always)]
    fn child(&self, node: Record, ring: u16, look: Record) -> Option<Record> {
        match node.probes() {
            0 => None,
            _ if look.ring == ring => Some(look),
            1 => None,
            _ => self.search(node, ring),
        }
    }
}

impl StrengthTree {
    /// The child, wherever it is in the table.
    fn search(&self, node: Record, ring: u16) -> Option<Record> {
        let candidates = &self.records[node.places(ring)];
        candidates
            .iter()
            .find(|record| record.ring == ring)
            .copied()
    }
}

/// The logarithm of the size, the multiplier and the places to look at for a table of these rings.
fn layout(rings: &[u16], taken: &mut Vec<bool>) -> (u32, u16, usize) {
    let mut bits = rings.len().next_power_of_two().trailing_zeros();
    // Small tables that need a second place become larger, large ones only if they must.
    let enough = if rings.len() <= 8 { 1 } else { MOST_PROBES };
    loop {
        let mut best = (usize::MAX, 0);
        for number in 0..TRIED {
            let multiplier = 0x9E37_u16.wrapping_mul(2 * number + 1);
            best = best.min((probes(rings, bits, multiplier, taken), multiplier));
            if best.0 == 1 {
                break;
            }
        }
        // With 16 bits every ring has a place of its own: a product with an odd number can be undone.
        if best.0 <= enough || bits == 16 {
            return (bits, best.1, best.0);
        }
        bits += 1;
    }
}

/// How many places have to be looked at for the ring that is farthest from its first place, if each takes the
/// first free one. `taken` is room to work in.
fn probes(rings: &[u16], bits: u32, multiplier: u16, taken: &mut Vec<bool>) -> usize {
    taken.clear();
    taken.resize((1 << bits) + rings.len(), false);
    let farthest = rings.iter().map(|&ring| {
        let first = (u32::from(ring.wrapping_mul(multiplier)) >> (16 - bits)) as usize;
        let place = (first..).find(|&place| !taken[place]).unwrap_or(first);
        taken[place] = true;
        place - first + 1
    });
    farthest.max().unwrap_or(0)
}
