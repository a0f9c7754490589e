//! The tree: nodes, the optional columns beside them, and keeping a subtree between moves.

use super::node::Node;
use super::rave::Amaf;
use super::storage::{Allocator, Column};
use super::transposition::BlockTable;
use yomi_core::VirtualVisits;

/// The optional columns of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// A prior per child.
    pub priors: bool,
    /// All-moves-as-first statistics per child.
    pub amaf: bool,
    /// A table from position keys to child blocks.
    pub transpositions: bool,
}

/// Room for the children of any sensible root, and some more.
const LEAST_CAPACITY: u32 = 8192;

/// A search tree over actions of type `A`. The root is always node 0.
pub struct Tree<A> {
    nodes: Column<Node<A>>,
    priors: Option<Column<f32>>,
    amaf: Option<Column<Amaf>>,
    table: Option<BlockTable>,
    allocator: Allocator,
    /// The node that is to become the root at the next search.
    next_root: u32,
    /// Whether the root never was a child.
    root_is_planted: bool,
}

/// How a child begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Start {
    /// Its share of the prior.
    pub prior: f32,
    /// Virtual visits.
    pub visits: u32,
    /// Their value.
    pub value: f64,
    /// Virtual visits of its all-moves-as-first statistics.
    pub expected: VirtualVisits,
}

/// The children of one node, in all their columns.
pub struct Children<'t, A> {
    /// Index of the first.
    pub first: u32,
    /// Statistics.
    pub nodes: &'t [Node<A>],
    /// Priors, if the tree has them.
    pub priors: Option<&'t [f32]>,
    /// All-moves-as-first statistics, if the tree has them.
    pub amaf: Option<&'t [Amaf]>,
}

impl<A: Copy> Tree<A> {
    /// An empty tree that will never use more than `memory` bytes (but always has room for a few
    /// thousand nodes), nor more than the system will promise.
    pub fn new(memory: u64, layout: Layout) -> Tree<A> {
        let table_bytes = if layout.transpositions {
            memory / 32
        } else {
            0
        };
        let wanted = (memory - table_bytes) / Self::bytes_per_child(layout);
        let mut capacity = wanted.clamp(u64::from(LEAST_CAPACITY), 1 << 31) as u32;
        loop {
            if let Some(tree) = Self::with_capacity(capacity, table_bytes, layout) {
                return tree;
            }
            assert!(
                capacity > LEAST_CAPACITY,
                "not even memory for a small tree"
            );
            capacity = (capacity / 2).max(LEAST_CAPACITY);
        }
    }

    fn with_capacity(capacity: u32, table_bytes: u64, layout: Layout) -> Option<Tree<A>> {
        fn optional<T>(wanted: bool, capacity: u32) -> Option<Option<Column<T>>> {
            match wanted {
                true => Column::with_capacity(capacity).map(Some),
                false => Some(None),
            }
        }
        Some(Tree {
            nodes: Column::with_capacity(capacity)?,
            priors: optional(layout.priors, capacity)?,
            amaf: optional(layout.amaf, capacity)?,
            table: layout.transpositions.then(|| BlockTable::new(table_bytes)),
            allocator: Allocator::new(capacity),
            next_root: 0,
            root_is_planted: false,
        })
    }

    /// Bytes one child takes in a tree of this layout (the transposition table aside).
    pub fn bytes_per_child(layout: Layout) -> u64 {
        let mut bytes = size_of::<Node<A>>();
        bytes += if layout.priors { size_of::<f32>() } else { 0 };
        bytes += if layout.amaf { size_of::<Amaf>() } else { 0 };
        bytes as u64
    }

    /// Bytes in use.
    pub fn memory(&self) -> u64 {
        let layout = Layout {
            priors: self.priors.is_some(),
            amaf: self.amaf.is_some(),
            transpositions: self.table.is_some(),
        };
        u64::from(self.allocator.used()) * Self::bytes_per_child(layout)
            + self.table.as_ref().map_or(0, BlockTable::memory)
    }

    /// Number of nodes.
    pub fn len(&self) -> u32 {
        self.allocator.used()
    }

    /// Whether there is not even a root.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The transposition table, if there is one.
    pub fn table(&self) -> Option<&BlockTable> {
        self.table.as_ref()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.allocator.reset_to(0);
        self.next_root = 0;
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// Puts a fresh root into an empty tree. Its action is never used.
    pub fn plant_root(&mut self, unused_action: A) {
        debug_assert!(self.is_empty());
        let root = self
            .allocator
            .reserve(1)
            .expect("a tree has room for a root");
        // SAFETY: just reserved, and nobody else is here.
        unsafe { self.write_block(root, &[unused_action], |_| Start::default()) };
        self.root_is_planted = true;
    }

    /// Whether the root was planted, so that it never had the virtual visits of a child.
    pub fn root_is_planted(&self) -> bool {
        self.root_is_planted
    }

    /// The node with this index, which must have come from this tree.
    #[inline]
    pub fn node(&self, index: u32) -> &Node<A> {
        // SAFETY: indices are only handed out by `plant_root`, `children` and `reserve`, after the
        // slot was written; across threads they travel through `Node::publish`.
        unsafe { &self.nodes.get(index, 1)[0] }
    }

    /// The children of a node, if they were added.
    #[inline]
    pub fn children(&self, node: &Node<A>) -> Option<Children<'_, A>> {
        let (first, count) = node.children()?;
        // SAFETY: `Node::children` acquired what `Node::publish` released, and the publisher had
        // written all columns of the block.
        unsafe {
            Some(Children {
                first,
                nodes: self.nodes.get(first, count),
                priors: self.priors.as_ref().map(|column| column.get(first, count)),
                amaf: self.amaf.as_ref().map(|column| column.get(first, count)),
            })
        }
    }

