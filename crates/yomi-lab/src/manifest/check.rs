//! From the shape of a file to an experiment that makes sense.
//!
//! Whatever can be known without the games is checked here, for all scales at once, so that a
//! mistake in the `paper` scale shows in a `quick` run. Games, engines and moves are checked
//! against the registry when an experiment is [planned](crate::plan).

use super::calibration::calibration_of;
use super::experiment::{decision_of, match_of, preferences_of, trace_of};
use super::finding::finding_of;
use super::learning::{self, accuracy_of, learning_of, learnings_of, simulations_of};
use super::patterns::{self, foretelling_of, sizes_of};
use super::positions::{self, positions_of};
use super::raw::{RawExtent, RawKind, RawManifest, RawPaper, RawSeries};
use super::sequential::sprt_of;
use super::stage;
use super::training::{check_foreign, teacher_of, training_of};
use super::{Extent, Manifest, Paper, Point, Sweep, values};
use crate::template::is_variable;
use crate::{LabError, Scale, Template};
use std::collections::BTreeSet;

/// More of anything than this is a slip of the keyboard, not an experiment.
const MOST_OBSERVATIONS: u64 = 10_000_000;
const MOST_POINTS: usize = 200;
const MOST_SERIES: usize = 32;
const MOST_FINDINGS: usize = 200;
pub const MOST_MOVES: usize = 10_000;
const LABEL_LENGTH: usize = 80;

/// The variable that stands for the weights of the network that a series teaches.
pub const WEIGHTS: &str = "weights";

/// A key and what is wrong with it.
pub type Slip = (String, String);

pub fn slip(key: impl Into<String>, problem: impl Into<String>) -> Slip {
    (key.into(), problem.into())
}

fn read<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Result<T, LabError> {
    toml::from_str(text).map_err(|error| {
        let line = line_of(text, &error);
        let said = error.message().trim().replace('\n', "; ");
        let said = said.replace("expected u64", "expected a whole number from 0 on");
        let key = line.and_then(|line| key_on(text, line));
        LabError::Syntax {
            file: file.to_owned(),
            line,
            message: match key.filter(|key| !said.contains(&format!("`{key}`"))) {
                Some(key) => format!("{key}: {said}"),
                None => said,
            },
        }
    })
}

/// The key that a line gives a value to, if it does.
fn key_on(text: &str, line: usize) -> Option<&str> {
    let (key, _) = text.lines().nth(line - 1)?.split_once('=')?;
    Some(key.trim()).filter(|key| is_variable(key))
}

/// The line the error is on, counted from 1; none where it is about the file as a whole.
fn line_of(text: &str, error: &toml::de::Error) -> Option<usize> {
    let start = error.span()?.start;
    if start == 0 && error.message().starts_with("missing field") {
        return None;
    }
    let before = text.as_bytes().get(..start)?;
    Some(1 + before.iter().filter(|&&byte| byte == b'\n').count())
}

pub fn paper(name: &str, file: &str, text: &str) -> Result<Paper, LabError> {
    let raw: RawPaper = read(file, text)?;
    Ok(Paper {
        name: name.to_owned(),
        title: raw.title.trim().to_owned(),
        authors: raw.authors,
        source: raw.source.trim().to_owned(),
        summary: raw.summary.trim().to_owned(),
        references: raw.references,
    })
}

pub fn manifest(file: &str, text: &str) -> Result<Manifest, LabError> {
    let raw: RawManifest = read(file, text)?;
    checked(file, raw).map_err(|(key, problem)| LabError::Manifest {
        file: file.to_owned(),
        key,
        problem,
    })
}

