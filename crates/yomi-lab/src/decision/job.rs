//! A decision as a job, its result, and the record of many.

use serde::{Deserialize, Serialize};
use yomi_core::{Engine, EngineError, Referee, Seed, Stop};
use yomi_run::Job;

use crate::numbered::Numbered;
use crate::plan::position_seed;

/// The version of the record's format written and read here.
const VERSION: u64 = 1;

/// The first line of a record: what is asked, of whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    yomi_decisions: u64,
    /// The game, written out.
    game: String,
    /// Who is asked, written out.
    engine: String,
    /// The moves that lead to the position.
    moves: Vec<String>,
    /// What all randomness derives from.
    seed: Seed,
}

impl Header {
    /// The header of an experiment.
    pub fn new(game: &str, engine: &str, moves: &[String], seed: Seed) -> Header {
        Header {
            yomi_decisions: VERSION,
            game: game.to_owned(),
            engine: engine.to_owned(),
            moves: moves.to_vec(),
            seed,
        }
    }

    /// A search of this experiment.
    pub fn job(&self, run: u64) -> PositionDecided {
        PositionDecided {
            game: self.game.clone(),
            engine: self.engine.clone(),
            moves: self.moves.clone(),
            seed: self.seed,
            run,
        }
    }
}

impl yomi_run::Header for Header {
    const FORMAT: &'static str = "yomi_decisions";
    const VERSION: u64 = VERSION;
    const KIND: &'static str = "record of decisions";
    const RESULT: &'static str = "decision";
    const RUN: &'static str = "run";
}

/// One search of one position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename = "position decided")]
pub(crate) struct PositionDecided {
    /// The game, written out.
    pub game: String,
    /// Who is asked, written out.
    pub engine: String,
    /// The moves that lead to the position.
    pub moves: Vec<String>,
    /// What all randomness of all runs derives from.
    pub seed: Seed,
    /// Which search, counted from zero.
    pub run: u64,
}

/// What a search answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    /// Which search, counted from zero.
    pub run: u64,
    /// What it would play.
    pub best: String,
    /// Simulations played.
    pub simulations: u64,
    /// Nodes examined or held.
    pub nodes: u64,
    /// What its randomness derived from.
    pub seed: Seed,
}

impl Numbered for Answer {
    const COUNTED: &'static str = "run";

    fn number(&self) -> u64 {
        self.run
    }
}

impl Job for PositionDecided {
    type Output = Answer;
}

impl PositionDecided {
    /// Asks the engine; `None` if it was stopped, since a search that was cut short answers something
    /// else than it would have.
    pub fn ask(
        &self,
        referee: &mut dyn Referee,
        engine: &mut dyn Engine,
        stop: &Stop,
    ) -> Result<Option<Answer>, EngineError> {
        let seed = self.seed.child("run").index(self.run);
        referee.new_game(position_seed(self.seed));
        engine.new_game(seed)?;
        for text in &self.moves {
            let (spelled, chance) = referee.play(text)?;
            engine.play(&spelled, chance)?;
        }
        let report = engine.choose(None, stop)?;
        let answer = Answer {
            run: self.run,
            best: report.best,
            simulations: report.simulations,
            nodes: report.nodes,
            seed,
        };
        Ok((!stop.is_raised()).then_some(answer))
    }
}
