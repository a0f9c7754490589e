//! Game logs of the official server: files named `*.dcl2`, one JSON object a line.
//!
//! Each line is `{"ver", "tag", "id", "date_time", "thread", "log"}`. With the tag `gam` the log is
//! a message of the protocol, in the order in which they came: `dc`, `meta` (the machine, the
//! configuration), `dc_ok` and `ready_ok` with the field `team`, `is_ready` without, `new_game`,
//! then `update` and `move` in turn, at last `game_over`. With the tag `err` it is a text. Our
//! server adds one more `meta` line, `result`, which says how a game ended that the protocol has no
//! word for: the official viewer passes over it.
//!
//! Beside the game log there may be shot logs, `shot_eEEEsSS.json`, each with the way of all
//! stones during one throw.

mod read;

pub use read::{Log, LogError, LoggedShot, read};

use crate::calendar::Moment;
use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The version of the format.
pub const VERSION: [u32; 2] = [1, 0];

/// Writes a game log, and shot logs beside it. Every line is on file before the game goes on, so
/// that the log of a server that was killed can still be read.
#[derive(Debug)]
pub struct LogWriter {
    file: File,
    path: PathBuf,
    /// Where shot logs go; nowhere if the game log is a file of the user's choice.
    folder: Option<PathBuf>,
    next_id: u64,
}

#[derive(Serialize)]
struct Entry<'a, T> {
    ver: [u32; 2],
    tag: &'a str,
    id: u64,
    date_time: String,
    thread: &'a str,
    log: &'a T,
}

impl LogWriter {
    /// A log in the file `path` if that ends in `.dcl2`, or else in a new folder within `path`
    /// that is named after the time and the game. Files that exist are never overwritten.
    pub fn create(path: &Path, game_id: &str) -> io::Result<LogWriter> {
        let is_file = path
            .extension()
            .is_some_and(|extension| extension == "dcl2");
        let (path, folder) = if is_file {
            (path.to_owned(), None)
        } else {
            let folder = path.join(format!("{}_{game_id}", Moment::now().basic()));
            fs::create_dir_all(&folder)?;
            (folder.join("game.dcl2"), Some(folder))
        };
        let file = File::create_new(&path)?;
        Ok(LogWriter {
            file,
            path,
            folder,
            next_id: 0,
        })
    }

    /// Where the game log is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is a place for shot logs.
    pub fn keeps_shots(&self) -> bool {
        self.folder.is_some()
    }

    fn entry<T: Serialize>(&mut self, tag: &str, log: &T) -> io::Result<Vec<u8>> {
        let id = self.next_id;
        self.next_id += 1;
        let mut line = serde_json::to_vec(&Entry {
            ver: VERSION,
            tag,
            id,
            date_time: Moment::now().extended(),
            thread: "0",
            log,
        })?;
        line.push(b'\n');
        Ok(line)
    }

    /// Writes a message of the game.
    pub fn game<T: Serialize>(&mut self, message: &T) -> io::Result<()> {
        let line = self.entry("gam", message)?;
        self.file.write_all(&line)
    }

    /// Writes what went wrong.
    pub fn error(&mut self, text: &str) -> io::Result<()> {
        let line = self.entry("err", &text)?;
        self.file.write_all(&line)
    }

    /// Writes the log of one shot, if there is a place for it.
    pub fn shot<T: Serialize>(&mut self, end: u8, shot: u8, log: &T) -> io::Result<()> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let path = folder.join(format!("shot_e{end:03}s{shot:02}.json"));
        let line = self.entry("sht", log)?;
        fs::write(path, line)
    }
}
