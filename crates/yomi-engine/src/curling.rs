//! Digital curling as registered.

mod bench;
mod logs;
mod policy;
mod preferences;
mod scores;
mod search_bench;
mod searches;
mod widening;

pub use scores::scores_file;

use std::sync::Arc;
use yomi_core::Setup as _;
use yomi_core::params::{ParamType as _, Parameters};
use yomi_curling::players::{EndPlayout, HitOrDraw, Rules, Simple};
use yomi_curling::{Curling, World};

use crate::{GameEntry, Kit};

/// The setting of the game that learned weights are for.
fn variant(world: World) -> String {
    format!("world={}", world.show())
}

/// Curling in both worlds.
pub fn curling() -> GameEntry {
    let summary = "digital curling: sixteen stones an end, thrown by an unsteady hand";
    GameEntry::new("curling", summary, Curling::table(), |settings| {
        let game = Curling::take(settings)?.checked()?;
        let world = variant(game.world);
        let kit = Kit::continuous("curling", game)
            .variant(world)
            .logs(logs::logs())
            .stochastic()
            .noisy()
            .scored()
            .setup()
            .interactive()
            .fingerprint(|game, state| game.format_state(state))
            .evaluator(
                "hit-or-draw",
                "the end played out, hitting the innermost stone when the opponent lies shot and \
                 drawing to the tee otherwise, then the chance to win",
                EndPlayout(HitOrDraw),
            )
            .evaluator(
                "simple",
                "the same with hits and draws at random",
                EndPlayout(Simple),
            )
            .defaults("flat:allocation=ucb1,exploration=0.05")
            .policy(
                "rules",
                "a list of rules: draws, guards, take-outs, each checked on the exact simulator",
                Rules,
            )
            .policy(
                "simple",
                "draws to the tee or hits the opponent's innermost stone, at random",
                Simple,
            );
        let kit = searches::register(kit)
            .defaults("dpw:exploration=0.1,kernel=noise,throws=called,policy=hit-or-draw")
            .defaults("kr-uct:throws=called,policy=hit-or-draw")
            .preset(
                "best",
                "the strongest of these, 10,000 simulations a move unless limited otherwise",
                "halving:cells=relations",
            )
            .bench(bench::dc2_takeout)
            .bench(bench::dc2_draw)
            .bench(bench::fcv1_takeout)
            .bench(bench::fcv1_draw)
            .bench(search_bench::simple)
            .bench(search_bench::heuristic);
        Ok(Arc::new(kit))
    })
}
