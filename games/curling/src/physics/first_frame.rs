//! When something first happens to points that move: by halving the time.

use super::ice::FRAME;
use super::{Ice, Time};
use crate::Vector;

/// The first frame after the one that `from` gives with the place at it, the last of the `ends` included, at which a moving point is not
/// `clear`. What moves stops at the `ends`.
///
/// `clear(a, b, slack)` says whether everything up to `slack` from the line between two points
/// is. Halves of the time are looked at, the earlier first, until a half is clear or is a single
/// frame; a curve bends from its chord by no more than an eighth of the greatest acceleration
/// times the square of the time.
pub fn first_frame(
    ice: &Ice,
    from: (Time, Vector),
    ends: [Time; 2],
    at: impl Fn(Time) -> Vector,
    clear: impl Fn(Vector, Vector, f64) -> bool,
) -> Option<Time> {
    // The ends of the halves still to be looked at, the nearest last. Each halves the one before.
    let mut waiting = [(0 as Time, Vector::default()); 34];
    let (mut begin, mut begin_at) = from;
    let mut depth = 1;
    waiting[0] = (ends[1], at(ends[1]));
    while depth > 0 {
        let (finish, finish_at) = waiting[depth - 1];
        let span = f64::from(finish.saturating_sub(begin)) * FRAME;
        // Stones slow down most just before they stop.
        let next_end = if begin < ends[0] { ends[0] } else { ends[1] };
        let to_go = f64::from(next_end.saturating_sub(finish));
        let bend = ice.greatest_acceleration(to_go) * span * span / 8.0;
        if finish <= begin || clear(begin_at, finish_at, bend) {
            (begin, begin_at) = (finish, finish_at);
            depth -= 1;
        } else if finish - begin == 1 {
            if !clear(finish_at, finish_at, 0.0) {
                return Some(finish);
            }
            (begin, begin_at) = (finish, finish_at);
            depth -= 1;
        } else {
            let middle = begin + (finish - begin) / 2;
            waiting[depth] = (middle, at(middle));
            depth += 1;
        }
    }
    None
}

/// The square of the distance from the origin to the line between two points.
#[inline]
pub fn distance_to_origin_squared(a: Vector, b: Vector) -> f64 {
    let line = b - a;
    let length_squared = line.length_squared();
    if length_squared == 0.0 {
        return a.length_squared();
    }
    let share = (-a.dot(line) / length_squared).clamp(0.0, 1.0);
    (a + line * share).length_squared()
}
