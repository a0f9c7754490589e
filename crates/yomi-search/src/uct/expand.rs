//! Adding children to a leaf.

use super::node::Node;
use super::simulate::{Shared, Worker};
use super::tree::Children;
use yomi_core::{Deterministic, Discrete, Player};

impl<G: Discrete + Deterministic> Shared<'_, G> {
    /// Adds the children of a leaf, best prior first or in random order; `None` if another
    /// thread is doing so or the memory limit is reached.
    pub(super) fn expand<const SHARED: bool>(
        &self,
        node: &Node<G::Action>,
        state: &G::State,
        mover: Player,
        worker: &mut Worker<G::Action>,
    ) -> Option<Children<'_, G::Action>> {
        if !node.claim::<SHARED>() {
            return None;
        }
        let key = self.knowledge.key.map(|key| key(self.game, state));
        let known = key
            .zip(self.tree.table())
            .and_then(|(key, table)| table.get(key));
        let (first, count) = match known {
            Some(block) => block,
            None => {
                self.list_children(state, worker);
                self.value_children(state, mover, worker);
                let Worker {
                    actions,
                    weights,
                    values,
                    reserved,
                    ..
                } = worker;
                let Some(first) = self.tree.reserve::<SHARED>(actions.len(), reserved) else {
                    node.unclaim();
                    return None;
                };
                // SAFETY: just reserved, published below.
                unsafe {
                    self.tree
                        .write_block(first, actions, |i| match values.get(i) {
                            Some(&value) => (weights[i], self.initial_visits, value),
                            None => (weights[i], 0, 0.0),
                        });
                }
                let count = actions.len() as u16;
                if let (Some(key), Some(table)) = (key, self.tree.table()) {
                    table.insert(key, first, count);
                }
                (first, count)
            }
        };
        node.publish(first, count);
        self.tree.children(node)
    }

    /// Lists the legal actions with their prior shares: in random order, since generators list
    /// neighbours next to each other and a node may never get round to the last ones; by falling
    /// prior where there is one.
    fn list_children(&self, state: &G::State, worker: &mut Worker<G::Action>) {
        let Worker {
            actions,
            weights,
            rng,
            ..
        } = worker;
        self.game.actions(state, actions);
        rng.shuffle(actions);
        weights.clear();
        weights.resize(actions.len(), 1.0);
        let Some(prior) = &self.knowledge.prior else {
            return;
        };
        prior.weigh(self.game, state, actions, weights);
        let total: f32 = weights.iter().sum();
        for weight in weights.iter_mut() {
            *weight = if total > 0.0 {
                *weight / total
            } else {
                1.0 / actions.len() as f32
            };
        }
        sort_by_weight(actions, weights);
    }

    /// Values every child with the initial evaluator, if there is one, as the mover sees it.
    fn value_children(&self, state: &G::State, mover: Player, worker: &mut Worker<G::Action>) {
        worker.values.clear();
        let Some(initial) = &self.knowledge.initial else {
            return;
        };
        for i in 0..worker.actions.len() {
            let mut child = state.clone();
            self.game.apply(&mut child, worker.actions[i]);
            let value = match self.game.outcome(&child) {
                Some(outcome) => outcome.value(),
                None => {
                    // The trace belongs to the simulation, not to these side glances.
                    let tracing = std::mem::take(&mut worker.scratch.tracing);
                    let value =
                        initial.evaluate(self.game, &child, &mut worker.scratch, &mut worker.rng);
                    worker.scratch.tracing = tracing;
                    value
                }
            };
            worker.values.push(value.to_mover(mover).0);
        }
    }
}

/// Insertion sort of two slices by falling weight, stable.
fn sort_by_weight<A: Copy>(actions: &mut [A], weights: &mut [f32]) {
    for end in 1..actions.len() {
        let mut i = end;
        while i > 0 && weights[i] > weights[i - 1] {
            weights.swap(i, i - 1);
            actions.swap(i, i - 1);
            i -= 1;
        }
    }
}
