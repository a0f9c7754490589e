//! The largest registered pattern at every point, kept up to date as stones come and go.
//!
//! A stone that comes or goes changes one place in the patterns of up to 36 points. Of those only
//! some can match anything else than before: if the largest match at a point is of size m, a change in ring
//! m + 2 or beyond cannot make it larger, since the pattern of size m + 1 is still not registered; and a
//! change in ring r leaves the match of size r - 1 as it is. So a search looks only at points with a change in a ring
//! `r <= m + 1`, and starts from that ring. Changes are noted for both players as sets of points, a set per ring,
//! and searched when a player's matches are asked for.
//!
//! A search takes all points up the tree side by side, a ring at a time. Where to look for the next ring is known before the look, so
//! memory is told of all of a ring's looks before the first of them is made, and the caller may do something else
//! in between: most of the time of a search would be waiting otherwise.

use super::code::{Code, seen_by};
use super::dictionary::{Dictionary, Node};
use super::geometry::{ENDS, Geometry, LARGEST, SMALLEST};
use crate::bits::Bits;
use crate::board::{Board, Point};
use crate::vertex::{MAX_SIZE, Vertex};
use arrayvec::ArrayVec;
use yomi_core::Player;

/// How far a search has come.
struct Front<const W: usize, P> {
    /// Points to be looked at in this ring, with what is in the ring and the place where the pattern may be found.
    looks: ArrayVec<(Vertex, u16, P), MOST_POINTS>,
    /// The same points.
    asked: Bits<W>,
    /// The points whose match of the ring before has just been found, and all that have one.
    fresh: Bits<W>,
    below: Bits<W>,
}

/// The points of the largest board.
const MOST_POINTS: usize = MAX_SIZE * MAX_SIZE;

/// The number of sizes.
const SIZES: usize = ENDS.len();

/// How many times a search waits for memory.
pub(crate) const PAUSES: u32 = SIZES as u32 - 1;

/// Registered patterns as a tree, each child one ring larger than its parent.
pub(crate) trait Growing {
    /// A pattern or a location class, or nothing.
    type Node: Copy;

    /// Where a pattern may be found.
    type Place: Copy;

    /// A location class.
    fn root(&self, class: usize) -> Self::Node;

    /// Where to look for the pattern that grows from another by what is in the next ring; memory may be told that a look is soon to
    /// come.
    fn place(&self, node: Self::Node, ring: u16) -> Self::Place;

    /// What is there.
    fn look(&self, place: Self::Place) -> Self::Node;

    /// Whether what a look has found is the pattern that has grown by this ring; if not, there is none.
    fn has_grown(found: Self::Node, ring: u16) -> bool;
}

/// The node of no pattern.
const NOTHING: Node = Node::MAX;

impl Growing for Dictionary {
    type Node = Node;
    type Place = (Node, u16);

    fn root(&self, class: usize) -> Node {
        Dictionary::root(class)
    }

    #[inline(always)]
    fn place(&self, node: Node, ring: u16) -> (Node, u16) {
        (node, ring)
    }

    #[inline(always)]
    fn look(&self, (node, ring): (Node, u16)) -> Node {
        self.child(node, ring).unwrap_or(NOTHING)
    }

    #[inline(always)]
    fn has_grown(found: Node, _: u16) -> bool {
        found != NOTHING
    }
}

/// The matches of one player.
#[derive(Clone, Copy)]
struct Matches<const W: usize, N> {
    /// The nodes on the way to the largest match: the location class, then one for each size.
    nodes: [[[N; 64]; W]; SIZES + 1],
    /// The points with a match of each size.
    matched: [Bits<W>; SIZES],
    /// The points with a change in each ring since the last search.
    changed: [Bits<W>; SIZES],
}

/// The patterns at all points of a board, with what is known of a pattern.
#[derive(Clone, Copy)]
pub struct Matcher<const W: usize, N = Node> {
    /// What is around each point, as the words of a [`Code`].
    codes: [[[u64; 2]; 64]; W],
    matches: [Matches<W, N>; 2],
}

