//! Example 2: searching the game of example 1.
//!
//! Three searches look at the same position: one move each, with what they think of it. Then the
//! parts are put together differently: UCT whose playouts stop early and ask an evaluation.
//!
//! ```text
//! cargo run --release --example 2_search
//! ```

#[allow(dead_code)]
#[path = "1_game.rs"]
pub mod game;

use game::{Board, Breakthrough, Step};
use std::sync::Arc;
use yomi_core::{
    Deterministic, Evaluator, FirstValue, Game, Limits, Notation, Request, Rng, Scratch, Search,
    Seed,
};
use yomi_search::alphabeta::{AlphaBeta, AlphaBetaParams};
use yomi_search::flat::{FlatMonteCarlo, FlatParams};
use yomi_search::playout::{Playout, TruncatedPlayout};
use yomi_search::policy::Uniform;
use yomi_search::uct::{Uct, UctParams};

/// An evaluation by counting: every pawn is worth something, and more if it is further advanced.
pub struct PawnCount;

impl Evaluator<Breakthrough> for PawnCount {
    fn evaluate(
        &self,
        game: &Breakthrough,
        board: &Board,
        _: &mut Scratch<Step>,
        _: &mut Rng,
    ) -> FirstValue {
        use yomi_core::{Encode, Player};
        let mut features = Vec::new();
        game.encode(board, Player::First, &mut features);
        let worth = |feature: u32| match feature {
            0..15 => 4.0 + f64::from(feature / 3),
            _ => -(8.0 - f64::from((feature - 15) / 3)),
        };
        let lead: f64 = features.iter().map(|&(feature, _)| worth(feature)).sum();
        FirstValue(0.5 + (lead / 100.0).clamp(-0.5, 0.5))
    }
}

fn main() {
    let game = Breakthrough;
    let mut board = game.initial();
    for text in ["b2b3", "d4d3", "d2e3", "b4a3"] {
        let step = game.parse_action(&board, text).expect("a legal opening");
        game.apply(&mut board, step);
    }
    println!("{}\n", game.render(&board));

    // A search is made of parameters and knowledge. What it is given decides what it can do:
    // `with_table` needs a game with keys, and `AlphaBeta` itself one without chance.
    let uniform = || Box::new(Playout::uniform());
    let truncated = TruncatedPlayout {
        policy: Uniform,
        plies: 4,
        evaluator: PawnCount,
    };
    let searches: [(&str, Box<dyn Search<Breakthrough>>); 4] = [
        (
            "flat Monte Carlo",
            Box::new(FlatMonteCarlo::new(FlatParams::default(), uniform())),
        ),
        ("UCT", Box::new(Uct::new(UctParams::default(), uniform()))),
        (
            "UCT, 4-ply playouts",
            Box::new(Uct::new(UctParams::default(), Box::new(truncated))),
        ),
        (
            "alpha-beta",
            Box::new(AlphaBeta::new(AlphaBetaParams::default(), Arc::new(PawnCount)).with_table()),
        ),
    ];
    let limits = Limits {
        simulations: Some(20_000),
        nodes: Some(200_000),
        ..Limits::default()
    };
    for (name, mut search) in searches {
        let report = search.search(&game, &board, &Request::new(limits, Seed::new(1)));
        let mut after = board;
        let mut line = Vec::new();
        for &step in report.line.iter().take(6) {
            line.push(game.format_action(&after, step));
            game.apply(&mut after, step);
        }
        let proven = report
            .proven
            .map_or(String::new(), |result| format!(" (proven {result:?})"));
        println!(
            "{name:20} value {:.3}{proven}, line {}",
            report.value.0,
            line.join(" ")
        );
    }
}
