//! One simulation: down the tree by the bounds of the regression, one exact execution beyond, and back.

use super::KrUct;
use super::regression::{self, Regressed, width};
use crate::dpw::answer::Candidate;
use crate::dpw::run::Simulates;
use crate::dpw::simulate::widened;
use crate::dpw::tree::{Tree, UNKNOWN_KEY};
use crate::root_grid::PartPlayout;
use yomi_core::continuous::Parts;
use yomi_core::{FirstValue, Game, Noisy, Proposes, Request, Rng};

/// A search in progress.
pub struct Simulator<'s, G: Game, P> {
    search: &'s mut KrUct<G, P>,
    game: &'s G,
    /// The only actions of the root that may be chosen; empty: all.
    only: &'s [G::Action],
    tree: Regressed<G::State, G::Action>,
    rng: Rng,
    /// The states that this simulation went through, with the actions executed there.
    path: Vec<(u32, u32)>,
    listed: Vec<G::Action>,
}

/// `K(a, b)` in a state. An action that is cut on its way, as one beyond all strength, is still itself.
fn likelihood<G: Noisy>(game: &G, state: &G::State, a: G::Action, b: G::Action) -> f64 {
    match a == b {
        true => 1.0,
        false => game.density(state, a, b),
    }
}

impl<'s, G: Noisy + Parts + Proposes, P: PartPlayout<G>> Simulator<'s, G, P> {
    /// A tree with only a root.
    pub fn new(
        search: &'s mut KrUct<G, P>,
        game: &'s G,
        state: &G::State,
        request: &'s Request<G::Action>,
    ) -> Simulator<'s, G, P> {
        let memory = u64::from(search.params.memory) << 20;
        Simulator {
            search,
            game,
            only: &request.only,
            tree: Tree::new(memory, state.clone()),
            rng: request.seed.child("worker").index(0).rng(),
            path: Vec::new(),
            listed: Vec::new(),
        }
    }

    /// Gives a state its initial actions, as far as there is memory.
    fn open(&mut self, node: u32) {
        if self.tree.is_full() {
            return;
        }
        let state = &self.tree.states[node as usize].state;
        match node == 0 && !self.only.is_empty() {
            true => self.listed = self.only.to_vec(),
            false => {
                (self.search.candidates)(self.game, state, &mut self.listed);
            }
        }
        for &action in &self.listed {
            if self.tree.is_full() {
                return;
            }
            // Nothing was executed yet.
            regression::add(&mut self.tree, node, action, (0.0, 0.0));
        }
    }

    /// The action with the highest bound, and the number of actions; of equals the one that came first.
    fn select(&self, node: u32) -> Option<(u32, usize)> {
        let width = width(&self.tree, node, self.search.params.exploration);
        let mut count = 0;
        let mut best: Option<(f64, u32)> = None;
        for (index, entry) in self.tree.actions_of(node) {
            let arm = &entry.action;
            let bound = arm.value().unwrap_or(0.0) + width(arm.weight);
            // They come latest first.
            if best.is_none_or(|(highest, _)| bound >= highest) {
                best = Some((bound, index));
            }
            count += 1;
        }
        best.map(|(_, index)| (index, count))
    }

    /// Adds an action that `selected` may be executed as: of some that are likely enough the one of which least is known.
    fn widen(&mut self, node: u32, selected: u32) -> Option<u32> {
        if self.tree.is_full() {
            return None;
        }
        let (game, tree) = (self.game, &self.tree);
        let state = &tree.states[node as usize].state;
        let kernel = |a, b| likelihood(game, state, a, b);
        let mut centre = tree.actions[selected as usize].action.action;
        if node == 0 && !self.only.is_empty() {
            let nearness = |&a: &G::Action| kernel(a, centre);
            let nearest = |a: &&G::Action, b: &&G::Action| nearness(a).total_cmp(&nearness(b));
            centre = *self.only.iter().max_by(nearest)?;
        }
        let params = &self.search.params;
        let mut least: Option<((f64, f64), G::Action)> = None;
        for _ in 0..params.executions {
            let Some(action) = game.near(state, centre, &mut self.rng) else {
                continue;
            };
            let is_there = || {
                let mut actions = tree.actions_of(node);
                actions.any(|(_, entry)| entry.action.action == action)
            };
            if kernel(centre, action) <= params.threshold || is_there() {
                continue;
            }
            let sums = regression::known(tree, node, action, kernel);
            if least.is_none_or(|(lightest, _)| sums.0 < lightest.0) {
                least = Some((sums, action));
            }
        }
        let (sums, action) = least?;
        Some(regression::add(&mut self.tree, node, action, sums))
    }

    /// Executes an action exactly for the first time, and plays on from there.
    fn execute(&mut self, node: u32, action: u32) -> FirstValue {
        let root = &self.tree.states[0].state;
        let mut state = self.tree.states[node as usize].state.clone();
        let executed = self.tree.actions[action as usize].action.action;
        self.game.step_exact(&mut state, executed);
        if self.game.part_is_over(root, &state) {
            self.tree.actions[action as usize].action.is_last = true;
            return self.game.value_between_parts(&state);
        }
        match self.tree.add_state(action, state, UNKNOWN_KEY) {
            Ok(next) => self.play_out(next),
            // The memory is full.
            Err(mut state) => {
                let playout = &mut self.search.playout;
                let root = &self.tree.states[0].state;
                playout.play(self.game, root, &mut state, &mut self.rng)
            }
        }
    }

    fn play_out(&mut self, node: u32) -> FirstValue {
        let root = &self.tree.states[0].state;
        let mut state = self.tree.states[node as usize].state.clone();
        let playout = &mut self.search.playout;
        playout.play(self.game, root, &mut state, &mut self.rng)
    }

    fn back_up(&mut self, value: FirstValue) {
        let game = self.game;
        for &(node, action) in &self.path {
            let entry = &mut self.tree.states[node as usize];
            entry.visits += 1;
            let state = entry.state.clone();
            let value = value.to_mover(game.to_move(&state)).0;
            let kernel = |a, b| likelihood(game, &state, a, b);
            regression::learn(&mut self.tree, node, action, value, kernel);
        }
    }
}

