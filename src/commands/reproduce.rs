//! `yomi reproduce`: what papers say, measured again.

use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::progress::Progress;
use crate::setup::{cores, parse_seed};
use crate::suggest::hint;
use crate::text::wrap;
use anyhow::bail;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use yomi_engine::Registry;
use yomi_lab::{
    Checked, CheckedEngine, Item, ItemResult, LabError, Library, Observer, RunOptions, Scale,
    Standing, Summary, Verdict,
};

/// Runs the experiments of papers and writes a report.
///
/// Everything that is finished is kept: a run that was killed or stopped with Ctrl-C goes on where
/// it ended when the same command is given again, and ends with the same numbers.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi reproduce                              everything, quickly
  yomi reproduce --list                       what there is
  yomi reproduce toys/trap --scale standard
  yomi reproduce --papers my-papers           experiments of your own
  yomi reproduce --check docs/results         which results are those of other engines?")]
pub struct Args {
    /// Papers, or single tables and figures of them as PAPER/ITEM [default: everything].
    #[arg(value_name = "PAPER[/ITEM]")]
    names: Vec<String>,

    /// How much: quick takes minutes, standard hours, paper as much as the paper itself.
    #[arg(long, default_value_t, value_name = "SCALE")]
    scale: Scale,

    /// The folder for records and reports.
    #[arg(long, value_name = "FOLDER", default_value = "reports")]
    out: PathBuf,

    /// Games or searches that run at the same time [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,

    /// Replaces the seeds of the experiments.
    #[arg(long, value_name = "NUMBER", value_parser = parse_seed)]
    seed: Option<u64>,

    /// Take the papers from this folder, which holds one folder per paper, instead of those that
    /// ship.
    #[arg(long, value_name = "FOLDER")]
    papers: Option<PathBuf>,

    /// The folder of records for experiments that learn from them (docs/formats.md says what it holds) [default: a small
    /// sample that ships].
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,

    /// List the papers and their items, and run nothing.
    #[arg(long)]
    list: bool,

    /// Run nothing: say which results in this folder today's program would give again, by the
    /// signatures of the engines they rest on. The exit code is 1 if any are stale.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["names", "list", "papers", "seed"])]
    check: Option<PathBuf>,

    /// Print an object for machines.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        if let Some(folder) = &self.check {
            return check(folder, self.json, registry, out);
        }
        let library = match &self.papers {
            Some(folder) => Library::load(folder),
            None => Library::embedded(),
        }
        .map_err(lab_error)?;
        let items = self.items(&library)?;
        if self.list {
            return match self.json {
                true => write_listed(&items, out),
                false => write_list(&items, out),
            };
        }
        let options = RunOptions {
            workers: self.workers.map_or_else(cores, usize::from),
            seed: self.seed,
            stop: stop_on_interrupt(),
            data: self.data.clone(),
            ..RunOptions::new(&self.out)
        };
        let summary = yomi_lab::run(&items, self.scale, registry, &options, &Live::default())
            .map_err(lab_error)?;
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&summary)?)?;
            return Ok(());
        }
        write_summary(&summary, out)
    }

    /// What was asked for, each item once.
    fn items(&self, library: &Library) -> anyhow::Result<Vec<Item>> {
        if self.names.is_empty() {
            return library.items("").map_err(lab_error);
        }
        let mut items: Vec<Item> = Vec::new();
        for name in &self.names {
            for item in library.items(name).map_err(lab_error)? {
                if items.iter().all(|known| known.path() != item.path()) {
                    items.push(item);
                }
            }
        }
        Ok(items)
    }
}

/// A name, scale or folder that does not fit is a fault of the command, everything else is a failure.
fn lab_error(error: LabError) -> anyhow::Error {
    match &error {
        LabError::UnknownItem { name, known } => {
            usage(format!("{error}{}", hint(name, known.split(", "))))
        }
        LabError::NoScale { .. } | LabError::Folder { .. } | LabError::Data { .. } => usage(error),
        _ => error.into(),
    }
}

