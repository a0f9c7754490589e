//! Registered patterns in the form in which playouts look them up.
//!
//! A playout asks some forty times a ply whether a pattern grows by what is in the next ring, and what the answer costs is
//! mostly the wait for memory. So all that one step needs is in one record of 16 bytes: the ring by which the pattern
//! grew, its strengths, and where its own children are. The children of a pattern are a small hash table
//! of their own, with a multiplier chosen so that each has a place to itself: one look finds a child or that there is none.
//! Tables are in the order of the sizes of patterns, so that the small patterns, which are asked for all the time, are near each other.

use super::dictionary::{Dictionary, Node};
use super::matcher::Growing;
use yomi_core::memory::prefetch;

/// A ring that cannot be: of eight points only one is outside the board, one that has another beside it at the same edge, or lies in a corner.
const NO_RING: u16 = 0b11 << 2 | 1 << 14;

/// The bits of a place among all records.
const PLACE_BITS: u32 = 27;

/// The most places there may be.
const MOST_PLACES: usize = 1 << PLACE_BITS;

/// Multipliers that are tried for a table of some size before it becomes larger.
const TRIED: u16 = 256;

/// What a record tells of its pattern: its strengths far from the last move and near it, or where they are found.
pub(crate) trait Told: Copy {
    /// That there is no pattern, which makes no difference.
    const NOTHING: Self;

    /// The strengths far from the last move and near it, given those of all patterns where records do not have them.
    fn strengths(self, of_all: &[[f32; 2]]) -> [f32; 2];
}

/// The strengths themselves: for play.
impl Told for [f32; 2] {
    const NOTHING: [f32; 2] = [1.0; 2];

    #[inline(always)]
    fn strengths(self, _: &[[f32; 2]]) -> [f32; 2] {
        self
    }
}

/// One more than the number of the pattern, so that strengths can change while the tree stays: for learning.
impl Told for u32 {
    const NOTHING: u32 = 0;

    #[inline(always)]
    fn strengths(self, of_all: &[[f32; 2]]) -> [f32; 2] {
        of_all[self as usize]
    }
}

/// A pattern with its strengths, as found in the table of the pattern that it grows from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record<T = [f32; 2]> {
    /// What is known of the pattern.
    pub told: T,
    /// From the lowest bit: the ring by which it grows from its parent (16 bits), the multiplier (16), where the table of
    /// its children starts (27), and 16 less the logarithm of its size (5). The table of those without children is the first place,
    /// which stays empty. In one word, so that copying a record takes two moves.
    link: u64,
}

impl<T: Told> Record<T> {
    const EMPTY: Record<T> = Record {
        told: T::NOTHING,
        link: 0,
    }
    .with_ring(NO_RING)
    .with_table(0, 0, 0);

    const fn with_ring(mut self, ring: u16) -> Record<T> {
        self.link = self.link >> 16 << 16 | ring as u64;
        self
    }

    const fn with_table(mut self, start: usize, bits: u32, multiplier: u16) -> Record<T> {
        let table = (start | ((16 - bits) as usize) << PLACE_BITS) as u64;
        self.link = self.link & 0xFFFF | (multiplier as u64) << 16 | table << 32;
        self
    }

    /// The ring by which it grows from its parent.
    #[inline(always)]
    const fn ring(self) -> u16 {
        self.link as u16
    }

    /// The place of the table where the child with this ring is, if there is one.
    #[inline(always)]
    fn place(self, ring: u16) -> usize {
        let table = (self.link >> 32) as u32;
        let hash = u32::from(ring.wrapping_mul((self.link >> 16) as u16)) >> (table >> PLACE_BITS);
        ((table & (MOST_PLACES as u32 - 1)) + hash) as usize
    }
}

/// The patterns of a dictionary with strengths.
#[derive(Clone, Debug)]
pub(crate) struct StrengthTree<T = [f32; 2]> {
    /// Location classes.
    roots: Vec<Record<T>>,
    records: Vec<Record<T>>,
}

impl<T: Told> StrengthTree<T> {
    /// The patterns of a dictionary; `tell` tells what is known of each number. `None` if they do not fit, as no patterns
    /// from games come near to.
    pub fn new(dictionary: &Dictionary, tell: impl Fn(u32) -> T) -> Option<StrengthTree<T>> {
        let mut children: Vec<(Node, u16, Node)> = dictionary.links().collect();
        children.sort_unstable();
        let mut of_nodes = vec![Record::EMPTY; dictionary.nodes()];
        // Tables are laid out first, and filled once all records are known.
        let mut layouts = Layouts::new();
        let mut end = 1;
        for family in children.chunk_by(|a, b| a.0 == b.0) {
            let (bits, multiplier) = layouts.find(family.iter().map(|&(_, ring, _)| ring));
            let parent = &mut of_nodes[family[0].0 as usize];
            *parent = parent.with_table(end, bits, multiplier);
            end += 1 << bits;
            if end > MOST_PLACES {
                return None;
            }
        }
        for &(_, ring, child) in &children {
            let number = dictionary.number(child).expect("only classes have none");
            let record = &mut of_nodes[child as usize];
            *record = record.with_ring(ring);
            record.told = tell(number);
        }
        let mut records = vec![Record::EMPTY; end];
        for &(parent, ring, child) in &children {
            records[of_nodes[parent as usize].place(ring)] = of_nodes[child as usize];
        }
        Some(StrengthTree {
            roots: of_nodes[..dictionary.classes()].to_vec(),
            records,
        })
    }
}

