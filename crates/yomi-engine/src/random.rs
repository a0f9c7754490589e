//! The weakest player: what everything else is measured from.

use std::time::Instant;
use yomi_core::{
    Game, MoveReport, MoverValue, Policy, Report, Request, Scratch, Search, StopReason,
};

/// Plays whatever a policy says, without a second thought: any legal move, or what a game with a
/// continuum of moves proposes.
pub struct PolicyPlayer<P>(pub P);

impl<G: Game, P: Policy<G>> Search<G> for PolicyPlayer<P> {
    fn search(&mut self, game: &G, state: &G::State, request: &Request) -> Report<G::Action> {
        let started = Instant::now();
        let mut rng = request.seed.rng();
        let best = self
            .0
            .choose(game, state, &mut Scratch::default(), &mut rng);
        Report {
            best,
            value: MoverValue::EVEN,
            proven: None,
            moves: vec![MoveReport {
                action: best,
                visits: 0,
                value: None,
                prior: None,
                proven: None,
                line: Vec::new(),
            }],
            line: vec![best],
            simulations: 0,
            nodes: 0,
            depth: 0,
            deepest: 0,
            fill: None,
            memory: 0,
            line_is_shortest: false,
            elapsed: started.elapsed(),
            reason: StopReason::Exhausted,
            seed: request.seed,
        }
    }
}
