//! Networks as evaluations, and the training of them.

use super::Kit;
use crate::training::{TrainError, Trained, TrainingJob};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use yomi_core::checksum::{FNV_OFFSET, fnv1a_after};
use yomi_core::params::{Kind, Param, ParamError, Parameters, Settings, Spec};
use yomi_core::{Deterministic, Evaluator, Features, Game, Keyed, Notation, Seed};
use yomi_learn::WeightsFile;
use yomi_learn::checksum::Form;
use yomi_learn::examples::{Examples, ReplayError, TargetMix};
use yomi_learn::games::{LabelledGame, SelfPlayHeader, read_games};
use yomi_learn::learner::{Learned, Learner, LearnerParams, Watch};
use yomi_learn::network::file::Header;
use yomi_learn::network::{Network, NetworkFile, NetworkFileError, NetworkValue, Sigmoid};

/// The setting that says where a network's weights come from.
///
/// Its default names the contents of the weights that ship, not only that they do: records of
/// matches hold every setting, and one made with other weights must not be resumed. For files
/// of one's own [`with_contents`] does the same.
fn file_parameter(shipped: &[u8]) -> Param {
    Param {
        name: "weights".to_owned(),
        kind: Kind::Text,
        optional: false,
        default: shipped_name(shipped),
        doc: "A file of weights made by `yomi train network`, or the weights that ship.".to_owned(),
        only_with: None,
        former: None,
        unrecorded: None,
    }
}

yomi_core::parameters! {
    /// How the output of a network is used, besides where its weights come from.
    pub struct OutputParams {
        /// How often the output goes through the sigmoid: once as it was taught, or once more on the wins of the side to move (mover) or of the side that has moved (opponent).
        pub sigmoid: Sigmoid = Sigmoid::Once, unrecorded "once";
    }
}

/// The name of the weights that ship: a hash of their contents, folded to 32 bits.
fn shipped_name(bytes: &[u8]) -> String {
    let hash = Form::Safetensors.contents_hash(bytes);
    format!("shipped-{:08x}", (hash ^ hash >> 32) as u32)
}

type Replay<G> = fn(
    &mut Examples<<G as Game>::State>,
    &Arc<G>,
    &[LabelledGame],
    &LearnerParams,
) -> Result<(), ReplayError>;

/// A network that can be trained.
pub struct NamedLearner<G: Game> {
    pub name: String,
    pub doc: String,
    features: Arc<dyn Features<G>>,
    replay: Replay<G>,
}

impl<G: Notation + Keyed + Deterministic> NamedLearner<G> {
    pub fn new(name: &str, doc: &str, features: Arc<dyn Features<G>>) -> NamedLearner<G> {
        NamedLearner {
            name: name.to_owned(),
            doc: doc.to_owned(),
            features,
            replay: |examples, game, games, params| {
                let mix = TargetMix {
                    target: params.target,
                    next_share: params.next_share,
                    result_share: params.result_share,
                };
                examples.replay(game, games, params.test_share, mix)
            },
        }
    }
}

impl<G: Notation> NamedLearner<G> {
    /// The input features of the network.
    pub fn features(&self) -> &dyn Features<G> {
        &*self.features
    }

    /// The settings of the evaluation.
    pub fn parameters(&self, shipped: &[u8]) -> Vec<Param> {
        let mut table = vec![file_parameter(shipped)];
        table.extend(OutputParams::table());
        table
    }

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
        let read = move |bytes: &[u8]| -> Result<NetworkValue<G>, NetworkFileError> {
            let file = NetworkFile::parse(bytes)?;
            let networks = file.networks_for(&game, &name, features.count(), features.stages())?;
            Ok(NetworkValue::new(Arc::clone(&features), networks))
        };
        let known: OnceLock<NetworkValue<G>> = OnceLock::new();
        let name = shipped_name(shipped);
        move |settings| {
            let OutputParams { sigmoid } = OutputParams::take(settings)?;
            let given = settings.0.pop().map(|(_, value)| value);
            let Some(path) = given.filter(|given| *given != name && given != "shipped") else {
                let value = known.get_or_init(|| read(shipped).expect("what ships can be read"));
                return Ok(Arc::new(value.clone().with_sigmoid(sigmoid)));
            };
            let wrong = |problem: String| ParamError::BadValue {
                name: "weights".to_owned(),
                value: path.clone(),
                expected: format!("a file of such weights ({problem})"),
            };
            let bytes = read_weights(&path).map_err(wrong)?;
            let value = read(&bytes).map_err(|error| wrong(error.to_string()))?;
            Ok(Arc::new(value.with_sigmoid(sigmoid)))
        }
    }
}

