//! The table of a match by who moves first.

use super::document::{Block, Cell, Table};
use super::wording::{optional, percent};
use crate::measurement::Observation;
use crate::plan::Plan;
use crate::{ItemResult, LabError};
use yomi_stats::interval::tally_score;
use yomi_stats::score::Tally;

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
    Ok(Block::Table(Table {
        title: "Games by side",
        head,
        rows,
    }))
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
