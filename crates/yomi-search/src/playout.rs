//! Playouts: a position is valued by the results of simulated games from it.
//!
//! A playout plays from the position to the end of the game by a [`Policy`] and returns the score:
//! one sample of the random variable whose mean is Abramson's *expected outcome*,
//! `v(s) = E[outcome | both sides play by the policy from s]`. Averaged over `n` playouts its
//! standard error is at most `1 / (2 sqrt n)`. With the [`Uniform`] policy it needs no knowledge
//! of the game.
//!
//! A *truncated* playout stops after a few plies and values the position by an evaluator: less noise
//! and less time per sample, at the price of the evaluator's bias.
//!
//! Reference: B. Abramson, "Expected-outcome: a general model of static evaluation", IEEE
//! Transactions on Pattern Analysis and Machine Intelligence 12 (1990), 182-193. Truncation: R.
//! Lorentz, "Amazons discover Monte-Carlo", Computers and Games 2008.
//!
//! Limits: the mean converges to the value under the *policy*, not to the game-theoretic value;
//! only a tree search above it corrects that.

use crate::policy::Uniform;
use yomi_core::{Evaluator, FirstValue, Game, Policy, Rng, Scratch};

/// The default limit on the length of a playout: longer than any sensible game, short
/// enough that a game which can cycle for ever does not hang the search.
pub const DEFAULT_MAX_PLIES: u32 = 10_000;

/// An evaluator that plays the game to its end.
///
/// ```
/// use yomi_core::{Evaluator, Game, Scratch, Seed};
/// use yomi_search::playout::Playout;
/// use yomi_toy::TicTacToe;
///
/// let game = TicTacToe;
/// let (mut scratch, mut rng) = (Scratch::default(), Seed::new(1).rng());
/// let value = Playout::uniform().evaluate(&game, &game.initial(), &mut scratch, &mut rng);
/// assert!([0.0, 0.5, 1.0].contains(&value.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Playout<P> {
    /// The policy of both sides.
    pub policy: P,
    /// A game not over after this many plies counts as a draw.
    pub max_plies: u32,
}

impl Playout<Uniform> {
    /// Playouts of uniformly random moves.
    pub fn uniform() -> Self {
        Playout::new(Uniform)
    }
}

impl<P> Playout<P> {
    /// Playouts by `policy`, at most [`DEFAULT_MAX_PLIES`] long.
    pub fn new(policy: P) -> Self {
        Playout {
            policy,
            max_plies: DEFAULT_MAX_PLIES,
        }
    }
}

impl<G: Game, P: Policy<G>> Evaluator<G> for Playout<P> {
    #[inline]
    fn evaluate(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> FirstValue {
        let mut state = state.clone();
        play(game, &mut state, &self.policy, self.max_plies, scratch, rng)
            .unwrap_or(FirstValue::EVEN)
    }
}

/// An evaluator that plays a few plies and leaves the rest to another evaluator.
#[derive(Clone, Copy, Debug)]
pub struct TruncatedPlayout<P, E> {
    /// The policy of both sides.
    pub policy: P,
    /// Says what the position is worth in which the playout stops, unless the game is over there.
    pub evaluator: E,
    /// At most this many plies are played.
    pub plies: u32,
}

impl<G: Game, P: Policy<G>, E: Evaluator<G>> Evaluator<G> for TruncatedPlayout<P, E> {
    #[inline]
    fn evaluate(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        rng: &mut Rng,
    ) -> FirstValue {
        let mut state = state.clone();
        play(game, &mut state, &self.policy, self.plies, scratch, rng)
            .unwrap_or_else(|| self.evaluator.evaluate(game, &state, scratch, rng))
    }
}

/// Plays at most `plies` plies; the score if the game is over then.
#[inline]
fn play<G: Game, P: Policy<G>>(
    game: &G,
    state: &mut G::State,
    policy: &P,
    plies: u32,
    scratch: &mut Scratch<G::Action>,
    rng: &mut Rng,
) -> Option<FirstValue> {
    let outcome = policy.play(game, state, plies, scratch, rng)?;
    Some(outcome.value())
}
