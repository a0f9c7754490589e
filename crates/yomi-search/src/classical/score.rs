//! Scores in centipawns, seen by the side to move. A forced win `n` plies from the root
//! is worth `WIN - n`, so that the shorter of two is preferred.

use yomi_core::{Ending, MoverValue, Outcome, Player, Proven};

/// A win at the root itself.
pub const WIN: i32 = 30_000;
/// Beyond every score.
pub const INFINITY: i32 = WIN + 1;
/// Every score of a forced win is at least this, every evaluation below.
pub const LEAST_WIN: i32 = WIN - 1_000;

/// An evaluation, kept apart from forced wins.
#[inline]
pub fn from_evaluation(score: i32) -> i32 {
    score.clamp(1 - LEAST_WIN, LEAST_WIN - 1)
}

/// The score of a repetition that one side loses by the rules: next to winning, but not proven,
/// since it takes more occurrences than a search waits for.
const REPETITION_WIN: i32 = 20_000;

/// The score of a line that has ended `ply` plies below the root, for the side to move there.
#[inline]
pub fn from_ending(ending: Ending, mover: Player, ply: usize) -> i32 {
    match ending {
        Ending::Final(outcome) => from_outcome(outcome, mover, ply),
        Ending::Repetition(outcome) => {
            from_outcome(outcome, mover, 0).clamp(-REPETITION_WIN, REPETITION_WIN)
        }
    }
}

/// The score of a game that is over `ply` plies below the root, for the side to move there.
#[inline]
pub fn from_outcome(outcome: Outcome, mover: Player, ply: usize) -> i32 {
    match outcome {
        Outcome::Win(winner) if winner == mover => WIN - ply as i32,
        Outcome::Win(_) => ply as i32 - WIN,
        Outcome::Draw => 0,
        Outcome::Payoff(value) => value.to_mover(mover).to_centipawns() as i32,
    }
}

/// Whether a win or loss is forced.
#[inline]
pub fn is_decided(score: i32) -> bool {
    score.abs() >= LEAST_WIN
}

/// The result that a score proves.
pub fn proven(score: i32) -> Option<Proven> {
    match is_decided(score) {
        true if score > 0 => Some(Proven::Win),
        true => Some(Proven::Loss),
        false => None,
    }
}

/// The expected score that a score stands for.
pub fn to_value(score: i32) -> MoverValue {
    match proven(score) {
        Some(result) => result.value(),
        None => MoverValue::from_centipawns(f64::from(score)),
    }
}

/// A score counted from the root, as a table must hold it: counted from a node `ply` plies below.
#[inline]
pub fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        LEAST_WIN.. => score + ply as i32,
        _ if score <= -LEAST_WIN => score - ply as i32,
        _ => score,
    }
}

/// The inverse of [`to_table`].
#[inline]
pub fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        LEAST_WIN.. => score - ply as i32,
        _ if score <= -LEAST_WIN => score + ply as i32,
        _ => score,
    }
}
