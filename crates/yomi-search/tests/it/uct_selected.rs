//! UCT over the most probable moves, and rewarded against the root.

use super::support::params;
use std::sync::Arc;
use yomi_core::{
    Evaluator, FirstValue, Game, Limits, Notation, Player, Prior, Proven, Report, Request, Rng,
    Scratch, Search, Seed,
};
use yomi_search::playout::Playout;
use yomi_search::uct::Uct;
use yomi_toy::{TicTacToe, TreeGame};

type Branch = <TreeGame as Game>::Action;
type Node = <TreeGame as Game>::State;

/// Moves in the order of the alphabet, each half as probable as the one before.
struct Alphabetical;

impl Prior<TreeGame> for Alphabetical {
    fn weigh(
        &self,
        game: &TreeGame,
        state: &Node,
        actions: &[Branch],
        weights: &mut [f32],
        _: &mut Scratch<Branch>,
    ) {
        for (weight, &action) in weights.iter_mut().zip(actions) {
            let letter = game.format_action(state, action).as_bytes()[0] - b'a';
            *weight = 0.5_f32.powi(letter.into());
        }
    }
}

fn search(text: &str, settings: &str, simulations: u64) -> (Report<Branch>, Vec<String>) {
    let tree: TreeGame = text.parse().unwrap();
    let uct = Uct::new(params(settings), Box::new(Playout::uniform()));
    let mut uct = uct.with_keys().with_prior(Arc::new(Alphabetical));
    let root = tree.initial();
    let request = Request::new(Limits::simulations(simulations), Seed::new(1));
    let report = uct.search(&tree, &root, &request);
    let labels = report.moves.iter();
    let mut labels: Vec<String> = labels
        .map(|entry| tree.format_action(&root, entry.action))
        .collect();
    labels.sort();
    (report, labels)
}

const FIVE: &str = "(first a:second b:draw c:second d:first e:first)";

#[test]
fn only_the_most_probable_moves_are_searched() {
    for (settings, expected) in [
        ("prior_moves=3", "abc"),
        ("prior_moves=1", "a"),
        ("prior_moves=9", "abcde"),
        ("prior_least=0.2", "ab"),
        // Among the first three b has two sevenths and c one.
        ("prior_moves=3 prior_least=0.2", "ab"),
        ("prior_moves=3 prior_least=0.1", "abc"),
        ("prior_least=1", "a"),
    ] {
        let (_, labels) = search(FIVE, settings, 100);
        assert_eq!(labels.concat(), expected, "{settings}");
    }
}

#[test]
fn what_is_left_out_may_be_better_so_only_wins_are_proven() {
    // Of the first three b is the best, and it is not proven to be all there is.
    let (report, _) = search(FIVE, "prior_moves=3", 200);
    assert_eq!(report.proven, None);
    assert_eq!(report.moves[0].proven, Some(Proven::Draw));
    let (report, _) = search(FIVE, "prior_moves=4", 200);
    assert_eq!(report.proven, Some(Proven::Win));
    let lost = "(first a:(second a:second) b:(second a:second) c:first)";
    for settings in [
        "prior_moves=2",
        "prior_moves=2 transpositions=true",
        "prior_moves=2 threads=2",
    ] {
        let (report, _) = search(lost, settings, 200);
        assert_eq!(report.proven, None, "{settings}");
        assert!(
            report.value.0 < 0.01,
            "{settings}: both are lost all the same"
        );
    }
    let (report, _) = search(lost, "", 200);
    assert_eq!(report.proven, Some(Proven::Win));
    // The opponent's win is proven by one of the moves that are searched: a move to lose by.
    let trap = "(first a:(second a:second b:first) b:(second a:first b:first))";
    let (report, _) = search(trap, "prior_moves=1", 200);
    let proven = report.moves[0].proven;
    assert_eq!((report.proven, proven), (None, Some(Proven::Loss)));
}

/// Every position is worth this for the first player.
struct Worth(f64);

impl Evaluator<TicTacToe> for Worth {
    fn evaluate(
        &self,
        _: &TicTacToe,
        _: &<TicTacToe as Game>::State,
        _: &mut Scratch<<TicTacToe as Game>::Action>,
        _: &mut Rng,
    ) -> FirstValue {
        FirstValue(self.0)
    }
}

#[test]
fn rewards_are_against_the_root() {
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    for (leaf, root, reward) in [
        (0.5, 0.0, 1.0),
        (0.49, 0.0, 0.5),
        (0.0, 0.0, 0.5),
        (-0.5, 0.0, 0.0),
        // As much better, from another root.
        (-1.5, -2.0, 1.0),
        (1.5, 2.0, 0.0),
        (1.6, 2.0, 0.5),
        // Won games.
        (f64::INFINITY, 3.0, 1.0),
        (f64::NEG_INFINITY, 3.0, 0.0),
        (f64::INFINITY, f64::INFINITY, 0.5),
    ] {
        let settings = "reward_threshold=0.5 solver=false";
        let uct = Uct::new(params(settings), Box::new(Worth(logistic(leaf))));
        let mut uct = uct.with_reference(Arc::new(Worth(logistic(root))));
        // Too few simulations to get to the end of a game.
        let request = Request::new(Limits::simulations(8), Seed::new(1));
        let start = TicTacToe.initial();
        let report = uct.search(&TicTacToe, &start, &request);
        assert_eq!(TicTacToe.to_move(&start), Player::First);
        assert_eq!(report.value.0, reward, "{leaf} against {root}");
    }
}

#[test]
fn a_new_node_has_its_virtual_visits_and_children_open_by_the_schedule() {
    // All leaves are drawn, so visits alone decide: the root opens a child at visits 3, 7, 11, ...
    let text = "(first a:draw b:draw c:draw d:draw e:draw)";
    let settings = "widening=scheduled widen_first=3 widen_next=4 initial_visits=5 solver=false";
    for (simulations, open) in [(3, 0), (4, 1), (7, 1), (8, 2), (12, 3), (16, 4), (20, 5)] {
        let tree: TreeGame = text.parse().unwrap();
        let uct = Uct::new(params(settings), Box::new(Playout::uniform()));
        let uct = uct.with_prior(Arc::new(Alphabetical));
        let mut uct = uct.with_initial(Arc::new(Even));
        let request = Request::new(Limits::simulations(simulations), Seed::new(1));
        let report = uct.search(&tree, &tree.initial(), &request);
        let tried = report.moves.iter().filter(|entry| entry.visits > 0);
        assert_eq!(tried.count(), open, "{simulations}");
        let visits: u64 = report.moves.iter().map(|entry| entry.visits).sum();
        assert_eq!(visits, simulations - 3, "{simulations}");
    }
}

/// Nobody is ahead.
struct Even;

impl Evaluator<TreeGame> for Even {
    fn evaluate(&self, _: &TreeGame, _: &Node, _: &mut Scratch<Branch>, _: &mut Rng) -> FirstValue {
        FirstValue::EVEN
    }
}
