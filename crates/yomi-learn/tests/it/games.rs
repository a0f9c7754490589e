//! Games to learn from: resumed runs, merged positions, and files that are not what they should be.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use yomi_core::engine::{EngineInfo, GameReferee, GameRules, Host, SearchEngine, list_all};
use yomi_core::params::{Param, Spec};
use yomi_core::{Engine, Limits, Referee, Stop};
use yomi_learn::examples::{Examples, Target, TargetMix};
use yomi_learn::games::{LabelledGame, SelfPlayGame, SelfPlayHeader, read_games};
use yomi_learn::generation::{GameGenerator, Part};
use yomi_run::Job;
use yomi_search::playout::Playout;
use yomi_search::uct::{Uct, UctParams};
use yomi_toy::TicTacToe;

fn referee() -> Box<dyn Referee> {
    Box::new(GameReferee::new(Arc::new(TicTacToe), list_all))
}

fn teacher() -> Box<dyn Engine> {
    uct(50)
}

fn uct(simulations: u64) -> Box<dyn Engine> {
    let search = Uct::new(UctParams::default(), Box::new(Playout::uniform()));
    let limits = Limits::simulations(simulations);
    let engine = SearchEngine::new("uct", Arc::new(TicTacToe), Box::new(search), limits);
    Box::new(engine)
}

/// The host of one game with a teacher and somebody careless.
pub struct School;

impl Host for School {
    fn settings(&self, _: &str) -> Vec<Param> {
        Vec::new()
    }

    fn game(&self, spec: &Spec) -> Result<Arc<dyn GameRules>, String> {
        assert_eq!(spec.name, "tic-tac-toe");
        Ok(Arc::new(School))
    }
}

impl GameRules for School {
    fn referee(&self) -> Box<dyn Referee> {
        referee()
    }

    fn engines(&self) -> Vec<EngineInfo> {
        Vec::new()
    }

    fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, String> {
        match spec.name.as_str() {
            "uct" => Ok(teacher()),
            "careless" => Ok(uct(2)),
            other => Err(format!("there is no engine '{other}'")),
        }
    }
}

fn gather(path: &Path, games: u64, workers: usize, random_moves: [u32; 2]) -> Result<u64, String> {
    let recipe = SelfPlayHeader::new("tic-tac-toe", "uct", random_moves, 7);
    gather_as(recipe, path, games, workers)
}

fn gather_as(
    recipe: SelfPlayHeader,
    path: &Path,
    games: u64,
    workers: usize,
) -> Result<u64, String> {
    let generator = GameGenerator {
        recipe,
        host: &School,
        workers,
        stop: Stop::default(),
    };
    let count = generator.run(path, Part::whole(games), &|_| ());
    count.map_err(|error| error.to_string())
}

fn played(path: &Path) -> Vec<LabelledGame> {
    read_games(path).unwrap().1
}

#[test]
fn a_run_that_was_cut_short_ends_with_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.jsonl");
    let cut = folder.path().join("cut.jsonl");
    assert_eq!(gather(&whole, 12, 1, [0, 4]), Ok(12));
    let text = fs::read(&whole).unwrap();
    // After every kind of kill: nothing yet, half a header, whole lines, half a line.
    let header = text.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for length in [0, 10, header, header + 30, text.len() / 2, text.len() - 1] {
        fs::write(&cut, &text[..length]).unwrap();
        assert_eq!(gather(&cut, 12, 3, [0, 4]), Ok(12));
        assert_eq!(played(&cut), played(&whole), "cut at byte {length}");
    }
    // More games leave those there are alone.
    assert_eq!(gather(&cut, 15, 2, [0, 4]), Ok(15));
    assert_eq!(played(&cut)[..12], played(&whole)[..]);
}

