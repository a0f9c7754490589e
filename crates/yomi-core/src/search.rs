//! The interface of every search algorithm.

use crate::{Budget, Game, Limits, Report, Seed, Stop, TimeSource};
use std::time::Duration;

/// A search request: limits, root actions, randomness and a stop flag.
#[derive(Clone, Debug)]
pub struct Request<A> {
    /// When to stop.
    pub limits: Limits,
    /// The clock by which time limits are measured.
    pub time_source: TimeSource,
    /// The seed of all randomness of this search.
    pub seed: Seed,
    /// A flag that ends the search early when it is raised.
    pub stop: Stop,
    /// Whether the last search was about the same position, so that a search may continue with its
    /// tree.
    pub again: bool,
    /// Whether the whole budget is to be spent even where the move is clear, because the request is
    /// for analysis.
    pub thorough: bool,
    /// The only actions of the root to search; empty: all. See [`Request::restrict`].
    pub only: Vec<A>,
    /// The number of best moves with exact values (multi-PV), where the search values most moves by
    /// bounds alone; `None`: as the search is set.
    pub lines: Option<u32>,
    /// Whether progress is reported, and the least interval between reports of a search that
    /// counts simulations. Iterative searches report every iteration.
    pub progress: Option<Duration>,
}

impl<A> Request<A> {
    /// A request for all actions that ends by its limits alone, without progress reports.
    pub fn new(limits: Limits, seed: Seed) -> Request<A> {
        Request {
            limits,
            time_source: TimeSource::default(),
            seed,
            stop: Stop::default(),
            again: false,
            thorough: false,
            only: Vec::new(),
            lines: None,
            progress: None,
        }
    }

    /// Starts the clock and the counters. A search does this first, since work before the first
    /// simulation takes time, too. `limits` are those of the request in the search's own units.
    pub fn start(&self, limits: &Limits) -> Budget {
        Budget::new(limits, &self.stop, &self.time_source).reporting(self.progress)
    }
}

impl<A: PartialEq> Request<A> {
    /// Removes the actions that are not to be searched from the list of those that a search would
    /// look at by itself.
    ///
    /// Actions that the list leaves out as hopeless ([`Discrete::search_actions`]) are searched only
    /// if [`Request::only`] has no others: whoever excludes one action asks for all other legal
    /// actions, or for a whole part of the board, and does not want the hopeless ones brought in.
    ///
    /// ```
    /// use yomi_core::{Limits, Request, Seed};
    ///
    /// let restricted = |only: &[u32]| {
    ///     let mut request = Request::new(Limits::simulations(1), Seed::new(1));
    ///     request.only = only.to_vec();
    ///     let mut actions = vec![1, 2, 3];
    ///     request.restrict(&mut actions);
    ///     actions
    /// };
    /// assert_eq!(restricted(&[]), [1, 2, 3]);
    /// assert_eq!(restricted(&[9, 3, 1]), [1, 3]);
    /// assert_eq!(restricted(&[9]), [9]);
    /// ```
    ///
    /// [`Discrete::search_actions`]: crate::Discrete::search_actions
    pub fn restrict(&self, actions: &mut Vec<A>)
    where
        A: Copy,
    {
        if self.only.is_empty() {
            return;
        }
        actions.retain(|action| self.only.contains(action));
        if actions.is_empty() {
            // All of them are actions that a search would never look at by itself.
            actions.clone_from(&self.only);
        }
    }
}

/// A search algorithm.
///
/// Object-safe for a given game: a playing engine holds a `Box<dyn Search<G>>`.
pub trait Search<G: Game>: Send {
    /// Searches a position that is not over. Always returns an answer with a legal best action,
    /// one of [`Request::only`] if there are any, however small the limits; one seed and one set of
    /// limits without time give one report.
    ///
    /// If [`Request::progress`] is set, `tell` is called with intermediate reports, each as if the
    /// search ended there; the final report is only returned.
    fn search_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        request: &Request<G::Action>,
        tell: &mut dyn FnMut(&Report<G::Action>),
    ) -> Report<G::Action>;

    /// [`Search::search_with_progress`] without a receiver of progress.
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        request: &Request<G::Action>,
    ) -> Report<G::Action> {
        self.search_with_progress(game, state, request, &mut |_| ())
    }

    /// Informs the search that `action` was played and led to `state`, so that it can reuse the
    /// subtree. Searches that keep nothing ignore it.
    fn advance(&mut self, _game: &G, _action: G::Action, _state: &G::State) {}

    /// Whether one seed and one set of limits without time give one report. Threads that share a
    /// tree, for instance, do not.
    fn is_reproducible(&self) -> bool {
        true
    }

    /// Clears the tree and all tables, for a new game or an unrelated position. Large tables are
    /// allocated here and not in the first search, whose clock runs.
    fn reset(&mut self) {}
}
