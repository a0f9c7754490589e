//! The largest registered pattern at every point, kept up to date as stones come and go.
//!
//! A stone that comes or goes changes one place in the patterns of up to 36 points. Of those only
//! some can match anything else than before: if the largest match at a point is of size m, a change in ring
//! m + 2 or beyond cannot make it larger, since the pattern of size m + 1 is still not registered; and a
//! change in ring r leaves the match of size r - 1 as it is. So a search looks only at points with a change in a ring
//! `r <= m + 1`, and starts from that ring. Changes are noted for both players as sets of points, a set per ring,
//! and searched when a player's matches are asked for.

use super::code::Code;
use super::dictionary::{Dictionary, Node};
use super::geometry::{ENDS, Geometry, SMALLEST};
use crate::bits::Bits;
use crate::board::{Board, Point};
use crate::vertex::Vertex;
use yomi_core::Player;

/// The number of sizes.
const SIZES: usize = ENDS.len();

/// The matches of one player.
#[derive(Clone)]
struct Matches<const W: usize> {
    /// The nodes on the way to the largest match: the location class, then one for each size.
    nodes: [[[Node; SIZES + 1]; 64]; W],
    /// The points with a match of each size.
    matched: [Bits<W>; SIZES],
    /// The points with a change in each ring since the last search.
    changed: [Bits<W>; SIZES],
}

/// The patterns at all points of a board.
#[derive(Clone)]
pub struct Matcher<const W: usize> {
    codes: [[Code; 64]; W],
    matches: [Matches<W>; 2],
}

impl<const W: usize> Matcher<W> {
    /// The patterns of an empty board.
    pub fn new(geometry: &Geometry<W>) -> Matcher<W> {
        let nothing = Matches {
            nodes: [[[0; SIZES + 1]; 64]; W],
            matched: [Bits::EMPTY; SIZES],
            changed: [Bits::EMPTY; SIZES],
        };
        let mut matcher = Matcher {
            codes: [[Code::default(); 64]; W],
            matches: [nothing.clone(), nothing],
        };
        let empty = Board::new(geometry.size());
        for point in geometry.points() {
            matcher.codes.as_flattened_mut()[point.index()] = Code::of(geometry, &empty, point);
            for matches in &mut matcher.matches {
                let root = Dictionary::root(geometry.class(point));
                matches.nodes.as_flattened_mut()[point.index()][0] = root;
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
        for observer in geometry.observers(point) {
            let code = &mut self.codes.as_flattened_mut()[usize::from(observer.point)];
            code.change(observer.place.into(), change);
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
        self.codes.as_flattened()[point.index()]
    }

    /// Searches the largest patterns at those of these points where something has changed for a player; calls
    /// `found` with each point that was searched and the node of its match. Returns these points, and those with a
    /// change in the first two rings, in which one sees whether a point is an eye.
    #[inline]
    pub(crate) fn search(
        &mut self,
        dictionary: &Dictionary,
        among: &Bits<W>,
        player: Player,
        mut found: impl FnMut(Vertex, Node),
    ) -> Bits<W> {
        let Matches {
            nodes,
            matched,
            changed,
        } = &mut self.matches[player.index()];
        let nodes = nodes.as_flattened_mut();
        let mut touched = changed[0].or(&changed[1]).and(among);
        // The points whose match of the size before has just been found, and all that have one.
        let (mut fresh, mut below) = (Bits::EMPTY, *among);
        // All points go up the tree side by side, one ring at a time: a step waits for memory, and those of
        // different points wait together.
        for number in 0..SIZES {
            let asked = changed[number].or(&fresh).and(&below).and(among);
            changed[number] = Bits::EMPTY;
            fresh = Bits::EMPTY;
            asked.for_each(|point| {
                let nodes = &mut nodes[point.index()];
                let code = self.codes.as_flattened()[point.index()].seen_by(player);
                match dictionary.child(nodes[number], code.ring(SMALLEST + number)) {
                    Some(child) => {
                        nodes[number + 1] = child;
                        fresh.insert(point);
                        if number + 1 == SIZES {
                            found(point, child);
                        }
                    }
                    None => found(point, nodes[number]),
                }
            });
            // Of points with stones nothing is known.
            matched[number] = matched[number].minus(&asked).or(&fresh).and(&below);
            below = matched[number];
            touched = touched.or(&asked);
        }
        touched
    }

    /// The size of the largest pattern at an empty point, as of the last search; 1 if there is none.
    fn size(&self, point: Vertex, player: Player) -> usize {
        let matched = &self.matches[player.index()].matched;
        SMALLEST - 1 + matched.iter().filter(|matched| matched.has(point)).count()
    }

    /// The node of the largest pattern at an empty point, as of the last search.
    pub(crate) fn node(&self, point: Vertex, player: Player) -> Node {
        let number = self.size(point, player) + 1 - SMALLEST;
        self.matches[player.index()].nodes.as_flattened()[point.index()][number]
    }

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
