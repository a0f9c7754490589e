//! What a game at the prompt is written on.

use crate::failure::usage;
use crate::records::Style;
use crate::setup::Opened;
use anyhow::Context as _;
use std::path::Path;
use std::sync::Arc;
use yomi_core::Outcome;
use yomi_core::engine::Session;
use yomi_core::params::Spec;
use yomi_engine::{AnyGame, Registry};
use yomi_records::sgf::{Dialect, GameRecord, Margin, RecordedMove, Verdict, result_text, today};
use yomi_records::shogi::{self, Encoding, End, Format, ShogiRecord};

/// The record without the moves and the result.
pub enum Sheet {
    /// In the Smart Game Format.
    Sgf {
        /// What is known of the game besides its moves.
        blank: Box<GameRecord>,
        /// How it is written.
        dialect: Dialect,
        /// The rules, to follow the game with.
        game: Arc<dyn AnyGame>,
    },
    /// In a format of shogi.
    Shogi {
        /// Who plays.
        players: [Option<String>; 2],
        /// The day of the game.
        date: String,
        /// The position before the first move.
        start: String,
        /// As the name of the file says.
        format: Format,
        /// Likewise.
        encoding: Encoding,
    },
}

impl Sheet {
    /// A sheet for the game that was opened. An error if it cannot be written into such a file.
    pub fn new(
        path: &Path,
        registry: &Registry,
        opened: &Opened,
        players: [Option<String>; 2],
    ) -> anyhow::Result<Sheet> {
        let dialect = match Style::of(opened.game.name())? {
            Style::Sgf(dialect) => {
                // By the name other commands know which game is in a file.
                let is_go = opened.game.name() == "go";
                let ending = if is_go { "sgf" } else { "blksgf" };
                if path
                    .extension()
                    .is_none_or(|found| !found.eq_ignore_ascii_case(ending))
                {
                    let path = path.display();
                    return Err(usage(format!("{path}: expected a file .{ending}")));
                }
                dialect
            }
            Style::Shogi => {
                let format = Format::of_path(path).ok_or_else(|| {
                    let path = path.display();
                    usage(format!("{path}: expected a file .csa, .kif, .kifu or .usi"))
                })?;
                let start = opened.position();
                return Ok(Sheet::Shogi {
                    players,
                    date: today().replace('-', "/"),
                    start: start.unwrap_or("startpos").to_owned(),
                    format,
                    encoding: Format::encoding_of_path(path),
                });
            }
        };
        let parameters = registry.parameters(opened.game.name());
        let details: Spec = opened.spec.in_full(parameters).parse()?;
        let blank = GameRecord {
            players,
            date: Some(today()),
            ..GameRecord::new(&dialect).with_settings(&details.settings.0, &dialect)
        };
        Ok(Sheet::Sgf {
            blank: Box::new(blank),
            dialect,
            game: Arc::clone(&opened.game),
        })
    }

    /// The game as it stands, as bytes of a file. `result` is one that the referee does not
    /// know of.
    pub fn write(&self, session: &Session, result: Option<String>) -> anyhow::Result<Vec<u8>> {
        let referee = session.referee();
        let history = session.history();
        match self {
            Sheet::Sgf {
                blank,
                dialect,
                game,
            } => {
                let by_the_rules = || {
                    let points = referee.score();
                    let ending = points.map_or(Margin::Unsaid, Margin::between);
                    result_text(referee.outcome()?, ending)
                };
                let mut record = GameRecord {
                    result: result.or_else(by_the_rules),
                    ..blank.as_ref().clone()
                };
                let mut follower = game.referee();
                follower.new_game(history.seed);
                record.add_steps(&history.steps, follower.as_mut(), dialect)?;
                Ok(record.to_sgf(dialect).into_bytes())
            }
            Sheet::Shogi {
                players,
                date,
                start,
                format,
                encoding,
            } => {
                let steps = history.steps.iter();
                let moves: Vec<RecordedMove> = steps.filter_map(RecordedMove::of_step).collect();
                let mut record = shogi_record(start, &moves)?;
                record.players = players.clone();
                record.tags.push(("START_TIME".to_owned(), date.clone()));
                finish(&mut record, referee.outcome(), result.as_deref());
                Ok(encoding.encode(&format.write(&record, *encoding))?)
            }
        }
    }
}

/// The moves and what was said about them.
fn shogi_record(start: &str, moves: &[RecordedMove]) -> anyhow::Result<ShogiRecord> {
    let texts = moves.iter().map(|played| played.text.as_str());
    let mut record =
        ShogiRecord::from_usi(start, texts).context("the game cannot be written down")?;
    for (written, played) in record.moves.iter_mut().zip(moves) {
        written.note.comments.extend(played.comment.clone());
    }
    Ok(record)
}

/// How the game ended, if it did: as the user or the clock said, or by the rules.
fn finish(record: &mut ShogiRecord, outcome: Option<Outcome>, result: Option<&str>) {
    if let Some(Verdict::Win(winner, margin)) = result.and_then(Verdict::parse) {
        let ending = match margin {
            Margin::Time => shogi::Ending::TimeUp,
            _ => shogi::Ending::Resignation,
        };
        record.end = Some(End::new(ending));
        record.judge(Some(Outcome::Win(winner)));
    } else if let Some(outcome) = outcome {
        if record.end.is_none() {
            record.end_by_rules(outcome);
        } else {
            record.judge(Some(outcome));
        }
    }
}
