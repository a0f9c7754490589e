//! What can go wrong in the laboratory, each with the place where it did.

use crate::Scale;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;
use yomi_arena::ArenaError;
use yomi_engine::SetupError;
use yomi_run::{JournalError, RunError};
use yomi_stats::StatsError;

/// Why an experiment could not be read, run or reported.
#[derive(Debug, Error)]
pub enum LabError {
    /// The file is not TOML of the expected shape.
    #[error("{file}{}: {message}", .line.map_or(String::new(), |line| format!(", line {line}")))]
    Syntax {
        /// The manifest.
        file: String,
        /// The line, counted from 1; none for the file as a whole.
        line: Option<usize>,
        /// What the parser said.
        message: String,
    },
    /// The folder is no library of papers.
    #[error("{folder}: {problem}")]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What was found and what was expected.
        problem: &'static str,
    },
    /// The folder does not have the records that an experiment needs.
    #[error("{folder}: {problem}")]
    Data {
        /// The folder.
        folder: PathBuf,
        /// What was found and what was expected.
        problem: String,
    },
    /// The experiment has no such scale.
    #[error("{item} has no scale '{scale}': expected one of {known}")]
    NoScale {
        /// The experiment.
        item: String,
        /// What was asked for.
        scale: Scale,
        /// What there is.
        known: String,
    },
    /// The file is well-formed, but what a key says makes no sense.
    #[error("{file}: {key}: {problem}")]
    Manifest {
        /// The manifest.
        file: String,
        /// The key, such as `series[1].engine`.
        key: String,
        /// What was found and what was expected.
        problem: String,
    },
    /// The game or an engine of an experiment cannot be set up.
    #[error("{file}: {key}: {source}")]
    Setup {
        /// The manifest.
        file: String,
        /// The key, such as `series[1].engine`, with the point of the sweep.
        key: String,
        /// What is wrong with it.
        source: Box<SetupError>,
    },
    /// No paper or item has this name.
    #[error("unknown experiment '{name}': expected one of {known}")]
    UnknownItem {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A file or folder could not be read or written.
    #[error("cannot {action} {path}: {source}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A line of a file is not what it should be.
    #[error("{path}, line {line}: {problem}")]
    Record {
        /// The record.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What was found and what was expected.
        problem: String,
    },
    /// A record, the workers' threads, or a worker.
    #[error(transparent)]
    Run(#[from] RunError),
    /// An engine broke down in the middle of an experiment.
    #[error("{item}, {place}: {problem}")]
    Broken {
        /// The experiment.
        item: String,
        /// The series and the point of the sweep.
        place: String,
        /// What happened.
        problem: String,
    },
    /// A match could not be begun, resumed or finished.
    #[error("{item}, {place}: {source}")]
    Arena {
        /// The experiment.
        item: String,
        /// The series and the point of the sweep.
        place: String,
        /// What happened.
        source: Box<ArenaError>,
    },
    /// A statistic could not be computed.
    #[error(transparent)]
    Stats(#[from] StatsError),
    /// A plot could not be drawn.
    #[error("cannot draw the plot of {item}: {problem}")]
    Plot {
        /// The experiment.
        item: String,
        /// What the plotting library said.
        problem: String,
    },
    /// The run was stopped from outside. Whatever was finished is on file: the same run again
    /// goes on from there.
    #[error("stopped; the same command resumes where this one ended")]
    Stopped,
}

impl From<JournalError> for LabError {
    fn from(error: JournalError) -> LabError {
        LabError::Run(error.into())
    }
}

impl LabError {
    /// Maps an error of the file system to one that names the file.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> LabError {
        let path = path.to_owned();
        move |source| LabError::Io {
            action,
            path,
            source,
        }
    }

    /// Something broke down at a place.
    pub(crate) fn broken(item: &str, place: String, problem: impl ToString) -> LabError {
        LabError::Broken {
            item: item.to_owned(),
            place,
            problem: problem.to_string(),
        }
    }
}