impl<G: Noisy + Parts + Proposes, P: PartPlayout<G>> Simulates<G::Action> for Simulator<'_, G, P> {
    fn simulate(&mut self, max_depth: u32) -> u32 {
        self.path.clear();
        let mut node = 0;
        let value = loop {
            if self.path.len() as u32 >= max_depth {
                break self.play_out(node);
            }
            if self.tree.actions_of(node).next().is_none() {
                self.open(node);
            }
            let Some((mut action, count)) = self.select(node) else {
                break self.play_out(node);
            };
            let params = &self.search.params;
            let visits = self.tree.states[node as usize].visits;
            let room = widened(visits, params.action_factor, params.action_power);
            if room >= count as f64 || self.tree.actions[action as usize].action.is_last {
                action = self.widen(node, action).unwrap_or(action);
            }
            self.path.push((node, action));
            let result = self.tree.results_of(action).next().map(|(next, _)| next);
            match result {
                Some(next) => node = next,
                None => break self.execute(node, action),
            }
        };
        self.back_up(value);
        self.path.len() as u32
    }

    fn size(&self) -> (u64, u64) {
        let memory = self.tree.memory() + self.search.playout.memory();
        (self.tree.len() as u64, memory)
    }

    fn candidates(trees: &[Self]) -> Vec<Candidate<G::Action>> {
        let Simulator {
            search, only, tree, ..
        } = &trees[0];
        let width = width(tree, 0, search.params.caution);
        let may_be_chosen = |action| only.is_empty() || only.contains(action);
        let actions = tree.actions_of(0).map(|(_, entry)| entry);
        let known = actions
            .filter(|entry| may_be_chosen(&entry.action.action))
            .filter_map(|entry| {
                let mean = entry.action.value()?;
                Some(Candidate {
                    action: entry.action.action,
                    visits: entry.visits,
                    mean,
                    bound: mean - width(entry.action.weight),
                })
            });
        known.collect()
    }
}