/// Says of all results in a folder whether they hold; an error if some do not.
fn check(
    folder: &Path,
    json: bool,
    registry: &Registry,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let checked = yomi_lab::check(folder, registry).map_err(lab_error)?;
    if json {
        writeln!(out, "{}", serde_json::to_string(&checked)?)?;
    } else {
        for result in &checked {
            write_checked(result, out)?;
        }
    }
    let is_stale = |result: &&Checked| result.standing == Standing::Stale;
    let stale = checked.iter().filter(is_stale);
    let stale: Vec<String> = stale
        .map(|result| format!("{} in {}", result.item, folder_of(result).display()))
        .collect();
    match stale[..] {
        [] => Ok(()),
        _ => bail!("results of other engines: {}", stale.join(", ")),
    }
}

/// Where the results are: an experiment may have been run more than once.
fn folder_of(result: &Checked) -> &Path {
    result.file.parent().unwrap_or(&result.file)
}

fn write_checked(result: &Checked, out: &mut dyn Write) -> anyhow::Result<()> {
    let Checked {
        item,
        scale,
        standing,
        engines,
        ..
    } = result;
    let folder = folder_of(result).display();
    writeln!(out, "{item}, {scale}: {standing}, in {folder}")?;
    if engines.is_empty() && *standing == Standing::Unknown {
        writeln!(out, "  no engine was signed when it was run")?;
    }
    for engine in engines {
        let CheckedEngine { signed, reason, .. } = engine;
        write!(out, "{}", wrap(&format!("{}: {reason}", signed.text), 2))?;
    }
    Ok(())
}

fn write_list(items: &[Item], out: &mut dyn Write) -> anyhow::Result<()> {
    let mut paper = "";
    for item in items {
        if item.paper.name != paper {
            paper = &item.paper.name;
            writeln!(out, "{paper}: {}", item.paper.title)?;
        }
        writeln!(out, "  {}", item.path())?;
        write!(out, "{}", wrap(&item.manifest.title, 6))?;
    }
    Ok(())
}

/// What there is, for machines.
#[derive(Serialize)]
struct Listed<'a> {
    item: String,
    title: &'a str,
    paper: &'a str,
    paper_title: &'a str,
}

fn write_listed(items: &[Item], out: &mut dyn Write) -> anyhow::Result<()> {
    let listed = items.iter().map(|item| Listed {
        item: item.path(),
        title: &item.manifest.title,
        paper: &item.paper.name,
        paper_title: &item.paper.title,
    });
    let listed: Vec<Listed<'_>> = listed.collect();
    writeln!(out, "{}", serde_json::to_string(&listed)?)?;
    Ok(())
}

/// Every finding with its verdict, and where the report is.
fn write_summary(summary: &Summary, out: &mut dyn Write) -> anyhow::Result<()> {
    for result in &summary.items {
        writeln!(out, "{}: {}", result.item, result.title)?;
        for finding in &result.findings {
            // The verdict takes the place of the first line's margin.
            let verdict = format!("  {:<12}  ", finding.verdict.to_string());
            let text = wrap(&finding.text, verdict.len());
            write!(out, "{verdict}{}", text.trim_start())?;
            if let Some(words) = &finding.qualified {
                write!(out, "{}", wrap(&format!("({words})"), verdict.len()))?;
            }
        }
        writeln!(out)?;
    }
    let count = |verdict| {
        summary
            .items
            .iter()
            .map(|item| item.count(verdict))
            .sum::<usize>()
    };
    writeln!(
        out,
        "Findings: {} reproduced, {} contradicted, {} undecided.",
        count(Verdict::Reproduced),
        count(Verdict::Contradicted),
        count(Verdict::Undecided)
    )?;
    writeln!(out, "Report: {}", summary.html.display())?;
    writeln!(out, "As text: {}", summary.markdown.display())?;
    Ok(())
}

/// A bar for each experiment.
#[derive(Default)]
struct Live(Mutex<Option<Running>>);

struct Running {
    progress: Progress,
    done: u64,
    total: u64,
}

impl Observer for Live {
    fn item_started(&self, item: &str, title: &str, units: u64, done: u64) {
        let progress = Progress::new(units, done);
        progress.note(&format!("{item}: {title}"));
        if done > 0 {
            progress.note(&format!(
                "resuming: {done} of {units} games, searches and trainings are on file"
            ));
        }
        let running = Running {
            progress,
            done,
            total: units,
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(running);
    }

    fn unit_finished(&self, item: &str) {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Running {
            progress,
            done,
            total,
        }) = running.as_mut()
        {
            *done += 1;
            progress.update(*done, || {
                format!("{item}: {done}/{total} games, searches and trainings")
            });
        }
    }

    fn item_finished(&self, _: &ItemResult) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}
