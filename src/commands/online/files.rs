//! The files of a session: the password, the records, the log.

use crate::failure::usage;
use anyhow::Context as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;
use yomi_core::read_text;
use yomi_online::common::Password;

/// The longest file that a password is the first line of.
const PASSWORD_BYTES: usize = 1 << 16;

/// The password: the first line of a file, or else a variable of the environment. No error tells
/// what it read.
pub fn password(path: Option<&Path>, variable: &str) -> anyhow::Result<Password> {
    let (text, place) = match path {
        Some(path) => {
            let text = read_text(path, PASSWORD_BYTES)
                .with_context(|| format!("cannot read --password-file {}", path.display()))?;
            let line = text.lines().next().unwrap_or_default().to_owned();
            (line, format!("--password-file {}", path.display()))
        }
        None => {
            let text = std::env::var(variable).map_err(|_| {
                usage(format!(
                    "there is no password: expected --password-file FILE or {variable} in the \
                     environment"
                ))
            })?;
            (text, variable.to_owned())
        }
    };
    Password::new(text.trim()).map_err(|fault| usage(format!("{place}: {fault}")))
}

/// Makes a folder, unless it is there.
pub fn create_folder(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))
}

/// Makes a file for a game. No file is ever written over: not every server gives every game
/// another name.
pub fn create_new(folder: &Path, stem: &str, extension: &str) -> Result<File, String> {
    let name = |number| match number {
        1 => format!("{stem}.{extension}"),
        number => format!("{stem}-{number}.{extension}"),
    };
    create_numbered(folder, name).map(|(file, _)| file)
}

/// Makes a file under the first of these names, numbered from 1, that is not taken.
pub fn create_numbered(
    folder: &Path,
    name: impl Fn(u32) -> String,
) -> Result<(File, PathBuf), String> {
    for number in 1.. {
        let path = folder.join(name(number));
        match File::options().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(format!("cannot write {}: {error}", path.display())),
        }
    }
    Err("there are too many files of that name".to_owned())
}

/// A name that is harmless in the name of a file, of at most so many letters.
pub fn plain(name: &str, most: usize) -> String {
    let letters = name.chars().take(most).map(|c| match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' | '+' => c,
        _ => '_',
    });
    letters.collect()
}

/// A file of everything that was said, each line with the seconds since the session began.
pub struct SessionLog {
    file: File,
    began: Instant,
}

impl SessionLog {
    /// Goes on at the end of the file.
    pub fn open(path: &Path) -> anyhow::Result<SessionLog> {
        let file = File::options().create(true).append(true).open(path);
        let file = file.with_context(|| format!("cannot write the log {}", path.display()))?;
        Ok(SessionLog {
            file,
            began: Instant::now(),
        })
    }

    /// Adds a line. Letters that a terminal would obey are spelled out.
    pub fn add(&mut self, sign: char, line: &str) {
        let mut shown = String::new();
        for letter in line.chars() {
            match letter.is_control() {
                true => shown.extend(letter.escape_debug()),
                false => shown.push(letter),
            }
        }
        let seconds = self.began.elapsed().as_secs_f64();
        // The games go on even if the disk is full.
        let _ = writeln!(self.file, "{seconds:.3} {sign} {shown}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_the_folder() {
        assert_eq!(plain("Yomi-0.1", 40), "Yomi-0_1");
        assert_eq!(plain("../../etc/passwd", 40), "______etc_passwd");
        assert_eq!(plain(&"x".repeat(1000), 40).len(), 40);
    }
}
