//! One simulation: down the tree, a look at the leaf, and back up.

use super::Knowledge;
use super::deferred::Deferred;
use super::node::{Bounds, Node, to_fixed};
use super::select::{Parent, Selector};
use super::solver;
use super::tree::{Children, Tree};
use yomi_core::{Deterministic, Discrete, FirstValue, Game, Player, Rng, Scratch, Seed};

/// What all threads of a search have in common.
pub struct Shared<'s, G: Game> {
    /// The rules.
    pub game: &'s G,
    /// The position being searched.
    pub root: &'s G::State,
    /// The tree.
    pub tree: &'s Tree<G::Action>,
    /// What the search knows about the game.
    pub knowledge: &'s Knowledge<G>,
    /// How children are chosen.
    pub selector: Selector,
    /// Whether results are proven where possible.
    pub solver: bool,
    /// Virtual visits every child starts with.
    pub initial_visits: u32,
    /// Visits of a leaf before it gets children.
    pub expand_visits: u32,
    /// Leaves this deep get no children.
    pub max_depth: u32,
    /// Visits a path is charged in advance, in a shared tree.
    pub virtual_loss: u32,
}

/// A node on the way down.
#[derive(Clone, Copy)]
pub struct Step {
    /// Its index.
    pub node: u32,
    /// The player who moved into it (for the root: the opponent of the side to move).
    pub chooser: Player,
    /// Whether its visits are written later, all at once (shared trees only).
    deferred: bool,
}

/// One thread's working memory.
pub struct Worker<A> {
    rng: Rng,
    scratch: Scratch<A>,
    path: Vec<Step>,
    actions: Vec<A>,
    weights: Vec<f32>,
    values: Vec<f64>,
    /// RAVE: for each player and action index, the last simulation in which it was played.
    played: [Vec<u64>; 2],
    simulation: u64,
    deferred: Deferred,
    /// Longest path so far, in plies.
    pub depth: u32,
}

impl<A: Copy> Worker<A> {
    /// A worker with its own randomness.
    pub fn new<G: Game<Action = A>>(seed: Seed, shared: &Shared<'_, G>) -> Worker<A> {
        let indices = shared
            .knowledge
            .index
            .map_or(0, |(count, _)| count(shared.game));
        let rave = shared.knowledge.rave;
        Worker {
            rng: seed.rng(),
            scratch: Scratch {
                tracing: rave,
                ..Scratch::default()
            },
            path: Vec::with_capacity(64),
            actions: Vec::new(),
            weights: Vec::new(),
            values: Vec::new(),
            played: [vec![0; indices], vec![0; indices]],
            simulation: 0,
            deferred: Deferred::default(),
            depth: 0,
        }
    }
}

