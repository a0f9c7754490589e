//! Positions valued by a search, in a journal from which a killed run resumes.
//!
//! A position is the moves that lead to it. What a search says does not depend on other positions, nor on which of them were
//! valued before: each is a [job](PositionValued), with a seed of its own.
//!
//! Limits: games without chance, whose moves are written without blanks.

use crate::generation::{GenerationError, Part, generate};
use crate::numbered::{Numbered, read_numbered};
use serde::{Deserialize, Serialize};
use std::path::Path;
use yomi_core::checksum::{FNV_OFFSET, fnv1a_after};
use yomi_core::engine::Host;
use yomi_core::{Engine, EngineError, Player, Referee, Seed};
use yomi_run::{Executor, Header, Job, Players};

/// The version of the schema written and read here.
const VERSION: u64 = 1;

/// The first line of a file of values: what is asked, of whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuesHeader {
    yomi_values: u64,
    /// The game with all its settings.
    pub game: String,
    /// The engine that searches, with all its settings.
    pub teacher: String,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of positions, and a hash of them.
    pub positions: String,
}

impl Header for ValuesHeader {
    const FORMAT: &'static str = "yomi_values";
    const VERSION: u64 = VERSION;
    const KIND: &'static str = "file of values";
    const RESULT: &'static str = "value";
    const RUN: &'static str = "run";
}

/// What a position is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionValue {
    /// The number of the position, counted from 0.
    pub number: u64,
    /// The moves that lead to it, with blanks between them.
    pub moves: String,
    /// The expected score of the first player, from 0 to 1.
    pub value: f64,
}

impl Numbered for PositionValue {
    fn number(&self) -> u64 {
        self.number
    }

    fn check(&self) -> Result<(), String> {
        match (0.0..=1.0).contains(&self.value) {
            true => Ok(()),
            false => Err(format!(
                "position {} has a value of {}: expected a number from 0 to 1",
                self.number, self.value
            )),
        }
    }
}

/// The job of one position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename = "position valued")]
pub struct PositionValued {
    /// The game with all its settings.
    pub game: String,
    /// The engine that searches, with all its settings.
    pub teacher: String,
    /// The moves that lead to the position, with blanks between them.
    pub moves: String,
    /// The seed of the randomness of all positions.
    pub seed: u64,
    /// The number of the position, counted from 0.
    pub number: u64,
}

impl Job for PositionValued {
    type Output = PositionValue;
}

impl PositionValued {
    /// Searches; `None` if it was stopped before its end.
    fn search(
        &self,
        referee: &mut dyn Referee,
        teacher: &mut dyn Engine,
        executor: &Executor,
    ) -> Result<Option<PositionValue>, EngineError> {
        let seed = Seed::new(self.seed)
            .child("position valued")
            .index(self.number);
        referee.new_game(seed.child("chance"));
        teacher.new_game(seed.child("teacher"))?;
        for text in self.moves.split_whitespace() {
            let (text, chance) = referee.play(text)?;
            teacher.play(&text, chance)?;
        }
        let report = teacher.choose(None, &executor.stop)?;
        if executor.stop.is_raised() {
            return Ok(None);
        }
        let value = match referee.to_move() {
            Player::First => report.value.0,
            Player::Second => 1.0 - report.value.0,
        };
        // Four digits are more than any search is sure of.
        Ok(Some(PositionValue {
            number: self.number,
            moves: self.moves.clone(),
            value: (value * 1e4).round() / 1e4,
        }))
    }
}

/// Has a teacher value positions.
pub struct Valuer<'a> {
    header: ValuesHeader,
    /// The moves that lead to each.
    positions: Vec<String>,
    /// Makes the rules and the engine.
    host: &'a dyn Host,
}

impl<'a> Valuer<'a> {
    /// For positions of a game with all its settings, each as moves with blanks between them, and a teacher with all its
    /// settings.
    pub fn new(
        host: &'a dyn Host,
        [game, teacher]: [&str; 2],
        positions: Vec<String>,
        seed: u64,
    ) -> Valuer<'a> {
        let hash = positions.iter().fold(FNV_OFFSET, |hash, moves| {
            fnv1a_after(fnv1a_after(hash, moves.as_bytes()), b";")
        });
        let header = ValuesHeader {
            yomi_values: VERSION,
            game: game.to_owned(),
            teacher: teacher.to_owned(),
            seed,
            positions: format!("{} positions, {hash:016x}", positions.len()),
        };
        Valuer {
            header,
            positions,
            host,
        }
    }

    /// The values of all positions for the first player, in their order; `None` if stopped. Those that the file has are not searched again. `watch`
    /// hears of every position on file: how many there are.
    pub fn run(
        &self,
        path: &Path,
        executor: &Executor,
        watch: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<Vec<f64>>, GenerationError> {
        let job = |number: u64| PositionValued {
            game: self.header.game.clone(),
            teacher: self.header.teacher.clone(),
            moves: self.positions[number as usize].clone(),
            seed: self.header.seed,
            number,
        };
        let all = self.positions.len() as u64;
        let part = (path, Part::whole(all));
        let done = generate(&self.header, job, part, executor, watch, || {
            let mut players = Players::new(self.host);
            Ok(move |job: &PositionValued| {
                let players = players.get(&job.game, &job.teacher);
                let (referee, teacher) = players.map_err(GenerationError::Teacher)?;
                let value = job.search(referee, teacher, executor);
                value.map_err(|source| GenerationError::Position {
                    number: job.number,
                    source,
                })
            })
        })?;
        if done < all {
            return Ok(None);
        }
        let (_, values) = read_numbered::<ValuesHeader, PositionValue>(path)?;
        Ok(Some(values.into_iter().map(|found| found.value).collect()))
    }
}
