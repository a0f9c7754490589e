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
//! revisit, and a few lucky results revisited repeatedly would be mistaken for a good action.
//!
//! At the end the actions are compared by smoothed statistics: the results of one action count
//! for another in proportion to a kernel between them, `n~_a = sum_b K(a,b) n_b` and
//! `r~_a = sum_b K(a,b) r_b` (kernel regression as in Yee, Lisý and Bowling, "Monte Carlo tree
//! search in continuous action spaces with execution uncertainty", 2016; here at the root's final
//! choice only, where it costs nothing). The kernel is the one of the game ([`Proposes::kernel`]; for
//! games without one the statistics are unchanged), or follows from its execution noise: with
//! `p(b|a)` the [density](Noisy::density) of `a` executed as `b`, `K(a,b) = sqrt(p(a|b) p(b|a))`.
//!
//! Limits: one thread, no reuse between moves; chance is sampled, so nothing is ever proven.
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

mod answer;
mod tree;

use std::cmp::Ordering;
use tree::{Tree, UNKNOWN_KEY};
use yomi_core::{
    Evaluator, FirstValue, Game, Keyed, Noisy, Player, Proposes, Report, Request, Rng, Scratch,
    Search, StopReason,
};

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
        /// Hard limit on the tree's memory, in MiB. A full tree is searched on without growing.
        pub memory: u32 = 256, in 1..=1048576;
    }
}

/// The search.
pub struct Dpw<G: Game> {
    params: DpwParams,
    leaf: Box<dyn Evaluator<G>>,
    key: Option<fn(&G, &G::State) -> u64>,
    density: Option<Density<G>>,
}

/// [`Noisy::density`] of a game that has it.
type Density<G> = fn(&G, &<G as Game>::State, <G as Game>::Action, <G as Game>::Action) -> f64;

impl<G: Proposes> Dpw<G> {
    /// A search that values leaves with `leaf`.
    pub fn new(params: DpwParams, leaf: Box<dyn Evaluator<G>>) -> Dpw<G> {
        Dpw {
            params,
            leaf,
            key: None,
            density: None,
        }
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
        let limits = request.limits.with_nodes_as_simulations();
        let mut budget = request.start(&limits);
        let memory = u64::from(self.params.memory) << 20;
        let mut run = Simulator {
            search: self,
            game,
            only: &request.only,
            tree: Tree::new(memory, state.clone()),
            rng: request.seed.child("worker").index(0).rng(),
            scratch: Scratch::default(),
            path: Vec::new(),
            tried: Vec::new(),
        };
        let mut simulations = 0;
        let mut depth = 0;
        let report = |tree: &Tree<G::State, G::Action>, simulations, depth, elapsed, reason| {
            let facts = answer::Facts {
                simulations,
                depth,
                reason,
                elapsed,
                seed: request.seed,
            };
            let kernel = |a, b| self.kernel(game, state, a, b);
            let smoothing: Option<answer::Weight<G::Action>> = match self.params.smooth {
                true => Some(&kernel),
                false => None,
            };
            answer::report(tree, smoothing, &facts)
        };
        let reason = loop {
            depth = depth.max(run.simulate(limits.depth.unwrap_or(u32::MAX).max(1)));
            simulations += 1;
            if let Some(reason) = budget.exhausted(simulations, run.tree.len() as u64) {
                break reason;
            }
            if budget.report_is_due() {
                let (elapsed, reason) = (budget.elapsed(), StopReason::Stopped);
                tell(&report(&run.tree, simulations, depth, elapsed, reason));
            }
        };
        report(&run.tree, simulations, depth, budget.elapsed(), reason)
    }
}

/// A search in progress.
struct Simulator<'s, G: Game> {
    search: &'s Dpw<G>,
    game: &'s G,
    /// The only actions of the root to search; empty: all.
    only: &'s [G::Action],
    tree: Tree<G::State, G::Action>,
    rng: Rng,
    scratch: Scratch<G::Action>,
    /// The actions chosen in this simulation, with who chose them and the state they led to.
    path: Vec<(Player, u32, Option<u32>)>,
    tried: Vec<G::Action>,
}

