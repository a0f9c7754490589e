//! Knowledge of a game beyond its rules, for searches.
//!
//! An [`Evaluator`] values a position: by a formula, by a playout, by a truncated playout, or by a
//! network; a search treats all of them alike. A [`Prior`] gives weights to actions before they are
//! tried, an [`Experience`] gives them virtual visits with values. A [`Policy`] chooses one action;
//! playouts consist of such choices.

use crate::pictured::Explanation;
use crate::{FeatureLists, FirstValue, Game, Outcome, Player, Rng};
use std::ops::Range;
use std::sync::Arc;

/// Buffers that a search thread passes to evaluators, priors and policies, so that nothing is
/// allocated per ply. They also hold the moves of the last playout, which RAVE needs.
#[derive(Clone, Debug)]
pub struct Scratch<A> {
    /// For lists of actions. The contents between calls are arbitrary.
    pub actions: Vec<A>,
    /// For scores of the actions. The contents between calls are arbitrary.
    pub scores: Vec<f32>,
    /// For values of positions. The contents between calls are arbitrary.
    pub values: Vec<FirstValue>,
    /// For features of a position. The contents between calls are arbitrary.
    pub features: Vec<(u32, f32)>,
    /// For features of actions. The contents between calls are arbitrary.
    pub move_features: FeatureLists,
    /// The moves of the playout, if `tracing`.
    pub trace: Vec<(Player, A)>,
    /// Whether playouts record their moves.
    pub tracing: bool,
    /// Buffers for nested calls, where the caller still uses its own list: pop a
    /// pair (or make one, the first time), and push it back afterwards.
    pub spare: Vec<(Vec<A>, Vec<f32>)>,
}

impl<A> Default for Scratch<A> {
    fn default() -> Self {
        Scratch {
            actions: Vec::new(),
            scores: Vec::new(),
            values: Vec::new(),
            features: Vec::new(),
            move_features: FeatureLists::default(),
            trace: Vec::new(),
            tracing: false,
            spare: Vec::new(),
        }
    }
}

/// Values positions that are not over.
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
    /// The chance of each step and the draws of [`Evaluator::evaluate`] are taken from `rng`, child
    /// by child. Override it where a batch of children can be valued faster.
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

    /// Whether a caller that draws from `rng` for each child should still value all of them by one
    /// call of [`Evaluator::evaluate_children`], before it draws what comes after the first value.
    /// For evaluators that draw nothing themselves: then the answers are the same, and a batch may be
    /// faster.
    fn prefers_batches(&self) -> bool {
        false
    }
}

/// Receives the features of one view of a position.
pub type FeatureSink<'a> = dyn FnMut(&[(u32, f32)]) + 'a;

/// A feature extractor: the inputs of a learned evaluation. A game may have several;
/// [`Encode`](crate::Encode) is for games that have one.
pub trait Features<G: Game>: Send + Sync {
    /// One more than the largest feature index.
    fn count(&self) -> usize;

    /// Replaces `features` by the active ones with their amounts, from the point of view of `viewer`.
    ///
    /// Where the board has symmetries, `view` is the number of the symmetry to apply. A
    /// learner that treats all views alike gives symmetric positions equal values.
    fn encode(
        &self,
        game: &G,
        state: &G::State,
        viewer: Player,
        view: usize,
        features: &mut Vec<(u32, f32)>,
    );

    /// Passes the features of every view to `see`, in order: the same as [`Features::encode`] gives,
    /// in the same order. Override it where views share work.
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

    /// The number of views.
    fn views(&self) -> usize {
        1
    }

    /// The number of stages of the game with separate weights.
    fn stages(&self) -> usize {
        1
    }

    /// The stage of a position, below [`Features::stages`].
    fn stage(&self, _game: &G, _state: &G::State) -> usize {
        0
    }
}

/// Features of one kind, by their indices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureGroup {
    /// What they tell.
    pub name: String,
    /// Their indices.
    pub range: Range<usize>,
}

