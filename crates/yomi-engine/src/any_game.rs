//! A registered game with its type erased: the interface for everything above this crate.

use std::path::Path;
use thiserror::Error;
use yomi_core::engine::{EngineInfo, TextReport};
use yomi_core::params::{Param, ParamError, Spec};
use yomi_core::pictured::{BoardPosition, Grid, MoveValues, WeightMap};
use yomi_core::{Engine, EngineError, Referee};

use crate::Bench;
use crate::training::{
    EvaluationJob, EvaluationTest, TrainError, Trained, TrainedEvaluation, TrainingJob,
};
use yomi_learn::learner::Watch;
use yomi_learn::report::Report;
use yomi_learn::selective::UpdateReport;

/// Why a game or an engine could not be set up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// No game of that name.
    #[error("unknown game '{name}': expected one of {known}")]
    UnknownGame {
        /// The requested name.
        name: String,
        /// The available ones.
        known: String,
    },
    /// No engine of that name for this game.
    #[error("unknown engine '{name}' for game '{game}': expected one of {known}")]
    UnknownEngine {
        /// The requested name.
        name: String,
        /// The game.
        game: String,
        /// The available ones.
        known: String,
    },
    /// A parameter is unknown or out of range.
    #[error("{of}: {source}")]
    Parameter {
        /// The game or engine it was given to.
        of: String,
        /// The problem.
        source: ParamError,
    },
    /// The settings contradict each other or ask for what the game does not have.
    #[error("{of}: {reason}")]
    Unfit {
        /// The game or engine.
        of: String,
        /// The problem.
        reason: String,
    },
    /// A move on the way to the position is not legal.
    #[error("move {number}: {source}")]
    Move {
        /// Which move, counted from 1.
        number: usize,
        /// The problem.
        source: EngineError,
    },
}

/// Why there is no picture of a game.
pub(crate) const NO_PICTURES: &str = "there are no pictures of its board";

/// Why there are no values of moves to be seen.
pub(crate) const NO_VALUES: &str =
    "values of its moves cannot be shown, since there are no pictures of its board";

/// Why there are no weights of a game to be seen.
pub(crate) const NO_EVALUATIONS: &str = "it has no linear evaluation";

/// The weights of some of the features of a linear evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct WeightGroup {
    /// What the features tell.
    pub name: String,
    /// The weights.
    pub weights: Vec<f64>,
}

/// The weights of a linear evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct ShownWeights {
    /// The board, in games with pictures.
    pub grid: Option<Grid>,
    /// All weights by kind of feature.
    pub groups: Vec<WeightGroup>,
    /// Those that belong to cells of the board.
    pub maps: Vec<WeightMap>,
}

/// A game behind text.
pub trait AnyGame: Send + Sync {
    /// The name it was registered by, without settings.
    fn name(&self) -> &str;

    /// The capabilities the game has, for tables: "discrete", "deterministic", ...
    fn capabilities(&self) -> Vec<&'static str>;

    /// A referee at the start of a game.
    fn referee(&self) -> Box<dyn Referee>;

    /// The engines on offer.
    fn engines(&self) -> Vec<EngineInfo>;

    /// The parameters of an engine; none if there is no such engine.
    fn parameters(&self, engine: &str) -> Vec<Param> {
        let mut engines = self.engines().into_iter();
        let named = engines.find(|info| info.name == engine);
        named.map(|info| info.parameters).unwrap_or_default()
    }

    /// The name of an engine in tables: see [`Spec::in_short`].
    fn in_short(&self, engine: &Spec) -> String {
        engine.in_short(&self.parameters(&engine.name))
    }

    /// The full description of an engine for records: see [`Spec::in_full`] and [`AnyGame::identified`].
    fn in_full(&self, engine: &Spec) -> String {
        let table = self.parameters(&engine.name);
        self.identified(engine).in_full(&table)
    }

    /// The same engine with every file that decides how it plays named by its contents too, as
    /// `path#hash`: for records, which must notice when a file has changed.
    fn identified(&self, spec: &Spec) -> Spec {
        spec.clone()
    }

    /// Notes for the user about the files that an engine is made from, each with its name.
    fn file_remarks(&self, spec: &Spec) -> Vec<String> {
        let _ = spec;
        Vec::new()
    }

    /// Sets up an engine.
    fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, SetupError>;

