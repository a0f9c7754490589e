//! State-Tree MCTS: Monte Carlo tree search where no state is ever met twice.
//!
//! With a continuum of states, statistics of single states stay empty. But similar states have similar
//! values of actions, so they are kept for *cells* of states ([`Cells`]): a coarse cell of level 0, divided
//! at every further level, like a tree over the space of states. A simulation that reaches state `x` and
//! chooses action `a` there counts in all nodes `s` on the way from the root of the tree to the leaf that
//! contains `x`. A leaf of level `d` is divided once it has had
//!
//! `N_ex(d) = expand_visits * expand_growth^d`
//!
//! visits. To choose at `x`, the statistics on that way are added up, the finer the heavier, and the
//! inflated count is brought down by a power:
//!
//! ```text
//! n~(x,a) = sum_s (d(s)+1)^level_power * n(s,a),  r~(x,a) alike,  n~(x) = sum_a n~(x,a)
//! n(x) = n~(x)^visit_power,  n(x,a) = n~(x,a) * n(x) / n~(x),  r(x,a) alike
//! a = argmax r(x,a) / n(x,a) + exploration * sqrt(2 ln n(x) / n(x,a))
//! ```
//!
//! The sum over actions is over those that the policy generates at `x`. In every node every action begins
//! with `initial_visits` (of reward 0), so that nothing is divided by zero. A policy with preferences `V`
//! adds `prior_visits` to `n(x,a)`, whose mean reward is that of winning with probability
//! `exp(V(a)/T) / sum_b exp(V(b)/T)`. Ties are broken at random.
//!
//! The reward is the value at the end of the part ([`Parts`]), less the mean and over the standard
//! deviation of all ends the part may have, so that exploration means the same whatever the score.
//!
//! Where an end can hardly change the chances any more, the deviation is small and the prior's reward large:
//! then the policy's preferences decide almost alone.
//!
//! Reference: K. Ohto and T. Tanaka, "Applying Monte Carlo tree search to curling AI", 2016 (in
//! Japanese); its constants are the defaults.
//!
//! Limits: one thread; two cells with the same key share a node; how the root's simulations are shared out is
//! [`RootGrid`](crate::root_grid::RootGrid)'s affair.

mod choice;
mod table;

use crate::root_grid::PartPlayout;
use choice::Chooser;
use table::Table;
use yomi_core::continuous::{Cells, Division, KindPolicy, Parts, Plan};
use yomi_core::{FirstValue, Player, Rng};

yomi_core::parameters! {
    /// Settings of State-Tree MCTS.
    pub struct StateTreeParams {
        /// What makes states similar: where all stones lie, as in the paper, or what they are to each other first.
        pub cells: Division = Division::Places, unrecorded "places";
        /// How often a cell may be divided, if the game divides it so often: 0 keeps one node for each tree.
        pub levels: u32 = 15, in 0..=31;
        /// Visits after which the coarsest cell is divided.
        pub expand_visits: f64 = 1.0, in 0.0..=1e9;
        /// By what factor more visits a cell of the next level needs.
        pub expand_growth: f64 = 1.3, in 1.0..=100.0;
        /// A node of level d weighs (d+1) to this power.
        pub level_power: f64 = 4.0, in 0.0..=10.0;
        /// The power that brings the sum of weighted visits down to a number of visits.
        pub visit_power: f64 = 0.4, in 0.0..=1.0;
        /// Visits of reward 0 that every action begins with in every node.
        pub initial_visits: f64 = 0.5, in 0.001..=1000.0;
        /// Exploration constant C: mean + C*sqrt(2 ln n / n_a), in standard deviations of the reward.
        pub exploration: f64 = 1.0, in 0.0..=100.0;
        /// Visits that the policy's preferences count for; no matter where it has none.
        pub prior_visits: f64 = 2.0, in 0.0..=1e6;
        /// Temperature of the softmax that makes probabilities of the policy's preferences.
        pub temperature: f64 = 0.8, in 0.001..=1000.0;
        /// Whether nodes are kept for the next search of the same part of the game, as long as half of the table is free.
        pub keep: bool = false, unrecorded "false";
        /// The most blocks of nodes: 64 bytes each, with room for five kinds of actions.
        pub table: u32 = 2_097_152, in 1..=100_000_000;
    }
}

/// Playouts that choose by what similar states have taught.
pub struct StateTree<P> {
    policy: P,
    params: StateTreeParams,
    chooser: Chooser,
    /// How many visits divide a cell, by its level.
    expand_at: Vec<f64>,
    table: Table,
    /// Mean and standard deviation of the value at the end of the part.
    scale: (FirstValue, f64),
    plans: Vec<Plan>,
    preferences: Vec<f32>,
    /// The nodes of the states of this simulation, one state after another.
    path: Vec<u32>,
    steps: Vec<Step>,
}

