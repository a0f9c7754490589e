//! The tables of a report.

use super::document::{Block, Cell};
use crate::estimate::average;
use crate::manifest::{Experiment, LearningMeasure, Manifest, PositionMeasure, Rule};
use crate::measurement::Observation;
use crate::plan::{Plan, Task};
use crate::result::{JudgedPoint, Judgement};
use crate::signature::Signed;
use crate::{Estimate, ItemResult, LabError, significance};
use yomi_arena::TestStanding;
use yomi_stats::elo::score_from_elo;
use yomi_stats::interval::tally_score;
use yomi_stats::score::Tally;
use yomi_stats::sprt::SprtVerdict;

pub const FINDING_HEAD: [&str; 5] = ["finding", "expected", "measured", "paper", "verdict"];

pub fn finding_row(finding: &Judgement, manifest: &Manifest) -> Vec<Cell> {
    let decimals = manifest.experiment.decimals();
    let named = match finding.points.len() {
        0 => 0,
        measured => measured + finding.unmeasured.len(),
    };
    let mut expected = match (named, finding.rule) {
        (0 | 1, _) => finding.expected.clone(),
        (_, Rule::All) => format!("{} at all of these", finding.expected),
        (_, Rule::Any) => format!("{} at one of these", finding.expected),
    };
    if finding.confidence != manifest.confidence {
        let confidence = percent(finding.confidence);
        expected.push_str(&format!(", with {confidence} % confidence"));
    }
    vec![
        Cell::words(finding.text.clone()),
        Cell::words(expected),
        Cell::words(measured(finding, decimals)),
        Cell::words(optional(finding.paper, decimals)),
        Cell::verdict(finding.verdict, finding.verdict_text()),
    ]
}

fn measured(finding: &Judgement, decimals: usize) -> String {
    const UNMEASURED: &str = "not measured at this scale";
    let Some(first) = finding.points.first() else {
        return UNMEASURED.to_owned();
    };
    if finding.points.len() == 1 && finding.unmeasured.is_empty() {
        return shown(first, finding.comparison, decimals);
    }
    let one_series = finding
        .points
        .iter()
        .all(|point| point.series == first.series);
    let missing = finding.unmeasured.iter();
    let missing = missing.map(|point| format!("{point}: {UNMEASURED}"));
    let parts: Vec<String> = finding
        .points
        .iter()
        .map(|point| {
            let series = if one_series {
                String::new()
            } else {
                format!("{}, ", point.series)
            };
            let estimate = shown(point, finding.comparison, decimals);
            format!("{series}{}: {estimate}", point.point)
        })
        .chain(missing)
        .collect();
    parts.join("; ")
}

/// An estimate with its p-value; a difference always with its sign.
fn shown(point: &JudgedPoint, is_difference: bool, decimals: usize) -> String {
    let Estimate { value, low, high } = point.estimate;
    if value.is_nan() {
        return NOTHING.to_owned();
    }
    let mut p = point
        .p
        .map_or_else(String::new, |p| format!(", {}", significance::shown(p)));
    if let Some(test) = &point.test {
        p.push_str(&format!("; {}", decision(test)));
    }
    match is_difference {
        false => format!("{value:.decimals$} ({low:.decimals$} to {high:.decimals$}){p}"),
        true => format!("{value:+.decimals$} ({low:+.decimals$} to {high:+.decimals$}){p}"),
    }
}

/// What a sequential test says.
fn decision(test: &TestStanding) -> String {
    let pairs = test.pairs;
    let accepted = |elo: f64| {
        let score = score_from_elo(elo);
        format!("sequential test: {score:.3} accepted after {pairs} pairs")
    };
    match test.status.verdict {
        SprtVerdict::AcceptH0 => accepted(test.parameters.elo0),
        SprtVerdict::AcceptH1 => accepted(test.parameters.elo1),
        SprtVerdict::Continue => format!("sequential test: undecided after {pairs} pairs"),
    }
}

