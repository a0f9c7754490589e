//! KR-UCT: tree search whose actions share their results by kernel regression.
//!
//! Where actions are a continuum and executed with noise, an action is worth what comes of all its executions. Let
//! `K(a, b)` be the likelihood that `a` is executed as `b` ([`Noisy::density`]), `n_b` the simulations that
//! executed exactly `b` and `v_b` their mean. In every state of the tree
//!
//! ```text
//! E[v|a] = sum_b K(a,b) n_b v_b / sum_b K(a,b) n_b      the value of an action
//! W(a)   = sum_b K(a,b) n_b                             how much is known of it
//! ```
//!
//! and the action with the greatest `E[v|a] + C sqrt(ln sum_b W(b) / W(a))` is selected. While `|A|`, the number of
//! actions in the state, is more than `sqrt(n)`, the search goes on below the selected one. Otherwise it adds one that the
//! selected one may well be executed as and of which least is known, `argmin W(b)` over `K(a,b) > tau`, executes that
//! and plays the rest out. So the noise is not sampled: possible executions become actions of their own, each with one
//! successor, and the regression weighs them. The answer is the action of the root with the greatest lower bound,
//! `E[v|a] - C sqrt(ln sum_b W(b) / W(a))`.
//!
//! Reference: T. Yee, V. Lisý and M. Bowling, "Monte Carlo tree search in continuous action spaces with execution
//! uncertainty", IJCAI 2016. From there are the two formulas, the order of selection and widening, that a selected
//! action after which all is over makes its state widen (to see the same result again teaches nothing), and the
//! lower bound of the answer. Our decisions:
//!
//! - `argmin W(b)` is taken over some random executions of the selected action ([`Proposes::near`]), which may be
//!   chosen themselves; where none has `K(a,b) > tau`, nothing is added.
//! - A state gets its initial actions when it is first searched, not when it is first reached: it is played out once before.
//!   An initial action that was never executed is executed by the simulation that selects it, and all is played out
//!   from there.
//! - `factor * n^power` in the place of `sqrt(n)`, by default `2 sqrt(n)`, and a constant of its own for the lower bound.
//! - A simulation ends with the current part of the game ([`Parts`]), whose result has a known worth.
//! - Kept to some actions at the root ([`Request::only`]), it widens beside these alone and answers with one of them.
//!
//! Limits: the regression takes executions for drawn evenly around an action, while a search executes good ones more
//! often: values are too high where much was selected, by less the more is added (`arms.rs` of [`halving`](crate::halving) has
//! the formula that corrects this, for a root alone). A simulation takes time in proportion to the number of actions
//! in each state on its way. One thread; nothing is kept from move to move.
//!
//! ```
//! use yomi_core::{Game, Limits, Request, Search, Seed};
//! use yomi_search::kr_uct::{KrUct, KrUctParams};
//! use yomi_search::root_grid::PartPlayout;
//! use yomi_toy::{TwoPeaks, two_peaks::Shot};
//!
//! // The game has one move: there is nothing to play out.
//! struct Nothing;
//! impl PartPlayout<TwoPeaks> for Nothing {
//!     fn begin(&mut self, _: &TwoPeaks, _: &Shot) {}
//!     fn play(
//!         &mut self, game: &TwoPeaks, _: &Shot, state: &mut Shot, _: &mut yomi_core::Rng,
//!     ) -> yomi_core::FirstValue {
//!         yomi_core::continuous::Parts::value_between_parts(game, state)
//!     }
//! }
//!
//! // A tall narrow peak and a low broad one: with noise, the broad one is the better target.
//! let game = TwoPeaks::default();
//! let mut search = KrUct::new(KrUctParams::default(), Nothing);
//! let request = Request::new(Limits::simulations(1_000), Seed::new(1));
//! let report = search.search(&game, &game.initial(), &request);
//! assert!((report.best.get() - game.best_aim().0).abs() < 0.1);
//! ```

mod regression;
mod simulate;

use crate::candidates::{Candidates, proposed};
use crate::dpw::run::run;
use crate::root_grid::PartPlayout;
use simulate::Simulator;
use yomi_core::continuous::Parts;
use yomi_core::{Game, Noisy, Proposes, Report, Request, Search};

yomi_core::parameters! {
    /// Everything that can be set about KR-UCT.
    pub struct KrUctParams {
        /// Exploration constant C of C*sqrt(ln(sum of W) / W(a)).
        pub exploration: f64 = 0.1, in 0.0..=100.0;
        /// The constant of the lower bound by which the answer is chosen, in the place of C.
        pub caution: f64 = 0.1, in 0.0..=100.0;
        /// An action is added when action_factor * n^action_power reaches the number of actions.
        pub action_factor: f64 = 2.0, in 0.0..=1000.0;
        /// The exponent of that.
        pub action_power: f64 = 0.5, in 0.0..=1.0;
        /// Least likelihood of the added action as an execution of the selected one (tau).
        pub threshold: f64 = 0.1, in 0.0..=1.0;
        /// Executions of the selected action that are drawn, of which the least known is added.
        pub executions: u32 = 4, in 1..=1000;
        /// Hard limit on the tree's memory, in MiB. A full tree is searched on without growing.
        pub memory: u32 = 256, in 1..=1048576;
    }
}

/// The search.
pub struct KrUct<G: Game, P> {
    params: KrUctParams,
    candidates: Candidates<G>,
    playout: P,
}

impl<G: Game, P> KrUct<G, P> {
    /// A search that begins with the game's own [candidates](Proposes::candidates) and plays leaves out by `playout`.
    pub fn new(params: KrUctParams, playout: P) -> KrUct<G, P>
    where
        G: Proposes,
    {
        KrUct::among(proposed(), params, playout)
    }

    /// The same with other initial actions.
    pub fn among(candidates: Candidates<G>, params: KrUctParams, playout: P) -> KrUct<G, P> {
        KrUct {
            params,
            candidates,
            playout,
        }
    }
}

impl<G: Noisy + Parts + Proposes, P: PartPlayout<G>> Search<G> for KrUct<G, P> {
    fn search_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        request: &Request<G::Action>,
        tell: &mut dyn FnMut(&Report<G::Action>),
    ) -> Report<G::Action> {
        self.playout.begin(game, state);
        run(
            &mut [Simulator::new(self, game, state, request)],
            request,
            tell,
        )
    }

    fn reset(&mut self) {
        self.playout.forget();
    }
}
