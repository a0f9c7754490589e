//! Post-processing: a game may replace the answer of a search, within the time of the move.

use std::time::Duration;
use yomi_core::{Budget, Game, Limits, Report, Request, Rng, Search};

/// The most time that is kept back for post-processing, and the share of a move's time that is kept
/// back at most.
const RESERVE: (Duration, u32) = (Duration::from_millis(20), 5);

/// Changes a report about a position within a budget.
pub type Apply<G> =
    fn(&G, &<G as Game>::State, &mut Report<<G as Game>::Action>, &mut Budget, &mut Rng);

/// A function that may replace the answer of a search.
pub struct PostProcessing<G: Game> {
    /// Whether it may take time in this position, so that some must be kept back for it.
    pub takes_time: fn(&G, &G::State) -> bool,
    /// May move another of the report's moves to the front; ends early when the budget is spent.
    pub apply: Apply<G>,
}

// Derived, these would ask the game to be `Clone` and `Copy`.
impl<G: Game> Clone for PostProcessing<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for PostProcessing<G> {}

/// A search with post-processing.
pub struct PostProcessed<G: Game> {
    pub search: Box<dyn Search<G>>,
    pub processing: PostProcessing<G>,
}

impl<G: Game> Search<G> for PostProcessed<G> {
    fn search_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        request: &Request<G::Action>,
        tell: &mut dyn FnMut(&Report<G::Action>),
    ) -> Report<G::Action> {
        let mut budget = request.start(&request.limits);
        let mut kept_back = request.clone();
        if let Some(allowance) = request.limits.allowance()
            && (self.processing.takes_time)(game, state)
        {
            let reserve = RESERVE.0.min(allowance / RESERVE.1);
            kept_back.limits = Limits {
                time: Some(allowance - reserve),
                clock: None,
                ..request.limits
            };
        }
        let search = &mut self.search;
        let mut report = search.search_with_progress(game, state, &kept_back, tell);
        let found = (!request.only.is_empty()).then(|| report.clone());
        // The name is part of what seeds derive from: another would change every answer.
        let mut rng = request.seed.child("second thoughts").rng();
        (self.processing.apply)(game, state, &mut report, &mut budget, &mut rng);
        match found {
            Some(found) if !request.only.contains(&report.best) => found,
            _ => report,
        }
    }

    fn advance(&mut self, game: &G, action: G::Action, state: &G::State) {
        self.search.advance(game, action, state);
    }

    fn is_reproducible(&self) -> bool {
        self.search.is_reproducible()
    }

    fn reset(&mut self) {
        self.search.reset();
    }
}
