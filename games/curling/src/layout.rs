//! Whether stones can lie as a server or a user says.
//!
//! A position that cannot be is a fault of the server, of the way or of the keyboard, and a search from it would be
//! worth nothing. What a real server sends passes: both generations of the physics leave stones
//! alone that overlap by up to 5 mm (the *linear slop* of Box2D; in 4,800 positions of the two
//! official simulators the greatest overlap is 0.8 mm), and coordinates are rounded to single
//! precision or to six digits. So overlaps of up to 1 cm are passed over. A stone may lie anywhere
//! between the side lines, from the release to the back line, which it may touch; whether it should
//! have been removed short of the hog line is for the server to say.

use crate::{STONE_RADIUS, Stones, Vector, World};

/// The overlap that is passed over, in metres.
const TOLERANCE: f64 = 0.01;

/// Stones that cannot lie so. They are numbered by their throws, from 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LayoutError {
    /// A stone is not on the sheet.
    Outside {
        /// Which.
        stone: usize,
        /// Where it is said to lie.
        at: Vector,
    },
    /// Two stones lie in each other.
    Overlap {
        /// The one that was thrown first.
        stone: usize,
        /// The other.
        other: usize,
        /// How far apart their centres are, in metres.
        distance: f64,
    },
}

/// Looks at all stones.
///
/// ```
/// use yomi_curling::{Stones, Vector, World};
/// use yomi_curling::layout::check;
///
/// let mut stones = Stones::default();
/// stones.set(0, Vector::new(0.0, 38.405));
/// stones.set(3, Vector::new(0.285, 38.405));
/// assert_eq!(check(World::Fcv1, &stones), Ok(()));
/// stones.set(3, Vector::new(0.2, 38.405));
/// let error = check(World::Fcv1, &stones).unwrap_err();
/// assert_eq!(
///     error.naming(|number| format!("stone {number}")),
///     "stone 0: expected to lie 0.29 m from stone 3, found 0.2 m"
/// );
/// ```
pub fn check(world: World, stones: &Stones) -> Result<(), LayoutError> {
    for (stone, at) in stones.iter() {
        if !is_on_sheet(world, at) {
            return Err(LayoutError::Outside { stone, at });
        }
        for (other, there) in stones.iter().skip_while(|&(number, _)| number <= stone) {
            let distance = at.distance(there);
            if distance < 2.0 * STONE_RADIUS - TOLERANCE {
                return Err(LayoutError::Overlap {
                    stone,
                    other,
                    distance,
                });
            }
        }
    }
    Ok(())
}

fn is_on_sheet(world: World, at: Vector) -> bool {
    let sheet = world.sheet();
    let along = |y: f64| (y - sheet.release.y) * sheet.forward;
    let length = along(sheet.back_line) + STONE_RADIUS + TOLERANCE;
    (sheet.left..=sheet.right).contains(&at.x) && (0.0..=length).contains(&along(at.y))
}

impl LayoutError {
    /// What was expected and what was found, with stones as the protocol names them.
    pub fn naming(&self, name: impl Fn(usize) -> String) -> String {
        match *self {
            LayoutError::Outside { stone, at } => format!(
                "{}: expected a place on the sheet, found ({}, {})",
                name(stone),
                at.x,
                at.y
            ),
            LayoutError::Overlap {
                stone,
                other,
                distance,
            } => format!(
                "{}: expected to lie {} m from {}, found {} m",
                name(stone),
                2.0 * STONE_RADIUS,
                name(other),
                // To a tenth of a millimetre.
                (distance * 10_000.0).round() / 10_000.0
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones(list: &[(usize, f64, f64)]) -> Stones {
        let mut stones = Stones::default();
        for &(number, x, y) in list {
            stones.set(number, Vector::new(x, y));
        }
        stones
    }

    #[test]
    fn stones_lie_on_the_sheet() {
        // The extreme stones of the official simulators, and what is only just absurd.
        for (world, x, y, passes) in [
            (World::Fcv1, -2.22897768, 32.1505165, true),
            (World::Fcv1, 2.22960734, 40.377018, true),
            (World::Fcv1, 0.0, 40.4, false),
            (World::Fcv1, 2.4, 38.0, false),
            (World::Fcv1, -2.4, 38.0, false),
            (World::Fcv1, 0.0, -0.1, false),
            (World::Fcv1, f64::NAN, 38.0, false),
            (World::Fcv1, 0.0, f64::INFINITY, false),
            (World::Dc2, 0.145727843, 2.90612841, true),
            (World::Dc2, 4.6039319, 11.1278076, true),
            (World::Dc2, 2.375, 2.8, false),
            (World::Dc2, 2.375, 41.4, false),
            (World::Dc2, -0.1, 5.0, false),
            (World::Dc2, 4.8, 5.0, false),
        ] {
            let found = check(world, &stones(&[(4, x, y)]));
            assert_eq!(found.is_ok(), passes, "{world:?} {x} {y}");
            if let Err(error) = found {
                assert!(matches!(error, LayoutError::Outside { stone: 4, .. }));
                let told = error.naming(|number| format!("stone {}", number + 1));
                let expected = "stone 5: expected a place on the sheet, found (";
                assert!(told.starts_with(expected), "{told}");
            }
        }
    }

    #[test]
    fn stones_do_not_lie_in_each_other() {
        // The closest pair of the official simulator, and one that was pressed together.
        let passed = stones(&[(0, 0.0, 38.0), (7, 0.28918, 38.0), (9, 0.0, 37.7155)]);
        assert_eq!(check(World::Fcv1, &passed), Ok(()));
        for (list, pair) in [
            (&[(2, 1.0, 36.0), (3, 1.0, 36.0)][..], (2, 3)),
            (&[(0, 0.0, 33.0), (5, 1.0, 36.0), (15, 0.9, 35.75)], (5, 15)),
        ] {
            match check(World::Fcv1, &stones(list)) {
                Err(LayoutError::Overlap { stone, other, .. }) => {
                    assert_eq!((stone, other), pair);
                }
                found => panic!("{list:?}: {found:?}"),
            }
        }
    }
}
