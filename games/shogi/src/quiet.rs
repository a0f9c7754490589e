//! What a position is worth once captures are over: the evaluation after quiescence.
//!
//! `q(s) = max(e(s), max over good captures a of -q(s after a))` for the side to move: it may take the static
//! evaluation `e` or do better by capturing something, if the exchange on that square loses nothing. In check it may not stand
//! still: every answer is tried. Alpha-beta skips what cannot matter, and so do captures that cannot gain enough even if nothing
//! is taken back (delta pruning).
//!
//! This is the quiescence of the classical search for those that value single positions, as tree search does with its
//! leaves: without table, and with a fixed number of plies.
//!
//! Reference: D. Beal, "A generalised quiescence search algorithm", Artificial Intelligence 43 (1990).
//!
//! Limits: no checks are tried, so mates are seen only where the side to move is in check already.

use crate::evaluation::{Accumulator, Evaluation};
use crate::mate::list_evasions;
use crate::{Board, Move, Position, Shogi};
use arrayvec::ArrayVec;
use yomi_core::{Evaluator, FirstValue, MoverValue, Rng, Scratch};

/// What a capture may be worth beyond what it takes, in centipawns.
const MARGIN: i32 = 200;
/// The score of a side that is mated.
const MATED: i32 = -30_000;
/// More captures than a position has; what does not fit is not tried.
const CAPTURES: usize = 64;

yomi_core::parameters! {
    /// The evaluation after quiescence.
    #[derive(Copy)]
    pub struct Quiet {
        /// Plies of captures at the most, and of answers to checks among them.
        pub plies: u32 = 6, in 0..=30;
    }
}

impl Evaluator<Shogi> for Quiet {
    fn evaluate(
        &self,
        game: &Shogi,
        position: &Position,
        scratch: &mut Scratch<Move>,
        _rng: &mut Rng,
    ) -> FirstValue {
        let evaluation = game.evaluation();
        let mut look = Look {
            evaluation,
            board: position.board().clone(),
            moves: &mut scratch.actions,
        };
        let sums = evaluation.fresh(&look.board);
        let score = look.score(&sums, -i32::MAX, i32::MAX, self.plies);
        MoverValue::from_centipawns(f64::from(score)).to_first(position.board().side())
    }
}

/// A look at one position.
struct Look<'a> {
    evaluation: &'a Evaluation,
    board: Board,
    moves: &'a mut Vec<Move>,
}

impl Look<'_> {
    /// The score for the side to move, between `alpha` and `beta`.
    fn score(&mut self, sums: &Accumulator, alpha: i32, beta: i32, plies: u32) -> i32 {
        if self.board.in_check() && plies > 0 {
            return self.score_in_check(sums, alpha, beta, plies);
        }
        let still = self.evaluation.score(sums, &self.board);
        if still >= beta || plies == 0 {
            return still;
        }
        let (mut best, mut alpha) = (still, alpha.max(still));
        let mut captures = self.captures();
        while let Some((gain, action)) = take_best(&mut captures) {
            if still + gain + MARGIN <= alpha {
                break;
            }
            if !self.board.exchange_is_at_least(action, 0) {
                continue;
            }
            let score = -self.after(action, sums, -beta, -alpha, plies - 1);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The same in check.
    fn score_in_check(&mut self, sums: &Accumulator, alpha: i32, beta: i32, plies: u32) -> i32 {
        list_evasions(&self.board, self.moves);
        let answers: ArrayVec<Move, CAPTURES> = self.moves.iter().copied().take(CAPTURES).collect();
        let (mut best, mut alpha) = (MATED, alpha);
        for action in answers {
            let score = -self.after(action, sums, -beta, -alpha, plies - 1);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The score of the opponent after a move.
    fn after(
        &mut self,
        action: Move,
        sums: &Accumulator,
        alpha: i32,
        beta: i32,
        plies: u32,
    ) -> i32 {
        let mut sums = *sums;
        let undo = self.board.make(action);
        self.evaluation.update(&mut sums, &self.board, &undo);
        let score = self.score(&sums, alpha, beta, plies);
        self.board.unmake(undo);
        score
    }

    /// The captures and promotions of pawns, with what each takes.
    fn captures(&mut self) -> ArrayVec<(i32, Move), CAPTURES> {
        self.board.captures(self.moves);
        let board = &self.board;
        let moves = self.moves.iter().take(CAPTURES);
        moves
            .map(|&action| (board.immediate_gain(action), action))
            .collect()
    }
}

/// Takes the capture that gains most out; of equal ones the first.
fn take_best(captures: &mut ArrayVec<(i32, Move), CAPTURES>) -> Option<(i32, Move)> {
    let gains = captures.iter().enumerate();
    let best = gains.reduce(|a, b| if b.1.0 > a.1.0 { b } else { a });
    let place = best?.0;
    Some(captures.remove(place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StaticEvaluation;
    use yomi_core::{Seed, Setup as _};

    /// What two evaluators say, for the side to move, in centipawns.
    fn both(sfen: &str) -> [f64; 2] {
        let game = Shogi::default();
        let position = game.parse_state(sfen).unwrap();
        let (mut scratch, mut rng) = (Scratch::default(), Seed::new(0).rng());
        let side = position.board().side();
        let quiet = Quiet::default().evaluate(&game, &position, &mut scratch, &mut rng);
        let still = StaticEvaluation.evaluate(&game, &position, &mut scratch, &mut rng);
        [quiet, still].map(|value| value.to_mover(side).to_centipawns())
    }

    #[test]
    fn a_rook_that_hangs_is_taken() {
        let [quiet, still] = both("4k4/9/9/4r4/9/9/4L4/9/4K4 b 2b4g4s4n3l18p 1");
        assert!(quiet > still + 300.0, "{quiet} {still}");
    }

    #[test]
    fn a_guarded_pawn_is_not_taken_by_a_rook() {
        let [quiet, still] = both("4k4/9/4g4/4p4/9/9/4R4/9/4K4 b r2b3g4s4n4l17p 1");
        assert!((quiet - still).abs() < 1.0, "{quiet} {still}");
    }

    #[test]
    fn who_has_no_answer_to_a_check_has_lost() {
        let [quiet, _] = both("4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 1");
        assert!(quiet < -5_000.0, "{quiet}");
    }
}
