//! A game of a match as a record of shogi.

use super::{ending, id};
use anyhow::Context as _;
use yomi_arena::{GameRecord, Reason};
use yomi_core::Outcome;
use yomi_records::shogi::{End, Ending, ShogiRecord};

/// The record of a game. Its moves are played on the way.
pub fn record(game: &GameRecord) -> anyhow::Result<ShogiRecord> {
    let start = game.position.as_deref().unwrap_or("startpos");
    let moves = game.opening.iter().chain(&game.moves);
    let record = ShogiRecord::from_usi(start, moves.map(String::as_str));
    let mut record = record.with_context(|| format!("game {}", id(game)))?;
    record.players = [Some(game.first.clone()), Some(game.second.clone())];
    if game.reason != Reason::Rules {
        let comment = format!("Ended by {}.", ending(game));
        record.note.comments.push(comment);
    }
    // A declaration is a move to us, and an end already.
    if record.end.is_none() {
        let ending = match (game.reason, game.outcome) {
            (Reason::Rules, outcome) => {
                record.end_by_rules(outcome);
                return Ok(record);
            }
            (Reason::MaxPlies, _) => Ending::MaxMoves,
            (Reason::Time, _) => Ending::TimeUp,
            (Reason::Resignation, _) => Ending::Resignation,
            (Reason::Illegal, Outcome::Win(winner)) => Ending::Foul(winner.other()),
            (Reason::Illegal | Reason::Crash, _) => Ending::Interruption,
        };
        record.end = Some(End::new(ending));
    }
    record.judge(Some(game.outcome));
    Ok(record)
}
