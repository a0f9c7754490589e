//! Adding children to a leaf.

use super::node::{Node, to_fixed};
use super::simulate::{Kept, Shared, Worker};
use super::tree::{Children, Start};
use yomi_core::{Deterministic, Discrete, FirstValue, Player, Scratch, VirtualVisits};

impl<G: Discrete + Deterministic> Shared<'_, G> {
    /// Adds the children of a leaf, best prior first or in random order; `None` if another
    /// thread is doing so or the memory limit is reached.
    pub(super) fn expand<const SHARED: bool>(
        &self,
        node: &Node<G::Action>,
        state: &G::State,
        mover: Player,
        worker: &mut Worker<G>,
    ) -> Option<Children<'_, G::Action>> {
        if !node.claim::<SHARED>() {
            return None;
        }
        let key = self.knowledge.key.map(|key| key(self.game, state));
        let is_restricted = !self.request.only.is_empty() && std::ptr::eq(node, self.tree.node(0));
        // Not all children of a restricted root are there: its block is nobody else's.
        let table = self.tree.table().filter(|_| !is_restricted);
        let known = key.zip(table).and_then(|(key, table)| table.get(key));
        let mut in_part = false;
        let (first, count) = match known {
            Some((first, count)) => {
                if self.kept.is_some() {
                    self.game.search_actions(state, &mut worker.actions);
                    in_part = usize::from(count) < worker.actions.len();
                }
                (first, count)
            }
            None => {
                self.game.search_actions(state, &mut worker.actions);
                if is_restricted {
                    self.request.restrict(&mut worker.actions);
                }
                let all = worker.actions.len();
                // What is left out is known only then; otherwise it is work in vain where there is no room.
                if self.kept.is_some() {
                    self.order_children(state, worker);
                    self.leave_out(worker);
                }
                let count = worker.actions.len();
                in_part = count < all;
                let room = match SHARED && self.reserve_ahead {
                    true => worker.reserved.take(count, self.tree.allocator()),
                    false => self.tree.allocator().reserve(count),
                };
                let Some(first) = room else {
                    node.unclaim();
                    return None;
                };
                if self.kept.is_none() {
                    self.order_children(state, worker);
                }
                self.value_children(state, worker);
                self.recall_children(state, worker);
                let Worker {
                    actions,
                    weights,
                    values,
                    virtual_visits,
                    ..
                } = worker;
                // SAFETY: just reserved, published below.
                unsafe {
                    self.tree.write_block(first, actions, |i| Start {
                        prior: weights[i],
                        visits: values.get(i).map_or(0, |_| self.initial_visits),
                        value: values.get(i).map_or(0.0, |value| value.to_mover(mover).0),
                        expected: virtual_visits.get(i).copied().unwrap_or_default(),
                    });
                }
                let count = actions.len() as u16;
                if let (Some(key), Some(table)) = (key, table) {
                    table.insert(key, first, count);
                }
                (first, count)
            }
        };
        node.publish(first, count, in_part);
        self.tree.children(node)
    }

    /// Puts the listed actions in order and finds their prior shares: random order, since
    /// generators list neighbours next to each other and a node may never get round to the last
    /// ones; by falling prior where there is one.
    fn order_children(&self, state: &G::State, worker: &mut Worker<G>) {
        let Worker {
            actions,
            weights,
            ordered,
            ranks,
            scratch,
            rng,
            ..
        } = worker;
        rng.shuffle(actions);
        weights.clear();
        weights.resize(actions.len(), 1.0);
        let Some(prior) = &self.knowledge.prior else {
            return;
        };
        prior.weigh(self.game, state, actions, weights, scratch);
        let total: f32 = weights.iter().sum();
        let even = 1.0 / actions.len() as f32;
        let share = |weight: f32| if total > 0.0 { weight / total } else { even };
        ordered.clear();
        ordered.extend(
            weights
                .iter()
                .map(|&weight| share(weight))
                .zip(actions.iter().copied()),
        );
        // Whole numbers that grow as priors fall, with the place below: of equal ones the first stays first.
        ranks.clear();
        ranks.extend((0_u32..).zip(ordered.iter()).map(|(place, &(share, _))| {
            u64::from(!share.abs().to_bits()) << 32 | u64::from(place)
        }));
        ranks.sort_unstable();
        for (i, &rank) in ranks.iter().enumerate() {
            (weights[i], actions[i]) = ordered[rank as u32 as usize];
        }
    }

    /// Leaves the least probable of the ordered children out; the others share the prior among them.
    fn leave_out(&self, worker: &mut Worker<G>) {
        let Some(Kept { most, least }) = self.kept else {
            return;
        };
        let Worker {
            actions, weights, ..
        } = worker;
        let mut shorten = |count: usize, weights: &mut Vec<f32>| {
            actions.truncate(count);
            weights.truncate(count);
            let total: f32 = weights.iter().sum();
            weights.iter_mut().for_each(|share| *share /= total);
        };
        shorten(most as usize, weights);
        let probable = weights.partition_point(|&share| share >= least);
        shorten(probable.max(1), weights);
    }

    /// Asks experience about every child, if there is any.
    fn recall_children(&self, state: &G::State, worker: &mut Worker<G>) {
        let Worker {
            actions,
            virtual_visits,
            rng,
            ..
        } = worker;
        virtual_visits.clear();
        if self.knowledge.rave
            && let Some(experience) = &self.knowledge.experience
        {
            virtual_visits.resize(actions.len(), VirtualVisits::default());
            experience.recall(self.game, state, actions, virtual_visits, rng);
        }
    }

    /// Values every child with the initial evaluator, if there is one.
    fn value_children(&self, state: &G::State, worker: &mut Worker<G>) {
        worker.values.clear();
        let Some(initial) = &self.knowledge.initial else {
            return;
        };
        if self.initial_on_visit {
            return;
        }
        let Worker {
            actions,
            values,
            scratch,
            rng,
            ..
        } = worker;
        values.resize(actions.len(), FirstValue::EVEN);
        untraced(scratch, |scratch| {
            initial.evaluate_children(self.game, state, actions, values, scratch, rng);
        });
    }

    /// Gives a child its initial visits on the way to its first real one; one that ends the game
    /// gets them at its outcome. Where threads meet in the same new child, none of them may notice
    /// that it is new, and it goes without (or, without virtual loss, all of them may): a shared
    /// tree differs from run to run anyway.
    pub(super) fn value_new<const SHARED: bool>(
        &self,
        node: &Node<G::Action>,
        chooser: Player,
        state: &G::State,
        worker: &mut Worker<G>,
    ) {
        let charged = if SHARED { self.virtual_loss } else { 0 };
        let Some(initial) = &self.knowledge.initial else {
            return;
        };
        if node.visits() != charged {
            return;
        }
        let Worker { scratch, rng, .. } = worker;
        let value = match self.game.outcome(state) {
            Some(outcome) => outcome.value(),
            None => untraced(scratch, |scratch| {
                initial.evaluate(self.game, state, scratch, rng)
            }),
        };
        let sum = value.to_mover(chooser).0 * f64::from(self.initial_visits);
        node.add_value::<SHARED>(to_fixed(sum));
        node.add_visits::<SHARED>(self.initial_visits);
    }
}

/// Asks the initial evaluator. The trace belongs to the simulation, not to such looks aside.
fn untraced<A, T>(scratch: &mut Scratch<A>, ask: impl FnOnce(&mut Scratch<A>) -> T) -> T {
    let tracing = std::mem::take(&mut scratch.tracing);
    let answer = ask(scratch);
    scratch.tracing = tracing;
    answer
}
