//! Signatures: what an engine answers, as a number.
//!
//! Results hold for the program that made them. Whether today's program would give them again can
//! be told without playing a match: an engine is taken through a few fixed games and asked now and
//! then, with a small fixed number of simulations and a fixed seed, and its answers (the move, the
//! value, the visits and values of all moves, down to the last bit) are hashed. Weights are part of
//! that, as is everything else that decides how it plays. A learner is signed by what two short epochs
//! on such games make of its first weights.
//!
//! Limits: an engine that plays differently only in positions or at budgets that are not among these
//! has the signature it had. Two games with questions from the opening to the last moves, where
//! solvers matter, make that unlikely for changes of the search itself. Engines with threads are
//! signed with one, those with a time limit without it: the rest of them is the same.

use crate::AnyGame;
use crate::training::{EvaluationJob, TrainingJob};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io};
use yomi_core::checksum::{FNV_OFFSET, fnv1a_after};
use yomi_core::engine::{Effort, Question, TextReport};
use yomi_core::params::Spec;
use yomi_core::{EngineError, Limits, Seed, Stop};
use yomi_learn::checksum::Form;
use yomi_learn::games::{LabelledGame, SelfPlayHeader};

/// How many games an engine is asked in, and the most plies of each.
const GAMES: u64 = 2;
const PLIES: usize = 400;

/// The effort of one answer. Not every engine counts simulations.
const SIMULATIONS: u64 = 400;
const NODES: u64 = 20_000;

/// The games of a learner, and the most plies of each.
const LEARNED_GAMES: u64 = 4;
const LEARNED_PLIES: usize = 40;

/// The signature of an engine, 16 hexadecimal digits; an error says why it has none.
///
/// ```
/// use yomi_engine::{Registry, signature};
/// let game = Registry::standard().game(&"tic-tac-toe".parse().unwrap()).unwrap();
/// let of = |engine: &str| signature::of_engine(&*game, &engine.parse().unwrap()).unwrap();
/// assert_eq!(of("uct"), of("uct"));
/// assert_ne!(of("uct"), of("uct:exploration=0.5"));
/// ```
pub fn of_engine(game: &dyn AnyGame, spec: &Spec) -> Result<String, String> {
    let mut single = spec.clone();
    let table = game.parameters(&spec.name);
    if table.iter().any(|param| param.name == "threads") {
        single = single.with("threads", "1");
    }
    // An engine that breaks down has no signature; what it is used for will say so.
    let answers = catch_unwind(AssertUnwindSafe(|| {
        (0..GAMES).try_fold(FNV_OFFSET, |hash, number| {
            answers_in_game(game, &single, number, hash)
        })
    }));
    let hash = answers.map_err(|_| "it broke down".to_owned())??;
    Ok(format!("{hash:016x}"))
}

/// Goes on with a hash by the answers of an engine in one of the games.
fn answers_in_game(game: &dyn AnyGame, spec: &Spec, number: u64, hash: u64) -> Result<u64, String> {
    let seed = Seed::new(0).child("signature").index(number);
    let moves = random_game(game, seed, PLIES).map_err(|error| error.to_string())?;
    let mut engine = game.engine(spec).map_err(|error| error.to_string())?;
    let question = Question {
        effort: Effort::Within(Limits {
            simulations: Some(SIMULATIONS),
            nodes: Some(NODES),
            ..Limits::default()
        }),
        ..Question::default()
    };
    let mut play = || -> Result<Option<u64>, EngineError> {
        let mut hash = hash;
        engine.new_game(seed.child("engine"))?;
        for (ply, (text, chance)) in moves.iter().enumerate() {
            if is_asked(ply, moves.len()) {
                let report = engine.think(&question, &mut |_| ())?;
                if !report.reproducible {
                    return Ok(None);
                }
                hash = fnv1a_after(hash, answer(&report).as_bytes());
            }
            engine.play(text, *chance)?;
        }
        Ok(Some(hash))
    };
    let hash = play().map_err(|error| error.to_string())?;
    hash.ok_or_else(|| "it does not answer alike twice".to_owned())
}

/// Whether a question is asked before this ply: at the quarters of the game, and at most of its last
/// moves.
fn is_asked(ply: usize, plies: usize) -> bool {
    let quarters = [0, plies / 4, plies / 2, plies * 3 / 4];
    quarters.contains(&ply) || [8, 6, 4, 3, 2, 1].contains(&(plies - ply))
}

