//! What a client says about its troubles: where they came, and never with the password.

use super::{Client, ClientError};
use crate::line::LineError;

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
