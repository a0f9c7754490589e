//! The heuristic policy of curling: learned from games of chance, used by the engines, refused where it cannot be.

use std::path::{Path, PathBuf};
use yomi_core::engine::{Question, TextReport};
use yomi_core::params::Spec;
use yomi_core::{Seed, Stop};
use yomi_curling::{EndScores, World};
use yomi_engine::curling::scores_file;
use yomi_engine::{AnyGame, Registry, TrainError, TrainingJob};
use yomi_learn::WeightsFile;
use yomi_learn::games::SelfPlayHeader;
use yomi_learn::report::Report;

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
    learn(game, "heuristic:epochs=4,batch=16", &[games], &out)?;
    Ok(out)
}

fn learn(
    game: &dyn AnyGame,
    policy: &str,
    games: &[PathBuf],
    out: &Path,
) -> Result<Report, TrainError> {
    let job = TrainingJob {
        games,
        seed: 0,
        checkpoint: None,
        stop: Stop::default(),
    };
    game.train_moves(&spec(policy), &job, out, &mut |_, _| ())
}

/// What an engine finds at the start of a game.
fn answer(game: &dyn AnyGame, engine: &str) -> (String, f64, u64) {
    let mut engine = game.engine(&spec(engine)).unwrap();
    engine.new_game(Seed::new(1)).unwrap();
    let report = engine.choose(None, &Stop::default()).unwrap();
    (report.best, report.value.0, report.simulations)
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
    for search in ["pure-mc", "state-tree"] {
        let with = |weights: &str| {
            let engine = format!("{search}:policy=heuristic,weights={weights},simulations=600");
            answer(&*game, &engine)
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

/// A log of DC2: three throws of the second of four ends, with the third end's first throw after it. The first
/// two are draws with an empty sheet; the third passes.
fn log(folder: &Path, name: &str, leads: i32) -> PathBuf {
    let stones = "0 0 ".repeat(16);
    let section = |end: u8, shot: u8, said: &str| {
        let side = shot % 2;
        format!(
            "[{end:02}{shot:02}]\nPOSITION=POSITION {stones}\nSETSTATE=SETSTATE {shot} {end} 4 {side}\n{said}\n"
        )
    };
    let draw = "BESTSHOT=BESTSHOT -0.99 -29.56 0";
    let text = [
        "[GameInfo]\nFirst=Alice\nSecond=Bob\n".to_owned(),
        format!("[0016]\nSCORE=SCORE {leads}\n"),
        section(1, 0, draw),
        section(1, 1, draw),
        section(1, 2, "BESTSHOT=BESTSHOT 0 -34 0"),
        // What was not asked for is no lesson.
        section(1, 3, "RUNSHOT=RUNSHOT -0.99 -29.56 0"),
        section(3, 6, draw),
    ];
    let path = folder.join(name);
    std::fs::write(&path, text.concat()).unwrap();
    path
}

#[test]
fn preferences_are_learned_from_logs() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let game = curling("world=dc2");
    let out = folder.join("mine.json");
    let logs = [log(folder, "close.dcl", 1), log(folder, "wide.dcl", 6)];
    let remark = |policy: &str| {
        let report = learn(&*game, policy, &logs, &out).unwrap();
        (report.learned_from[0].0, report.remark.unwrap())
    };
    let (moves, told) = remark("heuristic:epochs=1");
    assert_eq!(moves, 6);
    assert!(
        told.contains("8 moves: 2 that are none of the options"),
        "{told}"
    );
    // The log's four ends count from the last: its last throw is one of the last end here too.
    let (moves, told) = remark("heuristic:epochs=1,greatest_lead=4,last_end_throws=5");
    assert_eq!(moves, 2);
    assert!(
        told.contains("8 moves: 5 left out, 1 that are none"),
        "{told}"
    );
    let made = std::fs::read_to_string(&out).unwrap();
    assert!(
        made.contains("from 8 moves of 2 logs of Digital Curling"),
        "{made:.400}"
    );
    // Own records and logs together.
    let settings = "world=dc2,ends=1,extra_ends=0";
    let own = games(folder, settings);
    let all = [logs[0].clone(), own.clone()];
    let both = learn(&*curling(settings), "heuristic:epochs=1", &all, &out).unwrap();
    let alone = learn(&*curling(settings), "heuristic:epochs=1", &[own], &out).unwrap();
    assert_eq!(both.learned_from[0].0, alone.learned_from[0].0 + 3);
}

#[test]
fn logs_that_are_of_no_use_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let out = folder.join("mine.json");
    let broken = folder.join("broken.dcl");
    let text = std::fs::read_to_string(log(folder, "log.dcl", 0)).unwrap();
    std::fs::write(&broken, text.replace("-34", "fast")).unwrap();
    let problem = |settings: &str, path: PathBuf| {
        let learned = learn(&*curling(settings), "heuristic", &[path], &out);
        learned.unwrap_err().to_string()
    };
    let error = problem("world=dc2", broken);
    assert!(error.contains("broken.dcl: line 17: expected"), "{error}");
    let error = problem("world=fcv1", folder.join("log.dcl"));
    assert!(
        error.contains("log.dcl: the log is of world dc2: expected fcv1"),
        "{error}"
    );
    let error = problem("world=dc2", folder.join("none.dcl"));
    assert!(error.contains("none.dcl"), "{error}");
}

#[test]
fn weights_and_games_are_for_one_world() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (dc2, fcv1) = (curling("world=dc2"), curling("world=fcv1"));
    let zeros = WeightsFile::of_moves("curling", "heuristic", "a test", vec![0.1; 42_072]);
    let (new, old) = (folder.join("new.json"), folder.join("old.json"));
    zeros.save(&old).unwrap();
    zeros.of_variant(Some("world=dc2")).save(&new).unwrap();
    let engine = |path: &Path| {
        spec(&format!(
            "pure-mc:policy=heuristic,weights={}",
            path.display()
        ))
    };
    assert!(dc2.engine(&engine(&new)).is_ok());
    let error = fcv1.engine(&engine(&new)).err().unwrap().to_string();
    assert!(
        error.contains("weights are for world=dc2: expected world=fcv1"),
        "{error}"
    );
    // Files of before are for any world, and records name their contents.
    for game in [&dc2, &fcv1] {
        assert!(game.engine(&engine(&old)).is_ok());
        let recorded = game.in_full(&engine(&old));
        assert!(recorded.contains("old.json#"), "{recorded}");
        assert!(game.engine(&spec(&recorded)).is_ok());
    }
    let games = games(folder, "world=dc2,ends=1,extra_ends=0");
    let error = train(folder, &*fcv1, games).unwrap_err().to_string();
    assert!(error.contains("expected 'curling:world=fcv1'"), "{error}");
}

