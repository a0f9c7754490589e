//! Monte Carlo over a grid of exact root actions, whose noise is averaged out afterwards.
//!
//! Where actions are a continuum and executed with noise, a search need not sample the noise of the
//! root: it simulates exact actions on a grid and takes as the value of an action with noise the mean
//! of those near it, weighted by the likelihood `K(a, b)` of `a` being executed as `b`:
//!
//! `Q(a) = sum_b K(a,b) r_b / sum_b K(a,b) n_b`,
//!
//! where `n_b` simulations of `b` came to `r_b` in all. In this way every simulation counts for all actions
//! around it (A. Kato, H. Iizuka and M. Yamamoto's convolution of exact values; here of simulated ones, as in
//! K. Ohto and T. Tanaka, "Applying Monte Carlo tree search to curling AI", 2016). A *cycle* simulates all
//! actions of the grid once, in random order. Weights are by visits, so a search may end within a cycle.
//!
//! A simulation goes on to the end of the current part of the game ([`Parts`]) by a [`PartPlayout`]: by a
//! policy alone ([`Sampling`], the "Pure MC" of that paper) or by what similar states have taught
//! ([`StateTree`](crate::state_tree::StateTree)).
//!
//! Limits: all root actions get the same share; an action between grid points is never played; and the greatest of
//! thousands of noisy means promises more than it holds.

mod evaluator;
mod sampling;

pub use evaluator::PartEvaluator;
pub(crate) use sampling::softmax;
pub use sampling::{Sampling, SamplingParams};

use std::sync::Arc;
use yomi_core::continuous::{ActionGrid, Parts};
use yomi_core::{
    FirstValue, Game, MoveReport, MoverValue, Noisy, Player, Report, Request, Rng, Search,
    StopReason,
};

yomi_core::parameters! {
    /// Settings of Monte Carlo over a grid of root actions.
    pub struct RootGridParams {
        /// How often every action of the grid is simulated, if no limit ends the search before.
        pub cycles: u32 = 47, in 1..=1_000_000;
    }
}

/// Plays on to the end of a part of the game, and may learn from it.
pub trait PartPlayout<G: Game>: Send {
    /// Makes ready for simulations of the part that `start` belongs to. What earlier ones have taught is
    /// forgotten, unless a setting lets it be kept.
    fn begin(&mut self, game: &G, start: &G::State);

    /// Plays on from `state` to the end of the part that `start` belongs to, and tells what is reached.
    fn play(
        &mut self,
        game: &G,
        start: &G::State,
        state: &mut G::State,
        rng: &mut Rng,
    ) -> FirstValue;

    /// Forgets all that simulations have taught, for a new game.
    fn forget(&mut self) {}

    /// How many nodes it holds; `None` if it has none, where every simulation counts as one.
    fn nodes(&self) -> Option<u64> {
        None
    }

    /// How many bytes they take.
    fn memory(&self) -> u64 {
        0
    }
}

impl<G: Game> PartPlayout<G> for Box<dyn PartPlayout<G>> {
    fn begin(&mut self, game: &G, start: &G::State) {
        (**self).begin(game, start);
    }

    fn play(
        &mut self,
        game: &G,
        start: &G::State,
        state: &mut G::State,
        rng: &mut Rng,
    ) -> FirstValue {
        (**self).play(game, start, state, rng)
    }

    fn forget(&mut self) {
        (**self).forget();
    }

    fn nodes(&self) -> Option<u64> {
        (**self).nodes()
    }

    fn memory(&self) -> u64 {
        (**self).memory()
    }
}

/// The search.
pub struct RootGrid<G: Game, P> {
    params: RootGridParams,
    grid: Arc<ActionGrid<G::Action>>,
    playout: P,
}

/// The simulations of an action.
#[derive(Clone, Copy, Default)]
struct Arm {
    visits: u32,
    total: f64,
}

/// An action that may be chosen, with its value.
struct Valued<A> {
    action: A,
    visits: u64,
    value: Option<f64>,
    /// Whether at least half of its kernel has been simulated.
    is_sure: bool,
}

