//! What the stones of a position are to each other and to the house, from coarse to fine: what a skip looks at first.
//!
//! | level | tells apart |
//! |---|---|
//! | 1 | how many guards either side has, up to two, before the middle of the house and elsewhere |
//! | 2 | how far the two innermost stones lie from the tee, and whether the first is guarded |
//! | 3 | where these two lie: left, right or in the middle, before, beside or behind the tee |

use crate::{Curling, Stones, Vector};

/// How many levels there are.
pub const LEVELS: usize = 3;

/// A guard lies before the middle of the house if it is no farther off the centre line.
const MIDDLE: f64 = 0.5;

/// Squares of distances from the tee.
const DISTANCES: [f64; 3] = [0.3 * 0.3, 0.6 * 0.6, 1.2 * 1.2];

const ACROSS: [f64; 4] = [-0.9, -0.3, 0.3, 0.9];
const ALONG: [f64; 2] = [-0.4, 0.4];

/// What stands for a stone that is not there.
const NONE: u32 = 7;

/// Whether a stone guards what lies so far to its right and beyond it: it lies before it, in its line.
pub fn guards_what_lies(apart: Vector) -> bool {
    (0.5..6.0).contains(&apart.y) && apart.x.abs() < 0.3
}

/// A number for each level: positions that are alike there have the same.
pub fn relations(game: &Curling, stones: &Stones) -> [u32; LEVELS] {
    let sheet = game.world.sheet();
    let seen = |at: Vector| {
        let from_tee = at - sheet.tee;
        Vector::new(from_tee.x, from_tee.y * sheet.forward)
    };
    let reach = sheet.counting_radius * sheet.counting_radius;
    let mut guards = [[0_u32; 2]; 2];
    let mut innermost: [Option<(f64, Vector)>; 2] = [None; 2];
    for (number, at) in stones.iter() {
        let at = seen(at);
        let distance = at.length_squared();
        let is_inside = |known: Option<(f64, Vector)>| known.is_none_or(|(far, _)| distance < far);
        if distance < reach {
            if is_inside(innermost[0]) {
                innermost = [Some((distance, at)), innermost[0]];
            } else if is_inside(innermost[1]) {
                innermost[1] = Some((distance, at));
            }
        } else if at.y < 0.0 {
            let count = &mut guards[number % 2][usize::from(at.x.abs() < MIDDLE)];
            *count = (*count + 1).min(2);
        }
    }
    let is_guarded = innermost[0].is_some_and(|(_, shot_stone)| {
        stones
            .iter()
            .any(|(_, at)| guards_what_lies(shot_stone - seen(at)))
    });
    let distance = |stone: Option<(f64, Vector)>| {
        stone.map_or(NONE, |(distance, _)| class(distance, DISTANCES))
    };
    let place = |stone: Option<(f64, Vector)>| {
        stone.map_or(NONE, |(_, at)| class(at.x, ACROSS) + 8 * class(at.y, ALONG))
    };
    let [first, second] = innermost;
    let guards = guards
        .as_flattened()
        .iter()
        .fold(0, |all, count| all * 3 + count);
    [
        guards,
        distance(first) + 8 * distance(second) + 64 * u32::from(is_guarded),
        place(first) + 64 * place(second),
    ]
}

/// How many of some rising borders a number has passed.
fn class<const N: usize>(number: f64, borders: [f64; N]) -> u32 {
    borders.iter().filter(|&&border| number >= border).count() as u32
}