impl<T: Told> Growing for StrengthTree<T> {
    type Node = Record<T>;
    type Place = u32;

    fn root(&self, class: usize) -> Record<T> {
        self.roots[class]
    }

    #[inline(always)]
    fn place(&self, node: Record<T>, ring: u16) -> u32 {
        let place = node.place(ring);
        prefetch(&self.records, place);
        place as u32
    }

    #[inline(always)]
    fn look(&self, place: u32) -> Record<T> {
        self.records[place as usize]
    }

    #[inline(always)]
    fn has_grown(found: Record<T>, ring: u16) -> bool {
        found.ring() == ring
    }
}

/// Finds tables in which every ring has a place to itself.
struct Layouts {
    /// The last trial in which each place was taken.
    taken: Vec<u32>,
    trial: u32,
    rings: Vec<u16>,
}

impl Layouts {
    fn new() -> Layouts {
        Layouts {
            taken: vec![0; 1 << 16],
            trial: 0,
            rings: Vec::new(),
        }
    }

    /// The logarithm of the size and the multiplier of a table of these rings.
    fn find(&mut self, rings: impl Iterator<Item = u16>) -> (u32, u16) {
        self.rings.clear();
        self.rings.extend(rings);
        let fewest = self.rings.len().next_power_of_two().trailing_zeros();
        // With 16 bits every ring has a place: a product with an odd number can be undone.
        let mut tried = (fewest..=16).flat_map(|bits| {
            (0..TRIED).map(move |number| (bits, 0x9E37_u16.wrapping_mul(2 * number + 1)))
        });
        let found = tried.find(|&(bits, multiplier)| self.fits(bits, multiplier));
        found.expect("no two products of 16 bits are the same")
    }

    fn fits(&mut self, bits: u32, multiplier: u16) -> bool {
        self.trial += 1;
        self.rings.iter().all(|&ring| {
            let place = u32::from(ring.wrapping_mul(multiplier)) >> (16 - bits);
            std::mem::replace(&mut self.taken[place as usize], self.trial) != self.trial
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::pattern::code::Code;
    use crate::pattern::geometry::{Geometry, LARGEST, SMALLEST};
    use crate::pattern::testing::extracted;
    use std::collections::BTreeSet;

    /// From every pattern by every ring that some pattern grows by, and some more.
    #[test]
    fn finds_what_the_dictionary_has_and_nothing_else() {
        let dictionary = extracted(8, 2);
        let tree =
            StrengthTree::new(&dictionary, |number| [number as f32, -(number as f32)]).unwrap();
        let mut rings: BTreeSet<u16> = dictionary.links().map(|(_, ring, _)| ring).collect();
        rings.extend([0, 0x5555, 0xAAAA, u16::MAX]);
        let classes = 0..dictionary.classes();
        let mut left: Vec<(Node, Record)> = classes
            .map(|class| (Dictionary::root(class), tree.root(class)))
            .collect();
        let mut found = 0;
        while let Some((node, record)) = left.pop() {
            // The corner, which is the first class, sees the edge, so it is never asked about an empty ring.
            for &ring in rings.iter().filter(|&&ring| (node, ring) != (0, 0)) {
                let look = tree.look(tree.place(record, ring));
                let child = dictionary.child(node, ring);
                assert_eq!(
                    StrengthTree::<[f32; 2]>::has_grown(look, ring),
                    child.is_some()
                );
                if let Some(child) = child {
                    let number = dictionary.number(child).unwrap() as f32;
                    assert_eq!(look.told, [number, -number]);
                    left.push((child, look));
                    found += 1;
                }
            }
        }
        assert_eq!(found, dictionary.nodes() - dictionary.classes());
    }

    /// What is outside never is as in the mark of an empty place.
    #[test]
    fn no_board_has_the_ring_of_an_empty_place() {
        let outside = |ring: u16| ring & ring >> 1 & 0x5555;
        for size in 5..=19 {
            let (geometry, board) = (Geometry::<7>::new(size), Board::<7>::new(size));
            for point in geometry.points() {
                let code = Code::of(&geometry, &board, point);
                for ring in SMALLEST..=LARGEST {
                    let found = code.ring(ring);
                    // Rings of four points have nothing in the upper byte, the mark has.
                    assert!(ring < 5 || outside(found) != outside(NO_RING));
                }
            }
        }
        const { assert!(NO_RING > 0xFF) };
    }
}
