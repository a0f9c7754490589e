//! Drawings in letters, with what each letter is.

use crate::Player;
use std::fmt;

/// What a part of a drawing is; a terminal with colours tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Words and numbers.
    Plain,
    /// Free points, coordinates, lines: what is always there.
    Faint,
    /// A point that deserves notice, such as where a piece may be attached.
    Mark,
    /// A piece of this player, in letters.
    Piece(Player),
    /// A square that a piece of this player fills.
    Tile(Player),
    /// A piece of this player that the last move placed or moved, with its mark.
    Last(Player),
}

/// A drawing of several lines. As text it says everything; the inks only help the eye.
///
/// ```
/// use yomi_core::Player;
/// use yomi_core::interactive::{Ink, Sketch};
///
/// let mut sketch = Sketch::new();
/// sketch.add(Ink::Faint, ". ");
/// sketch.add(Ink::Faint, ".");
/// sketch.add(Ink::Last(Player::First), "(X)");
/// assert_eq!(sketch.to_string(), ". .(X)");
/// assert_eq!(sketch.spans().count(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sketch {
    spans: Vec<(Ink, String)>,
}

impl Sketch {
    /// An empty drawing.
    pub fn new() -> Sketch {
        Sketch::default()
    }

    /// Adds text at the end.
    pub fn add(&mut self, ink: Ink, text: impl AsRef<str>) {
        let text = text.as_ref();
        match self.spans.last_mut() {
            Some((last, written)) if *last == ink => written.push_str(text),
            _ => self.spans.push((ink, text.to_owned())),
        }
    }

    /// Ends a line.
    pub fn end_line(&mut self) {
        self.add(Ink::Plain, "\n");
    }

    /// Adds a row of cells of one letter, each behind a space; those of `marked` stand in parentheses: ` . .(X) .`
    ///
    /// ```
    /// use yomi_core::Player;
    /// use yomi_core::interactive::{Ink, Sketch};
    ///
    /// let mut sketch = Sketch::new();
    /// let stone = Ink::Piece(Player::Second);
    /// sketch.cells([(Ink::Faint, '.'), (stone, 'O'), (stone, 'O')], Some((2, Player::Second)));
    /// assert_eq!(sketch.to_string(), " . O(O)");
    /// ```
    pub fn cells(
        &mut self,
        cells: impl IntoIterator<Item = (Ink, char)>,
        marked: Option<(usize, Player)>,
    ) {
        let mut is_after_mark = false;
        for (i, (ink, letter)) in cells.into_iter().enumerate() {
            let mark = marked.filter(|&(cell, _)| cell == i);
            match mark {
                Some((_, player)) => self.add(Ink::Last(player), format!("({letter})")),
                None if is_after_mark => self.add(ink, letter.to_string()),
                None => self.add(ink, format!(" {letter}")),
            }
            is_after_mark = mark.is_some();
        }
    }

    /// The parts, in order.
    pub fn spans(&self) -> impl Iterator<Item = (Ink, &str)> {
        self.spans.iter().map(|(ink, text)| (*ink, text.as_str()))
    }
}

impl From<String> for Sketch {
    fn from(text: String) -> Sketch {
        Sketch {
            spans: vec![(Ink::Plain, text)],
        }
    }
}

impl fmt::Display for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spans
            .iter()
            .try_for_each(|(_, text)| f.write_str(text))
    }
}
