//! Reports: the same content as Markdown and as a page of HTML that needs nothing else, with the
//! plot and the data beside it.
//!
//! | file | what it holds |
//! |---|---|
//! | `report.md`, `report.html` | all items of the run |
//! | `<paper>/<item>/<scale>/report.md`, `report.html` | one item |
//! | `<paper>/<item>/<scale>/plot.svg` | its figure |
//! | `<paper>/<item>/<scale>/data.csv`, `data.json` | the numbers of the figure |
//! | `<paper>/<item>/<scale>/manifest.toml` | the manifest as it was |
//! | `<paper>/<item>/<scale>/engines.json` | the signatures of the engines that made each record |
//! | `<paper>/<item>/<scale>/records/` | every game, search or training |
//!
//! Everything but the section "This run" is the same, byte for byte, whenever the same
//! experiment is run with the same seed. That section stands between two comments,
//! `this run: begin` and `this run: end`.

mod anchors;
mod axis;
mod by_side;
mod configuration;
mod content;
mod data;
mod document;
mod finding_view;
mod html;
mod markdown;
mod measurements;
mod overview;
mod picture;
mod plot;
mod start;
mod wording;

use crate::machine::Circumstances;
use crate::plan::Plan;
use crate::replay::Spent;
use crate::{ItemResult, LabError, Scale};
pub(crate) use data::to_six_digits;
use document::Block;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An item that was run.
pub(crate) struct Finished {
    pub plan: Plan,
    pub result: ItemResult,
    /// What the engines of its matches spent. Wall-clock time is among it, so it belongs to what
    /// no two runs share.
    pub efforts: Vec<Effort>,
    /// How long this run of it took.
    pub elapsed: Duration,
    /// How many games, searches or trainings were on file before.
    pub resumed: u64,
}

/// What the two sides of a match spent.
pub(crate) struct Effort {
    /// Which match.
    pub place: String,
    /// The engine and its opponent.
    pub names: [String; 2],
    /// What each of them spent.
    pub spent: [Spent; 2],
}

/// Where an item's files go.
pub(crate) fn folder(out: &Path, plan: &Plan) -> PathBuf {
    out.join(relative_folder(plan))
}

fn relative_folder(plan: &Plan) -> String {
    format!("{}/{}/{}", plan.item.paper.name, plan.item.name, plan.scale)
}

/// Writes the report of one item, with its figure and data.
pub(crate) fn write_item(
    out: &Path,
    done: &Finished,
    circumstances: &Circumstances,
) -> Result<(), LabError> {
    let folder = folder(out, &done.plan);
    let svg = plot::draw(&done.plan, &done.result)?;
    write(&folder.join("plot.svg"), &svg)?;
    write(
        &folder.join("data.csv"),
        &data::csv(&done.plan, &done.result),
    )?;
    write(&folder.join("data.json"), &data::json(&done.result))?;
    write(&folder.join("manifest.toml"), &done.plan.item.source)?;
    let mut blocks = vec![Block::heading(1, done.result.title.clone())];
    blocks.extend(content::item(done, svg, "", 2)?);
    blocks.push(content::this_run(&[done], circumstances));
    write_both(&folder, &done.result.title, &blocks).map(|_| ())
}

/// Writes the report over all items; returns where.
pub(crate) fn write_overall(
    out: &Path,
    scale: Scale,
    finished: &[Finished],
    circumstances: &Circumstances,
) -> Result<(PathBuf, PathBuf), LabError> {
    let mut blocks = overview::overview(scale, finished);
    let mut paper = "";
    for done in finished {
        if done.plan.item.paper.name != paper {
            paper = &done.plan.item.paper.name;
            blocks.extend(content::paper(&done.plan.item.paper));
        }
        let title = overview::item_title(&done.result);
        blocks.push(Block::anchored(3, title, done.result.item.clone()));
        let prefix = format!("{}/", relative_folder(&done.plan));
        blocks.extend(content::item(
            done,
            plot::draw(&done.plan, &done.result)?,
            &prefix,
            4,
        )?);
    }
    let all: Vec<&Finished> = finished.iter().collect();
    blocks.push(content::this_run(&all, circumstances));
    fs::create_dir_all(out).map_err(LabError::io("create", out))?;
    write_both(out, overview::OVERALL_TITLE, &blocks)
}

fn write_both(
    folder: &Path,
    title: &str,
    blocks: &[Block],
) -> Result<(PathBuf, PathBuf), LabError> {
    let (text, page) = (folder.join("report.md"), folder.join("report.html"));
    write(&text, &markdown::render(blocks))?;
    write(&page, &html::render(title, blocks))?;
    Ok((text, page))
}

fn write(path: &Path, text: &str) -> Result<(), LabError> {
    write_whole(path, text.as_bytes())
}

/// Writes a file as a whole or not at all: a run that is killed leaves the earlier one.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), LabError> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".draft");
    let draft = PathBuf::from(draft);
    fs::write(&draft, bytes).map_err(LabError::io("write", &draft))?;
    fs::rename(&draft, path).map_err(LabError::io("write", path))
}