impl<G: Discrete + Deterministic> Shared<'_, G> {
    /// Writes what the worker has saved up: to be called when it is done.
    pub fn finish(&self, worker: &mut Worker<G::Action>) {
        worker.deferred.flush(self.tree);
    }

    /// Runs one simulation. `SHARED` says whether other threads work on the same tree.
    #[inline]
    pub fn simulate<const SHARED: bool>(&self, worker: &mut Worker<G::Action>) {
        let mut state = self.root.clone();
        let mut mover = self.game.to_move(&state);
        worker.path.clear();
        worker.scratch.trace.clear();
        let mut node = self.tree.node(0);
        worker
            .path
            .push(self.enter::<SHARED>(0, node, mover.other()));
        let mut grew = false;

        // Down: as long as there are children to choose from. A leaf that is due gets children,
        // and the simulation goes one step further to one of them.
        let value = loop {
            let chooser = worker.path[worker.path.len() - 1].chooser;
            if self.solver
                && let Some(result) = node.bounds().proven()
            {
                break result.value().to_first(chooser);
            }
            let found = match self.tree.children(node) {
                Some(children) => Some(children),
                None => {
                    if let Some(outcome) = self.game.outcome(&state) {
                        if self.solver
                            && let Some(result) = outcome.for_player(chooser)
                        {
                            node.set_bounds(Bounds::exactly(result));
                        }
                        break outcome.value();
                    }
                    if grew || !self.is_due::<SHARED>(node, worker.path.len()) {
                        None
                    } else {
                        grew = true;
                        self.expand::<SHARED>(node, &state, mover, worker)
                    }
                }
            };
            let Some(children) = found else {
                break self.evaluate(&state, worker);
            };
            let visits = self.visits_to_share(node, &children);
            let open = self.selector.open(visits, children.nodes.len());
            if open == 0 {
                break self.evaluate(&state, worker);
            }
            let parent = Parent {
                visits,
                mean: mean_for(node, chooser, mover),
                floor: floor_for(node, chooser, mover),
            };
            let offset = self.selector.choose(parent, &children, open);
            node = &children.nodes[offset];
            worker
                .path
                .push(self.enter::<SHARED>(children.first + offset as u32, node, mover));
            self.game.apply(&mut state, node.action());
            mover = self.game.to_move(&state);
            if worker.path.len() > MAX_PATH {
                break FirstValue::EVEN;
            }
        };
        worker.depth = worker.depth.max(worker.path.len() as u32 - 1);
        self.back_up::<SHARED>(value, worker);
    }

    /// Up: every node on the path learns the value as its chooser sees it.
    #[inline]
    fn back_up<const SHARED: bool>(&self, value: FirstValue, worker: &mut Worker<G::Action>) {
        let fixed = [to_fixed(value.0), to_fixed(1.0 - value.0)];
        // In a shared tree the visits were charged on the way down, perhaps more than one.
        let visits = if SHARED {
            1u32.wrapping_sub(self.virtual_loss)
        } else {
            1
        };
        for step in &worker.path {
            if SHARED && step.deferred {
                worker
                    .deferred
                    .add(self.tree, step.node, fixed[step.chooser.index()]);
                continue;
            }
            let node = self.tree.node(step.node);
            if visits != 0 {
                node.add_visits::<SHARED>(visits);
            }
            node.add_value::<SHARED>(fixed[step.chooser.index()]);
        }
        if self.solver {
            solver::back_up(self.tree, &worker.path);
        }
        if self.knowledge.rave {
            self.back_up_rave::<SHARED>(fixed, worker);
        }
    }

    /// All moves as first: at every node of the path, each child whose move was played by the
    /// same player anywhere from there on counts the result, whether it was chosen or not.
    fn back_up_rave<const SHARED: bool>(&self, fixed: [u64; 2], worker: &mut Worker<G::Action>) {
        let Some((_, index)) = self.knowledge.index else {
            return;
        };
        worker.simulation += 1;
        let now = worker.simulation;
        for &(player, action) in &worker.scratch.trace {
            worker.played[player.index()][index(self.game, action)] = now;
        }
        for i in (0..worker.path.len()).rev() {
            let node = self.tree.node(worker.path[i].node);
            if let Some(next) = worker.path.get(i + 1)
                && let Some(children) = self.tree.children(node)
                && let Some(amaf) = children.amaf
            {
                let mover = next.chooser;
                let played = &mut worker.played[mover.index()];
                played[index(self.game, self.tree.node(next.node).action())] = now;
                for (child, amaf) in children.nodes.iter().zip(amaf) {
                    if played[index(self.game, child.action())] == now {
                        amaf.add::<SHARED>(fixed[mover.index()]);
                    }
                }
            }
        }
    }

    /// Steps into a node, charging it in advance where other threads are about.
    #[inline]
    fn enter<const SHARED: bool>(
        &self,
        index: u32,
        node: &Node<G::Action>,
        chooser: Player,
    ) -> Step {
        let deferred = SHARED && Deferred::applies_to(node);
        if SHARED && !deferred && self.virtual_loss > 0 {
            node.add_visits::<SHARED>(self.virtual_loss);
        }
        Step {
            node: index,
            chooser,
            deferred,
        }
    }

    /// The root always is; other leaves after enough real visits, the current one not counted.
    #[inline]
    fn is_due<const SHARED: bool>(&self, node: &Node<G::Action>, path_length: usize) -> bool {
        let charged = if SHARED { self.virtual_loss } else { 0 };
        let visits = node.visits().saturating_sub(self.initial_visits + charged);
        path_length == 1 || (visits >= self.expand_visits && path_length <= self.max_depth as usize)
    }

    /// The visits the choice among `children` is based on. Where blocks are shared by
    /// transpositions, this node's own visits are only part of them.
    #[inline]
    fn visits_to_share(&self, node: &Node<G::Action>, children: &Children<'_, G::Action>) -> u32 {
        if self.tree.table().is_some() {
            children.nodes.iter().map(Node::visits).sum()
        } else {
            node.visits()
        }
    }

    #[inline]
    fn evaluate(&self, state: &G::State, worker: &mut Worker<G::Action>) -> FirstValue {
        self.knowledge
            .leaf
            .evaluate(self.game, state, &mut worker.scratch, &mut worker.rng)
    }

    /// Adds the children of a leaf, best prior first or in random order; `None` if another
    /// thread is doing so or the memory limit is reached.
    fn expand<const SHARED: bool>(
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
                    ..
                } = worker;
                let visits = self.initial_visits;
                let block = self.tree.add_block(actions, |i| match values.get(i) {
                    Some(&value) => (weights[i], visits, value),
                    None => (weights[i], 0, 0.0),
                });
                let Some(first) = block else {
                    node.unclaim();
                    return None;
                };
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

/// Games that repeat positions can make a path through shared blocks endless; longer ones than
/// this count as even.
const MAX_PATH: usize = 4096;

/// The node's mean as the player to move in it sees it.
#[inline]
fn mean_for<A: Copy>(node: &Node<A>, chooser: Player, mover: Player) -> f32 {
    let mean = node.sum() / node.visits().max(1) as f32;
    if chooser == mover { mean } else { 1.0 - mean }
}

/// What the player to move in the node is sure of, in half points: 0 without a proof.
#[inline]
fn floor_for<A: Copy>(node: &Node<A>, chooser: Player, mover: Player) -> u8 {
    let bounds = node.bounds();
    if chooser == mover {
        bounds.lower()
    } else {
        bounds.flip().lower()
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