/// The name of a file with a hash of its contents. One that cannot be read stays as it is: whoever
/// makes the engine will say so.
pub fn with_contents(path: &str) -> String {
    match read_file(Path::new(path)) {
        Ok(bytes) => format!("{path}#{:016x}", Form::of(&bytes).contents_hash(&bytes)),
        Err(_) => path.to_owned(),
    }
}

/// The bytes of a file of weights, given by its name alone or [with a hash](with_contents) of what
/// must be in it.
pub fn read_weights(text: &str) -> Result<Vec<u8>, String> {
    let read = |path: &str| read_file(Path::new(path)).map_err(|error| error.to_string());
    let Some((path, expected)) = split_identified(text) else {
        return read(text);
    };
    let bytes = read(path)?;
    let found = format!("{:016x}", Form::of(&bytes).contents_hash(&bytes));
    match found == expected {
        true => Ok(bytes),
        false => Err(format!("the hash of its contents is {found}")),
    }
}

/// The name of a file whose contents must be as the hash in `text` says, which is made sure of; all of
/// `text` if there is no hash in it.
pub(crate) fn checked_path(text: &str) -> Result<&str, String> {
    match split_identified(text) {
        None => Ok(text),
        Some((path, _)) => read_weights(text).map(|_| path),
    }
}

/// The two parts of `path#hash`, if it is no file's name as a whole.
fn split_identified(text: &str) -> Option<(&str, &str)> {
    let is_hash = |text: &str| text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
    let (path, hash) = text.rsplit_once('#')?;
    (is_hash(hash) && !Path::new(text).exists()).then_some((path, hash))
}

/// What the user should know of a file of weights, if there is anything. Of one that cannot be read,
/// whoever makes the engine will say so.
pub fn remark_on(path: &str) -> Option<String> {
    let bytes = read_file(Path::new(path)).ok()?;
    let remark = match Form::of(&bytes) {
        Form::Json => WeightsFile::read(&bytes).ok()?.remark(),
        Form::Safetensors => NetworkFile::parse(&bytes).ok()?.remark,
    }?;
    Some(format!("{path}: {remark}"))
}

/// The bytes of a file of weights.
pub(crate) fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    /// More than any network that could be used has.
    const MOST_BYTES: usize = 1 << 28;
    yomi_core::read_regular_file(path, MOST_BYTES)
}

/// Games that something is learned from.
pub(super) struct Sources {
    /// How they were made.
    pub described: Vec<String>,
    /// A hash of everything in them.
    pub contents: u64,
}

impl Sources {
    /// How they were made, in few words.
    pub fn described(&self) -> String {
        self.described.join("; ")
    }
}

