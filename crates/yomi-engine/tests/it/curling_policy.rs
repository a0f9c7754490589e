//! The heuristic policy of curling: learned from games of chance, used by the engines, refused where it cannot be.

use std::path::{Path, PathBuf};
use yomi_core::engine::{Question, TextReport};
use yomi_core::params::Spec;
use yomi_core::{Seed, Stop};
use yomi_engine::{AnyGame, Registry, TrainError, TrainingJob};
use yomi_learn::WeightsFile;
use yomi_learn::games::SelfPlayHeader;

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

fn curling(settings: &str) -> std::sync::Arc<dyn AnyGame> {
    let registry = Registry::standard();
    registry
        .game(&spec(&format!("curling:{settings}")))
        .unwrap()
}

/// A few ends by the rule-based player.
fn games(folder: &Path, settings: &str) -> PathBuf {
    let game = curling(settings);
    let header = SelfPlayHeader::new(&format!("curling:{settings}"), "rules", [0, 0], 3);
    let mut lines = vec![serde_json::to_string(&header).unwrap()];
    for number in 0..6 {
        let mut teacher = game.engine(&spec("rules")).unwrap();
        let played = header
            .job(number)
            .play(&mut *game.referee(), &mut *teacher, &Stop::default());
        lines.push(serde_json::to_string(&played.unwrap().unwrap()).unwrap());
    }
    let path = folder.join("games.jsonl");
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    path
}

fn train(folder: &Path, game: &dyn AnyGame, games: PathBuf) -> Result<PathBuf, TrainError> {
    let out = folder.join("mine.json");
    let job = TrainingJob {
        games: &[games],
        seed: 0,
        checkpoint: None,
        stop: Stop::default(),
    };
    let policy = spec("heuristic:epochs=4,batch=16");
    game.train_moves(&policy, &job, &out, &mut |_, _| ())?;
    Ok(out)
}

#[test]
fn preferences_are_learned_from_games_with_noise_and_change_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "world=dc2,ends=1,extra_ends=0";
    let game = curling(settings);
    let weights = train(folder.path(), &*game, games(folder.path(), settings)).unwrap();
    let file = WeightsFile::load(&weights).unwrap();
    let (learned, _) = file.model_weights("curling", "heuristic", 42_072).unwrap();
    assert!(learned.iter().filter(|&&weight| weight != 0.0).count() > 500);
    let answer = |engine: &str| {
        let mut engine = game.engine(&spec(engine)).unwrap();
        engine.new_game(Seed::new(1)).unwrap();
        let report = engine.choose(None, &Stop::default()).unwrap();
        (report.best, report.value.0, report.simulations)
    };
    for search in ["pure-mc", "state-tree"] {
        let with = |weights: &str| {
            answer(&format!(
                "{search}:policy=heuristic,weights={weights},simulations=600"
            ))
        };
        let taught = with(&weights.display().to_string());
        assert_eq!(
            taught,
            with(&weights.display().to_string()),
            "same seed, same answer"
        );
        assert_ne!(taught.1, with("zero").1, "{search}");
        assert_eq!(taught.2, 600, "ended within the first cycle");
    }
}

/// Throws can be made under other settings too, but lead elsewhere.
#[test]
fn games_with_other_settings_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path(), "world=dc2,ends=1,extra_ends=0");
    let other = curling("world=dc2,ends=1,extra_ends=0,noise_scale=3");
    let error = train(folder.path(), &*other, games)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("on file: other rules or settings?"),
        "{error}"
    );
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let game = curling("world=fcv1");
    for (engine, reason) in [
        ("state-tree:weights=mine.json", "none with policy=simple"),
        (
            "pure-mc:draw_margin_x=40,hit_margin=120",
            "margins that leave some to choose",
        ),
        (
            "state-tree:draw_y=-20,policy=simple,draw_step_y=9",
            "within reach",
        ),
        (
            "state-tree:policy=heuristic,weights=nowhere.json",
            "nowhere.json",
        ),
        ("pure-mc:policy=clever", "'clever'"),
    ] {
        let error = game.engine(&spec(engine)).err().expect(engine).to_string();
        assert!(error.contains(reason), "{engine}: {error}");
    }
}

#[test]
fn the_policy_plays_what_it_prefers_and_tells_how_much() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "world=dc2,ends=1,extra_ends=0";
    let game = curling(settings);
    let weights = train(folder.path(), &*game, games(folder.path(), settings)).unwrap();
    let weights = weights.display();
    let asked = |engine: &str, only: &[&str]| {
        let mut engine = game.engine(&spec(engine)).unwrap();
        engine.new_game(Seed::new(1)).unwrap();
        let question = Question {
            only: only.iter().map(|&text| text.to_owned()).collect(),
            ..Question::default()
        };
        engine.think(&question, &mut |_| ()).unwrap()
    };
    let shares = |report: &TextReport| -> Vec<f64> {
        let entries = report.moves.iter();
        entries.map(|entry| entry.prior.unwrap()).collect()
    };
    let learned = asked(&format!("heuristic:weights={weights}"), &[]);
    let of_learned = shares(&learned);
    assert_eq!(learned.best, learned.moves[0].text);
    assert!(of_learned.is_sorted_by(|a, b| a >= b), "{of_learned:?}");
    assert!((of_learned.iter().sum::<f64>() - 1.0).abs() < 1e-5);
    // Two shots whose preferences differ by d have shares of ratio exp(d / T).
    let hot = shares(&asked(
        &format!("heuristic:weights={weights},temperature=1.6"),
        &[],
    ));
    let ratio = |shares: &[f64]| (shares[0] / shares[shares.len() - 1]).ln();
    assert!(ratio(&of_learned) > 0.01, "{of_learned:?}");
    assert!((ratio(&of_learned) / ratio(&hot) - 2.0).abs() < 1e-3);
    let untaught = shares(&asked("heuristic:weights=zero", &[]));
    assert!(
        untaught
            .iter()
            .all(|share| (share - 1.0 / untaught.len() as f64).abs() < 1e-6)
    );
    // Kept to some moves, it prefers among those; it has no opinion on others.
    let last = learned.moves.last().unwrap().text.as_str();
    let kept = asked(&format!("heuristic:weights={weights}"), &[last]);
    assert_eq!((kept.best.as_str(), kept.moves.len()), (last, 1));
    let other = asked(&format!("heuristic:weights={weights}"), &["0,-30,cw"]);
    assert_eq!(
        (other.best.as_str(), other.moves[0].prior),
        ("0,-30,cw", None)
    );
}
