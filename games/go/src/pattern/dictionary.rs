//! The registered patterns, and the search for the largest one around a point.
//!
//! A pattern is registered only if its smaller ones are, so all of them form a tree: the children of a
//! pattern have one ring more. The search for the largest match goes up that tree from the
//! location class, one ring a step; and when something changes in a ring, smaller patterns still
//! match.
//!
//! A step is a probe of one hash table from (node, contents of the next ring) to the child. A pattern has up to
//! eight orientations, fewer where it sees the edge; each is a node, so nothing
//! has to be turned in the search.

use super::code::Code;
use super::geometry::{Geometry, LARGEST, SMALLEST, SYMMETRIES};
use arrayvec::ArrayVec;

/// A pattern: a location class and what is around, own stones black.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern {
    /// 2 to 7.
    pub size: u8,
    /// The location class of the centre.
    pub class: u8,
    /// The contents, in the smallest of its orientations, empty beyond its size.
    pub code: Code,
}

/// A node of the tree: what was found so far. The first ones are the location classes.
pub(crate) type Node = u32;

/// More nodes than there may be: a table entry names 24 bits, and playouts have up to four places for a node.
const TOO_MANY: usize = 1 << 22;

/// What may be wrong with a list of patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadPattern {
    /// The pattern of this number is of no size or class that there is, or in another orientation than the smallest.
    Malformed(usize),
    /// The pattern of this number comes before or without its smaller part.
    Orphan(usize),
    /// The pattern of this number is there already.
    Double(usize),
}

impl std::fmt::Display for BadPattern {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            BadPattern::Malformed(number) => write!(f, "pattern {number} is malformed"),
            BadPattern::Orphan(number) => write!(
                f,
                "pattern {number} comes without its smaller part: expected smaller patterns first"
            ),
            BadPattern::Double(number) => write!(f, "pattern {number} is there twice"),
        }
    }
}

impl std::error::Error for BadPattern {}

/// The registered patterns of boards of one size.
#[derive(Clone)]
pub struct Dictionary {
    geometry: Geometry<7>,
    patterns: Vec<Pattern>,
    /// Each node's number of the pattern plus one; 0 for location classes.
    numbers: Vec<u32>,
    /// The orientation of each node.
    codes: Vec<Code>,
    /// Open addressing: from the top 24 bits of the node, 16 of the ring, 24 of the child; 0 is free.
    table: Vec<u64>,
    /// 64 less the number of bits of a place in the table.
    shift: u32,
}

impl Dictionary {
    /// No patterns yet, for boards of this size.
    pub fn new(size: usize) -> Dictionary {
        Dictionary {
            geometry: Geometry::new(size),
            patterns: Vec::new(),
            numbers: vec![0; Geometry::<7>::count_classes(size)],
            codes: vec![Code::default(); Geometry::<7>::count_classes(size)],
            table: vec![0; 1 << 10],
            shift: 54,
        }
    }

    /// The patterns of a list, which has smaller ones first.
    pub fn with_patterns(size: usize, patterns: &[Pattern]) -> Result<Dictionary, BadPattern> {
        let mut dictionary = Dictionary::new(size);
        for (number, &pattern) in patterns.iter().enumerate() {
            dictionary
                .register(pattern)
                .map_err(|wrong| wrong(number))?;
        }
        Ok(dictionary)
    }

    /// The same with more patterns, each of which grows from one that is there.
    ///
    /// # Panics
    ///
    /// If one does not, or is there already: for what a [`Counter`](super::Counter) has found.
    #[must_use]
    pub fn with(mut self, patterns: &[Pattern]) -> Dictionary {
        for &pattern in patterns {
            let registered = self.register(pattern);
            assert!(registered.is_ok(), "{pattern:?}");
        }
        self
    }

    /// The number of rows of the board.
    pub fn board_size(&self) -> usize {
        self.geometry.size()
    }

    /// The registered patterns; their numbers are their places in this list.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The location class of a node that has no pattern.
    #[inline(always)]
    pub(crate) const fn root(class: usize) -> Node {
        class as Node
    }

    /// The number of nodes.
    pub(crate) fn nodes(&self) -> usize {
        self.numbers.len()
    }

    /// The number of a node's pattern; `None` for a location class.
    #[inline(always)]
    pub(crate) fn number(&self, node: Node) -> Option<u32> {
        self.numbers[node as usize].checked_sub(1)
    }

    /// The number of location classes, whose nodes come first.
    pub(crate) fn classes(&self) -> usize {
        Geometry::<7>::count_classes(self.board_size())
    }

