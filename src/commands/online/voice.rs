//! Tells what happens, in lines.

use super::files::Journal;
use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

/// Tells a session, keeps its log and counts its games.
pub struct Voice<'a> {
    out: &'a mut dyn Write,
    journal: Option<Journal>,
    /// Games won, lost, and neither.
    score: [u32; 3],
}

impl Voice<'_> {
    /// Nothing has happened yet.
    pub fn new(out: &mut dyn Write, journal: Option<Journal>) -> Voice<'_> {
        Voice {
            out,
            journal,
            score: [0; 3],
        }
    }

    /// Tells something. The games go on whether or not anybody reads about them.
    pub fn tell(&mut self, line: impl Display) {
        let _ = writeln!(self.out, "{line}").and_then(|()| self.out.flush());
    }

    /// Adds a line to the log, if there is one.
    pub fn note(&mut self, sign: char, line: &str) {
        if let Some(journal) = &mut self.journal {
            journal.add(sign, line);
        }
    }

    /// Counts a game that we won, did not, or neither, and tells which in words.
    pub fn count(&mut self, won: Option<bool>) -> &'static str {
        let (which, how) = match won {
            Some(true) => (0, "won"),
            Some(false) => (1, "lost"),
            None => (2, "neither won nor lost"),
        };
        self.score[which] += 1;
        how
    }

    /// Tells that the connection is lost.
    pub fn lost(&mut self, error: &dyn Display, pause: Duration) {
        let line = format!("{error}; trying again in {} s", pause.as_secs_f64());
        self.note('!', &line);
        self.tell(line);
    }

    /// Tells how it all ended.
    pub fn conclude(&mut self) {
        let [won, lost, neither] = self.score;
        let games = won + lost + neither;
        self.tell(format!(
            "games {games}: won {won}, lost {lost}, neither {neither}"
        ));
    }
}
