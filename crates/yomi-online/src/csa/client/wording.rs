//! What a client says about its troubles: where they came, and never with the password.

use super::super::message::MessageError;
use super::{Client, ClientError, Stage};
use crate::line::LineError;
use yomi_core::foreign::quoted;

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
