//! The largest registered pattern at every point, kept up to date as stones come and go.
//!
//! A stone that comes or goes changes one place in the patterns of up to 36 points. Of those only
//! some can match anything else than before: if the largest match at a point is of size m, a change in ring
//! m + 2 or beyond cannot make it larger, since the pattern of size m + 1 is still not registered; and a
//! change in ring r leaves the match of size r - 1 as it is. So a search looks only at points with a change in a ring
//! `r <= m + 1`, and starts from that ring. Changes are noted for both players as sets of points, a set per ring,
//! and searched when a player's matches are asked for.

use super::code::{Code, seen_by};
use super::dictionary::{Dictionary, Node};
use super::geometry::{ENDS, Geometry, LARGEST, SMALLEST};
use crate::bits::Bits;
use crate::board::{Board, Point};
use crate::vertex::Vertex;
use arrayvec::ArrayVec;
use yomi_core::Player;

/// How far a search has come.
struct Front<const W: usize> {
    /// The points that it was about.
    touched: Bits<W>,
    /// The points whose match of the size before has just been found, and all that have one.
    fresh: Bits<W>,
    below: Bits<W>,
}

/// How many points are looked at side by side.
const MOST_LOOKS: usize = 32;

/// The number of sizes.
const SIZES: usize = ENDS.len();

/// Registered patterns as a tree, each child one ring larger than its parent.
pub(crate) trait Growing {
    /// A pattern or a location class.
    type Node: Copy;

    /// What the first look at memory brings.
    type Look: Copy;

    /// A location class.
    fn root(&self, class: usize) -> Self::Node;

    /// The first look for the pattern that grows from another by what is in the next ring. It decides nothing, so that the
    /// processor need not wait for one look before it begins the next.
    fn look(&self, node: Self::Node, ring: u16) -> Self::Look;

    /// That pattern, if it is registered.
    fn child(&self, node: Self::Node, ring: u16, look: Self::Look) -> Option<Self::Node>;
}

impl Growing for Dictionary {
    type Node = Node;
    type Look = ();

    fn root(&self, class: usize) -> Node {
        Dictionary::root(class)
    }

    #[inline(always)]
    fn look(&self, _: Node, _: u16) {}

    #[inline(always)]
    fn child(&self, node: Node, ring: u16, (): ()) -> Option<Node> {
        Dictionary::child(self, node, ring)
    }
}

/// The matches of one player.
#[derive(Clone)]
struct Matches<const W: usize, N> {
    /// The nodes on the way to the largest match: the location class, then one for each size.
    nodes: [[[N; 64]; W]; SIZES + 1],
    /// The points with a match of each size.
    matched: [Bits<W>; SIZES],
    /// The points with a change in each ring since the last search.
    changed: [Bits<W>; SIZES],
}

/// The patterns at all points of a board, with what is known of a pattern.
#[derive(Clone)]
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
            matches: [nothing.clone(), nothing],
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

    /// Searches the largest patterns at those of these points where something has changed for a player; calls
    /// `found` with each point that was searched and the node of its match. Returns these points, and those with a
    /// change in the first two rings, in which one sees whether a point is an eye.
    #[inline]
    pub(crate) fn search(
        &mut self,
        tree: &impl Growing<Node = N>,
        among: &Bits<W>,
        player: Player,
        mut found: impl FnMut(Vertex, N),
    ) -> Bits<W> {
        let Matches { changed, .. } = &self.matches[player.index()];
        let mut front = Front {
            touched: changed[0].or(&changed[1]).and(among),
            fresh: Bits::EMPTY,
            below: *among,
        };
        // All points go up the tree side by side, one ring at a time: a step waits for memory, and those of
        // different points wait together.
        self.grow::<2>(tree, player, &mut front, &mut found);
        self.grow::<3>(tree, player, &mut front, &mut found);
        self.grow::<4>(tree, player, &mut front, &mut found);
        self.grow::<5>(tree, player, &mut front, &mut found);
        self.grow::<6>(tree, player, &mut front, &mut found);
        self.grow::<7>(tree, player, &mut front, &mut found);
        front.touched
    }

    /// Takes those of the points a ring further that have a match of the size before and may match something else than before.
    #[inline(always)]
    fn grow<const RING: usize>(
        &mut self,
        tree: &impl Growing<Node = N>,
        player: Player,
        front: &mut Front<W>,
        found: &mut impl FnMut(Vertex, N),
    ) {
        let number = RING - SMALLEST;
        let Matches {
            nodes,
            matched,
            changed,
        } = &mut self.matches[player.index()];
        let [nodes, children] = &mut nodes[number..=number + 1] else {
            unreachable!("there is one more than sizes");
        };
        let (nodes, children) = (nodes.as_flattened(), children.as_flattened_mut());
        let codes = self.codes.as_flattened();
        let asked = changed[number].or(&front.fresh).and(&front.below);
        changed[number] = Bits::EMPTY;
        let mut fresh = Bits::EMPTY;
        let mut looks = ArrayVec::<_, MOST_LOOKS>::new();
        let mut left = asked;
        while !left.is_empty() {
            looks.clear();
            left = left.after_each_of_first(MOST_LOOKS, |point| {
                let code = Code::from_words(codes[point.index()]);
                let ring = seen_by(code.ring(RING), player);
                looks.push((point, ring, tree.look(nodes[point.index()], ring)));
            });
            for &(point, ring, look) in &looks {
                let node = nodes[point.index()];
                match tree.child(node, ring, look) {
                    Some(child) => {
                        children[point.index()] = child;
                        fresh.insert(point);
                        if RING == LARGEST {
                            found(point, child);
                        }
                    }
                    None => found(point, node),
                }
            }
        }
        // Of points with stones nothing is known.
        matched[number] = matched[number].minus(&asked).or(&fresh).and(&front.below);
        front.below = matched[number];
        front.fresh = fresh;
        front.touched = front.touched.or(&asked);
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
        self.search(dictionary, board.empty(), player, |_, _| ());
    }
}