/// Everything in an answer that decides how a game goes on.
fn answer(report: &TextReport) -> String {
    let mut text = format!(
        "{} {:016x} {:?} {}",
        report.best,
        report.value.0.to_bits(),
        report.proven,
        report.simulations
    );
    for entry in &report.moves {
        let value = entry.value.map(|value| value.0.to_bits());
        text += &format!(" {} {} {value:?}", entry.text, entry.visits);
    }
    text
}

/// The moves of a random game, each with the seed of its chance.
fn random_game(
    game: &dyn AnyGame,
    seed: Seed,
    most: usize,
) -> Result<Vec<(String, Seed)>, EngineError> {
    let mut rng = seed.child("moves").rng();
    let mut referee = game.referee();
    referee.new_game(seed.child("chance"));
    let mut moves = Vec::new();
    while referee.outcome().is_none() && moves.len() < most {
        let mut legal = referee.legal().moves;
        let chosen = legal.swap_remove(rng.below(legal.len() as u32) as usize);
        moves.push(referee.play(&chosen)?);
    }
    Ok(moves)
}

/// The signature of a network's learner, 16 hexadecimal digits; an error says why it has none.
pub fn of_network(game: &dyn AnyGame, network: &Spec) -> Result<String, String> {
    let folder = Scratch::new().map_err(|error| error.to_string())?;
    let path = folder.0.join("games.jsonl");
    write_games(game, &path)?;
    let job = TrainingJob {
        games: &[path],
        seed: 0,
        checkpoint: None,
        stop: Stop::default(),
    };
    // The file quotes the settings, so they need one spelling.
    let known = game.networks();
    let table = known.iter().find(|known| known.name == network.name);
    let table = table.map_or(&[][..], |known| &known.parameters);
    let full = network.with("epochs", "2").in_full(table);
    let full: Spec = full.parse().map_err(|error| format!("{error}"))?;
    let trained = game
        .train(&full, &job, &|_| ())
        .map_err(|error| error.to_string())?;
    let hash = Form::Safetensors.contents_hash(&trained.weights);
    Ok(format!("{hash:016x}"))
}

/// The signature of an evaluation's learner, 16 hexadecimal digits: what a few updates make of its first
/// weights. An error says why it has none.
pub fn of_evaluation(game: &dyn AnyGame, evaluation: &Spec) -> Result<String, String> {
    let known = game.evaluations();
    let table = known.iter().find(|known| known.name == evaluation.name);
    let table = table.map_or(&[][..], |known| &known.parameters);
    let short = evaluation.with("updates", "4").with("simulations", "10");
    let full: Spec = short
        .in_full(table)
        .parse()
        .map_err(|error| format!("{error}"))?;
    let job = EvaluationJob {
        game: game.name(),
        seed: 0,
        workers: 1,
        checkpoint: None,
        stop: Stop::default(),
    };
    let trained = game
        .train_evaluation(&full, &job, &|_| ())
        .map_err(|error| error.to_string())?;
    let hash = Form::Json.contents_hash(&trained.weights);
    Ok(format!("{hash:016x}"))
}

/// Random games with random values, as a learner reads them.
fn write_games(game: &dyn AnyGame, path: &Path) -> Result<(), String> {
    let header = SelfPlayHeader::new(game.name(), "random", [0, 0], 0).with_means(true);
    let mut lines = vec![serde_json::to_string(&header).map_err(|error| error.to_string())?];
    for number in 0..LEARNED_GAMES {
        let seed = Seed::new(0).child("lesson").index(number);
        let moves = random_game(game, seed, LEARNED_PLIES).map_err(|error| error.to_string())?;
        let mut rng = seed.child("values").rng();
        let mut values = || (0..moves.len()).map(|_| rng.unit() as f32).collect();
        let game = LabelledGame {
            number,
            random: 0,
            values: values(),
            means: values(),
            moves: moves.into_iter().map(|(text, _)| text).collect(),
            result: 0.5,
        };
        lines.push(serde_json::to_string(&game).map_err(|error| error.to_string())?);
    }
    fs::write(path, lines.join("\n") + "\n").map_err(|error| error.to_string())
}

/// A folder that goes when it is no longer needed.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> io::Result<Scratch> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("yomi-signature-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder)?;
        Ok(Scratch(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // If it stays, nobody asks for it.
        let _ = fs::remove_dir_all(&self.0);
    }
}
