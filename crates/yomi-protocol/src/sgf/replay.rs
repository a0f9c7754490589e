//! Playing a record on a board.

use super::dialect::Dialect;
use super::record::{GameRecord, PASS};
use crate::foreign::quoted;
use thiserror::Error;
use yomi_core::{EngineError, Player, Referee, Seed};

/// Why a record is not a game that can be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("move {number} ({player}, {text}): {reason}")]
pub struct ReplayError {
    /// Which move of the record, counted from 1.
    pub number: usize,
    /// Whose move it is in the record.
    pub player: Player,
    /// The move, in quotes.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

impl GameRecord {
    /// Plays the first `count` moves of the record (all, if there are fewer) on a referee that
    /// stands at the start of a game, and returns what [`Referee::play`] said to each.
    ///
    /// Where the game itself passes over a side that cannot move, a pass counts as a move of the
    /// record, plays nothing, and must be true.
    pub fn replay(
        &self,
        referee: &mut dyn Referee,
        dialect: &Dialect,
        count: usize,
    ) -> Result<Vec<(String, Seed)>, ReplayError> {
        let mut played = Vec::new();
        for (i, (player, text)) in self.moves.iter().take(count).enumerate() {
            let error = |reason: String| ReplayError {
                number: i + 1,
                player: *player,
                text: quoted(text),
                reason,
            };
            let over = referee.outcome();
            let has_the_move = over.is_none() && referee.to_move() == *player;
            if text == PASS && dialect.passes_are_remarks {
                if has_the_move {
                    return Err(error(format!("{player} can move and must")));
                }
                continue;
            }
            if let Some(outcome) = over {
                return Err(error(
                    EngineError::GameOver(outcome.to_string()).to_string(),
                ));
            }
            if !has_the_move {
                return Err(error(format!("it is the move of {}", referee.to_move())));
            }
            played.push(
                referee
                    .play(text)
                    .map_err(|cause| error(cause.to_string()))?,
            );
        }
        Ok(played)
    }
}
