//! Double progressive widening: chance, continuous actions, and memory.

use yomi_core::{
    Discrete, Game, Keyed, Limits, Outcome, Player, Proposes, Report, Request, Rng, Search, Seed,
    StopReason,
};
use yomi_search::dpw::{Dpw, DpwParams, Kernel};
use yomi_search::playout::Playout;
use yomi_search::policy::Proposal;
use yomi_toy::pig::Decision;
use yomi_toy::two_peaks::Aim;
use yomi_toy::{Pig, TwoPeaks};

fn two_peaks(
    params: DpwParams,
    noise: f64,
    simulations: u64,
    seed: u64,
) -> Report<yomi_toy::two_peaks::Aim> {
    let game = TwoPeaks { noise };
    let mut search = Dpw::new(params, Box::new(Playout::new(Proposal)));
    search.search(
        &game,
        &game.initial(),
        &Request::new(Limits::simulations(simulations), Seed::new(seed)),
    )
}

#[test]
fn a_noisy_hand_aims_at_the_broad_peak_and_a_steady_one_at_the_tall() {
    for seed in 0..20 {
        let noisy = two_peaks(DpwParams::default(), 0.05, 20_000, seed);
        assert!(
            (noisy.best.get() - 0.3).abs() < 0.1,
            "seed {seed}: {:?}",
            noisy.best
        );
        let steady = two_peaks(DpwParams::default(), 0.0, 20_000, seed);
        assert!(
            (steady.best.get() - 0.9).abs() < 0.02,
            "seed {seed}: {:?}",
            steady.best
        );
    }
}

#[test]
fn the_value_found_is_the_expected_one() {
    let game = TwoPeaks::default();
    for seed in 0..10 {
        let report = two_peaks(DpwParams::default(), game.noise, 20_000, seed);
        let expected = game.expected_payoff(report.best.get());
        assert!(
            (report.value.0 - expected).abs() < 0.05,
            "seed {seed}: {} {expected}",
            report.value.0
        );
    }
}

#[test]
fn smoothing_over_neighbours_chooses_better() {
    let game = TwoPeaks::default();
    let best = game.best_aim().1;
    let loss = |smooth| {
        let params = DpwParams {
            smooth,
            ..DpwParams::default()
        };
        let lost = |seed| {
            let report = two_peaks(params.clone(), game.noise, 300, seed);
            best - game.expected_payoff(report.best.get())
        };
        (0..200).map(lost).sum::<f64>() / 200.0
    };
    let (smooth, rough) = (loss(true), loss(false));
    assert!(
        smooth < rough,
        "mean loss {smooth} with smoothing, {rough} without"
    );
}

#[test]
fn holding_and_rolling_are_told_apart() {
    // With 49 points banked of 50 any hold with a point in hand wins; with none in hand only a
    // roll helps.
    let game = Pig::default();
    let search = |state| {
        let mut dpw = Dpw::new(DpwParams::default(), Box::new(Playout::uniform())).with_keys();
        dpw.search(
            &game,
            &state,
            &Request::new(Limits::simulations(5_000), Seed::new(1)),
        )
    };
    let mut rng = Seed::new(1).rng();
    let mut state = game.initial();
    let target = game.target;
    // Roll on (for whoever moves) until somebody could win by holding.
    loop {
        let mover = game.to_move(&state);
        if state.banked(mover) + state.turn_total() >= target {
            break;
        }
        let action = if state.turn_total() >= 20 {
            Decision::Hold
        } else {
            Decision::Roll
        };
        game.step(&mut state, action, &mut rng);
    }
    let report = search(state);
    assert_eq!(report.best, Decision::Hold);
    assert!(report.value.0 > 0.99);
    // At the start holding is pointless.
    assert_eq!(search(game.initial()).best, Decision::Roll);
}

/// Three throws of a coin with nothing to decide; more heads than tails wins.
struct Throws;

impl Game for Throws {
    /// Throws made, and heads among them.
    type State = (u32, u32);
    type Action = ();

