//! From a file of CSA to its games.

use super::csa_move::{CsaMove, read_on, side_of};
use super::ends;
use super::position::Setup;
use crate::shogi::builder::Builder;
use crate::shogi::error::RecordError;
use crate::shogi::record::ShogiRecord;
use crate::shogi::tags;
use crate::shogi::time::seconds;
use yomi_core::foreign::quoted;
use yomi_core::{Outcome, Player};

/// Reads all games of a text. A game that cannot be read does not keep others from being read.
pub fn read_all(text: &str) -> Vec<Result<ShogiRecord, RecordError>> {
    let mut games = Vec::new();
    let mut game = Reader::default();
    for (i, line) in text.lines().enumerate() {
        if line.trim() == "/" {
            games.extend(std::mem::take(&mut game).finish(i + 1));
        } else {
            game.line(i + 1, line);
        }
    }
    games.extend(game.finish(text.lines().count()));
    if games.is_empty() {
        let expected = "a game: players, a position and moves such as +7776FU";
        games.push(Err(RecordError::new(1, "none", expected)));
    }
    games
}

/// One game of a file.
#[derive(Default)]
struct Reader {
    builder: Builder,
    setup: Setup,
    /// Whether there is more than a version and comments.
    any: bool,
    summary: Option<Outcome>,
    error: Option<RecordError>,
}

impl Reader {
    /// Reads a line, unless an earlier one was wrong.
    fn line(&mut self, number: usize, line: &str) {
        let mut rest = line.trim();
        while self.error.is_none() && !rest.is_empty() {
            // These may hold commas.
            let whole = rest.starts_with(['\'', '$', 'N']);
            let (statement, after) = match rest.split_once(',') {
                Some((statement, after)) if !whole => (statement.trim(), after.trim_start()),
                _ => (rest, ""),
            };
            self.error = self.statement(number, statement).err();
            rest = after;
        }
    }

    fn statement(&mut self, line: usize, statement: &str) -> Result<(), RecordError> {
        let wrong = |expected: &str| RecordError::new(line, quoted(statement), expected);
        let mut letters = statement.chars();
        let Some(first) = letters.next() else {
            return Ok(());
        };
        let rest = letters.as_str();
        self.any |= !matches!(first, 'V' | '\'');
        match first {
            'V' if rest.starts_with(|letter: char| letter.is_ascii_digit()) => Ok(()),
            '\'' => {
                self.comment(rest);
                Ok(())
            }
            'N' => {
                let sign = letters.next().and_then(side_of);
                let player = sign.ok_or_else(|| wrong("N+ or N- and a name"))?;
                self.builder.name(player, letters.as_str().trim());
                Ok(())
            }
            '$' => {
                let (keyword, value) = rest
                    .split_once(':')
                    .ok_or_else(|| wrong("a keyword, a colon and a value"))?;
                self.tag(keyword, value);
                Ok(())
            }
            'P' if self.builder.begun => Err(wrong("moves only after the first move")),
            'P' => {
                let read = self.setup.read(statement);
                read.map_err(|reason| wrong(&format!("pieces of a position ({reason})")))
            }
            '+' | '-' if rest.is_empty() => {
                if self.builder.begun || !self.setup.turn(side_of(first)) {
                    return Err(wrong("the side to move once, before the first move"));
                }
                self.begin(line, Player::First)
            }
            '+' | '-' => {
                let Ok(read) = CsaMove::parse(statement) else {
                    let number = self.builder.number();
                    return Err(wrong("a move such as +7776FU").of_move(number));
                };
                self.begin(line, read.side)?;
                let action = read_on(self.builder.board(), read);
                self.builder.play(line, read.side, statement, action)
            }
            '%' => {
                self.begin(line, Player::First)?;
                let to_move = self.builder.board().side();
                let Some(ending) = ends::ending(statement, to_move) else {
                    return Err(wrong("an end of the game such as %TORYO"));
                };
                self.builder.end(line, statement, |_| ending)
            }
            'T' => {
                let time = seconds(rest).ok_or_else(|| wrong("seconds such as T12 or T0.125"))?;
                if self.builder.spend(time) {
                    Ok(())
                } else {
                    Err(wrong("a move before the time it took"))
                }
            }
            _ => Err(wrong(
                "a statement of CSA such as PI, +7776FU, T12 or %TORYO",
            )),
        }
    }

    /// Settles the position before the first move; `to_move` has the turn if nobody said who does.
    fn begin(&mut self, line: usize, to_move: Player) -> Result<(), RecordError> {
        let expected = |reason| format!("a position of shogi: {reason}");
        let position = || self.setup.board(to_move).map_err(expected);
        self.builder.begin(line, position)
    }

    fn comment(&mut self, text: &str) {
        if let Some(comment) = text.strip_prefix('*') {
            self.builder.note().comments.push(comment.to_owned());
        } else if let Some(summary) = text.strip_prefix("summary:") {
            self.summary = read_summary(summary).or(self.summary);
        } else if let Some(time) = text.strip_prefix("$END_TIME:") {
            self.tag("END_TIME", time);
        }
    }

    fn tag(&mut self, keyword: &str, value: &str) {
        let keyword = tags::common(keyword.trim());
        if tags::is_keyword(keyword) {
            self.builder.tag(keyword, value.trim());
        }
    }

    /// The game, unless there is none.
    fn finish(mut self, line: usize) -> Option<Result<ShogiRecord, RecordError>> {
        if let Some(error) = self.error {
            return Some(Err(error));
        }
        if !self.any {
            return None;
        }
        if let Err(error) = self.begin(line, Player::First) {
            return Some(Err(error));
        }
        let summary = self.summary;
        Some(self.builder.finish(|record| {
            record.judge(summary);
            None
        }))
    }
}

/// `toryo:Ann win:Bob lose`, black first, as Floodgate writes below the moves.
fn read_summary(text: &str) -> Option<Outcome> {
    let words = text.split(':').filter_map(|part| {
        let word = part.trim_end().rsplit(' ').next()?;
        ["win", "lose", "draw"].contains(&word).then_some(word)
    });
    let words: Vec<&str> = words.collect();
    let [.., black, white] = words.as_slice() else {
        return None;
    };
    match (*black, *white) {
        ("win", "lose") => Some(Outcome::Win(Player::First)),
        ("lose", "win") => Some(Outcome::Win(Player::Second)),
        ("draw", "draw") => Some(Outcome::Draw),
        _ => None,
    }
}
