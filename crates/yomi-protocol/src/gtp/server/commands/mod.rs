//! What the commands do, by theme.

pub mod about;
pub mod board;
pub mod files;
pub mod setup;
pub mod think;

use std::str::FromStr;

/// Reads an argument, or says what was expected.
fn read<T: FromStr>(text: &str, expected: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("syntax error: '{text}' is not {expected}"))
}