#[test]
fn a_job_is_its_json() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    gather(&path, 5, 2, [0, 4]).unwrap();
    let text = r#"{"job":"self-play game","number":3,"game":"tic-tac-toe","teacher":"uct",
                   "random_moves":[0,4],"seed":7}"#;
    let job: SelfPlayGame = serde_json::from_str(text).unwrap();
    assert_eq!(job.id().to_string(), "c4e97400c0aa7a45f16db1603bfe4f17");
    assert_eq!(job, read_games(&path).unwrap().0.job(3));
    let alone = job.play(referee().as_mut(), teacher().as_mut(), &Stop::default());
    assert_eq!(alone.unwrap().as_ref(), Some(&played(&path)[3]));
}

#[test]
fn games_begin_with_as_many_random_moves_as_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    gather(&path, 60, 2, [1, 4]).unwrap();
    let games = played(&path);
    for game in &games {
        assert!((1..=4).contains(&game.random));
        assert_eq!(game.moves.len(), game.random as usize + game.values.len());
    }
    for random in 1..=4 {
        assert!(games.iter().any(|game| game.random == random));
    }
}

#[test]
fn a_file_of_something_else_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    gather(&path, 2, 1, [0, 0]).unwrap();
    let error = gather(&path, 2, 1, [0, 1]).unwrap_err();
    assert!(
        error.contains(
            "games.jsonl belongs to another run: its random_moves is [0,0], this run's is [0,1]"
        ),
        "{error}"
    );

    // As an earlier version wrote it, without checksums, behind which all else would hide.
    let good = without_checksums(&fs::read_to_string(&path).unwrap());
    let lines: Vec<&str> = good.lines().collect();
    for (text, expected) in [
        (
            "no JSON at all\n".to_owned(),
            "is no file of games: line 1 is not JSON",
        ),
        (format!("{}\n{{\n", lines[0]), "line 2: this is no game"),
        (
            format!("{}\n{}\n{}\n", lines[0], lines[1], lines[1]),
            "line 3: game 0 is there twice",
        ),
        (
            format!(
                "{}\n{}\n",
                lines[0],
                lines[1].replacen("\"values\":[", "\"values\":[0.5,", 1)
            ),
            "line 2: game 0 contradicts itself",
        ),
        (
            format!(
                "{}\n",
                lines[0].replacen("\"yomi_games\":1", "\"yomi_games\":2", 1)
            ),
            "version 2, expected version 1",
        ),
    ] {
        fs::write(&path, &text).unwrap();
        let error = read_games(&path).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        assert!(gather(&path, 2, 1, [0, 0]).is_err());
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            text,
            "nothing is changed"
        );
    }
}

/// A file as earlier versions wrote it.
fn without_checksums(text: &str) -> String {
    let old = text.lines().map(|line| match line.rfind(",\"checksum\"") {
        Some(end) => format!("{}}}\n", &line[..end]),
        None => format!("{line}\n"),
    });
    old.collect()
}

fn taught(number: u64, moves: &str, values: &[f32]) -> LabelledGame {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    LabelledGame {
        number,
        random: (moves.len() - values.len()) as u32,
        moves,
        values: values.to_vec(),
        means: Vec::new(),
        result: 1.0,
    }
}

#[test]
fn equal_positions_are_merged_with_the_mean() {
    // Two orders of the same three moves, then the same position with the second player to move.
    let games = [
        taught(0, "a1 b2 c3 a3", &[0.25]),
        taught(1, "c3 b2 a1 a2", &[0.75]),
        taught(2, "a1 b2 c2 a2", &[0.5]),
    ];
    let mut examples = Examples::new();
    let game = Arc::new(TicTacToe);
    examples
        .replay(&game, &games, 0.0, TargetMix::default())
        .unwrap();
    let found: Vec<(f64, u32, u32)> = examples
        .train()
        .iter()
        .map(|example| (example.target.0, example.moves, example.count))
        .collect();
    // Values are the first player's in the file and the mover's in the example.
    assert_eq!(found, [(0.5, 3, 2), (0.5, 3, 1)]);
    assert!(examples.test().is_empty());

    let mut mixed = Examples::new();
    let half_result = TargetMix {
        result_share: 0.5,
        ..TargetMix::default()
    };
    mixed.replay(&game, &games[..1], 0.0, half_result).unwrap();
    assert_eq!(mixed.train()[0].target.0, 1.0 - (0.25 + 1.0) / 2.0);

    // Half of the next search; after the last move, of the result.
    let mut smooth = Examples::new();
    let half_next = TargetMix {
        next_share: 0.5,
        ..TargetMix::default()
    };
    let games = [taught(0, "a1 b2 c3 a3", &[0.75, 0.25])];
    smooth.replay(&game, &games, 0.0, half_next).unwrap();
    let targets: Vec<f64> = smooth.train().iter().map(|e| e.target.0).collect();
    assert_eq!(targets, [0.5, 1.0 - (0.25 + 1.0) / 2.0]);
}

