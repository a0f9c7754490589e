//! `yomi bench --time-limits`: how long engines take that were given so long.
//!
//! Every engine of a game plays games against itself, so that trees and tables kept from move to
//! move count too; what is timed is the answer as whoever asks gets it. An engine may answer early
//! (a result is proven, a clear move played at once), but never late. With fewer than a hundred
//! answers the 99th percentile is the longest: `--seconds 100` gives a hundred of a second each.

use crate::failure::usage;
use crate::text::{Align, Table};
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};
use yomi_core::params::{Settings, Spec};
use yomi_core::{Engine, EngineError, Seed, Stop};
use yomi_engine::AnyGame;

/// Limits that are asked for, in seconds.
const LIMITS: [f64; 3] = [0.01, 0.1, 1.0];
/// Threads, for engines that have them.
const THREADS: [u32; 3] = [1, 2, 8];
/// Fewer answers than this say nothing.
const FEWEST: usize = 5;

/// Asked against taken.
#[derive(Serialize)]
struct Punctuality {
    game: String,
    engine: String,
    /// All times are in milliseconds.
    asked: f64,
    answers: usize,
    median: f64,
    p99: f64,
    longest: f64,
    /// Answers later than 5 ms or 1%, whichever is more.
    late: usize,
}

/// Measures every engine of a game whose specification contains `only`, each limit for about
/// `budget`.
pub fn run(
    game: &dyn AnyGame,
    only: Option<&str>,
    budget: Duration,
    json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut table = Table::new(&[
        ("engine", Align::Left),
        ("asked", Align::Right),
        ("median", Align::Right),
        ("99%", Align::Right),
        ("longest", Align::Right),
        ("late", Align::Right),
        ("answers", Align::Right),
    ]);
    let mut specs = specs(game);
    if let Some(only) = only {
        specs.retain(|spec| spec.to_string().contains(only));
        if specs.is_empty() {
            return Err(usage(format!(
                "no engine of {} with a limit of time contains '{only}'",
                game.name()
            )));
        }
    }
    for spec in specs {
        let measured = measure(game, &spec, budget)?;
        if json {
            writeln!(out, "{}", serde_json::to_string(&measured)?)?;
            out.flush()?;
        } else {
            table.row(cells(&measured));
        }
    }
    if !json {
        writeln!(out, "{}: milliseconds", game.name())?;
        write!(out, "{}", table.render())?;
    }
    Ok(())
}

/// Every engine that can be limited by time, with every limit and number of threads.
fn specs(game: &dyn AnyGame) -> Vec<Spec> {
    let mut specs = Vec::new();
    for engine in game.engines() {
        let has = |name: &str| engine.parameters.iter().any(|param| param.name == name);
        if !has("time") {
            continue;
        }
        let threads = if has("threads") { &THREADS[..] } else { &[1] };
        for (&threads, limit) in threads
            .iter()
            .flat_map(|threads| LIMITS.map(|limit| (threads, limit)))
        {
            let mut settings = Settings::default();
            settings.0.push(("time".to_owned(), limit.to_string()));
            if has("threads") {
                settings.0.push(("threads".to_owned(), threads.to_string()));
            }
            let name = engine.name.clone();
            specs.push(Spec { name, settings });
        }
    }
    specs
}

fn measure(game: &dyn AnyGame, spec: &Spec, budget: Duration) -> anyhow::Result<Punctuality> {
    let asked: f64 = spec.settings.0[0].1.parse()?;
    let wanted = (budget.as_secs_f64() / asked).ceil() as usize;
    let wanted = wanted.max(FEWEST);
    let mut engine = game.engine(spec)?;
    let mut taken = Vec::with_capacity(wanted);
    for number in 0.. {
        play(
            game,
            engine.as_mut(),
            Seed::new(0).index(number),
            wanted,
            &mut taken,
        )?;
        if taken.len() >= wanted {
            break;
        }
    }
    taken.sort_by(f64::total_cmp);
    let asked = asked * 1000.0;
    let allowed = asked + (asked * 0.01).max(5.0);
    let at = |share: f64| taken[((taken.len() - 1) as f64 * share).ceil() as usize];
    Ok(Punctuality {
        game: game.name().to_owned(),
        engine: spec.to_string(),
        asked,
        answers: taken.len(),
        median: at(0.5),
        p99: at(0.99),
        longest: at(1.0),
        late: taken.iter().filter(|&&time| time > allowed).count(),
    })
}

/// Plays a game, until it is over or there are answers enough.
fn play(
    game: &dyn AnyGame,
    engine: &mut dyn Engine,
    seed: Seed,
    wanted: usize,
    taken: &mut Vec<f64>,
) -> Result<(), EngineError> {
    let mut referee = game.referee();
    referee.new_game(seed);
    engine.new_game(seed)?;
    while referee.outcome().is_none() && taken.len() < wanted {
        let started = Instant::now();
        let report = engine.choose(None, &Stop::default())?;
        taken.push(started.elapsed().as_secs_f64() * 1000.0);
        let (text, chance) = referee.play(&report.best)?;
        engine.play(&text, chance)?;
    }
    Ok(())
}

fn cells(measured: &Punctuality) -> Vec<String> {
    let time = |milliseconds: f64| format!("{milliseconds:.1}");
    vec![
        measured.engine.clone(),
        time(measured.asked),
        time(measured.median),
        time(measured.p99),
        time(measured.longest),
        measured.late.to_string(),
        measured.answers.to_string(),
    ]
}
