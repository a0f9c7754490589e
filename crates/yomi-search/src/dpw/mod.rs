//! Double progressive widening: tree search for large or continuous sets of actions and results.
//!
//! A state with `n` visits considers at most `ceil(C_a n^alpha_a)` actions, proposed by the game
//! one at a time; among them UCB1 chooses, `argmax Q + c sqrt(2 ln n / n_a)`. An action with
//! `n_a` visits remembers at most `ceil(C_s n_a^alpha_s)` of the states that chance made of it; once
//! they are that many, one of them is revisited with probability proportional to how often chance
//! led to it (Couëtoux, Hoock, Sokolovska, Teytaud and Bonnard, "Continuous upper confidence
//! trees", 2011). The exponents make sure that both lists keep growing while every entry is
//! visited ever more often.
//!
//! Unlike there, chance is sampled in every simulation, and a stored state replaces a
//! new one only if the game is not over in it. A finished game has no subtree to
//! revisit, and a few lucky results revisited repeatedly would be mistaken for a good action. Where a
//! game has parts of known worth, the tree may end with the current one ([`Dpw::within_part`]).
//!
//! At the end the actions are compared by smoothed statistics: the results of one action count
//! for another in proportion to a kernel between them, `n~_a = sum_b K(a,b) n_b` and
//! `r~_a = sum_b K(a,b) r_b` (kernel regression as in Yee, Lisý and Bowling, "Monte Carlo tree
//! search in continuous action spaces with execution uncertainty", 2016; here at the root's final
//! choice only, where it costs nothing). The kernel is the one of the game ([`Proposes::kernel`]; for
//! games without one the statistics are unchanged), or follows from its execution noise: with
//! `p(b|a)` the [density](Noisy::density) of `a` executed as `b`, `K(a,b) = sqrt(p(a|b) p(b|a))`.
//!
//! Several threads search a tree each, and what these know of the root's actions is added up (root parallelisation,
//! reproducible where simulations are limited and not time).
//!
//! Limits: no reuse between moves; chance is sampled, so nothing is ever proven.
//!
//! ```
//! use yomi_core::{Game, Limits, Request, Search, Seed};
//! use yomi_search::dpw::{Dpw, DpwParams};
//! use yomi_search::playout::Playout;
//! use yomi_search::policy::Proposal;
//! use yomi_toy::TwoPeaks;
//!
//! // A tall narrow peak and a low broad one: with noise, the broad one is the better target.
//! let game = TwoPeaks::default();
//! let mut search = Dpw::new(DpwParams::default(), Box::new(Playout::new(Proposal)));
//! let request = Request::new(Limits::simulations(20_000), Seed::new(1));
//! let report = search.search(&game, &game.initial(), &request);
//! assert!((report.best.get() - game.best_aim().0).abs() < 0.1);
//! ```

pub(crate) mod answer;
pub(crate) mod run;
pub(crate) mod simulate;
pub(crate) mod tree;

use crate::candidates::Candidates;
use simulate::Simulator;
use yomi_core::continuous::Parts;
use yomi_core::{Evaluator, FirstValue, Game, Keyed, Noisy, Proposes, Report, Request, Search};

yomi_core::choices! {
    /// Where the weights of smoothed statistics come from.
    pub enum Kernel {
        /// The game's own, [`Proposes::kernel`].
        Game = "game",
        /// Execution noise, [`Noisy::density`].
        Noise = "noise",
    }
}

yomi_core::parameters! {
    /// Everything that can be set about double progressive widening.
    pub struct DpwParams {
        /// Exploration constant c of c*sqrt(2 ln n / n_a).
        pub exploration: f64 = 0.7, in 0.0..=100.0;
        /// Actions considered after n visits: action_factor * n^action_power.
        pub action_factor: f64 = 1.0, in 0.01..=1000.0;
        /// The exponent of that.
        pub action_power: f64 = 0.5, in 0.0..=1.0;
        /// States remembered per action after n visits: state_factor * n^state_power.
        pub state_factor: f64 = 1.0, in 0.01..=1000.0;
        /// The exponent of that.
        pub state_power: f64 = 0.5, in 0.0..=1.0;
        /// Compare actions at the end by kernel-smoothed statistics.
        pub smooth: bool = true;
        /// The kernel for that: the one the game declares, or the density of its execution noise.
        pub kernel: Kernel = Kernel::Game, unrecorded "game";
        /// How many threads search, each in a tree of its own; what they know of the root is added up.
        pub threads: u32 = 1, in 1..=256, unrecorded "1";
        /// Hard limit on the memory of all trees, in MiB. A full tree is searched on without growing.
        pub memory: u32 = 256, in 1..=1048576;
    }
}

