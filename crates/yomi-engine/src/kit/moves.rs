//! Priors over features of moves, and the learning of their weights.

use super::Kit;
use super::shipped::ModelWeights;
use crate::training::{TrainError, TrainingJob};
use std::path::Path;
use std::sync::Arc;
use yomi_core::params::{Param, ParamError, Parameters, Settings, Spec};
use yomi_core::{Discrete, Game, MoveFeatures, Notation, Prior, Seed};
use yomi_learn::examples::ReplayError;
use yomi_learn::games::LabelledGame;
use yomi_learn::moves::{MoveLearner, MoveLearnerParams};
use yomi_learn::report::Report;
use yomi_learn::training::{Learner, Training, TrainingError};
use yomi_search::prior::SoftmaxPrior;

yomi_core::parameters! {
    /// Settings of a prior over features of moves.
    struct MovePriorParams {
        /// A file of weights made by `yomi train moves`, or weights that ship.
        pub weights: Option<String> = None;
        /// By how much the logarithm of a move's probability must be less for it to weigh e times less; 1 is what was learned.
        pub temperature: f32 = 1.0, in 0.001..=1000.0;
    }
}

/// Features of moves by name, with weights that can be learned.
pub struct NamedMoves<G: Game> {
    pub name: String,
    pub doc: String,
    features: Arc<dyn MoveFeatures<G>>,
    weights: ModelWeights,
    begin: Begin<G>,
}

type Begin<G> =
    fn(Arc<G>, [&str; 2], Arc<dyn MoveFeatures<G>>, MoveLearnerParams) -> Box<dyn ReplayingLearner>;

/// A learner that is yet to be given its games.
trait ReplayingLearner: Learner {
    fn replay(&mut self, games: &[LabelledGame]) -> Result<(), ReplayError>;

    fn check(&self) -> Result<(), TrainingError>;
}

impl<G: Notation + Discrete> ReplayingLearner for MoveLearner<G> {
    fn replay(&mut self, games: &[LabelledGame]) -> Result<(), ReplayError> {
        MoveLearner::replay(self, games)
    }

    fn check(&self) -> Result<(), TrainingError> {
        MoveLearner::check(self)
    }
}

impl<G: Notation> NamedMoves<G> {
    pub fn new(
        (name, doc): (&str, &str),
        game: &str,
        features: Arc<dyn MoveFeatures<G>>,
        shipped: &[(&'static str, &'static [u8])],
    ) -> NamedMoves<G>
    where
        G: Discrete,
    {
        let zero = "all moves are equal";
        NamedMoves {
            name: name.to_owned(),
            doc: doc.to_owned(),
            weights: ModelWeights::new([game, name], features.count(), shipped, zero),
            features,
            begin: |game, names, features, params| {
                Box::new(MoveLearner::new(game, names, features, params))
            },
        }
    }

    /// The features.
    pub fn features(&self) -> &dyn MoveFeatures<G> {
        &*self.features
    }

    /// The names of what ships, each with its name in records.
    pub fn shipped_names(&self) -> Vec<(String, String)> {
        self.weights.names()
    }

    /// The settings of the prior.
    pub fn prior_parameters(&self) -> Vec<Param> {
        self.weights.described(MovePriorParams::table())
    }

    /// Makes the prior by its settings.
    pub fn prior(&self, settings: &mut Settings) -> Result<Arc<dyn Prior<G>>, ParamError> {
        let params = MovePriorParams::take(settings)?;
        let (weights, _) = self.weights.read(params.weights)?;
        let prior = SoftmaxPrior::new(Arc::clone(&self.features), weights, params.temperature);
        Ok(Arc::new(prior.expect("as many weights as features")))
    }
}

impl<G: Notation> Kit<G> {
    /// Learns the weights of a prior of this kit; see
    /// [`AnyGame::train_moves`](crate::AnyGame::train_moves).
    pub(super) fn learn_moves(
        &self,
        spec: &Spec,
        job: &TrainingJob<'_>,
        out: &Path,
        watch: &mut dyn FnMut(u32, &str),
    ) -> Result<Report, TrainError> {
        let known = &self.knowledge.moves;
        let found = known.iter().find(|known| known.name == spec.name);
        let moves = found.ok_or_else(|| {
            let names = known.iter().map(|known| known.name.as_str());
            TrainError::unknown("prior", spec, &self.name, names)
        })?;
        let mut settings = spec.settings.clone();
        let params = MoveLearnerParams::take(&mut settings)?;
        settings.finish(&MoveLearnerParams::table())?;
        let mut learner = (moves.begin)(
            Arc::clone(&self.game),
            [&self.name, &moves.name],
            Arc::clone(&moves.features),
            params.clone(),
        );
        let sources = self.read_sources(job.games, |games| learner.replay(games))?;
        learner.check()?;
        let made_by = format!(
            "yomi train moves {} {spec} --seed {}, from {}",
            self.name, job.seed, sources.described
        );
        let checkpoint = job.checkpoint.map(Path::to_owned);
        let training = Training {
            epochs: params.epochs,
            seed: Seed::new(job.seed),
            out: out.to_owned(),
            checkpoint: checkpoint.unwrap_or_else(|| out.with_extension("checkpoint")),
            fingerprint: format!(
                "yomi {} {made_by}; {params:?}; {} features; contents {:016x}",
                env!("CARGO_PKG_VERSION"),
                moves.features.count(),
                sources.contents
            ),
            made_by,
            stop: job.stop.clone(),
        };
        Ok(training.run(&mut *learner, watch)?)
    }
}
