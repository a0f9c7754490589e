//! Tells what happens, in lines, and writes games down as they go.

use crate::commands::online::{Voice, create_new, plain};
use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;
use yomi_core::Player;
use yomi_core::engine::TextReport;
use yomi_core::foreign;
use yomi_online::csa::client::{ClientError, Finished, Watcher};
use yomi_online::csa::ending::{Reason, Verdict};
use yomi_online::csa::summary::Summary;

/// Tells a session and writes its games down.
pub struct Teller<'a> {
    voice: Voice<'a>,
    /// Where the games go.
    records: Option<PathBuf>,
    /// The record of the game under way.
    record: Option<File>,
    /// Games whose connection was lost.
    broken_off: u32,
}

impl Teller<'_> {
    /// Nothing has happened yet.
    pub fn new(voice: Voice<'_>, records: Option<PathBuf>) -> Teller<'_> {
        Teller {
            voice,
            records,
            record: None,
            broken_off: 0,
        }
    }

    /// Tells how it all ended.
    pub fn conclude(&mut self) {
        self.voice.conclude();
        if self.broken_off > 0 {
            let line = format!("broken off: {}", self.broken_off);
            self.voice.tell(line);
        }
    }
}

impl Watcher for Teller<'_> {
    fn heard(&mut self, line: &str) {
        self.voice.note('<', line);
    }

    fn said(&mut self, line: &str) {
        self.voice.note('>', line);
    }

    fn info(&mut self, text: &str) {
        self.voice.tell(format!("server: {text}"));
    }

    fn passed_over(&mut self, what: &str) {
        self.voice.tell(format!("passed over: {what}"));
    }

    fn begins(&mut self, summary: &Summary) {
        let we_are = summary.we_are;
        let colour = ["black", "white"][we_are.index()];
        let opponent = foreign::name(&summary.names[we_are.other().index()]);
        let mut line = format!("game {}: ", foreign::sentence(&summary.game));
        line += &format!("{colour} against {opponent}, {}", time_of(summary, we_are));
        if !summary.moves.is_empty() {
            line += &format!(", from move {}", summary.moves.len() + 1);
        }
        self.voice.tell(line);
        let Some(folder) = &self.records else { return };
        match create_new(folder, &plain(&summary.game, 120), "csa") {
            Ok(file) => self.record = Some(file),
            Err(fault) => self
                .voice
                .tell(format!("the game is not written down: {fault}")),
        }
    }

    fn rejected(&mut self, what: &str) {
        self.voice.tell(format!("rejected: {what}"));
    }

    fn record(&mut self, lines: &str) {
        // Straight to the file: whatever happens to us, it is there.
        if let Some(file) = &mut self.record
            && let Err(error) = file.write_all(lines.as_bytes())
        {
            self.record = None;
            let line = format!("the game is not written down any further: {error}");
            self.voice.tell(line);
        }
    }

    fn opponent_moves(&mut self, text: &str) {
        self.voice.tell(format!("they play {text}"));
    }

    fn moves(&mut self, text: &str, report: Option<&TextReport>) {
        let mut line = format!("we play {text}");
        if let Some(report) = report {
            line += &format!(
                " value {:.3} depth {} nodes {} in {:.2} s",
                report.value.0,
                report.depth,
                report.nodes,
                report.elapsed.as_secs_f64()
            );
        }
        self.voice.tell(line);
    }

    fn finished(&mut self, game: &Finished) {
        let won = match game.verdict {
            Verdict::Win => Some(true),
            Verdict::Lose => Some(false),
            Verdict::Draw | Verdict::Censored | Verdict::Chudan => None,
        };
        let how = self.voice.count(won);
        let reason = game.reason.map_or("#CHUDAN", Reason::word);
        let name = foreign::sentence(&game.game);
        let moves = game.moves;
        self.voice
            .tell(format!("game {name}: {how}, {reason} after {moves} moves"));
        self.record = None;
    }

    fn broken_off(&mut self, game: &str) {
        self.broken_off += 1;
        let name = foreign::sentence(game);
        self.voice.tell(format!("game {name}: broken off"));
        self.record = None;
    }

    fn lost(&mut self, error: &ClientError, pause: Duration) {
        self.voice.lost(error, pause);
    }
}

/// A side's time in words.
fn time_of(summary: &Summary, side: Player) -> String {
    let control = &summary.times[side.index()];
    if control.is_unlimited() {
        return "no limit of time".to_owned();
    }
    let seconds = |units: u64| units as f64 * control.unit.as_secs_f64();
    let mut text = format!("{} s", seconds(control.total.unwrap_or(0)));
    for (sign, units) in [("+", control.increment), ("/", control.byoyomi)] {
        if units > 0 {
            text += &format!(" {sign} {} s", seconds(units));
        }
    }
    text
}
