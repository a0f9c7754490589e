//! The largest registered pattern at every point, kept up to date as stones come and go.
//!
//! A stone that comes or goes changes one place in the patterns of up to 36 points. Of those only
//! some can match anything else than before: if the largest match at a point is of size m, a change in ring
//! m + 2 or beyond cannot make it larger, since the pattern of size m + 1 is still not registered; and a
//! change in ring r leaves the match of size r - 1 as it is. So a search looks only at points with a change in a ring
//! `r <= m + 1`, and starts from that ring. Changes are noted for both players as sets of points, a set per ring,
//! and searched when a player's matches are asked for.
//!
//! A search takes all points up the tree side by side, each from the ring where it starts, one ring a round. Where to look for the next
//! ring is known before the look, so memory is told of all of a round's looks before the first of them is made, and the caller may do
//! something else in between: most of the time of a search would be waiting otherwise.

use super::code::{Code, seen_by};
use super::dictionary::{Dictionary, Node};
use super::geometry::{ENDS, Geometry, LARGEST, SMALLEST};
use crate::bits::Bits;
use crate::board::{Board, Point};
use crate::vertex::{MAX_SIZE, Vertex};
use arrayvec::ArrayVec;
use yomi_core::Player;

/// The next step of a search at one point.
#[derive(Clone, Copy)]
struct Look<P> {
    /// [`at`] the point, with the ring that the pattern may grow by.
    at: u16,
    /// What is in that ring.
    contents: u16,
    /// Where the pattern may be found.
    place: P,
}

/// Room for what is known of each ring of a point, by the number of the ring.
const RINGS: usize = LARGEST + 1;

/// The place of a ring of a point in lists of such rooms.
#[inline(always)]
const fn at(point: Vertex, ring: usize) -> usize {
    RINGS * point.index() + ring
}

/// The points of the largest board.
const MOST_POINTS: usize = MAX_SIZE * MAX_SIZE;

/// The number of sizes.
const SIZES: usize = ENDS.len();

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
    /// The nodes on the way to the largest match, by ring: the location class is before the first.
    nodes: [[[N; RINGS]; 64]; W],
    /// The size of the largest match at each point; one less than the smallest if there is none.
    sizes: [[u8; 64]; W],
    /// The points with a largest match of each size.
    sized: [Bits<W>; RINGS],
    /// The points with a change in each ring since the last search.
    changed: [Bits<W>; SIZES],
}

/// The patterns at all points of a board, with what is known of a pattern.
#[derive(Clone, Copy)]
pub struct Matcher<const W: usize, N = Node> {
    /// What is around each point, by ring: the lower half as Black sees it, the upper half as White does.
    rings: [[[u32; RINGS]; 64]; W],
    matches: [Matches<W, N>; 2],
}

/// What is in a ring for both players.
#[inline(always)]
const fn for_both(contents: u16) -> u32 {
    let [black, white] = [Player::First, Player::Second];
    seen_by(contents, black) as u32 | (seen_by(contents, white) as u32) << 16
}