impl<G: Game, P> RootGrid<G, P> {
    /// A search of this grid, whose simulations are played on by `playout`.
    pub fn new(
        params: RootGridParams,
        grid: Arc<ActionGrid<G::Action>>,
        playout: P,
    ) -> RootGrid<G, P> {
        RootGrid {
            params,
            grid,
            playout,
        }
    }
}

/// What one search simulates: actions of the grid, and those asked for that are not on it.
struct Root<'a, A> {
    grid: &'a ActionGrid<A>,
    /// Actions beside the grid; they are executed with noise, since nothing near them is known.
    extra: Vec<A>,
    /// Which actions of the grid may be chosen.
    chosen: Vec<bool>,
    /// What is simulated, by its number; those after the last of the grid are extra.
    order: Vec<u32>,
    arms: Vec<Arm>,
}

impl<'a, A: Copy + PartialEq> Root<'a, A> {
    fn new(grid: &'a ActionGrid<A>, only: &[A]) -> Root<'a, A> {
        let count = grid.actions().len();
        let mut chosen = vec![false; count];
        let mut simulated = vec![only.is_empty(); count];
        for (index, kernel) in grid.choices() {
            chosen[index] = only.is_empty() || only.contains(&grid.actions()[index]);
            if chosen[index] {
                kernel
                    .iter()
                    .for_each(|&(near, _)| simulated[near as usize] = true);
            }
        }
        let is_known = |action: &A| {
            let mut actions = grid.actions().iter().zip(&chosen);
            actions.any(|(known, &chosen)| chosen && known == action)
        };
        let extra: Vec<A> = only.iter().filter(|&a| !is_known(a)).copied().collect();
        let of_grid = (0..count as u32).filter(|&index| simulated[index as usize]);
        Root {
            order: of_grid
                .chain((count..count + extra.len()).map(|index| index as u32))
                .collect(),
            arms: vec![Arm::default(); count + extra.len()],
            grid,
            extra,
            chosen,
        }
    }

    /// Simulations so far.
    fn simulations(&self) -> u64 {
        self.arms.iter().map(|arm| u64::from(arm.visits)).sum()
    }

    /// The actions that may be chosen, best first; of equals the one whose surroundings are known better.
    fn ranked(&self) -> Vec<Valued<A>> {
        let of_grid = self.grid.choices().filter(|&(index, _)| self.chosen[index]);
        let mut ranked: Vec<Valued<A>> = of_grid
            .map(|(index, kernel)| {
                let (mut weight, mut total, mut visited, mut whole) = (0.0, 0.0, 0.0, 0.0);
                for &(near, likelihood) in kernel {
                    let arm = self.arms[near as usize];
                    let likelihood = f64::from(likelihood);
                    weight += likelihood * f64::from(arm.visits);
                    total += likelihood * arm.total;
                    visited += likelihood * f64::from(u8::from(arm.visits > 0));
                    whole += likelihood;
                }
                Valued {
                    action: self.grid.actions()[index],
                    visits: u64::from(self.arms[index].visits),
                    value: (weight > 0.0).then(|| total / weight),
                    is_sure: whole > 0.0 && visited >= 0.5 * whole,
                }
            })
            .collect();
        let extra = self
            .extra
            .iter()
            .zip(&self.arms[self.grid.actions().len()..]);
        ranked.extend(extra.map(|(&action, arm)| Valued {
            action,
            visits: u64::from(arm.visits),
            value: (arm.visits > 0).then(|| arm.total / f64::from(arm.visits)),
            is_sure: arm.visits > 0,
        }));
        let key = |valued: &Valued<A>| (valued.is_sure, valued.value.unwrap_or(-1.0));
        ranked.sort_by(|a, b| {
            let (a, b) = (key(a), key(b));
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        ranked
    }
}

impl<G: Noisy + Parts, P: PartPlayout<G>> RootGrid<G, P> {
    /// One simulation of an arm: its value for `mover`, and whether anything was played after it.
    fn simulate(
        &mut self,
        game: &G,
        start: &G::State,
        root: &Root<'_, G::Action>,
        (arm, mover): (usize, Player),
        rng: &mut Rng,
    ) -> (f64, bool) {
        let mut state = start.clone();
        match root.extra.get(arm.wrapping_sub(root.grid.actions().len())) {
            Some(&action) => game.step(&mut state, action, rng),
            None => game.step_exact(&mut state, root.grid.actions()[arm]),
        }
        let goes_on = !game.part_is_over(start, &state);
        let value = match goes_on {
            true => self.playout.play(game, start, &mut state, rng),
            false => game.value_between_parts(&state),
        };
        (value.to_mover(mover).0, goes_on)
    }

    fn report(
        &self,
        root: &Root<'_, G::Action>,
        request: &Request<G::Action>,
    ) -> Report<G::Action> {
        let moves: Vec<_> = root
            .ranked()
            .into_iter()
            .map(|valued| MoveReport {
                visits: valued.visits,
                value: valued.value.map(MoverValue),
                ..MoveReport::new(valued.action)
            })
            .collect();
        let best = moves[0].action;
        let simulations = root.simulations();
        Report {
            value: moves[0].value.unwrap_or(MoverValue::EVEN),
            simulations,
            nodes: self.playout.nodes().unwrap_or(simulations),
            depth: 1,
            deepest: 1,
            memory: self.playout.memory() + size_of_val(&root.arms[..]) as u64,
            moves,
            ..Report::new(best, request.seed)
        }
    }
}

impl<G: Noisy + Parts, P: PartPlayout<G>> Search<G> for RootGrid<G, P> {
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
        let grid = Arc::clone(&self.grid);
        let mut root = Root::new(&grid, &request.only);
        self.playout.begin(game, state);
        let mut simulations = 0_u64;
        let reason = 'search: {
            for _ in 0..self.params.cycles {
                rng.shuffle(&mut root.order);
                let mut anything_follows = !root.extra.is_empty();
                for place in 0..root.order.len() {
                    let nodes = self.playout.nodes().unwrap_or(simulations);
                    if let Some(reason) = budget.exhausted(simulations, nodes) {
                        break 'search reason;
                    }
                    let arm = root.order[place] as usize;
                    let (value, goes_on) =
                        self.simulate(game, state, &root, (arm, mover), &mut rng);
                    anything_follows |= goes_on;
                    root.arms[arm].visits += 1;
                    root.arms[arm].total += value;
                    simulations += 1;
                    if budget.report_is_due() {
                        let report = self.report(&root, request);
                        tell(&Report {
                            elapsed: budget.elapsed(),
                            reason: StopReason::Stopped,
                            ..report
                        });
                    }
                }
                if !anything_follows {
                    // The last action of the part, and exact: another cycle would repeat this one.
                    break;
                }
            }
            StopReason::Exhausted
        };
        Report {
            elapsed: budget.elapsed(),
            reason,
            ..self.report(&root, request)
        }
    }

    fn reset(&mut self) {
        self.playout.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock ends a search in the middle of a cycle: then some actions have a simulation more than others, and count by
    /// their simulations. One whose surroundings are hardly known comes after those that are.
    #[test]
    fn in_the_middle_of_a_cycle_actions_count_by_their_simulations() {
        let mut grid = ActionGrid::new(vec![10, 11, 12, 13]);
        grid.choose(1, vec![(0, 0.25), (1, 0.5), (2, 0.25)]);
        grid.choose(2, vec![(1, 0.25), (2, 0.5), (3, 0.25)]);
        grid.choose(3, vec![(3, 1.0)]);
        let mut root = Root::new(&grid, &[]);
        let arm = |visits, total| Arm { visits, total };
        root.arms = vec![arm(2, 2.0), arm(2, 1.0), arm(1, 0.0), arm(0, 0.0)];
        let ranked = root.ranked();
        let found: Vec<_> = ranked.iter().map(|one| (one.action, one.value)).collect();
        // (0.25 * 2 + 0.5 * 1 + 0.25 * 0) / (0.25 * 2 + 0.5 * 2 + 0.25 * 1), and 0.25 * 1 / (0.25 * 2 + 0.5 * 1).
        assert_eq!(
            found,
            [(11, Some(1.0 / 1.75)), (12, Some(0.25)), (13, None)]
        );
        let sure: Vec<bool> = ranked.iter().map(|one| one.is_sure).collect();
        assert_eq!(sure, [true, true, false]);
        assert_eq!(root.simulations(), 5);
    }
}
