//! Connections, one after the other, and what is told when one fails: where that was, and never with
//! the password.

use super::super::message::MessageError;
use super::{Client, ClientError, Stage, Watcher};
use crate::common::{After, Connect, Progress, Remedy, Visitor, persist};
use crate::line::LineError;
use std::net::TcpStream;
use std::time::Duration;
use yomi_core::foreign::quoted;

impl Client<'_> {
    /// Plays until all games are played or it is time to leave, over as many connections as that
    /// takes; returns how many games came to their end. The pause before a connection is made
    /// again doubles from one to the next, until a game goes on.
    pub fn run(&mut self, connect: Connect, watcher: &mut dyn Watcher) -> Result<u32, ClientError> {
        let pauses = self.options.common.pauses;
        let mut watched = Watched {
            client: self,
            watcher,
        };
        persist(&mut watched, pauses, connect)?;
        Ok(self.finished)
    }
}

/// A client, and who watches it.
struct Watched<'a, 'b> {
    client: &'a mut Client<'b>,
    watcher: &'a mut dyn Watcher,
}

impl Visitor for Watched<'_, '_> {
    type Error = ClientError;

    fn converse(&mut self, stream: TcpStream) -> Result<After, ClientError> {
        self.client.converse(stream, self.watcher)
    }

    fn progress(&self) -> Progress {
        Progress {
            games: self.client.finished,
            moves: self.client.moved,
        }
    }

    fn remedy(&self, error: &ClientError) -> Remedy {
        error.remedy(self.client.welcomed)
    }

    fn lost(&mut self, error: &ClientError, pause: Duration) {
        self.watcher.lost(error, pause);
    }

    fn leaves(&self) -> bool {
        (self.client.leave)()
    }
}

impl Client<'_> {
    pub(super) fn veil(&self, text: &str) -> String {
        self.options.common.password.veil(text)
    }

    /// What is wrong with a line. If the password is in it, not even a part of it is told.
    pub(super) fn wrong(&self, error: MessageError, line: &str) -> ClientError {
        let veiled = self.veil(line);
        let MessageError { place, reason } = match veiled == line {
            true => error,
            false => MessageError {
                place: format!("line {}", quoted(&veiled)),
                reason: "it cannot be right, and has in it what is not shown here".to_owned(),
            },
        };
        ClientError::Wrong { place, reason }
    }

    pub(super) fn lost(&self, source: LineError) -> ClientError {
        let stage = self.stage();
        ClientError::Line { stage, source }
    }

    pub(super) fn unheard(&self, source: LineError) -> ClientError {
        let stage = self.stage();
        ClientError::Send { stage, source }
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
}