/// What is in a ring for a player.
#[inline(always)]
const fn for_one(both: u32, player: Player) -> u16 {
    (both >> (16 * player as u32)) as u16
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
            nodes: [[[root(0); RINGS]; 64]; W],
            sizes: [[0; 64]; W],
            sized: [Bits::EMPTY; RINGS],
            changed: [Bits::EMPTY; SIZES],
        };
        let mut matcher = Matcher {
            rings: [[[0; RINGS]; 64]; W],
            matches: [nothing; 2],
        };
        let empty = Board::new(geometry.size());
        for point in geometry.points() {
            let code = Code::of(geometry, &empty, point);
            for ring in SMALLEST..=LARGEST {
                let rings = &mut matcher.rings.as_flattened_mut()[point.index()];
                rings[ring] = for_both(code.ring(ring));
            }
            for matches in &mut matcher.matches {
                let nodes = &mut matches.nodes.as_flattened_mut()[point.index()];
                nodes[SMALLEST - 1] = root(geometry.class(point));
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
        self.change(geometry, point, player);
    }

    /// A stone goes.
    #[inline]
    pub fn take(&mut self, geometry: &Geometry<W>, point: Vertex, player: Player) {
        self.change(geometry, point, player);
        for matches in &mut self.matches {
            // While a stone was there, nobody searched.
            matches.changed[0].insert(point);
        }
    }

    #[inline(always)]
    fn change(&mut self, geometry: &Geometry<W>, point: Vertex, player: Player) {
        let change = for_both(Point::stone(player) as u16);
        let rings = self.rings.as_flattened_mut().as_flattened_mut();
        for observer in geometry.observers(point) {
            rings[at(observer.centre(), observer.ring())] ^= change << observer.bit;
        }
        let rings = geometry.rings(point);
        for matches in &mut self.matches {
            for (changed, ring) in matches.changed.iter_mut().zip(rings) {
                *changed = changed.or(ring);
            }
        }
    }

    /// What is around a point.
    pub fn code(&self, point: Vertex) -> Code {
        let rings = &self.rings.as_flattened()[point.index()];
        (SMALLEST..=LARGEST).fold(Code::default(), |code, ring| {
            code.with_ring(ring, for_one(rings[ring], Player::First))
        })
    }

    /// Searches the largest patterns at those of these points where something may have changed for a player. Calls
    /// `found` with each such point and its largest pattern, and `meanwhile` before the looks of each round, while memory is awaited.
    #[inline]
    pub(crate) fn search<T: Growing<Node = N>>(
        &mut self,
        tree: &T,
        among: &Bits<W>,
        player: Player,
        mut found: impl FnMut(Vertex, N),
        mut meanwhile: impl FnMut(),
    ) {
        let rings = self.rings.as_flattened().as_flattened();
        let Matches {
            nodes,
            sizes,
            sized,
            changed,
        } = &mut self.matches[player.index()];
        let nodes = nodes.as_flattened_mut().as_flattened_mut();
        let sizes = sizes.as_flattened_mut();
        let look = |node: N, at: usize| {
            let contents = for_one(rings[at], player);
            Look {
                at: at as u16,
                contents,
                place: tree.place(node, contents),
            }
        };
        let mut looks = ArrayVec::<Look<T::Place>, MOST_POINTS>::new();
        // The points with a match of the size before and no change so far, and those with a change.
        let (mut same, mut other) = (*among, Bits::EMPTY);
        for (ring, changed) in (SMALLEST..).zip(changed) {
            let entering = changed.and(&same);
            *changed = Bits::EMPTY;
            entering.for_each(|point| {
                let at = at(point, ring);
                looks.push(look(nodes[at - 1], at));
            });
            other = other.or(&entering);
            same = same.minus(&entering).minus(&sized[ring - 1]);
        }
        for sized in sized.iter_mut() {
            *sized = sized.minus(&other);
        }
        // Nothing here depends on whether a match has grown but by arithmetic: it is as good as random, and a wrong guess
        // costs the processor more than the work.
        while !looks.is_empty() {
            meanwhile();
            let mut next = 0;
            for number in 0..looks.len() {
                let Look {
                    at,
                    contents,
                    place,
                } = looks[number];
                let at = usize::from(at);
                let ring = at % RINGS;
                let node = tree.look(place);
                let has_grown = T::has_grown(node, contents);
                nodes[at] = node;
                sizes[at / RINGS] = (ring - usize::from(!has_grown)) as u8;
                // Behind the last ring of a point there is that of the next one, which no board has where there is none.
                looks[next] = look(node, at + 1);
                next += usize::from(has_grown & (ring < LARGEST));
            }
            looks.truncate(next);
        }
        other.for_each(|point| {
            let size = usize::from(sizes[point.index()]);
            sized[size].insert(point);
            found(point, nodes[at(point, size)]);
        });
    }

    /// The size of the largest pattern at an empty point, as of the last search; 1 if there is none.
    fn size(&self, point: Vertex, player: Player) -> usize {
        self.matches[player.index()].sizes.as_flattened()[point.index()].into()
    }

    /// The node of the largest pattern at an empty point, as of the last search.
    pub(crate) fn node(&self, point: Vertex, player: Player) -> N {
        let ring = self.size(point, player);
        self.matches[player.index()].nodes.as_flattened()[point.index()][ring]
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
