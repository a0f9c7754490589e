//! The two teams, and what each of them has.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};
use yomi_core::Player;

/// A team. Team 0 throws first in the first end, team 1 has the hammer then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Team {
    /// The team that throws first in the first end.
    Team0,
    /// The other one.
    Team1,
}

impl Team {
    /// Both teams, in order.
    pub const BOTH: [Team; 2] = [Team::Team0, Team::Team1];

    /// The opponents.
    #[must_use]
    pub fn other(self) -> Team {
        match self {
            Team::Team0 => Team::Team1,
            Team::Team1 => Team::Team0,
        }
    }

    /// 0 or 1: for indexing arrays of two.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The team as a player of our own game.
    pub fn player(self) -> Player {
        Player::BOTH[self.index()]
    }
}

impl From<Player> for Team {
    fn from(player: Player) -> Team {
        Team::BOTH[player.index()]
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Team::Team0 => "team0",
            Team::Team1 => "team1",
        })
    }
}

/// Something that both teams have, written `{"team0": ..., "team1": ...}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PerTeam<T> {
    /// What team 0 has.
    pub team0: T,
    /// What team 1 has.
    pub team1: T,
}

impl<T> PerTeam<T> {
    /// What each team has, by the team.
    pub fn from_fn(mut of: impl FnMut(Team) -> T) -> PerTeam<T> {
        PerTeam {
            team0: of(Team::Team0),
            team1: of(Team::Team1),
        }
    }
}

impl<T> Index<Team> for PerTeam<T> {
    type Output = T;

    fn index(&self, team: Team) -> &T {
        match team {
            Team::Team0 => &self.team0,
            Team::Team1 => &self.team1,
        }
    }
}

impl<T> IndexMut<Team> for PerTeam<T> {
    fn index_mut(&mut self, team: Team) -> &mut T {
        match team {
            Team::Team0 => &mut self.team0,
            Team::Team1 => &mut self.team1,
        }
    }
}
