//! Networks as evaluations, and the training of them.

use super::Kit;
use crate::training::{TrainError, Trained, TrainingJob};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use yomi_core::params::{ParamError, Parameters, Settings, Spec};
use yomi_core::{Evaluator, Features, Game, Keyed, Notation, Seed};
use yomi_learn::examples::{Examples, ReplayError, examples};
use yomi_learn::games::{TaughtGame, read_games};
use yomi_learn::learner::{Learned, Learner, LearnerParams, Watch};
use yomi_learn::network::file::Header;
use yomi_learn::network::{NetworkFile, NetworkFileError, NetworkValue};

yomi_core::parameters! {
    /// Where a network's weights come from.
    pub struct FileParams {
        /// A file of weights made by `yomi train network`; none: the weights that ship.
        pub weights: Option<String> = None;
    }
}

type Replay<G> =
    fn(&Arc<G>, &[TaughtGame], f64, f64) -> Result<Examples<<G as Game>::State>, ReplayError>;

/// A network that can be trained.
pub struct NamedLearner<G: Game> {
    pub name: String,
    pub doc: String,
    features: Arc<dyn Features<G>>,
    replay: Replay<G>,
}

impl<G: Notation + Keyed> NamedLearner<G> {
    pub fn new(name: &str, doc: &str, features: Arc<dyn Features<G>>) -> NamedLearner<G> {
        NamedLearner {
            name: name.to_owned(),
            doc: doc.to_owned(),
            features,
            replay: examples::<G>,
        }
    }
}

impl<G: Notation> NamedLearner<G> {
    /// Makes the evaluation out of the file that the settings name, or of what ships; the latter
    /// is read once.
    pub fn evaluator(
        &self,
        game: &str,
        shipped: &'static [u8],
    ) -> impl Fn(&mut Settings) -> Result<Arc<dyn Evaluator<G>>, ParamError> + Send + Sync + use<G>
    {
        let (name, game) = (self.name.clone(), game.to_owned());
        let features = Arc::clone(&self.features);
        let read = move |bytes: &[u8]| -> Result<Arc<dyn Evaluator<G>>, NetworkFileError> {
            let file = NetworkFile::parse(bytes)?;
            let networks = file.networks_for(&game, &name, features.count(), features.stages())?;
            Ok(Arc::new(NetworkValue::new(Arc::clone(&features), networks)))
        };
        let known: OnceLock<Arc<dyn Evaluator<G>>> = OnceLock::new();
        move |settings| {
            let Some(path) = FileParams::take(settings)?.weights else {
                let value = known.get_or_init(|| read(shipped).expect("what ships can be read"));
                return Ok(Arc::clone(value));
            };
            let wrong = |problem: String| ParamError::BadValue {
                name: "weights".to_owned(),
                value: path.clone(),
                expected: format!("a file of such weights ({problem})"),
            };
            let bytes = read_file(Path::new(&path)).map_err(|error| wrong(error.to_string()))?;
            read(&bytes).map_err(|error| wrong(error.to_string()))
        }
    }
}

/// The bytes of a regular file: a device would be read without end and a pipe would be waited for.
fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("not a regular file"));
    }
    std::fs::read(path)
}

impl<G: Notation> Kit<G> {
    /// Trains a network of this kit; see [`AnyGame::train`](crate::AnyGame::train).
    pub(super) fn train_network(
        &self,
        spec: &Spec,
        job: &TrainingJob,
        watch: &Watch<'_>,
    ) -> Result<Trained, TrainError> {
        let learner = self
            .learners
            .iter()
            .find(|learner| learner.name == spec.name)
            .ok_or_else(|| TrainError::UnknownLearner {
                name: spec.name.clone(),
                game: self.name.clone(),
                known: match &self.learners[..] {
                    [] => "nothing: the game has none".to_owned(),
                    learners => {
                        let names: Vec<_> = learners.iter().map(|l| l.name.as_str()).collect();
                        format!("one of {}", names.join(", "))
                    }
                },
            })?;
        let mut settings = spec.settings.clone();
        let params = LearnerParams::take(&mut settings)?;
        settings.finish(&LearnerParams::table())?;
        let (recipe, games) = read_games(job.games)?;
        let recipe_game = recipe.game.split(':').next().unwrap_or_default();
        if recipe_game != self.name {
            return Err(TrainError::OtherGame {
                found: recipe.game,
                expected: self.name.clone(),
            });
        }
        let replayed =
            (learner.replay)(&self.game, &games, params.test_share, params.result_share)?;
        let made_by = format!(
            "yomi train network {} {spec} --seed {}, {} games of {} with {} to {} random moves, seed {}",
            self.name,
            job.seed,
            games.len(),
            recipe.teacher,
            recipe.random_moves[0],
            recipe.random_moves[1],
            recipe.seed,
        );
        let trainer = Learner {
            game: &*self.game,
            features: Arc::clone(&learner.features),
            params,
            seed: Seed::new(job.seed),
            checkpoint: job.checkpoint,
            fingerprint: made_by.clone(),
            stop: job.stop.clone(),
        };
        match trainer.learn(&replayed, watch)? {
            Learned::Stopped(epochs) => Err(TrainError::Stopped { epochs }),
            Learned::Done(networks, report) => {
                let features = &learner.features;
                let header = Header::new(
                    &self.name,
                    &learner.name,
                    features.count(),
                    features.stages(),
                    &made_by,
                );
                let weights = NetworkFile { header, networks }.to_bytes();
                Ok(Trained { weights, report })
            }
        }
    }
}