pub fn measurements(plan: &Plan, result: &ItemResult) -> Block {
    let manifest = plan.manifest();
    let decimals = manifest.experiment.decimals();
    let repeated = plan.extent.learnings > 1;
    let details = match manifest.experiment {
        Experiment::Match { .. } if repeated => Some("score of each learning"),
        Experiment::Match { .. } => Some("won / drawn / lost"),
        Experiment::Trace { .. }
        | Experiment::Learning { .. }
        | Experiment::Sizes { .. }
        | Experiment::Accuracy { .. } => None,
        Experiment::Foretelling { .. } => Some("mean rank; log-likelihood; Not0.9"),
        Experiment::Positions(_) => Some("games"),
        Experiment::Decision { .. } => Some("answers"),
        Experiment::Calibration { .. } => Some("claimed; realised"),
        Experiment::Preferences { .. } => Some("move; points gained"),
        Experiment::Training { .. } => Some("learned from; error of guessing the mean"),
    };
    let counted = match manifest.experiment {
        Experiment::Training { .. } => "positions",
        _ => manifest.experiment.unit(),
    };
    let mut head = vec![
        "series".to_owned(),
        manifest.sweep.name.clone(),
        counted.to_owned(),
        manifest.experiment.measure().to_owned(),
        format!("{} % interval", percent(manifest.confidence)),
    ];
    head.extend((manifest.chi_square).then(|| "chi-square against 1/2".to_owned()));
    head.extend(details.map(str::to_owned));
    head.push("paper".to_owned());
    let rows = result.rows.iter().map(|row| {
        let mut count = row.observation.count().to_string();
        let details = match &row.observation {
            // In such a table it is one that plays with nothing learned.
            Observation::Match { .. } if repeated => Some(String::new()),
            Observation::Match { tally, .. } => Some(format!(
                "{} / {} / {}",
                tally.wins, tally.draws, tally.losses
            )),
            Observation::Repeated { scores, .. } => {
                count = format!("{count} x {}", plan.extent.size);
                Some(numbers(scores, decimals))
            }
            Observation::Trace { .. } | Observation::Sample { .. } => None,
            Observation::Positions { games, .. } => Some(games.to_string()),
            Observation::Foretold {
                mean_rank,
                log_likelihood,
                not_0_9,
                ..
            } => Some(format!("{mean_rank:.2}; {log_likelihood:.3}; {not_0_9:.3}")),
            Observation::Preference { text, gained, .. } => Some(match gained {
                Some(gained) => format!("{text}; {gained:+}"),
                None => text.clone(),
            }),
            Observation::Calibration { claimed, realised } => {
                let [claimed, realised] = [claimed, realised].map(|values| average(values));
                Some(format!("{claimed:.decimals$}; {realised:.decimals$}"))
            }
            Observation::Decision { answers, .. } => {
                let answers: Vec<String> = answers
                    .iter()
                    .map(|(answer, count)| format!("{answer}: {count}"))
                    .collect();
                Some(answers.join(", "))
            }
            Observation::Training {
                train_positions,
                variance,
                ..
            } => Some(match variance.is_nan() {
                true => NOTHING.to_owned(),
                false => format!("{train_positions}; {variance:.decimals$}"),
            }),
        };
        let mut cells = vec![
            Cell::words(row.series.clone()),
            Cell::number(row.point.clone()),
            Cell::number(count),
            Cell::number(optional(Some(row.estimate.value), decimals)),
            Cell::number(interval(&row.estimate, decimals)),
        ];
        cells.extend(row.chi_square.map(|test| {
            let p = significance::exact(test.p_value);
            Cell::number(format!("{:.2}, {p}", test.statistic))
        }));
        cells.extend(details.map(Cell::words));
        cells.push(Cell::words(optional(row.paper, decimals)));
        cells
    });
    Block::Table {
        head,
        rows: rows.collect(),
    }
}

