//! The server's next word: waiting for it, what we do before and meanwhile, and what is told when it does
//! not come or cannot be right (where that was, and never with the password).

use super::super::message::MessageError;
use super::turn::{Turn, TurnError};
use super::{Client, ClientError, Stage, Watcher};
use crate::common::{After, ClientState, Heard, PersistentClient, Talk};
use crate::line::LineError;
use std::net::TcpStream;
use std::time::Duration;
use yomi_core::Proven;
use yomi_core::foreign::quoted;

impl<'w> PersistentClient<dyn Watcher + 'w> for Client<'_> {
    fn state(&self) -> &ClientState<'_> {
        &self.state
    }

    fn stage(&self) -> String {
        match &self.stage {
            Stage::Login => "at the login".to_owned(),
            Stage::Waiting => "between games".to_owned(),
            Stage::Proposed(_) => "in a game's summary".to_owned(),
            Stage::Agreed(game) => format!("before game {}", game.name()),
            Stage::Playing(game) => {
                format!("in game {}, move {}", game.name(), game.moves + 1)
            }
        }
    }

    fn play_session(
        &mut self,
        stream: TcpStream,
        watcher: &mut (dyn Watcher + 'w),
    ) -> Result<After, ClientError> {
        self.converse(stream, watcher)
    }
}

impl Client<'_> {
    /// What is wrong with a line. If the password is in it, not even a part of it is told.
    pub(super) fn wrong(&self, error: MessageError, line: &str) -> ClientError {
        let veiled = self.state.veil(line);
        let MessageError { place, reason } = match veiled == line {
            true => error,
            false => MessageError {
                place: format!("line {}", quoted(&veiled)),
                reason: "it cannot be right, and has in it what is not shown here".to_owned(),
            },
        };
        ClientError::Wrong { place, reason }
    }
}

impl Client<'_> {
    /// The next line, after we took our turn if it is ours; `None` if it is time to leave.
    pub(super) fn hear(
        &mut self,
        talk: &mut Talk,
        watcher: &mut dyn Watcher,
    ) -> Result<Option<Heard>, ClientError> {
        /// How long a server may take to end a game that is over.
        const GRACE: Duration = Duration::from_secs(3);
        let common = &self.options.common;
        let mut patience = match &self.stage {
            Stage::Login | Stage::Proposed(_) => common.patience,
            Stage::Waiting | Stage::Agreed(_) => common.idle,
            Stage::Playing(game) => {
                let turn = game.session.referee().to_move();
                let turn = game.clocks[turn.index()].longest_turn();
                turn.map_or(common.idle, |turn| turn.saturating_add(common.patience))
            }
        };
        let mut overdue = false;
        if let Stage::Playing(game) = &self.stage
            && game.is_our_turn()
            && !talk.has_more()
        {
            // If it is over, but not because we lost, the server knows that too.
            overdue = matches!(game.is_over(), Some(Proven::Win | Proven::Draw));
            match overdue {
                true => patience = GRACE.min(common.patience),
                false => self.take_turn(talk, watcher)?,
            }
        }
        let is_free = matches!(self.stage, Stage::Waiting);
        let leave = self.state.leave;
        let mut wait = || talk.hear(patience, &|| is_free && leave());
        let heard = match &mut self.stage {
            Stage::Playing(game) if self.options.ponder && game.is_their_turn() => {
                game.ponder_during(wait)
            }
            _ => wait(),
        };
        match (heard, &mut self.stage) {
            (Err(LineError::TimedOut(_)), Stage::Playing(game)) if overdue => {
                game.forget_history()?;
                self.hear(talk, watcher)
            }
            (heard, _) => heard.map_err(|source| self.lost(source)),
        }
    }

    fn take_turn(&mut self, talk: &mut Talk, watcher: &mut dyn Watcher) -> Result<(), ClientError> {
        let Stage::Playing(game) = &mut self.stage else {
            return Ok(());
        };
        match game.take_turn(talk, self.options) {
            Ok(None) => {}
            Ok(Some(Turn { text, line, report })) => {
                watcher.said(&self.state.veil(&line));
                watcher.moves(&text, report.as_ref());
            }
            Err(TurnError::Engine(error)) => return Err(error),
            Err(TurnError::Send(source)) => return Err(self.unheard(source)),
        }
        Ok(())
    }
}
