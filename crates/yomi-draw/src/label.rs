//! Lines of text in a picture.

use crate::palette::INK;
use crate::path::Point;
use crate::picture::{Anchor, Paint, Shape, Text};

/// The margin on either side of a title.
const MARGIN: f64 = 16.0;

fn text(at: Point, text: &str, height: f64, anchor: Anchor) -> Text {
    Text {
        at,
        text: text.to_owned(),
        height,
        pen: height * 1.5 / 11.0,
        anchor,
    }
}

/// A line of text that stands on the baseline through a point.
pub(crate) fn label(at: Point, line: &str, height: f64, anchor: Anchor) -> Shape {
    label_in(at, line, height, anchor, INK)
}

/// The same in a colour.
pub(crate) fn label_in(at: Point, line: &str, height: f64, anchor: Anchor, paint: Paint) -> Shape {
    Shape::text(text(at, line, height, anchor), paint)
}

/// The height of the letters of a line that is at most this wide: a long one becomes smaller.
fn fitting(line: &str, height: f64, width: f64) -> f64 {
    let whole = text(Point::default(), line, height, Anchor::Start);
    height * (width / whole.width().max(1.0)).min(1.0)
}

/// A line of text that is at most this wide.
pub(crate) fn fitted(at: Point, line: &str, height: f64, width: f64) -> Shape {
    label(at, line, fitting(line, height, width), Anchor::Start)
}

/// A text as lines that are at most this wide, unless a single word is wider.
pub(crate) fn lines(words: &str, height: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ') {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        let fits =
            |line: &String| text(Point::default(), line, height, Anchor::Start).width() <= width;
        match longer.filter(fits) {
            Some(longer) => *lines.last_mut().expect("one to be longer") = longer,
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A title in the strip of height `top` above a picture of this width.
pub(crate) fn title(line: &str, width: f64, top: f64) -> Shape {
    let height = fitting(line, 11.0, width - 2.0 * MARGIN);
    let at = Point::new(MARGIN, (top + height) / 2.0 + 1.0);
    label(at, line, height, Anchor::Start)
}