/// The games of a match as papers print them: by who moves first.
pub fn by_side(plan: &Plan, result: &ItemResult) -> Result<Block, LabError> {
    let manifest = plan.manifest();
    let has_paper = result.rows.iter().any(|row| row.paper_games.is_some());
    let mut head = vec![
        "series".to_owned(),
        manifest.sweep.name.clone(),
        "engine moves".to_owned(),
        "won-lost-drawn".to_owned(),
        "score".to_owned(),
        format!("{} % interval", percent(manifest.confidence)),
        "drawn".to_owned(),
    ];
    if has_paper {
        let columns = ["paper: won-lost-drawn", "paper: score", "paper: drawn"];
        head.extend(columns.map(str::to_owned));
    }
    let mut rows = Vec::new();
    for row in &result.rows {
        let Observation::Match {
            first,
            second,
            graded,
            ..
        } = &row.observation
        else {
            continue;
        };
        let paper = row.paper_games.as_ref();
        for (moves, ours, theirs) in [
            ("first", first, paper.map(|games| games.first)),
            ("second", second, paper.map(|games| games.second)),
        ] {
            // Won and lost do not tell the score where results lie in between.
            let plain = graded.is_none();
            let interval = tally_score(ours, manifest.confidence)?;
            let interval = format!("{:.3} to {:.3}", interval.low, interval.high);
            let mut cells = vec![
                Cell::words(row.series.clone()),
                Cell::number(row.point.clone()),
                Cell::words(moves),
                Cell::number(counts(ours)),
                Cell::number(optional(ours.rate().filter(|_| plain), 3)),
                Cell::number(if plain { interval } else { String::new() }),
                Cell::number(optional(drawn(ours), 3)),
            ];
            if has_paper {
                cells.push(Cell::number(
                    theirs.as_ref().map(counts).unwrap_or_default(),
                ));
                cells.push(Cell::number(optional(
                    theirs.and_then(|games| games.rate()),
                    3,
                )));
                let theirs = theirs.as_ref().and_then(drawn);
                cells.push(Cell::number(optional(theirs, 3)));
            }
            rows.push(cells);
        }
    }
    Ok(Block::Table { head, rows })
}

/// The share of drawn games.
fn drawn(tally: &Tally) -> Option<f64> {
    let games = tally.games();
    (games > 0).then(|| tally.draws as f64 / games as f64)
}

/// 89-11-0: won, lost, drawn.
fn counts(tally: &Tally) -> String {
    format!("{}-{}-{}", tally.wins, tally.losses, tally.draws)
}

pub fn configuration(plan: &Plan) -> Block {
    let experiment = &plan.manifest().experiment;
    // Where points are looks at the same thing, what is looked at does not depend on them.
    let by_point = !experiment.shares_points();
    let mut head = vec!["series".to_owned()];
    if by_point {
        head.push(plan.manifest().sweep.name.clone());
    }
    let repeated = plan.extent.learnings > 1;
    if repeated {
        head.push("learning".to_owned());
    }
    head.push("game".to_owned());
    let engines: &[&str] = match experiment {
        Experiment::Match { .. } | Experiment::Trace { .. } => &["engine", "opponent"],
        Experiment::Decision { .. } | Experiment::Preferences { .. } => &["engine"],
        Experiment::Calibration { .. } => &["engine", "judge"],
        Experiment::Training { .. } => &["network", "teacher", "random moves"],
        Experiment::Learning {
            measure: LearningMeasure::Time,
            ..
        } => &["evaluation", "relative to"],
        Experiment::Learning { .. } | Experiment::Accuracy { .. } => &["evaluation"],
        Experiment::Foretelling { .. } | Experiment::Sizes { .. } => &["patterns"],
        Experiment::Positions(positions) => {
            match (
                positions.measure == PositionMeasure::Holds,
                &positions.judge,
            ) {
                (true, None) => &[],
                (true, Some(_)) => &["judge"],
                (false, None) => &["engine"],
                (false, Some(_)) => &["engine", "judge"],
            }
        }
    };
    head.extend(engines.iter().map(|name| (*name).to_owned()));
    let finished = (plan.cells.iter()).any(|cell| cell.task.finisher().is_some());
    if finished {
        head.push("finisher".to_owned());
    }
    head.push("seed".to_owned());
    let mut rows = Vec::new();
    let mut series = None;
    for cell in &plan.cells {
        if !by_point && series == Some(cell.series) {
            continue;
        }
        series = Some(cell.series);
        let parts = match cell.task.rounds() {
            [] => vec![(cell.task.engines().collect(), cell.seed)],
            rounds => rounds
                .iter()
                .map(|round| (vec![&round.engine, &round.opponent], round.seed))
                .collect(),
        };
        for (number, (engines, seed)) in parts.iter().enumerate() {
            let mut row = vec![Cell::words(cell.label.clone())];
            if by_point {
                row.push(Cell::number(cell.point.label.clone()));
            }
            if repeated {
                row.push(learning(number, parts.len()));
            }
            row.push(Cell::code(cell.game_text.clone()));
            row.extend(engines.iter().map(|engine| Cell::code(engine.full.clone())));
            if finished {
                let finisher = cell.task.finisher();
                row.push(Cell::code(
                    finisher.map_or_else(String::new, |one| one.full.clone()),
                ));
            }
            if let Task::Training(training) = &cell.task {
                let [least, most] = training.random_moves;
                row.push(Cell::words(format!("{least} to {most}")));
            }
            row.push(Cell::number(seed.number().to_string()));
            rows.push(row);
        }
    }
    Block::Table { head, rows }
}

