//! Scores: what alpha-beta counts in.
//!
//! A score is a whole number seen by the side to move. Evaluations and graded payoffs map from
//! `0.0..=1.0` linearly to `-10_000..=10_000`. A proven win lies above and is worth
//! `WIN - n` where `n` is the number of plies from the root to the end of the game, so that the
//! shorter of two wins and the longer of two losses is preferred. Every score fits 16 bits, which
//! is what tables keep.

use yomi_core::{MoverValue, Outcome, Player, Proven};

/// The greatest score an evaluation can have.
pub const SCALE: i32 = 10_000;
/// A win at the root itself.
pub const WIN: i32 = 32_000;
/// Beyond every score.
pub const INFINITY: i32 = WIN + 1;

/// The score of an evaluation.
#[inline]
pub fn from_value(value: MoverValue) -> i32 {
    let scaled = (value.0 - 0.5) * f64::from(2 * SCALE);
    // The cast saturates and turns NaN into an even score.
    (scaled.round() as i32).clamp(-SCALE, SCALE)
}

/// The score of a game that ended `ply` plies below the root, as `viewer` sees it.
#[inline]
pub fn from_outcome(outcome: Outcome, viewer: Player, ply: usize) -> i32 {
    match outcome {
        Outcome::Win(winner) if winner == viewer => WIN - ply as i32,
        Outcome::Win(_) => ply as i32 - WIN,
        Outcome::Draw => 0,
        Outcome::Payoff(value) => from_value(value.to_mover(viewer)),
    }
}

/// The expected score that a score stands for.
pub fn to_value(score: i32) -> MoverValue {
    let graded = f64::from(score.clamp(-SCALE, SCALE));
    MoverValue(0.5 + graded / f64::from(2 * SCALE))
}

/// Whether the score is a forced win of the side to move.
#[inline]
pub fn is_win(score: i32) -> bool {
    score > SCALE
}

/// Whether the score is a forced loss of the side to move.
#[inline]
pub fn is_loss(score: i32) -> bool {
    score < -SCALE
}

/// The result that the score proves; `draw_is_final` is whether a score of 0 is a proven draw.
pub fn proven(score: i32, draw_is_final: bool) -> Option<Proven> {
    match score {
        _ if is_win(score) => Some(Proven::Win),
        _ if is_loss(score) => Some(Proven::Loss),
        0 if draw_is_final => Some(Proven::Draw),
        _ => None,
    }
}

/// A score counted from the root, as it is counted from a node `ply` plies below: what a table
/// must hold, because the same position can be met at another distance.
#[inline]
pub fn relative(score: i32, ply: usize) -> i32 {
    shift(score, ply as i32)
}

/// The inverse of [`relative`].
#[inline]
pub fn absolute(score: i32, ply: usize) -> i32 {
    shift(score, -(ply as i32))
}

#[inline]
fn shift(score: i32, plies: i32) -> i32 {
    if is_win(score) {
        score + plies
    } else if is_loss(score) {
        score - plies
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::FirstValue;

    #[test]
    fn evaluations_and_payoffs_share_a_scale_that_no_win_falls_into() {
        assert_eq!(from_value(MoverValue(0.75)), 5_000);
        assert_eq!(from_value(MoverValue(7.0)), SCALE);
        assert_eq!(from_value(MoverValue(f64::NAN)), 0);
        let payoff = Outcome::Payoff(FirstValue(1.0));
        assert_eq!(from_outcome(payoff, Player::Second, 3), -SCALE);
        assert_eq!(proven(from_outcome(payoff, Player::First, 3), true), None);
        for score in [-SCALE, -1, 0, 4_321, SCALE] {
            assert_eq!(from_value(to_value(score)), score);
        }
    }

    #[test]
    fn short_wins_and_long_losses_are_preferred() {
        let win = |ply| from_outcome(Outcome::Win(Player::First), Player::First, ply);
        let loss = |ply| from_outcome(Outcome::Win(Player::First), Player::Second, ply);
        assert!(win(3) > win(5) && loss(5) > loss(3));
        assert!(is_win(win(10_000)) && is_loss(loss(10_000)));
        assert_eq!(relative(win(7), 4), win(3));
        assert_eq!(absolute(relative(loss(7), 4), 4), loss(7));
    }
}