    fn initial(&self) -> (u32, u32) {
        (0, 0)
    }
    fn to_move(&self, _: &(u32, u32)) -> Player {
        Player::First
    }
    fn outcome(&self, &(throws, heads): &(u32, u32)) -> Option<Outcome> {
        let winner = if heads >= 2 {
            Player::First
        } else {
            Player::Second
        };
        (throws == 3).then_some(Outcome::Win(winner))
    }
    fn step(&self, state: &mut (u32, u32), (): (), rng: &mut Rng) {
        *state = (state.0 + 1, state.1 + rng.below(2));
    }
}

impl Proposes for Throws {
    fn propose(&self, _: &(u32, u32), tried: &[()], _: &mut Rng) -> Option<()> {
        tried.is_empty().then_some(())
    }
    fn candidates(&self, _: &(u32, u32), throws: &mut Vec<()>) {
        throws.clear();
        throws.push(());
    }
}

impl Keyed for Throws {
    fn key(&self, state: &(u32, u32)) -> u64 {
        u64::from(state.0 * 10 + state.1 + 1)
    }
}

#[test]
fn keys_merge_equal_results() {
    let search = |keys: bool| {
        let dpw = Dpw::new(DpwParams::default(), Box::new(Playout::new(Proposal)));
        let mut dpw = if keys { dpw.with_keys() } else { dpw };
        dpw.search(
            &Throws,
            &(0, 0),
            &Request::new(Limits::simulations(20_000), Seed::new(1)),
        )
    };
    // The start, two results of it and two of each of those, each with its one action; what comes
    // of the third throw ends the game and is not kept.
    assert_eq!(search(true).nodes, 14);
    assert!(search(false).nodes > 100);
    assert!((search(true).value.0 - 0.5).abs() < 0.02);
}

#[test]
fn the_kernel_of_the_noise_is_the_geometric_mean_of_the_densities_both_ways() {
    // The density of two-peaks is its own kernel, which is symmetric.
    let game = TwoPeaks::default();
    let run = |kernel| {
        let params = DpwParams {
            kernel,
            ..DpwParams::default()
        };
        let dpw = Dpw::new(params, Box::new(Playout::new(Proposal)));
        let request = Request::new(Limits::simulations(300), Seed::new(1));
        dpw.with_noise().search(&game, &game.initial(), &request)
    };
    let (own, noise) = (run(Kernel::Game), run(Kernel::Noise));
    assert_eq!(own.moves.len(), noise.moves.len());
    for (a, b) in own.moves.iter().zip(&noise.moves) {
        assert_eq!((a.action, a.visits), (b.action, b.visits));
        assert!((a.value.unwrap().0 - b.value.unwrap().0).abs() < 1e-12);
    }
}

#[test]
fn same_seed_same_report_within_the_memory_limit() {
    let game = Pig::default();
    let params = DpwParams {
        memory: 1,
        ..DpwParams::default()
    };
    let run = |seed| {
        let mut dpw = Dpw::new(params.clone(), Box::new(Playout::uniform())).with_keys();
        let request = Request::new(Limits::simulations(50_000), Seed::new(seed));
        dpw.search(&game, &game.initial(), &request)
    };
    let (a, b) = (run(1), run(1));
    assert_eq!((a.best, &a.moves, a.nodes), (b.best, &b.moves, b.nodes));
    assert_ne!(a.moves, run(2).moves);
    assert!(a.memory <= 1 << 20, "{}", a.memory);
    assert_eq!((a.simulations, a.reason), (50_000, StopReason::Simulations));
}

#[test]
fn every_answer_is_legal_however_short_the_search() {
    let game = Pig::default();
    let mut rng = Seed::new(5).rng();
    let mut state = game.initial();
    let mut legal = Vec::new();
    while game.outcome(&state).is_none() {
        let mut dpw = Dpw::new(DpwParams::default(), Box::new(Playout::uniform()));
        let report = dpw.search(
            &game,
            &state,
            &Request::new(Limits::simulations(1), Seed::new(1)),
        );
        game.actions(&state, &mut legal);
        assert!(legal.contains(&report.best));
        game.step(&mut state, report.best, &mut rng);
    }
}