impl<const W: usize> Matcher<W> {
    /// The patterns of an empty board, none of them found yet.
    pub fn new(geometry: &Geometry<W>) -> Matcher<W> {
        Matcher::with_roots(geometry, Dictionary::root)
    }
}

impl<const W: usize, N: Copy> Matcher<W, N> {
    /// The patterns of an empty board, none of them found yet; `root` gives the location classes.
    pub(crate) fn with_roots(geometry: &Geometry<W>, root: impl Fn(usize) -> N) -> Matcher<W, N> {
        let nothing = Matches {
            nodes: [[[root(0); 64]; W]; SIZES + 1],
            matched: [Bits::EMPTY; SIZES],
            changed: [Bits::EMPTY; SIZES],
        };
        let mut matcher = Matcher {
            codes: [[[0; 2]; 64]; W],
            matches: [nothing; 2],
        };
        let empty = Board::new(geometry.size());
        for point in geometry.points() {
            let code = Code::of(geometry, &empty, point);
            matcher.codes.as_flattened_mut()[point.index()] = code.words();
            for matches in &mut matcher.matches {
                let nodes = matches.nodes[0].as_flattened_mut();
                nodes[point.index()] = root(geometry.class(point));
                matches.changed[0].insert(point);
            }
        }
        matcher
    }

    /// Puts the stones of a board on the empty board that this is made for.
    pub fn set_up(&mut self, geometry: &Geometry<W>, board: &Board<W>) {
        for player in Player::BOTH {
            for point in board.stones(player).iter() {
                self.put(geometry, point, player);
            }
        }
    }

    /// A stone comes.
    #[inline]
    pub fn put(&mut self, geometry: &Geometry<W>, point: Vertex, player: Player) {
        self.change(geometry, point, Point::stone(player) as u64);
    }

    /// A stone goes.
    #[inline]
    pub fn take(&mut self, geometry: &Geometry<W>, point: Vertex, player: Player) {
        self.change(geometry, point, Point::stone(player) as u64);
        for matches in &mut self.matches {
            // While a stone was there, nobody searched.
            matches.changed[0].insert(point);
        }
    }

    #[inline(always)]
    fn change(&mut self, geometry: &Geometry<W>, point: Vertex, change: u64) {
        let words = self.codes.as_flattened_mut().as_flattened_mut();
        for observer in geometry.observers(point) {
            words[usize::from(observer.word)] ^= change << observer.bit;
        }
        let rings = geometry.rings(point);
        for matches in &mut self.matches {
            for (changed, ring) in matches.changed.iter_mut().zip(rings) {
                *changed = changed.or(ring);
            }
        }
    }

    /// What is around a point.
    #[inline(always)]
    pub fn code(&self, point: Vertex) -> Code {
        Code::from_words(self.codes.as_flattened()[point.index()])
    }

    /// Searches the largest patterns at those of these points where something may have changed for a player. Calls
    /// `found` with a point and its largest pattern so far, once for each look, so that what comes last for a point holds; and `meanwhile`
    /// between rings, while memory is awaited.
    #[inline]
    pub(crate) fn search<T: Growing<Node = N>>(
        &mut self,
        tree: &T,
        among: &Bits<W>,
        player: Player,
        mut found: impl FnMut(Vertex, N),
        mut meanwhile: impl FnMut(),
    ) {
        let mut front = Front {
            looks: ArrayVec::new(),
            asked: Bits::EMPTY,
            fresh: Bits::EMPTY,
            below: *among,
        };
        let (front, found) = (&mut front, &mut found);
        self.enter::<2, T>(tree, player, front);
        self.grow::<2, T>(tree, player, front, found);
        self.enter::<3, T>(tree, player, front);
        meanwhile();
        self.grow::<3, T>(tree, player, front, found);
        self.enter::<4, T>(tree, player, front);
        meanwhile();
        self.grow::<4, T>(tree, player, front, found);
        self.enter::<5, T>(tree, player, front);
        meanwhile();
        self.grow::<5, T>(tree, player, front, found);
        self.enter::<6, T>(tree, player, front);
        meanwhile();
        self.grow::<6, T>(tree, player, front, found);
        self.enter::<7, T>(tree, player, front);
        meanwhile();
        self.grow::<7, T>(tree, player, front, found);
    }

