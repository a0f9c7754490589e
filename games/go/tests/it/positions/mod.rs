//! The positions in `*.txt` are right: what they say is to be played is proven by search to the
//! end of the game, or by reading the ladder.

mod reader;
mod solver;
mod suite;

use reader::Problem;
use solver::Solver;
use std::collections::BTreeSet;
use yomi_core::{Deterministic as _, Discrete as _, Notation as _, Setup as _};
use yomi_go::{Go, Position, Rules, Vertex};

/// More than any of them takes.
const MOST_NODES: u64 = 3_000_000;

fn problems() -> Vec<Problem> {
    let files = [
        include_str!("life.txt"),
        include_str!("fights.txt"),
        include_str!("endings.txt"),
    ];
    files.iter().flat_map(|file| reader::read(file)).collect()
}

fn set_up(problem: &Problem) -> (Go<2>, Position<2>) {
    let (size, komi) = (problem.size as u32, problem.komi);
    let game = Go::new(Rules {
        size,
        komi,
        ..Rules::default()
    })
    .expect("a small board");
    let position = game.parse_state(&problem.position);
    let position = position.unwrap_or_else(|error| panic!("{}: {error}", problem.name));
    (game, position)
}

/// The moves that win, by looking at everything that may follow; own eyes are not filled at once.
fn winning_moves(
    mut solver: Solver<'_>,
    game: &Go<2>,
    position: &Position<2>,
) -> Option<BTreeSet<String>> {
    let mut vertices = Vec::new();
    game.search_actions(position, &mut vertices);
    let mut winning = BTreeSet::new();
    for vertex in vertices {
        let mut next = position.clone();
        game.apply(&mut next, vertex);
        if !solver.wins(&next)? {
            winning.insert(game.format_action(position, vertex));
        }
    }
    Some(winning)
}

#[test]
fn the_moves_to_play_are_those_that_win() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for problem in problems() {
        if problem.proof.first().map(String::as_str) != Some("search") {
            continue;
        }
        let (game, position) = set_up(&problem);
        let solver = Solver::new(&game, MOST_NODES, position.mover().other());
        let winning = winning_moves(solver, &game, &position);
        let expected = BTreeSet::from_iter(problem.play.iter().cloned());
        if winning.as_ref() != Some(&expected) {
            wrong.push(format!(
                "{}: {winning:?} instead of {expected:?}",
                problem.name
            ));
        }
        checked += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked >= 20);
}

/// Whether the chain of `target` is caught by putting it into atari with every move: a ladder.
/// `attacks` says whose turn it is.
fn is_caught(game: &Go<2>, position: &Position<2>, target: Vertex, attacks: bool) -> bool {
    let board = position.board();
    let liberties = board.liberties(target);
    if !liberties.is_several() && attacks {
        return true;
    }
    // The attacker plays on a liberty; the chain runs, or takes a stone that is in atari.
    let owner = if attacks {
        position.mover().other()
    } else {
        position.mover()
    };
    let takes = |&point: &Vertex| {
        let mut next = board.clone();
        next.is_legal(point, owner) && next.place(point, owner).captured > 0
    };
    let escapes = || board.empty().iter().filter(takes).collect::<Vec<_>>();
    let mut moves: Vec<Vertex> = liberties.iter().collect();
    if !attacks {
        moves.extend(escapes());
    }
    let mut outcomes = moves
        .into_iter()
        .filter(|&at| position.is_legal(at))
        .map(|at| {
            let mut next = position.clone();
            game.apply(&mut next, at);
            // Two liberties after the attack, or three after the escape, and the ladder is over.
            match next.board().liberties(target).count() {
                0 => true,
                1 => is_caught(game, &next, target, !attacks),
                2 if !attacks => is_caught(game, &next, target, true),
                _ => false,
            }
        });
    match attacks {
        true => outcomes.any(|caught| caught),
        false => outcomes.all(|caught| caught),
    }
}

#[test]
fn ladders_work_where_they_should() {
    let mut checked = 0;
    for problem in problems() {
        let [proof, target] = &problem.proof[..] else {
            continue;
        };
        assert_eq!(proof, "ladder");
        let (game, position) = set_up(&problem);
        let point = |name: &str| game.parse_action(&position, name).expect(name);
        let target = Vertex::parse::<2>(target, problem.size).expect("a point");
        let catches = |name: &String| {
            let mut next = position.clone();
            game.apply(&mut next, point(name));
            is_caught(&game, &next, target, false)
        };
        assert!(problem.play.iter().all(catches), "{}", problem.name);
        assert!(!problem.avoid.iter().any(catches), "{}", problem.name);
        checked += 1;
    }
    assert!(checked >= 2);
}
