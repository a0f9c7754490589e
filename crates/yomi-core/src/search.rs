//! What every search algorithm looks like from outside.

use crate::{Budget, Game, Limits, Report, Seed, Stop, TimeSource};
use std::time::Duration;

/// One question to a search: within which limits, about which actions, with which randomness,
/// stoppable by whom.
#[derive(Clone, Debug)]
pub struct Request<A> {
    /// When to stop.
    pub limits: Limits,
    /// What limits of time are measured by.
    pub time_source: TimeSource,
    /// Where all randomness of this search comes from.
    pub seed: Seed,
    /// Raised by anyone who wants the answer now.
    pub stop: Stop,
    /// Whether the last search was about the same position, so that a search which keeps anything
    /// may go on where it ended.
    pub again: bool,
    /// Whether the whole budget is to be spent even where the move is clear: what is wanted is the
    /// analysis.
    pub thorough: bool,
    /// The only actions of the root to look at; empty: all.
    pub only: Vec<A>,
    /// How many of the best moves get exact values, where the search values most moves by bounds
    /// alone; `None`: as the search is set.
    pub lines: Option<u32>,
    /// Whether there are reports on the way, and how far apart at least those of a search are that
    /// counts simulations. Iterative searches report every iteration.
    pub progress: Option<Duration>,
}

impl<A> Request<A> {
    /// A request about all actions that ends by its limits alone, with no reports on the way.
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

    /// Starts to count. A search does this first: what it does before its first simulation takes
    /// time, too. `limits` are those of the request as the search understands them.
    pub fn start(&self, limits: &Limits) -> Budget {
        Budget::new(limits, &self.stop, &self.time_source).reporting(self.progress)
    }
}

impl<A: PartialEq> Request<A> {
    /// Takes out of a list of actions what is not to be looked at.
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

/// An algorithm that answers "what should be played here?".
///
/// Object-safe for a given game: a playing engine holds a `Box<dyn Search<G>>`.
pub trait Search<G: Game>: Send {
    /// Searches a position that is not over. Always returns an answer with a legal best action,
    /// one of [`Request::only`] if there are any, however small the limits; one seed and one set of
    /// limits without time give one report.
    ///
    /// If [`Request::progress`] says so, `tell` gets the report as it would be if the search ended
    /// there, on the way and at the end.
    fn search_telling(
        &mut self,
        game: &G,
        state: &G::State,
        request: &Request<G::Action>,
        tell: &mut dyn FnMut(&Report<G::Action>),
    ) -> Report<G::Action>;

    /// [`Search::search_telling`] with nobody told.
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        request: &Request<G::Action>,
    ) -> Report<G::Action> {
        self.search_telling(game, state, request, &mut |_| ())
    }

    /// Tells that `action` was really played and led to `state`, so that what was learned about
    /// the position can be kept. Searches that keep nothing ignore it.
    fn advance(&mut self, _game: &G, _action: G::Action, _state: &G::State) {}

    /// Whether one seed and one set of limits without time give one report. Threads that share a
    /// tree, for instance, meet in a different order each time.
    fn is_reproducible(&self) -> bool {
        true
    }

    /// Forgets everything: a new game begins, or the position jumped. Large tables are made here
    /// and not in the first search, whose clock runs.
    fn reset(&mut self) {}
}
