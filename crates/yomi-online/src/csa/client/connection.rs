//! What is told when a connection fails: where that was, and never with the password.

use super::super::message::MessageError;
use super::{Client, ClientError, Stage, Watcher};
use crate::common::{After, Membership, Visitor};
use std::net::TcpStream;
use yomi_core::foreign::quoted;

impl<'w> Visitor<dyn Watcher + 'w> for Client<'_> {
    fn membership(&self) -> &Membership<'_> {
        &self.membership
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

    fn visit(
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
        let veiled = self.membership.veil(line);
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
