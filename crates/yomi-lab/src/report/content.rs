//! What a report says of a paper, of an item, and of the run.

use super::by_side::by_side;
use super::configuration::{configuration, evaluations, signatures, trainings};
use super::document::{Block, paragraphs};
use super::measurements::measurements;
use super::overview::findings;
use super::start::{beginning, starts};
use super::wording::{capitalised, percent};
use super::{Effort, Finished};
use crate::machine::{Circumstances, span};
use crate::manifest::{Condition, Experiment, PositionExperiment};
use crate::plan::Plan;
use crate::{ItemResult, LabError, Observation, Paper, Row};
use yomi_stats::elo::score_from_elo;

/// What a paper is.
pub fn paper(paper: &Paper) -> Vec<Block> {
    let mut blocks = vec![Block::anchored(2, paper.title.clone(), paper.name.clone())];
    let source = match (paper.authors.as_slice(), paper.source.as_str()) {
        ([], source) => source.to_owned(),
        (authors, "") => authors.join(", "),
        (authors, source) => format!("{}. {source}", authors.join(", ")),
    };
    blocks.extend(paragraphs(&source));
    blocks.extend(paragraphs(&paper.summary));
    if !paper.references.is_empty() {
        blocks.push(Block::Text("References:".to_owned()));
        blocks.push(Block::List(paper.references.clone()));
    }
    blocks
}

/// One experiment, under headings of `level`; `prefix` leads from the report to its folder.
pub fn item(done: &Finished, svg: String, prefix: &str, level: u8) -> Result<Vec<Block>, LabError> {
    let (plan, result) = (&done.plan, &done.result);
    let heading = |text: &str| Block::heading(level, text);
    let mut blocks = paragraphs(&plan.manifest().claim);
    blocks.push(Block::Figure {
        file: format!("{prefix}plot.svg"),
        svg,
        caption: caption(plan),
    });
    if !result.findings.is_empty() {
        blocks.push(heading("Findings"));
        blocks.push(Block::Findings(findings(done)));
    }
    blocks.push(heading("Measurements"));
    blocks.push(measurements(plan, result));
    blocks.extend(notes(plan).into_iter().map(Block::Text));
    if matches_by_side(result) {
        blocks.push(Block::Text(
            "Games won, lost and drawn by the engine of the series, by whether it moved first or \
             second:"
                .to_owned(),
        ));
        blocks.push(by_side(plan, result)?);
    }
    blocks.push(heading("Configuration"));
    blocks.push(Block::Text(settings(plan)));
    blocks.push(configuration(plan));
    if let Some(table) = trainings(plan) {
        blocks.push(Block::Text(
            "What the networks were taught before the match:".to_owned(),
        ));
        blocks.push(table);
    }
    if let Some(table) = evaluations(plan) {
        blocks.push(Block::Text(
            "The evaluations that were learned before the match:".to_owned(),
        ));
        blocks.push(table);
    }
    blocks.push(Block::Text(
        "Signatures, hashes of what each of them answers in a few fixed positions (yomi reproduce \
         --check FOLDER compares them with the program of today):"
            .to_owned(),
    ));
    blocks.push(signatures(&result.engines));
    blocks.push(Block::Text(format!(
        "Beside this report: {prefix}plot.svg, {prefix}data.csv, {prefix}data.json, \
         {prefix}manifest.toml and every record in {prefix}records/."
    )));
    Ok(blocks)
}

/// How the numbers of a match came about, where it has more than its scores.
fn notes(plan: &Plan) -> Vec<String> {
    let mut notes = Vec::new();
    if plan.manifest().chi_square {
        notes.push(
            "Chi-square: Pearson's test of the points against one half, with every game as an independent \
             throw of a coin."
                .to_owned(),
        );
    }
    if let Some(test) = &plan.extent.sprt {
        let score = score_from_elo;
        notes.push(format!(
            "The match ends when a sequential test decides (Wald's test, generalized to pairs of games, on \
             their points): H0, the score is {:.3}, against H1, it is {:.3}, with error rates {} and {}; at most \
             {} pairs are played. H1 accepted means reproduced, H0 contradicted. Intervals and p-values \
             are those of a match of this length; where it ended early they claim somewhat too much.",
            score(test.elo0),
            score(test.elo1),
            test.alpha,
            test.beta,
            plan.extent.size
        ));
    }
    notes
}

