//! Alpha-beta against plain minimax on explicit trees.

use std::fmt::Write;
use std::sync::Arc;
use yomi_core::{
    Deterministic, Discrete, Evaluator, FirstValue, Game, Keyed, Limits, MoverValue, Notation,
    Outcome, Player, Prior, Proven, Report, Request, Rng, Scratch, Search, Seed, StopReason,
};
use yomi_search::alphabeta::{AlphaBeta, AlphaBetaParams, Quiescence};
use yomi_toy::TreeGame;

type State = <TreeGame as Game>::State;
type Action = <TreeGame as Game>::Action;

/// An opinion about positions that has nothing to do with the truth but does not change.
struct Opinion;

impl Evaluator<TreeGame> for Opinion {
    fn evaluate(
        &self,
        game: &TreeGame,
        state: &State,
        _: &mut Scratch<Action>,
        _: &mut Rng,
    ) -> FirstValue {
        FirstValue((game.key(state) % 101) as f64 / 100.0)
    }
}

struct FirstIsBest;

impl Prior<TreeGame> for FirstIsBest {
    fn weigh(
        &self,
        _: &TreeGame,
        _: &State,
        actions: &[Action],
        weights: &mut [f32],
        _: &mut Scratch<Action>,
    ) {
        for (place, weight) in weights.iter_mut().enumerate() {
            *weight = (actions.len() - place) as f32;
        }
    }
}

/// A tree of irregular shape in which players do not alternate and all kinds of ends occur.
fn random_tree(seed: u64) -> TreeGame {
    fn node(rng: &mut Rng, depth: u32, text: &mut String) {
        if depth == 0 || (depth < 6 && rng.below(5) == 0) {
            match rng.below(6) {
                0 | 1 => text.push_str("first"),
                2 | 3 => text.push_str("second"),
                4 => text.push_str("draw"),
                _ => write!(text, "0.{:02}", 1 + rng.below(99)).unwrap(),
            }
            return;
        }
        text.push_str(if rng.below(2) == 0 {
            "(first"
        } else {
            "(second"
        });
        for label in 0..1 + rng.below(4) {
            write!(text, " m{label}:").unwrap();
            node(rng, depth - 1, text);
        }
        text.push(')');
    }
    let mut text = String::new();
    node(&mut Seed::new(seed).rng(), 7, &mut text);
    text.parse().unwrap()
}

/// Minimax of `depth` plies without any trick; the value is the first player's.
fn minimax(game: &TreeGame, state: &State, depth: u32) -> f64 {
    if let Some(outcome) = game.outcome(state) {
        return outcome.value().0;
    }
    if depth == 0 {
        let (mut scratch, mut rng) = (Scratch::default(), Seed::new(0).rng());
        return Opinion.evaluate(game, state, &mut scratch, &mut rng).0;
    }
    let values = successors(game, state)
        .into_iter()
        .map(|(_, next)| minimax(game, &next, depth - 1));
    match game.to_move(state) {
        Player::First => values.fold(0.0, f64::max),
        Player::Second => values.fold(1.0, f64::min),
    }
}

fn successors(game: &TreeGame, state: &State) -> Vec<(Action, State)> {
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    let after = |action| {
        let mut next = *state;
        game.apply(&mut next, action);
        (action, next)
    };
    actions.into_iter().map(after).collect()
}

/// Minimax values of the root's moves for its mover, best first.
fn move_values(game: &TreeGame, depth: u32) -> Vec<f64> {
    let root = game.initial();
    let mover = game.to_move(&root);
    let mut values: Vec<f64> = successors(game, &root)
        .iter()
        .map(|(_, next)| FirstValue(minimax(game, next, depth - 1)).to_mover(mover).0)
        .collect();
    values.sort_by(|a, b| b.total_cmp(a));
    values
}

#[derive(Clone, Copy, Debug)]
struct Tricks {
    table: bool,
    killers: bool,
    history: bool,
    prior: bool,
}

