//! Outlines: straight lines and cubic curves.

/// A place in a picture: to the right, and downwards.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// The place `x` to the right and `y` down.
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The distance to another place.
    ///
    /// ```
    /// use yomi_draw::Point;
    /// assert_eq!(Point::new(1.0, 1.0).distance(Point::new(4.0, 5.0)), 5.0);
    /// ```
    pub fn distance(self, other: Point) -> f64 {
        let (x, y) = (other.x - self.x, other.y - self.y);
        (x * x + y * y).sqrt()
    }
}

/// One stroke of the pen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// Put the pen down here.
    Move(Point),
    /// A straight line to here.
    Line(Point),
    /// A cubic curve with two control points to here.
    Curve(Point, Point, Point),
    /// Back to where the pen was put down.
    Close,
}

/// An outline, open or closed, of any number of pieces.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Path {
    /// The strokes in order.
    pub steps: Vec<Step>,
}

/// How far the control points of a quarter circle lie along its tangents, for radius one: the
/// curve is off the circle by less than 0.03%.
const QUARTER: f64 = 0.552_284_749_8;

impl Path {
    /// Straight lines from point to point.
    pub fn polyline(points: impl IntoIterator<Item = Point>) -> Path {
        let mut path = Path::default();
        for point in points {
            path.steps.push(if path.steps.is_empty() {
                Step::Move(point)
            } else {
                Step::Line(point)
            });
        }
        path
    }

    /// A closed shape with straight edges.
    pub fn polygon(points: impl IntoIterator<Item = Point>) -> Path {
        let mut path = Path::polyline(points);
        path.steps.push(Step::Close);
        path
    }

    /// The image of the unit circle under a linear map, around `centre`; the columns of the map
    /// are where the unit vectors to the right and downwards go.
    pub fn ellipse(centre: Point, right: Point, down: Point) -> Path {
        let at = |a: f64, b: f64| {
            Point::new(
                centre.x + a * right.x + b * down.x,
                centre.y + a * right.y + b * down.y,
            )
        };
        let corners = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)];
        let mut path = Path::default();
        path.steps.push(Step::Move(at(1.0, 0.0)));
        for pair in corners.windows(2) {
            let ((a, b), (c, d)) = (pair[0], pair[1]);
            path.steps.push(Step::Curve(
                at(a + QUARTER * c, b + QUARTER * d),
                at(c + QUARTER * a, d + QUARTER * b),
                at(c, d),
            ));
        }
        path.steps.push(Step::Close);
        path
    }

    /// A circle.
    pub fn circle(centre: Point, radius: f64) -> Path {
        Path::ellipse(centre, Point::new(radius, 0.0), Point::new(0.0, radius))
    }

    /// A rectangle, from its upper left corner.
    pub fn rectangle(corner: Point, width: f64, height: f64) -> Path {
        let (x, y) = (corner.x, corner.y);
        let corners = [
            (x, y),
            (x + width, y),
            (x + width, y + height),
            (x, y + height),
        ];
        Path::polygon(corners.map(|(x, y)| Point::new(x, y)))
    }

    /// A rectangle with round corners, from its upper left corner.
    pub fn card(corner: Point, width: f64, height: f64, radius: f64) -> Path {
        let (x, y) = (corner.x, corner.y);
        let at = |a: f64, b: f64| Point::new(x + a, y + b);
        let mut path = Path::default();
        path.steps.push(Step::Move(at(radius, 0.0)));
        path.steps.push(Step::Line(at(width - radius, 0.0)));
        path.quarter(true, at(width, radius));
        path.steps.push(Step::Line(at(width, height - radius)));
        path.quarter(false, at(width - radius, height));
        path.steps.push(Step::Line(at(radius, height)));
        path.quarter(true, at(0.0, height - radius));
        path.steps.push(Step::Line(at(0.0, radius)));
        path.quarter(false, at(radius, 0.0));
        path.steps.push(Step::Close);
        path
    }

    /// A quarter of an ellipse from where the pen is, which sets out sideways or else up or down.
    pub(crate) fn quarter(&mut self, sideways: bool, to: Point) {
        let from = self.end();
        let (x, y) = (QUARTER * (to.x - from.x), QUARTER * (to.y - from.y));
        let (first, second) = if sideways {
            (Point::new(from.x + x, from.y), Point::new(to.x, to.y - y))
        } else {
            (Point::new(from.x, from.y + y), Point::new(to.x - x, to.y))
        };
        self.steps.push(Step::Curve(first, second, to));
    }

    /// Points along the outline, `each` on every curve: straight lines that look like it.
    pub(crate) fn flattened(&self, each: u32) -> Vec<Point> {
        let mut points = Vec::new();
        let mut from = Point::default();
        for step in &self.steps {
            match *step {
                Step::Move(to) | Step::Line(to) => {
                    points.push(to);
                    from = to;
                }
                Step::Curve(first, second, to) => {
                    points.extend((1..=each).map(|i| {
                        let b = f64::from(i) / f64::from(each);
                        let a = 1.0 - b;
                        let weights = [a * a * a, 3.0 * a * a * b, 3.0 * a * b * b, b * b * b];
                        let parts = weights.into_iter().zip([from, first, second, to]);
                        parts.fold(Point::default(), |sum, (weight, point)| {
                            Point::new(sum.x + weight * point.x, sum.y + weight * point.y)
                        })
                    }));
                    from = to;
                }
                Step::Close => {}
            }
        }
        points
    }

    fn end(&self) -> Point {
        match self.steps.last() {
            Some(Step::Move(point) | Step::Line(point) | Step::Curve(_, _, point)) => *point,
            Some(Step::Close) | None => Point::default(),
        }
    }

    /// The same outline with every point moved by `map`, which must be affine.
    pub fn map(&self, map: impl Fn(Point) -> Point) -> Path {
        let steps = self.steps.iter().map(|step| match *step {
            Step::Move(point) => Step::Move(map(point)),
            Step::Line(point) => Step::Line(map(point)),
            Step::Curve(first, second, point) => Step::Curve(map(first), map(second), map(point)),
            Step::Close => Step::Close,
        });
        Path {
            steps: steps.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_round() {
        let centre = Point::new(3.0, 4.0);
        let points = Path::circle(centre, 2.0).flattened(8);
        assert_eq!(points.len(), 1 + 4 * 8);
        assert_eq!(points.first(), points.last());
        for point in points {
            assert!((point.distance(centre) - 2.0).abs() < 1e-3, "{point:?}");
        }
    }
}
