//! The options of a match as people write them.

use crate::failure::usage;
use crate::records::{Style, game_of_file, read_all};
use anyhow::Context as _;
use std::path::{Path, PathBuf};
use std::time::Duration;
use yomi_arena::{Mode, OpeningLine, Openings};
use yomi_core::engine::{Resignation, Step};
use yomi_core::{Seed, read_text};
use yomi_engine::AnyGame;
use yomi_stats::sprt::{Sprt, SprtParameters};

/// Which engines meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Who {
    /// Two engines against each other.
    Versus,
    /// Everyone against everyone.
    RoundRobin,
    /// The first against each of the others.
    Gauntlet,
}

impl Who {
    /// What the arena calls it.
    pub fn mode(self) -> Mode {
        match self {
            Who::Versus => Mode::Versus,
            Who::RoundRobin => Mode::RoundRobin,
            Who::Gauntlet => Mode::Gauntlet,
        }
    }

    /// What so many engines do unless they are told.
    pub fn default_for(engines: usize) -> Mode {
        if engines == 2 {
            Mode::Versus
        } else {
            Mode::RoundRobin
        }
    }
}

/// Where the games begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// After so many random moves.
    Random(usize),
    /// After the moves in this file: lines, or records of games.
    File(PathBuf),
}

impl Start {
    /// The openings, read from the file if there is one, with so many moves at most.
    pub fn load(&self, game: &dyn AnyGame, plies: Option<usize>) -> anyhow::Result<Openings> {
        let path = match self {
            Start::Random(count) => {
                return match plies {
                    None => Ok(Openings::Random { plies: *count }),
                    Some(_) => Err(usage("--opening-plies is for --openings file:PATH")),
                };
            }
            Start::File(path) => path,
        };
        // A device would be read without end and a pipe would be waited for.
        if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(usage(format!(
                "cannot read the openings in {}: expected a regular file",
                path.display()
            )));
        }
        let of_records = game_of_file(path) == Some(game.name()) && !is_usi(path);
        let mut openings = match of_records {
            true => Openings::Listed(of_games(path, game, plies.unwrap_or(usize::MAX))?),
            false => {
                /// Millions of openings.
                const OPENINGS_BYTES: usize = 1 << 28;
                let text = read_text(path, OPENINGS_BYTES)
                    .with_context(|| format!("cannot read the openings in {}", path.display()))?;
                Openings::from_lines(&text)
            }
        };
        if let (Openings::Listed(lines), Some(plies)) = (&mut openings, plies) {
            for line in lines {
                line.moves.truncate(plies);
            }
        }
        Ok(openings)
    }
}

/// Lines of USI are lines of openings.
fn is_usi(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "usi")
}

/// The games of a file of records as openings: so many moves from the last position that was set up, if one was.
fn of_games(path: &Path, game: &dyn AnyGame, plies: usize) -> anyhow::Result<Vec<OpeningLine>> {
    let games = read_all(path, &Style::of(game.name())?)?;
    let mut lines = Vec::with_capacity(games.len());
    let mut referee = game.referee();
    for (number, record) in (1..).zip(games) {
        let cannot = || {
            format!(
                "cannot read the openings in {}: game {number}",
                path.display()
            )
        };
        referee.new_game(Seed::new(0));
        let steps = record
            .with_context(cannot)?
            .replay(referee.as_mut(), usize::MAX)
            .with_context(cannot)?;
        let is_set_up = |step: &Step| matches!(step, Step::SetUp(_));
        let from = steps.iter().rposition(is_set_up).unwrap_or(0);
        let until =
            from + plies.saturating_add(usize::from(steps.get(from).is_some_and(is_set_up)));
        let mut line = OpeningLine::default();
        for step in steps.into_iter().take(until).skip(from) {
            // A move out of turn, which records of Go have, is a position, too.
            let (set_up, text) = match step {
                Step::SetUp(position) => (Some(position), None),
                Step::Move { set_up, text, .. } => (set_up, Some(text)),
            };
            if set_up.is_some() {
                line = OpeningLine {
                    position: set_up,
                    moves: Vec::new(),
                };
            }
            line.moves.extend(text);
        }
        lines.push(line);
    }
    Ok(lines)
}

/// Reads `random:K`, `file:PATH` or `none`.
pub fn parse_openings(text: &str) -> Result<Start, String> {
    let wrong = || "expected random:K with K in 0..=1000, file:PATH or none".to_owned();
    match text.split_once(':') {
        None if text == "none" => Ok(Start::Random(0)),
        Some(("random", plies)) => match plies.parse() {
            Ok(plies) if plies <= 1000 => Ok(Start::Random(plies)),
            _ => Err(wrong()),
        },
        Some(("file", path)) if !path.is_empty() => Ok(Start::File(path.into())),
        _ => Err(wrong()),
    }
}

/// A stage of games: between two values of a number of the position.
#[derive(Clone, PartialEq, Debug)]
pub struct Stage {
    /// The name of the number.
    pub number: String,
    /// Openings are cut where the number first is at least this.
    pub from: Option<f64>,
    /// From here on somebody else plays for both sides.
    pub to: Option<f64>,
}

