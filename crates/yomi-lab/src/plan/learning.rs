//! Planning the learning of evaluations.
//!
//! What is learned depends on the game, the settings and the seed of the paper alone: the same evaluation, asked for
//! by several items, is learned once and kept in a folder beside theirs.

use super::naming::{PROGRAM, hash, slug};
use super::place::Place;
use super::{EngineText, Task, with_value};
use crate::manifest::{Experiment, LearningSeries, PatternSeries};
use crate::{LabError, Template};
use serde_json::json;
use std::path::{Path, PathBuf};
use yomi_core::Seed;
use yomi_core::params::{Param, ParamError, Parameters, Spec};
use yomi_engine::AnyGame;
use yomi_learn::selective::SelectiveParams;
use yomi_train::go::{MODEL, Recipe};

/// The folder of a paper's learned evaluations.
const SHARED: &str = "evaluations/";

/// Weights that every evaluation has, to stand for those that are not learned yet.
const ZERO: &str = "zero";

/// Whether a file is one of the paper's, not of the item's.
pub(crate) fn is_shared(file: &str) -> bool {
    file.starts_with(SHARED)
}

/// Where a file is, given the folder of an item's records, `<paper>/<item>/<scale>/records`.
pub(crate) fn located(records: &Path, file: &str) -> PathBuf {
    match records.ancestors().nth(3) {
        Some(paper) if is_shared(file) => paper.join(file),
        _ => records.join(file),
    }
}

/// An evaluation to be learned.
#[derive(Clone, Debug)]
pub struct EvaluationTraining {
    /// The variable that stands for its weights in a match; empty elsewhere.
    pub name: String,
    /// What is learned, and how.
    pub evaluation: EngineText,
    /// What all randomness derives from.
    pub seed: Seed,
    /// The file name of the report.
    pub record: String,
}

impl EvaluationTraining {
    /// The file name of the weights, beside the report. Engines that play with them have this name as a
    /// setting, until the file is there.
    pub fn weights(&self) -> String {
        self.record.replace(".json", ".weights.json")
    }

    /// Whether it is a set of patterns, which is learned from records.
    pub(crate) fn is_patterns(&self) -> bool {
        self.evaluation.spec.name == MODEL
    }

    /// An engine whose setting that stands for these weights has another value.
    pub fn engine_with(&self, engine: &Spec, weights: &str) -> Spec {
        with_value(engine, &self.weights(), weights)
    }

    /// An engine that does not need the weights to be there.
    pub fn without(trainings: &[EvaluationTraining], engine: &Spec) -> Spec {
        let engine = engine.clone();
        trainings
            .iter()
            .fold(engine, |spec, training| training.engine_with(&spec, ZERO))
    }
}

impl Place<'_> {
    /// The evaluations that some engines of a match play with, in a round of it.
    pub(super) fn evaluations(
        &self,
        game: &dyn AnyGame,
        game_text: &str,
        (seed, run): (u64, u64),
        engines: [&Template; 2],
    ) -> Result<Vec<EvaluationTraining>, LabError> {
        let Experiment::Match { evaluations, .. } = &self.item.manifest.experiment else {
            return Ok(Vec::new());
        };
        let is_used = |name: &str| {
            let mut holes = engines.iter().flat_map(|template| template.holes());
            holes.any(|hole| hole == name)
        };
        let used = evaluations.iter().filter(|(name, _)| is_used(name));
        used.map(|(name, template)| {
            let key = format!("evaluations.{name}");
            let training = self.evaluation(game, game_text, seed, (&key, template), run)?;
            Ok(EvaluationTraining {
                name: name.clone(),
                ..training
            })
        })
        .collect()
    }

    /// The task of a learning.
    pub(super) fn learning(
        &self,
        game: &dyn AnyGame,
        game_text: &str,
        seed: u64,
        series: &LearningSeries,
    ) -> Result<Task, LabError> {
        let key = |name: &str| format!("series[{}].{name}", self.series);
        let runs = |name: &str, template: &Template| {
            (0..self.extent.size)
                .map(|run| self.evaluation(game, game_text, seed, (&key(name), template), run))
                .collect::<Result<Vec<_>, _>>()
        };
        match &self.item.manifest.experiment {
            Experiment::Learning { measure, .. } => {
                let relative_to = series.relative_to.as_ref();
                let relative_to = relative_to.map(|template| runs("relative_to", template));
                Ok(Task::Learning {
                    runs: runs("evaluation", &series.evaluation)?,
                    relative_to: relative_to.transpose()?.unwrap_or_default(),
                    measure: *measure,
                    group: series.group.clone(),
                })
            }
            _ => {
                let taught = (&*key("evaluation"), &series.evaluation);
                let last = |most: f64, point: &crate::manifest::Point| {
                    most.max(point.number.unwrap_or_default())
                };
                Ok(Task::Accuracy {
                    training: self.evaluation(game, game_text, seed, taught, 0)?,
                    simulations: self.extent.simulations.unwrap_or(1),
                    moves: self.extent.points.iter().fold(0.0, last) as u32,
                })
            }
        }
    }

    /// The settings of what is learned, if those given are among them.
    fn parameters(
        &self,
        game: &dyn AnyGame,
        key: &str,
        spec: &Spec,
    ) -> Result<Vec<Param>, LabError> {
        let wrong = |error: ParamError| self.wrong(key, error.to_string());
        // Boards of other sizes would need other data.
        if spec.name == MODEL && game.name() == "go" {
            Recipe::read(spec, 0).map_err(wrong)?;
            return Ok(Recipe::table());
        }
        let known = game.evaluations();
        let names = known.iter().map(|one| one.name.as_str());
        let place = self.table_of(key, spec, game.name(), ("evaluation", "learn"), names)?;
        let table = &known[place].parameters;
        let mut settings = spec.settings.clone();
        let taken = SelectiveParams::take(&mut settings);
        taken.and_then(|_| settings.finish(table)).map_err(wrong)?;
        Ok(table.clone())
    }

    /// The set of patterns of a series.
    pub(super) fn patterns(
        &self,
        game: &dyn AnyGame,
        game_text: &str,
        seed: u64,
        series: &PatternSeries,
    ) -> Result<EvaluationTraining, LabError> {
        let key = format!("series[{}].patterns", self.series);
        let training = self.evaluation(game, game_text, seed, (&key, &series.patterns), 0)?;
        match training.is_patterns() {
            true => Ok(training),
            false => Err(self.wrong(
                &key,
                "expected patterns, or patterns:key=value,...".to_owned(),
            )),
        }
    }

    /// An evaluation that is learned, for a run.
    fn evaluation(
        &self,
        game: &dyn AnyGame,
        game_text: &str,
        seed: u64,
        (key, template): (&str, &Template),
        run: u64,
    ) -> Result<EvaluationTraining, LabError> {
        let spec = self.spec(key, template)?;
        let table = self.parameters(game, key, &spec)?;
        let evaluation = EngineText {
            short: spec.in_short(&table),
            full: spec.in_full(&table),
            spec,
        };
        let seed = Seed::new(seed)
            .child(&self.item.paper.name)
            .child("evaluation")
            .child(game_text)
            .child(&evaluation.full)
            .index(run);
        let identity = json!({
            "game": game_text, "evaluation": evaluation.full, "seed": seed, "program": PROGRAM,
        });
        Ok(EvaluationTraining {
            name: String::new(),
            record: format!(
                "{SHARED}{}-{}.json",
                slug(&evaluation.short),
                hash(&identity)
            ),
            evaluation,
            seed,
        })
    }
}
