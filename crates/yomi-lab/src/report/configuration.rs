//! The tables of who played: engines with all their parameters, what was learned for them, signatures.

use super::document::{Block, Cell, Table};
use crate::manifest::{Experiment, LearningMeasure, PositionMeasure};
use crate::plan::{Plan, Task};
use crate::signature::Signed;

/// Game, engines and seed of every point.
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
    Block::Table(Table {
        title: "Engines with all their parameters",
        head,
        rows,
    })
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
    rows.dedup();
    let head = [
        "series",
        "network",
        "teacher",
        "games",
        "random moves",
        "seed",
    ];
    (!rows.is_empty()).then(|| {
        Block::Table(Table {
            title: "Networks that were taught",
            head: head.map(str::to_owned).to_vec(),
            rows,
        })
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
    (!rows.is_empty()).then(|| {
        Block::Table(Table {
            title: "Evaluations that were learned",
            head: head.into_iter().map(str::to_owned).collect(),
            rows,
        })
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
    Block::Table(Table {
        title: "Signatures",
        head: ["of", "game", "with all its parameters", "signature"]
            .map(str::to_owned)
            .to_vec(),
        rows: rows.collect(),
    })
}
