//! Whether an update can be true. Clients ask when it comes, be it their turn or not: a game that
//! goes wrong is understood best where it first goes wrong.
//!
//! The last state of a game is not looked at: servers differ in what they leave in it (who had the
//! hammer, the number of a throw that was given up). Scores are looked at when a position is made of
//! them ([`GameState::to_state`]). Logs are read without these checks.

use super::state::{StateError, stone_name, thrower};
use super::{GameState, Team};
use yomi_curling::layout;
use yomi_curling::{Curling, World};

impl GameState {
    /// Whether this can be the state of such a game, in which `next_team` throws next: the numbers
    /// of end and shot, whose turn it is, and where the stones lie.
    ///
    /// ```
    /// use yomi_curling::{Curling, State};
    /// use yomi_records::dc3::{GameState, PerTeam, Team};
    ///
    /// let game = Curling::default();
    /// let state = GameState::of(&game, &State::default(), PerTeam::default(), None);
    /// assert_eq!(state.check(&game, Some(Team::Team0)), Ok(()));
    /// let error = state.check(&game, Some(Team::Team1)).unwrap_err().to_string();
    /// assert_eq!(error, "state: next_team team1: expected team0 (shot 0, hammer team1)");
    /// ```
    pub fn check(&self, game: &Curling, next_team: Option<Team>) -> Result<(), StateError> {
        if self.game_result.is_some() {
            return Ok(());
        }
        let hammer = self.running()?;
        let (end, shot) = (self.end, self.shot);
        let ends = game.ends + game.extra_ends;
        if u32::from(end) >= ends {
            let last = ends.saturating_sub(1);
            return Err(StateError(format!("end {end}: expected 0 to {last}")));
        }
        let expected = thrower(usize::from(shot), hammer);
        if next_team != Some(expected) {
            let found = next_team.map_or_else(|| "null".to_owned(), |team| team.to_string());
            return Err(StateError(format!(
                "next_team {found}: expected {expected} (shot {shot}, hammer {hammer})"
            )));
        }
        let stones = self.thrown_stones(hammer)?;
        layout::check(World::Fcv1, &stones)
            .map_err(|error| StateError(error.naming(|number| stone_name(number, hammer))))
    }
}
