//! How a match ended.

use crate::dc3::{GameResult, PerTeam, Team};
use serde::{Deserialize, Serialize};
use std::fmt;
use yomi_core::foreign::name;

/// The result of a match, whatever happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchResult {
    /// Who won; nobody in a draw and where there was no contest.
    pub winner: Option<Team>,
    /// In which way.
    pub reason: Ending,
    /// What happened, where the reason alone does not tell.
    #[serde(default)]
    pub detail: String,
    /// The points of both teams.
    #[serde(default)]
    pub score: PerTeam<u32>,
}

/// In which way a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// One team has more points.
    Score,
    /// A team gave up.
    Concede,
    /// A team used up its time.
    TimeLimit,
    /// Both have the same points, and there are no more ends.
    Draw,
    /// A team hung up or broke the protocol during the game.
    Forfeit,
    /// There was no game, or it was broken off.
    NoContest,
}

impl Ending {
    /// The word for it in results of the protocol, which knows only the first four.
    pub fn word(self) -> &'static str {
        match self {
            Ending::Score => "score",
            Ending::Concede | Ending::Forfeit => "concede",
            Ending::TimeLimit => "time_limit",
            Ending::Draw | Ending::NoContest => "draw",
        }
    }
}

impl MatchResult {
    /// The result as the protocol tells it.
    pub fn to_wire(&self) -> GameResult {
        GameResult {
            winner: self.winner,
            reason: self.reason.word().to_owned(),
        }
    }

    /// The result from what the protocol tells.
    pub fn from_wire(result: &GameResult, score: PerTeam<u32>) -> MatchResult {
        let known = [
            Ending::Score,
            Ending::Concede,
            Ending::TimeLimit,
            Ending::Draw,
        ];
        let reason = known.into_iter().find(|e| e.word() == result.reason);
        MatchResult {
            winner: result.winner,
            // A reason that is not known is kept as a remark.
            detail: reason.map_or_else(|| name(&result.reason), |_| String::new()),
            reason: reason.unwrap_or(match result.winner {
                Some(_) => Ending::Score,
                None => Ending::Draw,
            }),
            score,
        }
    }
}

impl fmt::Display for MatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins")?,
            None if self.reason == Ending::NoContest => f.write_str("no contest")?,
            None => f.write_str("draw")?,
        }
        let PerTeam { team0, team1 } = self.score;
        match self.reason {
            Ending::Score => write!(f, " {team0}:{team1}")?,
            Ending::Draw => write!(f, " {team0}:{team1}")?,
            Ending::Concede => f.write_str(", the opponents conceded")?,
            Ending::TimeLimit => f.write_str(" on time")?,
            Ending::Forfeit => f.write_str(" by forfeit")?,
            Ending::NoContest => {}
        }
        if self.detail.is_empty() {
            Ok(())
        } else {
            write!(f, ": {}", self.detail)
        }
    }
}
