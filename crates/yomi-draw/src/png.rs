//! A picture as PNG.
//!
//! Drawn with tiny-skia, without its vector instructions, so that a picture has the same bytes on
//! every machine. Text is drawn with the strokes of our own lettering: no fonts are needed.

use crate::path::{Path, Step};
use crate::picture::{Outline, Paint, Picture, Shape};
use thiserror::Error;
use tiny_skia::{FillRule, LineCap, LineJoin, PathBuilder, Pixmap, StrokeDash, Transform};

/// The widest PNG in pixels, and the highest.
pub const MAX_PIXELS: u32 = 16_384;

/// Why there is no PNG.
#[derive(Debug, Error)]
pub enum PngError {
    /// Nothing to see, or too much.
    #[error("a PNG of {width} x {height} pixels: expected 1 to {MAX_PIXELS} each way")]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The pixels could not be put into the format.
    #[error("cannot encode the PNG: {0}")]
    Encoding(String),
}

impl Picture {
    /// The picture as the bytes of a file of that width in pixels. What no layer covers is
    /// transparent.
    pub fn png(&self, width: u32) -> Result<Vec<u8>, PngError> {
        let height = (f64::from(width) * self.height / self.width).round();
        let height = height.clamp(0.0, f64::from(u32::MAX)) as u32;
        let size = PngError::Size { width, height };
        if width > MAX_PIXELS || height > MAX_PIXELS {
            return Err(size);
        }
        let Some(mut pixels) = Pixmap::new(width, height) else {
            return Err(size);
        };
        // Both ways apart, since the height in pixels is rounded.
        let scale = Transform::from_scale(
            (f64::from(width) / self.width) as f32,
            (f64::from(height) / self.height) as f32,
        );
        for shape in self.layers.iter().flat_map(|layer| &layer.shapes) {
            paint_shape(&mut pixels, scale, shape);
        }
        pixels
            .encode_png()
            .map_err(|error| PngError::Encoding(error.to_string()))
    }
}

fn paint_shape(pixels: &mut Pixmap, scale: Transform, shape: &Shape) {
    let path = match &shape.outline {
        Outline::Circle { centre, radius } => outline(&Path::circle(*centre, *radius)),
        Outline::Path(path) => outline(path),
        Outline::Text(text) => outline(&text.path()),
    };
    // An outline without an extent, such as an empty text, is nothing to see.
    let Some(path) = path else { return };
    if let Some(fill) = shape.fill {
        pixels.fill_path(&path, &paint(fill), FillRule::Winding, scale, None);
    }
    if let Some(stroke) = shape.stroke {
        let line = tiny_skia::Stroke {
            width: stroke.width as f32,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash: stroke
                .dash
                .and_then(|[dash, gap]| StrokeDash::new(vec![dash as f32, gap as f32], 0.0)),
            ..tiny_skia::Stroke::default()
        };
        pixels.stroke_path(&path, &paint(stroke.paint), &line, scale, None);
    }
}

fn outline(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for step in &path.steps {
        match *step {
            Step::Move(to) => builder.move_to(to.x as f32, to.y as f32),
            Step::Line(to) => builder.line_to(to.x as f32, to.y as f32),
            Step::Curve(a, b, to) => builder.cubic_to(
                a.x as f32,
                a.y as f32,
                b.x as f32,
                b.y as f32,
                to.x as f32,
                to.y as f32,
            ),
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}

fn paint(paint: Paint) -> tiny_skia::Paint<'static> {
    let [red, green, blue] = paint.rgb;
    let mut brush = tiny_skia::Paint::default();
    let alpha = (paint.opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
    brush.set_color_rgba8(red, green, blue, alpha);
    brush
}
