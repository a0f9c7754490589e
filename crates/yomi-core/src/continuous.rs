//! What searches ask of games with a continuum of states and actions.
//!
//! A search that never meets the same state twice learns from similar ones. [`Cells`] divide the space of
//! states, at several resolutions; a [`KindPolicy`] divides the actions of a state into a few kinds that
//! mean the same in all of them (draw to the middle, hit the innermost stone); and an [`ActionGrid`]
//! lists the actions of the root so closely that neighbours, which the noise of execution would mix,
//! inform each other. [`Parts`] tell how far to simulate: to the end of an end, whose score has a known worth.

use crate::{FirstValue, Game};

crate::choices! {
    /// By what the cells of states are divided.
    pub enum Division {
        /// Where everything lies, ever more exactly.
        Places = "places",
        /// What things are to each other first; then where they lie.
        Relations = "relations",
    }
}

/// Games whose states lie in nested cells: similar states share the coarse ones.
pub trait Cells: Game {
    /// What the cells of a state are computed from.
    type Coordinates;

    /// The coordinates of a state in a division of the space of states.
    fn coordinates(&self, state: &Self::State, division: Division) -> Self::Coordinates;

    /// The key of the cell that contains the state: of the coarsest at level 0, and at each further
    /// level of one of the parts into which the cell before is divided. `None` if that is not
    /// divided further. The side to move is the same throughout a cell.
    fn cell(&self, coordinates: &Self::Coordinates, level: u32) -> Option<u64>;
}

/// Games that consist of parts (ends, rounds), between which the worth of a position is known without
/// search.
pub trait Parts: Game {
    /// Whether the part that `start` belongs to is over in `state`, which was reached from there.
    fn part_is_over(&self, start: &Self::State, state: &Self::State) -> bool;

    /// The expected score of a position between two parts, or of a game that is over.
    fn value_between_parts(&self, state: &Self::State) -> FirstValue;

    /// Mean and standard deviation of that score over all results that the part of `start` may have.
    fn distribution_of_values(&self, start: &Self::State) -> (FirstValue, f64);
}

/// An action that is known by its kind; it is worked out only if it is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// Its kind, below [`KindPolicy::kinds`].
    pub kind: u8,
    /// What else the policy needs to know in order to work it out.
    pub detail: u32,
}

/// A policy that chooses among a few kinds of actions.
pub trait KindPolicy<G: Game>: Send + Sync {
    /// The number of kinds, at most 255.
    fn kinds(&self) -> usize;

    /// Replaces `plans` by those of a state that is not over: at least one, each kind at most once; and
    /// `preferences` by one number for each of them: the policy chooses by a softmax over these. A policy
    /// that has none leaves them empty: then all plans are as likely.
    fn consider(
        &self,
        game: &G,
        state: &G::State,
        plans: &mut Vec<Plan>,
        preferences: &mut Vec<f32>,
    );

    /// The action of a plan made for this state.
    fn action(&self, game: &G, state: &G::State, plan: Plan) -> G::Action;
}

/// Actions of the root, some of which may be chosen. What an action is worth with the noise of execution
/// is the mean of the worths of exact actions near it, weighted by how likely each is executed in its
/// stead.
///
/// ```
/// use yomi_core::continuous::ActionGrid;
///
/// // Of three neighbours the middle one may be chosen; either side is executed half as often.
/// let mut grid = ActionGrid::new(vec!['a', 'b', 'c']);
/// grid.choose(1, [(0, 0.5), (1, 1.0), (2, 0.5)]);
/// let (index, kernel) = grid.choices().next().unwrap();
/// assert_eq!((grid.actions()[index], kernel.len()), ('b', 3));
/// ```
#[derive(Clone, Debug)]
pub struct ActionGrid<A> {
    actions: Vec<A>,
    /// Index of an action that may be chosen, and where its kernel ends in `weights`.
    choices: Vec<(u32, u32)>,
    weights: Vec<(u32, f32)>,
}

impl<A> ActionGrid<A> {
    /// Actions of which none may be chosen yet.
    pub fn new(actions: Vec<A>) -> ActionGrid<A> {
        ActionGrid {
            actions,
            choices: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// Lets action number `index` be chosen. The kernel is the likelihood of its execution as each of the
    /// actions near it, which are given by their numbers; it need not sum to one.
    pub fn choose(&mut self, index: usize, kernel: impl IntoIterator<Item = (usize, f32)>) {
        let kernel = kernel.into_iter();
        let kernel = kernel.map(|(near, weight)| (near as u32, weight));
        self.weights.extend(kernel);
        self.choices.push((index as u32, self.weights.len() as u32));
    }

    /// All actions.
    pub fn actions(&self) -> &[A] {
        &self.actions
    }

    /// The numbers of the actions that may be chosen, each with its kernel.
    pub fn choices(&self) -> impl Iterator<Item = (usize, &[(u32, f32)])> {
        let mut from = 0;
        self.choices.iter().map(move |&(index, to)| {
            let kernel = &self.weights[from..to as usize];
            from = to as usize;
            (index as usize, kernel)
        })
    }
}
