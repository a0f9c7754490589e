//! Make and unmake: one position on which moves are played and taken back in place.
//!
//! Searches that clone a state per node need only [`Deterministic`]. A classical alpha-beta search
//! visits millions of nodes a second and needs more: moves made and unmade in place, an
//! incremental evaluation, and information for move ordering. Games that have all of that implement
//! [`Walkable`].
//!
//! The terms come from computer chess, where the search was developed, and have these meanings in any
//! game:
//!
//! | word | chess and shogi | connect four |
//! |---|---|---|
//! | *check*: the opponent threatens to win with its very next move | the king is attacked | three discs of a row, and the fourth cell can be reached |
//! | *tactical* move: it changes the balance at once, so a position is not evaluated before such moves were tried; the others are *quiet* | captures, promotions | completes a row |
//! | *static exchange evaluation*: what a move gains or loses by the answers that can be seen without search | captures and recaptures on one square | the opponent wins on the cell above |
//! | *null move*: to let the opponent move twice | passing | the same, though the rules have no pass |
//! | *slot*: the index of a move in history tables | the piece and its destination | the cell |
//!
//! Evaluations, gains and exchanges share one scale, centipawns: [`MoverValue::from_centipawns`]
//! converts an evaluation to an expected score, which defines the unit in games without pawns.
//!
//! [`MoverValue::from_centipawns`]: crate::MoverValue::from_centipawns

use crate::{Budget, Deterministic, Discrete, Outcome, Player};
use std::fmt::Debug;

/// Games whose moves can be made and unmade in place.
pub trait Walkable: Discrete + Deterministic {
    /// A position with make and unmake.
    type Walk: Walk<Action = Self::Action>;

    /// A walk that starts at `state`, with its history for the detection of repetitions.
    fn walk(&self, state: &Self::State) -> Self::Walk;
}

/// How a line of play ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ending {
    /// The game is over by the rules.
    Final(Outcome),
    /// The position has occurred before, and further repetition would lead to this outcome.
    /// Searches stop here, since a repetition in a line can be repeated, but do not treat it as
    /// proven: the game itself continues.
    Repetition(Outcome),
}

/// A position in which moves are played and taken back.
pub trait Walk: Send {
    /// A move.
    type Action: Copy + PartialEq + Debug + Send + Sync + 'static;

    /// Plays a legal move.
    fn make(&mut self, action: Self::Action);

    /// Plays the null move: the same position with the other side to move. Never in check.
    fn make_null(&mut self);

    /// Takes the last move, or the null move, back.
    fn unmake(&mut self);

    /// The hash key of the position, side to move included; the number of its occurrences is not part
    /// of it.
    fn key(&self) -> u64;

    /// The end of the game, or of the line, at this position. A game may leave the detection of
    /// positions without a legal move to [`Walk::moves`], if generating moves in every position costs
    /// too much.
    fn ending(&self) -> Option<Ending>;

    /// The outcome of a position without a legal move for which [`Walk::ending`] is `None`: a
    /// loss for the side to move, unless the game overrides it.
    #[inline]
    fn without_moves(&self) -> Outcome {
        Outcome::Win(self.to_move().other())
    }

    /// The side to move.
    fn to_move(&self) -> Player;

    /// Whether the side to move is in check: the other side would win at once if it could move.
    /// Games without such threats, or that do not recognise them, are never in check.
    fn in_check(&self) -> bool;

    /// Whether null-move pruning is sound here: it is unless having to move may be a
    /// disadvantage (*zugzwang*). Called only out of check.
    #[inline]
    fn null_move_is_sound(&self) -> bool {
        true
    }

    /// The static evaluation for the side to move, in centipawns.
    fn evaluate(&mut self) -> i32;

    /// Replaces `actions` by all legal moves; by none where the game is over.
    fn moves(&self, actions: &mut Vec<Self::Action>);

    /// Replaces `actions` by the tactical ones among the legal moves. Sequences of them must be
    /// finite, since quiescence search follows them to their end.
    fn tactical_moves(&self, actions: &mut Vec<Self::Action>);

    /// Whether a move, perhaps of another position, is legal here.
    fn is_legal(&self, action: Self::Action) -> bool;

    /// Whether a legal move is tactical.
    fn is_tactical(&self, action: Self::Action) -> bool;

    /// Whether the opponent is in check after a legal move.
    fn gives_check(&self, action: Self::Action) -> bool;

    /// The largest immediate gain of a tactical move, and the value it puts at risk, both in
    /// centipawns, for move ordering: the largest gain first, then the smallest risk (in chess the
    /// victim and the attacker, MVV-LVA).
    fn gain(&self, action: Self::Action) -> (i32, i32);

    /// Whether the static exchange evaluation of a legal move is at least this, in centipawns.
    fn exchange_is_at_least(&self, action: Self::Action, threshold: i32) -> bool;

    /// A move that wins at once, where one can be found quickly. It may be one that
    /// [`Walk::moves`] does not list because it can only end the game, such as a claim.
    fn winning_move(&self) -> Option<Self::Action>;

    /// A search for a forced win by forcing moves alone, within a budget: the
    /// whole line, and the nodes of the search. Games without such a search find nothing.
    fn forced_win(&self, _budget: &mut Budget) -> (Option<Vec<Self::Action>>, u64) {
        (None, 0)
    }

    /// Replaces `scores` by the logarithms of the probabilities that a strong player chooses these
    /// legal moves, up to a constant; empty for a game without move probabilities.
    fn weigh(&self, _actions: &[Self::Action], scores: &mut Vec<f32>) {
        scores.clear();
    }

    /// One more than the largest [`Walk::slot`].
    const SLOTS: usize;

    /// The index of a legal move in history tables. Moves that are good for the same reason in
    /// different positions should share a slot.
    fn slot(&self, action: Self::Action) -> usize;
}