#[test]
fn engines_judge_by_the_distribution_they_are_given() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scores.json");
    let mut counts = [0; 17];
    counts[9] = 1000;
    let steals = EndScores::measured(&counts);
    let made = scores_file(World::Dc2, &steals, "a test");
    made.save(&file).unwrap();
    let game = curling("world=dc2,ends=3");
    for search in ["pure-mc", "state-tree", "halving", "dpw", "kr-uct"] {
        let value = |scores: &str| {
            let engine = format!("{search}:simulations=300,scores={scores}");
            answer(&*game, &engine).1
        };
        let plain = answer(&*game, &format!("{search}:simulations=300")).1;
        assert_eq!(value("table3"), plain);
        assert_ne!(value("measured"), plain);
        // Whoever throws first steals, so that nothing is worse than the hammer.
        let stolen = value(&file.display().to_string());
        assert!((stolen - plain).abs() > 0.01, "{stolen} {plain}");
        // Records of before are those by Table 3.
        let recorded = |scores: &str| game.in_full(&spec(&format!("{search}:scores={scores}")));
        assert!(!recorded("table3").contains("scores"));
        assert!(recorded("measured").contains("scores=measured-"));
        assert!(recorded(&file.display().to_string()).contains("scores.json#"));
    }
    let engine = spec(&format!("pure-mc:scores={}", file.display()));
    let error = curling("world=fcv1")
        .engine(&engine)
        .err()
        .unwrap()
        .to_string();
    assert!(error.contains("weights are for world=dc2"), "{error}");
    let none = WeightsFile::of_moves("curling", "end-scores", "a test", vec![0.0; 17]);
    none.save(&file).unwrap();
    let error = game.engine(&engine).err().unwrap().to_string();
    assert!(error.contains("of which none is negative"), "{error}");
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
        (
            "state-tree:policy=simple,weights=mine.json",
            "policy=heuristic",
        ),
        ("pure-mc:draw_margin_x=40", "draw_margin_x"),
        ("pure-mc:hit_margin=120", "hit_margin"),
        (
            "pure-mc:draw_columns=1000,draw_rows=1000,draw_step_x=0.001",
            "columns times rows up to 100000",
        ),
        (
            "pure-mc:draw_columns=1000,draw_rows=100,draw_step_x=0.004,draw_margin_x=100,draw_margin_y=20",
            "neighbours",
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

/// Records spell out every setting: the weights that ship too, where the policy has no use for any.
#[test]
fn weights_that_ship_are_no_mistake_without_preferences() {
    for world in ["dc2", "fcv1"] {
        let game = curling(&format!("world={world}"));
        for weights in ["zero", "shipped"] {
            for engine in ["pure-mc:policy=simple", "halving:policy=hit-or-draw"] {
                let engine = format!("{engine},weights={weights}");
                assert!(game.engine(&spec(&engine)).is_ok(), "{engine}");
            }
        }
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
