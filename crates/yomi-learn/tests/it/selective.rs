//! Selective simulations teach an evaluation that wins games; a killed run resumes.

use std::cell::Cell;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;
use yomi_core::params::{Parameters as _, Spec};
use yomi_core::{
    Discrete, Evaluator, Features, Game, LinearModel, Player, Policy, Scratch, Seed, Stop,
};
use yomi_learn::linear_model::Encoded;
use yomi_learn::selective::{
    EpsilonShape, Fit, Selected, Selection, SelectiveError, SelectiveLearner, SelectiveParams,
    SelectiveReport,
};
use yomi_search::policy::{EpsilonGreedy, Uniform};
use yomi_toy::{ConnectFour, TicTacToe};

/// Connect four has far fewer features than Blokus Duo, so that each counts for more.
fn params() -> SelectiveParams {
    SelectiveParams {
        best_of: 3,
        simulations: 20,
        updates: 60,
        gain: 0.2,
        step: 2.0,
        ..SelectiveParams::default()
    }
}

fn learner<'a>(model: &'a Encoded, params: &SelectiveParams) -> SelectiveLearner<'a, ConnectFour> {
    SelectiveLearner {
        game: &ConnectFour,
        model,
        params: params.clone(),
        seed: Seed::new(7),
        workers: 2,
        checkpoint: None,
        fingerprint: "connect four".to_owned(),
        stop: Stop::default(),
    }
}

fn done(learned: Result<Selected, SelectiveError>) -> (Vec<f32>, SelectiveReport) {
    match learned.unwrap() {
        Selected::Done { weights, report } => (weights, report),
        Selected::Stopped(updates) => panic!("stopped after {updates} updates"),
    }
}

fn learn(params: &SelectiveParams) -> (Vec<f32>, SelectiveReport) {
    let model = Encoded::of(&ConnectFour);
    done(learner(&model, params).learn(&|_| ()))
}

/// Score of one-ply play by the first weights against one-ply play by the second, each game once with
/// either side; two random moves begin it.
fn match_score(weights: [&[f32]; 2], pairs: u64) -> f64 {
    let (game, model) = (ConnectFour, Encoded::of(&ConnectFour));
    let players = weights.map(|weights| EpsilonGreedy {
        epsilon: 0.0,
        evaluator: LinearModel::<ConnectFour>::evaluator(&model, weights, 0.2),
    });
    let mut score = 0.0;
    for number in 0..2 * pairs {
        let learned = Player::BOTH[number as usize % 2];
        let mut rng = Seed::new(99).index(number / 2).rng();
        let mut scratch = Scratch::default();
        let mut state = game.initial();
        Uniform.play(&game, &mut state, 2, &mut scratch, &mut rng);
        while game.outcome(&state).is_none() {
            let player = &players[usize::from(game.to_move(&state) != learned)];
            let action = player.choose(&game, &state, &mut scratch, &mut rng);
            game.step(&mut state, action, &mut rng);
        }
        score += game.outcome(&state).unwrap().value().to_mover(learned).0;
    }
    score / (2 * pairs) as f64
}

#[test]
fn a_short_training_beats_its_start_weights() {
    let (weights, report) = learn(&SelectiveParams {
        updates: 400,
        ..params()
    });
    let zero = vec![0.0; weights.len()];
    let score = match_score([&weights, &zero], 100);
    assert!(score > 0.75, "{score}");
    let even = match_score([&zero, &zero], 100);
    assert!((0.35..0.65).contains(&even), "{even}");

    assert_eq!((report.updates, report.curve.len()), (400, 400));
    let (first, last) = (&report.curve[0], &report.curve[399]);
    assert_eq!((first.epsilon, last.epsilon), (1.0, 0.3));
    assert!(report.curve.iter().all(|point| point.plies >= 7.0));
    let errors = |points: &[_]| -> f64 {
        let of = |point: &yomi_learn::selective::SelectivePoint| point.squared_error;
        points.iter().map(of).sum::<f64>() / points.len() as f64
    };
    let (early, late) = (errors(&report.curve[..20]), errors(&report.curve[300..]));
    assert!(late < early, "{early} at first, {late} at the end");
    // Weights were zero before the first update.
    assert_eq!(first.groups[0].change, None);
    assert!(last.groups[0].change.is_some_and(|change| change > 0.0));
}

