//! Flat Monte Carlo: simulate every move many times and play the best one, without a tree.
//!
//! Each simulation plays one root action on a fresh copy of the position and has the result
//! valued by the leaf evaluator, as a rule by a playout to the end. An action's value is the mean
//! `m(a)` of its simulations. The allocation decides which action gets the next simulation:
//!
//! - **equal**: all actions in turn, so all standard errors shrink alike;
//! - **per move**: the same, and the search ends when each action has had a fixed number of simulations, so
//!   that a position with more moves takes longer;
//! - **UCB1**: `argmax of m(a) + c * sqrt(2 ln N / n(a))`, where `N` simulations were made in all
//!   and `n(a)` of them with `a`; `c = 1` is the constant of the proof. An action that is
//!   worse by `d` gets only about `8 ln N / d^2` simulations, the rest goes to the best.
//!
//! Every action is tried once before any is tried twice. Equal allocations answer with the best
//! mean; UCB1 with the most simulated action, because there a mean of few simulations is noise
//! that the bandit has already taken into account. Ties, in selection and in the final choice, are
//! broken in favour of the action listed first.
//!
//! References: B. Abramson, "Expected-outcome: a general model of static evaluation", IEEE PAMI 12
//! (1990); B. Brügmann, "Monte Carlo Go" (1993); P. Auer, N. Cesa-Bianchi, P. Fischer,
//! "Finite-time analysis of the multiarmed bandit problem", Machine Learning 47 (2002).
//!
//! For a game with a continuum of actions a list of candidates replaces the list of all actions; an
//! action that is not on the list is never found.
//!
//! Limits: the opponent's best reply never gets more weight than any other, so no number of
//! simulations finds a refutation that playouts rarely play: the value converges to the policy's,
//! not to the game's. A simulation counts as a node, and depth is always one ply, so a depth limit
//! alone never ends this search.

use yomi_core::{
    Discrete, Evaluator, Game, MoveReport, MoverValue, Player, Proposes, Report, Request, Rng,
    Scratch, Search, Seed, StopReason,
};

/// [`Discrete::search_actions`] or [`Proposes::candidates`].
type List<G> = fn(&G, &<G as Game>::State, &mut Vec<<G as Game>::Action>);

yomi_core::choices! {
    /// Which action gets the next simulation.
    pub enum Allocation {
        /// Everyone in turn.
        Equal = "equal",
        /// Everyone in turn, until each has had its number.
        PerMove = "per-move",
        /// The one with the highest upper confidence bound.
        Ucb1 = "ucb1",
    }
}

yomi_core::parameters! {
    /// Settings of flat Monte Carlo.
    pub struct FlatParams {
        /// Which move gets the next simulation: all in turn, all in turn until each has had per_move of them, or the one with the highest upper confidence bound.
        pub allocation: Allocation = Allocation::Equal;
        /// Exploration constant c of UCB1: mean + c*sqrt(2 ln N / n).
        pub exploration: f64 = 1.0, in 0.0 ..= 100.0;
        /// Simulations of each move where allocation=per-move, which ends the search if no limit does before.
        pub per_move: u32 = 100, in 1 ..= 1_000_000_000;
    }
}

/// Flat Monte Carlo over any game, games of chance included: over all actions where they can be
/// listed, else over a list of candidates.
///
/// ```
/// use yomi_core::{Game, Limits, Request, Search, Seed};
/// use yomi_search::flat::{FlatMonteCarlo, FlatParams};
/// use yomi_search::playout::Playout;
/// use yomi_toy::TicTacToe;
///
/// let game = TicTacToe;
/// let mut search = FlatMonteCarlo::new(FlatParams::default(), Box::new(Playout::uniform()));
/// let request = Request::new(Limits::simulations(900), Seed::new(1));
/// let report = search.search(&game, &game.initial(), &request);
/// assert!(report.moves.iter().all(|entry| entry.visits == 100));
/// ```
pub struct FlatMonteCarlo<G: Game> {
    params: FlatParams,
    leaf: Box<dyn Evaluator<G>>,
    list: List<G>,
    scratch: Scratch<G::Action>,
}

impl<G: Game> FlatMonteCarlo<G> {
    /// A search over all actions whose simulations are valued by `leaf`.
    pub fn new(params: FlatParams, leaf: Box<dyn Evaluator<G>>) -> Self
    where
        G: Discrete,
    {
        FlatMonteCarlo::over(G::search_actions, params, leaf)
    }

    /// A search over the game's candidates only: the way for games that have a continuum of
    /// actions.
    pub fn over_candidates(params: FlatParams, leaf: Box<dyn Evaluator<G>>) -> Self
    where
        G: Proposes,
    {
        FlatMonteCarlo::over(G::candidates, params, leaf)
    }

