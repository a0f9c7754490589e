//! Go as registered.

mod bench;
pub mod patterns;

use crate::kit::{Offered, PostProcessing};
use std::sync::Arc;
use yomi_core::Setup as _;
use yomi_core::params::Parameters;
use yomi_go::{Go, LargeGo, Rules, Shapes, SmallGo, Tactical};

use crate::{GameEntry, Kit};

/// Go on boards of all sizes.
pub fn go() -> GameEntry {
    let summary = "surround more than the other: 9x9 unless set otherwise";
    GameEntry::new("go", summary, Rules::table(), |settings| {
        let rules = Rules::take(settings)?;
        // Boards up to 9x9 fit into two words, which is much faster than the frame for all.
        Ok(match SmallGo::new(rules.clone()) {
            Some(game) if game.size() == 9 => {
                let kit = kit(game).bench(bench::pattern_playout);
                let kit = bench::LARGE.into_iter().fold(kit, Kit::bench);
                Arc::new(kit)
            }
            Some(game) => Arc::new(kit(game)),
            None => Arc::new(kit(LargeGo::new(rules).expect("the table bounds the size"))),
        })
    })
}

/// Go on the large board.
fn large() -> Kit<LargeGo> {
    let rules = Rules {
        size: 19,
        ..Rules::default()
    };
    kit(LargeGo::new(rules).expect("the largest board there is"))
}

/// The strongest engine; with patterns where there are learned ones for boards of this size.
fn best(size: usize) -> String {
    let prior = match size {
        patterns::SHIPPED_SIZE => ",prior=patterns,prior_visits=100",
        _ => "",
    };
    format!(
        "uct:policy=tactical,experience=shapes,rave=true,rave_schedule=bias,rave_bias=0.0085,\
         exploration=0,expand_visits=2,early_stop=true{prior}"
    )
}

fn kit<const W: usize>(game: Go<W>) -> Kit<Go<W>> {
    let size = game.size();
    Kit::discrete("go", game)
        .deterministic()
        .indexed()
        .scored()
        .setup()
        .territorial()
        .pictured()
        .interactive()
        .fingerprint(|game, position| game.format_state(position))
        .playouts(Offered::<Tactical>::with_params(
            "tactical",
            "nakade, captures, escapes and small shapes next to the last move, else any",
        ))
        .playouts(patterns::playouts(size))
        .prior_with(patterns::prior(size))
        .priors_came_later()
        .experience(Offered::<Shapes>::with_params(
            "shapes",
            "captures, escapes, ladders, small shapes, nearness to the last move, lines",
        ))
        .post_processing(PostProcessing {
            takes_time: Go::may_reconsider,
            apply: Go::reconsider,
        })
        .preset(
            "best",
            "the strongest of these, 10,000 simulations a move unless limited otherwise",
            &best(size),
        )
        .benched_as(&format!("go-{size}x{size}"))
        .bench(bench::tactical_playout)
        .bench(bench::best)
}
