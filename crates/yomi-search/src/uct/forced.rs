//! Forced wins ahead of the tree: what a [`Prover`] of the game finds in a moment, such as a mate in a few plies.
//!
//! - At the *root* the prover is asked first, with all its effort: a forced win needs no search.
//! - At every *node* it is asked with little effort when the node is first visited, and with more the more visits it has got: level 0 at the
//!   first visit, level k at visit `prove_growth^(k-1) + 1`. What is proven is backed up by the solver like the end of a game, so a move that runs
//!   into a mate is lost for good, and costs no simulation more.
//! - The *move to be played* is looked at with all effort before the search answers; if the opponent has a forced
//!   win after it, it is marked as lost and the next best one is looked at, until one passes or all are lost. So no move is played that falls into
//!   a trap which the prover knows, however few the simulations.
//!
//! References: R. Ramanujan, A. Sabharwal and B. Selman, "On adversarial search spaces and sampling-based planning" (ICAPS 2010), for the
//! traps; H. Baier and M. Winands, "Monte-Carlo tree search and minimax hybrids" (CIG 2013), for small searches inside of simulations.
//!
//! Where threads share a tree, one that misses the very visit at which a level is due leaves it out.

use super::node::{Bounds, Node};
use super::simulate::{Shared, Step, Worker};
use super::{Knowledge, solver};
use std::sync::{Arc, Mutex, PoisonError};
use yomi_core::{Deterministic, Discrete, Game, Player, Proven, Prover, Provers};

/// Provers that are kept from one search to the next, with what they remember.
pub struct ProverPool<G: Game> {
    provers: Arc<dyn Provers<G>>,
    idle: Mutex<Vec<Box<dyn Prover<G>>>>,
}

impl<G: Game> ProverPool<G> {
    pub(super) fn new(provers: Arc<dyn Provers<G>>) -> ProverPool<G> {
        ProverPool {
            provers,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// How many levels of effort there are.
    pub(super) fn levels(&self) -> u32 {
        self.provers.levels()
    }

    /// The level of all effort.
    pub(super) fn highest(&self) -> u32 {
        self.provers.levels().saturating_sub(1)
    }

    /// Takes a prover out, or makes one.
    pub(super) fn take(&self) -> Box<dyn Prover<G>> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.pop().unwrap_or_else(|| self.provers.prover())
    }

    /// Gives it back.
    pub(super) fn put(&self, prover: Box<dyn Prover<G>>) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(prover);
    }
}

impl<G: Game> Knowledge<G> {
    /// The moves of a forced win of the side to move.
    pub(super) fn forced_win(&self, game: &G, state: &G::State) -> Option<Vec<G::Action>> {
        let pool = self.provers.as_ref()?;
        let mut prover = pool.take();
        let line = prover.winning_line(game, state, pool.highest());
        pool.put(prover);
        line
    }
}

impl<G: Game> Shared<'_, G> {
    /// Takes back what a worker was lent.
    pub(super) fn retire(&self, worker: Worker<G>) {
        if let (Some(pool), Some(prover)) = (&self.knowledge.provers, worker.prover) {
            pool.put(prover);
        }
    }
}

impl<G: Discrete + Deterministic> Shared<'_, G> {
    /// Looks for a forced win of the side to move at a node, if that is due at its present visit; returns whether there is one, which the node then
    /// knows. The root was looked at before.
    #[inline]
    pub(super) fn prove<const SHARED: bool>(
        &self,
        node: &Node<G::Action>,
        state: &G::State,
        (chooser, mover): (Player, Player),
        worker: &mut Worker<G>,
    ) -> bool {
        let Some(prover) = &mut worker.prover else {
            return false;
        };
        if worker.path.len() == 1 {
            return false;
        }
        let charged = if SHARED { self.virtual_loss } else { 0 };
        let before = node
            .visits()
            .saturating_sub(self.initial_visits.saturating_add(charged));
        let Some(level) = self.level_due(before) else {
            return false;
        };
        if !prover.is_won(self.game, state, level) {
            return false;
        }
        let result = match mover == chooser {
            true => Proven::Win,
            false => Proven::Loss,
        };
        node.join_bounds::<SHARED>(Bounds::exactly(result));
        true
    }

    /// The level that is due after so many visits.
    #[inline]
    fn level_due(&self, visits: u32) -> Option<u32> {
        if visits < 2 {
            return (visits < self.prover_levels).then_some(visits);
        }
        if self.prove_growth < 2 {
            return None;
        }
        let (mut level, mut due) = (1, 1_u32);
        while due < visits {
            (level, due) = (level + 1, due.saturating_mul(self.prove_growth));
        }
        (due == visits && level < self.prover_levels).then_some(level)
    }

    /// Looks whether the opponent has a forced win after a move of the root; if so, its child knows it afterwards.
    pub(super) fn falls_into_trap(&self, action: G::Action) -> bool {
        let Some(pool) = &self.knowledge.provers else {
            return false;
        };
        let root = self.tree.node(0);
        let Some(children) = self.tree.children(root) else {
            return false;
        };
        let place = children
            .nodes
            .iter()
            .position(|child| child.action() == action);
        let Some(offset) = place else {
            return false;
        };
        let child = &children.nodes[offset];
        let mover = self.game.to_move(self.root);
        let mut state = self.root.clone();
        self.game.apply(&mut state, action);
        if child.bounds().proven().is_some()
            || self.game.outcome(&state).is_some()
            || self.game.to_move(&state) == mover
        {
            return false;
        }
        let mut prover = pool.take();
        let is_lost = prover.is_won(self.game, &state, pool.highest());
        pool.put(prover);
        if is_lost {
            child.join_bounds::<false>(Bounds::exactly(Proven::Loss));
            let path = [
                Step::new(0, self.root_chooser),
                Step::new(children.first + offset as u32, mover),
            ];
            solver::back_up::<false, _>(self.tree, &path);
        }
        is_lost
    }
}
