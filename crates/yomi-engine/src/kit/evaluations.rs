//! Linear evaluations whose weights are learned, and the learning of them.

use super::Kit;
use super::shipped::ModelWeights;
use crate::training::{EvaluationJob, EvaluationTest, TrainError, TrainedEvaluation};
use std::sync::Arc;
use yomi_core::params::{Param, ParamError, Parameters, Settings, Spec};
use yomi_core::{
    Deterministic, Discrete, Evaluator, Game, LinearModel, Notation, Policy, Prior, Seed,
};
use yomi_learn::WeightsFile;
use yomi_learn::selective::{
    Selected, SelectiveError, SelectiveLearner, SelectiveParams, UpdateReport,
};
use yomi_search::prior::EvaluationPrior;

yomi_core::parameters! {
    /// Settings of a learned evaluation.
    struct EvaluationParams {
        /// A file of weights made by `yomi train evaluation`, or weights that ship.
        pub weights: Option<String> = None;
        /// Gain of the evaluation; `none` is the one that the weights were learned with.
        pub gain: Option<f64> = None, in 0.000001..=1000.0;
    }
}

yomi_core::parameters! {
    /// Settings of playouts that select moves by a learned evaluation.
    struct SelectionParams {
        /// A file of weights made by `yomi train evaluation`, or weights that ship.
        pub weights: Option<String> = None;
        /// How many moves are drawn, without replacement.
        pub n: u32 = 8, in 1..=10000;
    }
}

yomi_core::parameters! {
    /// Settings of a prior by a learned evaluation.
    struct OrderParams {
        /// A file of weights made by `yomi train evaluation`, or weights that ship.
        pub weights: Option<String> = None;
        /// By how much the logarithm of a move's odds must be worse for it to weigh e times less.
        pub temperature: f64 = 0.2, in 0.001..=1000.0;
    }
}

/// The learned evaluation of a game by name.
pub struct NamedEvaluation<G: Game> {
    pub name: String,
    pub doc: String,
    model: Arc<dyn LinearModel<G>>,
    weights: ModelWeights,
    learn: Learn<G>,
    errors: Errors<G>,
}

