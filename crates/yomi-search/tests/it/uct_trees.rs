//! UCT on explicit trees with known answers.

use yomi_core::params::Parameters;
use yomi_core::{
    Deterministic, Discrete, Game, Limits, Notation, Proven, Report, Request, Search, Seed,
    StopReason,
};
use yomi_search::playout::Playout;
use yomi_search::uct::{Uct, UctParams};
use yomi_toy::TreeGame;

fn params(settings: &[(&str, &str)]) -> UctParams {
    let mut params = UctParams::default();
    for (name, value) in settings {
        assert!(params.set(name, value).unwrap(), "no parameter {name}");
    }
    params
}

fn search(
    tree: &TreeGame,
    settings: &[(&str, &str)],
    simulations: u64,
    seed: u64,
) -> Report<<TreeGame as Game>::Action> {
    let uct = Uct::new(params(settings), Box::new(Playout::uniform()));
    let request = Request::new(Limits::simulations(simulations), Seed::new(seed));
    uct.with_keys()
        .with_indices()
        .search(tree, &tree.initial(), &request)
}

fn best_label(tree: &TreeGame, settings: &[(&str, &str)], simulations: u64, seed: u64) -> String {
    let report = search(tree, settings, simulations, seed);
    tree.format_action(&tree.initial(), report.best)
}

/// Tree, best moves, proven result for the side to move.
const KNOWN: &[(&str, &[&str], Proven)] = &[
    // A win in one.
    ("(first a:second b:first c:draw)", &["b"], Proven::Win),
    // All lost.
    (
        "(first a:second b:(second x:first y:second))",
        &["a", "b"],
        Proven::Loss,
    ),
    // A draw is the best there is.
    (
        "(first a:(second x:first y:second) b:draw)",
        &["b"],
        Proven::Draw,
    ),
    // The same player moves twice.
    (
        "(first a:(first x:second y:(first p:second q:first)) b:draw)",
        &["a"],
        Proven::Win,
    ),
    // A win in three behind a reply that looks good for the opponent on average.
    (
        "(first a:(second x:(first p:second q:second r:second s:first)
                          y:(first p:second q:second r:first))
                b:(second x:first y:first z:first u:second))",
        &["a"],
        Proven::Win,
    ),
    // The second player to move first.
    (
        "(second a:first b:(first x:second y:draw) c:(first x:first y:second))",
        &["b"],
        Proven::Draw,
    ),
];

#[test]
fn known_answers_are_found_and_proven() {
    for (text, best, proven) in KNOWN {
        let tree: TreeGame = text.parse().unwrap();
        for seed in 0..20 {
            for extra in [
                ("rave", "false"),
                ("rave", "true"),
                ("transpositions", "true"),
                ("selection", "puct"),
            ] {
                let report = search(&tree, &[extra], 5_000, seed);
                let label = tree.format_action(&tree.initial(), report.best);
                assert!(
                    best.contains(&label.as_str()),
                    "{text}: {label} with {extra:?}"
                );
                assert_eq!(report.proven, Some(*proven), "{text} with {extra:?}");
                assert_eq!(report.reason, StopReason::Solved);
            }
        }
    }
}

#[test]
fn known_answers_are_found_without_proof() {
    for (text, best, proven) in KNOWN {
        let tree: TreeGame = text.parse().unwrap();
        for seed in 0..10 {
            let report = search(&tree, &[("solver", "false")], 20_000, seed);
            let label = tree.format_action(&tree.initial(), report.best);
            assert!(best.contains(&label.as_str()), "{text}: {label}");
            assert_eq!(report.proven, None);
            assert!(
                (report.value.0 - proven.value().0).abs() < 0.05,
                "{text}: {}",
                report.value.0
            );
        }
    }
}

#[test]
fn proofs_on_random_trees_agree_with_minimax() {
    for seed in 0..120 {
        let tree =
            TreeGame::random(2 + seed as u32 % 5, 2 + seed as u32 % 3, Seed::new(seed)).unwrap();
        let root = tree.initial();
        let mover = tree.to_move(&root);
        let truth = tree.solve().to_mover(mover);
        for settings in [
            &[("expand_visits", "1")][..],
            &[("transpositions", "true")],
            &[("rave", "true"), ("first_play", "0.6")],
            &[("widening", "power")],
            &[("widening", "scheduled")],
            &[("threads", "3")],
            &[("threads", "3"), ("parallel", "root")],
        ] {
            let report = search(&tree, settings, 200_000, seed);
            let proven = report
                .proven
                .unwrap_or_else(|| panic!("seed {seed} {settings:?} unproven"));
            assert_eq!(proven.value(), truth, "seed {seed} with {settings:?}");
            let mut after = root;
            tree.apply(&mut after, report.best);
            assert_eq!(
                tree.solve_from(&after).to_mover(mover),
                truth,
                "seed {seed}: best move"
            );
        }
    }
}

#[test]
fn values_converge_to_minimax_where_nothing_is_proven() {
    for seed in 0..20 {
        let tree = TreeGame::random(4, 3, Seed::new(seed)).unwrap();
        let mover = tree.to_move(&tree.initial());
        let truth = tree.solve().to_mover(mover).0;
        let error = |simulations| {
            let report = search(&tree, &[("solver", "false")], simulations, seed);
            (report.value.0 - truth).abs()
        };
        assert!(error(200_000) < 0.05, "seed {seed}: {}", error(200_000));
    }
}

