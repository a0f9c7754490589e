//! Linear evaluations in a kit: weights by name and by file, playouts, and what is refused.

use std::path::Path;
use yomi_core::params::Spec;
use yomi_core::{LinearModel, Seed, Stop};
use yomi_engine::{AnyGame, EvaluationJob, Kit, Registry, TrainError};
use yomi_learn::WeightsFile;
use yomi_learn::linear_model::Encoded;
use yomi_toy::ConnectFour;

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

fn features() -> usize {
    let model: &dyn LinearModel<ConnectFour> = &Encoded::of(&ConnectFour);
    model.count()
}

fn file(game: &str, model: &str, count: usize) -> Vec<u8> {
    let weights = (0..count).map(|i| (i % 7) as f32 - 3.0).collect();
    let file = WeightsFile::of_model(game, model, "a test", weights, 0.1);
    file.to_text().into_bytes()
}

/// Connect four with two sets of weights that ship.
fn kit() -> Kit<ConnectFour> {
    let shipped: &'static [u8] = file("four", "lines", features()).leak();
    let model = Encoded::of(&ConnectFour);
    Kit::discrete("four", ConnectFour).deterministic().linear(
        "lines",
        "rows of four",
        model,
        &[("n8", shipped), ("n1", shipped)],
    )
}

#[test]
fn weights_are_chosen_by_name_or_file() {
    let kit = kit();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.json");
    std::fs::write(&path, file("four", "lines", features())).unwrap();
    let path = path.display();
    let value = |engine: &str| {
        let mut engine = kit.engine(&spec(engine)).unwrap();
        engine.new_game(Seed::new(1)).unwrap();
        engine.choose(None, &Stop::default()).unwrap().value.0
    };
    let ships = value("alpha-beta:depth=3,evaluator=lines");
    assert_ne!(ships, 0.5);
    for same in ["n8", "n1", &path.to_string()] {
        let engine = format!("alpha-beta:depth=3,evaluator=lines,lines_weights={same}");
        assert_eq!(value(&engine), ships, "{engine}");
    }
    assert_eq!(
        value("alpha-beta:depth=3,evaluator=lines,lines_weights=zero"),
        0.5
    );
    let louder = value("alpha-beta:depth=3,evaluator=lines,lines_gain=0.2");
    assert!(
        (louder - 0.5).abs() > (ships - 0.5).abs(),
        "{louder} {ships}"
    );

    // Records name the contents, of what ships too.
    let full = |weights: &str| {
        let engine = format!("uct:policy=lines-best-of,lines_best_of_weights={weights}");
        let full = kit.in_full(&spec(&engine));
        let (_, rest) = full.split_once("lines_best_of_weights=").unwrap();
        rest.split(',').next().unwrap().to_owned()
    };
    let short = full("n1");
    assert!(short.starts_with("n1-") && short.len() == 11, "{short}");
    assert_eq!(full(&short), short);
    assert_eq!(full("zero"), "zero");
    let named = full(&path.to_string());
    assert!(named.starts_with(&format!("{path}#")), "{named}");
    let again = format!("uct:simulations=9,policy=lines-best-of,lines_best_of_weights={named}");
    assert!(kit.engine(&spec(&again)).is_ok());
    assert!(kit.check().is_ok());
}

#[test]
fn other_weights_are_refused_with_the_reason() {
    let kit = kit();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.json");
    let refusal = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let engine = format!(
            "alpha-beta:evaluator=lines,lines_weights={}",
            path.display()
        );
        kit.engine(&spec(&engine)).err().unwrap().to_string()
    };
    for (bytes, reason) in [
        (
            file("five", "lines", features()),
            "weights are for game 'five': expected 'four'",
        ),
        (
            file("four", "rows", features()),
            "weights are of evaluation 'rows': expected 'lines'",
        ),
        (
            file("four", "lines", 3),
            "there are 3 weights: expected 433, one per feature",
        ),
        (b"{}".to_vec(), "not a weights file"),
    ] {
        let error = refusal(&bytes);
        assert!(error.contains("parameter 'lines_weights': '"), "{error}");
        assert!(error.contains(reason), "{error}");
    }
    let mut damaged = file("four", "lines", features());
    let place = damaged.len() / 2;
    damaged[place] ^= 1;
    assert!(refusal(&damaged).contains("it is damaged"));
}

#[test]
fn an_evaluation_is_learned_through_the_text_interface() {
    let game = Registry::standard().game(&spec("connect-four")).unwrap();
    let job = |checkpoint: Option<&'static Path>| EvaluationJob {
        game: "connect-four",
        seed: 3,
        workers: 2,
        checkpoint,
        stop: Stop::default(),
    };
    let learn = |text: &str| game.train_evaluation(&spec(text), &job(None), &|_| ());
    let learned = learn("linear:updates=5,simulations=4,gain=0.3").unwrap();
    assert_eq!(learned.report.updates, 5);
    let read = WeightsFile::read(&learned.weights).unwrap();
    let (weights, gain) = read.model_weights("connect-four", "linear", 433).unwrap();
    assert_eq!((weights.len(), gain), (433, 0.3));

    let error = |text: &str| learn(text).unwrap_err().to_string();
    assert_eq!(
        error("lines"),
        "unknown evaluation 'lines' for game 'connect-four': expected one of linear"
    );
    assert!(error("linear:updates=0").contains("parameter 'updates': '0'"));
    assert!(error("linear:n=8").contains("unknown parameter 'n'"));
    let stopped = EvaluationJob {
        stop: Stop::default(),
        ..job(None)
    };
    stopped.stop.raise();
    let stopped = game.train_evaluation(&spec("linear"), &stopped, &|_| ());
    assert!(matches!(
        stopped,
        Err(TrainError::StoppedEarly { updates: 0 })
    ));
}

#[test]
fn flat_monte_carlo_by_moves_needs_no_limit() {
    let game = Registry::standard().game(&spec("connect-four")).unwrap();
    let simulations = |text: &str| {
        let mut engine = game.engine(&spec(text)).unwrap();
        engine.new_game(Seed::new(1)).unwrap();
        engine.choose(None, &Stop::default()).unwrap().simulations
    };
    assert_eq!(simulations("flat:allocation=per-move"), 700);
    assert_eq!(
        simulations("flat:allocation=per-move,per_move=2000"),
        14_000
    );
    assert_eq!(simulations("flat:allocation=per-move,simulations=50"), 50);
    assert_eq!(simulations("flat"), 10_000);
    // Records of earlier versions are still those of the same engine.
    assert!(!game.in_full(&spec("flat")).contains("per_move"));
}
