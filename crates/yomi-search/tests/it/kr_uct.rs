//! KR-UCT on a game whose values are known.

use crate::support::NothingToPlay;
use std::time::Duration;
use yomi_core::{Game as _, Limits, Report, Request, Search as _, Seed, StopReason};
use yomi_search::dpw::{Dpw, DpwParams};
use yomi_search::kr_uct::{KrUct, KrUctParams};
use yomi_search::playout::Playout;
use yomi_search::policy::Proposal;
use yomi_toy::TwoPeaks;
use yomi_toy::two_peaks::Aim;

/// A few aims to begin with, on both peaks and elsewhere.
fn few(_: &TwoPeaks, _: &yomi_toy::two_peaks::Shot, aims: &mut Vec<Aim>) -> usize {
    aims.clear();
    aims.extend([0.1, 0.3, 0.5, 0.7, 0.9].map(|x| Aim::new(x).unwrap()));
    0
}

fn search(params: KrUctParams, request: &Request<Aim>) -> Report<Aim> {
    let game = TwoPeaks::default();
    let mut search = KrUct::among(Box::new(few), params, NothingToPlay);
    search.search(&game, &game.initial(), request)
}

fn simulations(simulations: u64, seed: u64) -> Request<Aim> {
    Request::new(Limits::simulations(simulations), Seed::new(seed))
}

/// Mean loss by the choice, over some seeds.
fn mean_loss(best_aim: impl Fn(u64) -> Aim) -> f64 {
    let game = TwoPeaks::default();
    let best = game.best_aim().1;
    let lost = (0..100).map(|seed| best - game.expected_payoff(best_aim(seed).get()));
    lost.sum::<f64>() / 100.0
}

#[test]
fn it_loses_less_with_100_simulations_than_widening_without_a_kernel_with_400() {
    let game = TwoPeaks::default();
    let kr_uct = mean_loss(|seed| search(KrUctParams::default(), &simulations(100, seed)).best);
    let dpw = mean_loss(|seed| {
        let params = DpwParams {
            exploration: 0.1,
            smooth: false,
            ..DpwParams::default()
        };
        let dpw = Dpw::new(params, Box::new(Playout::new(Proposal)));
        let mut dpw = dpw.among(Box::new(few));
        dpw.search(&game, &game.initial(), &simulations(400, seed))
            .best
    });
    assert!(kr_uct < dpw, "mean loss {kr_uct}, of widening alone {dpw}");
    assert!(kr_uct < 0.02, "mean loss {kr_uct}");
}

#[test]
fn the_value_found_is_about_the_expected_one() {
    let game = TwoPeaks::default();
    for seed in 0..20 {
        let report = search(KrUctParams::default(), &simulations(1_000, seed));
        let expected = game.expected_payoff(report.best.get());
        assert!(
            (report.value.0 - expected).abs() < 0.05,
            "{} {expected}",
            report.value.0
        );
    }
}

/// The spire is the better aim of the two by its exact value, the hill by what noise makes of it.
#[test]
fn kept_to_some_aims_it_tells_what_noise_makes_of_them() {
    let game = TwoPeaks::default();
    let aims = [0.9, 0.3].map(|x| Aim::new(x).unwrap());
    let mut request = simulations(500, 1);
    request.only = aims.to_vec();
    let report = search(KrUctParams::default(), &request);
    assert_eq!((report.best, report.moves.len()), (aims[1], 2));
    for entry in &report.moves {
        let expected = game.expected_payoff(entry.action.get());
        assert!(
            (entry.value.unwrap().0 - expected).abs() < 0.1,
            "{entry:?} {expected}"
        );
    }
}

#[test]
fn same_seed_same_report_and_every_simulation_adds_an_execution() {
    let run = |seed| search(KrUctParams::default(), &simulations(300, seed));
    let (a, b) = (run(1), run(1));
    assert_eq!((a.best, &a.moves, a.nodes), (b.best, &b.moves, b.nodes));
    assert_ne!(a.moves, run(2).moves);
    // All is over after one move, so that nothing is worth a second execution.
    assert!(a.moves.iter().all(|entry| entry.visits <= 1));
    assert_eq!((a.simulations, a.nodes), (300, 301));
}

#[test]
fn a_full_tree_is_searched_on() {
    let params = KrUctParams {
        memory: 1,
        executions: 1,
        ..KrUctParams::default()
    };
    let report = search(params, &simulations(12_000, 1));
    assert_eq!(report.simulations, 12_000);
    assert_eq!(report.reason, StopReason::Simulations);
    assert!(report.memory <= 1 << 20, "{}", report.memory);
    assert!(report.nodes < 12_000, "{}", report.nodes);
    assert!((report.best.get() - 0.3).abs() < 0.1, "{:?}", report.best);
}

#[test]
fn a_raised_flag_no_time_and_a_single_simulation_end_it_with_an_answer() {
    let request = Request::new(Limits::default(), Seed::new(1));
    request.stop.raise();
    let report = search(KrUctParams::default(), &request);
    assert_eq!(
        (report.reason, report.simulations),
        (StopReason::Stopped, 1)
    );
    for limits in [Limits::time(Duration::ZERO), Limits::simulations(1)] {
        let report = search(KrUctParams::default(), &Request::new(limits, Seed::new(1)));
        assert!((0.0..=1.0).contains(&report.best.get()));
        assert!(report.value.0.is_finite());
    }
}

#[test]
fn a_steady_hand_chooses_among_the_aims_it_began_with() {
    let game = TwoPeaks { noise: 0.0 };
    let mut search = KrUct::among(Box::new(few), KrUctParams::default(), NothingToPlay);
    let report = search.search(&game, &game.initial(), &simulations(100, 1));
    assert_eq!((report.best.get(), report.moves.len()), (0.9, 5));
}
