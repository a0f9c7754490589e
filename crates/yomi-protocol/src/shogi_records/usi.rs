//! Games as USI says them: `startpos moves 7g7f 3c3d`, a line for each.
//!
//! The word `position` may stand before it. `win` and `resign` as the last move are ends. Empty lines
//! and lines that begin with `#` are passed over. Names, times and comments have no place here, nor
//! has the result.

use super::builder::Builder;
use super::diagram::Diagram;
use super::ending::Ending;
use super::error::RecordError;
use super::record::ShogiRecord;
use crate::foreign::quoted;
use yomi_shogi::{Board, Move};

/// Reads all games of a text.
pub(super) fn read_all(text: &str) -> Vec<Result<ShogiRecord, RecordError>> {
    let lines = text.lines().enumerate();
    let games: Vec<_> = lines
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(i, line)| read(i + 1, line.trim()))
        .collect();
    if games.is_empty() {
        let expected = "a game such as 'startpos moves 7g7f 3c3d'";
        return vec![Err(RecordError::new(1, "none", expected))];
    }
    games
}

fn read(line: usize, text: &str) -> Result<ShogiRecord, RecordError> {
    let game = text.strip_prefix("position ").unwrap_or(text).trim_start();
    let (position, moves) = match game.split_once("moves") {
        Some((position, moves)) => (position.trim(), moves),
        None => (game, ""),
    };
    if position != "startpos" && !position.starts_with("sfen ") {
        let expected = "'startpos' or 'sfen' and a position";
        return Err(RecordError::new(line, quoted(position), expected));
    }
    build(line, position, moves.split_whitespace())
}

/// The game of these moves from a position on.
fn build<'a>(
    line: usize,
    position: &str,
    moves: impl Iterator<Item = &'a str>,
) -> Result<ShogiRecord, RecordError> {
    let mut builder = Builder::new();
    let wrong = |expected: String| RecordError::new(line, quoted(position), expected);
    let board = Board::from_sfen(position);
    let board = board.map_err(|error| wrong(format!("a position of shogi: {}", error.expected)))?;
    // Without the number of its move, which a record does not have.
    builder.begin(Diagram::of(&board).board().map_err(wrong)?);
    for text in moves {
        match text {
            "win" => builder.end(line, text, |_| Ending::Declaration)?,
            "resign" => builder.end(line, text, |_| Ending::Resignation)?,
            _ => {
                let mover = builder.board().side();
                let action = text.parse::<Move>();
                let expected = |_| "a move such as 7g7f, 8h2b+ or P*5e".to_owned();
                builder.play(line, mover, text, action.map_err(expected))?;
            }
        }
    }
    builder.finish()
}

impl ShogiRecord {
    /// The record of a game from a position (SFEN, or `startpos`) and moves of USI, among which
    /// `win` and `resign` are ends. In errors everything is on line 1.
    ///
    /// ```
    /// use yomi_protocol::shogi_records::ShogiRecord;
    ///
    /// let record = ShogiRecord::from_usi("startpos", ["7g7f", "3c3d", "8h2b+"]).unwrap();
    /// assert_eq!(record.moves.len(), 3);
    /// let error = ShogiRecord::from_usi("startpos", ["7g7e"]).unwrap_err();
    /// assert!(error.to_string().starts_with("line 1, move 1: found '7g7e', expected a legal move"));
    /// ```
    pub fn from_usi<'a>(
        position: &str,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<ShogiRecord, RecordError> {
        build(1, position, moves.into_iter())
    }
}

/// The record as a line.
pub(super) fn write(record: &ShogiRecord) -> String {
    let mut text = if record.start == Board::start() {
        "startpos".to_owned()
    } else {
        format!("sfen {}", record.start.to_sfen())
    };
    if !record.moves.is_empty() {
        text += " moves";
    }
    for played in &record.moves {
        text += &format!(" {}", played.action);
    }
    text + "\n"
}
