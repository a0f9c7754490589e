//! Example 3: a match with statistics.
//!
//! UCT against flat Monte Carlo at equal simulations on the game of example 1: pairs of games
//! from random openings, each opening played from both sides, and the score with its interval.
//!
//! ```text
//! cargo run --release --example 3_match
//! ```

#[allow(dead_code)]
#[path = "1_game.rs"]
mod game;

use game::Breakthrough;
use std::sync::Arc;
use yomi_arena::{Contest, LocalFactory, Openings, RunOptions};
use yomi_core::Limits;
use yomi_search::flat::{FlatMonteCarlo, FlatParams};
use yomi_search::playout::Playout;
use yomi_search::uct::{Uct, UctParams};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Arc::new(Breakthrough);
    let limits = Limits::simulations(1_000);
    let mut players = LocalFactory::of(&game);
    let result = Contest::new("breakthrough")
        .participant(players.add_search("uct", &game, limits, || {
            Uct::new(UctParams::default(), Box::new(Playout::uniform()))
        }))
        .participant(players.add_search("flat", &game, limits, || {
            FlatMonteCarlo::new(FlatParams::default(), Box::new(Playout::uniform()))
        }))
        .pairs(50)
        .openings(Openings::Random { plies: 4 })
        .seed(2026)
        // With `.record("match.jsonl")` the games are kept, and a killed match goes on.
        .run(&players, &RunOptions::new().workers(2))?;
    println!("{}", result.table.render());
    Ok(())
}