fn all_tricks() -> impl Iterator<Item = Tricks> {
    (0..16).map(|bits| Tricks {
        table: bits & 1 != 0,
        killers: bits & 2 != 0,
        history: bits & 4 != 0,
        prior: bits & 8 != 0,
    })
}

fn searcher(tricks: Tricks, multi_pv: u32) -> AlphaBeta<TreeGame> {
    let params = AlphaBetaParams {
        memory: 1,
        multi_pv,
        killers: tricks.killers,
        ..AlphaBetaParams::default()
    };
    let mut search = AlphaBeta::new(params, Arc::new(Opinion));
    if tricks.table {
        search = search.with_table();
    }
    if tricks.history {
        search = search.with_history();
    }
    if tricks.prior {
        search = search.with_prior(Arc::new(FirstIsBest));
    }
    search
}

fn report(game: &TreeGame, search: &mut AlphaBeta<TreeGame>, limits: Limits) -> Report<Action> {
    search.search(game, &game.initial(), &Request::new(limits, Seed::new(1)))
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Checks every claim of a report that can be checked against the truth.
fn assert_claims_are_true(game: &TreeGame, report: &Report<Action>, context: &str) {
    let root = game.initial();
    let mover = game.to_move(&root);
    let truth = |state: &State| game.solve_from(state).to_mover(mover);
    if let Some(proven) = report.proven {
        assert_eq!(proven.value(), truth(&root), "root, {context}");
    }
    for entry in &report.moves {
        if let Some(proven) = entry.proven {
            let mut next = root;
            game.apply(&mut next, entry.action);
            assert_eq!(
                proven.value(),
                truth(&next),
                "{:?}, {context}",
                entry.action
            );
        }
    }
    let mut state = root;
    for &action in &report.line {
        assert!(
            successors(game, &state)
                .iter()
                .any(|(legal, _)| *legal == action),
            "{context}"
        );
        game.apply(&mut state, action);
    }
    assert_eq!(report.line[0], report.best, "{context}");
    assert_eq!(report.moves[0].action, report.best, "{context}");
}

#[test]
fn known_answers() {
    // tree, best move, proven result, value
    let cases = [
        ("(first a:first b:second)", "a", Some(Proven::Win), 1.0),
        ("(first a:second b:draw)", "b", Some(Proven::Draw), 0.5),
        ("(second a:first b:second)", "b", Some(Proven::Win), 1.0),
        // The quick win looks no better at depth 1 and must be seen through.
        (
            "(first a:(second x:second y:first) b:(second x:first y:first))",
            "b",
            Some(Proven::Win),
            1.0,
        ),
        // A forced loss, which lasts longer after b.
        (
            "(first a:second b:(second x:(first y:second)))",
            "b",
            Some(Proven::Loss),
            0.0,
        ),
        // Players need not alternate.
        (
            "(first a:(first x:second y:first) b:draw)",
            "a",
            Some(Proven::Win),
            1.0,
        ),
        (
            "(first a:(second x:draw y:first) b:(second x:second y:first))",
            "a",
            Some(Proven::Draw),
            0.5,
        ),
        // Payoffs are final but neither won nor lost.
        ("(first a:0.25 b:0.75)", "b", None, 0.75),
        ("(second a:0.25 b:0.75)", "a", None, 0.75),
        // A sure win is worth more than a payoff as large as one can be.
        (
            "(first a:0.99999 b:(first x:first))",
            "b",
            Some(Proven::Win),
            1.0,
        ),
    ];
    for (text, best, proven, value) in cases {
        let game: TreeGame = text.parse().unwrap();
        for tricks in all_tricks() {
            let report = report(&game, &mut searcher(tricks, 1), Limits::default());
            let name = game.format_action(&game.initial(), report.best);
            assert_eq!((&*name, report.proven), (best, proven), "{text} {tricks:?}");
            assert!(
                close(report.value.0, value),
                "{text} {tricks:?}: {:?}",
                report.value
            );
            assert_eq!(report.reason, StopReason::Solved, "{text} {tricks:?}");
        }
    }
}

#[test]
fn traps_are_seen_through() {
    for level in [1, 3, 7, 15] {
        let game = TreeGame::trap(level, 4).unwrap();
        let tricks = Tricks {
            table: true,
            killers: true,
            history: true,
            prior: false,
        };
        let report = report(&game, &mut searcher(tricks, 2), Limits::default());
        let name = game.format_action(&game.initial(), report.best);
        assert_eq!(
            (&*name, report.proven),
            ("safe", Some(Proven::Draw)),
            "level {level}"
        );
        assert_eq!(report.moves[1].proven, Some(Proven::Loss), "level {level}");
    }
}

#[test]
fn solved_values_are_those_of_minimax_whatever_the_tricks() {
    for seed in 0..150 {
        let game = random_tree(seed);
        let mover = game.to_move(&game.initial());
        let truth = game.solve().to_mover(mover);
        for tricks in all_tricks() {
            let context = format!("seed {seed}, {tricks:?}");
            let report = report(&game, &mut searcher(tricks, 1), Limits::default());
            assert!(
                close(report.value.0, truth.0),
                "{context}: {:?} {truth:?}",
                report.value
            );
            assert_eq!(report.reason, StopReason::Solved, "{context}");
            assert_claims_are_true(&game, &report, &context);
        }
    }
}

#[test]
fn values_at_a_depth_are_those_of_minimax_at_that_depth() {
    for seed in 0..100 {
        let game = random_tree(seed);
        for depth in 1..7 {
            let expected = move_values(&game, depth);
            // A table may know more than the depth asks for, so it is left out here.
            for tricks in all_tricks().filter(|tricks| !tricks.table) {
                let context = format!("seed {seed}, depth {depth}, {tricks:?}");
                let report = report(&game, &mut searcher(tricks, 1), Limits::depth(depth));
                assert!(
                    close(report.value.0, expected[0]),
                    "{context}: {:?}",
                    report.value
                );
                assert!(report.depth <= depth);
            }
        }
    }
}

#[test]
fn nothing_is_claimed_to_be_proven_that_is_not_true() {
    let mut claims = 0;
    for seed in 0..300 {
        let game = random_tree(seed);
        for depth in 1..7 {
            for tricks in all_tricks() {
                for multi_pv in [1, 3] {
                    let mut search = searcher(tricks, multi_pv);
                    let report = report(&game, &mut search, Limits::depth(depth));
                    let context = format!("seed {seed}, depth {depth}, {tricks:?}, {multi_pv}");
                    assert_claims_are_true(&game, &report, &context);
                    claims += u32::from(report.proven.is_some());
                }
            }
        }
    }
    assert!(
        claims > 1_000,
        "the test is about claims, and there were {claims}"
    );
}

#[test]
fn the_first_k_moves_have_exact_values() {
    for seed in 0..100 {
        let game = random_tree(seed);
        for depth in [3, 8] {
            let expected = move_values(&game, depth);
            for tricks in all_tricks().filter(|tricks| !tricks.table || depth == 8) {
                for k in 1..=5 {
                    let mut search = searcher(tricks, k);
                    let report = report(&game, &mut search, Limits::depth(depth));
                    let sure = (k as usize).min(expected.len());
                    // With one line wanted, a win found ends the search.
                    let values: Vec<f64> = report.moves[..sure]
                        .iter()
                        .map(|entry| entry.value.unwrap().0)
                        .collect();
                    let same = values.iter().zip(&expected).all(|(&a, &b)| close(a, b));
                    assert!(
                        same,
                        "seed {seed}, depth {depth}, {tricks:?}, k {k}: {values:?} {expected:?}"
                    );
                }
            }
        }
    }
}

/// Calls every move loud.
struct AllLoud;

impl Quiescence<TreeGame> for AllLoud {
    fn loud(&self, game: &TreeGame, state: &State, actions: &mut Vec<Action>) {
        game.actions(state, actions);
    }
}

/// Calls everything even.
struct Even;

impl Evaluator<TreeGame> for Even {
    fn evaluate(
        &self,
        _: &TreeGame,
        _: &State,
        _: &mut Scratch<Action>,
        _: &mut Rng,
    ) -> FirstValue {
        FirstValue::EVEN
    }
}

#[test]
fn quiescence_looks_behind_loud_moves_and_may_always_stand_pat() {
    // a looks even at depth 1 and loses to a loud reply; after b the second player had better
    // stand pat than play either loud move.
    let text = "(first a:(second x:second y:first) b:(second x:first y:first))";
    let game: TreeGame = text.parse().unwrap();
    let params = || AlphaBetaParams {
        multi_pv: 2,
        ..AlphaBetaParams::default()
    };
    let search = AlphaBeta::new(params(), Arc::new(Even));
    let mut search = search.with_quiescence(Arc::new(AllLoud));
    let report = report(&game, &mut search, Limits::depth(1));
    let seen: Vec<_> = report
        .moves
        .iter()
        .map(|entry| {
            let name = game.format_action(&game.initial(), entry.action);
            (name, entry.value, entry.proven)
        })
        .collect();
    let expected = [
        ("b".to_owned(), Some(MoverValue(0.5)), None),
        ("a".to_owned(), Some(MoverValue(0.0)), Some(Proven::Loss)),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn quiescence_claims_nothing_false() {
    for seed in 0..200 {
        let game = random_tree(seed);
        for depth in 1..5 {
            for tricks in all_tricks() {
                let mut search = searcher(tricks, 2).with_quiescence(Arc::new(AllLoud));
                let report = report(&game, &mut search, Limits::depth(depth));
                assert_claims_are_true(
                    &game,
                    &report,
                    &format!("seed {seed}, {depth}, {tricks:?}"),
                );
            }
        }
    }
}

#[test]
fn the_line_of_a_solved_game_ends_with_its_result() {
    for seed in 0..100 {
        let game = random_tree(seed);
        let tricks = Tricks {
            table: false,
            killers: true,
            history: true,
            prior: false,
        };
        let report = report(&game, &mut searcher(tricks, 1), Limits::default());
        let mut state = game.initial();
        let mover = game.to_move(&state);
        for &action in &report.line {
            game.apply(&mut state, action);
        }
        let end = game
            .outcome(&state)
            .map(Outcome::value)
            .unwrap_or(FirstValue(f64::NAN));
        assert!(
            close(end.to_mover(mover).0, report.value.0),
            "seed {seed}: {report:?}"
        );
    }
}

/// Plies to a forced end, as `mover` sees it: positive for a win, negative for a loss, 0 for
/// neither. Wins are as short and losses as long as possible.
fn forced(game: &TreeGame, state: &State, viewer: Player) -> i32 {
    if let Some(outcome) = game.outcome(state) {
        return match outcome {
            Outcome::Win(winner) if winner == viewer => 1_000,
            Outcome::Win(_) => -1_000,
            _ => 0,
        };
    }
    let mover = game.to_move(state);
    let best = successors(game, state)
        .iter()
        .map(|(_, next)| forced(game, next, mover))
        .map(|score| score - score.signum())
        .max()
        .unwrap();
    if mover == viewer { best } else { -best }
}

#[test]
fn wins_are_the_shortest_and_losses_the_longest() {
    let mut checked = 0;
    for seed in 0..300 {
        let game = random_tree(seed);
        let root = game.initial();
        let truth = forced(&game, &root, game.to_move(&root));
        // A table may find a longer win first, by way of a position known from elsewhere.
        for tricks in all_tricks().filter(|tricks| !tricks.table) {
            let report = report(&game, &mut searcher(tricks, 1), Limits::default());
            if truth != 0 {
                let plies = 1_000 - truth.abs();
                assert_eq!(report.line.len() as i32, plies, "seed {seed}, {tricks:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 500, "{checked}");
}
