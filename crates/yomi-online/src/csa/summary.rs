//! A game as a server proposes it.
//!
//! ```text
//! BEGIN Game_Summary
//! Protocol_Version:1.2
//! Format:Shogi 1.0
//! Declaration:Jishogi 1.1
//! Game_ID:wdoor+floodgate-300-10F+Kuro+Shiro+20261115093000
//! Name+:Kuro
//! Name-:Shiro
//! Your_Turn:+
//! To_Move:+
//! Max_Moves:256
//! BEGIN Time
//! Time_Unit:1sec
//! Total_Time:300
//! Increment:10
//! END Time
//! BEGIN Position
//! PI
//! +
//! +2726FU,T1
//! END Position
//! END Game_Summary
//! ```
//!
//! Keys that nobody knows are passed over. Where the sides have different times, there are blocks
//! `Time+` and `Time-`.

pub use super::summary_lines::SummaryReader;

use super::clock::TimeControl;
use crate::common::Password;
use yomi_core::Player;
use yomi_core::params::{Settings, Spec};
use yomi_records::shogi::csa::csa_move::CsaMove;
use yomi_records::shogi::csa::start_position::StartPosition;

/// A game as a server proposes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The server's name for it.
    pub game: String,
    /// Black and White.
    pub names: [String; 2],
    /// Our side.
    pub we_are: Player,
    /// Who moves first.
    pub to_move: Player,
    /// After how many moves it ends in a draw.
    pub most_moves: Option<u32>,
    /// Whether one may declare that one's king has entered.
    pub declaration: bool,
    /// Whether a draw is played again.
    pub rematch_on_draw: bool,
    /// Both sides' time.
    pub times: [TimeControl; 2],
    /// The position the moves begin at.
    pub start: StartPosition,
    /// Its lines, as they came.
    pub start_lines: Vec<String>,
    /// The moves so far, with the units of time they took.
    pub moves: Vec<(CsaMove, u64)>,
}

impl Summary {
    /// The game as the registry knows it. Only the rule of 27 points is played on servers; where
    /// nothing is said about declaring, nobody does, since who is wrong to do so loses.
    pub fn spec(&self) -> Spec {
        /// More than any game lasts.
        const NO_LIMIT: u32 = 100_000;
        let moves = self.most_moves.unwrap_or(NO_LIMIT).min(NO_LIMIT);
        let mut settings = vec![("moves".to_owned(), moves.to_string())];
        if !self.declaration {
            settings.push(("declaration".to_owned(), "none".to_owned()));
        }
        Spec {
            name: "shogi".to_owned(),
            settings: Settings(settings),
        }
    }

    /// The position before the moves.
    pub fn sfen(&self) -> String {
        self.start.to_sfen(self.to_move)
    }

    /// Takes the password out of every text.
    pub(super) fn veil(&mut self, password: &Password) {
        self.game = password.veil(&self.game);
        for name in &mut self.names {
            *name = password.veil(name);
        }
    }
}
