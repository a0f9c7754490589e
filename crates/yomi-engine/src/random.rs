//! Players without search: a policy as an engine, the baseline of comparisons.

use std::time::Instant;
use yomi_core::{Game, MoveReport, Policy, Report, Request, Scratch, Search};

/// Plays whatever a policy says, without a second thought: any legal move, or what a game with a
/// continuum of moves proposes.
pub struct PolicyPlayer<P>(pub P);

impl<G: Game, P: Policy<G>> Search<G> for PolicyPlayer<P> {
    fn search_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        request: &Request<G::Action>,
        _: &mut dyn FnMut(&Report<G::Action>),
    ) -> Report<G::Action> {
        let started = Instant::now();
        let mut rng = request.seed.rng();
        // A policy knows nothing of restrictions: among some moves, each is as good as another.
        let best = match request.only.is_empty() {
            false => request.only[rng.below(request.only.len() as u32) as usize],
            true => self
                .0
                .choose(game, state, &mut Scratch::default(), &mut rng),
        };
        Report {
            moves: vec![MoveReport::new(best)],
            elapsed: started.elapsed(),
            ..Report::new(best, request.seed)
        }
    }
}
