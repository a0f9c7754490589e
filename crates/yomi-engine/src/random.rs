//! The weakest player: what everything else is measured from.

use std::time::Instant;
use yomi_core::{Discrete, MoveReport, MoverValue, Report, Request, Search, StopReason};

/// Plays any legal move, each as likely.
pub struct RandomPlayer;

impl<G: Discrete> Search<G> for RandomPlayer {
    fn search(&mut self, game: &G, state: &G::State, request: &Request) -> Report<G::Action> {
        let started = Instant::now();
        let best = game.random_action(state, &mut Vec::new(), &mut request.seed.rng());
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
            }],
            line: vec![best],
            simulations: 0,
            nodes: 0,
            depth: 0,
            memory: 0,
            elapsed: started.elapsed(),
            reason: StopReason::Exhausted,
            seed: request.seed,
        }
    }
}
