//! Games as USI says them: `startpos moves 7g7f 3c3d`, a line for each.
//!
//! The word `position` may stand before it. `win` and `resign` as the last move are ends; `win` must
//! be a declaration whose conditions hold. Empty lines and lines that begin with `#` are passed over.
//! Names, times and comments have no place here, nor have other ends and results: where a game is
//! not over by its moves alone, a line `# ended by ...` before it tells people how it ended.

use super::builder::Builder;
use super::diagram::Diagram;
use super::ending::Ending;
use super::error::RecordError;
use super::legality::{CONDITIONS, claim};
use super::record::ShogiRecord;
use yomi_core::foreign::quoted;
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
    let mut builder = Builder::default();
    let wrong = |expected: String| RecordError::new(line, quoted(position), expected);
    let board = Board::from_sfen(position);
    let board = board.map_err(|error| wrong(format!("a position of shogi: {}", error.expected)))?;
    // Without the number of its move, which a record does not have.
    builder.start(Diagram::of(&board).board().map_err(wrong)?);
    for text in moves {
        match text {
            "win" => {
                builder.end(line, text, |_| Ending::Declaration)?;
                let outcome = claim(builder.board());
                let outcome = outcome.ok_or_else(|| {
                    RecordError::new(line, quoted(text), CONDITIONS).of_move(builder.number())
                })?;
                builder.record.judge(Some(outcome));
            }
            "resign" => builder.end(line, text, |_| Ending::Resignation)?,
            _ => {
                let mover = builder.board().side();
                let action = text.parse::<Move>();
                let expected = |_| "a move such as 7g7f, 8h2b+ or P*5e".to_owned();
                builder.play(line, mover, text, action.map_err(expected))?;
            }
        }
    }
    builder.finish(|_| None)
}

impl ShogiRecord {
    /// The record of a game from a position (SFEN, or `startpos`) and moves of USI, among which
    /// `win` and `resign` are ends. In errors everything is on line 1.
    ///
    /// ```
    /// use yomi_records::shogi::ShogiRecord;
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
    let (word, remark) = ending(record);
    if !record.moves.is_empty() || word.is_some() {
        text += " moves";
    }
    for played in &record.moves {
        text += &format!(" {}", played.action);
    }
    if let Some(word) = word {
        text += &format!(" {word}");
    }
    let remark = remark.map_or(String::new(), |remark| format!("# {remark}\n"));
    remark + &text + "\n"
}

/// The word for the end of a game, and what there is no word for.
fn ending(record: &ShogiRecord) -> (Option<&'static str>, Option<String>) {
    let board = record.last_board();
    let outcome = record.outcome();
    let ending = record.end.as_ref().map(|end| end.ending);
    match ending {
        Some(Ending::Resignation) if record.judged.is_none() => return (Some("resign"), None),
        Some(Ending::Declaration) if outcome.is_some() && claim(&board) == outcome => {
            return (Some("win"), None);
        }
        // The moves tell.
        Some(Ending::Mate) if record.judged.is_none() && !board.has_legal_move() => {
            return (None, None);
        }
        _ => {}
    }
    let how = ending.map(|ending| format!("ended by {}", ending.name()));
    let remark = match (how, outcome) {
        (Some(how), Some(outcome)) => Some(format!("{how}: {outcome}")),
        (None, Some(outcome)) => Some(format!("result: {outcome}")),
        (how, None) => how,
    };
    (None, remark)
}