    fn over(list: List<G>, params: FlatParams, leaf: Box<dyn Evaluator<G>>) -> Self {
        FlatMonteCarlo {
            params,
            leaf,
            list,
            scratch: Scratch::default(),
        }
    }

    /// One simulation: the value of `action` for `mover`.
    fn simulate(
        &mut self,
        game: &G,
        state: &G::State,
        mover: Player,
        action: G::Action,
        rng: &mut Rng,
    ) -> f64 {
        let mut next = state.clone();
        game.step(&mut next, action, rng);
        let value = match game.outcome(&next) {
            Some(outcome) => outcome.value(),
            None => self.leaf.evaluate(game, &next, &mut self.scratch, rng),
        };
        value.to_mover(mover).0
    }

    /// The arm that gets simulation number `simulations` (counted from 0).
    fn select(&self, arms: &[Arm<G::Action>], simulations: u64) -> usize {
        let count = arms.len() as u64;
        if simulations < count || self.params.allocation != Allocation::Ucb1 {
            return (simulations % count) as usize;
        }
        let log_total = libm::log(simulations as f64);
        let bound = |arm: &Arm<G::Action>| {
            arm.mean() + self.params.exploration * (2.0 * log_total / arm.visits as f64).sqrt()
        };
        let mut best = (0, f64::NEG_INFINITY);
        for (index, arm) in arms.iter().enumerate() {
            let bound = bound(arm);
            if bound > best.1 {
                best = (index, bound);
            }
        }
        best.0
    }

    /// The report from the statistics of the arms.
    fn report(&self, arms: &[Arm<G::Action>], seed: Seed) -> Report<G::Action> {
        let mut ranked: Vec<&Arm<G::Action>> = arms.iter().collect();
        self.rank(&mut ranked);
        let moves: Vec<_> = ranked
            .iter()
            .map(|arm| MoveReport {
                visits: arm.visits,
                value: (arm.visits > 0).then(|| MoverValue(arm.mean())),
                ..MoveReport::new(arm.action)
            })
            .collect();
        let simulations = arms.iter().map(|arm| arm.visits).sum();
        let best = moves[0].action;
        Report {
            value: moves[0].value.unwrap_or(MoverValue::EVEN),
            simulations,
            nodes: simulations,
            depth: 1,
            deepest: 1,
            memory: size_of_val(arms) as u64,
            moves,
            ..Report::new(best, seed)
        }
    }

    /// Puts the arms into the order of the answer, best first.
    fn rank(&self, arms: &mut [&Arm<G::Action>]) {
        // Never tried is worse than anything; the sort is stable, so equals stay as listed.
        let mean = |arm: &Arm<G::Action>| if arm.visits == 0 { -1.0 } else { arm.mean() };
        arms.sort_by(|a, b| {
            let by_mean = mean(b).total_cmp(&mean(a));
            match self.params.allocation {
                Allocation::Equal | Allocation::PerMove => by_mean,
                Allocation::Ucb1 => b.visits.cmp(&a.visits).then(by_mean),
            }
        });
    }
}

struct Arm<A> {
    action: A,
    visits: u64,
    total: f64,
}

impl<A> Arm<A> {
    fn mean(&self) -> f64 {
        self.total / self.visits as f64
    }
}

impl<G: Game> Search<G> for FlatMonteCarlo<G> {
    fn search_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        request: &Request<G::Action>,
        tell: &mut dyn FnMut(&Report<G::Action>),
    ) -> Report<G::Action> {
        let mut budget = request.start(&request.limits);
        let mut rng = request.seed.rng();
        let mover = game.to_move(state);
        let mut actions = Vec::new();
        (self.list)(game, state, &mut actions);
        request.restrict(&mut actions);
        let mut arms: Vec<Arm<G::Action>> = actions
            .iter()
            .map(|&action| Arm {
                action,
                visits: 0,
                total: 0.0,
            })
            .collect();

        let enough = match self.params.allocation {
            Allocation::PerMove => u64::from(self.params.per_move) * arms.len() as u64,
            Allocation::Equal | Allocation::Ucb1 => u64::MAX,
        };
        let mut simulations = 0;
        let reason = loop {
            if simulations == enough {
                break StopReason::Exhausted;
            }
            if let Some(reason) = budget.exhausted(simulations, simulations) {
                break reason;
            }
            let arm = self.select(&arms, simulations);
            arms[arm].total += self.simulate(game, state, mover, arms[arm].action, &mut rng);
            arms[arm].visits += 1;
            simulations += 1;
            if budget.report_is_due() {
                let report = self.report(&arms, request.seed);
                tell(&Report {
                    elapsed: budget.elapsed(),
                    reason: StopReason::Stopped,
                    ..report
                });
            }
        };
        Report {
            elapsed: budget.elapsed(),
            reason,
            ..self.report(&arms, request.seed)
        }
    }
}
