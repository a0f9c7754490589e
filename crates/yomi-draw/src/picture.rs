//! What a picture is made of, before it becomes SVG or PNG.
//!
//! A picture is a list of named layers, and a layer a list of shapes; later ones cover earlier
//! ones. Everything is in units of the picture, which begin at its upper left corner; the size in
//! pixels is chosen when it is written.

use crate::lettering;
use crate::path::{Path, Point};

/// A colour with its opacity.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Paint {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// From 0, not to be seen, to 1.
    pub opacity: f64,
}

impl Paint {
    /// An opaque colour, written as in `0x1f77b4`.
    pub const fn rgb(colour: u32) -> Paint {
        let [_, red, green, blue] = colour.to_be_bytes();
        Paint {
            rgb: [red, green, blue],
            opacity: 1.0,
        }
    }

    /// The same colour, less opaque.
    #[must_use]
    pub const fn faded(self, opacity: f64) -> Paint {
        Paint { opacity, ..self }
    }
}

/// A line around a shape or along a path; its ends and corners are round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stroke {
    /// The colour.
    pub paint: Paint,
    /// How wide.
    pub width: f64,
    /// Lengths of a dash and of the gap after it.
    pub dash: Option<[f64; 2]>,
}

impl Stroke {
    /// An unbroken line.
    pub const fn new(paint: Paint, width: f64) -> Stroke {
        Stroke {
            paint,
            width,
            dash: None,
        }
    }

    /// The same line, dashed.
    #[must_use]
    pub const fn dashed(self, dash: f64, gap: f64) -> Stroke {
        Stroke {
            dash: Some([dash, gap]),
            ..self
        }
    }
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
}

/// A line of text.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// Where it stands: on the baseline.
    pub at: Point,
    /// What it says.
    pub text: String,
    /// The height of a capital letter.
    pub height: f64,
    /// The width of the pen.
    pub pen: f64,
    /// How it stands to its point.
    pub anchor: Anchor,
}

impl Text {
    /// How long the line is.
    pub fn width(&self) -> f64 {
        lettering::line(&self.text).width * self.height / lettering::CAPITAL
    }

    /// The strokes of the pen.
    pub fn path(&self) -> Path {
        let scale = self.height / lettering::CAPITAL;
        let line = lettering::line(&self.text);
        let left = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => line.width / 2.0,
        };
        line.path.map(|point| {
            Point::new(
                self.at.x + (point.x - left) * scale,
                self.at.y - point.y * scale,
            )
        })
    }
}

/// What a shape looks like.
#[derive(Clone, PartialEq, Debug)]
pub enum Outline {
    /// A circle.
    Circle {
        /// Its middle.
        centre: Point,
        /// Its radius.
        radius: f64,
    },
    /// Any outline.
    Path(Path),
    /// A line of text, which is always stroked, never filled.
    Text(Text),
}

/// Something to see.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// Its outline.
    pub outline: Outline,
    /// What it is filled with.
    pub fill: Option<Paint>,
    /// The line along the outline.
    pub stroke: Option<Stroke>,
}

impl Shape {
    /// A filled shape.
    pub fn filled(outline: Outline, fill: Paint) -> Shape {
        Shape {
            outline,
            fill: Some(fill),
            stroke: None,
        }
    }

    /// A line.
    pub fn line(path: Path, stroke: Stroke) -> Shape {
        Shape {
            outline: Outline::Path(path),
            fill: None,
            stroke: Some(stroke),
        }
    }

    /// A disc.
    pub fn disc(centre: Point, radius: f64, fill: Paint) -> Shape {
        Shape::filled(Outline::Circle { centre, radius }, fill)
    }

    /// A text.
    pub fn text(text: Text, paint: Paint) -> Shape {
        let stroke = Stroke::new(paint, text.pen);
        Shape {
            outline: Outline::Text(text),
            fill: None,
            stroke: Some(stroke),
        }
    }

    /// The same shape with a line around it.
    #[must_use]
    pub fn outlined(self, stroke: Stroke) -> Shape {
        Shape {
            stroke: Some(stroke),
            ..self
        }
    }
}

/// Shapes that belong together.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    /// What they are: the class of the group in an SVG.
    pub name: &'static str,
    /// The shapes, the lowest first.
    pub shapes: Vec<Shape>,
}

impl Layer {
    /// A layer of this name.
    pub fn new(name: &'static str, shapes: Vec<Shape>) -> Layer {
        Layer { name, shapes }
    }
}

/// A picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// What it shows, for those who cannot see it.
    pub description: String,
    /// The layers, the lowest first.
    pub layers: Vec<Layer>,
}

impl Picture {
    /// The shapes of the layers of that name.
    pub fn layer<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Shape> {
        self.layers
            .iter()
            .filter(move |layer| layer.name == name)
            .flat_map(|layer| &layer.shapes)
    }
}