impl<G: Proposes> Simulator<'_, G> {
    /// One simulation; returns how deep it went.
    fn simulate(&mut self, max_depth: u32) -> u32 {
        self.path.clear();
        let mut node = 0;
        let value = loop {
            let state = &self.tree.states[node as usize].state;
            if self.path.len() as u32 >= max_depth {
                break self.evaluate(&state.clone());
            }
            let mover = self.game.to_move(state);
            let Some(action) = self.choose_action(node) else {
                break self.evaluate(&self.tree.states[node as usize].state.clone());
            };
            match self.sample_state(node, action) {
                Sample::Known(next) => {
                    self.path.push((mover, action, Some(next)));
                    node = next;
                }
                Sample::New(next) => {
                    self.path.push((mover, action, Some(next)));
                    break self.evaluate(&self.tree.states[next as usize].state.clone());
                }
                Sample::NotKept(state) => {
                    self.path.push((mover, action, None));
                    break match self.game.outcome(&state) {
                        Some(outcome) => outcome.value(),
                        None => self.evaluate(&state),
                    };
                }
            }
        };
        self.back_up(value);
        self.path.len() as u32
    }

    fn evaluate(&mut self, state: &G::State) -> FirstValue {
        let leaf = &self.search.leaf;
        leaf.evaluate(self.game, state, &mut self.scratch, &mut self.rng)
    }

    /// A new action if the state may have one more, else the one with the highest bound.
    fn choose_action(&mut self, node: u32) -> Option<u32> {
        let params = &self.search.params;
        let visits = self.tree.states[node as usize].visits;
        self.tried.clear();
        self.tried
            .extend(self.tree.actions_of(node).map(|(_, entry)| entry.action));
        let room = widened(visits + 1, params.action_factor, params.action_power);
        if self.tried.len() < room && !self.tree.is_full() {
            let state = &self.tree.states[node as usize].state;
            let proposed = match node == 0 && !self.only.is_empty() {
                true => {
                    let is_new = |action: &&G::Action| !self.tried.contains(action);
                    self.only.iter().find(is_new).copied()
                }
                false => self.game.propose(state, &self.tried, &mut self.rng),
            };
            if let Some(action) = proposed {
                return Some(self.tree.add_action(node, action));
            }
        }
        let width = params.exploration * (2.0 * libm::log(f64::from(visits.max(1)))).sqrt();
        let bound = |visits: u32, sum: f64| match visits {
            0 => f64::INFINITY,
            _ => sum / f64::from(visits) + width / f64::from(visits).sqrt(),
        };
        self.tree
            .actions_of(node)
            .map(|(index, entry)| (bound(entry.visits, entry.sum), index))
            .max_by(|a, b| a.0.total_cmp(&b.0).then(Ordering::Greater))
            .map(|(_, index)| index)
    }

    /// Asks chance what becomes of the action.
    fn sample_state(&mut self, node: u32, action: u32) -> Sample<G::State> {
        let params = &self.search.params;
        let entry = &self.tree.actions[action as usize];
        let room = widened(entry.visits + 1, params.state_factor, params.state_power);
        let mut state = self.tree.states[node as usize].state.clone();
        self.game.step(&mut state, entry.action, &mut self.rng);
        if self.game.outcome(&state).is_some() {
            return Sample::NotKept(state);
        }
        let key = self
            .search
            .key
            .map_or(UNKNOWN_KEY, |key| key(self.game, &state));
        let (mut known, mut arrivals, mut same) = (0, 0, None);
        for (index, result) in self.tree.results_of(action) {
            known += 1;
            arrivals += result.arrivals;
            if key != UNKNOWN_KEY && result.key == key {
                same = Some(index);
            }
        }
        if let Some(index) = same {
            self.tree.states[index as usize].arrivals += 1;
            return Sample::Known(index);
        }
        if known < room {
            return match self.tree.add_state(action, state, key) {
                Ok(index) => Sample::New(index),
                Err(state) => Sample::NotKept(state),
            };
        }
        let mut ticket = self.rng.below(arrivals);
        let stand_in = self.tree.results_of(action).find(|(_, result)| {
            let found = ticket < result.arrivals;
            ticket = ticket.saturating_sub(result.arrivals);
            found
        });
        stand_in.map_or(Sample::NotKept(state), |(index, _)| Sample::Known(index))
    }

    fn back_up(&mut self, value: FirstValue) {
        self.tree.states[0].visits += 1;
        for &(mover, action, next) in &self.path {
            let entry = &mut self.tree.actions[action as usize];
            entry.visits += 1;
            entry.sum += value.to_mover(mover).0;
            if let Some(next) = next {
                self.tree.states[next as usize].visits += 1;
            }
        }
    }
}

/// The result of an action, chance included.
enum Sample<S> {
    /// A state in the tree that was there before.
    Known(u32),
    /// A state just added to the tree.
    New(u32),
    /// A state that is not in the tree: the game is over in it, or the memory is full.
    NotKept(S),
}

/// `ceil(factor * visits^power)`.
fn widened(visits: u32, factor: f64, power: f64) -> usize {
    (factor * libm::pow(f64::from(visits), power)).ceil() as usize
}
