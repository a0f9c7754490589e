//! Walking about in a game: one position, in which moves are played and taken back.
//!
//! Searches that clone a state per node need only [`Deterministic`]. A classical alpha-beta search
//! looks at millions of nodes a second and wants more: moves made and unmade in place, an
//! evaluation that is carried along, captures told from quiet moves, checks, exchanges. Games that
//! have all that say so by [`Walkable`].

use crate::{Budget, Deterministic, Discrete, Outcome};
use std::fmt::Debug;

/// Games that can be walked about in.
pub trait Walkable: Discrete + Deterministic {
    /// A position to walk about in.
    type Walk: Walk<Action = Self::Action>;

    /// A walk that starts here, aware of how the game came here.
    fn walk(&self, state: &Self::State) -> Self::Walk;
}

/// A position in which moves are played and taken back.
pub trait Walk: Send {
    /// A move.
    type Action: Copy + PartialEq + Debug + Send + Sync + 'static;

    /// Plays a legal move.
    fn make(&mut self, action: Self::Action);

    /// Lets the other side move. Not in check.
    fn make_null(&mut self);

    /// Takes the last move, or the pass, back.
    fn unmake(&mut self);

    /// A number that tells positions apart; how often they occurred is not part of it.
    fn key(&self) -> u64;

    /// How the game has ended here by repetition, length or the like. Searches take the second
    /// occurrence of a position for the last: what happened once in a line can happen again.
    /// Positions without a legal move are told by [`Walk::moves`].
    fn ended(&self) -> Option<Outcome>;

    /// Whether the side to move is the first player.
    fn first_to_move(&self) -> bool;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// What the position is worth to the side to move, in hundredths of a pawn.
    fn evaluate(&mut self) -> i32;

    /// Replaces `actions` by all legal moves. None: the side to move has lost.
    fn moves(&self, actions: &mut Vec<Self::Action>);

    /// Replaces `actions` by the legal moves that change the balance at once: captures, and what
    /// else the game counts among them.
    fn loud_moves(&self, actions: &mut Vec<Self::Action>);

    /// Whether a move, perhaps of another position, is legal here.
    fn is_legal(&self, action: Self::Action) -> bool;

    /// Whether a legal move is among the loud ones.
    fn is_loud(&self, action: Self::Action) -> bool;

    /// Whether a legal move gives check.
    fn gives_check(&self, action: Self::Action) -> bool;

    /// What a loud move takes and promotes, in hundredths of a pawn, and what piece it risks: the
    /// more and the cheaper, the sooner it is tried.
    fn gain(&self, action: Self::Action) -> (i32, i32);

    /// Whether the exchange that a legal move begins on the square it goes to ends with at least
    /// this much, in hundredths of a pawn.
    fn exchange_is_at_least(&self, action: Self::Action, threshold: i32) -> bool;

    /// A win at once, where it can be seen quickly: a mate in one, say.
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

    /// What a move is called in statistics of moves: the piece and where it goes.
    fn slot(&self, action: Self::Action) -> usize;
}