fn checked(file: &str, raw: RawManifest) -> Result<Manifest, Slip> {
    if raw.title.trim().is_empty() {
        return Err(slip("title", "the text is empty"));
    }
    check_confidence("confidence", raw.confidence)?;
    if !is_variable(&raw.sweep.name) {
        let problem = format!(
            "'{}' is no variable: expected a name of letters, digits and '_'",
            raw.sweep.name
        );
        return Err(slip("sweep.name", problem));
    }
    let game = template("game", &raw.game)?;
    let mut scales = Vec::new();
    for (scale, extent) in [
        (Scale::Quick, Some(&raw.scale.quick)),
        (Scale::Standard, raw.scale.standard.as_ref()),
        (Scale::Paper, raw.scale.paper.as_ref()),
    ] {
        if let Some(extent) = extent {
            let key = format!("scale.{scale}");
            scales.push((scale, extent_of(&key, extent, &raw)?));
        }
    }
    check_variables(&scales, &raw, &game)?;
    check_labels(&raw.series)?;
    check_foreign(&raw)?;
    stage::check_foreign(&raw)?;
    learning::check_foreign(&raw)?;
    patterns::check_foreign(&raw)?;
    positions::check_foreign(&raw)?;
    if raw.judge.is_some() && !matches!(raw.kind, RawKind::Calibration | RawKind::Positions) {
        return Err(slip("judge", "only a calibration or positions have it"));
    }
    if raw.position.is_some() && raw.kind != RawKind::Preferences {
        return Err(slip("position", "only preferences have it"));
    }
    if raw.chi_square && raw.kind != RawKind::Match {
        return Err(slip("chi_square", "only a match has it"));
    }
    let experiment = match raw.kind {
        RawKind::Match => match_of(&raw, &scales)?,
        RawKind::Trace => trace_of(&raw, &scales)?,
        RawKind::Decision => decision_of(&raw)?,
        RawKind::Training => training_of(&raw, &scales)?,
        RawKind::Learning => learning_of(&raw, &scales)?,
        RawKind::Accuracy => accuracy_of(&raw, &scales)?,
        RawKind::Calibration => calibration_of(&raw, &scales)?,
        RawKind::Preferences => preferences_of(&raw, &scales)?,
        RawKind::Foretelling => foretelling_of(&raw, &scales)?,
        RawKind::Sizes => sizes_of(&raw, &scales)?,
        RawKind::Positions => positions_of(&raw, &scales)?,
    };
    if raw.finding.len() > MOST_FINDINGS {
        return Err(slip(
            "finding",
            format!(
                "{} of them, expected at most {MOST_FINDINGS}",
                raw.finding.len()
            ),
        ));
    }
    let findings = raw
        .finding
        .iter()
        .enumerate()
        .map(|(i, finding)| finding_of(&format!("finding[{i}]"), finding, &experiment, &scales))
        .collect::<Result<_, _>>()?;
    Ok(Manifest {
        file: file.to_owned(),
        title: raw.title.trim().to_owned(),
        claim: raw.claim.trim().to_owned(),
        seed: raw.seed,
        confidence: raw.confidence,
        chi_square: raw.chi_square,
        game,
        experiment,
        sweep: Sweep {
            label: raw.sweep.label.unwrap_or_else(|| raw.sweep.name.clone()),
            name: raw.sweep.name,
        },
        findings,
        scales,
    })
}

pub fn check_confidence(key: &str, confidence: f64) -> Result<(), Slip> {
    if (0.5..=0.9999).contains(&confidence) {
        return Ok(());
    }
    let problem = format!("found {confidence}, expected a number from 0.5 to 0.9999");
    Err(slip(key, problem))
}

pub fn template(key: &str, text: &str) -> Result<Template, Slip> {
    if text.trim().is_empty() {
        return Err(slip(key, "the text is empty"));
    }
    Template::parse(text).map_err(|problem| slip(key, problem))
}

fn extent_of(key: &str, raw: &RawExtent, manifest: &RawManifest) -> Result<Extent, Slip> {
    let (name, kind) = (&manifest.sweep.name, manifest.kind);
    let teaches = manifest.series.iter().any(|one| one.network.is_some());
    // Points have a spread, and one observation says nothing about it.
    let (wanted, least) = match kind {
        RawKind::Match => ("pairs", 1),
        RawKind::Trace => ("pairs", 2),
        RawKind::Decision | RawKind::Preferences => ("runs", 1),
        RawKind::Learning => ("runs", 2),
        RawKind::Positions => ("positions", 1),
        RawKind::Training
        | RawKind::Accuracy
        | RawKind::Calibration
        | RawKind::Foretelling
        | RawKind::Sizes => ("games", 2),
    };
    let mut given = None;
    for (name, number) in [
        ("pairs", raw.pairs),
        ("runs", raw.runs),
        ("games", raw.games),
        ("positions", raw.positions),
    ] {
        if name == wanted {
            given = number;
        } else if name == "games" && teaches {
            if !number.is_some_and(|games| (2..=MOST_OBSERVATIONS).contains(&games)) {
                let problem = format!(
                    "expected how many games the networks learn from, 2 to {MOST_OBSERVATIONS}"
                );
                return Err(slip(format!("{key}.games"), problem));
            }
        } else if number.is_some() {
            return Err(slip(
                format!("{key}.{name}"),
                format!("this kind of experiment has '{wanted}' instead"),
            ));
        }
    }
    let size =
        given.ok_or_else(|| slip(format!("{key}.{wanted}"), "missing: expected how many"))?;
    if !(least..=MOST_OBSERVATIONS).contains(&size) {
        let problem =
            format!("found {size}, expected a number from {least} to {MOST_OBSERVATIONS}");
        return Err(slip(format!("{key}.{wanted}"), problem));
    }
    let list = format!("{key}.values");
    if raw.values.is_empty() || raw.values.len() > MOST_POINTS {
        let problem = format!(
            "{} values, expected from 1 to {MOST_POINTS}",
            raw.values.len()
        );
        return Err(slip(list, problem));
    }
    let mut points: Vec<Point> = Vec::new();
    for (i, value) in raw.values.iter().enumerate() {
        let here = format!("{list}[{i}]");
        let mut point = values::point(value, name).map_err(|problem| slip(&here, problem))?;
        for (name, value) in &raw.with {
            let key = format!("{key}.with.{name}");
            if !is_variable(name) || point.variables.contains_key(name) {
                let problem = "expected the name of a variable that the values do not have";
                return Err(slip(key, problem));
            }
            let (text, _) = values::scalar(value).map_err(|problem| slip(&key, problem))?;
            point.variables.insert(name.clone(), text);
        }
        if points.iter().any(|known| known.label == point.label) {
            return Err(slip(here, format!("'{}' is there twice", point.label)));
        }
        points.push(point);
    }
    Ok(Extent {
        size,
        points,
        teacher: teacher_of(
            &format!("{key}.teacher"),
            raw,
            teaches || matches!(kind, RawKind::Training | RawKind::Calibration),
        )?,
        games: raw.games,
        simulations: simulations_of(key, raw, kind)?,
        learnings: learnings_of(key, raw, manifest)?,
        sprt: sprt_of(key, raw, manifest)?,
    })
}