type Learn<G> =
    fn(&SelectiveLearner<'_, G>, &dyn Fn(&UpdateReport)) -> Result<Selected, SelectiveError>;

type Errors<G> = fn(&SelectiveLearner<'_, G>, &[f32], &EvaluationTest) -> Option<Vec<f64>>;

impl<G: Discrete + Deterministic> NamedEvaluation<G> {
    pub fn new(
        (name, doc): (&str, &str),
        game: &str,
        model: Arc<dyn LinearModel<G>>,
        shipped: &[(&'static str, &'static [u8])],
    ) -> NamedEvaluation<G> {
        let zero = "every position is even";
        NamedEvaluation {
            name: name.to_owned(),
            doc: doc.to_owned(),
            weights: ModelWeights::new([game, name], model.count(), shipped, zero),
            model,
            learn: |learner, watch| learner.learn(watch),
            errors: |learner, weights, test| learner.errors(weights, test.number, test.moves),
        }
    }
}

impl<G: Game> NamedEvaluation<G> {
    /// The features of the evaluation, and what is made of weights for them.
    pub fn model(&self) -> &dyn LinearModel<G> {
        &*self.model
    }

    /// The names of what ships, each with its name in records.
    pub fn shipped_names(&self) -> Vec<(String, String)> {
        self.weights.names()
    }

    /// The settings of the evaluation.
    pub fn evaluator_parameters(&self) -> Vec<Param> {
        self.weights.described(EvaluationParams::table())
    }

    /// The settings of the playouts.
    pub fn policy_parameters(&self) -> Vec<Param> {
        self.weights.described(SelectionParams::table())
    }

    /// The settings of the prior.
    pub fn prior_parameters(&self) -> Vec<Param> {
        self.weights.described(OrderParams::table())
    }

    /// Makes the prior by its settings.
    pub fn prior(&self, settings: &mut Settings) -> Result<Arc<dyn Prior<G>>, ParamError>
    where
        G: Discrete,
    {
        let params = OrderParams::take(settings)?;
        let (weights, gain) = self.weights(params.weights)?;
        Ok(Arc::new(EvaluationPrior {
            evaluator: self.model.evaluator(&weights, gain),
            temperature: params.temperature,
        }))
    }

    /// Makes the evaluation by its settings.
    pub fn evaluator(&self, settings: &mut Settings) -> Result<Arc<dyn Evaluator<G>>, ParamError> {
        let params = EvaluationParams::take(settings)?;
        let (weights, gain) = self.weights(params.weights)?;
        Ok(self.model.evaluator(&weights, params.gain.unwrap_or(gain)))
    }

    /// Makes the playouts by their settings.
    pub fn policy(&self, settings: &mut Settings) -> Result<Arc<dyn Policy<G>>, ParamError> {
        let params = SelectionParams::take(settings)?;
        let (weights, _) = self.weights(params.weights)?;
        Ok(self.model.best_of(&weights, params.n))
    }

    /// The weights of this name, and their gain.
    pub(super) fn weights(&self, name: Option<String>) -> Result<(Vec<f32>, f64), ParamError> {
        let (weights, gain) = self.weights.read(name)?;
        let gain = gain.unwrap_or_else(|| SelectiveParams::default().gain);
        Ok((weights, gain))
    }
}

impl<G: Notation> Kit<G> {
    /// Learns the weights of an evaluation of this kit; see
    /// [`AnyGame::train_evaluation`](crate::AnyGame::train_evaluation).
    pub(super) fn learn_evaluation(
        &self,
        spec: &Spec,
        job: &EvaluationJob<'_>,
        watch: &dyn Fn(&UpdateReport),
    ) -> Result<TrainedEvaluation, TrainError> {
        let (evaluation, params) = self.evaluation_and_settings(spec)?;
        let gain = params.gain;
        let made_by = job.made_by(spec);
        let learner = SelectiveLearner {
            game: &*self.game,
            model: &*evaluation.model,
            fingerprint: format!(
                "yomi {} {made_by}; {params:?}; {} features",
                env!("CARGO_PKG_VERSION"),
                evaluation.model.count()
            ),
            params,
            seed: Seed::new(job.seed),
            workers: job.workers,
            checkpoint: job.checkpoint,
            stop: job.stop.clone(),
        };
        match (evaluation.learn)(&learner, watch)? {
            Selected::Stopped(updates) => Err(TrainError::StoppedEarly { updates }),
            Selected::Done { weights, report } => {
                let (game, model) = (&self.name, &evaluation.name);
                let file = WeightsFile::of_model(game, model, &made_by, weights, gain);
                Ok(TrainedEvaluation {
                    weights: file.to_text().into_bytes(),
                    report,
                })
            }
        }
    }

    /// The errors of an evaluation of this kit; see
    /// [`AnyGame::test_evaluation`](crate::AnyGame::test_evaluation).
    pub(super) fn errors_of_evaluation(
        &self,
        spec: &Spec,
        weights: &[u8],
        test: &EvaluationTest,
    ) -> Result<Option<Vec<f64>>, TrainError> {
        let (evaluation, params) = self.evaluation_and_settings(spec)?;
        let count = evaluation.model.count();
        let read = WeightsFile::read(weights)
            .and_then(|file| file.model_weights(&self.name, &evaluation.name, count));
        let (weights, gain) = read.map_err(|error| ParamError::BadValue {
            name: "weights".to_owned(),
            value: evaluation.name.clone(),
            expected: format!("the contents of a file of such weights ({error})"),
        })?;
        let learner = SelectiveLearner {
            game: &*self.game,
            model: &*evaluation.model,
            params: SelectiveParams { gain, ..params },
            seed: Seed::new(test.seed),
            workers: 1,
            checkpoint: None,
            fingerprint: String::new(),
            stop: test.stop.clone(),
        };
        Ok((evaluation.errors)(&learner, &weights, test))
    }

    fn evaluation_and_settings(
        &self,
        spec: &Spec,
    ) -> Result<(&NamedEvaluation<G>, SelectiveParams), TrainError> {
        let known = &self.knowledge.evaluations;
        let found = known.iter().find(|known| known.name == spec.name);
        let evaluation = found.ok_or_else(|| {
            let names = known.iter().map(|known| known.name.as_str());
            TrainError::unknown("evaluation", spec, &self.name, names)
        })?;
        let mut settings = spec.settings.clone();
        let params = SelectiveParams::take(&mut settings)?;
        settings.finish(&SelectiveParams::table())?;
        params.check()?;
        Ok((evaluation, params))
    }
}
