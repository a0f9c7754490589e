//! The ice: rings and lines.

use crate::palette::{GROUND, HOG_LINE, ICE, INNER_RING, LINE, OUTER_RING};
use crate::path::{Path, Point};
use crate::picture::{Layer, Outline, Paint, Shape, Stroke};
use crate::view::Frame;

/// Radii of the rings within the house, in metres: eight feet, four feet and the button.
const RINGS: [(f64, Paint); 3] = [(1.219, ICE), (0.61, INNER_RING), (0.152, ICE)];

/// From the tee to the other tee, and from the hog line to the other hog line.
const TEE_TO_TEE: f64 = 34.747;
const HOG_TO_HOG: f64 = 21.945;

/// The ice without any stone.
pub(crate) fn layer(frame: &Frame) -> Layer {
    let mut shapes = vec![ground(frame), ice(frame)];
    let hog = frame.sheet.forward * (frame.sheet.hog_line - frame.sheet.tee.y);
    house(frame, 0.0, &mut shapes);
    lines(frame, 0.0, hog, &mut shapes);
    let (other_tee, other_hog) = (-TEE_TO_TEE, hog - HOG_TO_HOG);
    if frame.near < other_tee {
        house(frame, other_tee, &mut shapes);
        lines(frame, other_tee, other_hog, &mut shapes);
    }
    shapes.push(along(frame, middle(frame), Stroke::new(LINE, 0.9)));
    for side in [frame.sheet.left, frame.sheet.right] {
        shapes.push(along(frame, side, Stroke::new(LINE, 1.4)));
    }
    Layer {
        name: "ice",
        shapes,
    }
}

/// What is around the sheet: a card with round corners, light on any page.
fn ground(frame: &Frame) -> Shape {
    let card = Path::card(Point::default(), frame.width, frame.height, 8.0);
    Shape::filled(Outline::Path(card), GROUND)
}

fn ice(frame: &Frame) -> Shape {
    let (left, right) = (frame.sheet.left, frame.sheet.right);
    let corners = [
        frame.place(left, frame.near),
        frame.place(left, frame.far),
        frame.place(right, frame.far),
        frame.place(right, frame.near),
    ];
    let path = Path::polygon(corners);
    Shape::filled(Outline::Path(path), ICE)
}

fn house(frame: &Frame, tee: f64, shapes: &mut Vec<Shape>) {
    let centre = frame.place(middle(frame), tee);
    let edge = Stroke::new(LINE.faded(0.7), 0.8);
    let rings = [(frame.sheet.house_radius, OUTER_RING)];
    for (radius, paint) in rings.into_iter().chain(RINGS) {
        shapes.push(Shape::disc(centre, radius * frame.scale, paint).outlined(edge));
    }
}

/// The lines across: hog line, tee line, back line.
fn lines(frame: &Frame, tee: f64, hog: f64, shapes: &mut Vec<Shape>) {
    let towards_back = if tee < 0.0 { -1.0 } else { 1.0 };
    let to_back = frame.sheet.forward * (frame.sheet.back_line - frame.sheet.tee.y);
    shapes.push(across(frame, hog, Stroke::new(HOG_LINE, 2.4)));
    shapes.push(across(frame, tee, Stroke::new(LINE, 0.9)));
    let back = tee + towards_back * to_back;
    shapes.push(across(frame, back, Stroke::new(LINE, 0.9)));
}

fn across(frame: &Frame, behind_tee: f64, stroke: Stroke) -> Shape {
    let ends = [frame.sheet.left, frame.sheet.right];
    Shape::line(
        Path::polyline(ends.map(|x| frame.place(x, behind_tee))),
        stroke,
    )
}

fn along(frame: &Frame, x: f64, stroke: Stroke) -> Shape {
    let ends = [frame.near, frame.far].map(|behind_tee| frame.place(x, behind_tee));
    Shape::line(Path::polyline(ends), stroke)
}

fn middle(frame: &Frame) -> f64 {
    frame.sheet.tee.x
}
