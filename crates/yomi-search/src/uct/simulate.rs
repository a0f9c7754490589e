//! One simulation: descent, evaluation of the leaf, and backup.

use super::Knowledge;
use super::node::{Bounds, Node, to_fixed};
use super::rave::Played;
use super::reward::Reward;
use super::select::{Parent, Selector};
use super::solver;
use super::storage::Reserved;
use super::tree::{Children, Tree};
use yomi_core::{
    Deterministic, Discrete, FirstValue, Game, Player, Prover, Request, Rng, Scratch, Seed,
    VirtualVisits,
};

/// The data that all threads of a search share.
pub struct Shared<'s, G: Game> {
    /// The rules.
    pub game: &'s G,
    /// The position being searched.
    pub root: &'s G::State,
    /// The request.
    pub request: &'s Request<G::Action>,
    /// The player from whose point of view the root's statistics are kept.
    pub root_chooser: Player,
    /// The tree.
    pub tree: &'s Tree<G::Action>,
    /// The knowledge about the game.
    pub knowledge: &'s Knowledge<G>,
    /// How children are chosen.
    pub selector: Selector,
    /// How much less the last move of a simulation counts for all-moves-as-first values than the first.
    pub rave_decay: f64,
    /// Whether results are proven where possible.
    pub solver: bool,
    /// Whether the root never was a child.
    pub root_is_planted: bool,
    /// How many levels of effort there are to find forced wins.
    pub prover_levels: u32,
    /// How many times as many visits a node needs for the next level, from the second on.
    pub prove_growth: u32,
    /// Virtual visits every child starts with.
    pub initial_visits: u32,
    /// Whether it gets them when it is first visited rather than when it is listed.
    pub initial_on_visit: bool,
    /// The children that a node gets; `None` for all.
    pub kept: Option<Kept>,
    /// How leaves are rewarded; `None` for their value.
    pub reward: Option<Reward>,
    /// Visits of a leaf before it gets children.
    pub expand_visits: u32,
    /// No simulation goes deeper than this before its leaf is valued.
    pub max_depth: u32,
    /// Whether threads may reserve memory ahead; not where nodes are counted exactly.
    pub reserve_ahead: bool,
    /// Most simulations below a busy node at a time.
    pub batch: u32,
    /// Visits a path is charged in advance, in a shared tree.
    pub virtual_loss: u32,
    /// Whether to end once the most visited child cannot be overtaken.
    pub early_stop: bool,
}

/// The children that a node gets, by falling prior.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    /// So many at the most.
    pub most: u32,
    /// Those of at least this share of the prior among these; the first always is one.
    pub least: f32,
}

/// A node on the way down.
#[derive(Clone, Copy)]
pub struct Step {
    /// Its index.
    pub node: u32,
    /// The player who moved into it.
    pub chooser: Player,
    /// Visits it was charged in advance for a batch.
    pub(super) charged: u32,
}

impl Step {
    /// A step into a node.
    #[inline]
    pub(super) fn new(node: u32, chooser: Player) -> Step {
        Step {
            node,
            chooser,
            charged: 0,
        }
    }
}

/// One thread's working memory.
pub struct Worker<G: Game> {
    pub(super) rng: Rng,
    pub(super) scratch: Scratch<G::Action>,
    /// Looks for forced wins, if anything does.
    pub(super) prover: Option<Box<dyn Prover<G>>>,
    pub(super) path: Vec<Step>,
    pub(super) actions: Vec<G::Action>,
    pub(super) weights: Vec<f32>,
    pub(super) ordered: Vec<(f32, G::Action)>,
    /// Places in that list, sorted.
    pub(super) ranks: Vec<u64>,
    pub(super) values: Vec<FirstValue>,
    pub(super) virtual_visits: Vec<VirtualVisits>,
    /// Slots of the tree reserved for this worker's next children.
    pub(super) reserved: Reserved,
    /// RAVE: who played what in the last simulation.
    pub(super) played: Played,
    /// Longest path so far, in plies.
    pub depth: u32,
}