#[test]
fn every_way_of_selecting_and_fitting_learns() {
    let few = SelectiveParams {
        simulations: 10,
        updates: 100,
        ..params()
    };
    let ways = [
        SelectiveParams {
            best_of: 1,
            epsilon_shape: EpsilonShape::Geometric,
            ..few.clone()
        },
        SelectiveParams {
            selection: Selection::Softmax,
            ..few.clone()
        },
        SelectiveParams {
            selection: Selection::Noisy,
            ..few.clone()
        },
        SelectiveParams {
            fit: Fit::Search,
            ..few.clone()
        },
    ];
    let learned: Vec<_> = ways.iter().map(|way| learn(way).0).collect();
    let zero = vec![0.0; learned[0].len()];
    for (way, weights) in ways.iter().zip(&learned) {
        let score = match_score([weights, &zero], 60);
        assert!(score > 0.65, "{score} by {way:?}");
        let same = learned.iter().filter(|other| *other == weights).count();
        assert_eq!(same, 1, "{way:?}");
    }
}

/// Learns with so many workers and stops after each of the given numbers of updates.
fn learn_in_pieces(path: &Path, stops: &[(u32, usize)]) -> (Vec<f32>, SelectiveReport) {
    let model = Encoded::of(&ConnectFour);
    for &(after, workers) in stops {
        let mut learner = learner(&model, &params());
        learner.checkpoint = Some(path);
        learner.workers = workers;
        let stop = learner.stop.clone();
        let heard = Cell::new(0);
        let learned = learner.learn(&|update| {
            heard.set(heard.get() + 1);
            if update.update == after {
                stop.raise();
            }
        });
        match learned.unwrap() {
            Selected::Stopped(updates) => assert_eq!(updates, after),
            Selected::Done { weights, report } => {
                assert!(heard.get() < params().updates, "it began anew");
                return (weights, report);
            }
        }
    }
    panic!("the last piece was stopped too");
}

#[test]
fn a_stopped_run_resumes_with_other_workers_and_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.checkpoint");
    let (whole, report) = learn(&params());
    let (pieces, pieced) = learn_in_pieces(&path, &[(1, 1), (13, 3), (40, 2), (0, 4)]);
    let bits = |weights: &[f32]| weights.iter().map(|w| w.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&whole), bits(&pieces));
    for (one, two) in report.curve.iter().zip(&pieced.curve) {
        assert_eq!(one.squared_error.to_bits(), two.squared_error.to_bits());
        assert_eq!((one.updates, &one.groups), (two.updates, &two.groups));
    }

    let model = Encoded::of(&ConnectFour);
    let refused = |change: &dyn Fn(&mut SelectiveLearner<'_, ConnectFour>)| {
        let mut learner = learner(&model, &params());
        learner.checkpoint = Some(&path);
        change(&mut learner);
        learner.learn(&|_| ()).unwrap_err().to_string()
    };
    let error = refused(&|learner| learner.fingerprint = "another".to_owned());
    assert!(
        error.contains("x.checkpoint: it belongs to a training with other"),
        "{error}"
    );
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("\"updates\":40", "\"updates\":41", 1)).unwrap();
    let error = refused(&|_| ());
    assert!(error.contains("it is damaged"), "{error}");
    std::fs::write(&path, "{}").unwrap();
    let error = refused(&|_| ());
    assert!(error.contains("missing field `fingerprint`"), "{error}");
}

/// Learns until the flag is raised, a little after the learning began.
fn stopped_soon(params: &SelectiveParams) -> Selected {
    let model = Encoded::of(&ConnectFour);
    let learner = learner(&model, params);
    let stop = learner.stop.clone();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            sleep(Duration::from_millis(100));
            stop.raise();
        });
        learner.learn(&|_| ()).unwrap()
    })
}

#[test]
fn a_long_update_is_stopped_in_its_midst() {
    let long_searches = SelectiveParams {
        fit: Fit::Search,
        depth: 14,
        ..params()
    };
    let many_simulations = SelectiveParams {
        simulations: 1_000_000,
        ..params()
    };
    for params in [long_searches, many_simulations] {
        // Otherwise the first update would be done.
        assert_eq!(stopped_soon(&params), Selected::Stopped(0), "{params:?}");
    }
}

