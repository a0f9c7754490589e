//! Learned weights of linear models: those that ship, by name, and those of files.

use super::networks::read_weights;
use yomi_core::params::{Param, ParamError};
use yomi_learn::WeightsFile;
use yomi_learn::checksum::Form;

/// The name of the weights that learning starts from.
pub(crate) const ZERO: &str = "zero";

/// Weights that ship.
struct Shipped {
    name: &'static str,
    /// The name in records: it tells the contents too.
    recorded: String,
    bytes: &'static [u8],
}

/// Weights that are part of the program.
struct Base {
    name: &'static str,
    doc: &'static str,
    weights: Vec<f32>,
    /// Whether they are the default although others ship.
    is_default: bool,
}

/// The weights that a model of a game can have: some that ship, those of files, and some that are part of
/// the program, which are zero unless said otherwise.
pub struct ModelWeights {
    game: String,
    model: String,
    /// The variant of the game that they must be for.
    variant: Option<String>,
    /// The setting of engines that names them.
    setting: &'static str,
    shipped: Vec<Shipped>,
    base: Base,
}

impl ModelWeights {
    /// Weights of a model, `count` of them, given as the names of the game and of the model.
    pub fn new(
        [game, model]: [&str; 2],
        count: usize,
        shipped: &[(&'static str, &'static [u8])],
        zero_doc: &'static str,
    ) -> ModelWeights {
        let shipped = shipped.iter().map(|&(name, bytes)| {
            let hash = Form::Json.contents_hash(bytes);
            let recorded = format!("{name}-{:08x}", (hash ^ hash >> 32) as u32);
            Shipped {
                name,
                recorded,
                bytes,
            }
        });
        ModelWeights {
            game: game.to_owned(),
            model: model.to_owned(),
            variant: None,
            setting: "weights",
            shipped: shipped.collect(),
            base: Base {
                name: ZERO,
                doc: zero_doc,
                weights: vec![0.0; count],
                is_default: false,
            },
        }
    }

    /// The same, for this variant of the game, a setting such as `world=dc2`.
    #[must_use]
    pub fn of_variant(self, variant: Option<&str>) -> ModelWeights {
        ModelWeights {
            variant: variant.map(str::to_owned),
            ..self
        }
    }

    /// The same by another setting of engines.
    #[must_use]
    pub fn by_setting(self, setting: &'static str) -> ModelWeights {
        ModelWeights { setting, ..self }
    }

    /// The same with weights by this name instead of zeros, which are the default.
    #[must_use]
    pub fn with_default(self, name: &'static str, weights: Vec<f32>) -> ModelWeights {
        let base = Base {
            name,
            weights,
            is_default: true,
            ..self.base
        };
        ModelWeights { base, ..self }
    }

    /// The setting of engines that names them.
    pub fn setting(&self) -> &'static str {
        self.setting
    }

    /// The names of what ships, each with its name in records.
    pub fn names(&self) -> Vec<(String, String)> {
        let shipped = self.shipped.iter();
        let names = shipped.map(|known| (known.name.to_owned(), known.recorded.clone()));
        let base = self.base.name;
        names.chain([(base.to_owned(), base.to_owned())]).collect()
    }

    /// The name in records of what ships by this name.
    pub fn recorded(&self, name: &str) -> Option<&str> {
        let mut shipped = self.shipped.iter();
        let known = shipped.find(|known| known.name == name || known.recorded == name);
        let base = (name == self.base.name).then_some(self.base.name);
        known.map(|known| known.recorded.as_str()).or(base)
    }

    /// The first that ship, or those of the program if there are none or they are the default.
    fn default_name(&self) -> &str {
        let first = self.shipped.first().filter(|_| !self.base.is_default);
        first.map_or(self.base.name, |first| &first.recorded)
    }

    /// The names of what ships and of what the program makes by itself, with commas between them.
    fn listed(&self) -> String {
        let names = self.shipped.iter().map(|known| known.name);
        names.chain([self.base.name]).collect::<Vec<_>>().join(", ")
    }

    /// A table of settings with the names of what ships.
    pub fn described(&self, mut table: Vec<Param>) -> Vec<Param> {
        for param in table.iter_mut().filter(|param| param.name == self.setting) {
            param.default = self.default_name().to_owned();
            param.optional = false;
            param.doc += &format!(" Names: {} ({}).", self.listed(), self.base.doc);
        }
        table
    }

    /// The weights of this name, which is that of a file if none of this name ship, and their gain;
    /// those of the program have none.
    pub fn read(&self, name: Option<String>) -> Result<(Vec<f32>, Option<f64>), ParamError> {
        let name = name.unwrap_or_else(|| self.default_name().to_owned());
        if name == self.base.name {
            return Ok((self.base.weights.clone(), None));
        }
        let mut shipped = self.shipped.iter();
        let shipped = shipped.find(|known| known.name == name || known.recorded == name);
        let wrong = |problem: String| ParamError::BadValue {
            name: self.setting.to_owned(),
            value: name.clone(),
            expected: format!(
                "a file of such weights ({problem}) nor one of {}",
                self.listed()
            ),
        };
        let bytes = match shipped {
            Some(known) => known.bytes.to_vec(),
            None => read_weights(&name).map_err(wrong)?,
        };
        let count = self.base.weights.len();
        let weights = WeightsFile::read(&bytes)
            .and_then(|file| file.for_variant(self.variant.as_deref()))
            .and_then(|file| file.model_weights(&self.game, &self.model, count));
        let (weights, gain) = weights.map_err(|error| wrong(error.to_string()))?;
        Ok((weights, Some(gain)))
    }
}
