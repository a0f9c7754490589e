//! What a search may know about a game beyond its rules.
//!
//! An [`Evaluator`] says what a position is worth: by a formula, by playing it out, by playing a
//! few moves and then a formula, or by a network; the search cannot tell and need not. A
//! [`Prior`] says how promising each action is before anything was tried, an [`Experience`] what it
//! expects of them. A [`Policy`] picks one action, and is what playouts are made of.

use crate::{FirstValue, Game, Outcome, Player, Rng};
use std::sync::Arc;

/// Buffers one thread of a search lends to the knowledge it calls, so that nothing allocates per
/// ply. Also the place where a playout leaves its moves for those who ask (RAVE does).
#[derive(Clone, Debug)]
pub struct Scratch<A> {
    /// For listing actions. Contents are garbage between calls.
    pub actions: Vec<A>,
    /// For scores that go with the actions. Contents are garbage between calls.
    pub scores: Vec<f32>,
    /// For features of a position. Contents are garbage between calls.
    pub features: Vec<(u32, f32)>,
    /// The moves of the playout, if `tracing`.
    pub trace: Vec<(Player, A)>,
    /// Whether playouts shall record their moves.
    pub tracing: bool,
    /// Buffers for those who call further knowledge while they hold a list of their own: pop a
    /// pair (or make one, the first time), and push it back when done.
    pub spare: Vec<(Vec<A>, Vec<f32>)>,
}

impl<A> Default for Scratch<A> {
    fn default() -> Self {
        Scratch {
            actions: Vec::new(),
            scores: Vec::new(),
            features: Vec::new(),
            trace: Vec::new(),
            tracing: false,
            spare: Vec::new(),
        }
    }
}

/// Says what a position that is not over is worth.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The expected score of the position.
    fn evaluate(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> FirstValue;

    /// Fills `values[i]` with the expected score of the position that `actions[i]` leads to, or with
    /// its outcome if the game is over there: all children of a leaf in one call.
    ///
    /// What chance there is in a step is drawn from `rng`, and so is what [`Evaluator::evaluate`]
    /// draws, child by child. Override it where children can be valued together for less.
    fn evaluate_children(
        &self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        values: &mut [FirstValue],
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) {
        for (&action, value) in actions.iter().zip(values) {
            let mut child = state.clone();
            game.step(&mut child, action, rng);
            *value = match game.outcome(&child) {
                Some(outcome) => outcome.value(),
                None => self.evaluate(game, &child, scratch, rng),
            };
        }
    }
}

/// Takes the features of one view of a position.
pub type FeatureSink<'a> = dyn FnMut(&[(u32, f32)]) + 'a;

/// Sees positions as numbers: what learned evaluations are made of. A game may have several such
/// ways of seeing; [`Encode`](crate::Encode) is for games that have one.
pub trait Features<G: Game>: Send + Sync {
    /// One more than the largest feature index.
    fn count(&self) -> usize;

    /// Replaces `features` by the active ones with their amounts, as `viewer` sees the position.
    ///
    /// Where the board has symmetries, `view` says in which of them it is to be looked at. A
    /// learner that treats all views alike values symmetric positions alike.
    fn encode(
        &self,
        game: &G,
        state: &G::State,
        viewer: Player,
        view: usize,
        features: &mut Vec<(u32, f32)>,
    );

    /// Hands the features of every view to `see`, in order: what [`Features::encode`] finds, in the
    /// same order. Override it where views share work.
    fn encode_views(
        &self,
        game: &G,
        state: &G::State,
        viewer: Player,
        features: &mut Vec<(u32, f32)>,
        see: &mut FeatureSink<'_>,
    ) {
        for view in 0..self.views() {
            self.encode(game, state, viewer, view, features);
            see(features);
        }
    }

    /// How many views there are.
    fn views(&self) -> usize {
        1
    }

    /// How many stages of the game are learned apart.
    fn stages(&self) -> usize {
        1
    }

    /// The stage of a position, below [`Features::stages`].
    fn stage(&self, _game: &G, _state: &G::State) -> usize {
        0
    }
}

/// Says how promising actions are before they are tried.
pub trait Prior<G: Game>: Send + Sync {
    /// Fills `weights[i]` with a non-negative weight for `actions[i]`; they need not sum to one.
    fn weigh(
        &self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        weights: &mut [f32],
        scratch: &mut Scratch<G::Action>,
    );
}

/// Prior knowledge of an action as virtual visits: what it is expected to score before it is tried,
/// and how many simulations that is worth.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct VirtualVisits {
    /// The expected score for the side to move.
    pub value: f32,
    /// How many simulations that is worth; 0 for no idea.
    pub visits: u32,
}

/// Gives actions virtual visits. Where a [`Prior`] only says which of them to look at first, these are
/// values, and are worth as much as so many simulations.
pub trait Experience<G: Game>: Send + Sync {
    /// Fills `virtual_visits[i]` for `actions[i]`.
    fn recall(
        &self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        virtual_visits: &mut [VirtualVisits],
        rng: &mut Rng,
    );
}

/// Picks an action: what a playout does at every ply.
pub trait Policy<G: Game>: Send + Sync {
    /// A legal action in a position that is not over.
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> G::Action;

    /// Plays by this policy until the game is over or `plies` are played, drawing from `rng` what
    /// [`Policy::choose`] and [`Game::step`] would, and leaving the moves in `scratch.trace` if
    /// it is `tracing`. The outcome, if the game is over. What is forbidden only because of earlier
    /// positions may be played all the same.
    #[inline]
    fn play(
        &self,
        game: &G,
        state: &mut G::State,
        plies: u32,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> Option<Outcome> {
        for _ in 0..plies {
            if let Some(outcome) = game.outcome(state) {
                return Some(outcome);
            }
            let action = self.choose(game, state, scratch, rng);
            if scratch.tracing {
                scratch.trace.push((game.to_move(state), action));
            }
            game.step(state, action, rng);
        }
        game.outcome(state)
    }
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Arc<E> {
    fn evaluate(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> FirstValue {
        (**self).evaluate(game, state, scratch, rng)
    }

    fn evaluate_children(
        &self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        values: &mut [FirstValue],
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) {
        (**self).evaluate_children(game, state, actions, values, scratch, rng);
    }
}

impl<G: Game, P: Prior<G> + ?Sized> Prior<G> for Arc<P> {
    fn weigh(
        &self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        weights: &mut [f32],
        scratch: &mut Scratch<G::Action>,
    ) {
        (**self).weigh(game, state, actions, weights, scratch);
    }
}

impl<G: Game, E: Experience<G> + ?Sized> Experience<G> for Arc<E> {
    fn recall(
        &self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        virtual_visits: &mut [VirtualVisits],
        rng: &mut Rng,
    ) {
        (**self).recall(game, state, actions, virtual_visits, rng);
    }
}

impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for Arc<P> {
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        (**self).choose(game, state, scratch, rng)
    }

    fn play(
        &self,
        game: &G,
        state: &mut G::State,
        plies: u32,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> Option<Outcome> {
        (**self).play(game, state, plies, scratch, rng)
    }
}
