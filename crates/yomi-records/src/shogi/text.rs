//! Text that stands on one line.

use yomi_core::foreign::quoted;

/// The text without what would break its line, and without blanks at the end, which nobody keeps.
pub(super) fn one_line(text: &str) -> String {
    let line = text.replace(|letter: char| letter.is_control(), " ");
    line.trim_end().to_owned()
}

/// What is found, in quotes, for an error to show.
pub(super) fn found(text: &str) -> String {
    quoted(&text.replace('\u{3000}', " "))
}
