//! The text interface of a kit: its implementation of [`AnyGame`].

use super::evaluations::NamedEvaluation;
use super::makers::Maker;
use super::moves::NamedMoves;
use super::networks::{self, NamedLearner};
use super::post_processing::PostProcessed;
use super::{Kit, LimitParams};
use std::path::Path;
use std::sync::Arc;
use yomi_core::engine::{GameReferee, SearchEngine, TextReport};
use yomi_core::params::{ParamError, Parameters, Spec};
use yomi_core::pictured::{BoardPosition, MoveValues};
use yomi_core::{Engine, EngineError, Notation, Position, Referee, Seed, conformance};

use crate::training::{
    EvaluationJob, EvaluationTest, TrainError, Trained, TrainedEvaluation, TrainingJob,
};
use crate::{AnyGame, Bench, EngineInfo, SetupError, ShownWeights};
use yomi_learn::learner::{LearnerParams, Watch};
use yomi_learn::report::Report;
use yomi_learn::selective::{SelectiveParams, UpdateReport};

impl<G: Notation> Kit<G> {
    fn maker(&self, name: &str) -> Result<&Maker<G>, SetupError> {
        self.makers
            .iter()
            .find(|maker| maker.name == name)
            .ok_or_else(|| {
                let known: Vec<_> = self
                    .makers
                    .iter()
                    .map(|maker| maker.name.as_str())
                    .collect();
                SetupError::UnknownEngine {
                    name: name.to_owned(),
                    game: self.name.clone(),
                    known: known.join(", "),
                }
            })
    }

    pub(super) fn position_after(
        &self,
        start: Option<&str>,
        moves: &[String],
    ) -> Result<Position<G>, SetupError> {
        let mut position = Position::new(Arc::clone(&self.game));
        if let Some(text) = start {
            let unfit = |error: EngineError| self.unfit(&error.to_string());
            let positions = self
                .referee
                .positions()
                .ok_or(EngineError::NoSetup)
                .map_err(unfit)?;
            let state = (positions.read)(&self.game, text).map_err(|error| unfit(error.into()))?;
            position.set_up(state);
        }
        for (i, text) in moves.iter().enumerate() {
            let wrong = |source| SetupError::Move {
                number: i + 1,
                source,
            };
            if let Some(outcome) = position.outcome() {
                return Err(wrong(EngineError::GameOver(outcome.to_string())));
            }
            let action = position
                .game()
                .parse_action(position.state(), text)
                .map_err(|error| wrong(error.into()))?;
            position.play(action, Seed::new(0));
        }
        Ok(position)
    }

    /// Whether an engine's setting names a file of weights, and not those that ship.
    fn is_weights_file(&self, name: &str, value: &str) -> bool {
        let mut choices = self.knowledge.choices().into_iter();
        let mut files = self.files.iter();
        choices.any(|choice| choice.is_file(name, value))
            || files.any(|known| known.setting() == name && known.recorded(value).is_none())
    }

    /// The name that records have for what ships, if an engine's setting names that.
    fn recorded(&self, name: &str, value: &str) -> Option<&str> {
        let mut choices = self.knowledge.choices().into_iter();
        let files = self.files.iter().filter(|known| known.setting() == name);
        let mut files = files.filter_map(|known| known.recorded(value));
        choices
            .find_map(|choice| choice.recorded(name, value))
            .or_else(|| files.next())
    }
}

