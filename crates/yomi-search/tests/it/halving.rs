//! Sequential halving on a game whose values are known.

use crate::support::NothingToPlay;
use yomi_core::{Game as _, Limits, Proposes as _, Report, Request, Search as _, Seed};
use yomi_search::halving::{Halving, HalvingParams};
use yomi_toy::TwoPeaks;
use yomi_toy::two_peaks::Aim;

fn search(params: HalvingParams, limits: Limits, seed: u64) -> Report<Aim> {
    let game = TwoPeaks::default();
    let request = Request::new(limits, Seed::new(seed));
    Halving::new(params, || NothingToPlay).search(&game, &game.initial(), &request)
}

#[test]
fn the_best_aim_is_found_and_its_value_is_not_exaggerated() {
    let game = TwoPeaks::default();
    let (_, best) = game.best_aim();
    let mut claimed_too_much = 0.0;
    for seed in 0..20 {
        let report = search(HalvingParams::default(), Limits::simulations(2_000), seed);
        let real = game.expected_payoff(report.best.get());
        assert!(
            real > best - 0.01,
            "{}: {real} of {best}",
            report.best.get()
        );
        claimed_too_much += (report.value.0 - real) / 20.0;
        assert_eq!(report.simulations, 2_000);
    }
    assert!(claimed_too_much.abs() < 0.006, "{claimed_too_much}");
}

#[test]
fn refinement_leaves_the_list_of_candidates() {
    let game = TwoPeaks::default();
    let mut candidates = Vec::new();
    game.candidates(&game.initial(), &mut candidates);
    let off_the_list = |refine| {
        let found = (0..20).filter(|&seed| {
            let params = HalvingParams {
                refine,
                ..HalvingParams::default()
            };
            let report = search(params, Limits::simulations(3_000), seed);
            !candidates.contains(&report.best)
        });
        found.count()
    };
    assert_eq!(off_the_list(0), 0);
    assert!(off_the_list(2) > 5);
}

#[test]
fn small_budgets_and_any_number_of_threads_are_kept_to_the_simulation() {
    for threads in [1, 2, 3] {
        for simulations in [1, 7, 100, 101, 102, 1_000] {
            let params = HalvingParams {
                threads,
                ..HalvingParams::default()
            };
            let limits = Limits::simulations(simulations);
            let report = search(params.clone(), limits, 4);
            assert_eq!(report.simulations, simulations, "{threads} threads");
            assert_eq!(search(params, limits, 4).best, report.best);
        }
    }
}

/// Two favourites, neither of them good, and the game's own candidates.
#[test]
fn others_than_the_favourites_are_simulated_if_there_is_time_for_them() {
    let game = TwoPeaks::default();
    let favourites = [0.05, 0.95].map(|x| Aim::new(x).unwrap());
    let candidates = move |game: &TwoPeaks, state: &_, aims: &mut Vec<Aim>| {
        game.candidates(state, aims);
        aims.splice(0..0, favourites);
        favourites.len()
    };
    let mut listed = Vec::new();
    game.candidates(&game.initial(), &mut listed);
    let params = HalvingParams {
        refine: 0,
        ..HalvingParams::default()
    };
    let search = |simulations: usize| {
        let mut halving = Halving::among(Box::new(candidates), params.clone(), || NothingToPlay);
        let limits = Limits::simulations(simulations as u64);
        halving.search(&game, &game.initial(), &Request::new(limits, Seed::new(3)))
    };
    let enough = params.spread as usize * listed.len() + favourites.len();
    let hasty = search(enough - 1);
    assert!(
        hasty
            .moves
            .iter()
            .all(|entry| favourites.contains(&entry.action))
    );
    let patient = search(enough);
    assert_eq!(patient.moves.len(), listed.len() + 2);
    assert!(listed.contains(&patient.best));
    for report in [hasty, patient] {
        let visits: u64 = report.moves.iter().map(|entry| entry.visits).sum();
        assert_eq!(visits, report.simulations);
    }
}

#[test]
fn only_what_is_asked_for_is_searched() {
    let game = TwoPeaks::default();
    let aims = [0.9, 0.1].map(|x| Aim::new(x).unwrap());
    let mut request = Request::new(Limits::simulations(300), Seed::new(1));
    request.only = aims.to_vec();
    let mut halving = Halving::new(HalvingParams::default(), || NothingToPlay);
    let report = halving.search(&game, &game.initial(), &request);
    assert!(aims.contains(&report.best), "{report:?}");
    assert!(
        report
            .moves
            .iter()
            .all(|entry| aims.contains(&entry.action))
    );
}

/// However many threads there are, and whatever time there is.
#[test]
fn a_raised_flag_or_no_time_ends_the_search_with_an_answer() {
    let game = TwoPeaks::default();
    for threads in [1, 3] {
        let params = HalvingParams {
            threads,
            ..HalvingParams::default()
        };
        let limits = Limits::time(std::time::Duration::ZERO);
        let report = search(params.clone(), limits, 1);
        assert!((0.0..=1.0).contains(&report.best.get()));

        let request = Request::new(Limits::default(), Seed::new(1));
        request.stop.raise();
        let report =
            Halving::new(params, || NothingToPlay).search(&game, &game.initial(), &request);
        assert_eq!(report.reason, yomi_core::StopReason::Stopped);
        assert!(report.simulations < 10, "{threads} threads");
    }
}
