//! What is asked about positions of records: a number of the position, the moves that have a number, the answer of an
//! engine. Each is a job; all answers to a question are one journal, which the items of a paper share.

use super::records::PositionText;
use crate::numbered::Numbered;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use yomi_core::engine::Question as Asking;
use yomi_core::{Engine, Referee, Seed, Stop};
use yomi_run::Job;

/// The version of the records' format written and read here.
pub(crate) const VERSION: u64 = 1;

/// The first line of a record: the positions, and what is asked about them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    pub yomi_positions: u64,
    /// The game, written out.
    pub game: String,
    /// The entry of the folder of data, and a hash of its files.
    pub records: String,
    pub contents: String,
    /// What is asked.
    pub question: String,
    /// What the drawing of positions and all other randomness derive from.
    pub seed: Seed,
    /// Another version may answer otherwise.
    pub program: String,
}

impl yomi_run::Header for Header {
    const FORMAT: &'static str = "yomi_positions";
    const VERSION: u64 = VERSION;
    const KIND: &'static str = "record of positions";
    const RESULT: &'static str = "position";
    const RUN: &'static str = "run";
}

macro_rules! numbered {
    ($($result:ident of $job:ident),*) => {$(
        impl Numbered for $result {
            const COUNTED: &'static str = "position";

            fn number(&self) -> u64 {
                self.number
            }
        }

        impl Job for $job {
            type Output = $result;
        }
    )*};
}

numbered!(NumberTold of TellNumber, MovesTold of TellMoves, Answer of AskEngine);

/// A number of a position is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename = "number of a position told")]
pub(crate) struct TellNumber {
    pub game: String,
    pub position: PositionText,
    pub name: String,
    pub number: u64,
}

/// A number of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NumberTold {
    number: u64,
    pub value: Option<f64>,
}

impl TellNumber {
    pub fn tell(&self, referee: &mut dyn Referee) -> Result<NumberTold, String> {
        self.position.reach(referee, |_, _| Ok(()))?;
        Ok(NumberTold {
            number: self.number,
            value: referee.position_number(&self.name),
        })
    }
}

/// The moves that have a number are wanted, of all legal ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename = "numbers of moves told")]
pub(crate) struct TellMoves {
    pub game: String,
    pub position: PositionText,
    pub name: String,
    pub number: u64,
}

/// The moves that have a number, by the number.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MovesTold {
    number: u64,
    /// How many legal moves there are.
    pub legal: u64,
    /// The moves with each number.
    pub moves: Vec<(f64, Vec<String>)>,
}

impl TellMoves {
    pub fn tell(&self, referee: &mut dyn Referee) -> Result<MovesTold, String> {
        self.position.reach(referee, |_, _| Ok(()))?;
        let mut found = referee.numbers_of_moves(&self.name);
        found.sort_by(|a, b| a.1.total_cmp(&b.1));
        let groups = found.chunk_by(|a, b| a.1 == b.1);
        Ok(MovesTold {
            number: self.number,
            legal: referee.legal().moves.len() as u64,
            moves: groups
                .map(|group| {
                    let texts = group.iter().map(|(text, _)| text.clone());
                    (group[0].1, texts.collect())
                })
                .collect(),
        })
    }
}

impl MovesTold {
    /// All moves that have the number, with it.
    pub fn each(&self) -> impl Iterator<Item = (&str, f64)> {
        let groups = self.moves.iter();
        groups.flat_map(|(number, texts)| texts.iter().map(|text| (text.as_str(), *number)))
    }
}

/// The answer of an engine is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename = "position of a record answered")]
pub(crate) struct AskEngine {
    pub game: String,
    pub engine: String,
    pub position: PositionText,
    /// The only move that it may consider.
    pub only: Option<String>,
    /// What all randomness of the answer derives from.
    pub seed: Seed,
    pub number: u64,
}

/// What an engine answered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    number: u64,
    /// Its move.
    pub best: String,
    /// The move of the record.
    pub played: String,
    /// The value of its move, for the side to move, from 0 to 1.
    pub value: f64,
    /// By how many centipawns its best move is better than its second, where it values two.
    pub gap: Option<f64>,
}

impl AskEngine {
    /// `None` if it was stopped.
    pub fn ask(
        &self,
        referee: &mut dyn Referee,
        engine: &mut dyn Engine,
        stop: &Stop,
    ) -> Result<Option<Answer>, String> {
        let told = |error: yomi_core::EngineError| error.to_string();
        engine.new_game(self.seed).map_err(told)?;
        if let Some(start) = &self.position.start {
            engine.set_position(start).map_err(told)?;
        }
        self.position.reach(referee, |text, chance| {
            engine.play(text, chance).map_err(told)
        })?;
        let asking = Asking {
            only: self.only.iter().cloned().collect(),
            ..Asking::to_move(None, stop)
        };
        let report = engine.think(&asking, &mut |_| ()).map_err(told)?;
        let mut values = report.moves.iter().filter_map(|entry| entry.value);
        let gap = match (values.next(), values.next()) {
            (Some(best), Some(second)) => Some(best.to_centipawns() - second.to_centipawns()),
            _ => None,
        };
        let answer = Answer {
            number: self.number,
            best: report.best,
            played: self.position.played(referee)?,
            value: report.value.0,
            gap,
        };
        Ok((!stop.is_raised()).then_some(answer))
    }
}

/// What was told of each position, by number.
pub(crate) type ByNumber<T> = BTreeMap<u64, T>;
