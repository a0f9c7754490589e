//! Priors and policies by features of moves, and the learning of their weights.

use super::Kit;
use super::shipped::ModelWeights;
use crate::training::{TrainError, TrainingJob};
use std::path::Path;
use std::sync::Arc;
use yomi_core::params::{Param, ParamError, Parameters, Settings, Spec};
use yomi_core::{Choices, Discrete, Game, MoveFeatures, Notation, Prior, Seed};
use yomi_learn::moves::{LegalMoves, MoveLearner, MoveLearnerParams};
use yomi_learn::report::Report;
use yomi_learn::training::Training;
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

/// The meaning of weights that are all zero.
const ALL_EQUAL: &str = "all moves are equal";

type MakeOptions<G> =
    Box<dyn Fn(&mut Settings) -> Result<Arc<dyn Choices<G>>, ParamError> + Send + Sync>;

/// A softmax over options by name, with weights that can be learned: a prior over all legal moves, or
/// the preferences of a playout policy.
pub struct NamedMoves<G: Game> {
    pub name: String,
    pub doc: String,
    /// What describes moves, where all legal ones are the options.
    features: Option<Arc<dyn MoveFeatures<G>>>,
    /// Makes the options by the settings of a training.
    options: MakeOptions<G>,
    /// These settings.
    settings: Vec<Param>,
    weights: Arc<ModelWeights>,
}

impl<G: Notation> NamedMoves<G> {
    /// A prior over all legal moves.
    pub fn new(
        (name, doc): (&str, &str),
        game: &str,
        features: Arc<dyn MoveFeatures<G>>,
        shipped: &[(&'static str, &'static [u8])],
    ) -> NamedMoves<G>
    where
        G: Discrete,
    {
        let options = Arc::new(LegalMoves(Arc::clone(&features)));
        let count = features.count();
        NamedMoves {
            name: name.to_owned(),
            doc: doc.to_owned(),
            features: Some(features),
            options: Box::new(move |_| Ok(Arc::<LegalMoves<G>>::clone(&options))),
            settings: Vec::new(),
            weights: Arc::new(ModelWeights::new([game, name], count, shipped, ALL_EQUAL)),
        }
    }

    /// The preferences of a playout policy, whose options are the settings of a training; weights are for a
    /// variant of the game, if it has any.
    pub fn of_policy<C: Choices<G> + Parameters + 'static>(
        (name, doc): (&str, &str),
        (game, variant): (&str, Option<&str>),
        shipped: &[(&'static str, &'static [u8])],
    ) -> NamedMoves<G> {
        let count = C::default().count();
        let weights = ModelWeights::new([game, name], count, shipped, ALL_EQUAL);
        NamedMoves {
            name: name.to_owned(),
            doc: doc.to_owned(),
            features: None,
            options: Box::new(|settings| Ok(Arc::new(C::take(settings)?))),
            settings: C::table(),
            weights: Arc::new(weights.of_variant(variant)),
        }
    }

    /// The settings of a training.
    pub fn training_parameters(&self) -> Vec<Param> {
        [MoveLearnerParams::table(), self.settings.clone()].concat()
    }

    /// The weights that there are.
    pub fn weights(&self) -> &Arc<ModelWeights> {
        &self.weights
    }

    /// What describes moves, where all legal ones are the options.
    pub fn features(&self) -> Option<&dyn MoveFeatures<G>> {
        self.features.as_deref()
    }

    /// A table of settings, with the names of weights that ship in its row `weights`.
    pub fn described(&self, table: Vec<Param>) -> Vec<Param> {
        self.weights.described(table)
    }

    /// Weights by name or by file.
    pub fn read(&self, weights: Option<String>) -> Result<Vec<f32>, ParamError> {
        Ok(self.weights.read(weights)?.0)
    }

    /// The names of what ships, each with its name in records.
    pub fn shipped_names(&self) -> Vec<(String, String)> {
        self.weights.names()
    }

    /// The settings of the prior.
    pub fn prior_parameters(&self) -> Vec<Param> {
        self.described(MovePriorParams::table())
    }

    /// Makes the prior by its settings.
    pub fn prior(
        &self,
        features: &Arc<dyn MoveFeatures<G>>,
        settings: &mut Settings,
    ) -> Result<Arc<dyn Prior<G>>, ParamError> {
        let params = MovePriorParams::take(settings)?;
        let weights = self.read(params.weights)?;
        let prior = SoftmaxPrior::new(Arc::clone(features), weights, params.temperature);
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
        let options = (moves.options)(&mut settings)?;
        settings.finish(&moves.training_parameters())?;
        let features = options.count();
        let mut learner: MoveLearner<G> = MoveLearner::new(
            Arc::clone(&self.game),
            [&self.name, &moves.name],
            options,
            params.clone(),
        )
        .of_variant(self.variant.as_deref());
        let (logs, games) = self.partition_logs(job.games);
        let mut sources =
            self.read_sources(&games, |header, games| learner.replay(header, games))?;
        self.read_logs(&logs, &mut sources, |number, moves| {
            learner.add_game(number, moves);
        })?;
        learner.check()?;
        let made_by = format!(
            "yomi train moves {} {spec} --seed {}, from {}",
            self.name_of_variant(),
            job.seed,
            sources.described()
        );
        let checkpoint = job.checkpoint.map(Path::to_owned);
        let training = Training {
            epochs: params.epochs,
            seed: Seed::new(job.seed),
            out: out.to_owned(),
            checkpoint: checkpoint.unwrap_or_else(|| out.with_extension("checkpoint")),
            fingerprint: format!(
                "yomi {} {made_by}; {params:?}; {features} features; contents {:016x}",
                env!("CARGO_PKG_VERSION"),
                sources.contents
            ),
            made_by,
            stop: job.stop.clone(),
        };
        Ok(training.run(&mut learner, watch)?)
    }
}
