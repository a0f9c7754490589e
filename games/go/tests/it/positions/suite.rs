//! The suite of life and death is right: its moves are those that win, by search to the end of the game.
//!
//! What takes too long is left out, and how much that is may not grow.

use super::solver::Solver;
use super::winning_moves;
use std::collections::BTreeSet;
use yomi_core::{Outcome, Setup as _};
use yomi_go::{Go, Position, Rules};

const SUITE: &str = include_str!("../../../../../suites/go/life-and-death.txt");

/// Nodes of the search that judges one move: enough for most of the suite.
const MOST_NODES: u64 = 300_000;

/// Positions proven within that limit. Six million nodes leave three of the others open and contradict none.
const PROVEN: usize = 86;

#[test]
fn the_right_moves_of_the_suite_are_those_that_win() {
    let game = Go::<2>::new(Rules::default()).expect("the usual board");
    let suite = yomi_core::suite::read(SUITE).expect("a suite");
    let mut wrong = Vec::new();
    let mut proven = 0;
    for known in &suite {
        let position: Position<2> = game.parse_state(&known.position).expect(&known.name);
        let solver = Solver::new(&game, MOST_NODES, position.mover().other());
        let solver = solver.without_filled_eyes();
        let Some(winning) = winning_moves(solver, &game, &position) else {
            continue;
        };
        let mover_wins = known.winner == Some(Outcome::Win(position.mover()));
        let expected = match (known.kind.as_str(), mover_wins) {
            // Nothing is left to gain: passing is right because nothing else is better.
            ("counting", false) => BTreeSet::new(),
            _ => BTreeSet::from_iter(known.right.iter().cloned()),
        };
        if winning == expected && mover_wins != winning.is_empty() {
            proven += 1;
        } else {
            let (name, winner) = (&known.name, &known.winner);
            wrong.push(format!(
                "{name}: {winning:?} win, not {expected:?}, {winner:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(proven >= PROVEN, "{proven} of {}", suite.len());
}