#[test]
fn an_update_stopped_in_its_midst_is_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.checkpoint");
    for fit in [Fit::Static, Fit::Search] {
        let params = SelectiveParams { fit, ..params() };
        let (whole, _) = learn(&params);
        let model = Encoded::of(&ConnectFour);
        let mut learner = learner(&model, &params);
        learner.checkpoint = Some(&path);
        let mut dropped = 0;
        for (after, delay) in [(3, 200), (11, 500), (25, 900), (u32::MAX, 0)] {
            learner.stop = Stop::default();
            let stop = learner.stop.clone();
            let learned = learner.learn(&|update| {
                if update.update >= after {
                    let stop = stop.clone();
                    std::thread::spawn(move || {
                        sleep(Duration::from_micros(delay));
                        stop.raise();
                    });
                }
            });
            match learned.unwrap() {
                Selected::Stopped(_) => dropped += 1,
                Selected::Done { weights, .. } => assert_eq!(weights, whole, "{fit:?}"),
            }
        }
        assert!(dropped > 0, "{fit:?}");
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn fitting_searches_gives_the_same_weights_with_any_number_of_workers() {
    let params = SelectiveParams {
        fit: Fit::Search,
        updates: 20,
        ..params()
    };
    let (model, (with_two, _)) = (Encoded::of(&ConnectFour), learn(&params));
    assert!(with_two.iter().any(|&weight| weight != 0.0));
    for workers in [1, 5] {
        let mut learner = learner(&model, &params);
        learner.workers = workers;
        assert_eq!(
            done(learner.learn(&|_| ())).0,
            with_two,
            "{workers} workers"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_checkpoint_that_is_a_device_is_refused() {
    let model = Encoded::of(&ConnectFour);
    let mut learner = learner(&model, &params());
    learner.checkpoint = Some(Path::new("/dev/zero"));
    let error = learner.learn(&|_| ()).unwrap_err().to_string();
    assert_eq!(
        error,
        "checkpoint /dev/zero: it is not a regular file (remove it to begin anew)"
    );
}

#[test]
fn a_checkpoint_that_cannot_be_written_leaves_nothing_and_need_not_be_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.checkpoint");
    let model = Encoded::of(&ConnectFour);
    let mut learner = learner(&model, &params());
    learner.checkpoint = Some(&path);
    let stop = learner.stop.clone();
    let learned = learner.learn(&|_| {
        // What stands there when the checkpoint is to be written cannot be replaced by a file.
        std::fs::create_dir_all(&path).unwrap();
        stop.raise();
    });
    let error = learned.unwrap_err().to_string();
    assert!(error.contains("x.checkpoint: "), "{error}");
    assert!(!error.contains("remove it"), "{error}");
    assert!(!folder.path().join("x.writing").exists());
}

#[test]
fn weights_that_grow_without_bounds_are_refused() {
    let model = Encoded::of(&ConnectFour);
    let wild = SelectiveParams {
        step: f64::MAX,
        ..params()
    };
    let error = learner(&model, &wild).learn(&|_| ()).unwrap_err();
    assert!(
        error.to_string().contains("without bounds in update"),
        "{error}"
    );
}

#[test]
fn features_kept_for_nothing_change_no_weight() {
    let random = SelectiveParams {
        best_of: 1,
        updates: 20,
        ..params()
    };
    let kept = SelectiveParams {
        keep_features: true,
        ..random.clone()
    };
    let ((without, _), (with, _)) = (learn(&random), learn(&kept));
    assert!(without.iter().any(|&weight| weight != 0.0));
    assert_eq!(without, with);
    // Records and jobs name the setting only where it is used.
    let spelled = |text: &str| {
        text.parse::<Spec>()
            .unwrap()
            .in_full(&SelectiveParams::table())
    };
    assert!(!spelled("linear:best_of=1").contains("keep_features"));
    assert!(spelled("linear:keep_features=true").contains("keep_features=true"));
}

#[test]
fn the_best_of_one_is_uniform_and_the_best_of_all_is_greedy() {
    let (game, model) = (TicTacToe, Encoded::of(&TicTacToe));
    let mut rng = Seed::new(3).rng();
    let count = Features::<TicTacToe>::count(&model);
    let weights: Vec<f32> = (0..count).map(|_| rng.normal() as f32).collect();
    let [one, all] = [1, 9].map(|n| LinearModel::<TicTacToe>::best_of(&model, &weights, n));
    let valued = LinearModel::<TicTacToe>::best_of_valuing_all(&model, &weights, 1);
    let evaluator = LinearModel::<TicTacToe>::evaluator(&model, &weights, 0.02);
    let mut scratch = Scratch::default();
    for round in 0..200 {
        let mut state = game.initial();
        Uniform.play(&game, &mut state, round % 7, &mut scratch, &mut rng);
        if game.outcome(&state).is_some() {
            continue;
        }
        // The very draws of random play.
        for policy in [&one, &valued] {
            let (mut mine, mut random) = (rng.clone(), rng.clone());
            assert_eq!(
                policy.choose(&game, &state, &mut scratch, &mut mine),
                game.random_action(&state, &mut Vec::new(), &mut random)
            );
            assert_eq!(mine.next_u64(), random.next_u64());
        }
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        let (mover, mut mine) = (game.to_move(&state), rng.clone());
        let mut value_of = |action| {
            let mut next = state;
            game.step(&mut next, action, &mut rng);
            let value = match game.outcome(&next) {
                Some(outcome) => outcome.value(),
                None => evaluator.evaluate(&game, &next, &mut scratch, &mut rng),
            };
            value.to_mover(mover).0
        };
        let best = actions
            .iter()
            .map(|&action| value_of(action))
            .fold(0.0, f64::max);
        let chosen = all.choose(&game, &state, &mut Scratch::default(), &mut mine);
        assert!((value_of(chosen) - best).abs() < 1e-6);
    }
}