/// Features of one kind that belong to the cells of a board, by their indices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureMap {
    /// What they tell.
    pub name: String,
    /// The index of the feature of each cell, in the order of the board's [grid](crate::pictured::Grid)
    /// as the first player sees it.
    pub cells: Range<usize>,
    /// The index of the feature that all cells share.
    pub shared: Option<usize>,
}

/// A linear evaluation whose weights are to be learned, over the features of either player.
///
/// The value of a position for the first player is
///
/// `V = 1 / (1 + exp(-k w . x))`, `x = phi(first) - phi(second)`,
///
/// where `phi(p)` are the [features](Features) of the position as player `p` sees it (in view 0), `w`
/// the weights and `k` the gain. It is antisymmetric: one set of weights serves both sides.
///
/// A learner makes an evaluator and a playout policy of the weights it has so far, so that a game can
/// compute tables for them and keep features incrementally.
pub trait LinearModel<G: Game>: Features<G> {
    /// The evaluation with these weights, one per feature, and this gain.
    fn evaluator(&self, weights: &[f32], gain: f64) -> Arc<dyn Evaluator<G>>;

    /// The policy of playouts that draws `n` distinct legal actions (all, if there are fewer) and
    /// plays the one whose successor has the highest evaluation for its mover; finished games may be
    /// compared by the evaluation too. `n = 1` is uniform play.
    fn best_of(&self, weights: &[f32], n: u32) -> Arc<dyn Policy<G>>;

    /// The same policy, but with the features of the position kept and every move valued even where that
    /// changes nothing: with `n = 1`. It draws and plays the same moves in more time. For comparisons of
    /// the time by `n`; a model that saves nothing with `n = 1` need not tell the two apart.
    fn best_of_valuing_all(&self, weights: &[f32], n: u32) -> Arc<dyn Policy<G>> {
        self.best_of(weights, n)
    }

    /// The features by kind, for learning curves: one group of all of them, unless there are kinds.
    fn groups(&self) -> Vec<FeatureGroup> {
        vec![FeatureGroup {
            name: "all".to_owned(),
            range: 0..self.count(),
        }]
    }

    /// The features that belong to the cells of the board, for pictures of their weights; none, unless
    /// the game is [`Pictured`](crate::Pictured) and features belong to cells.
    fn maps(&self) -> Vec<FeatureMap> {
        Vec::new()
    }
}

/// Gives weights to actions before they are tried.
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

    /// Where the weights come from: for each of these actions the factors whose product is its weight. `None` if
    /// the weights are no such products. For people who look at a position; searches never ask.
    fn explain(
        &self,
        _game: &G,
        _state: &G::State,
        _actions: &[G::Action],
    ) -> Option<Vec<Explanation>> {
        None
    }
}

/// Prior knowledge of an action as virtual visits (Gelly and Silver 2007): an expected score before
/// the action is tried, and the number of simulations to which this estimate is equivalent.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct VirtualVisits {
    /// The expected score for the side to move.
    pub value: f32,
    /// The equivalent number of simulations; 0 for no knowledge.
    pub visits: u32,
}

/// Gives actions virtual visits. A [`Prior`] only orders actions or weighs their exploration; virtual
/// visits are values that count as much as a number of simulations.
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

/// Chooses an action: the decision of a playout at every ply.
pub trait Policy<G: Game>: Send + Sync {
    /// A legal action in a position that is not over.
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> G::Action;

    /// Plays by this policy until the game is over or `plies` are played, with the same draws from
    /// `rng` as [`Policy::choose`] and [`Game::step`], and records the moves in `scratch.trace` if
    /// `scratch.tracing` is set. Returns the outcome, if the game is over. An override may play moves
    /// that are illegal only because of earlier positions.
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

    fn prefers_batches(&self) -> bool {
        (**self).prefers_batches()
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

    fn explain(
        &self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
    ) -> Option<Vec<Explanation>> {
        (**self).explain(game, state, actions)
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
