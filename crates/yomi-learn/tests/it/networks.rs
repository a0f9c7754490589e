//! Networks: training that resumes, files that come back, and files that are refused.

use proptest::prelude::*;
use std::path::Path;
use std::sync::Arc;
use yomi_core::{Encode, Features, Game, Player, Seed, Stop};
use yomi_learn::checksum::{Form, NO_CHECKSUM};
use yomi_learn::examples::{Examples, TargetMix};
use yomi_learn::games::LabelledGame;
use yomi_learn::learner::{Learned, Learner, LearnerParams, TrainingReport};
use yomi_learn::network::file::Header;
use yomi_learn::network::{Network, NetworkFile, NetworkValue, Sigmoid};
use yomi_toy::TicTacToe;

/// The game's own features, learned apart for early and late positions.
struct TwoStages;

impl Features<TicTacToe> for TwoStages {
    fn count(&self) -> usize {
        TicTacToe.feature_count()
    }

    fn encode(
        &self,
        game: &TicTacToe,
        state: &<TicTacToe as Game>::State,
        viewer: Player,
        _: usize,
        features: &mut Vec<(u32, f32)>,
    ) {
        game.encode(state, viewer, features);
    }

    fn stages(&self) -> usize {
        3
    }

    fn stage(&self, game: &TicTacToe, state: &<TicTacToe as Game>::State) -> usize {
        // Nothing is ever in the last stage.
        usize::from(game.to_move(state) == Player::Second)
    }
}

fn examples() -> Examples<<TicTacToe as Game>::State> {
    let games: Vec<LabelledGame> = (0..30)
        .map(|number| {
            let moves = ["a1 b2 c3 a3", "b2 a1 c1 a3", "a2 b2 c1 a3"][number as usize % 3];
            let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
            LabelledGame {
                number,
                random: 0,
                values: vec![0.1 * (number % 7) as f32; moves.len()],
                moves,
                means: Vec::new(),
                result: 0.5,
            }
        })
        .collect();
    let mut examples = Examples::new();
    examples
        .replay(&Arc::new(TicTacToe), &games, 0.2, TargetMix::default())
        .unwrap();
    examples
}

fn learn(
    checkpoint: Option<&Path>,
    epochs: u32,
    stop_after: Option<u32>,
) -> Result<Learned, String> {
    let stop = Stop::default();
    let learner = Learner {
        game: &TicTacToe,
        features: Arc::new(TwoStages),
        params: LearnerParams {
            epochs,
            batch: 4,
            ..LearnerParams::default()
        },
        seed: Seed::new(3),
        checkpoint,
        fingerprint: format!("{epochs} epochs"),
        stop: stop.clone(),
    };
    let learned = learner.learn(&examples(), &|point| {
        if Some(point.epoch) == stop_after {
            stop.raise();
        }
    });
    learned.map_err(|error| error.to_string())
}

fn done(learned: Learned) -> (Vec<Option<Network>>, TrainingReport) {
    match learned {
        Learned::Done(networks, report) => (networks, report),
        Learned::Stopped(epochs) => panic!("stopped after {epochs}"),
    }
}

#[test]
fn a_training_that_was_stopped_ends_with_the_same_weights() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("training");
    let (networks, report) = done(learn(None, 10, None).unwrap());
    for stop_after in [1, 4, 9] {
        let _ = std::fs::remove_file(&path);
        let stopped = learn(Some(&path), 10, Some(stop_after)).unwrap();
        assert!(matches!(stopped, Learned::Stopped(epochs) if epochs == stop_after));
        let (resumed, its_report) = done(learn(Some(&path), 10, None).unwrap());
        assert_eq!(resumed, networks, "stopped after {stop_after}");
        assert_eq!(its_report, report);
    }
    // What was learned with other settings is not gone on with.
    let error = learn(Some(&path), 11, None).err().unwrap();
    assert!(error.contains("other settings"), "{error}");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    assert!(learn(Some(&path), 10, None).is_err());
}

#[test]
fn the_report_says_what_was_learned() {
    let (networks, report) = done(learn(None, 30, None).unwrap());
    assert_eq!(report.curve.len(), 30);
    assert!(report.curve[29].train < report.curve[0].train);
    assert_eq!(
        report
            .by_moves
            .iter()
            .map(|stage| stage.positions)
            .sum::<u64>(),
        report.test_positions
    );
    assert!(
        report
            .by_moves
            .iter()
            .all(|s| s.low <= s.error && s.error <= s.high)
    );
    assert!(report.by_moves.iter().all(|stage| {
        let [low, high] = stage.variance_interval.unwrap();
        low <= stage.variance && stage.variance <= high
    }));
    assert!(networks[0].is_some() && networks[1].is_some() && networks[2].is_none());
    // A stage that learned nothing borrows from the one before it.
    let borrowed = NetworkValue::new(Arc::new(TwoStages), networks);
    let value = borrowed.value(&TicTacToe, &TicTacToe.initial(), &mut Vec::new());
    assert!((0.0..=1.0).contains(&value.0));
}

