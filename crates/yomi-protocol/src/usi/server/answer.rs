//! From what an engine finds to the answer that a board waits for.

use super::search::{Finding, Found, Purpose, Thinking};
use super::tell::{InfoFormat, best_move, checkmate};
use super::time::Allowance;
use super::{Connection, Event, Server};
use crate::usi::codec::Go;
use std::io;
use std::time::Instant;
use yomi_core::engine::TextReport;
use yomi_core::{EngineError, Player};

/// How to give up.
const RESIGN: &str = "bestmove resign";

impl Server<'_> {
    /// Tells what was found so far.
    pub(super) fn tell(
        &mut self,
        report: Box<TextReport>,
        connection: &mut Connection<'_>,
    ) -> io::Result<()> {
        let Some(thinking) = &mut self.thinking else {
            return Ok(());
        };
        if !thinking.is_news(&report) {
            return Ok(());
        }
        let format = InfoFormat {
            lines: match thinking.purpose {
                Purpose::Mate => 1,
                _ => self.options.lines(),
            },
            mate: thinking.purpose == Purpose::Mate,
            time: thinking.started.elapsed(),
        };
        let game = thinking.is_here.then_some(&mut self.game);
        let lines = format.lines(&report, game);
        thinking.told = Some(report);
        lines.iter().try_for_each(|line| connection.say(line))
    }

    /// An engine is back with its answer.
    pub(super) fn done(&mut self, found: Found, connection: &mut Connection<'_>) -> io::Result<()> {
        for text in &found.remarks {
            connection.remark(text)?;
        }
        let Some(thinking) = &mut self.thinking else {
            return Ok(());
        };
        match thinking.purpose {
            Purpose::Mate => self.solver = found.follower,
            _ => self.engine = found.follower,
        }
        thinking.finding = Some(match found.report {
            Ok(report) => Finding::Report(Box::new(report)),
            Err(EngineError::GameOver(_) | EngineError::Resigned) => Finding::Over,
            Err(error) => {
                connection.remark(&error.to_string())?;
                Finding::Failed(thinking.spare.take())
            }
        });
        self.conclude(connection)
    }

    /// Gives the answer, if it is there and due.
    pub(super) fn conclude(&mut self, connection: &mut Connection<'_>) -> io::Result<()> {
        let is_ready = |thinking: &mut Thinking| thinking.is_due && thinking.finding.is_some();
        let Some(thinking) = self.thinking.take_if(is_ready) else {
            return Ok(());
        };
        let Some(finding) = thinking.finding else {
            return Ok(());
        };
        let answer = match thinking.purpose {
            Purpose::Mate => match finding {
                Finding::Over => "checkmate nomate".to_owned(),
                Finding::Nobody => "checkmate notimplemented".to_owned(),
                Finding::Report(report) => checkmate(&report),
                Finding::Failed(_) => "checkmate timeout".to_owned(),
            },
            purpose => match finding {
                Finding::Report(report) => self.decide(&report, purpose, thinking.mover),
                Finding::Failed(Some(spare)) => format!("bestmove {spare}"),
                Finding::Over | Finding::Nobody | Finding::Failed(None) => RESIGN.to_owned(),
            },
        };
        connection.say(&answer)
    }

    /// The move, or that there is none worth playing.
    fn decide(&mut self, report: &TextReport, purpose: Purpose, mover: Player) -> String {
        if purpose == Purpose::Play {
            let session = self.game.session_mut();
            session.set_resignation(self.options.resignation());
            if session.resigns(mover, report) {
                return RESIGN.to_owned();
            }
            session.note_report(mover, report);
        }
        best_move(report)
    }

    /// Somebody wants the answer now.
    pub(super) fn stop(&mut self, connection: &mut Connection<'_>) -> io::Result<()> {
        if let Some(thinking) = &mut self.thinking {
            // A guess that was wrong is no move.
            if !thinking.is_due {
                thinking.purpose = match thinking.purpose {
                    Purpose::Play => Purpose::Study,
                    purpose => purpose,
                };
            }
            thinking.is_due = true;
            thinking.stop.raise();
        }
        self.conclude(connection)
    }

    /// What was expected has happened: from now on it is our time that goes by.
    pub(super) fn ponder_hit(
        &mut self,
        times: &Go,
        connection: &mut Connection<'_>,
    ) -> io::Result<()> {
        for fault in &times.faults {
            connection.remark(fault)?;
        }
        let margin = self.options.margin();
        let is_guess = |thinking: &&mut Thinking| thinking.go.ponder && !thinking.is_due;
        let Some(thinking) = self.thinking.as_mut().filter(is_guess) else {
            return connection.remark("ponderhit: nothing was expected");
        };
        thinking.go.update_times(times);
        thinking.go.ponder = false;
        thinking.is_due = !(times.infinite || thinking.go.infinite);
        let allowance = Allowance::new(&thinking.go, thinking.mover, margin);
        let limits = allowance.limits;
        let time = allowance.after_pondering(thinking.started.elapsed());
        match time {
            Some(time) => thinking.deadline = Instant::now().checked_add(time),
            // It ends by itself, or by a word.
            None if limits.nodes.or(limits.depth.map(u64::from)).is_some() => {}
            None if !thinking.is_due => {}
            None => thinking.stop.raise(),
        }
        self.conclude(connection)
    }

    /// It is time to stop.
    pub(super) fn ring(&mut self) {
        let is_over = |thinking: &&mut Thinking| {
            let deadline = thinking.deadline;
            deadline.is_some_and(|time| time <= Instant::now())
        };
        if let Some(thinking) = self.thinking.as_mut().filter(is_over) {
            thinking.deadline = None;
            thinking.stop.raise();
        }
    }

    /// Has the answer to whatever is under way given now.
    pub(super) fn finish(&mut self, connection: &mut Connection<'_>) -> io::Result<()> {
        self.stop(connection)?;
        while self.thinking.is_some() {
            match connection.inbox.next_new() {
                Event::Told(report) => self.tell(report, connection)?,
                Event::Done(found) => self.done(*found, connection)?,
                later => connection.inbox.put_aside(later),
            }
        }
        Ok(())
    }
}
