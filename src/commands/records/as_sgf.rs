//! A game of a match in the Smart Game Format.

use super::{ending, id};
use anyhow::Context as _;
use yomi_arena::{GameRecord, Reason};
use yomi_core::{Outcome, Referee};
use yomi_records::sgf::{self, Dialect, Ending, RecordedMove, Verdict, result_text};

/// Replays the game and writes it down; `blank` is a record without a game.
pub fn write(
    game: &GameRecord,
    blank: &sgf::GameRecord,
    referee: &mut dyn Referee,
    dialect: &Dialect,
) -> anyhow::Result<String> {
    anyhow::ensure!(
        game.position.is_none(),
        "game {} begins from a position that was set up: this cannot be exported",
        id(game)
    );
    game.begin(referee)?;
    let mut moves = Vec::with_capacity(game.plies);
    for (i, text) in game.opening.iter().chain(&game.moves).enumerate() {
        if i == game.opening.len() {
            referee.reseed(game.seed);
        }
        let mover = referee.to_move();
        let (text, _) = referee
            .play(text)
            .with_context(|| format!("game {}, move {}", id(game), i + 1))?;
        moves.push(RecordedMove::new(mover, text));
    }
    let how = match game.reason {
        Reason::Rules => match referee.score() {
            // Somebody else may have decided the game, and seen other points.
            Some(points) if referee.outcome() == Some(game.outcome) => Ending::Points(points),
            _ => Ending::Plain,
        },
        Reason::MaxPlies => Ending::Plain,
        Reason::Time => Ending::Time,
        Reason::Crash | Reason::Illegal => Ending::Forfeit,
        Reason::Resignation => Ending::Resignation,
    };
    // A judge's own words count, where they are about the winner on record.
    let judged = game.judgement.as_ref().and_then(|judgement| {
        let verdict = Verdict::parse(judgement.answer.as_deref()?)?;
        let outcome = match verdict {
            Verdict::Win(winner, _) => Outcome::Win(winner),
            Verdict::Draw => Outcome::Draw,
            Verdict::Void | Verdict::Unknown => return None,
        };
        (outcome == game.outcome).then(|| verdict.to_string())
    });
    let record = sgf::GameRecord {
        players: [Some(game.first.clone()), Some(game.second.clone())],
        result: judged.or_else(|| result_text(game.outcome, how)),
        comment: (game.reason != Reason::Rules).then(|| format!("Ended by {}.", ending(game))),
        moves,
        ..blank.clone()
    };
    Ok(record.to_sgf(dialect))
}
