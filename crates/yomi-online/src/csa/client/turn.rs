//! Our turn, and what we do in the opponent's.

use super::super::ending::{Reason, Verdict};
use super::super::remark::remark;
use super::game::{Game, Sent};
use super::{ClientError, Options};
use crate::common::Talk;
use crate::line::LineError;
use std::time::Duration;
use yomi_core::engine::{Effort, Question, TextReport};
use yomi_core::{EngineError, Proven, Stop};
use yomi_records::shogi::csa::csa_move::CsaMove;

/// What came of a turn.
pub(super) struct Turn {
    /// What we did.
    pub text: String,
    /// The line that said so.
    pub line: String,
    /// What the engine thought.
    pub report: Option<TextReport>,
}

/// How a turn failed.
pub(super) enum TurnError {
    /// The engine failed.
    Engine(ClientError),
    /// Our move cannot be sent.
    Send(LineError),
}

impl Game {
    /// Thinks and says what came of it. What the server says meanwhile is kept; the end of the
    /// game, or of the connection, stops the engine at once, and then there is nothing to be said.
    pub fn take_turn(
        &mut self,
        talk: &mut Talk,
        options: &Options,
    ) -> Result<Option<Turn>, TurnError> {
        let alarm = Stop::default();
        let is_end = |line: &str| Reason::parse(line).is_some() || Verdict::parse(line).is_some();
        talk.listen_during(&is_end, &alarm, |sender| {
            let thought = self.think(options, &alarm).map_err(TurnError::Engine)?;
            if alarm.is_raised() {
                return Ok(None);
            }
            let (sent, report) = thought;
            let line = match &sent.remark {
                Some(remark) => format!("{},'{remark}", sent.text),
                None => sent.text.clone(),
            };
            sender.send(&line).map_err(TurnError::Send)?;
            let text = sent.text.clone();
            self.sent = Some(sent);
            Ok(Some(Turn { text, line, report }))
        })
    }

    fn think(
        &mut self,
        options: &Options,
        stop: &Stop,
    ) -> Result<(Sent, Option<TextReport>), ClientError> {
        let side = self.we_are();
        let resigned = |report| {
            let sent = Sent {
                text: "%TORYO".to_owned(),
                remark: None,
            };
            Ok((sent, report))
        };
        // We are mated: nobody says so but us.
        if self.is_over() == Some(Proven::Loss) {
            return resigned(None);
        }
        let spent = self
            .turn_began
            .map_or(Duration::ZERO, |began| began.elapsed());
        let clock = self.clocks[side.index()].to_think(spent, options.common.margin);
        let question = Question::to_move(clock, stop);
        let report = match self.session.think(&question, &mut |_| ()) {
            Err(EngineError::Resigned) => return resigned(None),
            report => report?,
        };
        if self.session.resigns(side, &report) {
            return resigned(Some(report));
        }
        self.session.note_report(side, &report);
        if report.best == DECLARATION {
            let sent = Sent {
                text: "%KACHI".to_owned(),
                remark: None,
            };
            return Ok((sent, Some(report)));
        }
        let board = self.board()?;
        let played = CsaMove::from_usi(side, &report.best, |square| board.kind(square));
        let played = played.map_err(|reason| EngineError::Broken {
            engine: self.session.follower().name().to_owned(),
            reason: format!("it moves {reason}"),
        })?;
        let sent = Sent {
            text: played.to_string(),
            remark: options.remarks.then(|| remark(&report, side, board)),
        };
        Ok((sent, Some(report)))
    }

    /// Lets the engine think about the opponent's turn while something else goes on.
    pub fn ponder_during<T>(&mut self, wait: impl FnOnce() -> T) -> T {
        let session = &mut self.session;
        let question = Question {
            effort: Effort::Endless,
            thorough: true,
            resume: true,
            ..Question::default()
        };
        std::thread::scope(|scope| {
            // What it finds it keeps, where it keeps anything; whether it can do so, and whether
            // there is a thread for it, matters to nobody else.
            let ponder = || drop(session.think(&question, &mut |_| ()));
            let _ = std::thread::Builder::new().spawn_scoped(scope, ponder);
            let waited = wait();
            question.stop.raise();
            waited
        })
    }
}

/// The move with which an engine declares that its king has entered.
const DECLARATION: &str = "win";