/// Reads `NUMBER=FROM..TO`, of which either end may be missing.
pub fn parse_stage(text: &str) -> Result<Stage, String> {
    let wrong = || {
        "expected NUMBER=FROM..TO with FROM below TO, such as progress=32..96, discs=6.. or discs=..12"
            .to_owned()
    };
    let (number, range) = text.split_once('=').ok_or_else(wrong)?;
    let (from, to) = range.split_once("..").ok_or_else(wrong)?;
    let end = |text: &str| match text.trim() {
        "" => Ok(None),
        text => (text.parse().ok())
            .filter(|end: &f64| end.is_finite())
            .map(Some)
            .ok_or_else(wrong),
    };
    let (from, to) = (end(from)?, end(to)?);
    let is_range = match (from, to) {
        (None, None) => false,
        (Some(from), Some(to)) => from < to,
        _ => true,
    };
    let number = number.trim().to_owned();
    match is_range && !number.is_empty() {
        true => Ok(Stage { number, from, to }),
        false => Err(wrong()),
    }
}

/// Reads `ELO0,ELO1` or `ELO0,ELO1,ALPHA,BETA`.
pub fn parse_sprt(text: &str) -> Result<SprtParameters, String> {
    let numbers: Option<Vec<f64>> = text
        .split(',')
        .map(|part| part.trim().parse().ok())
        .collect();
    let parameters = match numbers.as_deref() {
        Some(&[elo0, elo1]) => SprtParameters {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        },
        Some(&[elo0, elo1, alpha, beta]) => SprtParameters {
            elo0,
            elo1,
            alpha,
            beta,
        },
        _ => {
            return Err(
                "expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,10,0.05,0.05".to_owned(),
            );
        }
    };
    Sprt::new(parameters).map_err(|error| error.to_string())?;
    Ok(parameters)
}

/// Reads how long to wait for a program.
pub fn parse_timeout(text: &str) -> Result<Duration, String> {
    /// A week: a program that thinks longer is not waited for.
    const MOST: f64 = 7.0 * 24.0 * 3600.0;
    text.trim()
        .parse::<f64>()
        .ok()
        .filter(|seconds| (0.001..=MOST).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected a number of seconds from 0.001 to {MOST}"))
}

/// Reads below what value of its own an engine resigns.
pub fn parse_resign(text: &str) -> Result<f64, String> {
    text.parse().map(Resignation::below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_read() {
        assert_eq!(parse_openings("random:4"), Ok(Start::Random(4)));
        assert_eq!(parse_openings("none"), Ok(Start::Random(0)));
        assert_eq!(
            parse_openings("file:a:b.txt"),
            Ok(Start::File("a:b.txt".into()))
        );
        for text in [
            "",
            "random",
            "random:",
            "random:-1",
            "random:1001",
            "file:",
            "book:4",
            "none:",
        ] {
            assert!(parse_openings(text).is_err(), "{text}");
        }
    }

    #[test]
    fn stages_are_read() {
        let stage = |number: &str, from, to| {
            let number = number.to_owned();
            Ok(Stage { number, from, to })
        };
        assert_eq!(
            parse_stage("progress=32..96"),
            stage("progress", Some(32.0), Some(96.0))
        );
        assert_eq!(parse_stage("discs=..12"), stage("discs", None, Some(12.0)));
        assert_eq!(
            parse_stage(" sum = -1.5.. "),
            stage("sum", Some(-1.5), None)
        );
        for text in [
            "",
            "progress",
            "progress=",
            "progress=32",
            "progress=..",
            "=1..2",
            "progress=96..32",
            "progress=32..32",
            "progress=a..b",
            "progress=nan..",
            "progress=1..inf",
        ] {
            assert!(parse_stage(text).is_err(), "{text}");
        }
    }

    #[test]
    fn tests_are_read_and_checked() {
        let test = parse_sprt("-5, 5").unwrap();
        assert_eq!(
            (test.elo0, test.elo1, test.alpha, test.beta),
            (-5.0, 5.0, 0.05, 0.05)
        );
        assert_eq!(parse_sprt("0,10,0.1,0.2").unwrap().beta, 0.2);
        for text in [
            "",
            "5",
            "5,0",
            "0,10,0.05",
            "0,10,0.6,0.05",
            "a,b",
            "nan,1",
            "0,10,0,0",
        ] {
            assert!(parse_sprt(text).is_err(), "{text}");
        }
    }

    #[test]
    fn values_to_resign_at_are_read() {
        assert_eq!(parse_resign(" 0.05"), Ok(0.05));
        for text in ["", "-0.1", "0.51", "5%", "nan"] {
            assert!(parse_resign(text).is_err(), "{text}");
        }
    }

    #[test]
    fn timeouts_are_read() {
        assert_eq!(parse_timeout("0.5"), Ok(Duration::from_millis(500)));
        for text in ["", "0", "-1", "nan", "inf", "1e9", "60s"] {
            assert!(parse_timeout(text).is_err(), "{text}");
        }
    }
}
