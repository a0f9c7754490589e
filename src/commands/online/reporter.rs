//! Reports of a session on a server, line by line.

use super::files::SessionLog;
use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use yomi_core::engine::TextReport;
use yomi_online::common::{ClientError, SessionWatcher};

/// Reports a session, keeps its log and counts its games.
pub struct Reporter<'a> {
    out: &'a mut dyn Write,
    log: Option<SessionLog>,
    /// How the work of a search is told.
    work: fn(&TextReport) -> String,
    /// Where the games go.
    pub records: Option<PathBuf>,
    /// The record of the game under way, where it is written as the game goes.
    pub record: Option<File>,
    /// Games won, lost, and neither.
    score: [u32; 3],
    /// Games whose connection was lost.
    pub broken_off: u32,
}

impl Reporter<'_> {
    /// Nothing has happened yet.
    pub fn new(
        out: &mut dyn Write,
        log: Option<SessionLog>,
        records: Option<PathBuf>,
        work: fn(&TextReport) -> String,
    ) -> Reporter<'_> {
        Reporter {
            out,
            log,
            work,
            records,
            record: None,
            score: [0; 3],
            broken_off: 0,
        }
    }

    /// Tells something.
    pub fn tell(&mut self, line: impl Display) {
        tell(self.out, line);
    }

    /// Adds a line to the log, if there is one.
    fn note(&mut self, sign: char, line: &str) {
        if let Some(log) = &mut self.log {
            log.add(sign, line);
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

    /// Tells how it all ended.
    pub fn conclude(&mut self) {
        let [won, lost, neither] = self.score;
        let games = won + lost + neither;
        self.tell(format!(
            "games {games}: won {won}, lost {lost}, neither {neither}"
        ));
        if self.broken_off > 0 {
            self.tell(format!("broken off: {}", self.broken_off));
        }
    }
}

impl SessionWatcher for Reporter<'_> {
    fn heard(&mut self, line: &str) {
        self.note('<', line);
    }

    fn said(&mut self, line: &str) {
        self.note('>', line);
    }

    fn info(&mut self, text: &str) {
        self.tell(format!("server: {text}"));
    }

    fn passed_over(&mut self, what: &str) {
        self.tell(format!("passed over: {what}"));
    }

    fn opponent_moves(&mut self, text: &str) {
        self.tell(format!("they play {text}"));
    }

    fn moves(&mut self, text: &str, report: Option<&TextReport>) {
        let searched = report.map(|report| searched(report, &(self.work)(report)));
        self.tell(format!("we play {text}{}", searched.unwrap_or_default()));
    }

    fn lost(&mut self, error: &ClientError, pause: Duration) {
        let line = format!("{error}; trying again in {} s", pause.as_secs_f64());
        self.note('!', &line);
        self.tell(line);
    }
}

/// Writes a line. The games go on whether or not anybody reads about them.
pub fn tell(out: &mut dyn Write, line: impl Display) {
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// What a search found and what it took, to stand behind a move.
pub fn searched(report: &TextReport, work: &str) -> String {
    let (value, seconds) = (report.value.0, report.elapsed.as_secs_f64());
    format!(" value {value:.3} {work} in {seconds:.2} s")
}

/// The work of a search that counts simulations.
pub fn simulations(report: &TextReport) -> String {
    format!("simulations {}", report.simulations)
}
