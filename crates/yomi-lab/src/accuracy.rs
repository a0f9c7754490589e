//! How far the values of a learned evaluation are from simulations, game by game.
//!
//! Every game is a job with a number, whose seed derives from the cell's seed and that number; the record is a journal of
//! the errors after each move.

use crate::LabError;
use crate::measurement::Observation;
use crate::numbered::{Numbered, Numbers};
use crate::plan::{Cell, EvaluationTraining};
use serde::{Deserialize, Serialize};
use yomi_core::Seed;
use yomi_core::params::Spec;
use yomi_engine::{AnyGame, EvaluationTest};
use yomi_run::Job;

/// The version of the record's format written and read here.
const VERSION: u64 = 1;

/// The first line of a record: what is tested, and how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    yomi_accuracy: u64,
    /// The game, written out.
    game: String,
    /// How moves are selected and how many simulations there are, as one writes it for a learning.
    evaluation: String,
    /// The report of what was learned: its name says all that decides the weights.
    learned: String,
    /// The most moves of a game.
    moves: u32,
    /// What all randomness derives from.
    seed: Seed,
}

impl yomi_run::Header for Header {
    const FORMAT: &'static str = "yomi_accuracy";
    const VERSION: u64 = VERSION;
    const KIND: &'static str = "record of errors";
    const RESULT: &'static str = "game";
    const RUN: &'static str = "run";
}

/// One game whose positions are valued and simulated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename = "evaluation tested")]
pub(crate) struct EvaluationTested {
    /// What is tested, and how.
    #[serde(flatten)]
    test: Header,
    /// Which game, counted from zero.
    number: u64,
}

/// The errors in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tested {
    /// Which game, counted from zero.
    number: u64,
    /// The absolute errors after each move.
    errors: Vec<f64>,
}

impl Numbered for Tested {
    const COUNTED: &'static str = "game";

    fn number(&self) -> u64 {
        self.number
    }
}

impl Job for EvaluationTested {
    type Output = Tested;
}

/// An accuracy to be measured.
pub(crate) struct Accuracy<'a> {
    pub cell: &'a Cell,
    pub training: &'a EvaluationTraining,
    pub simulations: u32,
    pub moves: u32,
    /// The contents of the file of weights.
    pub weights: &'a [u8],
}

impl Accuracy<'_> {
    /// Plays every game that is not in the record yet; the errors of all by number of moves, from 1.
    pub fn run(&self, numbers: &Numbers<'_>) -> Result<Errors, LabError> {
        let how =
            (self.training.evaluation.spec).with("simulations", &self.simulations.to_string());
        let header = Header {
            yomi_accuracy: VERSION,
            game: self.cell.game_text.clone(),
            evaluation: how.to_string(),
            learned: self.training.record.clone(),
            moves: self.moves,
            seed: self.cell.seed,
        };
        let job = |number| EvaluationTested {
            test: header.clone(),
            number,
        };
        let game = self.cell.game.as_ref();
        let games = numbers.run(&header, job, || {
            Ok(|job: &EvaluationTested| self.test(game, &how, job, numbers))
        })?;
        let errors = games.into_values().map(|tested| tested.errors);
        Ok(Errors(errors.collect()))
    }

    fn test(
        &self,
        game: &dyn AnyGame,
        how: &Spec,
        job: &EvaluationTested,
        numbers: &Numbers<'_>,
    ) -> Result<Option<Tested>, LabError> {
        let test = EvaluationTest {
            seed: job.test.seed.number(),
            number: job.number,
            moves: job.test.moves,
            stop: numbers.stop.clone(),
        };
        let errors = game.test_evaluation(how, self.weights, &test);
        let errors = errors.map_err(|error| numbers.broken(error))?;
        Ok(errors.map(|errors| Tested {
            number: job.number,
            errors,
        }))
    }
}

/// The errors of all games.
pub(crate) struct Errors(Vec<Vec<f64>>);

impl Errors {
    /// Those after this many moves, of the games that last longer; 0 stands for all moves of a game, whose mean
    /// is one observation.
    pub fn after(&self, moves: usize) -> Observation {
        let at = |errors: &Vec<f64>| match moves.checked_sub(1) {
            Some(index) => errors.get(index).copied(),
            None if errors.is_empty() => None,
            None => Some(errors.iter().sum::<f64>() / errors.len() as f64),
        };
        Observation::Sample {
            sample: self.0.iter().filter_map(at).collect(),
        }
    }
}