#[test]
fn means_are_recorded_where_the_header_says_so_and_learned_where_the_target_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let (without, with) = (
        folder.path().join("values.jsonl"),
        folder.path().join("means.jsonl"),
    );
    gather(&without, 6, 1, [0, 2]).unwrap();
    let recipe = read_games(&without).unwrap().0;
    assert!(!fs::read_to_string(&without).unwrap().contains("means"));
    gather_as(recipe.clone().with_means(true), &with, 6, 2).unwrap();
    // The same games, move by move, and one more number for each search.
    let mut spread = 0;
    for (plain, game) in played(&without).iter().zip(played(&with)) {
        assert_eq!(
            (&plain.moves, &plain.values),
            (&game.moves, &game.values),
            "game {}",
            game.number
        );
        assert_eq!(game.means.len(), game.values.len());
        spread += (game.means.iter().zip(&game.values))
            .filter(|(mean, value)| mean != value)
            .count();
    }
    assert!(
        spread > 10,
        "the mean is not the best move's value: {spread}"
    );
    // A file without them is not gone on with, nor learned from.
    let error = gather_as(recipe.with_means(true), &without, 7, 1).unwrap_err();
    assert!(error.contains("means"), "{error}");
    let mean = TargetMix {
        target: Target::Mean,
        ..TargetMix::default()
    };
    let game = Arc::new(TicTacToe);
    let refused = Examples::new().replay(&game, &played(&without), 0.0, mean);
    let error = refused.unwrap_err().to_string();
    assert!(error.contains("expected games with means"), "{error}");
    let one = LabelledGame {
        means: vec![0.75],
        ..taught(0, "a1 b2 c3 a3", &[0.25])
    };
    let mut examples = Examples::new();
    examples.replay(&game, &[one], 0.0, mean).unwrap();
    assert_eq!(examples.train()[0].target.0, 0.25);
}

#[test]
fn games_not_positions_are_split() {
    let games: Vec<LabelledGame> = (0..40)
        .map(|number| taught(number, "a1 b2 c3", &[0.5, 0.5, 0.5]))
        .collect();
    for (share, tests) in [(0.0, 0), (0.1, 4), (0.25, 10), (0.5, 20)] {
        let mut examples = Examples::new();
        examples
            .replay(&Arc::new(TicTacToe), &games, share, TargetMix::default())
            .unwrap();
        let count = |list: &[yomi_learn::examples::Example<_>]| list.first().map_or(0, |e| e.count);
        assert_eq!(count(examples.test()), tests, "share {share}");
        assert_eq!(count(examples.train()), 40 - tests, "share {share}");
    }
}

#[test]
fn an_illegal_move_is_named() {
    for (moves, place) in [
        ("a1 a1 c3", "game 5, move 2"),
        ("a1 a2 b1 b2 c1 c2", "game 5, move 6"),
    ] {
        let count = moves.split_whitespace().count();
        let games = [taught(5, moves, &vec![0.5; count])];
        let mut examples = Examples::new();
        let error = examples
            .replay(&Arc::new(TicTacToe), &games, 0.0, TargetMix::default())
            .unwrap_err();
        assert!(error.to_string().starts_with(place), "{error}");
    }
}
