//! A picture as SVG.
//!
//! Numbers have at most two decimals, a hundredth of a pixel at the natural size. Text is drawn
//! with the strokes of our own lettering, so that it looks the same everywhere and in the PNG;
//! only a text with characters which that lettering lacks is left to the fonts of whoever looks.

use crate::lettering;
use crate::path::{Path, Point, Step};
use crate::picture::{Anchor, Outline, Paint, Picture, Shape, Stroke, Text};
use std::fmt::Write as _;

impl Picture {
    /// The picture as a document of that width in pixels.
    ///
    /// ```
    /// use yomi_draw::{Layer, Paint, Picture, Point, Shape};
    ///
    /// let dot = Shape::disc(Point::new(5.0, 5.0), 2.5, Paint::rgb(0xff8000));
    /// let picture = Picture {
    ///     width: 10.0,
    ///     height: 10.0,
    ///     description: "A dot".to_owned(),
    ///     layers: vec![Layer { name: "dots", shapes: vec![dot] }],
    /// };
    /// assert!(picture.svg(100).contains("<circle cx=\"5\" cy=\"5\" r=\"2.5\" fill=\"#ff8000\"/>"));
    /// ```
    pub fn svg(&self, width: u32) -> String {
        let (w, h) = (number(self.width), number(self.height));
        let height = number(f64::from(width) * self.height / self.width);
        let title = escaped(&self.description);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" \
             fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n\
             <title>{title}</title>\n"
        );
        for layer in self.layers.iter().filter(|layer| !layer.shapes.is_empty()) {
            svg.push_str("<g class=\"");
            svg.push_str(layer.name);
            svg.push_str("\">\n");
            let alike = |a: &Shape, b: &Shape| a.fill == b.fill && a.stroke == b.stroke;
            for run in layer.shapes.chunk_by(alike) {
                write_run(&mut svg, run);
            }
            svg.push_str("</g>\n");
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// Shapes that look alike; from three on, they say so once.
fn write_run(svg: &mut String, run: &[Shape]) {
    let shared = run.first().filter(|_| run.len() > 2);
    if let Some(shape) = shared {
        svg.push_str("<g");
        write_style(svg, shape);
        svg.push_str(">\n");
    }
    for shape in run {
        write_shape(svg, shape, shared.is_none());
    }
    if shared.is_some() {
        svg.push_str("</g>\n");
    }
}

fn write_shape(svg: &mut String, shape: &Shape, styled: bool) {
    match &shape.outline {
        Outline::Circle { centre, radius } => {
            let (x, y, r) = (number(centre.x), number(centre.y), number(*radius));
            put(svg, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\""));
        }
        Outline::Path(path) => put(svg, format_args!("<path d=\"{}\"", data(path))),
        Outline::Text(text) if lettering::has(&text.text) => {
            put(svg, format_args!("<path d=\"{}\"", data(&text.path())));
        }
        Outline::Text(text) => {
            if let Some(stroke) = shape.stroke {
                write_text(svg, text, stroke.paint);
            }
            return;
        }
    }
    if styled {
        write_style(svg, shape);
    }
    svg.push_str("/>\n");
}

fn write_style(svg: &mut String, shape: &Shape) {
    if let Some(fill) = shape.fill {
        write_paint(svg, "fill", fill);
    }
    if let Some(stroke) = shape.stroke {
        write_stroke(svg, stroke);
    }
}

fn write_stroke(svg: &mut String, stroke: Stroke) {
    write_paint(svg, "stroke", stroke.paint);
    put(
        svg,
        format_args!(" stroke-width=\"{}\"", number(stroke.width)),
    );
    if let Some([dash, gap]) = stroke.dash {
        let (dash, gap) = (number(dash), number(gap));
        put(svg, format_args!(" stroke-dasharray=\"{dash} {gap}\""));
    }
}

fn write_text(svg: &mut String, text: &Text, paint: Paint) {
    // Capitals of common fonts are seven tenths of the size of the font.
    let size = number(text.height / 0.7);
    let (x, y) = (number(text.at.x), number(text.at.y));
    let anchor = match text.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
    };
    put(
        svg,
        format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"{size}\" \
             text-anchor=\"{anchor}\" stroke=\"none\""
        ),
    );
    write_paint(svg, "fill", paint);
    put(svg, format_args!(">{}</text>\n", escaped(&text.text)));
}

fn write_paint(svg: &mut String, name: &str, paint: Paint) {
    let [red, green, blue] = paint.rgb;
    put(
        svg,
        format_args!(" {name}=\"#{red:02x}{green:02x}{blue:02x}\""),
    );
    if paint.opacity < 1.0 {
        put(
            svg,
            format_args!(" {name}-opacity=\"{}\"", number(paint.opacity)),
        );
    }
}

fn data(path: &Path) -> String {
    let mut data = String::new();
    for step in &path.steps {
        match *step {
            Step::Move(point) => write_points(&mut data, 'M', &[point]),
            Step::Line(point) => write_points(&mut data, 'L', &[point]),
            Step::Curve(first, second, point) => {
                write_points(&mut data, 'C', &[first, second, point]);
            }
            Step::Close => data.push('Z'),
        }
    }
    data
}

fn write_points(data: &mut String, command: char, points: &[Point]) {
    for (i, point) in points.iter().enumerate() {
        data.push(if i == 0 { command } else { ' ' });
        put(
            data,
            format_args!("{} {}", number(point.x), number(point.y)),
        );
    }
}

fn put(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments)
        .expect("writing to a string never fails");
}

/// At most two decimals, no trailing zeros, no negative zero.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_owned()
}

/// The text with what XML reads as its own replaced, and what it forbids left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\u{fffe}' | '\u{ffff}' => {}
            character if character.is_control() => escaped.push(' '),
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let numbers = [0.0, -0.001, 1.0, 10.0, 100.5, 0.125, -2.999, 33.333_333];
        assert_eq!(
            numbers.map(number),
            ["0", "0", "1", "10", "100.5", "0.12", "-3", "33.33"]
        );
    }

    #[test]
    fn what_xml_forbids_is_kept_out() {
        assert_eq!(escaped("a<b> & \"c\"\u{0}\n"), "a&lt;b&gt; &amp; \"c\"  ");
    }
}
