//! The classical search where it is at home.

use super::support::plain;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;
use yomi_core::{
    Discrete as _, Limits, Proven, Request, Search as _, Seed, Setup as _, StopReason, TimeSource,
    Walk as _, Walkable as _,
};
use yomi_search::classical::{Classical, ClassicalParams};
use yomi_shogi::{Declaration, Move, Position, Rules, START, Shogi, ShogiWalk};

const MIDDLE: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
const CASTLES: &str = "ln1gk2nl/1r1s2gb1/p1ppppspp/6p2/1p5P1/2P6/PPSPPPP1P/1BG4R1/LN2KGSNL b - 1";

fn at(sfen: &str) -> (Shogi, Position) {
    let game = Shogi::default();
    let position = game.parse_state(sfen).unwrap();
    (game, position)
}

/// Minimax without any cleverness, as deep as `depth` and then as the quiescence is defined.
fn minimax(walk: &mut ShogiWalk, depth: u32, quiet_plies: u32, ply: i32) -> i32 {
    const WIN: i32 = 30_000;
    if walk.ending().is_some() {
        return 0;
    }
    let mut moves = Vec::new();
    let mut best = -WIN + ply;
    if depth > 0 || walk.in_check() {
        walk.moves(&mut moves);
    } else {
        if quiet_plies == 0 && walk.winning_move().is_some() {
            return WIN - ply - 1;
        }
        best = walk.evaluate();
        walk.tactical_moves(&mut moves);
        moves.retain(|&action| walk.exchange_is_at_least(action, 0));
    }
    for action in moves {
        walk.make(action);
        let deeper = match depth {
            0 => minimax(walk, 0, quiet_plies + 1, ply + 1),
            _ => minimax(walk, depth - 1, 0, ply + 1),
        };
        walk.unmake();
        best = best.max(-deeper);
    }
    best
}

#[test]
fn the_plain_search_is_minimax() {
    for (sfen, deepest) in [(START, 2), (MIDDLE, 1), (CASTLES, 1)] {
        let (game, position) = at(sfen);
        for depth in 1..=deepest {
            let expected = minimax(&mut game.walk(&position), depth, 0, 0);
            let request = Request::new(Limits::depth(depth), Seed::new(1));
            let report = Classical::new(plain()).search(&game, &position, &request);
            let found = report.value.to_centipawns();
            assert!(
                (found - f64::from(expected)).abs() < 0.01,
                "{sfen}, depth {depth}: {found}, not {expected}"
            );
        }
    }
}

#[test]
fn the_same_search_has_the_same_nodes_twice() {
    let (game, position) = at(MIDDLE);
    let run = |search: &mut Classical<Shogi>| {
        let report = search.search(
            &game,
            &position,
            &Request::new(Limits::nodes(30_000), Seed::new(1)),
        );
        search.reset();
        (
            report.nodes,
            report.depth,
            report.best,
            report.line,
            report.value,
        )
    };
    let mut search = Classical::new(ClassicalParams::default());
    // What was learned about another game is forgotten.
    let (_, other) = at(CASTLES);
    search.search(
        &game,
        &other,
        &Request::new(Limits::nodes(9_000), Seed::new(1)),
    );
    search.reset();
    let first = run(&mut search);
    assert_eq!(first.0, 30_000);
    assert_eq!(run(&mut search), first, "after a reset");
    assert_eq!(
        run(&mut Classical::new(ClassicalParams::default())),
        first,
        "by another"
    );
}

#[test]
fn mates_are_proven_with_their_lines() {
    // A gold before the king; and two, wherever the king goes.
    let cases = [
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1", 1),
        ("9/4k4/9/4P4/9/9/9/9/4K4 b 2G2r2b2g4s4n4l17p 1", 3),
    ];
    // By looking for mates alone, and by the search itself.
    let ways = [0, 10_000].map(|mate_nodes| ClassicalParams {
        mate_nodes,
        ..ClassicalParams::default()
    });
    let all = cases
        .iter()
        .flat_map(|case| ways.iter().map(move |way| (case, way)));
    for (&(sfen, plies), way) in all {
        let (game, position) = at(sfen);
        let request = Request::new(Limits::nodes(300_000), Seed::new(1));
        let report = Classical::new(way.clone()).search(&game, &position, &request);
        assert_eq!(
            report.proven,
            Some(Proven::Win),
            "{sfen}: {:?}",
            report.line
        );
        assert_eq!(report.reason, StopReason::Solved);
        assert_eq!(report.line.len(), plies, "{sfen}: {:?}", report.line);
    }
}

