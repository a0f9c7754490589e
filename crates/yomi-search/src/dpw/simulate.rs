//! One simulation: down the tree by upper confidence bounds, one step beyond, and back.

use super::Dpw;
use super::answer::{self, Candidate};
use super::run::Simulates;
use super::tree::{Tree, UNKNOWN_KEY};
use std::cmp::Ordering;
use yomi_core::{Evaluator, FirstValue, Game, Player, Proposes, Request, Rng, Scratch};

/// A search in progress.
pub struct Simulator<'s, G: Game> {
    search: &'s Dpw<G>,
    leaf: &'s dyn Evaluator<G>,
    game: &'s G,
    /// The only actions of the root to search; empty: all.
    only: &'s [G::Action],
    tree: Tree<G::State, G::Action>,
    rng: Rng,
    scratch: Scratch<G::Action>,
    /// The actions chosen in this simulation, with who chose them and the state they led to.
    path: Vec<(Player, u32, Option<u32>)>,
    tried: Vec<G::Action>,
    listed: Vec<G::Action>,
}

impl<'s, G: Proposes> Simulator<'s, G> {
    /// A tree with only a root, for the thread of this number.
    pub fn new(
        search: &'s Dpw<G>,
        game: &'s G,
        state: &G::State,
        request: &'s Request<G::Action>,
        thread: u32,
    ) -> Simulator<'s, G> {
        let memory = (u64::from(search.params.memory) << 20) / u64::from(search.params.threads);
        Simulator {
            search,
            leaf: &*search.leaves[thread as usize % search.leaves.len()],
            game,
            only: &request.only,
            tree: Tree::new(memory, state.clone()),
            rng: request.seed.child("worker").index(u64::from(thread)).rng(),
            scratch: Scratch::default(),
            path: Vec::new(),
            tried: Vec::new(),
            listed: Vec::new(),
        }
    }
}

impl<G: Proposes> Simulates<G::Action> for Simulator<'_, G> {
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
                    break self.evaluate(&state);
                }
                Sample::Over(value) => {
                    self.path.push((mover, action, None));
                    break value;
                }
            }
        };
        self.back_up(value);
        self.path.len() as u32
    }

    fn size(&self) -> (u64, u64) {
        (self.tree.len() as u64, self.tree.memory())
    }

    fn candidates(trees: &[Self]) -> Vec<Candidate<G::Action>> {
        let Simulator {
            search, game, tree, ..
        } = &trees[0];
        let root = &tree.states[0].state;
        let kernel = |a, b| search.kernel(game, root, a, b);
        let smoothing: Option<answer::Weight<G::Action>> = match search.params.smooth {
            true => Some(&kernel),
            false => None,
        };
        answer::candidates(trees.iter().map(|known| &known.tree), smoothing)
    }
}

impl<G: Proposes> Simulator<'_, G> {
    fn evaluate(&mut self, state: &G::State) -> FirstValue {
        self.leaf
            .evaluate(self.game, state, &mut self.scratch, &mut self.rng)
    }

    /// A new action if the state may have one more, else the one with the highest bound.
    fn choose_action(&mut self, node: u32) -> Option<u32> {
        let params = &self.search.params;
        let visits = self.tree.states[node as usize].visits;
        self.tried.clear();
        self.tried
            .extend(self.tree.actions_of(node).map(|(_, entry)| entry.action));
        let room = widened(visits + 1, params.action_factor, params.action_power).ceil();
        if self.tried.len() < room as usize
            && !self.tree.is_full()
            && let Some(action) = self.propose(node)
        {
            return Some(self.tree.add_action(node, action));
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

    /// An action that was not tried in this state.
    fn propose(&mut self, node: u32) -> Option<G::Action> {
        let state = &self.tree.states[node as usize].state;
        let (game, rng) = (self.game, &mut self.rng);
        let is_new = |action: &G::Action| !self.tried.contains(action);
        if node == 0 && !self.only.is_empty() {
            return self.only.iter().copied().find(is_new);
        }
        let Some(candidates) = &self.search.candidates else {
            return game.propose(state, &self.tried, rng);
        };
        let favourites = candidates(game, state, &mut self.listed);
        if let Some(&next) = self.listed[..favourites]
            .iter()
            .find(|&action| is_new(action))
        {
            return Some(next);
        }
        let any = rng.pick(&self.listed)?;
        self.listed.retain(is_new);
        match rng.pick(&self.listed) {
            None => game.near(state, any, rng).filter(is_new),
            untried => untried,
        }
    }

    /// Asks chance what becomes of the action.
    fn sample_state(&mut self, node: u32, action: u32) -> Sample<G::State> {
        let params = &self.search.params;
        let entry = &self.tree.actions[action as usize];
        let room = widened(entry.visits + 1, params.state_factor, params.state_power).ceil();
        let mut state = self.tree.states[node as usize].state.clone();
        self.game.step(&mut state, entry.action, &mut self.rng);
        let root = &self.tree.states[0].state;
        if let Some(value) = (self.search.worth)(self.game, root, &state) {
            return Sample::Over(value);
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
        if known < room as usize {
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
    /// A state that is not in the tree, because the memory is full.
    NotKept(S),
    /// A state of known worth.
    Over(FirstValue),
}

/// `factor * visits^power`.
pub(crate) fn widened(visits: u32, factor: f64, power: f64) -> f64 {
    factor * libm::pow(f64::from(visits), power)
}
