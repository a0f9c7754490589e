//! Lines of text in a picture.

use crate::palette::INK;
use crate::path::Point;
use crate::picture::{Anchor, Shape, Text};

/// The margin on either side of a title.
const MARGIN: f64 = 16.0;

/// The pen for letters of this height.
fn pen(height: f64) -> f64 {
    height * 0.136
}

/// A line of text that stands on the baseline through a point.
pub(crate) fn label(at: Point, text: impl Into<String>, height: f64, anchor: Anchor) -> Shape {
    let text = Text {
        at,
        text: text.into(),
        height,
        pen: pen(height),
        anchor,
    };
    Shape::text(text, INK)
}

/// A line of text that is at most this wide: a long one becomes smaller.
pub(crate) fn fitted(at: Point, text: &str, height: f64, width: f64) -> Shape {
    let whole = Text {
        at,
        text: text.to_owned(),
        height,
        pen: pen(height),
        anchor: Anchor::Start,
    };
    let fit = (width / whole.width().max(1.0)).min(1.0);
    label(at, text, height * fit, Anchor::Start)
}

/// A title in the strip of height `top` above a picture of this width.
pub(crate) fn title(text: &str, width: f64, top: f64) -> Shape {
    let mut text = Text {
        at: Point::default(),
        text: text.to_owned(),
        height: 11.0,
        pen: 1.5,
        anchor: Anchor::Start,
    };
    // A long title becomes smaller rather than run out of the picture.
    let fit = ((width - 2.0 * MARGIN) / text.width().max(1.0)).min(1.0);
    text.height *= fit;
    text.pen *= fit;
    text.at = Point::new(MARGIN, (top + text.height) / 2.0 + 1.0);
    Shape::text(text, INK)
}