impl<G: Game> Worker<G> {
    /// A worker with its own randomness.
    pub fn new(seed: Seed, shared: &Shared<'_, G>) -> Worker<G> {
        let index = shared.knowledge.index.as_ref();
        let indices = index.map_or(0, |index| (index.count)(shared.game));
        let rave = shared.knowledge.rave;
        let provers = shared.knowledge.provers.as_ref();
        Worker {
            prover: provers.filter(|_| shared.solver).map(|pool| pool.take()),
            rng: seed.rng(),
            scratch: Scratch {
                tracing: rave,
                ..Scratch::default()
            },
            path: Vec::with_capacity(64),
            actions: Vec::new(),
            weights: Vec::new(),
            ordered: Vec::new(),
            ranks: Vec::new(),
            values: Vec::new(),
            virtual_visits: Vec::new(),
            reserved: Reserved::default(),
            played: Played::new(indices),
            depth: 0,
        }
    }
}

impl<G: Discrete + Deterministic> Shared<'_, G> {
    /// Runs one simulation in a tree that no other thread works on.
    #[inline]
    pub fn simulate(&self, worker: &mut Worker<G>) {
        worker.path.clear();
        worker.path.push(Step::new(0, self.root_chooser));
        let value = self.walk::<false>(self.root.clone(), worker);
        self.back_up::<false>(value, 0, worker);
    }

    /// Walks down from the last node of the path, whose position is `state`, to a leaf; returns
    /// what it is worth.
    ///
    /// Down: as long as there are children to choose from. A leaf that is due gets children, and
    /// the simulation goes one step further to one of them.
    #[inline]
    pub(super) fn walk<const SHARED: bool>(
        &self,
        mut state: G::State,
        worker: &mut Worker<G>,
    ) -> FirstValue {
        worker.scratch.trace.clear();
        let mut mover = self.game.to_move(&state);
        let mut node = self.tree.node(worker.path[worker.path.len() - 1].node);
        let mut grew = false;
        let value = loop {
            let chooser = worker.path[worker.path.len() - 1].chooser;
            if self.solver
                && let Some(result) = node.bounds().proven()
            {
                break result.value().to_first(chooser);
            }
            if worker.path.len() > MAX_PATH.min(self.max_depth as usize)
                && self.game.outcome(&state).is_none()
            {
                break self.evaluate(&state, worker);
            }
            // A position that has children may be over on this way to it, as when it is repeated; such ways would have no end.
            if self.tree.table().is_some()
                && self.tree.children(node).is_some()
                && let Some(outcome) = self.game.outcome(&state)
            {
                break outcome.value();
            }
            let found = match self.tree.children(node) {
                Some(_) if self.prove::<SHARED>(node, &state, (chooser, mover), worker) => continue,
                Some(children) => Some(children),
                None => {
                    if let Some(outcome) = self.game.outcome(&state) {
                        if self.solver
                            && let Some(result) = outcome.for_player(chooser)
                        {
                            node.join_bounds::<SHARED>(Bounds::exactly(result));
                        }
                        break outcome.value();
                    }
                    if self.prove::<SHARED>(node, &state, (chooser, mover), worker) {
                        continue;
                    }
                    if grew || !self.is_due::<SHARED>(node, worker.path.len() == 1) {
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
            let Some(offset) = self.choose(node, chooser, mover, &children) else {
                break self.evaluate(&state, worker);
            };
            node = &children.nodes[offset];
            if SHARED {
                node.add_visits::<SHARED>(self.virtual_loss);
            }
            worker
                .path
                .push(Step::new(children.first + offset as u32, mover));
            self.game.apply(&mut state, node.action());
            if self.initial_on_visit {
                self.value_new::<SHARED>(node, mover, &state, worker);
            }
            mover = self.game.to_move(&state);
        };
        worker.depth = worker.depth.max(worker.path.len() as u32 - 1);
        value
    }

    /// The child to visit next; `None` while widening has not opened any.
    #[inline]
    pub(super) fn choose(
        &self,
        node: &Node<G::Action>,
        chooser: Player,
        mover: Player,
        children: &Children<'_, G::Action>,
    ) -> Option<usize> {
        let mut visits = node.visits();
        let mut real = visits.saturating_sub(self.initial_visits);
        if self.tree.table().is_some() {
            // Where blocks are shared by transpositions, this node's own visits are only part of
            // what its children have seen.
            let (all, virtual_ones) = self.visits_of(children);
            visits = visits.max(all);
            real = real.max(all.saturating_sub(virtual_ones));
        }
        // A root that was nobody's child has no virtual visits.
        let opening = match self.root_is_planted && std::ptr::eq(node, self.tree.node(0)) {
            true => visits,
            false => real,
        };
        let open = self.selector.open(opening, children.nodes.len());
        if open == 0 {
            return None;
        }
        let parent = Parent {
            visits: if self.selector.explores_initial() {
                visits
            } else {
                real
            },
            mean: mean_for(node, chooser, mover),
            floor: floor_for(node, chooser, mover),
        };
        Some(self.selector.choose(parent, children, open))
    }

    /// Up: the nodes of the path from number `from` on learn the value as their choosers see it.
    /// Returns it in fixed point, as both players see it.
    #[inline]
    pub(super) fn back_up<const SHARED: bool>(
        &self,
        value: FirstValue,
        from: usize,
        worker: &mut Worker<G>,
    ) -> [u64; 2] {
        let fixed = [to_fixed(value.0), to_fixed(1.0 - value.0)];
        // In a shared tree the visits were charged on the way down, perhaps more than one.
        let visits = if SHARED {
            1u32.wrapping_sub(self.virtual_loss)
        } else {
            1
        };
        for step in &worker.path[from..] {
            let node = self.tree.node(step.node);
            if visits != 0 {
                node.add_visits::<SHARED>(visits);
            }
            node.add_value::<SHARED>(fixed[step.chooser.index()]);
        }
        if self.solver {
            solver::back_up::<SHARED, _>(self.tree, &worker.path);
        }
        if self.knowledge.rave {
            self.back_up_rave::<SHARED>(fixed, worker);
        }
        fixed
    }

    /// The root always is; other leaves after enough real visits, the current one not counted.
    #[inline]
    fn is_due<const SHARED: bool>(&self, node: &Node<G::Action>, is_root: bool) -> bool {
        let charged = if SHARED { self.virtual_loss } else { 0 };
        let visits = node
            .visits()
            .saturating_sub(self.initial_visits.saturating_add(charged));
        is_root || visits >= self.expand_visits
    }

    /// The visits of all children together, and how many of them are virtual.
    fn visits_of(&self, children: &Children<'_, G::Action>) -> (u32, u32) {
        let all: u64 = children
            .nodes
            .iter()
            .map(|child| u64::from(child.visits()))
            .sum();
        let valued = match self.initial_on_visit {
            true => children
                .nodes
                .iter()
                .filter(|child| child.visits() > 0)
                .count(),
            false => children.nodes.len(),
        };
        let virtual_ones = u64::from(self.initial_visits) * valued as u64;
        let narrow = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        (narrow(all), narrow(virtual_ones))
    }

    #[inline]
    fn evaluate(&self, state: &G::State, worker: &mut Worker<G>) -> FirstValue {
        let leaf = &self.knowledge.leaf;
        let value = leaf.evaluate(self.game, state, &mut worker.scratch, &mut worker.rng);
        match self.reward {
            Some(reward) => reward.of(value),
            None => value,
        }
    }
}

/// Games that repeat positions can make a path through shared blocks endless: this is where it
/// ends.
pub(super) const MAX_PATH: usize = 4096;

/// The node's mean as the player to move in it sees it.
#[inline]
fn mean_for<A: Copy>(node: &Node<A>, chooser: Player, mover: Player) -> f32 {
    let mean = node.sum() / node.visits().max(1) as f32;
    if chooser == mover { mean } else { 1.0 - mean }
}

/// The proven lower bound of the player to move in the node, in half points: 0 without a proof.
#[inline]
fn floor_for<A: Copy>(node: &Node<A>, chooser: Player, mover: Player) -> u8 {
    let bounds = node.bounds();
    if chooser == mover {
        bounds.lower()
    } else {
        bounds.flip().lower()
    }
}