/// The part that no two runs share.
pub fn this_run(finished: &[&Finished], circumstances: &Circumstances) -> Block {
    let mut entries = vec![
        ("Date".to_owned(), circumstances.date.clone()),
        ("Command".to_owned(), circumstances.command.clone()),
        ("Commit".to_owned(), circumstances.commit.clone()),
        ("Processor".to_owned(), circumstances.processor.clone()),
        (
            "Threads".to_owned(),
            format!(
                "{}, of which workers: {}",
                circumstances.threads, circumstances.workers
            ),
        ),
        ("System".to_owned(), circumstances.system.clone()),
    ];
    for done in finished {
        let mut words = span(done.elapsed);
        if done.resumed > 0 {
            let all = done.plan.units();
            words.push_str(&format!(
                ", with {} of {all} on file from before",
                done.resumed
            ));
        }
        entries.push((format!("Wall-clock time of {}", done.result.item), words));
        for effort in &done.efforts {
            let place = format!("Thinking per move, {}, {}", done.result.item, effort.place);
            entries.push((place, thinking(effort)));
        }
    }
    Block::ThisRun(entries)
}

/// What each side spent on a move, on average.
fn thinking(effort: &Effort) -> String {
    let sides = effort.names.iter().zip(&effort.spent).map(|(name, spent)| {
        let per_move = |amount: f64| amount / spent.moves.max(1) as f64;
        format!(
            "{name}: {:.2} ms, {:.0} simulations, {:.0} nodes",
            per_move(spent.seconds * 1e3),
            per_move(spent.simulations as f64),
            per_move(spent.nodes as f64),
        )
    });
    sides.collect::<Vec<_>>().join("; ")
}

fn caption(plan: &Plan) -> String {
    let manifest = plan.manifest();
    format!(
        "{} by {}, with {} % confidence intervals ({}).",
        capitalised(manifest.experiment.measure()),
        manifest.sweep.label,
        percent(manifest.confidence),
        amount(plan),
    )
}

fn settings(plan: &Plan) -> String {
    let manifest = plan.manifest();
    let how = match &manifest.experiment {
        Experiment::Match { series, .. } => starts(series),
        Experiment::Trace { openings, .. } => format!(
            "{}; a game that is over keeps its last points",
            beginning(openings)
        ),
        Experiment::Decision { moves, right, .. } => {
            let place = match moves.as_slice() {
                [] => "of the first position".to_owned(),
                moves => format!("of the position after {}", moves.join(" ")),
            };
            format!("{place}; right answers: {}", right.join(", "))
        }
        Experiment::Preferences {
            position, moves, ..
        } => {
            let place = position.as_deref().unwrap_or("the start of the game");
            match moves[..] {
                [] => format!("of {place}"),
                _ => format!("of {place} after {}", moves.join(" ")),
            }
        }
        Experiment::Calibration { .. } => {
            let teacher = plan.extent.teacher.as_ref().map(|teacher| teacher.text());
            format!(
                "one of each game of {} against itself",
                teacher.unwrap_or_default()
            )
        }
        Experiment::Training { .. } => "of a teacher against itself".to_owned(),
        Experiment::Learning { .. } => "each with another seed".to_owned(),
        Experiment::Foretelling { .. } => "at most, of each test".to_owned(),
        Experiment::Positions(positions) => drawn(positions),
        Experiment::Sizes { .. } => {
            "at most, of the ordinary test; as many playouts from the empty board".to_owned()
        }
        Experiment::Accuracy { .. } => format!(
            "by the selection of the simulations, {} of which tell the value of a position",
            plan.extent.simulations.unwrap_or_default()
        ),
    };
    format!(
        "Scale {}: {}, {how}. Seed {}. Engines with all their parameters:",
        plan.scale,
        amount(plan),
        plan.seed,
    )
}

/// Which positions of records are looked at.
fn drawn(experiment: &PositionExperiment) -> String {
    let words = |conditions: &[Condition]| {
        let parts = conditions
            .iter()
            .map(|one| format!("{} {}", one.number, one.range));
        parts.collect::<Vec<_>>().join(", ")
    };
    let mut text = format!("at most, drawn from the games of '{}'", experiment.records);
    if !experiment.conditions.is_empty() {
        text.push_str(&format!(
            "; of these those with {}",
            words(&experiment.conditions)
        ));
    }
    for series in experiment
        .series
        .iter()
        .filter(|one| !one.conditions.is_empty())
    {
        text.push_str(&format!(
            "; {}: {}",
            series.label,
            words(&series.conditions)
        ));
    }
    text.push_str("; intervals are over games, as positions of one game are not independent");
    text
}

fn amount(plan: &Plan) -> String {
    let experiment = &plan.manifest().experiment;
    let per_point = if experiment.shares_points() {
        ""
    } else {
        " per point"
    };
    let most = match plan.extent.sprt {
        None => "",
        Some(_) => "at most ",
    };
    let size = plan.extent.size;
    let amount = format!("{most}{size} {}{per_point}", experiment.unit());
    match plan.extent.learnings {
        1 => amount,
        learnings => {
            format!("{amount} and learning, {learnings} learnings, which are the observations")
        }
    }
}

/// Whether there are matches whose games are counted; of those repeated over learnings the scores are.
fn matches_by_side(result: &ItemResult) -> bool {
    let is_match = |row: &Row| matches!(row.observation, Observation::Match { .. });
    result.rows.iter().any(is_match)
}
