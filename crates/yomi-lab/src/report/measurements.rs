//! The table of what was measured.

use super::document::{Block, Cell, Table};
use super::wording::{NOTHING, interval, optional, p_number, percent};
use crate::estimate::average;
use crate::manifest::Experiment;
use crate::measurement::Observation;
use crate::plan::Plan;
use crate::{ItemResult, significance};

/// A row for every curve and point.
pub fn measurements(plan: &Plan, result: &ItemResult) -> Block {
    let manifest = plan.manifest();
    let decimals = manifest.experiment.decimals();
    let repeated = plan.extent.learnings > 1;
    let details = detail_heads(plan);
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
    if manifest.chi_square {
        head.extend(["chi-square against 1/2", "p of chi-square"].map(str::to_owned));
    }
    head.extend(details.iter().map(|&name| name.to_owned()));
    head.push("paper".to_owned());
    let rows = result.rows.iter().map(|row| {
        let mut count = row.observation.count().to_string();
        if let Observation::Repeated { .. } = row.observation {
            count = format!("{count} x {}", plan.extent.size);
        }
        let mut cells = vec![
            Cell::words(row.series.clone()),
            Cell::number(row.point.clone()),
            Cell::number(count),
            Cell::number(optional(Some(row.estimate.value), decimals)),
            Cell::number(interval(&row.estimate, false, decimals)),
        ];
        if manifest.chi_square {
            let test = row.chi_square.as_ref();
            let statistic = test.map(|test| format!("{:.2}", test.statistic));
            let p = test.map(|test| p_number(&significance::exact(test.p_value)).to_owned());
            cells.extend([statistic, p].map(|text| Cell::number(text.unwrap_or_default())));
        }
        let mut own = detail_cells(&row.observation, repeated, decimals);
        own.resize(details.len(), Cell::number(""));
        cells.extend(own);
        cells.push(Cell::number(optional(row.paper, decimals)));
        cells
    });
    Block::Table(Table {
        title: "Measurements",
        head,
        rows: rows.collect(),
    })
}

/// The columns that one kind of experiment has and others have not.
fn detail_heads(plan: &Plan) -> &'static [&'static str] {
    match plan.manifest().experiment {
        Experiment::Match { .. } if plan.extent.learnings > 1 => &["score of each learning"],
        Experiment::Match { .. } => &["won", "drawn", "lost"],
        Experiment::Trace { .. }
        | Experiment::Learning { .. }
        | Experiment::Sizes { .. }
        | Experiment::Accuracy { .. } => &[],
        Experiment::Foretelling { .. } => &["mean rank", "log-likelihood", "Not0.9"],
        Experiment::Positions(_) => &["games"],
        Experiment::Decision { .. } => &["answers"],
        Experiment::Calibration { .. } => &["claimed", "realised"],
        Experiment::Preferences { .. } => &["move", "points gained"],
        Experiment::Training { .. } => &["learned from", "error of guessing the mean"],
    }
}

/// What stands in these columns; fewer cells leave the last ones empty.
fn detail_cells(observation: &Observation, repeated: bool, decimals: usize) -> Vec<Cell> {
    let number = |value: f64, decimals: usize| Cell::number(optional(Some(value), decimals));
    match observation {
        // In such a table it is one that plays with nothing learned.
        Observation::Match { .. } if repeated => Vec::new(),
        Observation::Match { tally, .. } => [tally.wins, tally.draws, tally.losses]
            .map(|games| Cell::number(games.to_string()))
            .to_vec(),
        Observation::Repeated { scores, .. } => {
            let scores = scores.iter().enumerate();
            let scores =
                scores.map(|(i, score)| ((i + 1).to_string(), format!("{score:.decimals$}")));
            vec![Cell::Numbers(scores.collect())]
        }
        Observation::Trace { .. } | Observation::Sample { .. } => Vec::new(),
        Observation::Positions { games, .. } => vec![Cell::number(games.to_string())],
        Observation::Foretold {
            mean_rank,
            log_likelihood,
            not_0_9,
            ..
        } => vec![
            number(*mean_rank, 2),
            number(*log_likelihood, 3),
            number(*not_0_9, 3),
        ],
        Observation::Preference { text, gained, .. } => vec![
            Cell::words(text.clone()),
            Cell::number(gained.map_or_else(String::new, |gained| format!("{gained:+}"))),
        ],
        Observation::Calibration { claimed, realised } => [claimed, realised]
            .map(|values| number(average(values), decimals))
            .to_vec(),
        Observation::Decision { answers, .. } => {
            let answers = answers.iter();
            let answers = answers.map(|(answer, count)| (answer.clone(), count.to_string()));
            vec![Cell::Numbers(answers.collect())]
        }
        Observation::Training {
            train_positions,
            variance,
            ..
        } => match variance.is_nan() {
            true => vec![Cell::words(NOTHING)],
            false => vec![
                Cell::number(train_positions.to_string()),
                number(*variance, decimals),
            ],
        },
    }
}
