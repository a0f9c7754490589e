//! Letters drawn with a pen, so that text needs no fonts.
//!
//! A letter is a few strokes on a grid: the baseline at 0, capitals 10 high, small letters 7,
//! tails to -3. The strokes are written down as `M x y` (put the pen down), `L x y` (a line),
//! `C x y x y x y` (a cubic curve), and `h x y` and `v x y`: a quarter of an ellipse which sets out
//! sideways, or else up or down. Printable ASCII is there and a few signs that captions use; any
//! other character is drawn as an empty box.

use crate::path::{Path, Point, Step};

/// The height of a capital letter on the grid.
pub(crate) const CAPITAL: f64 = 10.0;

/// The gap between two letters.
const GAP: f64 = 2.7;

/// A line of text on the grid, y upwards.
pub(crate) struct Line {
    /// Its strokes.
    pub path: Path,
    /// From the first letter's left to the last letter's right.
    pub width: f64,
}

/// Whether all of the text can be drawn.
pub(crate) fn has(text: &str) -> bool {
    text.chars().all(|character| glyph(character).is_some())
}

/// The strokes of a text.
pub(crate) fn line(text: &str) -> Line {
    let mut path = Path::default();
    let mut left = 0.0;
    for character in text.chars() {
        let (width, strokes) = glyph(character).unwrap_or(UNKNOWN);
        let letter = read(strokes).map(|point| Point::new(point.x + left, point.y));
        path.steps.extend(letter.steps);
        left += width + GAP;
    }
    let width = (left - GAP).max(0.0);
    Line { path, width }
}

/// The strokes that a text of the table stands for.
fn read(strokes: &str) -> Path {
    let mut path = Path::default();
    let mut command = ' ';
    let mut numbers: Vec<f64> = Vec::with_capacity(6);
    for word in strokes.split_whitespace() {
        match word.parse() {
            Ok(value) => numbers.push(value),
            Err(_) => command = word.chars().next().unwrap_or(' '),
        }
        let point = |i: usize| Point::new(numbers[2 * i], numbers[2 * i + 1]);
        match (command, numbers.len()) {
            ('M', 2) => path.steps.push(Step::Move(point(0))),
            ('L', 2) => path.steps.push(Step::Line(point(0))),
            ('h', 2) => path.quarter(true, point(0)),
            ('v', 2) => path.quarter(false, point(0)),
            ('C', 6) => path.steps.push(Step::Curve(point(0), point(1), point(2))),
            _ => continue,
        }
        numbers.clear();
    }
    path
}

const UNKNOWN: (f64, &str) = (6.0, "M 0 0 L 6 0 L 6 10 L 0 10 L 0 0");

/// Width and strokes.
fn glyph(character: char) -> Option<(f64, &'static str)> {
    let index = GLYPHS
        .binary_search_by_key(&character, |&(character, _, _)| character)
        .ok()?;
    let (_, width, strokes) = GLYPHS[index];
    Some((width, strokes))
}