#[test]
fn graded_payoffs_are_weighed_and_never_proven() {
    let tree: TreeGame = "(first a:0.3 b:(second x:0.9 y:0.6) c:0.5)"
        .parse()
        .unwrap();
    let report = search(&tree, &[], 20_000, 1);
    assert_eq!(tree.format_action(&tree.initial(), report.best), "b");
    assert_eq!(report.proven, None);
    assert!((report.value.0 - 0.6).abs() < 0.02);
}

#[test]
fn plain_uct_falls_into_the_trap_and_the_solver_does_not() {
    let tree = TreeGame::trap(5, 8).unwrap();
    let falls = |solver| {
        let fell = |seed: &u64| best_label(&tree, &[("solver", solver)], 3_000, *seed) == "trap";
        (0..40).filter(fell).count()
    };
    let (plain, solver) = (falls("false"), falls("true"));
    assert!(plain >= 30, "plain UCT fell in only {plain} times of 40");
    assert!(
        solver <= plain / 2,
        "with the solver {solver} times of 40, without {plain}"
    );
}

#[test]
fn widening_opens_children_on_schedule() {
    let tree: TreeGame = "(first a:draw b:draw c:draw d:draw e:draw f:draw g:draw h:draw)"
        .parse()
        .unwrap();
    let tried = |settings: &[(&str, &str)], simulations| {
        let settings: Vec<_> = [&[("solver", "false")], settings].concat();
        let report = search(&tree, &settings, simulations, 1);
        report.moves.iter().filter(|entry| entry.visits > 0).count()
    };
    let schedule = [
        ("widening", "scheduled"),
        ("widen_first", "3"),
        ("widen_next", "4"),
    ];
    // The root has made 0, 1, 2, ... visits when it chooses: nothing is open before the third.
    for (simulations, open) in [(3, 0), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3), (100, 8)] {
        assert_eq!(tried(&schedule, simulations), open, "after {simulations}");
    }
    let power = [
        ("widening", "power"),
        ("widen_factor", "1"),
        ("widen_power", "0.5"),
    ];
    for (simulations, open) in [(2, 1), (5, 2), (10, 3), (17, 4), (1000, 8)] {
        assert_eq!(tried(&power, simulations), open, "after {simulations}");
    }
}

#[test]
fn rave_learns_a_move_from_simulations_that_play_it_later() {
    // Whoever plays `key` at any time wins; it is open now or two plies later.
    let tree: TreeGame = "(first
        key:first
        x:(second p:(first key:first u:second) q:(first key:first u:second))
        y:(second p:(first key:first u:second) q:(first key:first u:second))
        z:(second p:(first key:first u:second) q:(first key:first u:second)))"
        .parse()
        .unwrap();
    // Three simulations try three of the four moves; with RAVE the untried one may already be
    // known to be good, and no sooner than with every move tried once.
    let settings = [
        ("solver", "false"),
        ("rave", "true"),
        ("first_play", "0.5"),
        ("exploration", "0.1"),
    ];
    let plain = [
        ("solver", "false"),
        ("first_play", "0.5"),
        ("exploration", "0.1"),
    ];
    let share = |settings: &[(&str, &str)]| {
        let hits = (0..200u64)
            .filter(|&seed| best_label(&tree, settings, 30, seed) == "key")
            .count();
        hits as f64 / 200.0
    };
    assert!(
        share(&settings) >= share(&plain),
        "{} {}",
        share(&settings),
        share(&plain)
    );
    assert!(share(&settings) > 0.5);
}

#[test]
fn damping_keeps_a_search_from_what_moves_are_worth_later() {
    // Whoever plays `key` later wins, now it loses.
    let tree: TreeGame = "(first
        key:second
        x:(second p:(first key:first) q:(first key:first u:second))
        y:(second p:(first key:first u:second) q:(first key:first u:second)))"
        .parse()
        .unwrap();
    let tries = |damping: &str| -> u64 {
        let settings = [
            ("solver", "false"),
            ("selection", "puct"),
            ("exploration", "0.1"),
            ("rave", "true"),
            ("rave_damping", damping),
        ];
        let reports = (0..50).map(|seed| search(&tree, &settings, 40, seed));
        let of_key = |report: Report<_>| {
            let mut moves = report.moves.into_iter();
            let key =
                moves.find(|found| tree.format_action(&tree.initial(), found.action) == "key");
            key.map_or(0, |key| key.visits)
        };
        reports.map(of_key).sum()
    };
    let (plain, damped) = (tries("0"), tries("100"));
    assert!(
        damped < plain / 2,
        "{damped} tries with damping, {plain} without"
    );
}

#[test]
fn every_legal_move_is_reported_once() {
    let tree = TreeGame::random(5, 5, Seed::new(9)).unwrap();
    let mut legal = Vec::new();
    tree.actions(&tree.initial(), &mut legal);
    for simulations in [1, 2, 50] {
        let report = search(&tree, &[], simulations, 1);
        let mut reported: Vec<_> = report.moves.iter().map(|entry| entry.action).collect();
        assert_eq!(reported[0], report.best);
        assert_eq!(report.line[0], report.best);
        reported.sort_by_key(|action| legal.iter().position(|known| known == action));
        assert_eq!(reported, legal);
    }
}
