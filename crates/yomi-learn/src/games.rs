//! Self-play games of an engine, the *teacher*, with the values of its searches.
//!
//! Every game begins with a number of uniformly random moves, drawn anew for each game from a
//! range; after them the teacher plays both sides, and every position it searches is recorded
//! with the value its search found. A range that reaches far into the game gives the learner
//! late positions of kinds that do not occur in good play.
//!
//! A tree search has two values to offer: that of its best move, which is what it expects of good
//! play, and the mean over all its simulations, the win rate of the root, which counts the moves that
//! were tried and found bad too. The first is always recorded, the second where the header says so.
//!
//! Game number `n` does not depend on other games: it is a [job](SelfPlayGame), and
//! [`generation`](crate::generation) runs it.

use crate::numbered::{Numbered, read_numbered};
use serde::{Deserialize, Serialize};
use std::path::Path;
use yomi_core::engine::TextReport;
use yomi_core::{Engine, EngineError, MoverValue, Outcome, Player, Referee, Seed, Stop};
use yomi_run::{Header, Job, JournalError};

/// The version of the schema written and read here.
const VERSION: u64 = 1;

/// The first line of a file of self-play games: the settings of the games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlayHeader {
    yomi_games: u64,
    /// The game with all its settings.
    pub game: String,
    /// The engine that plays, with all its settings.
    pub teacher: String,
    /// The least and the most random moves at the beginning.
    pub random_moves: [u32; 2],
    /// The seed of all randomness.
    pub seed: u64,
    /// Whether the games hold the means of all simulations too.
    #[serde(default, skip_serializing_if = "is_false")]
    pub means: bool,
}

/// Files and ids of jobs made before the flag existed are those without it.
fn is_false(flag: &bool) -> bool {
    !flag
}

impl SelfPlayHeader {
    /// The header for self-play games of this engine in this game.
    pub fn new(game: &str, teacher: &str, random_moves: [u32; 2], seed: u64) -> SelfPlayHeader {
        SelfPlayHeader {
            yomi_games: VERSION,
            game: game.to_owned(),
            teacher: teacher.to_owned(),
            random_moves,
            seed,
            means: false,
        }
    }

    /// The same games, with the means of all simulations recorded too or not.
    #[must_use]
    pub fn with_means(self, means: bool) -> SelfPlayHeader {
        SelfPlayHeader { means, ..self }
    }

    /// The job of one game.
    pub fn job(&self, number: u64) -> SelfPlayGame {
        SelfPlayGame {
            game: self.game.clone(),
            teacher: self.teacher.clone(),
            random_moves: self.random_moves,
            seed: self.seed,
            number,
            means: self.means,
        }
    }
}

impl Header for SelfPlayHeader {
    const FORMAT: &'static str = "yomi_games";
    const VERSION: u64 = VERSION;
    const KIND: &'static str = "file of games";
    const RESULT: &'static str = "game";
    const RUN: &'static str = "run";
}

/// A self-play game with the values of the teacher's searches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelledGame {
    /// The number of the game, counted from 0.
    pub number: u64,
    /// The number of random moves at the beginning.
    pub random: u32,
    /// All moves.
    pub moves: Vec<String>,
    /// The search's value of each position after the random moves, for the first player.
    pub values: Vec<f32>,
    /// The mean of all simulations of each of these searches, for the first player; empty where the
    /// games were made without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub means: Vec<f32>,
    /// The score of the first player.
    pub result: f32,
}

impl Numbered for LabelledGame {
    fn number(&self) -> u64 {
        self.number
    }

    fn check(&self) -> Result<(), String> {
        let whole = self.moves.len() == self.random as usize + self.values.len();
        let means = self.means.is_empty() || self.means.len() == self.values.len();
        let sane = |value: &f32| (0.0..=1.0).contains(value);
        let values = self.values.iter().chain(&self.means);
        if whole && means && values.chain([&self.result]).all(sane) {
            return Ok(());
        }
        Err(format!(
            "game {} contradicts itself: expected a value from 0 to 1 for each of the moves that \
             were not random",
            self.number
        ))
    }
}

