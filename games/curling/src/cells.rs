//! Cells of positions, for searches that learn from similar ones.
//!
//! Positions belong to one tree if as many stones are thrown and in play, and if the colours of those in
//! the house follow each other alike, from the tee outwards. Within a tree a position is the places of its
//! stones: every coordinate lies in an interval of 15.8 m, which is halved at each level, fifteen
//! times, down to 0.5 mm. Stones of one side are interchangeable.
//!
//! The key of a cell is the sum, over the stones, of a hash of side, level and both coordinates of the
//! stone, so that the two are bound together; then the tree's own number is mixed in. Positions whose
//! stones all lie behind and beside the house, out of reach of everything, are one cell that is never
//! divided.
//!
//! That is the division by places, the paper's. With eight stones in play two positions hardly ever share a cell below a
//! width of some metres. The division by [`relations`](crate::relations) therefore has trees whatever the number of stones
//! in play, and its first three levels tell positions apart by what stones are to each other; the levels below
//! are those of places, within the cells above.
//!
//! Reference: K. Ohto and T. Tanaka, "Applying Monte Carlo tree search to curling AI", 2016.

use crate::relations::{self, relations};
use crate::{Curling, STONE_RADIUS, STONES, State, Vector};
use arrayvec::ArrayVec;
use yomi_core::continuous::{Cells, Division};

/// How often a coordinate is halved.
const HALVINGS: u32 = 15;

/// The width of the coarsest cell in metres; the tee is in the middle.
const WIDTH: f64 = 15.8;

/// A stone on the finest grid.
#[derive(Clone, Copy, Debug)]
struct Place {
    x: u16,
    y: u16,
    side: u8,
}

/// The tree that a position belongs to and the places of its stones.
#[derive(Clone, Debug)]
pub struct Coordinates {
    tree: u64,
    stones: ArrayVec<Place, STONES>,
    /// The keys of the first levels, where they are not those of places.
    relations: ArrayVec<u64, { relations::LEVELS }>,
}

/// Spreads a number over all bits (the finaliser of SplitMix64).
pub(crate) fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Spreads the place of a stone over all bits: the halves of a product of 128 bits, folded. Cheaper than [`mixed`], and
/// not linear, so that sums of such numbers are different for different places.
#[inline]
fn folded(place: u64) -> u64 {
    let product = u128::from(place ^ 0x2d35_8dcc_aa6c_78a5) * 0x9e37_79b9_7f4a_7c15;
    product as u64 ^ (product >> 64) as u64
}

/// A coordinate on the finest grid.
fn on_grid(from_tee: f64) -> u16 {
    let cells = f64::from(1_u32 << HALVINGS);
    let place = from_tee * (cells / WIDTH) + 0.5 * cells;
    place.clamp(0.0, cells - 1.0) as u16
}

impl Cells for Curling {
    type Coordinates = Coordinates;

    fn coordinates(&self, state: &State, division: Division) -> Coordinates {
        let sheet = self.world.sheet();
        let mut stones = ArrayVec::new();
        // Squares of distances from the tee and sides of the stones in the house, innermost first.
        let mut house: ArrayVec<(f64, u64), STONES> = ArrayVec::new();
        let mut matters = false;
        for (number, at) in state.stones.iter() {
            let from_tee = at - sheet.tee;
            let distance = from_tee.length_squared();
            let side = (number % 2) as u8;
            if distance < sheet.counting_radius * sheet.counting_radius {
                let place = house.iter().position(|&(other, _)| distance < other);
                house.insert(place.unwrap_or(house.len()), (distance, u64::from(side)));
            }
            matters |= is_near(from_tee * sheet.forward, sheet.house_radius);
            stones.push(Place {
                x: on_grid(from_tee.x),
                y: on_grid(from_tee.y),
                side,
            });
        }
        if !matters {
            stones.clear();
        }
        let order = house.iter().fold(1, |order, &(_, side)| order << 1 | side);
        let counts = u64::from(state.shot) << 8 | stones.len() as u64;
        if division == Division::Places || stones.is_empty() {
            return Coordinates {
                tree: mixed(order << 16 | counts),
                stones,
                relations: ArrayVec::new(),
            };
        }
        // One more than there are stones: none of the trees of places.
        let tree = mixed(order << 16 | u64::from(state.shot) << 8 | (STONES as u64 + 1));
        let mut key = tree;
        let relations = relations(self, &state.stones).map(|relation| {
            key = mixed(key ^ folded(u64::from(relation)));
            key
        });
        Coordinates {
            tree,
            stones,
            relations: relations.into(),
        }
    }

