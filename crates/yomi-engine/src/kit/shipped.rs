//! Learned weights of linear models: those that ship, by name, and those of files.

use super::networks::read_weights;
use yomi_core::params::{Param, ParamError};
use yomi_learn::WeightsFile;
use yomi_learn::checksum::Form;

/// The name of the weights that learning starts from.
const ZERO: &str = "zero";

/// Weights that ship.
struct Shipped {
    name: &'static str,
    /// The name in records: it tells the contents too.
    recorded: String,
    bytes: &'static [u8],
}

/// The weights that a model of a game can have.
pub struct ModelWeights {
    game: String,
    model: String,
    count: usize,
    shipped: Vec<Shipped>,
    /// The meaning of weights that are all zero.
    zero_doc: &'static str,
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
            count,
            shipped: shipped.collect(),
            zero_doc,
        }
    }

    /// The names of what ships, each with its name in records.
    pub fn names(&self) -> Vec<(String, String)> {
        let shipped = self.shipped.iter();
        let names = shipped.map(|known| (known.name.to_owned(), known.recorded.clone()));
        names.chain([(ZERO.to_owned(), ZERO.to_owned())]).collect()
    }

    /// The first that ship, or zero if there are none.
    fn default_name(&self) -> &str {
        let first = self.shipped.first();
        first.map_or(ZERO, |first| &first.recorded)
    }

    /// The names of what ships and of zero, with commas between them.
    fn listed(&self) -> String {
        let names = self.shipped.iter().map(|known| known.name);
        names.chain([ZERO]).collect::<Vec<_>>().join(", ")
    }

    /// A table of settings with the names of what ships.
    pub fn described(&self, mut table: Vec<Param>) -> Vec<Param> {
        for param in table.iter_mut().filter(|param| param.name == "weights") {
            param.default = self.default_name().to_owned();
            param.optional = false;
            param.doc += &format!(" Names: {} ({}).", self.listed(), self.zero_doc);
        }
        table
    }

    /// The weights of this name, which is that of a file if none of this name ship, and their gain;
    /// those that are zero have none.
    pub fn read(&self, name: Option<String>) -> Result<(Vec<f32>, Option<f64>), ParamError> {
        let name = name.unwrap_or_else(|| self.default_name().to_owned());
        if name == ZERO {
            return Ok((vec![0.0; self.count], None));
        }
        let mut shipped = self.shipped.iter();
        let shipped = shipped.find(|known| known.name == name || known.recorded == name);
        let wrong = |problem: String| ParamError::BadValue {
            name: "weights".to_owned(),
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
        let weights = WeightsFile::read(&bytes)
            .and_then(|file| file.model_weights(&self.game, &self.model, self.count));
        let (weights, gain) = weights.map_err(|error| wrong(error.to_string()))?;
        Ok((weights, Some(gain)))
    }
}
