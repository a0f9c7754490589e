//! What every search algorithm looks like from outside.

use crate::{Budget, Game, Limits, Report, Seed, Stop, TimeSource};

/// One question to a search: within which limits, with which randomness, stoppable by whom.
#[derive(Clone, Debug)]
pub struct Request {
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
}

impl Request {
    /// A request that ends by its limits alone.
    pub fn new(limits: Limits, seed: Seed) -> Request {
        Request {
            limits,
            time_source: TimeSource::default(),
            seed,
            stop: Stop::default(),
            again: false,
            thorough: false,
        }
    }

    /// Starts to count. A search does this first: what it does before its first simulation takes
    /// time, too. `limits` are those of the request as the search understands them.
    pub fn start(&self, limits: &Limits) -> Budget {
        Budget::new(limits, &self.stop, &self.time_source)
    }
}

/// An algorithm that answers "what should be played here?".
///
/// Object-safe for a given game: a playing engine holds a `Box<dyn Search<G>>`.
pub trait Search<G: Game>: Send {
    /// Searches a position that is not over. Always returns an answer with a legal best action,
    /// however small the limits; one seed and one set of limits without time give one report.
    fn search(&mut self, game: &G, state: &G::State, request: &Request) -> Report<G::Action>;

    /// [`Search::search`], telling of every step on the way (an iteration done, a better move
    /// found) with the report as it would be if the search ended there; at least of the last.
    fn search_aloud(
        &mut self,
        game: &G,
        state: &G::State,
        request: &Request,
        tell: &mut dyn FnMut(&Report<G::Action>),
    ) -> Report<G::Action> {
        let report = self.search(game, state, request);
        tell(&report);
        report
    }

    /// The next search looks at no other actions than these; at all, if there are none. Whether
    /// the search can do that.
    fn look_only_at(&mut self, actions: &[G::Action]) -> bool {
        actions.is_empty()
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
