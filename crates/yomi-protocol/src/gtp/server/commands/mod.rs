//! What the commands do, by theme.

mod about;
mod analyze;
mod board;
mod clock;
mod engine;
mod files;
mod gogui;
mod rules;
mod stones;
mod think;

use super::table::Command;
use std::str::FromStr;
use yomi_core::foreign::quoted;

/// Every command of every game.
pub const ROWS: &[&[Command]] = &[
    about::ROWS,
    analyze::ROWS,
    board::ROWS,
    clock::ROWS,
    engine::ROWS,
    files::ROWS,
    gogui::ROWS,
    rules::ROWS,
    stones::ROWS,
    think::ROWS,
];

/// Reads an argument, or says what was expected.
pub fn read<T: FromStr>(text: &str, expected: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("syntax error: {} is not {expected}", quoted(text)))
}
