//! Moves in another notation than the game's own.

use crate::failure::usage;
use yomi_blokus::contest::{self, PASSES};
use yomi_blokus::parse_placement;
use yomi_core::Player;

/// The game that has another notation.
const BLOKUS_DUO: &str = "blokus-duo";

/// How moves are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum MoveNotation {
    /// As the game writes them.
    Own,
    /// Blokus Duo's four-character codes, such as 56t2, with 0000 for a side that cannot move.
    Contest,
}

impl MoveNotation {
    /// An error if the game has no such notation.
    pub fn check(self, game: &str) -> anyhow::Result<()> {
        if self == MoveNotation::Own || game == BLOKUS_DUO {
            return Ok(());
        }
        Err(usage(format!(
            "game '{game}' has no contest notation: expected --notation own"
        )))
    }

    /// A move that the game has spelled.
    pub fn spell(self, text: String) -> String {
        match self {
            MoveNotation::Own => text,
            MoveNotation::Contest => parse_placement(&text).map_or(text, contest::format),
        }
    }

    /// The moves of a game so far, each with its mover; `next` has the move now, if anybody has.
    /// Codes do not name the mover: both sides take turns, and who cannot move passes.
    pub fn spell_line(
        self,
        moves: impl IntoIterator<Item = (Player, String)>,
        next: Option<Player>,
    ) -> Vec<String> {
        let mut line = Vec::new();
        let mut turn = Player::First;
        let mut take_turn = |line: &mut Vec<String>, mover: Player| {
            if self == MoveNotation::Contest && mover != turn {
                line.push(PASSES[0].to_owned());
            }
            turn = mover.other();
        };
        for (mover, text) in moves {
            take_turn(&mut line, mover);
            line.push(self.spell(text));
        }
        if let Some(next) = next {
            take_turn(&mut line, next);
        }
        line
    }
}

/// Whether the text is a pass that may stand in a list of moves of the game without being one.
pub fn is_pass(game: &str, text: &str) -> bool {
    game == BLOKUS_DUO && PASSES.contains(&text)
}