/// Every thread has its share of the simulations, and none more; the answer is the same each time.
#[test]
fn threads_share_the_simulations_and_agree_on_the_answer() {
    let game = TwoPeaks::default();
    for threads in [2, 3] {
        for simulations in [1, 2, 100, 20_000] {
            let params = DpwParams {
                threads,
                ..DpwParams::default()
            };
            let report = two_peaks(params.clone(), game.noise, simulations, 4);
            assert_eq!(report.simulations, simulations, "{threads} threads");
            let visits: u64 = report.moves.iter().map(|entry| entry.visits).sum();
            assert_eq!(visits, simulations, "{threads} threads");
            let again = two_peaks(params, game.noise, simulations, 4);
            assert_eq!(
                (again.moves, again.nodes),
                (report.moves.clone(), report.nodes)
            );
            if simulations == 20_000 {
                let lost = game.best_aim().1 - game.expected_payoff(report.best.get());
                assert!(lost < 0.02, "{threads} threads lose {lost}");
            }
        }
    }
}

/// Favourites are considered in their order: with room for three actions these are the first three.
#[test]
fn favourites_are_considered_in_their_order() {
    let game = TwoPeaks::default();
    let aims = [0.7, 0.1, 0.5, 0.3, 0.9].map(|x| Aim::new(x).unwrap());
    for favourites in [0, aims.len()] {
        let candidates = move |_: &TwoPeaks, _: &_, list: &mut Vec<Aim>| {
            list.clear();
            list.extend(aims);
            favourites
        };
        let tried = |seed: u64| {
            let leaf = Box::new(Playout::new(Proposal));
            let mut search = Dpw::new(DpwParams::default(), leaf).among(Box::new(candidates));
            let request = Request::new(Limits::simulations(9), Seed::new(seed));
            let report = search.search(&game, &game.initial(), &request);
            let mut tried: Vec<f64> = report
                .moves
                .iter()
                .map(|entry| entry.action.get())
                .collect();
            tried.sort_by(f64::total_cmp);
            tried
        };
        let in_order = (0..10)
            .filter(|&seed| tried(seed) == [0.1, 0.5, 0.7])
            .count();
        match favourites {
            0 => assert!(in_order < 5, "{in_order}"),
            _ => assert_eq!(in_order, 10),
        }
    }
}

/// Where nothing is executed otherwise than it is chosen, nothing is beside an action but itself.
#[test]
fn a_steady_hand_considers_every_action_once() {
    let game = TwoPeaks { noise: 0.0 };
    let candidates = |_: &TwoPeaks, _: &_, list: &mut Vec<Aim>| {
        list.clear();
        list.extend([0.1, 0.9].map(|x| Aim::new(x).unwrap()));
        2
    };
    let leaf = Box::new(Playout::new(Proposal));
    let mut search = Dpw::new(DpwParams::default(), leaf).among(Box::new(candidates));
    let request = Request::new(Limits::simulations(100), Seed::new(1));
    let report = search.search(&game, &game.initial(), &request);
    assert_eq!(report.moves.len(), 2, "{report:?}");
}

/// However many threads there are, and whatever time there is.
#[test]
fn threads_that_have_no_time_answer_all_the_same() {
    let game = TwoPeaks::default();
    for threads in [1, 3] {
        let params = DpwParams {
            threads,
            memory: 1,
            ..DpwParams::default()
        };
        let search = |request: &Request<Aim>| {
            let mut search = Dpw::new(params.clone(), Box::new(Playout::new(Proposal)));
            search.search(&game, &game.initial(), request)
        };
        let hasty = search(&Request::new(
            Limits::time(std::time::Duration::ZERO),
            Seed::new(1),
        ));
        assert_eq!(
            (hasty.reason, hasty.simulations > 0),
            (StopReason::Time, true)
        );
        let mut request = Request::new(Limits::default(), Seed::new(1));
        request.stop.raise();
        assert_eq!(search(&request).reason, StopReason::Stopped);
        request = Request::new(Limits::simulations(100), Seed::new(1));
        request.only = [0.9, 0.1].map(|x| Aim::new(x).unwrap()).to_vec();
        let kept = search(&request);
        assert!(
            kept.moves
                .iter()
                .all(|entry| request.only.contains(&entry.action))
        );
        assert_eq!(kept.moves.len(), 2, "what threads know is added up");
    }
}
