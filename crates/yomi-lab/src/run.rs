//! Running experiments: every item planned, then every cell run or resumed, then the reports.

use crate::decision::Decision;
use crate::duel::Match;
use crate::machine::Circumstances;
use crate::measurement::Observation;
use crate::plan::{Cell, Plan, Task};
use crate::report::{self, Finished};
use crate::{Item, ItemResult, LabError, Observer, Scale};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use yomi_core::Stop;
use yomi_engine::Registry;

/// How to run experiments, as opposed to which: nothing but the seed changes any number.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The folder for records and reports.
    pub out: PathBuf,
    /// How many games or searches run at the same time.
    pub workers: usize,
    /// Replaces the seed of every manifest.
    pub seed: Option<u64>,
    /// Ends the run early when raised; the same run again goes on from there.
    pub stop: Stop,
}

impl RunOptions {
    /// One worker, the manifests' own seeds.
    pub fn new(out: impl Into<PathBuf>) -> RunOptions {
        RunOptions {
            out: out.into(),
            workers: 1,
            seed: None,
            stop: Stop::default(),
        }
    }
}

/// What a run leaves behind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The results, in the order of the items.
    pub items: Vec<ItemResult>,
    /// The report over all items, for reading as text.
    pub markdown: PathBuf,
    /// The same as a page that needs nothing else.
    pub html: PathBuf,
}

/// Runs items at a scale, or what is missing of them, and writes their reports.
///
/// All items are planned before the first one runs, so that a mistake in the last shows at once.
/// Every finished game or search is on file when it is over; after [`LabError::Stopped`], any
/// other error or a kill, the same call goes on from there and ends with the same numbers.
pub fn run(
    items: &[Item],
    scale: Scale,
    registry: &Registry,
    options: &RunOptions,
    observer: &dyn Observer,
) -> Result<Summary, LabError> {
    let plans = items
        .iter()
        .map(|item| Plan::new(item, scale, registry, options.seed))
        .collect::<Result<Vec<_>, _>>()?;
    let mut finished = Vec::new();
    for plan in plans {
        let done = run_plan(plan, options, observer)?;
        report::write_item(&options.out, &done, &Circumstances::now(options.workers))?;
        observer.item_finished(&done.result);
        finished.push(done);
    }
    let (markdown, html) = report::write_overall(
        &options.out,
        scale,
        &finished,
        &Circumstances::now(options.workers),
    )?;
    let items = finished.into_iter().map(|done| done.result).collect();
    Ok(Summary {
        items,
        markdown,
        html,
    })
}

fn run_plan(
    plan: Plan,
    options: &RunOptions,
    observer: &dyn Observer,
) -> Result<Finished, LabError> {
    let started = Instant::now();
    let item = plan.item.path();
    let records = report::folder(&options.out, &plan).join("records");
    fs::create_dir_all(&records).map_err(LabError::io("create", &records))?;
    let resumed = plan
        .cells
        .iter()
        .map(|cell| on_file(&records.join(&cell.record)).min(cell.units()))
        .sum();
    observer.item_started(&item, &plan.manifest().title, plan.units(), resumed);
    let mut observations = Vec::new();
    for cell in &plan.cells {
        if options.stop.is_raised() {
            return Err(LabError::Stopped);
        }
        observations.push(run_cell(&item, cell, &records, options, observer)?);
    }
    let result = ItemResult::of(&plan, observations)?;
    Ok(Finished {
        plan,
        result,
        elapsed: started.elapsed(),
        resumed,
    })
}

/// How many games or searches a record holds: its lines less the header. Whether they are sound
/// is for whoever opens the record.
fn on_file(record: &Path) -> u64 {
    let newlines = |bytes: Vec<u8>| bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
    fs::read(record).map_or(0, newlines).saturating_sub(1)
}

fn run_cell(
    item: &str,
    cell: &Cell,
    records: &Path,
    options: &RunOptions,
    observer: &dyn Observer,
) -> Result<Observation, LabError> {
    let record = records.join(&cell.record);
    match &cell.task {
        Task::Match {
            engine,
            opponent,
            openings,
        } => Match {
            item,
            cell,
            engine,
            opponent,
            openings,
        }
        .run(&record, options.workers, &options.stop, observer),
        Task::Decision {
            engine,
            moves,
            right,
        } => Decision {
            item,
            cell,
            engine,
            moves,
            right,
        }
        .run(&record, options.workers, &options.stop, observer),
    }
}
