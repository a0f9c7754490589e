//! The tables of a report.

use super::document::{Block, Cell};
use crate::manifest::{Experiment, Rule};
use crate::measurement::Observation;
use crate::plan::{Plan, Task};
use crate::result::Judgement;
use crate::{Estimate, ItemResult};

pub const FINDING_HEAD: [&str; 5] = ["finding", "expected", "measured", "paper", "verdict"];

pub fn finding_row(finding: &Judgement) -> Vec<Cell> {
    let expected = match (finding.points.len(), finding.rule) {
        (0 | 1, _) => finding.expected.clone(),
        (_, Rule::All) => format!("{} at all of these", finding.expected),
        (_, Rule::Any) => format!("{} at one of these", finding.expected),
    };
    vec![
        Cell::words(finding.text.clone()),
        Cell::words(expected),
        Cell::words(measured(finding)),
        Cell::words(optional(finding.paper)),
        Cell::verdict(finding.verdict),
    ]
}

fn measured(finding: &Judgement) -> String {
    let Some(first) = finding.points.first() else {
        return "not measured at this scale".to_owned();
    };
    if finding.points.len() == 1 {
        return shown(&first.estimate, finding.comparison);
    }
    let one_series = finding
        .points
        .iter()
        .all(|point| point.series == first.series);
    let parts: Vec<String> = finding
        .points
        .iter()
        .map(|point| {
            let series = if one_series {
                String::new()
            } else {
                format!("{}, ", point.series)
            };
            let estimate = shown(&point.estimate, finding.comparison);
            format!("{series}{}: {estimate}", point.point)
        })
        .collect();
    parts.join("; ")
}

/// An estimate; a difference always with its sign.
fn shown(estimate: &Estimate, is_difference: bool) -> String {
    let Estimate { value, low, high } = estimate;
    match is_difference {
        false => estimate.to_string(),
        true => format!("{value:+.3} ({low:+.3} to {high:+.3})"),
    }
}

pub fn measurements(plan: &Plan, result: &ItemResult) -> Block {
    let manifest = plan.manifest();
    let details = match manifest.experiment {
        Experiment::Match { .. } => "won / drawn / lost",
        Experiment::Decision { .. } => "answers",
    };
    let head = vec![
        "series".to_owned(),
        manifest.sweep.name.clone(),
        manifest.experiment.unit().to_owned(),
        manifest.experiment.measure().to_owned(),
        format!("{} % interval", percent(manifest.confidence)),
        details.to_owned(),
        "paper".to_owned(),
    ];
    let rows = result.rows.iter().map(|row| {
        let details = match &row.observation {
            Observation::Match { tally, .. } => {
                format!("{} / {} / {}", tally.wins, tally.draws, tally.losses)
            }
            Observation::Decision { answers, .. } => {
                let answers: Vec<String> = answers
                    .iter()
                    .map(|(answer, count)| format!("{answer}: {count}"))
                    .collect();
                answers.join(", ")
            }
        };
        vec![
            Cell::words(row.series.clone()),
            Cell::number(row.point.clone()),
            Cell::number(row.observation.count().to_string()),
            Cell::number(format!("{:.3}", row.estimate.value)),
            Cell::number(format!(
                "{:.3} to {:.3}",
                row.estimate.low, row.estimate.high
            )),
            Cell::words(details),
            Cell::words(optional(row.paper)),
        ]
    });
    Block::Table {
        head,
        rows: rows.collect(),
    }
}

pub fn configuration(plan: &Plan) -> Block {
    let is_match = matches!(plan.manifest().experiment, Experiment::Match { .. });
    let mut head: Vec<String> = [
        "series",
        plan.manifest().sweep.name.as_str(),
        "game",
        "engine",
    ]
    .map(str::to_owned)
    .to_vec();
    if is_match {
        head.push("opponent".to_owned());
    }
    head.push("seed".to_owned());
    let rows = plan.cells.iter().map(|cell| {
        let mut row = vec![
            Cell::words(cell.label.clone()),
            Cell::number(cell.point.label.clone()),
            Cell::code(cell.game_text.clone()),
        ];
        match &cell.task {
            Task::Match {
                engine, opponent, ..
            } => {
                row.extend([
                    Cell::code(engine.full.clone()),
                    Cell::code(opponent.full.clone()),
                ]);
            }
            Task::Decision { engine, .. } => row.push(Cell::code(engine.full.clone())),
        }
        row.push(Cell::number(cell.seed.number().to_string()));
        row
    });
    Block::Table {
        head,
        rows: rows.collect(),
    }
}

fn optional(number: Option<f64>) -> String {
    number
        .map(|number| format!("{number:.3}"))
        .unwrap_or_default()
}

/// 95 for 0.95, without the noise of binary fractions.
pub fn percent(confidence: f64) -> String {
    let text = format!("{:.2}", confidence * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