/// Character, width and strokes, in the order of the characters.
#[rustfmt::skip]
const GLYPHS: &[(char, f64, &str)] = &[
    (' ', 2.2, ""),
    ('!', 0.5, "M 0.25 10 L 0.25 3 M 0 0 L 0.5 0 L 0.5 0.5 L 0 0.5 L 0 0"),
    ('"', 2.4, "M 0 10 L 0 7.4 M 2.4 10 L 2.4 7.4"),
    ('#', 7.0, "M 2 0 L 3 10 M 5 0 L 6 10 M 0.4 6.7 L 7 6.7 M 0 3.3 L 6.6 3.3"),
    ('$', 6.0, "M 5.6 7.6 C 5.1 8.6 4.1 9 3 9 h 0.3 7 C 0.3 5.6 1.6 5.3 3 5 C 4.6 4.7 6 4.2 6 2.9 v 3 1 C 1.6 1 0.5 1.5 0 2.5 M 3 10.4 L 3 -0.4"),
    ('%', 8.4, "M 2 10 h 4 7.8 v 2 5.6 h 0 7.8 v 2 10 M 6.4 4.4 h 8.4 2.2 v 6.4 0 h 4.4 2.2 v 6.4 4.4 M 7 10 L 1.4 0"),
    ('&', 7.4, "M 7.4 0 L 1.6 7 C 0.8 8.2 1.4 10 3.1 10 C 4.9 10 5.4 8 4.2 6.8 L 1.4 4.8 C -0.6 3.2 0.2 0 3 0 C 5.2 0 6.6 1.6 7 4.4"),
    ('\'', 0.0, "M 0 10 L 0 7.4"),
    ('(', 2.2, "M 2.2 11 C 0.8 9.2 0 7 0 4.6 C 0 2.2 0.8 0 2.2 -1.8"),
    (')', 2.2, "M 0 11 C 1.4 9.2 2.2 7 2.2 4.6 C 2.2 2.2 1.4 0 0 -1.8"),
    ('*', 4.4, "M 2.2 10 L 2.2 5.6 M 0.3 8.9 L 4.1 6.7 M 4.1 8.9 L 0.3 6.7"),
    ('+', 6.0, "M 3 7.6 L 3 1.6 M 0 4.6 L 6 4.6"),
    (',', 0.6, "M 0.6 0.2 L 0 -1.8"),
    ('-', 3.6, "M 0 4 L 3.6 4"),
    ('.', 0.5, "M 0 0 L 0.5 0 L 0.5 0.5 L 0 0.5 L 0 0"),
    ('/', 4.0, "M 0 -1 L 4 11"),
    ('0', 6.0, "M 3 10 h 6 7 L 6 3 v 3 0 h 0 3 L 0 7 v 3 10"),
    ('1', 2.6, "M 0 7.8 L 2.6 10 L 2.6 0"),
    ('2', 6.0, "M 0.2 7.2 v 3 10 h 5.8 7.2 C 5.8 5 3.2 3.4 0 0 L 6 0"),
    ('3', 6.0, "M 0.3 8 C 0.7 9.3 1.7 10 3 10 h 5.6 7.6 v 3 5.3 L 2.2 5.3 M 3 5.3 h 6 2.65 v 3 0 C 1.5 0 0.4 0.8 0 2.2"),
    ('4', 6.3, "M 4.6 0 L 4.6 10 L 0 3 L 6.3 3"),
    ('5', 6.0, "M 5.4 10 L 1 10 L 0.5 5.4 C 1.1 6 2 6.4 3 6.4 h 6 3.2 v 3 0 C 1.5 0 0.4 0.8 0 2"),
    ('6', 6.0, "M 4.7 10 C 2 8 0 5.6 0 3.1 v 3 0 h 6 3.1 v 3 6.2 h 0 3.1"),
    ('7', 6.0, "M 0 10 L 6 10 L 2 0"),
    ('8', 6.0, "M 3 10 h 5.6 7.65 v 3 5.3 h 0.4 7.65 v 3 10 M 3 5.3 h 6 2.65 v 3 0 h 0 2.65 v 3 5.3"),
    ('9', 6.0, "M 1.3 0 C 4 2 6 4.4 6 6.9 v 3 10 h 0 6.9 v 3 3.8 h 6 6.9"),
    (':', 1.0, "M 0.25 0.25 L 0.75 0.25 L 0.75 0.75 L 0.25 0.75 L 0.25 0.25 M 0.25 5.75 L 0.75 5.75 L 0.75 6.25 L 0.25 6.25 L 0.25 5.75"),
    (';', 1.0, "M 0.6 0.4 L 0 -1.8 M 0.35 5.75 L 0.85 5.75 L 0.85 6.25 L 0.35 6.25 L 0.35 5.75"),
    ('<', 5.4, "M 5.4 8 L 0 4.6 L 5.4 1.2"),
    ('=', 6.0, "M 0 6.2 L 6 6.2 M 0 3 L 6 3"),
    ('>', 5.4, "M 0 8 L 5.4 4.6 L 0 1.2"),
    ('?', 5.2, "M 0 7.8 C 0.2 9.2 1.2 10 2.6 10 C 4.2 10 5.2 9 5.2 7.6 C 5.2 5.4 2.6 5.4 2.6 3 M 2.35 0 L 2.85 0 L 2.85 0.5 L 2.35 0.5 L 2.35 0"),
    ('@', 9.0, "M 6.4 6 L 6 3.2 C 5.8 1.8 8.8 1.6 9 4.8 C 9 8 7 10 4.5 10 h 0 4.4 v 4.5 -1.4 C 5.8 -1.4 6.6 -1.2 7.4 -0.6 M 6.2 4.6 v 4.4 6.4 h 2.8 4.4 v 4.2 2.4 h 6.2 4.6"),
    ('A', 7.0, "M 0 0 L 3.5 10 L 7 0 M 1.2 3.4 L 5.8 3.4"),
    ('B', 6.0, "M 0 5.3 L 3 5.3 h 5.6 7.65 v 3 10 L 0 10 L 0 0 L 3.2 0 h 6 2.65 v 3.2 5.3"),
    ('C', 6.6, "M 6.6 8.2 C 5.9 9.4 4.9 10 3.7 10 h 0 5 v 3.7 0 C 4.9 0 5.9 0.6 6.6 1.8"),
    ('D', 6.6, "M 0 0 L 0 10 L 2.6 10 h 6.6 5 v 2.6 0 L 0 0"),
    ('E', 5.4, "M 5.4 10 L 0 10 L 0 0 L 5.4 0 M 0 5.2 L 4.8 5.2"),
    ('F', 5.2, "M 5.2 10 L 0 10 L 0 0 M 0 5.2 L 4.6 5.2"),
    ('G', 7.0, "M 6.8 8.2 C 6.1 9.4 5.1 10 3.8 10 h 0 5 v 3.8 0 C 5.6 0 7 1.4 7 3.2 L 7 4.6 L 4 4.6"),
    ('H', 6.4, "M 0 0 L 0 10 M 6.4 0 L 6.4 10 M 0 5.2 L 6.4 5.2"),
    ('I', 0.0, "M 0 0 L 0 10"),
    ('J', 4.2, "M 4.2 10 L 4.2 2.6 v 1.9 0 C 1.1 0 0.4 0.3 0 0.8"),
    ('K', 6.2, "M 0 0 L 0 10 M 5.8 10 L 0 3.8 M 2.2 6.1 L 6.2 0"),
    ('L', 5.0, "M 0 10 L 0 0 L 5 0"),
    ('M', 8.0, "M 0 0 L 0 10 L 4 3 L 8 10 L 8 0"),
    ('N', 6.6, "M 0 0 L 0 10 L 6.6 0 L 6.6 10"),
    ('O', 8.0, "M 4 10 h 8 5 v 4 0 h 0 5 v 4 10"),
    ('P', 6.0, "M 0 0 L 0 10 L 3 10 h 6 7.2 v 3 4.4 L 0 4.4"),
    ('Q', 8.0, "M 4 10 h 8 5 v 4 0 h 0 5 v 4 10 M 5 2.4 L 8 -0.6"),
    ('R', 6.2, "M 0 0 L 0 10 L 3 10 h 6 7.2 v 3 4.4 L 0 4.4 M 3.2 4.4 L 6.2 0"),
    ('S', 6.0, "M 5.6 8.2 C 5.1 9.4 4.1 10 3 10 h 0.3 7.6 C 0.3 5.9 1.6 5.5 3 5.1 C 4.6 4.7 6 4.2 6 2.6 v 3 0 C 1.6 0 0.5 0.7 0 2"),
    ('T', 7.0, "M 0 10 L 7 10 M 3.5 10 L 3.5 0"),
    ('U', 6.4, "M 0 10 L 0 3.4 v 3.2 0 h 6.4 3.4 L 6.4 10"),
    ('V', 6.8, "M 0 10 L 3.4 0 L 6.8 10"),
    ('W', 9.6, "M 0 10 L 2.4 0 L 4.8 8.6 L 7.2 0 L 9.6 10"),
    ('X', 6.2, "M 0 0 L 6.2 10 M 0 10 L 6.2 0"),
    ('Y', 6.8, "M 0 10 L 3.4 5 L 6.8 10 M 3.4 5 L 3.4 0"),
    ('Z', 6.2, "M 0 10 L 6 10 L 0 0 L 6.2 0"),
    ('[', 2.0, "M 2 11 L 0 11 L 0 -1.8 L 2 -1.8"),
    ('\\', 4.0, "M 0 11 L 4 -1"),
    (']', 2.0, "M 0 11 L 2 11 L 2 -1.8 L 0 -1.8"),
    ('^', 5.0, "M 0 7 L 2.5 10 L 5 7"),
    ('_', 6.0, "M 0 -1.6 L 6 -1.6"),
    ('`', 1.4, "M 0 10 L 1.4 8.4"),
    ('a', 5.2, "M 2.6 7 h 5.2 3.5 v 2.6 0 h 0 3.5 v 2.6 7 M 5.2 7 L 5.2 0"),
    ('b', 5.2, "M 0 10 L 0 0 M 2.6 7 h 5.2 3.5 v 2.6 0 h 0 3.5 v 2.6 7"),
    ('c', 4.8, "M 4.8 5.6 C 4.3 6.5 3.6 7 2.6 7 h 0 3.5 v 2.6 0 C 3.6 0 4.3 0.5 4.8 1.4"),
    ('d', 5.2, "M 2.6 7 h 5.2 3.5 v 2.6 0 h 0 3.5 v 2.6 7 M 5.2 10 L 5.2 0"),
    ('e', 5.2, "M 0 3.7 L 5.2 3.7 C 5.2 5.6 4.2 7 2.6 7 h 0 3.5 v 2.7 0 C 3.6 0 4.4 0.4 4.9 1.2"),
    ('f', 3.4, "M 3.4 10 C 2 10 1.2 9.3 1.2 7.8 L 1.2 0 M 0 6.6 L 3.2 6.6"),
    ('g', 5.2, "M 2.6 7 h 5.2 3.5 v 2.6 0 h 0 3.5 v 2.6 7 M 5.2 7 L 5.2 -0.4 v 2.6 -3 C 1.7 -3 0.9 -2.7 0.4 -2"),
    ('h', 5.0, "M 0 10 L 0 0 M 0 4.4 v 2.6 7 h 5 4.4 L 5 0"),
    ('i', 0.5, "M 0.25 7 L 0.25 0 M 0 9.65 L 0.5 9.65 L 0.5 10.15 L 0 10.15 L 0 9.65"),
    ('j', 1.65, "M 1.4 7 L 1.4 -1.4 v 0 -3 M 1.15 9.65 L 1.65 9.65 L 1.65 10.15 L 1.15 10.15 L 1.15 9.65"),
    ('k', 4.8, "M 0 10 L 0 0 M 4.4 7 L 0 2.6 M 1.6 4.2 L 4.8 0"),
    ('l', 0.0, "M 0 10 L 0 0"),
    ('m', 8.0, "M 0 7 L 0 0 M 0 4.6 v 2 7 h 4 4.6 L 4 0 M 4 4.6 v 6 7 h 8 4.6 L 8 0"),
    ('n', 5.0, "M 0 7 L 0 0 M 0 4.4 v 2.6 7 h 5 4.4 L 5 0"),
    ('o', 5.4, "M 2.7 7 h 5.4 3.5 v 2.7 0 h 0 3.5 v 2.7 7"),
    ('p', 5.2, "M 0 7 L 0 -3 M 2.6 7 h 5.2 3.5 v 2.6 0 h 0 3.5 v 2.6 7"),
    ('q', 5.2, "M 5.2 7 L 5.2 -3 M 2.6 7 h 5.2 3.5 v 2.6 0 h 0 3.5 v 2.6 7"),
    ('r', 3.0, "M 0 7 L 0 0 M 0 4.2 C 0 6 1.2 7 3 7"),
    ('s', 4.5, "M 4.2 5.8 C 3.8 6.6 3.1 7 2.3 7 C 1.1 7 0.3 6.4 0.3 5.3 C 0.3 4.1 1.3 3.8 2.3 3.5 C 3.5 3.2 4.5 2.8 4.5 1.7 C 4.5 0.6 3.5 0 2.3 0 C 1.2 0 0.4 0.5 0 1.3"),
    ('t', 3.3, "M 1.2 9.2 L 1.2 1.8 C 1.2 0.6 1.8 0 3 0 L 3.3 0 M 0 6.8 L 3.1 6.8"),
    ('u', 5.0, "M 0 7 L 0 2.6 v 2.4 0 h 5 2.6 M 5 7 L 5 0"),
    ('v', 5.0, "M 0 7 L 2.5 0 L 5 7"),
    ('w', 7.2, "M 0 7 L 1.8 0 L 3.6 6 L 5.4 0 L 7.2 7"),
    ('x', 4.6, "M 0 0 L 4.6 7 M 0 7 L 4.6 0"),
    ('y', 5.0, "M 0 7 L 2.5 0.2 M 5 7 L 2.1 -1.6 C 1.7 -2.6 1.2 -3 0.2 -3"),
    ('z', 4.8, "M 0 7 L 4.6 7 L 0 0 L 4.8 0"),
    ('{', 2.6, "M 2.6 11 h 1.3 9.6 L 1.3 6 v 0 4.6 h 1.3 3.2 L 1.3 -0.4 v 2.6 -1.8"),
    ('|', 0.0, "M 0 11 L 0 -1.8"),
    ('}', 2.6, "M 0 11 h 1.3 9.6 L 1.3 6 v 2.6 4.6 h 1.3 3.2 L 1.3 -0.4 v 0 -1.8"),
    ('~', 6.0, "M 0 4 C 0.6 5.4 1.8 5.6 3 4.6 C 4.2 3.6 5.4 3.8 6 5.2"),
    ('°', 2.8, "M 1.4 10 h 2.8 8.6 v 1.4 7.2 h 0 8.6 v 1.4 10"),
    ('±', 6.0, "M 3 8.6 L 3 3 M 0 5.8 L 6 5.8 M 0 0.6 L 6 0.6"),
    ('·', 0.5, "M 0 4.15 L 0.5 4.15 L 0.5 4.65 L 0 4.65 L 0 4.15"),
    ('×', 4.8, "M 0 2.2 L 4.8 7 M 0 7 L 4.8 2.2"),
    ('–', 5.4, "M 0 4 L 5.4 4"),
    ('—', 9.0, "M 0 4 L 9 4"),
    ('→', 8.0, "M 0 4.6 L 8 4.6 M 5 7.4 L 8 4.6 L 5 1.8"),
    ('−', 6.0, "M 0 4.6 L 6 4.6"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_holds_printable_ascii() {
        assert!(GLYPHS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!((' '..='~').all(|character| glyph(character).is_some()));
        assert!(has("End 3, stone 12: 2–1") && !has("カーリング"));
    }

    #[test]
    fn every_stroke_is_read_and_stays_within_its_letter() {
        for &(character, width, strokes) in GLYPHS {
            let commands = strokes.chars().filter(|c| c.is_alphabetic()).count();
            let path = read(strokes);
            assert_eq!(path.steps.len(), commands, "'{character}'");
            for step in &path.steps {
                let (Step::Move(end) | Step::Line(end) | Step::Curve(_, _, end)) = *step else {
                    panic!("'{character}' is closed");
                };
                assert!((0.0..=width).contains(&end.x), "'{character}': {end:?}");
                assert!((-3.0..=11.0).contains(&end.y), "'{character}': {end:?}");
            }
        }
    }

    #[test]
    fn letters_stand_side_by_side() {
        let (one, two) = (line("4"), line("44"));
        assert_eq!(two.width, 2.0 * one.width + GAP);
        assert_eq!(two.path.steps.len(), 2 * one.path.steps.len());
        assert_eq!(line("").width, 0.0);
        assert_eq!(line("漢").path, read(UNKNOWN.1));
    }
}
