//! Sanitising text from peers and files for display.
//!
//! A name, a command or a reason that a peer or a file gives may be long, and may contain line ends
//! and control sequences of a terminal. These functions make it printable:
//! one line of limited length, with control characters escaped.

/// The most letters of a name or a word that are shown.
const WORD: usize = 40;
/// The most letters of a sentence that are shown.
const SENTENCE: usize = 160;

/// A name.
///
/// ```
/// use yomi_core::foreign::name;
/// assert_eq!(name("O'Hara \u{1b}[31m\nteam0 wins"), r"O'Hara \u{1b}[31m\nteam0 wins");
/// assert_eq!(name(&"x".repeat(1000)), "x".repeat(40) + "...");
/// ```
pub fn name(text: &str) -> String {
    shown(text, WORD)
}

/// A word or two in quotes, as an error shows what it found.
///
/// ```
/// assert_eq!(yomi_core::foreign::quoted("a\tb"), r"'a\tb'");
/// ```
pub fn quoted(text: &str) -> String {
    format!("'{}'", shown(text, WORD))
}

/// A sentence in which such words stand, as parsers write them.
pub fn sentence(text: &str) -> String {
    shown(text, SENTENCE)
}

fn shown(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for letter in text.chars().take(most) {
        match letter {
            '\'' | '"' | '\\' => shown.push(letter),
            _ => shown.extend(letter.escape_debug()),
        }
    }
    if text.chars().nth(most).is_some() {
        shown.push_str("...");
    }
    shown
}