/// Every point has the same variables, every hole has one, and every variable has a hole.
fn check_variables(
    scales: &[(Scale, Extent)],
    raw: &RawManifest,
    game: &Template,
) -> Result<(), Slip> {
    let example = &scales[0].1.points[0].variables;
    let names: Vec<&String> = example.keys().collect();
    for (scale, extent) in scales {
        for (i, point) in extent.points.iter().enumerate() {
            let here: Vec<&String> = point.variables.keys().collect();
            if here != names {
                let problem =
                    format!("has the variables {here:?}, expected {names:?} as in the first value");
                return Err(slip(format!("scale.{scale}.values[{i}]"), problem));
            }
        }
    }
    if example.contains_key(WEIGHTS) {
        let problem = format!("'{{{WEIGHTS}}}' stands for what a network has learned");
        return Err(slip("sweep", problem));
    }
    let mut played = example.clone();
    for name in raw.evaluations.keys() {
        if !is_variable(name) || name == WEIGHTS || example.contains_key(name) {
            let problem = "expected a name of letters, digits and '_' that nothing else has";
            return Err(slip(format!("evaluations.{name}"), problem));
        }
        played.insert(name.clone(), String::new());
    }
    let mut taught = played.clone();
    taught.insert(WEIGHTS.to_owned(), String::new());
    let mut templates = vec![("game".to_owned(), game.clone(), example)];
    for (name, text) in &raw.evaluations {
        let key = format!("evaluations.{name}");
        templates.push((key.clone(), template(&key, text)?, example));
    }
    for (i, series) in raw.series.iter().enumerate() {
        let known = match series.network {
            Some(_) => &taught,
            None => &played,
        };
        let learned = [
            ("evaluation", &series.evaluation, example),
            ("relative_to", &series.relative_to, example),
            ("patterns", &series.patterns, example),
        ];
        let playing = [
            ("engine", &series.engine, known),
            ("opponent", &series.opponent, known),
        ];
        let finisher = match &series.stage {
            Some(stage) => &stage.finisher,
            None => &None,
        };
        let finishing = [("stage.finisher", finisher, example)];
        for (name, text, known) in playing.into_iter().chain(finishing).chain(learned) {
            if let Some(text) = text {
                let key = format!("series[{i}].{name}");
                templates.push((key.clone(), template(&key, text)?, known));
            }
        }
    }
    if let Some(text) = &raw.judge {
        templates.push(("judge".to_owned(), template("judge", text)?, example));
    }
    let mut used = BTreeSet::new();
    for (key, template, known) in &templates {
        template.fill(known).map_err(|problem| slip(key, problem))?;
        used.extend(template.holes());
    }
    let counts = !matches!(
        raw.kind,
        RawKind::Match | RawKind::Decision | RawKind::Calibration
    );
    match names.iter().find(|name| !used.contains(name.as_str())) {
        Some(name) if !counts => Err(slip(
            "sweep",
            format!(
                "the variable '{{{name}}}' is used nowhere: expected it in the game or an engine"
            ),
        )),
        // The sweep of a trace or a training counts moves.
        _ => Ok(()),
    }
}

fn check_labels(series: &[RawSeries]) -> Result<(), Slip> {
    if series.is_empty() || series.len() > MOST_SERIES {
        let problem = format!("{} series, expected from 1 to {MOST_SERIES}", series.len());
        return Err(slip("series", problem));
    }
    for (i, one) in series.iter().enumerate() {
        let key = format!("series[{i}].label");
        let label = one.label.as_str();
        if label.trim().is_empty() || label.chars().any(char::is_control) {
            return Err(slip(key, format!("{label:?}: expected one line of text")));
        }
        if label.chars().count() > LABEL_LENGTH {
            return Err(slip(
                key,
                format!("expected at most {LABEL_LENGTH} characters"),
            ));
        }
        if series[..i].iter().any(|earlier| earlier.label == label) {
            return Err(slip(key, format!("'{label}' is there twice")));
        }
    }
    Ok(())
}