    /// All nodes with the node they grow from and the ring by which they do, in no order.
    pub(crate) fn links(&self) -> impl Iterator<Item = (Node, u16, Node)> + '_ {
        let entries = self.table.iter().filter(|&&entry| entry != 0);
        entries.map(|&entry| {
            let (key, child) = (entry >> 24, entry & 0xFF_FFFF);
            ((key >> 16) as Node, key as u16, child as Node)
        })
    }

    /// The node for a pattern and what is in the next ring, if that is registered.
    #[inline(always)]
    pub(crate) fn child(&self, node: Node, ring: u16) -> Option<Node> {
        let key = key(node, ring);
        let mask = self.table.len() - 1;
        let mut place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        loop {
            let entry = self.table[place & mask];
            if entry >> 24 == key {
                return Some((entry & 0xFF_FFFF) as Node);
            }
            if entry == 0 {
                return None;
            }
            place += 1;
        }
    }

    /// The pattern of this size that grows from a node by a ring.
    pub(crate) fn grown(&self, parent: Node, size: usize, ring: u16) -> Pattern {
        let class = match self.number(parent) {
            None => parent as u8,
            Some(number) => self.patterns[number as usize].class,
        };
        let code = self.codes[parent as usize].with_ring(size, ring);
        Pattern {
            size: size as u8,
            class,
            code,
        }
    }

    /// The node that a registered pattern grows from.
    pub(crate) fn parent(&self, pattern: &Pattern) -> Option<Node> {
        match usize::from(pattern.size) {
            SMALLEST => Some(Dictionary::root(pattern.class.into())),
            size => self.find(pattern.class.into(), pattern.code, size - 1),
        }
    }

    /// The node of the contents up to a size, if all its rings are registered.
    pub(crate) fn find(&self, class: usize, code: Code, size: usize) -> Option<Node> {
        (SMALLEST..=size).try_fold(Dictionary::root(class), |node, ring| {
            self.child(node, code.ring(ring))
        })
    }

    /// The number of the largest pattern around a point, and its size.
    pub fn largest(&self, class: usize, code: Code) -> Option<(u32, usize)> {
        let mut node = Dictionary::root(class);
        let mut size = SMALLEST - 1;
        while size < LARGEST
            && let Some(child) = self.child(node, code.ring(size + 1))
        {
            (node, size) = (child, size + 1);
        }
        self.number(node).map(|number| (number, size))
    }

    /// The orientation of contents that stands for all.
    pub(crate) fn canonical(&self, class: usize, code: Code, size: usize) -> Code {
        code.smallest(self.geometry.orientations(class, size))
    }

    /// Registers a pattern whose smaller ones are registered.
    pub(crate) fn register(&mut self, pattern: Pattern) -> Result<(), fn(usize) -> BadPattern> {
        let (size, class) = (usize::from(pattern.size), usize::from(pattern.class));
        let classes = Geometry::<7>::count_classes(self.board_size());
        if !(SMALLEST..=LARGEST).contains(&size)
            || class >= classes
            || pattern.code.up_to(size) != pattern.code
            || self.canonical(class, pattern.code, size) != pattern.code
            || self.numbers.len() + 8 >= TOO_MANY
        {
            return Err(BadPattern::Malformed);
        }
        let orientations = self.geometry.orientations(class, size);
        let mut known = ArrayVec::<Code, SYMMETRIES>::new();
        for symmetry in orientations {
            let code = pattern.code.turned(symmetry);
            if known.contains(&code) {
                continue;
            }
            let parent = match size {
                SMALLEST => Some(Dictionary::root(class)),
                _ => self.find(class, code, size - 1),
            };
            let parent = parent.ok_or(BadPattern::Orphan as fn(usize) -> BadPattern)?;
            if self.child(parent, code.ring(size)).is_some() {
                return Err(BadPattern::Double);
            }
            self.insert(key(parent, code.ring(size)), self.numbers.len() as Node);
            self.numbers.push(self.patterns.len() as u32 + 1);
            self.codes.push(code);
            known.push(code);
        }
        self.patterns.push(pattern);
        Ok(())
    }

    fn insert(&mut self, key: u64, child: Node) {
        if 2 * (self.nodes() + 1) > self.table.len() {
            let old = std::mem::take(&mut self.table);
            self.table = vec![0; 2 * old.len()];
            self.shift -= 1;
            for entry in old.into_iter().filter(|&entry| entry != 0) {
                self.put(entry);
            }
        }
        self.put(key << 24 | u64::from(child));
    }

    fn put(&mut self, entry: u64) {
        let mask = self.table.len() - 1;
        let key = entry >> 24;
        let mut place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        while self.table[place & mask] != 0 {
            place += 1;
        }
        self.table[place & mask] = entry;
    }
}

/// What is looked up.
#[inline(always)]
const fn key(node: Node, ring: u16) -> u64 {
    (node as u64) << 16 | ring as u64
}