#[test]
fn a_second_sigmoid_leaves_a_quarter_of_the_range() {
    let (networks, _) = done(learn(None, 3, None).unwrap());
    let once = NetworkValue::new(Arc::new(TwoStages), networks);
    let value = |network: &NetworkValue<TicTacToe>| {
        let value = network.value(&TicTacToe, &TicTacToe.initial(), &mut Vec::new());
        value.0
    };
    let wins = value(&once);
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    let mover = value(&once.clone().with_sigmoid(Sigmoid::Mover));
    let opponent = value(&once.clone().with_sigmoid(Sigmoid::Opponent));
    assert!((mover - logistic(wins)).abs() < 1e-9);
    assert!((1.0 - opponent - logistic(1.0 - wins)).abs() < 1e-9);
    assert!((0.5..0.74).contains(&mover) && (0.26..0.5).contains(&opponent));
}

fn file() -> NetworkFile {
    let (networks, _) = done(learn(None, 3, None).unwrap());
    let header = Header::new("tic-tac-toe", "two stages", TwoStages.count(), 3, "a test");
    NetworkFile::new(header, networks)
}

#[test]
fn files_come_back_bit_for_bit() {
    let file = file();
    let bytes = file.to_bytes();
    assert_eq!(NetworkFile::parse(&bytes).unwrap(), file);
    assert_eq!(file.to_bytes(), bytes);
    let inputs = TwoStages.count();
    for (game, features, inputs, stages, expected) in [
        (
            "go",
            "two stages",
            inputs,
            3,
            "game is 'tic-tac-toe': expected 'go'",
        ),
        (
            "tic-tac-toe",
            "one",
            inputs,
            3,
            "kind of features is 'two stages': expected 'one'",
        ),
        (
            "tic-tac-toe",
            "two stages",
            inputs + 1,
            3,
            "number of inputs",
        ),
        (
            "tic-tac-toe",
            "two stages",
            inputs,
            2,
            "number of stages is '3': expected '2'",
        ),
    ] {
        let error = file
            .clone()
            .networks_for(game, features, inputs, stages)
            .unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn what_is_no_network_is_refused_with_the_reason() {
    // Whoever changes contents on purpose leaves the checksum out.
    let bytes = Form::Safetensors
        .checked(&file().to_bytes())
        .unwrap()
        .bytes
        .into_owned();
    let replaced = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let at = bytes
            .windows(from.len())
            .position(|part| part == from.as_bytes());
        let mut bytes = bytes.clone();
        let at = at.unwrap();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        bytes
    };
    let mut infinite = bytes.clone();
    let end = infinite.len();
    infinite[end - 2..].copy_from_slice(&0x7F80_u16.to_le_bytes());
    for (bytes, expected) in [
        (Vec::new(), "not a network file"),
        (b"{}".to_vec(), "not a network file"),
        (bytes[..end - 1].to_vec(), "not a network file"),
        (
            replaced("yomi_network", "some_network"),
            "no 'yomi_network'",
        ),
        (
            replaced("\\\"version\\\":1", "\\\"version\\\":9"),
            "version is '9': expected '1'",
        ),
        (
            replaced("\\\"stages\\\":3", "\\\"stages\\\":1"),
            "tensors, expected 3",
        ),
        (replaced("\"0.rows\"", "\"9.rows\""), "incomplete"),
        (infinite, "is not finite"),
    ] {
        let error = NetworkFile::parse(&bytes).unwrap_err().to_string();
        assert!(error.contains(expected), "{error} instead of {expected}");
    }
}

#[test]
fn files_of_earlier_versions_are_read_with_a_remark() {
    let old = include_bytes!("data/network-without-checksum.safetensors");
    let read = NetworkFile::parse(old).unwrap();
    assert_eq!(read.remark, Some(NO_CHECKSUM));
    assert_eq!(read.header.made_by, "a test");
    // Written again, they have one, and are otherwise what they were.
    let bytes = NetworkFile::new(read.header, read.networks).to_bytes();
    assert_eq!(NetworkFile::parse(&bytes).unwrap().remark, None);
    assert_eq!(Form::Safetensors.checked(&bytes).unwrap().bytes, &old[..]);
}

proptest! {
    #[test]
    fn damaged_files_are_refused(damage in prop::collection::vec((any::<u16>(), any::<u8>()), 1..8)) {
        let good = file().to_bytes();
        let damaged = |good: &[u8]| {
            let mut bytes = good.to_vec();
            for &(place, byte) in &damage {
                bytes[place as usize % good.len()] = byte;
            }
            bytes
        };
        let bytes = damaged(&good);
        prop_assert!(bytes == good || NetworkFile::parse(&bytes).is_err());
        // Without a checksum weights may change unnoticed; that nothing panics is the point.
        let _ = NetworkFile::parse(&damaged(&Form::Safetensors.checked(&good).unwrap().bytes));
    }
}
