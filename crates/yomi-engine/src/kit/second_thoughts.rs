//! A search whose answer the game looks at once more.

use yomi_core::{Game, Report, Request, Rng, Search};

/// Looks at what a search found and may change its mind about the best move: by moving another of
/// the report's moves to the front.
pub type SecondThoughts<G> =
    fn(&G, &<G as Game>::State, &mut Report<<G as Game>::Action>, &mut Rng);

/// A search with second thoughts.
pub struct Thoughtful<G: Game> {
    pub search: Box<dyn Search<G>>,
    pub thoughts: SecondThoughts<G>,
}

impl<G: Game> Search<G> for Thoughtful<G> {
    fn search(&mut self, game: &G, state: &G::State, request: &Request) -> Report<G::Action> {
        let mut report = self.search.search(game, state, request);
        let mut rng = request.seed.child("second thoughts").rng();
        (self.thoughts)(game, state, &mut report, &mut rng);
        report
    }

    fn look_only_at(&mut self, actions: &[G::Action]) -> bool {
        self.search.look_only_at(actions)
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