impl<G: Notation> AnyGame for Kit<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn capabilities(&self) -> Vec<&'static str> {
        let declared = self.capabilities.iter();
        declared.map(|known| known.name).collect()
    }

    fn referee(&self) -> Box<dyn Referee> {
        let game = Arc::clone(&self.game);
        Box::new(GameReferee::with_parts(game, self.referee))
    }

    fn engines(&self) -> Vec<EngineInfo> {
        self.makers
            .iter()
            .map(|maker| EngineInfo {
                name: maker.name.clone(),
                summary: maker.summary.clone(),
                parameters: maker.parameters(self),
            })
            .collect()
    }

    fn identified(&self, spec: &Spec) -> Spec {
        let mut spec = spec.clone();
        for (name, value) in &mut spec.settings.0 {
            if let Some(recorded) = self.recorded(name, value) {
                *value = recorded.to_owned();
            } else if self.is_weights_file(name, value) {
                *value = networks::with_contents(value);
            }
        }
        spec
    }

    fn file_remarks(&self, spec: &Spec) -> Vec<String> {
        let settings = spec.settings.0.iter();
        let files = settings.filter(|(name, value)| self.is_weights_file(name, value));
        files
            .filter_map(|(_, path)| networks::remark_on(path))
            .collect()
    }

    fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, SetupError> {
        let maker = self.maker(&spec.name)?;
        let wrong = |source: ParamError| SetupError::Parameter {
            of: format!("engine '{}'", spec.name),
            source,
        };
        // Checked against the table first: what the game cannot do is unknown here, even if the
        // algorithm in general could.
        let known = maker.parameters(self);
        let mut settings = spec.settings.clone();
        settings.use_present_names(&known).map_err(wrong)?;
        let mut unknown = settings.clone();
        unknown
            .0
            .retain(|(name, _)| !known.iter().any(|param| param.name == *name));
        unknown.finish(&known).map_err(wrong)?;

        for (name, value) in &maker.defaults.0 {
            if !settings.0.iter().any(|(given, _)| given == name) {
                settings.0.push((name.clone(), value.clone()));
            }
        }
        let fallback = maker.fallback(&settings);
        let limits = LimitParams::take(&mut settings).map_err(wrong)?;
        limits.check_timing().map_err(wrong)?;
        let search = (maker.make)(self, &mut settings).map_err(wrong)?;
        let search = match self.post_processing {
            Some(processing) => Box::new(PostProcessed { search, processing }),
            None => search,
        };
        settings.finish(&known).map_err(wrong)?;
        let game = Arc::clone(&self.game);
        let engine = SearchEngine::new(&spec.to_string(), game, search, limits.limits());
        let engine = engine
            .with_setup(self.referee.positions())
            .with_time_source(limits.time_source());
        Ok(Box::new(engine.with_fallback(fallback)))
    }

    fn divide(
        &self,
        position: Option<&str>,
        moves: &[String],
        depth: u32,
    ) -> Result<Vec<(String, u64)>, SetupError> {
        let divide = self.divide.ok_or_else(|| {
            self.unfit("move paths cannot be counted where chance decides or moves are a continuum")
        })?;
        let position = self.position_after(position, moves)?;
        let counts = divide(&self.game, position.state(), depth);
        let spell = |action| self.game.format_action(position.state(), action);
        Ok(counts
            .into_iter()
            .map(|(action, count)| (spell(action), count))
            .collect())
    }

    fn board(&self, position: Option<&str>, moves: &[String]) -> Result<BoardPosition, SetupError> {
        self.board_after(position, moves)
    }

    fn move_values(
        &self,
        position: Option<&str>,
        moves: &[String],
        by: &Spec,
    ) -> Result<MoveValues, SetupError> {
        self.values_after(position, moves, by)
    }

    fn searched_values(
        &self,
        position: Option<&str>,
        moves: &[String],
        by: &Spec,
        report: &TextReport,
    ) -> Result<MoveValues, SetupError> {
        self.searched_after(position, moves, by, report)
    }

    fn weights(&self, evaluation: &str, weights: Option<&str>) -> Result<ShownWeights, SetupError> {
        self.shown_weights(evaluation, weights)
    }

    fn networks(&self) -> Vec<EngineInfo> {
        let info = |learner: &NamedLearner<G>| EngineInfo {
            name: learner.name.clone(),
            summary: learner.doc.clone(),
            parameters: LearnerParams::table(),
        };
        self.knowledge.learners.iter().map(info).collect()
    }

    fn train(
        &self,
        network: &Spec,
        job: &TrainingJob<'_>,
        watch: &Watch<'_>,
    ) -> Result<Trained, TrainError> {
        self.train_network(network, job, watch)
    }

    fn evaluations(&self) -> Vec<EngineInfo> {
        let info = |evaluation: &Arc<NamedEvaluation<G>>| EngineInfo {
            name: evaluation.name.clone(),
            summary: evaluation.doc.clone(),
            parameters: SelectiveParams::table(),
        };
        self.knowledge.evaluations.iter().map(info).collect()
    }

    fn train_evaluation(
        &self,
        evaluation: &Spec,
        job: &EvaluationJob<'_>,
        watch: &dyn Fn(&UpdateReport),
    ) -> Result<TrainedEvaluation, TrainError> {
        self.learn_evaluation(evaluation, job, watch)
    }

    fn move_priors(&self) -> Vec<EngineInfo> {
        let info = |moves: &Arc<NamedMoves<G>>| EngineInfo {
            name: moves.name.clone(),
            summary: moves.doc.clone(),
            parameters: moves.training_parameters(),
        };
        self.knowledge.moves.iter().map(info).collect()
    }

    fn train_moves(
        &self,
        prior: &Spec,
        job: &TrainingJob<'_>,
        out: &Path,
        watch: &mut dyn FnMut(u32, &str),
    ) -> Result<Report, TrainError> {
        self.learn_moves(prior, job, out, watch)
    }

    fn test_evaluation(
        &self,
        evaluation: &Spec,
        weights: &[u8],
        test: &EvaluationTest,
    ) -> Result<Option<Vec<f64>>, TrainError> {
        self.errors_of_evaluation(evaluation, weights, test)
    }

    fn check(&self) -> Result<String, String> {
        let mut suite = conformance::suite(&*self.game);
        if let Some(fingerprint) = self.fingerprint {
            suite = suite.fingerprint(fingerprint);
        }
        let declared = self.capabilities.iter();
        let mut suite = declared.fold(suite, |suite, known| (known.check)(suite));
        let knowledge = &self.knowledge;
        let wrong = |error: ParamError| error.to_string();
        for (name, value) in knowledge.evaluators.with_defaults().map_err(wrong)? {
            suite = suite.evaluator(name, value);
        }
        for (name, value) in knowledge.priors.with_defaults().map_err(wrong)? {
            suite = suite.prior(name, value);
        }
        for (name, value) in knowledge.experiences.with_defaults().map_err(wrong)? {
            suite = suite.experience(name, value);
        }
        for (name, value) in knowledge.provers.with_defaults().map_err(wrong)? {
            suite = suite.provers(name, value);
        }
        for (name, value) in knowledge.policies.with_defaults().map_err(wrong)? {
            suite = suite.policy(name, value);
        }
        for learner in &knowledge.learners {
            suite = suite.features(&learner.name, learner.features());
        }
        for evaluation in &knowledge.evaluations {
            suite = suite.linear_model(&evaluation.name, evaluation.model());
        }
        for moves in &knowledge.moves {
            if let Some(features) = moves.features() {
                suite = suite.move_features(&moves.name, features);
            }
        }
        let summary = suite.run().map_err(|violation| violation.to_string())?;
        Ok(format!(
            "{}: {} games, {} positions, the longest game {} plies; checks passed: {}",
            self.name,
            summary.games,
            summary.positions,
            summary.longest,
            summary.checks.join(", ")
        ))
    }

    fn benches(&self) -> Vec<Bench> {
        self.benches.makers.iter().map(|make| make(self)).collect()
    }
}