impl<G: Notation> Kit<G> {
    /// Trains a network of this kit; see [`AnyGame::train`](crate::AnyGame::train).
    pub(super) fn train_network(
        &self,
        spec: &Spec,
        job: &TrainingJob,
        watch: &Watch<'_>,
    ) -> Result<Trained, TrainError> {
        let learners = &self.knowledge.learners;
        let learner = learners
            .iter()
            .find(|learner| learner.name == spec.name)
            .ok_or_else(|| {
                let names = learners.iter().map(|learner| learner.name.as_str());
                TrainError::unknown("network", spec, &self.name, names)
            })?;
        let mut settings = spec.settings.clone();
        let params = LearnerParams::take(&mut settings)?;
        settings.finish(&LearnerParams::table())?;
        let mut replayed = Examples::new();
        let sources = self.read_sources(job.games, |_, games| {
            (learner.replay)(&mut replayed, &self.game, games, &params)
        })?;
        replayed.remove_test_duplicates();
        if replayed.train().is_empty() {
            return Err(TrainError::Nothing);
        }
        let made_by = format!(
            "yomi train network {} {spec} --seed {}, from {}",
            self.name,
            job.seed,
            sources.described()
        );
        let trainer = Learner {
            game: &*self.game,
            features: Arc::clone(&learner.features),
            params: params.clone(),
            seed: Seed::new(job.seed),
            checkpoint: job.checkpoint,
            fingerprint: format!(
                "yomi {} {made_by}; {params:?}; {} inputs; contents {:016x}",
                env!("CARGO_PKG_VERSION"),
                learner.features.count(),
                sources.contents
            ),
            stop: job.stop.clone(),
        };
        match trainer.learn(&replayed, watch)? {
            Learned::Stopped(epochs) => Err(TrainError::Stopped { epochs }),
            Learned::Done(networks, _) if !networks.iter().flatten().all(Network::is_finite) => {
                Err(TrainError::Diverged)
            }
            Learned::Done(networks, report) => {
                let features = &learner.features;
                let header = Header::new(
                    &self.name,
                    &learner.name,
                    features.count(),
                    features.stages(),
                    &made_by,
                );
                let weights = NetworkFile::new(header, networks).to_bytes();
                Ok(Trained { weights, report })
            }
        }
    }

    /// Reads files of self-play games of this game and lets `replay` have those of each.
    pub(super) fn read_sources(
        &self,
        paths: &[PathBuf],
        mut replay: impl FnMut(&SelfPlayHeader, &[LabelledGame]) -> Result<(), ReplayError>,
    ) -> Result<Sources, TrainError> {
        let mut described = Vec::new();
        let mut contents = FNV_OFFSET;
        for path in paths {
            let (recipe, games) = read_games(path)?;
            for game in &games {
                contents = fnv1a_after(contents, format!("{game:?}").as_bytes());
            }
            if !self.is_of_this_game(&recipe.game) {
                return Err(TrainError::OtherGame {
                    path: path.clone(),
                    found: recipe.game,
                    expected: self.name_of_variant(),
                });
            }
            replay(&recipe, &games).map_err(|source| TrainError::Replay {
                path: path.clone(),
                source,
            })?;
            described.push(format!(
                "{} games of {} by {} after {} to {} random moves, seed {}",
                games.len(),
                recipe.game,
                self.without_defaults(&recipe.teacher),
                recipe.random_moves[0],
                recipe.random_moves[1],
                recipe.seed
            ));
        }
        Ok(Sources {
            described,
            contents,
        })
    }

    /// Whether a description names this game, and no other variant of it.
    fn is_of_this_game(&self, described: &str) -> bool {
        let Ok(spec) = described.parse::<Spec>() else {
            return false;
        };
        let variant = self
            .variant
            .as_deref()
            .and_then(|text| text.split_once('='));
        let differs = variant.is_some_and(|(setting, value)| {
            let mut settings = spec.settings.0.iter();
            settings.any(|(name, given)| name == setting && given != value)
        });
        spec.name == self.name && !differs
    }

    /// An engine without the settings that have their defaults anyway.
    fn without_defaults(&self, engine: &str) -> String {
        let Ok(mut spec) = engine.parse::<Spec>() else {
            return engine.to_owned();
        };
        let maker = self.makers.iter().find(|maker| maker.name == spec.name);
        let known = maker
            .map(|maker| maker.parameters(self))
            .unwrap_or_default();
        let is_default = |name: &str, value: &str| {
            let mut known = known.iter();
            known.any(|param| param.name == name && param.default == value)
        };
        spec.settings
            .0
            .retain(|(name, value)| !is_default(name, value));
        spec.to_string()
    }
}
