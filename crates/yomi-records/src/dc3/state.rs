//! The state of a game as the protocol writes it, and as our own game holds it.
//!
//! Stones are given in the coordinates of whoever throws: the release point is the origin and y
//! grows towards the house, in every end. (Inside the official library the ends alternate between
//! the two sides of the sheet, but messages and logs are turned back.) These are the coordinates
//! of our own FCV1 world, so positions pass unchanged. A team's stones are numbered in the order
//! in which it throws them; ours are numbered in the order in which both teams do.

use super::{PerTeam, Seconds, Team};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;
use yomi_curling::{Curling, State, Stones, Vector};

/// Stones a team throws in an end.
pub const STONES: usize = 8;

/// Throws in an end.
pub const THROWS: u8 = 16;

/// A stone's place.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stone {
    /// The centre, in metres.
    pub position: Vector,
    /// How far it has turned, in radians. Nothing depends on it, and our server does not count.
    #[serde(default)]
    pub angle: f64,
}

/// Both teams' stones: each either lies on the sheet or does not.
pub type WireStones = PerTeam<[Option<Stone>; STONES]>;

/// The state of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameState {
    /// The number of the end, from 0; extra ends go on counting.
    #[serde(deserialize_with = "read_end")]
    pub end: u8,
    /// The number of stones thrown in this end.
    #[serde(deserialize_with = "read_shot")]
    pub shot: u8,
    /// Who throws last in this end; nobody once the game is over.
    pub hammer: Option<Team>,
    /// The stones.
    pub stones: WireStones,
    /// Points by end, for the ends that were played.
    pub scores: PerTeam<Vec<Option<u8>>>,
    /// Points of the extra end that decided the game.
    #[serde(default)]
    pub extra_end_score: PerTeam<Option<u8>>,
    /// What is left on the clocks.
    pub thinking_time_remaining: PerTeam<Seconds>,
    /// The result; nothing while the game goes on.
    #[serde(default)]
    pub game_result: Option<GameResult>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// Who won; nobody in a draw.
    pub winner: Option<Team>,
    /// Why: `score`, `concede`, `time_limit` or `draw`.
    pub reason: String,
}

/// A state that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("state: {0}")]
pub struct StateError(pub(super) String);

fn read_end<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    read_number(deserializer, "end")
}

fn read_shot<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    read_number(deserializer, "shot")
}

/// A number that is told by name if it is none.
fn read_number<'de, D: Deserializer<'de>>(deserializer: D, name: &str) -> Result<u8, D::Error> {
    u8::deserialize(deserializer).map_err(|error| D::Error::custom(format!("{name}: {error}")))
}

impl GameState {
    /// Whose turn it is; nobody's once the game is over.
    pub fn next_team(&self) -> Option<Team> {
        if self.game_result.is_some() {
            return None;
        }
        let hammer = self.hammer?;
        Some(thrower(usize::from(self.shot), hammer))
    }

    /// A team's points so far.
    pub fn total(&self, team: Team) -> u32 {
        let scores = self.scores[team].iter().flatten();
        let extra = self.extra_end_score[team];
        scores.chain(&extra).map(|&points| u32::from(points)).sum()
    }

    /// The state as our own game holds it. Only while the game goes on: afterwards nobody knows
    /// who had the hammer.
    pub fn to_state(&self, game: &Curling) -> Result<State, StateError> {
        let fail = |text: String| Err(StateError(text));
        let hammer = self.running()?;
        let mut state = State {
            end: self.end,
            shot: self.shot,
            first: hammer.other().player(),
            stones: self.thrown_stones(hammer)?,
            ..State::default()
        };
        let played = u32::from(self.end).min(game.ends) as usize;
        for end in 0..played {
            let points = |team: Team| self.scores[team].get(end).copied().flatten();
            let (Some(ours), Some(theirs)) = (points(Team::Team0), points(Team::Team1)) else {
                return fail(format!("no score of end {}, which was played", end + 1));
            };
            if ours.max(theirs) > STONES as u8 {
                return fail(format!("{} points in end {}", ours.max(theirs), end + 1));
            }
            state.scores[end] = ours as i8 - theirs as i8;
        }
        Ok(state)
    }

    /// Who throws last in this end, in a game that goes on.
    pub(super) fn running(&self) -> Result<Team, StateError> {
        let missing = || StateError("hammer is null although the game goes on".to_owned());
        let hammer = self.hammer.ok_or_else(missing)?;
        if self.shot >= THROWS {
            let last = THROWS - 1;
            return Err(StateError(format!(
                "shot {}: expected 0 to {last}",
                self.shot
            )));
        }
        Ok(hammer)
    }

    /// The stones by the numbers of their throws.
    pub(super) fn thrown_stones(&self, hammer: Team) -> Result<Stones, StateError> {
        let mut stones = Stones::default();
        for (number, stone) in throw_order(&self.stones, hammer) {
            if number >= usize::from(self.shot) {
                return Err(StateError(format!(
                    "{} lies there although only {} were thrown",
                    stone_name(number, hammer),
                    self.shot
                )));
            }
            stones.set(number, stone.position);
        }
        Ok(stones)
    }

    /// The state for the wire.
    pub fn of(
        game: &Curling,
        state: &State,
        remaining: PerTeam<Seconds>,
        result: Option<GameResult>,
    ) -> GameState {
        let hammer = Team::from(state.first).other();
        let played = u32::from(state.end).min(game.ends) as usize;
        let scores = PerTeam::from_fn(|team| {
            let ends = 0..game.ends as usize;
            ends.map(|end| (end < played).then(|| points(state.scores[end], team)))
                .collect()
        });
        let extra = state.extra_score;
        GameState {
            end: state.end,
            shot: state.shot,
            hammer: result.is_none().then_some(hammer),
            stones: wire_stones(&state.stones, hammer),
            scores,
            extra_end_score: PerTeam::from_fn(|team| (extra != 0).then(|| points(extra, team))),
            thinking_time_remaining: remaining,
            game_result: result,
        }
    }
}

/// The name of a stone on the wire, in an end in which `hammer` throws last.
pub(super) fn stone_name(number: usize, hammer: Team) -> String {
    format!("stone {} of {}", number / 2, thrower(number, hammer))
}

/// Who throws a stone, in an end in which `hammer` throws last.
pub(super) fn thrower(number: usize, hammer: Team) -> Team {
    if number.is_multiple_of(2) {
        hammer.other()
    } else {
        hammer
    }
}

/// A team's part of an end's score, which is positive for team 0.
fn points(score: i8, team: Team) -> u8 {
    match team {
        Team::Team0 => score.max(0).unsigned_abs(),
        Team::Team1 => score.min(0).unsigned_abs(),
    }
}

/// The stones that lie there, with the numbers of their throws.
fn throw_order(stones: &WireStones, hammer: Team) -> impl Iterator<Item = (usize, Stone)> + '_ {
    (0..usize::from(THROWS)).filter_map(move |number| {
        let team = thrower(number, hammer);
        stones[team][number / 2].map(|stone| (number, stone))
    })
}

/// Stones for the wire, of an end in which `hammer` throws last.
pub fn wire_stones(stones: &Stones, hammer: Team) -> WireStones {
    let mut wire = WireStones::default();
    for (number, position) in stones.iter() {
        let team = thrower(number, hammer);
        wire[team][number / 2] = Some(Stone {
            position,
            angle: 0.0,
        });
    }
    wire
}