/// On a clock that advances whenever it is read: it is read often enough, and never again after
/// the end.
#[test]
fn limits_of_time_are_kept() {
    let (game, position) = at(MIDDLE);
    for (tick, limit) in [(100, 10), (400, 10), (400, 100), (3_000, 10)] {
        let readings = Arc::new(AtomicU32::new(0));
        let clock = Arc::clone(&readings);
        let tick = Duration::from_micros(tick);
        let limit = Duration::from_millis(limit);
        let request = Request {
            time_source: TimeSource::Simulated(Arc::new(move || {
                tick * clock.fetch_add(1, Relaxed)
            })),
            ..Request::new(Limits::time(limit), Seed::new(1))
        };
        let params = ClassicalParams {
            mate_nodes: 0,
            ..plain()
        };
        let report = Classical::new(params).search(&game, &position, &request);
        assert_eq!(report.reason, StopReason::Time);
        let readings = readings.load(Relaxed);
        let needed = limit.as_micros().div_ceil(tick.as_micros()) as u32;
        assert!(readings <= needed + 3, "{readings} readings of {needed}");
        // An answer of depth one is always had.
        let nodes = 32 * u64::from(readings) + 1_000;
        assert!(report.nodes <= nodes, "{} of {nodes}", report.nodes);
    }
}

#[test]
fn a_move_that_was_not_asked_about_is_not_played() {
    let (game, position) = at("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1");
    let mut search = Classical::new(ClassicalParams::default());
    let retreat: Move = "5i5h".parse().unwrap();
    let request = Request {
        only: vec![retreat],
        ..Request::new(Limits::depth(3), Seed::new(1))
    };
    assert_eq!(search.search(&game, &position, &request).best, retreat);
}

#[test]
fn a_claim_is_made_where_it_wins_and_nothing_breaks_where_it_draws() {
    let camp = "+R+RBB1GGGG/SSSS1K3/NNNN5/9/9/9/9/9/4k4 b 10P8p4l 1";
    let (game, position) = at(camp);
    let request = Request::new(Limits::nodes(1_000), Seed::new(1));
    let report = Classical::new(ClassicalParams::default()).search(&game, &position, &request);
    assert_eq!(
        (report.best, report.proven),
        (Move::DECLARE, Some(Proven::Win))
    );

    let rules = Rules {
        declaration: Declaration::Points24,
        ..Rules::default()
    };
    let game = Shogi::new(rules);
    let few = game
        .parse_state("+R+RB2GGGG/SSS2K3/NN7/9/9/9/9/9/4k4 b 18Pb2n4ls 1")
        .unwrap();
    let mut search = Classical::new(ClassicalParams::default());
    let request = Request {
        only: vec![Move::DECLARE],
        ..request
    };
    assert_eq!(search.search(&game, &few, &request).best, Move::DECLARE);
}

#[test]
fn several_lines_are_told_best_first() {
    let (game, position) = at(CASTLES);
    let params = ClassicalParams {
        multi_pv: 4,
        ..plain()
    };
    let request = Request::new(Limits::depth(2), Seed::new(1));
    let report = Classical::new(params).search(&game, &position, &request);
    let values: Vec<f64> = report.moves[..4]
        .iter()
        .map(|entry| entry.value.unwrap().0)
        .collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert!(report.moves[4..].iter().all(|entry| entry.value.is_none()));
    // Each is what a search of that move alone finds.
    for entry in &report.moves[..4] {
        let mut search = Classical::new(plain());
        let request = Request {
            only: vec![entry.action],
            ..request.clone()
        };
        let alone = search.search(&game, &position, &request);
        assert_eq!((alone.best, Some(alone.value)), (entry.action, entry.value));
        assert_eq!(entry.line[0], entry.action);
    }
}

#[test]
fn a_search_stopped_at_once_still_answers() {
    let (game, position) = at(MIDDLE);
    let request = Request::new(Limits::default(), Seed::new(1));
    request.stop.raise();
    let report = Classical::new(ClassicalParams::default()).search(&game, &position, &request);
    let mut legal: Vec<Move> = Vec::new();
    game.actions(&position, &mut legal);
    assert!(legal.contains(&report.best));
    assert_eq!(report.reason, StopReason::Stopped);
}

#[test]
fn steps_are_told_on_the_way() {
    let (game, position) = at(START);
    let request = Request {
        progress: Some(Duration::ZERO),
        ..Request::new(Limits::depth(6), Seed::new(1))
    };
    let mut depths = Vec::new();
    let report = Classical::new(ClassicalParams::default()).search_with_progress(
        &game,
        &position,
        &request,
        &mut |report| depths.push(report.depth),
    );
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
    assert!(report.deepest >= 6 && report.fill.is_some());
}
