//! Games of a match as records for other programs.

use super::{ending, id};
use anyhow::Context as _;
use yomi_arena::{GameRecord, Reason};
use yomi_core::{Outcome, Referee};
use yomi_records::sgf::{self, Dialect, Margin, RecordedMove, Verdict, result_text};
use yomi_records::shogi::{End, Ending, ShogiRecord};

/// Replays the game and writes it down in the Smart Game Format; `blank` is a record without a game.
pub fn as_sgf(
    game: &GameRecord,
    blank: &sgf::GameRecord,
    referee: &mut dyn Referee,
    dialect: &Dialect,
) -> anyhow::Result<String> {
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
        let known = i.checked_sub(game.opening.len()).map(|own| game.known(own));
        moves.push(RecordedMove {
            comment: known.and_then(|(finding, time)| sgf::remark_of(&finding, time, mover)),
            ..RecordedMove::new(mover, text)
        });
    }
    let how = match game.reason {
        Reason::Rules => match referee.score() {
            // Somebody else may have decided the game, and seen other points.
            Some(points) if referee.outcome() == Some(game.outcome) => Margin::between(points),
            _ => Margin::Unsaid,
        },
        Reason::MaxPlies => Margin::Unsaid,
        Reason::Time => Margin::Time,
        Reason::Crash | Reason::Illegal => Margin::Forfeit,
        Reason::Resignation => Margin::Resignation,
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
    let mut record = blank.clone();
    if let Some(position) = &game.position {
        record.begin_at(position.parse()?, dialect);
    }
    let record = sgf::GameRecord {
        players: [Some(game.first.clone()), Some(game.second.clone())],
        result: judged.or_else(|| result_text(game.outcome, how)),
        comment: (game.reason != Reason::Rules).then(|| format!("Ended by {}.", ending(game))),
        moves,
        ..record
    };
    Ok(record.to_sgf(dialect))
}

/// The record of a game of shogi. Its moves are played on the way.
pub fn as_shogi(game: &GameRecord) -> anyhow::Result<ShogiRecord> {
    let start = game.position.as_deref().unwrap_or("startpos");
    let moves = game.opening.iter().chain(&game.moves);
    let record = ShogiRecord::from_usi(start, moves.map(String::as_str));
    let mut record = record.with_context(|| format!("game {}", id(game)))?;
    record.players = [Some(game.first.clone()), Some(game.second.clone())];
    let first = record.start.side();
    for (i, written) in record.moves.iter_mut().enumerate() {
        let Some(own) = i.checked_sub(game.opening.len()) else {
            continue;
        };
        let mover = [first, first.other()][i % 2];
        let (finding, time) = game.known(own);
        written.time = time;
        // Both formats have a place of their own for the time.
        written
            .note
            .comments
            .extend(sgf::remark_of(&finding, None, mover));
    }
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
