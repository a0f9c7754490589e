//! Errors of a run as a whole, as opposed to those of a job.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;
use yomi_core::resources::WorkerError;

/// Errors of reading and writing a journal.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file could not be opened, read or written.
    #[error("cannot {action} the record {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The operation that failed.
        action: &'static str,
        /// The error of the operating system.
        source: io::Error,
    },

    /// Another run has the file open.
    #[error("the record {} is being written by another run", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },

    /// The file is something else; it was not touched.
    #[error("{} is no {kind}: {reason}", path.display())]
    NotAJournal {
        /// The file.
        path: PathBuf,
        /// The kind of file that was expected.
        kind: &'static str,
        /// The evidence for that.
        reason: String,
    },

    /// The file was written by another version of the format.
    #[error("{} is a {kind} of version {found}, expected version {expected}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The kind of file.
        kind: &'static str,
        /// The version in the file.
        found: String,
        /// The version known here.
        expected: u64,
    },

    /// The file has the results of another run.
    #[error("{} belongs to another {run}: {difference}", path.display())]
    HeaderDiffers {
        /// The file.
        path: PathBuf,
        /// The word for a run.
        run: &'static str,
        /// The first field of the header that differs.
        field: String,
        /// How it differs, in words.
        difference: String,
    },

    /// A complete line is damaged, or no result of this run.
    #[error("{}, line {line}: {reason}", path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// The line, counted from one.
        line: usize,
        /// The problem.
        reason: String,
    },
}

impl JournalError {
    /// Maps an error of the file system to one that names the file.
    pub(crate) fn io(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> JournalError {
        let path = path.to_owned();
        move |source| JournalError::Io {
            path,
            action,
            source,
        }
    }
}

/// Errors that end a run. Results that are already in the journal stay there.
#[derive(Debug, Error)]
pub enum RunError {
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),

    /// There are too few threads.
    #[error(transparent)]
    Workers(#[from] WorkerError),

    /// A worker panicked.
    #[error("a worker {0}")]
    Panicked(String),
}