    /// The allocator of blocks for new children.
    #[inline]
    pub fn allocator(&self) -> &Allocator {
        &self.allocator
    }

    /// Writes a block of children in the given order. `start(i)` gives the initial statistics of the
    /// i-th. The block is invisible until a node publishes it.
    ///
    /// # Safety
    /// The slots were reserved by this thread and are not published yet.
    #[inline]
    pub unsafe fn write_block(
        &self,
        first: u32,
        actions: &[A],
        mut start: impl FnMut(usize) -> Start,
    ) {
        for (i, &action) in actions.iter().enumerate() {
            let index = first + i as u32;
            let Start {
                prior,
                visits,
                value,
                expected,
            } = start(i);
            // SAFETY: the caller's promise.
            unsafe {
                self.nodes.write(index, Node::new(action, visits, value));
                if let Some(priors) = &self.priors {
                    priors.write(index, prior);
                }
                if let Some(amaf) = &self.amaf {
                    amaf.write(index, Amaf::with_virtual_visits(expected));
                }
            }
        }
    }

    /// The root will be the child reached by `action`; if it is not in the tree, the tree is
    /// forgotten. The work is done at the next [`Tree::compact`].
    pub fn follow(&mut self, action: A)
    where
        A: PartialEq,
    {
        if self.is_empty() {
            return;
        }
        let found = self
            .children(self.node(self.next_root))
            .and_then(|children| {
                let offset = children
                    .nodes
                    .iter()
                    .position(|child| child.action() == action)?;
                Some(children.first + offset as u32)
            });
        match found {
            Some(index) => self.next_root = index,
            None => self.clear(),
        }
    }

    /// Makes the followed node the root and slides its descendants together in place, so that
    /// the rest of the memory is free again.
    ///
    /// Blocks are moved in ascending order of their place, each to the end of what was kept so
    /// far: never upwards, so nothing is overwritten before it was moved.
    pub fn compact(&mut self) {
        if self.next_root == 0 {
            return;
        }
        let mut live = self.live_blocks();
        live.sort_unstable();
        live.dedup();
        let mut kept = 1;
        let mut moves = Vec::with_capacity(live.len());
        for &(first, count) in &live {
            moves.push((first, kept));
            kept += u32::from(count);
        }
        let moved = |first: u32| {
            let place = moves.binary_search_by_key(&first, |&(old, _)| old);
            place.ok().map(|place| moves[place].1)
        };
        // Where positions repeat, the new root may itself be a child of a live node; its pointer
        // must not be moved twice.
        let root_is_live = live
            .iter()
            .any(|&(first, count)| (first..first + u32::from(count)).contains(&self.next_root));
        let root_block = (!root_is_live).then_some((self.next_root, 1));
        for (first, count) in root_block.into_iter().chain(live.iter().copied()) {
            for index in first..first + u32::from(count) {
                let node = self.node(index);
                if let Some((child, children)) = node.children() {
                    node.publish(
                        moved(child).expect("children of live nodes are live"),
                        children,
                        node.is_in_part(),
                    );
                }
            }
        }
        self.slide(self.next_root, 0, 1);
        for (&(first, count), &(_, to)) in live.iter().zip(&moves) {
            self.slide(first, to, count);
        }
        if let Some(table) = &mut self.table {
            table.remap(moved);
        }
        self.allocator.reset_to(kept);
        self.next_root = 0;
        self.root_is_planted = false;
    }

    fn slide(&mut self, from: u32, to: u32, count: u16) {
        self.nodes.slide(from, to, count);
        if let Some(priors) = &mut self.priors {
            priors.slide(from, to, count);
        }
        if let Some(amaf) = &mut self.amaf {
            amaf.slide(from, to, count);
        }
    }

    /// Every block below the next root, in no order, blocks shared by transpositions once per
    /// way (they are entered only once).
    fn live_blocks(&self) -> Vec<(u32, u16)> {
        let mut seen = std::collections::HashSet::new();
        let mut live = Vec::new();
        let mut open = vec![self.next_root];
        while let Some(index) = open.pop() {
            let Some((first, count)) = self.node(index).children() else {
                continue;
            };
            if self.table.is_some() && !seen.insert(first) {
                continue;
            }
            live.push((first, count));
            let block = first..first + u32::from(count);
            open.extend(block.filter(|&child| self.node(child).children().is_some()));
        }
        live
    }
}
