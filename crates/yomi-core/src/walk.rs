//! Walking about in a game: one position, in which moves are played and taken back.
//!
//! Searches that clone a state per node need only [`Deterministic`]. A classical alpha-beta search
//! looks at millions of nodes a second and wants more: moves made and unmade in place, an
//! evaluation that is carried along, and what tells promising moves from others before they are
//! searched. Games that have all that say so by [`Walkable`].
//!
//! The words come from computer chess, where the search was developed, but mean this in any game:
//!
//! | word | chess and shogi | connect four |
//! |---|---|---|
//! | *check*: the opponent threatens to win with its very next move | the king is attacked | three discs of a row, and the fourth cell can be reached |
//! | *tactical* move: it changes the balance at once, so a position is not evaluated before such moves were tried; the others are *quiet* | captures, promotions | completes a row |
//! | *static exchange evaluation*: what a move gains or loses by the answers that can be seen without search | captures and recaptures on one square | the opponent wins on the cell above |
//! | *null move*: to let the opponent move twice | passing | the same, though nobody may |
//! | *slot*: what statistics over moves know a move by | the piece and where it goes | the cell |
//!
//! Evaluations, gains and exchanges share one scale, centipawns: [`MoverValue::from_centipawns`]
//! says which expected score an evaluation stands for, and that fixes the unit in games without
//! pawns.
//!
//! [`MoverValue::from_centipawns`]: crate::MoverValue::from_centipawns

use crate::{Budget, Deterministic, Discrete, Outcome, Player};
use std::fmt::Debug;

/// Games that can be walked about in.
pub trait Walkable: Discrete + Deterministic {
    /// A position to walk about in.
    type Walk: Walk<Action = Self::Action>;

    /// A walk that starts here, aware of how the game came here.
    fn walk(&self, state: &Self::State) -> Self::Walk;
}

/// How a line of play ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ending {
    /// The game is over by the rules.
    Final(Outcome),
    /// The position has occurred before, and if play goes on like this, this will be the outcome.
    /// Searches go no further, for what happened once in a line can happen again, but take it for
    /// no proof: the game itself may go on.
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

    /// A number that tells positions apart, the side to move among them, as far as it matters to
    /// what can happen; how often they occurred is not part of it.
    fn key(&self) -> u64;

    /// How the game, or the line, has ended here. A game may leave positions without a legal move
    /// to [`Walk::moves`], if looking for moves in every position costs too much.
    fn ending(&self) -> Option<Ending>;

    /// The outcome of a position without a legal move that [`Walk::ending`] says nothing about: a
    /// loss for the side to move, unless the game says otherwise.
    #[inline]
    fn without_moves(&self) -> Outcome {
        Outcome::Win(self.to_move().other())
    }

    /// The side to move.
    fn to_move(&self) -> Player;

    /// Whether the side to move is in check: the other side would win at once if it could move.
    /// Games without such threats, or that do not recognise them, are never in check.
    fn in_check(&self) -> bool;

    /// Whether the null move tells anything here: it does unless having to move may be a
    /// disadvantage (*zugzwang*). Asked only out of check.
    #[inline]
    fn null_move_is_sound(&self) -> bool {
        true
    }

    /// What the position is worth to the side to move, in centipawns.
    fn evaluate(&mut self) -> i32;

    /// Replaces `actions` by all legal moves; by none where the game is over.
    fn moves(&self, actions: &mut Vec<Self::Action>);

    /// Replaces `actions` by the tactical ones among the legal moves. Sequences of them must come
    /// to an end, for quiescence search follows them to it.
    fn tactical_moves(&self, actions: &mut Vec<Self::Action>);

    /// Whether a move, perhaps of another position, is legal here.
    fn is_legal(&self, action: Self::Action) -> bool;

    /// Whether a legal move is tactical.
    fn is_tactical(&self, action: Self::Action) -> bool;

    /// Whether the opponent is in check after a legal move.
    fn gives_check(&self, action: Self::Action) -> bool;

    /// What a tactical move gains at most before the opponent answers, and what it puts at risk,
    /// both in centipawns: the more and the cheaper, the sooner it is tried (in chess the victim
    /// and the attacker, MVV-LVA).
    fn gain(&self, action: Self::Action) -> (i32, i32);

    /// Whether the static exchange evaluation of a legal move is at least this, in centipawns.
    fn exchange_is_at_least(&self, action: Self::Action, threshold: i32) -> bool;

    /// A move that wins at once, where that can be seen quickly. It may be one that
    /// [`Walk::moves`] does not list because it can only end the game, such as a claim.
    fn winning_move(&self) -> Option<Self::Action>;

    /// A win by force that can be found by looking at forcing moves alone, within a budget: the
    /// whole line, and the nodes it took to look. Games that know no such thing find nothing.
    fn forced_win(&self, _budget: &mut Budget) -> (Option<Vec<Self::Action>>, u64) {
        (None, 0)
    }

    /// Replaces `scores` by the logarithms of the probabilities that a strong player chooses these
    /// legal moves, up to a constant; a game that knows nothing about that leaves it empty.
    fn weigh(&self, _actions: &[Self::Action], scores: &mut Vec<f32>) {
        scores.clear();
    }

    /// One more than the largest [`Walk::slot`].
    const SLOTS: usize;

    /// What statistics over moves know a legal move by. Moves that are good for the same reason in
    /// different positions should share a slot.
    fn slot(&self, action: Self::Action) -> usize;
}
