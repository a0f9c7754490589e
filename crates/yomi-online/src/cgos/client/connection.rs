//! Connections, one after the other: what was agreed over one, and what is told when one fails
//! (where that was, and never with the password).

use super::{Client, ClientError, Watcher};
use crate::common::{After, Connect, Progress, Remedy, Talk, Visitor, persist};
use crate::line::LineError;
use std::net::TcpStream;
use std::time::Duration;

pub(super) struct Connection {
    pub talk: Talk,
    /// Whether both sides know analyses.
    pub analysis: bool,
    /// Whether the password was asked for.
    pub logged_in: bool,
}

impl Connection {
    pub fn new(stream: TcpStream) -> Result<Connection, LineError> {
        Ok(Connection {
            talk: Talk::new(stream)?,
            analysis: false,
            logged_in: false,
        })
    }
}

impl Client<'_> {
    /// Plays until all games are played or it is time to leave, over as many connections as that
    /// takes; returns how many games came to their end. The pause before a connection is made
    /// again doubles from one to the next, until a game goes on.
    pub fn run(&mut self, connect: Connect, watcher: &mut dyn Watcher) -> Result<u32, ClientError> {
        let pauses = self.options.pauses;
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
        self.client.converse(stream, self.watcher)?;
        Ok(After::Leave)
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
        let client = &mut *self.client;
        client.interrupted = client.game.take().or(client.interrupted.take());
    }

    fn leaves(&self) -> bool {
        self.client.interrupted.is_none() && (self.client.leave)()
    }
}

impl Client<'_> {
    pub(super) fn veil(&self, text: &str) -> String {
        self.options.password.veil(text)
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
        match &self.game {
            Some(game) => {
                let number = game.moves().len() + 1;
                format!("in game {}, move {number}", game.setup.game)
            }
            None => "between games".to_owned(),
        }
    }
}