    /// Adds the points whose search starts with this ring: something has changed there, and nothing in the rings before it.
    #[inline(always)]
    fn enter<const RING: usize, T: Growing<Node = N>>(
        &mut self,
        tree: &T,
        player: Player,
        front: &mut Front<W, T::Place>,
    ) {
        let number = RING - SMALLEST;
        let Matches { nodes, changed, .. } = &mut self.matches[player.index()];
        let nodes = nodes[number].as_flattened();
        let codes = self.codes.as_flattened();
        let entering = changed[number].minus(&front.asked).and(&front.below);
        changed[number] = Bits::EMPTY;
        entering.for_each(|point| {
            let ring = seen_by(Code::from_words(codes[point.index()]).ring(RING), player);
            let place = tree.place(nodes[point.index()], ring);
            front.looks.push((point, ring, place));
        });
        front.asked = entering.or(&front.fresh);
    }

    /// Looks at the points of the front, and takes those whose match has grown to the next ring.
    #[inline(always)]
    fn grow<const RING: usize, T: Growing<Node = N>>(
        &mut self,
        tree: &T,
        player: Player,
        front: &mut Front<W, T::Place>,
        found: &mut impl FnMut(Vertex, N),
    ) {
        let number = RING - SMALLEST;
        let Matches { nodes, matched, .. } = &mut self.matches[player.index()];
        let [nodes, children] = &mut nodes[number..=number + 1] else {
            unreachable!("there is one more than sizes");
        };
        let (nodes, children) = (nodes.as_flattened(), children.as_flattened_mut());
        let codes = self.codes.as_flattened();
        let mut fresh = Bits::EMPTY;
        let mut next = 0;
        // Nothing here depends on whether a match has grown but by arithmetic: it is as good as random, and a wrong guess
        // costs the processor more than the work.
        for number in 0..front.looks.len() {
            let (point, ring, place) = front.looks[number];
            let node = tree.look(place);
            let has_grown = T::has_grown(node, ring);
            children[point.index()] = node;
            found(
                point,
                if has_grown {
                    node
                } else {
                    nodes[point.index()]
                },
            );
            fresh.insert_if(has_grown, point);
            if RING < LARGEST {
                let ring = seen_by(
                    Code::from_words(codes[point.index()]).ring(RING + 1),
                    player,
                );
                front.looks[next] = (point, ring, tree.place(node, ring));
                next += usize::from(has_grown);
            }
        }
        front.looks.truncate(next);
        // Of points with stones nothing is known.
        matched[number] = matched[number]
            .minus(&front.asked)
            .or(&fresh)
            .and(&front.below);
        front.below = matched[number];
        front.fresh = fresh;
    }

    /// The size of the largest pattern at an empty point, as of the last search; 1 if there is none.
    fn size(&self, point: Vertex, player: Player) -> usize {
        let matched = &self.matches[player.index()].matched;
        SMALLEST - 1 + matched.iter().filter(|matched| matched.has(point)).count()
    }

    /// The node of the largest pattern at an empty point, as of the last search.
    pub(crate) fn node(&self, point: Vertex, player: Player) -> N {
        let number = self.size(point, player) + 1 - SMALLEST;
        self.matches[player.index()].nodes[number].as_flattened()[point.index()]
    }
}

impl<const W: usize> Matcher<W> {
    /// The number and size of the largest pattern at an empty point, as of the last search.
    pub fn largest(
        &self,
        dictionary: &Dictionary,
        point: Vertex,
        player: Player,
    ) -> Option<(u32, usize)> {
        let number = dictionary.number(self.node(point, player));
        number.map(|number| (number, self.size(point, player)))
    }

    /// Brings the matches of a player at all empty points of a board up to date.
    pub fn update(&mut self, dictionary: &Dictionary, board: &Board<W>, player: Player) {
        self.search(dictionary, board.empty(), player, |_, _| (), || ());
    }
}