/// The search.
pub struct Dpw<G: Game> {
    params: DpwParams,
    /// One for each thread, or one for all.
    leaves: Vec<Box<dyn Evaluator<G>>>,
    key: Option<fn(&G, &G::State) -> u64>,
    density: Option<Density<G>>,
    candidates: Option<Candidates<G>>,
    worth: Worth<G>,
}

/// [`Noisy::density`] of a game that has it.
type Density<G> = fn(&G, &<G as Game>::State, <G as Game>::Action, <G as Game>::Action) -> f64;

/// What a state is worth whose value is known, reached from the root's.
type Worth<G> = fn(&G, &<G as Game>::State, &<G as Game>::State) -> Option<FirstValue>;

impl<G: Proposes> Dpw<G> {
    /// A search that values leaves with `leaf`.
    pub fn new(params: DpwParams, leaf: Box<dyn Evaluator<G>>) -> Dpw<G> {
        Dpw::with_leaves(params, vec![leaf])
    }

    /// A search each of whose threads values leaves with one of these, at least one: in turn, if there are fewer than threads.
    pub fn with_leaves(params: DpwParams, leaves: Vec<Box<dyn Evaluator<G>>>) -> Dpw<G> {
        Dpw {
            params,
            leaves,
            key: None,
            density: None,
            candidates: None,
            worth: |game, _, state| game.outcome(state).map(|outcome| outcome.value()),
        }
    }

    /// Considers these actions of a state first, favourites in their order and others at random, and after them what noise makes of them
    /// ([`Proposes::near`]), instead of what the game proposes.
    #[must_use]
    pub fn among(mut self, candidates: Candidates<G>) -> Dpw<G> {
        self.candidates = Some(candidates);
        self
    }

    /// Searches to the end of the current part of the game, whose result has a known worth.
    #[must_use]
    pub fn within_part(mut self) -> Dpw<G>
    where
        G: Parts,
    {
        self.worth = |game, start, state| {
            let is_over = game.part_is_over(start, state);
            is_over.then(|| game.value_between_parts(state))
        };
        self
    }

    /// Makes the kernel of the game's noise available.
    #[must_use]
    pub fn with_noise(mut self) -> Dpw<G>
    where
        G: Noisy,
    {
        self.density = Some(G::density);
        self
    }

    /// The weight of a result of `a` in the statistics of `b`, both chosen in `state`. Games without
    /// noise have their own kernel only.
    fn kernel(&self, game: &G, state: &G::State, a: G::Action, b: G::Action) -> f64 {
        match (self.params.kernel, self.density) {
            // An action that is cut on its way, as one beyond all strength, is still itself.
            (Kernel::Noise, Some(_)) if a == b => 1.0,
            (Kernel::Noise, Some(density)) => {
                (density(game, state, a, b) * density(game, state, b, a)).sqrt()
            }
            _ => game.kernel(a, b),
        }
    }

    /// Recognises a state that chance produced before, so that a die with six faces gives six
    /// states and not one per throw.
    #[must_use]
    pub fn with_keys(mut self) -> Dpw<G>
    where
        G: Keyed,
    {
        self.key = Some(G::key);
        self
    }
}

impl<G: Proposes> Search<G> for Dpw<G> {
    fn search_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        request: &Request<G::Action>,
        tell: &mut dyn FnMut(&Report<G::Action>),
    ) -> Report<G::Action> {
        let threads = 0..self.params.threads;
        let mut trees: Vec<_> = threads
            .map(|thread| Simulator::new(self, game, state, request, thread))
            .collect();
        run::run(&mut trees, request, tell)
    }
}
