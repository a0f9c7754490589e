//! The files of a session: the password, the records, the log.

use crate::failure::usage;
use anyhow::Context as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;
use yomi_protocol::cgos::Password;
use yomi_protocol::cgos::client::Finished;
use yomi_protocol::sgf::Dialect;

/// Where a password may be if no file is named.
const VARIABLE: &str = "YOMI_CGOS_PASSWORD";

/// The password. No error tells what it read.
pub fn password(path: Option<&Path>) -> anyhow::Result<Password> {
    let (text, place) = match path {
        Some(path) => {
            let text = fs::read_to_string(path)
                .with_context(|| format!("cannot read --password-file {}", path.display()))?;
            let line = text.lines().next().unwrap_or_default().to_owned();
            (line, format!("--password-file {}", path.display()))
        }
        None => {
            let text = std::env::var(VARIABLE).map_err(|_| {
                usage(format!(
                    "there is no password: expected --password-file FILE or {VARIABLE} in the \
                     environment"
                ))
            })?;
            (text, VARIABLE.to_owned())
        }
    };
    Password::new(text.trim()).map_err(|fault| usage(format!("{place}: {fault}")))
}

/// A folder of games.
pub struct Records(PathBuf);

impl Records {
    /// Makes the folder if need be.
    pub fn new(folder: PathBuf) -> anyhow::Result<Records> {
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        Ok(Records(folder))
    }

    /// Saves a game in a file of its own, and tells its name. No file is ever written over: not
    /// every server gives every game another number.
    pub fn save(&self, game: &Finished) -> Result<PathBuf, String> {
        let [black, white] = game
            .setup
            .players
            .each_ref()
            .map(|player| plain(&player.name));
        let name = format!("{}-{white}-{black}", game.setup.game);
        let text = game.record().to_sgf(&Dialect::GO);
        for number in 1u32.. {
            let name = match number {
                1 => format!("{name}.sgf"),
                number => format!("{name}-{number}.sgf"),
            };
            let path = self.0.join(name);
            let made = File::options().write(true).create_new(true).open(&path);
            let written = made.and_then(|mut file| file.write_all(text.as_bytes()));
            match written {
                Ok(()) => return Ok(path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(format!("cannot write {}: {error}", path.display())),
            }
        }
        Err("there are too many files of that name".to_owned())
    }
}

/// A name that is harmless in the name of a file.
fn plain(name: &str) -> String {
    let letters = name.chars().take(40).map(|c| match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' => c,
        _ => '_',
    });
    letters.collect()
}

/// A file of everything that was said, each line with the seconds since the session began.
pub struct Journal {
    file: File,
    began: Instant,
}

impl Journal {
    /// Goes on at the end of the file.
    pub fn open(path: &Path) -> anyhow::Result<Journal> {
        let file = File::options().create(true).append(true).open(path);
        let file = file.with_context(|| format!("cannot write the log {}", path.display()))?;
        Ok(Journal {
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
        assert_eq!(plain("Yomi-0.1"), "Yomi-0_1");
        assert_eq!(plain("../../etc/passwd"), "______etc_passwd");
        assert_eq!(plain(&"x".repeat(1000)).len(), 40);
    }
}