/// Which learning of several a row is about, counted from 1; nothing where there are not several.
fn learning(number: usize, of: usize) -> Cell {
    Cell::number(match of {
        1 => String::new(),
        _ => (number + 1).to_string(),
    })
}

/// What is taught for a match, by series; nothing if nothing is.
pub fn trainings(plan: &Plan) -> Option<Block> {
    let mut rows = Vec::new();
    for cell in &plan.cells {
        let Task::Match {
            training: Some(training),
            ..
        } = &cell.task
        else {
            continue;
        };
        let [least, most] = training.random_moves;
        rows.push(vec![
            Cell::words(cell.label.clone()),
            Cell::code(training.network.full.clone()),
            Cell::code(training.teacher.full.clone()),
            Cell::number(training.count.to_string()),
            Cell::words(format!("{least} to {most}")),
            Cell::number(training.seed.number().to_string()),
        ]);
    }
    rows.dedup_by(|a, b| a.iter().zip(b.iter()).all(|(a, b)| a.text == b.text));
    let head = [
        "series",
        "network",
        "teacher",
        "games",
        "random moves",
        "seed",
    ];
    (!rows.is_empty()).then(|| Block::Table {
        head: head.map(str::to_owned).to_vec(),
        rows,
    })
}

/// The evaluations that are learned for a match; nothing if none is.
pub fn evaluations(plan: &Plan) -> Option<Block> {
    let repeated = plan.extent.learnings > 1;
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for cell in &plan.cells {
        let rounds = cell.task.rounds();
        for (number, round) in rounds.iter().enumerate() {
            for training in &round.evaluations {
                let mut row = vec![
                    Cell::words(cell.label.clone()),
                    Cell::number(cell.point.label.clone()),
                    Cell::words(format!("{{{}}}", training.name)),
                    Cell::code(training.evaluation.full.clone()),
                ];
                row.extend(repeated.then(|| learning(number, rounds.len())));
                row.push(Cell::number(training.seed.number().to_string()));
                rows.push(row);
            }
        }
    }
    let point = plan.manifest().sweep.name.as_str();
    let mut head = vec!["series", point, "weights", "evaluation"];
    head.extend(repeated.then_some("learning"));
    head.push("seed");
    (!rows.is_empty()).then(|| Block::Table {
        head: head.into_iter().map(str::to_owned).collect(),
        rows,
    })
}

/// The engines and networks with their signatures.
pub fn signatures(engines: &[Signed]) -> Block {
    let rows = engines.iter().map(|signed| {
        vec![
            Cell::words(signed.role.to_string()),
            Cell::code(signed.game.clone()),
            Cell::code(signed.text.clone()),
            Cell::words(match signed.signatures[..] {
                [] => "none: it does not answer alike twice".to_owned(),
                _ => signed.signatures.join(", then "),
            }),
        ]
    });
    Block::Table {
        head: ["of", "game", "with all its parameters", "signature"]
            .map(str::to_owned)
            .to_vec(),
        rows: rows.collect(),
    }
}

/// What is said where nothing was measured.
const NOTHING: &str = "no test positions";

fn optional(number: Option<f64>, decimals: usize) -> String {
    number
        .filter(|number| !number.is_nan())
        .map(|number| format!("{number:.decimals$}"))
        .unwrap_or_default()
}

/// 0.433, 0.600: numbers in their order.
fn numbers(sample: &[f64], decimals: usize) -> String {
    let numbers = sample.iter().map(|number| format!("{number:.decimals$}"));
    numbers.collect::<Vec<_>>().join(", ")
}

fn interval(estimate: &Estimate, decimals: usize) -> String {
    match estimate.low.is_nan() {
        true => String::new(),
        false => format!(
            "{:.decimals$} to {:.decimals$}",
            estimate.low, estimate.high
        ),
    }
}

/// 95 for 0.95, without the noise of binary fractions.
pub fn percent(confidence: f64) -> String {
    let text = format!("{:.2}", confidence * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
