//! Example 4: a learned evaluation.
//!
//! A linear value over the features of example 1 learns from games against itself, starting from
//! nothing. Then it is tested where it counts: alpha-beta with what was learned against
//! alpha-beta that knows nothing, and against the evaluation by hand of example 2.
//!
//! ```text
//! cargo run --release --example 4_learning
//! ```

#[allow(dead_code)]
#[path = "2_search.rs"]
mod search;

use search::PawnCount;
use search::game::Breakthrough;
use std::sync::Arc;
use yomi_arena::{Contest, LocalFactory, Openings, RunOptions};
use yomi_core::{Encode, Evaluator, Limits, Seed};
use yomi_learn::{LinearValue, SelfPlay, SelfPlayParams, WeightsFile};
use yomi_search::alphabeta::{AlphaBeta, AlphaBetaParams};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Arc::new(Breakthrough);
    let nothing = LinearValue::zero(game.feature_count());

    let mut learned = nothing.clone();
    let learner = SelfPlay::new(SelfPlayParams {
        games: 20_000,
        ..SelfPlayParams::default()
    });
    for point in learner
        .train(&*game, &mut learned, Seed::new(1))
        .iter()
        .step_by(4)
    {
        println!("after {:6} games: loss {:.4}", point.games, point.loss);
    }
    println!("(both sides learn, so results stay as hard to foretell: see the match below)");
    println!("\nvalue of an own pawn by row, edge to middle:");
    for (row, weights) in learned.weights()[..15].chunks(3).enumerate() {
        println!(
            "  row {}: {:6.2} {:6.2} {:6.2}",
            row + 1,
            weights[0],
            weights[1],
            weights[2]
        );
    }

    // Weights are a small text file that says what it is for and how it was made.
    let path = std::env::temp_dir().join("breakthrough-linear.json");
    WeightsFile::new(
        "breakthrough",
        "cargo run --release --example 4_learning",
        &learned,
    )
    .save(&path)?;
    let learned = WeightsFile::load(&path)?.value("breakthrough", game.feature_count())?;
    println!("\nsaved to {}\n", path.display());

    let mut players = LocalFactory::of(&game);
    let mut player = |name: &str, evaluator: Arc<dyn Evaluator<Breakthrough>>| {
        players.add_search(name, &game, Limits::depth(3), move || {
            AlphaBeta::new(AlphaBetaParams::default(), Arc::clone(&evaluator)).with_table()
        })
    };
    let result = Contest::new("breakthrough")
        .participant(player("learned", Arc::new(learned)))
        .participant(player("by hand", Arc::new(PawnCount)))
        .participant(player("nothing", Arc::new(nothing)))
        .mode(yomi_arena::Mode::RoundRobin)
        .pairs(100)
        .openings(Openings::Random { plies: 4 })
        .seed(2026)
        .run(&players, &RunOptions::new().workers(2))?;
    println!("{}", result.table.render());
    Ok(())
}