/// The job of one self-play game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename = "self-play game")]
pub struct SelfPlayGame {
    /// The game with all its settings.
    pub game: String,
    /// The engine that plays, with all its settings.
    pub teacher: String,
    /// The least and the most random moves at the beginning.
    pub random_moves: [u32; 2],
    /// The seed of the randomness of all games.
    pub seed: u64,
    /// The number of the game, counted from 0.
    pub number: u64,
    /// Whether the means of all simulations are recorded too.
    #[serde(default, skip_serializing_if = "is_false")]
    pub means: bool,
}

impl Job for SelfPlayGame {
    type Output = LabelledGame;
}

impl SelfPlayGame {
    /// The seed of all randomness of this game.
    pub fn game_seed(&self) -> Seed {
        Seed::new(self.seed).child("game").index(self.number)
    }

    /// The seed of its referee.
    pub fn referee_seed(&self) -> Seed {
        self.game_seed().child("chance")
    }

    /// The seed of the chance of its moves, by their numbers: a referee draws the same.
    pub fn chance_seed(&self) -> Seed {
        self.referee_seed().child("chance")
    }

    /// Plays it; `None` if it was stopped before its end.
    pub fn play(
        &self,
        referee: &mut dyn Referee,
        teacher: &mut dyn Engine,
        stop: &Stop,
    ) -> Result<Option<LabelledGame>, EngineError> {
        let seed = self.game_seed();
        let mut rng = seed.child("random moves").rng();
        let [least, most] = self.random_moves;
        let random = least + rng.below(most.saturating_sub(least).saturating_add(1));
        referee.new_game(self.referee_seed());
        teacher.new_game(seed.child("teacher"))?;
        let (mut values, mut means) = (Vec::new(), Vec::new());
        let mut random_played = 0;
        let result = loop {
            if let Some(outcome) = referee.outcome() {
                break outcome.value();
            }
            let text = if random_played < random {
                random_played += 1;
                let mut moves = referee.legal().moves;
                moves.swap_remove(rng.below(moves.len() as u32) as usize)
            } else {
                let report = match teacher.choose(None, stop) {
                    Err(EngineError::Resigned) => {
                        break Outcome::Win(referee.to_move().other()).value();
                    }
                    answer => answer?,
                };
                if stop.is_raised() {
                    return Ok(None);
                }
                values.push(recorded(report.value, referee.to_move()));
                if self.means {
                    means.push(recorded(root_mean(&report), referee.to_move()));
                }
                report.best
            };
            let (text, chance) = referee.play(&text)?;
            teacher.play(&text, chance)?;
        };
        Ok(Some(LabelledGame {
            number: self.number,
            random: random_played,
            moves: referee.moves(),
            values,
            means,
            result: result.0 as f32,
        }))
    }
}

/// A value for the first player. Four digits are more than any search is sure of, and keep the file
/// small.
fn recorded(value: MoverValue, mover: Player) -> f32 {
    let value = value.to_first(mover).0;
    ((value * 1e4).round() / 1e4) as f32
}

/// The mean of all simulations of a search: its moves' values by their visits. A proven result is the
/// value of the position whatever was tried, and a search without visits has only its value.
fn root_mean(report: &TextReport) -> MoverValue {
    let tried = report.moves.iter().filter_map(|entry| {
        let value = entry.value.filter(|_| entry.visits > 0)?;
        Some((value.0, entry.visits as f64))
    });
    let (sum, visits) = tried.fold((0.0, 0.0), |(sum, visits), (value, weight)| {
        (sum + value * weight, visits + weight)
    });
    match report.proven {
        None if visits > 0.0 => MoverValue(sum / visits),
        _ => report.value,
    }
}

/// Reads a file of games in the order of their numbers.
pub fn read_games(path: &Path) -> Result<(SelfPlayHeader, Vec<LabelledGame>), JournalError> {
    read_numbered(path)
}
