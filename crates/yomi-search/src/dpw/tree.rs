//! The tree of double progressive widening and of KR-UCT: states and actions by turns, in two arenas of fixed
//! capacity, siblings linked in lists.

/// The key of a state in a game without keys.
pub const UNKNOWN_KEY: u64 = 0;

const END: u32 = u32::MAX;

/// A state that was reached.
pub struct StateNode<S> {
    /// The state.
    pub state: S,
    /// Its key, where the game has keys.
    pub key: u64,
    /// Simulations that passed through.
    pub visits: u32,
    /// The number of times chance led here from the action above.
    pub arrivals: u32,
    first_action: u32,
    next: u32,
}

/// An action that was tried.
pub struct ActionNode<A> {
    /// The action.
    pub action: A,
    /// Simulations that chose it.
    pub visits: u32,
    /// Sum of their values, as the player who chose it sees them.
    pub sum: f64,
    first_result: u32,
    next: u32,
}

/// States and actions.
pub struct Tree<S, A> {
    /// All states; the root is the first.
    pub states: Vec<StateNode<S>>,
    /// All actions.
    pub actions: Vec<ActionNode<A>>,
    capacity: usize,
}

impl<S, A> Tree<S, A> {
    /// A tree of at most `memory` bytes (beyond what states own on the heap) with only a root.
    pub fn new(memory: u64, root: S) -> Tree<S, A> {
        let pair = size_of::<StateNode<S>>() + size_of::<ActionNode<A>>();
        let mut capacity = (memory / pair as u64).clamp(2, u64::from(END)) as usize;
        // Reserved, not touched: pages are handed out as they are filled. If the system will not
        // promise so much, less must do.
        let (mut states, mut actions) = (Vec::new(), Vec::new());
        while states.try_reserve_exact(capacity).is_err()
            || actions.try_reserve_exact(capacity).is_err()
        {
            (states, actions) = (Vec::new(), Vec::new());
            capacity /= 2;
        }
        let mut tree = Tree {
            states,
            actions,
            capacity,
        };
        tree.states.push(StateNode {
            state: root,
            key: UNKNOWN_KEY,
            visits: 0,
            arrivals: 0,
            first_action: END,
            next: END,
        });
        tree
    }

    /// Nodes of both kinds.
    pub fn len(&self) -> usize {
        self.states.len() + self.actions.len()
    }

    /// Bytes in use.
    pub fn memory(&self) -> u64 {
        (self.states.len() * size_of::<StateNode<S>>()
            + self.actions.len() * size_of::<ActionNode<A>>()) as u64
    }

    /// Whether neither an action nor a state may be added.
    pub fn is_full(&self) -> bool {
        self.actions.len() >= self.capacity || self.states.len() >= self.capacity
    }

    /// The actions tried in a state, latest first.
    pub fn actions_of(&self, state: u32) -> impl Iterator<Item = (u32, &ActionNode<A>)> {
        let mut next = self.states[state as usize].first_action;
        std::iter::from_fn(move || {
            let entry = self.actions.get(next as usize)?;
            let index = std::mem::replace(&mut next, entry.next);
            Some((index, entry))
        })
    }

    /// Changes the actions tried in a state.
    pub fn each_action_of(&mut self, state: u32, mut change: impl FnMut(&mut ActionNode<A>)) {
        let mut next = self.states[state as usize].first_action;
        while let Some(entry) = self.actions.get_mut(next as usize) {
            next = entry.next;
            change(entry);
        }
    }

    /// The states an action led to, latest first.
    pub fn results_of(&self, action: u32) -> impl Iterator<Item = (u32, &StateNode<S>)> {
        let mut next = self.actions[action as usize].first_result;
        std::iter::from_fn(move || {
            let entry = self.states.get(next as usize)?;
            let index = std::mem::replace(&mut next, entry.next);
            Some((index, entry))
        })
    }

    /// Adds an action to a state. The caller has checked that the tree is not full.
    pub fn add_action(&mut self, state: u32, action: A) -> u32 {
        let index = self.actions.len() as u32;
        let owner = &mut self.states[state as usize];
        self.actions.push(ActionNode {
            action,
            visits: 0,
            sum: 0.0,
            first_result: END,
            next: std::mem::replace(&mut owner.first_action, index),
        });
        index
    }

    /// Adds a state that an action led to; hands it back if the tree is full.
    pub fn add_state(&mut self, action: u32, state: S, key: u64) -> Result<u32, S> {
        if self.is_full() {
            return Err(state);
        }
        let index = self.states.len() as u32;
        let owner = &mut self.actions[action as usize];
        self.states.push(StateNode {
            state,
            key,
            visits: 0,
            arrivals: 1,
            first_action: END,
            next: std::mem::replace(&mut owner.first_result, index),
        });
        Ok(index)
    }
}