/// One state of a simulation.
struct Step {
    /// Where its nodes end in the path.
    end: usize,
    /// The key of the cell below its leaf.
    next: Option<u64>,
    kind: u8,
    mover: Player,
}

impl<P> StateTree<P> {
    /// Playouts whose kinds of actions are those of a policy.
    pub fn new(params: StateTreeParams, policy: P) -> StateTree<P> {
        let growth = |level| libm::pow(params.expand_growth, f64::from(level));
        StateTree {
            policy,
            chooser: Chooser::new(&params),
            expand_at: (0..=params.levels)
                .map(|level| params.expand_visits * growth(level))
                .collect(),
            table: Table::new(params.table as usize),
            params,
            scale: (FirstValue::EVEN, 1.0),
            plans: Vec::new(),
            preferences: Vec::new(),
            path: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// How often a node could not be had since the search began, because the table was full or crowded.
    pub fn refused(&self) -> u64 {
        self.table.refused()
    }

    /// Puts the nodes of a state at the end of the path; returns the key of the cell below the last.
    fn descend<G: Cells>(&mut self, game: &G, state: &G::State) -> Option<u64> {
        let coordinates = game.coordinates(state, self.params.cells);
        let root = game.cell(&coordinates, 0)?;
        self.path.push(self.table.find_or_insert(root)?);
        for level in 1..=self.params.levels {
            let key = game.cell(&coordinates, level)?;
            match self.table.find(key) {
                Some(node) => self.path.push(node),
                None => return Some(key),
            }
        }
        None
    }

    /// Counts a simulation in all nodes it came through, and divides leaves that have had enough.
    fn back_up(&mut self, value: FirstValue) {
        let (mean, deviation) = self.scale;
        let for_first = reward(value.0, mean.0, deviation);
        let mut start = 0;
        for step in self.steps.drain(..) {
            let reward = match step.mover {
                Player::First => for_first,
                Player::Second => -for_first,
            };
            let nodes = &self.path[start..step.end];
            for &node in nodes {
                self.table.add(node, step.kind, reward as f32);
            }
            if let (Some(&leaf), Some(key)) = (nodes.last(), step.next) {
                let visits = f64::from(self.table.visits(leaf));
                if visits >= self.expand_at[nodes.len() - 1] {
                    self.table.find_or_insert(key);
                }
            }
            start = step.end;
        }
        self.path.clear();
    }
}

/// The reward of a value: by how many standard deviations it exceeds the mean. Where nothing can change
/// the value, every reward is 0.
fn reward(value: f64, mean: f64, deviation: f64) -> f64 {
    if deviation > 1e-9 {
        (value - mean) / deviation
    } else {
        0.0
    }
}

impl<G: Cells + Parts, P: KindPolicy<G>> PartPlayout<G> for StateTree<P> {
    fn begin(&mut self, game: &G, start: &G::State) {
        let scale = game.distribution_of_values(start);
        // Rewards mean the same as long as their scale does.
        let keeps = self.params.keep && scale == self.scale;
        if !keeps || self.table.is_half_full() {
            self.table.clear();
        }
        self.scale = scale;
    }

    fn play(
        &mut self,
        game: &G,
        start: &G::State,
        state: &mut G::State,
        rng: &mut Rng,
    ) -> FirstValue {
        while !game.part_is_over(start, state) {
            let mover = game.to_move(state);
            self.policy
                .consider(game, state, &mut self.plans, &mut self.preferences);
            let first = self.path.len();
            let next = self.descend(game, state);
            let (mean, deviation) = self.scale;
            let mean = mean.to_mover(mover).0;
            let index = self.chooser.choose(
                &self.plans,
                &mut self.preferences,
                self.path[first..]
                    .iter()
                    .map(|&node| self.table.slots(node)),
                |probability| reward(probability, mean, deviation),
                rng,
            );
            let plan = self.plans[index];
            self.steps.push(Step {
                end: self.path.len(),
                next,
                kind: plan.kind,
                mover,
            });
            let action = self.policy.action(game, state, plan);
            game.step(state, action, rng);
        }
        let value = game.value_between_parts(state);
        self.back_up(value);
        value
    }

    fn forget(&mut self) {
        self.table.clear();
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.table.len() as u64)
    }

    fn memory(&self) -> u64 {
        self.table.memory()
    }
}
