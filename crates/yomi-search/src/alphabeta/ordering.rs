//! Move ordering: alpha-beta visits few nodes only if it tries good moves first.
//!
//! In this order: the table's move for the position; the two *killers*, moves that lately refuted
//! a sibling at the same distance from the root (Akl and Newborn 1977); then the rest by
//! *history*, `h(player, index) = sum of depth^2` over the cut-offs the move has caused anywhere
//! (Schaeffer 1989), plus the prior where there is one. Equals keep the order the game lists
//! them in.

use yomi_core::{Discrete, Game, Indexed, Player, Prior, Scratch};

const TABLE_MOVE: i32 = i32::MAX;
const KILLERS: [i32; 2] = [i32::MAX - 1, i32::MAX - 2];
/// History counts are halved when one reaches this.
const MOST_HISTORY: i32 = 1 << 20;
/// A prior that puts all its weight on one move counts as much as the greatest history.
const PRIOR_SCALE: f32 = (1 << 20) as f32;

/// The buffers of one ply: the moves of the node being searched there, and what orders them.
pub struct Ply<A> {
    /// The moves.
    pub actions: Vec<A>,
    /// The line found below, best move first.
    pub line: Vec<A>,
    keys: Vec<i32>,
    weights: Vec<f32>,
    killers: [Option<A>; 2],
}

impl<A: Copy + PartialEq> Ply<A> {
    /// Buffers that hold nothing yet.
    pub fn new() -> Ply<A> {
        Ply {
            actions: Vec::new(),
            line: Vec::new(),
            keys: Vec::new(),
            weights: Vec::new(),
            killers: [None; 2],
        }
    }

    /// Forgets the killers.
    pub fn forget(&mut self) {
        self.killers = [None; 2];
    }

    /// Brings the best of the moves from `start` on to `start` and returns it.
    #[inline]
    pub fn next(&mut self, start: usize) -> A {
        let mut best = start;
        for other in start + 1..self.keys.len() {
            if self.keys[other] > self.keys[best] {
                best = other;
            }
        }
        self.keys.swap(start, best);
        self.actions.swap(start, best);
        self.actions[start]
    }

    /// Remembers a move that cut off.
    #[inline]
    pub fn add_killer(&mut self, action: A) {
        if self.killers[0] != Some(action) {
            self.killers = [Some(action), self.killers[0]];
        }
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        (self.actions.capacity() + self.line.capacity()) * size_of::<A>()
            + (self.keys.capacity() + self.weights.capacity()) * 4
    }
}

/// History counts of a game whose actions are numbered.
pub struct History<G: Game> {
    count: fn(&G) -> usize,
    index: fn(&G, G::Action) -> usize,
    counts: [Vec<i32>; 2],
}

impl<G: Indexed> History<G> {
    /// Empty counts.
    pub fn new() -> History<G> {
        History {
            count: G::index_count,
            index: G::index,
            counts: [Vec::new(), Vec::new()],
        }
    }
}

impl<G: Game> History<G> {
    /// Forgets all counts, and makes room for the actions of `game`.
    pub fn forget(&mut self, game: &G) {
        for counts in &mut self.counts {
            counts.clear();
            counts.resize((self.count)(game), 0);
        }
    }

    /// Counts a cut-off that took a search of `depth` plies to find.
    #[inline]
    pub fn add(&mut self, game: &G, mover: Player, action: G::Action, depth: u32) {
        let counts = &mut self.counts[mover.index()];
        let count = &mut counts[(self.index)(game, action)];
        *count += (depth * depth).min(1 << 16) as i32;
        if *count >= MOST_HISTORY {
            for count in counts.iter_mut() {
                *count /= 2;
            }
        }
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.counts.iter().map(|counts| counts.capacity() * 4).sum()
    }
}

/// Gives every move of `ply` its place in the order.
#[inline]
pub fn rank<G: Discrete>(
    game: &G,
    state: &G::State,
    mover: Player,
    ply: &mut Ply<G::Action>,
    table_move: Option<G::Action>,
    history: Option<&History<G>>,
    prior: Option<(&dyn Prior<G>, &mut Scratch<G::Action>)>,
) {
    let Ply {
        actions,
        keys,
        weights,
        killers,
        ..
    } = ply;
    keys.clear();
    match history {
        Some(history) => {
            let counts = &history.counts[mover.index()];
            keys.extend(
                actions
                    .iter()
                    .map(|&action| counts[(history.index)(game, action)]),
            );
        }
        None => keys.resize(actions.len(), 0),
    }
    if let Some((prior, scratch)) = prior {
        weights.clear();
        weights.resize(actions.len(), 0.0);
        prior.weigh(game, state, actions, weights, scratch);
        let total = weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        for (key, &weight) in keys.iter_mut().zip(weights.iter()) {
            *key += (weight / total * PRIOR_SCALE) as i32;
        }
    }
    for (key, &action) in keys.iter_mut().zip(actions.iter()) {
        if table_move == Some(action) {
            *key = TABLE_MOVE;
        } else if killers[0] == Some(action) {
            *key = KILLERS[0];
        } else if killers[1] == Some(action) {
            *key = KILLERS[1];
        }
    }
}
