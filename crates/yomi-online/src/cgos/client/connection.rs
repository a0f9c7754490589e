//! A connection, what was agreed over it, and what is left when it fails.

use super::{Client, ClientError, Watcher};
use crate::common::{After, ClientState, PersistentClient, Talk};
use crate::line::LineError;
use std::net::TcpStream;

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

impl<'w> PersistentClient<dyn Watcher + 'w> for Client<'_> {
    fn state(&self) -> &ClientState<'_> {
        &self.state
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

    fn play_session(
        &mut self,
        stream: TcpStream,
        watcher: &mut (dyn Watcher + 'w),
    ) -> Result<After, ClientError> {
        self.converse(stream, watcher)?;
        Ok(After::Leave)
    }

    fn note_loss(&mut self) {
        self.interrupted = self.game.take().or(self.interrupted.take());
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.is_some()
    }
}