    fn cell(&self, coordinates: &Coordinates, level: u32) -> Option<u64> {
        if level == 0 {
            return Some(coordinates.tree);
        }
        if level > HALVINGS || coordinates.stones.is_empty() {
            return None;
        }
        if let Some(&key) = coordinates.relations.get(level as usize - 1) {
            return Some(key);
        }
        let shift = HALVINGS - level;
        let mut sum = 0_u64;
        for stone in &coordinates.stones {
            let (x, y) = (u64::from(stone.x >> shift), u64::from(stone.y >> shift));
            let place = u64::from(level) << 40 | x << 24 | y << 8 | u64::from(stone.side);
            sum = sum.wrapping_add(folded(place));
        }
        let above = coordinates.relations.last().unwrap_or(&coordinates.tree);
        Some(mixed(sum ^ above))
    }
}

/// Whether a stone lies partly within two radii of the house, or before it. The place is seen from the tee with
/// y growing in the direction of the throw.
fn is_near(place: Vector, house_radius: f64) -> bool {
    let reach = house_radius + 3.0 * STONE_RADIUS;
    place.y < 0.0 || place.length_squared() < reach * reach
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Stones, World};
    use std::collections::HashMap;
    use yomi_core::{Game as _, Policy as _, Scratch, Seed};

    /// A position from places relative to the tee, by the numbers of their throws.
    fn position(game: &Curling, shot: u8, stones: &[(usize, f64, f64)]) -> State {
        let mut state = State {
            shot,
            ..State::default()
        };
        let sheet = game.world.sheet();
        for &(number, x, y) in stones {
            let at = sheet.tee + Vector::new(x, y * sheet.forward);
            state.stones.set(number, at);
        }
        state
    }

    fn keys(game: &Curling, state: &State) -> Vec<u64> {
        let coordinates = game.coordinates(state, Division::Places);
        let levels = 0..;
        levels
            .map_while(|level| game.cell(&coordinates, level))
            .collect()
    }

    /// At how many levels the two positions share a cell.
    fn shared(game: &Curling, a: &State, b: &State) -> usize {
        let (a, b) = (keys(game, a), keys(game, b));
        a.iter().zip(&b).take_while(|(a, b)| a == b).count()
    }

    #[test]
    fn stones_of_one_side_are_interchangeable_and_those_of_two_are_not() {
        for world in [World::Dc2, World::Fcv1] {
            let game = Curling {
                world,
                ..Curling::default()
            };
            let stones = [(0, 0.3, -0.2), (2, -0.8, -3.0), (3, 0.9, 0.4)];
            let swapped = [(2, 0.3, -0.2), (0, -0.8, -3.0), (3, 0.9, 0.4)];
            let sides = [(0, 0.3, -0.2), (3, -0.8, -3.0), (2, 0.9, 0.4)];
            let [a, b, c] = [stones, swapped, sides].map(|stones| position(&game, 5, &stones));
            assert_eq!(keys(&game, &a), keys(&game, &b));
            assert_eq!(shared(&game, &a, &c), 0, "the order in the house differs");
        }
    }

    #[test]
    fn x_and_y_of_a_stone_belong_together() {
        let game = Curling::default();
        let a = position(&game, 4, &[(0, 0.3, -3.0), (2, -0.4, -4.0)]);
        let b = position(&game, 4, &[(0, 0.3, -4.0), (2, -0.4, -3.0)]);
        assert!(shared(&game, &a, &b) < 4);
    }

    #[test]
    fn cells_are_halved_level_by_level() {
        let game = Curling::default();
        let at = |x: f64| position(&game, 3, &[(0, x, -3.0), (1, 0.1, 0.1)]);
        let width = |level: i32| WIDTH / 2.0_f64.powi(level);
        for level in 1..=HALVINGS as i32 {
            // On either side of a border of this level, which is none of the level before.
            let border = if level == 1 { 0.0 } else { width(level) };
            let near = 1e-4_f64.min(width(level) / 8.0);
            let (left, right) = (at(border - near), at(border + near));
            assert_eq!(
                shared(&game, &left, &right),
                level as usize,
                "level {level}"
            );
        }
        assert_eq!(keys(&game, &at(0.4)).len(), 16);
        assert_eq!(shared(&game, &at(0.4), &at(0.4)), 16);
    }

    #[test]
    fn trees_are_kept_apart() {
        let game = Curling::default();
        let a = position(&game, 6, &[(0, 0.2, 0.0), (1, 0.4, 0.0)]);
        let others = [
            position(&game, 8, &[(0, 0.2, 0.0), (1, 0.4, 0.0)]),
            position(&game, 6, &[(0, 0.2, 0.0), (1, 0.4, 0.0), (2, 0.0, -4.0)]),
            position(&game, 6, &[(0, 0.4, 0.0), (1, 0.2, 0.0)]),
            position(&game, 6, &[(0, 0.2, 0.0)]),
        ];
        for other in &others {
            assert_eq!(shared(&game, &a, other), 0, "{other:?}");
        }
    }

    #[test]
    fn stones_out_of_reach_are_as_none() {
        let game = Curling::default();
        let empty = position(&game, 6, &[]);
        let behind = position(&game, 6, &[(0, 2.2, 1.5), (1, -2.2, 1.6)]);
        assert_eq!(keys(&game, &empty), keys(&game, &behind));
        assert_eq!(keys(&game, &empty).len(), 1);
        for near in [(0, 2.2, -0.1), (0, 0.0, -6.0), (0, 0.0, 1.9)] {
            assert_eq!(
                keys(&game, &position(&game, 6, &[near])).len(),
                16,
                "{near:?}"
            );
        }
    }

    /// The sides of the stones in the house, innermost first.
    fn house(game: &Curling, state: &State) -> Vec<usize> {
        let sheet = game.world.sheet();
        let mut stones: Vec<(usize, Vector)> = state.stones.iter().collect();
        stones.retain(|(_, at)| at.distance(sheet.tee) < sheet.counting_radius);
        stones.sort_by(|a, b| a.1.distance(sheet.tee).total_cmp(&b.1.distance(sheet.tee)));
        stones.iter().map(|(number, _)| number % 2).collect()
    }

    /// The throw, the level, the places of the stones, their number and the sides of those in the house.
    type Content = (u8, u32, Vec<(u8, u16, u16)>, usize, Vec<usize>);

    /// Cells of different content with the same key, over positions of random games: none.
    #[test]
    fn keys_do_not_collide() {
        let game = Curling::default();
        let mut rng = Seed::new(3).rng();
        let mut scratch = Scratch::default();
        let mut seen: HashMap<u64, Content> = HashMap::new();
        for _ in 0..200 {
            let mut state = game.initial();
            while state.end == 0 {
                let coordinates = game.coordinates(&state, Division::Places);
                for level in 0..=HALVINGS {
                    let Some(key) = game.cell(&coordinates, level) else {
                        break;
                    };
                    let shift = HALVINGS - level;
                    let mut places: Vec<_> = coordinates
                        .stones
                        .iter()
                        .map(|stone| match level {
                            0 => (stone.side, 0, 0),
                            _ => (stone.side, stone.x >> shift, stone.y >> shift),
                        })
                        .collect();
                    places.sort_unstable();
                    let places = if level == 0 { Vec::new() } else { places };
                    let content = (
                        state.shot,
                        level,
                        places,
                        coordinates.stones.len(),
                        house(&game, &state),
                    );
                    let known = seen.entry(key).or_insert_with(|| content.clone());
                    assert_eq!(*known, content, "two cells share a key");
                }
                let shot = crate::players::Simple.choose(&game, &state, &mut scratch, &mut rng);
                game.step(&mut state, shot, &mut rng);
            }
        }
        assert!(seen.len() > 20_000, "{}", seen.len());
    }

    /// Moving a stone by half a metre beside the house changes no relation, so the first levels are the same; guarding the
    /// shot stone changes them from the second on, and the order in the house all.
    #[test]
    fn relations_are_told_apart_before_places_are() {
        let game = Curling::default();
        let keys = |stones: &[(usize, f64, f64)]| {
            let coordinates = game.coordinates(&position(&game, 5, stones), Division::Relations);
            let levels = 0..;
            let keys = levels.map_while(|level| game.cell(&coordinates, level));
            keys.collect::<Vec<u64>>()
        };
        let base = keys(&[(0, 0.2, 0.1), (1, 1.0, 0.9), (2, 1.3, -3.0)]);
        assert_eq!(base.len(), 16);
        let shared = |stones: &[(usize, f64, f64)]| {
            let both = base.iter().zip(keys(stones));
            both.take_while(|&(a, b)| *a == b).count()
        };
        assert_eq!(shared(&[(2, 0.2, 0.1), (1, 1.0, 0.9), (0, 2.0, -3.4)]), 4);
        assert_eq!(shared(&[(0, -0.2, 0.1), (1, 1.0, 0.9), (2, 1.3, -3.0)]), 4);
        assert_eq!(shared(&[(0, 0.2, 0.1), (1, -1.0, 0.9), (2, 1.3, -3.0)]), 3);
        assert_eq!(shared(&[(0, 0.8, 0.1), (1, 1.0, 0.9), (2, 1.3, -3.0)]), 2);
        assert_eq!(shared(&[(0, 0.2, 0.1), (1, 1.0, 0.9), (2, 0.2, -3.0)]), 1);
        // Of two guards before the middle one guards the shot stone.
        let beside = keys(&[(0, 0.2, 0.1), (1, 1.0, 0.9), (2, -0.4, -3.0)]);
        let before = keys(&[(0, 0.2, 0.1), (1, 1.0, 0.9), (2, 0.1, -3.0)]);
        assert_eq!(
            (beside[1] == before[1], beside[2] == before[2]),
            (true, false)
        );
        assert_eq!(shared(&[(1, 0.2, 0.1), (0, 1.0, 0.9), (2, 1.3, -3.0)]), 0);
    }

    #[test]
    fn stones_anywhere_have_coordinates() {
        let game = Curling::default();
        let mut state = game.initial();
        state.stones = Stones::default();
        state.stones.set(0, Vector::new(1e9, -1e9));
        assert_eq!(keys(&game, &state).len(), 16);
    }
}
