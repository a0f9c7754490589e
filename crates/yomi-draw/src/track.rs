//! The ways stones take.

use crate::path::Point;
use crate::view::Frame;
use yomi_curling::{STONES, Stones, Vector};

/// The way one stone takes during a throw.
#[derive(Clone, PartialEq, Debug)]
pub struct Track {
    /// The number of its throw in the end, from 0.
    pub number: usize,
    /// The points it passes, in metres.
    pub points: Vec<Vector>,
    /// Whether it leaves play.
    pub leaves: bool,
}

/// A way shorter than this is none: stones that only tremble.
const MOVED: f64 = 0.002;

/// How far a drawn path may be off, in metres: a twentieth of a unit of the picture.
const TOLERANCE: f64 = 0.0005;

/// The ways of all stones that move, from the positions frame by frame.
pub fn tracks(frames: impl IntoIterator<Item = Stones>) -> Vec<Track> {
    let mut ways = vec![Vec::new(); STONES];
    let mut last = Stones::default();
    for stones in frames {
        for (number, at) in stones.iter() {
            let way: &mut Vec<Vector> = &mut ways[number];
            if way.last() != Some(&at) {
                way.push(at);
            }
        }
        last = stones;
    }
    ways.into_iter()
        .enumerate()
        .filter(|(_, way)| {
            way.first()
                .is_some_and(|&from| way.iter().any(|at| at.distance(from) > MOVED))
        })
        .map(|(number, way)| Track {
            number,
            points: simplified(&way, TOLERANCE),
            leaves: last.get(number).is_none(),
        })
        .collect()
}

/// As few of the points as stay within the tolerance of all of them (Ramer, Douglas and Peucker):
/// the point farthest from the line between two kept points is kept too, until none is far.
fn simplified(points: &[Vector], tolerance: f64) -> Vec<Vector> {
    if points.len() < 3 {
        return points.to_vec();
    }
    let last = points.len() - 1;
    let mut keep = vec![false; points.len()];
    (keep[0], keep[last]) = (true, true);
    let mut open = vec![(0, last)];
    while let Some((from, to)) = open.pop() {
        let mut farthest = (tolerance, from);
        for middle in from + 1..to {
            let distance = to_segment(points[middle], points[from], points[to]);
            if distance > farthest.0 {
                farthest = (distance, middle);
            }
        }
        if farthest.1 != from {
            keep[farthest.1] = true;
            open.extend([(from, farthest.1), (farthest.1, to)]);
        }
    }
    let kept = points.iter().zip(keep).filter(|(_, keep)| *keep);
    kept.map(|(point, _)| *point).collect()
}

/// The distance of a point from a line between two others.
fn to_segment(point: Vector, from: Vector, to: Vector) -> f64 {
    let along = to - from;
    let length = along.length_squared();
    if length == 0.0 {
        return point.distance(from);
    }
    let share = ((point - from).dot(along) / length).clamp(0.0, 1.0);
    point.distance(from + along * share)
}

/// The pieces of a line that the frame shows.
pub(crate) fn clipped(frame: &Frame, points: &[Point]) -> Vec<Vec<Point>> {
    let mut pieces: Vec<Vec<Point>> = Vec::new();
    for pair in points.windows(2) {
        let Some((from, to)) = clip(frame, pair[0], pair[1]) else {
            continue;
        };
        match pieces.last_mut() {
            Some(piece) if piece.last() == Some(&from) => piece.push(to),
            _ => pieces.push(vec![from, to]),
        }
    }
    pieces
}

/// The part of a straight line that the frame shows (Liang and Barsky): each edge of the frame
/// cuts a share off its beginning or its end.
fn clip(frame: &Frame, from: Point, to: Point) -> Option<(Point, Point)> {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let edges = [
        (-x, from.x),
        (x, frame.width - from.x),
        (-y, from.y - frame.top),
        (y, frame.height - from.y),
    ];
    let (mut begin, mut end) = (0.0_f64, 1.0_f64);
    for (speed, room) in edges {
        if speed == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if speed < 0.0 {
            begin = begin.max(room / speed);
        } else {
            end = end.min(room / speed);
        }
    }
    if begin > end {
        return None;
    }
    let at = |share: f64| match share {
        0.0 => from,
        1.0 => to,
        share => Point::new(from.x + share * x, from.y + share * y),
    };
    Some((at(begin), at(end)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::View;
    use proptest::prelude::*;
    use yomi_curling::World;

    #[test]
    fn corners_stay_and_straight_lines_shrink() {
        let corner = |i: usize| match i {
            0..=50 => Vector::new(0.0, i as f64),
            _ => Vector::new((i - 50) as f64, 50.0),
        };
        let points: Vec<Vector> = (0..=100).map(corner).collect();
        assert_eq!(
            simplified(&points, 0.002),
            [corner(0), corner(50), corner(100)]
        );
    }

    proptest! {
        #[test]
        fn no_point_is_far_from_the_simplified_way(
            steps in proptest::collection::vec((-0.01..0.01f64, 0.0..0.05f64), 2..200)
        ) {
            let mut at = Vector::new(0.0, 0.0);
            let mut points = Vec::new();
            for (x, y) in steps {
                at += Vector::new(x, y);
                points.push(at);
            }
            let few = simplified(&points, TOLERANCE);
            prop_assert!(few.len() <= points.len());
            for point in points {
                let near = few.windows(2).any(|pair| to_segment(point, pair[0], pair[1]) <= TOLERANCE);
                prop_assert!(near, "{point:?} is far from {few:?}");
            }
        }

        #[test]
        fn what_is_clipped_is_within_the_frame_and_on_the_line(
            from in (-2000.0..2000.0f64, -2000.0..2000.0f64),
            to in (-2000.0..2000.0f64, -2000.0..2000.0f64),
        ) {
            let frame = Frame::new(World::Fcv1, View::House, true);
            let (from, to) = (Point::new(from.0, from.1), Point::new(to.0, to.1));
            let pieces = clipped(&frame, &[from, to]);
            for point in pieces.iter().flatten() {
                let roomy = |at: f64| at.clamp(-1e-9, 2000.0);
                prop_assert!(point.x >= -1e-9 && point.x <= frame.width + 1e-9);
                prop_assert!(roomy(point.y) >= frame.top - 1e-9 && point.y <= frame.height + 1e-9);
                let detour = from.distance(*point) + point.distance(to) - from.distance(to);
                prop_assert!(detour.abs() < 1e-6);
            }
            if frame.shows(from) && frame.shows(to) {
                prop_assert_eq!(pieces, vec![vec![from, to]]);
            } else if frame.shows(from) || frame.shows(to) {
                prop_assert_eq!(pieces.len(), 1);
            }
        }
    }
}