    /// Move paths of `depth` plies by first move, from the position after `moves` (played from the
    /// start, or from a position that is set up); an error for games whose paths cannot be counted.
    fn divide(
        &self,
        position: Option<&str>,
        moves: &[String],
        depth: u32,
    ) -> Result<Vec<(String, u64)>, SetupError>;

    /// The board after `moves`, played as by [`divide`](AnyGame::divide); an error for games without
    /// pictures.
    fn board(&self, position: Option<&str>, moves: &[String]) -> Result<BoardPosition, SetupError> {
        let _ = (position, moves);
        Err(self.unfit(NO_PICTURES))
    }

    /// The value of every legal move there, by an evaluator or a prior of the game, given as `name` or
    /// `name:key=value,...`; with explanations where the prior has them.
    fn move_values(
        &self,
        position: Option<&str>,
        moves: &[String],
        by: &Spec,
    ) -> Result<MoveValues, SetupError> {
        let _ = (position, moves, by);
        Err(self.unfit(NO_VALUES))
    }

    /// The moves of a search's report there, as pictures show them.
    fn searched_values(
        &self,
        position: Option<&str>,
        moves: &[String],
        by: &Spec,
        report: &TextReport,
    ) -> Result<MoveValues, SetupError> {
        let _ = (position, moves, by, report);
        Err(self.unfit(NO_PICTURES))
    }

    /// The weights of a linear evaluation: those of a file, or some that ship by their name, or the
    /// default ones.
    fn weights(&self, evaluation: &str, weights: Option<&str>) -> Result<ShownWeights, SetupError> {
        let _ = (evaluation, weights);
        Err(self.unfit(NO_EVALUATIONS))
    }

    /// The error for something that the game does not have.
    fn unfit(&self, reason: &str) -> SetupError {
        SetupError::Unfit {
            of: format!("game '{}'", self.name()),
            reason: reason.to_owned(),
        }
    }

    /// The networks that can be trained.
    fn networks(&self) -> Vec<EngineInfo>;

    /// Trains one of them, given as `name` or `name:key=value,...`. `watch` hears of every epoch.
    fn train(
        &self,
        network: &Spec,
        job: &TrainingJob<'_>,
        watch: &Watch<'_>,
    ) -> Result<Trained, TrainError>;

    /// The evaluations whose weights can be learned.
    fn evaluations(&self) -> Vec<EngineInfo> {
        Vec::new()
    }

    /// Learns the weights of one of them, given as `name` or `name:key=value,...`. `watch` hears of every
    /// update.
    fn train_evaluation(
        &self,
        evaluation: &Spec,
        job: &EvaluationJob<'_>,
        watch: &dyn Fn(&UpdateReport),
    ) -> Result<TrainedEvaluation, TrainError> {
        let _ = (job, watch);
        let none = std::iter::empty();
        Err(TrainError::unknown(
            "evaluation",
            evaluation,
            self.name(),
            none,
        ))
    }

    /// The priors over features of moves whose weights can be learned.
    fn move_priors(&self) -> Vec<EngineInfo> {
        Vec::new()
    }

    /// Learns the weights of one of them, given as `name` or `name:key=value,...`, from the moves of
    /// games, into a file that is replaced after every epoch. `watch` hears of every epoch. The checkpoint
    /// lies beside the file unless the job names another.
    fn train_moves(
        &self,
        prior: &Spec,
        job: &TrainingJob<'_>,
        out: &Path,
        watch: &mut dyn FnMut(u32, &str),
    ) -> Result<Report, TrainError> {
        let _ = (job, out, watch);
        let none = std::iter::empty();
        Err(TrainError::unknown("prior", prior, self.name(), none))
    }

    /// The absolute errors of an evaluation with these weights (the contents of a file) against simulations,
    /// after each move of a game that its own selection plays; `None` if stopped. How moves are selected
    /// and how many simulations there are is said as for
    /// [`train_evaluation`](AnyGame::train_evaluation).
    fn test_evaluation(
        &self,
        evaluation: &Spec,
        weights: &[u8],
        test: &EvaluationTest,
    ) -> Result<Option<Vec<f64>>, TrainError> {
        let _ = (weights, test);
        let none = std::iter::empty();
        let name = self.name();
        Err(TrainError::unknown("evaluation", evaluation, name, none))
    }

    /// Runs the conformance suite; the summary, or what the game got wrong.
    fn check(&self) -> Result<String, String>;

    /// The benchmarks of this game.
    fn benches(&self) -> Vec<Bench>;
}
