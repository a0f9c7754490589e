//! Weights as small versioned files: JSON with a header that names the game and the
//! command that made them, and a [checksum](crate::checksum).
//!
//! ```
//! use yomi_learn::{LinearValue, WeightsFile};
//! let file = WeightsFile::new("nim", "example", &LinearValue::from_weights(vec![0.5, -1.0]));
//! let text = file.to_text();
//! assert_eq!(WeightsFile::parse(&text).unwrap().value("nim", 2).unwrap().weights(), [0.5, -1.0]);
//! let error = WeightsFile::parse(&text).unwrap().value("go", 2).unwrap_err();
//! assert_eq!(error.to_string(), "weights are for game 'nim': expected 'go'");
//! ```
//!
//! Weights of a [linear model](crate::linear_model) also name the model and the gain they were learned with:
//!
//! ```
//! use yomi_learn::WeightsFile;
//! let file = WeightsFile::of_model("nim", "heaps", "example", vec![0.5, -1.0], 0.02);
//! let read = WeightsFile::parse(&file.to_text()).unwrap();
//! assert_eq!(read.clone().model_weights("nim", "heaps", 2).unwrap(), (vec![0.5, -1.0], 0.02));
//! let error = read.model_weights("nim", "parity", 2).unwrap_err();
//! assert_eq!(error.to_string(), "weights are of evaluation 'heaps': expected 'parity'");
//! ```

use crate::checksum::{Damaged, Form};
use crate::linear::LinearValue;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::{Deserialize, Serialize};
use std::path::Path;
use thiserror::Error;

const VERSION: u32 = 1;

/// Why weights could not be read or written.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// The file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// The error.
        source: std::io::Error,
    },
    /// A file's contents are of no use.
    #[error("{path}: {source}")]
    Contents {
        /// The file.
        path: String,
        /// The problem.
        source: Box<WeightsError>,
    },
    /// The file is not what was written.
    #[error(transparent)]
    Damaged(#[from] Damaged),
    /// Not a weights file.
    #[error("not a weights file: {0}")]
    Syntax(#[from] serde_json::Error),
    /// Another kind of file.
    #[error("not a weights file: expected it to begin with '{{\"yomi_weights\"'")]
    OtherKind,
    /// A version this program does not know.
    #[error("weights have format version {found}: expected {VERSION}")]
    Version {
        /// The value in the file.
        found: u32,
    },
    /// Made for another game.
    #[error("weights are for game '{found}': expected '{expected}'")]
    Game {
        /// The value in the file.
        found: String,
        /// The expected value.
        expected: String,
    },
    /// Made for another evaluation of the game.
    #[error("weights are of evaluation '{found}': expected '{expected}'")]
    Model {
        /// The value in the file.
        found: String,
        /// The expected value.
        expected: String,
    },
    /// Made for another variant of the game.
    #[error("weights are for {found}: expected {expected}")]
    Variant {
        /// The value in the file.
        found: String,
        /// The expected value.
        expected: String,
    },
    /// Made for other features.
    #[error("there are {found} weights: expected {expected}, one per feature")]
    Count {
        /// The number of weights.
        found: usize,
        /// The number of features of the game.
        expected: usize,
    },
    /// The gain is no number that values can be made with.
    #[error("the gain is not a positive number")]
    Gain,
    /// The file does not tell what the features are, or tells it in a form that nobody wrote.
    #[error("it does not tell its features: {0}")]
    Features(String),
    /// A weight is not a finite number.
    #[error("weight {index} is not a finite number")]
    NotFinite {
        /// The index of the weight, from 0.
        index: usize,
    },
}

/// The contents of a weights file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightsFile {
    yomi_weights: u32,
    game: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    /// A setting of the game without which the weights mean nothing, such as `world=dc2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    variant: Option<String>,
    made_by: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gain: Option<f64>,
    weights: Vec<f32>,
    /// What the features are, where they were found in games: bytes of the game, in base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    features: Option<String>,
    #[serde(skip)]
    remark: Option<&'static str>,
}

impl WeightsFile {
    /// The file for these weights, made by this command.
    pub fn new(game: &str, made_by: &str, value: &LinearValue) -> WeightsFile {
        WeightsFile {
            yomi_weights: VERSION,
            game: game.to_owned(),
            model: None,
            variant: None,
            made_by: made_by.to_owned(),
            gain: None,
            weights: value.weights().to_vec(),
            features: None,
            remark: None,
        }
    }

    /// The file for the weights of a linear model, learned with this gain.
    pub fn of_model(
        game: &str,
        model: &str,
        made_by: &str,
        weights: Vec<f32>,
        gain: f64,
    ) -> WeightsFile {
        WeightsFile {
            yomi_weights: VERSION,
            game: game.to_owned(),
            model: Some(model.to_owned()),
            variant: None,
            made_by: made_by.to_owned(),
            gain: Some(gain),
            weights,
            features: None,
            remark: None,
        }
    }

    /// The file for the weights of a prior over features of moves: a model without a gain.
    pub fn of_moves(game: &str, model: &str, made_by: &str, weights: Vec<f32>) -> WeightsFile {
        WeightsFile {
            gain: None,
            ..WeightsFile::of_model(game, model, made_by, weights, 1.0)
        }
    }

    /// The same weights, for a variant of the game: a setting such as `world=dc2`.
    #[must_use]
    pub fn of_variant(self, variant: Option<&str>) -> WeightsFile {
        WeightsFile {
            variant: variant.map(str::to_owned),
            ..self
        }
    }

    /// The same weights with a description of the features, for those that were found in games. There may be
    /// hundreds of thousands of them: weights are rounded to hundredths.
    ///
    /// ```
    /// use yomi_learn::WeightsFile;
    /// let file = WeightsFile::of_moves("go", "patterns", "example", vec![0.1234, -1.0]);
    /// let text = file.with_features(b"which").to_text();
    /// let read = WeightsFile::parse(&text).unwrap();
    /// assert_eq!(read.features().unwrap(), b"which");
    /// assert_eq!(read.model_weights("go", "patterns", 2).unwrap().0, [0.12, -1.0]);
    /// ```
    #[must_use]
    pub fn with_features(mut self, bytes: &[u8]) -> WeightsFile {
        for weight in &mut self.weights {
            *weight = (f64::from(*weight) * 100.0).round() as f32 / 100.0;
        }
        WeightsFile {
            features: Some(BASE64_STANDARD.encode(bytes)),
            ..self
        }
    }

    /// What the features are, for weights that were written with it.
    pub fn features(&self) -> Result<Vec<u8>, WeightsError> {
        let missing = || WeightsError::Features("expected a member 'features'".to_owned());
        let text = self.features.as_ref().ok_or_else(missing)?;
        let decoded = BASE64_STANDARD.decode(text);
        decoded.map_err(|error| WeightsError::Features(error.to_string()))
    }

    /// The same file, unless it is for another variant of the game. One that names none, as all that
    /// were written before files did, may be for any.
    ///
    /// ```
    /// use yomi_learn::WeightsFile;
    /// let file = WeightsFile::of_moves("curling", "heuristic", "example", vec![0.5]);
    /// let file = file.of_variant(Some("world=dc2"));
    /// let read = WeightsFile::parse(&file.to_text()).unwrap();
    /// let error = read.for_variant(Some("world=fcv1")).unwrap_err();
    /// assert_eq!(error.to_string(), "weights are for world=dc2: expected world=fcv1");
    /// ```
    pub fn for_variant(self, variant: Option<&str>) -> Result<WeightsFile, WeightsError> {
        match (&self.variant, variant) {
            (Some(found), Some(expected)) if found != expected => Err(WeightsError::Variant {
                found: found.clone(),
                expected: expected.to_owned(),
            }),
            _ => Ok(self),
        }
    }

    /// Reads a file's text. One without a checksum is read with a [remark](WeightsFile::remark).
    pub fn parse(text: &str) -> Result<WeightsFile, WeightsError> {
        WeightsFile::read(text.as_bytes())
    }

    /// The same of bytes.
    pub fn read(bytes: &[u8]) -> Result<WeightsFile, WeightsError> {
        let contents = match Form::Json.checked(bytes) {
            // Other files may end in checksums of their own: journals do, line by line.
            Err(_) if Form::of(bytes) != Form::Json => return Err(WeightsError::OtherKind),
            checked => checked?,
        };
        let mut file: WeightsFile = serde_json::from_slice(&contents.bytes)?;
        file.remark = contents.remark;
        if file.yomi_weights != VERSION {
            return Err(WeightsError::Version {
                found: file.yomi_weights,
            });
        }
        if file
            .gain
            .is_some_and(|gain| !(gain.is_finite() && gain > 0.0))
        {
            return Err(WeightsError::Gain);
        }
        if let Some(index) = file.weights.iter().position(|weight| !weight.is_finite()) {
            return Err(WeightsError::NotFinite { index });
        }
        Ok(file)
    }

    /// Reads a file.
    pub fn load(path: &Path) -> Result<WeightsFile, WeightsError> {
        /// More than any weights take up.
        const MOST_BYTES: usize = 1 << 28;
        let bytes = yomi_core::read_regular_file(path, MOST_BYTES);
        let bytes = bytes.map_err(|source| file_error(path, source))?;
        WeightsFile::read(&bytes).map_err(|source| WeightsError::Contents {
            path: path.display().to_string(),
            source: Box::new(source),
        })
    }

    /// The command that made the weights.
    pub fn made_by(&self) -> &str {
        &self.made_by
    }

    /// A note for the user about the file that was read.
    pub fn remark(&self) -> Option<&'static str> {
        self.remark
    }

    /// The file's text.
    pub fn to_text(&self) -> String {
        let text = serde_json::to_string(self).expect("numbers and texts can be written as JSON");
        let bytes = Form::Json.with_checksum(text.as_bytes());
        String::from_utf8(bytes).expect("a text with a text in it")
    }

    /// Writes the file.
    pub fn save(&self, path: &Path) -> Result<(), WeightsError> {
        std::fs::write(path, self.to_text()).map_err(|source| file_error(path, source))
    }

    /// The value function, if it is one for this game with so many features.
    pub fn value(self, game: &str, features: usize) -> Result<LinearValue, WeightsError> {
        let (weights, _) = self.checked(game, None, features)?;
        Ok(LinearValue::from_weights(weights))
    }

    /// The weights of this linear model with so many features, and their gain.
    pub fn model_weights(
        self,
        game: &str,
        model: &str,
        features: usize,
    ) -> Result<(Vec<f32>, f64), WeightsError> {
        self.checked(game, Some(model), features)
    }

    /// The weights and the gain, if they are for this.
    fn checked(
        self,
        game: &str,
        model: Option<&str>,
        features: usize,
    ) -> Result<(Vec<f32>, f64), WeightsError> {
        if self.game != game {
            return Err(WeightsError::Game {
                found: self.game,
                expected: game.to_owned(),
            });
        }
        if self.model.as_deref() != model {
            // What has no model is the value of a position by the eyes of the player to move.
            let name = |model: Option<&str>| model.unwrap_or("mover's value").to_owned();
            return Err(WeightsError::Model {
                found: name(self.model.as_deref()),
                expected: name(model),
            });
        }
        if self.weights.len() != features {
            return Err(WeightsError::Count {
                found: self.weights.len(),
                expected: features,
            });
        }
        Ok((self.weights, self.gain.unwrap_or(1.0)))
    }
}

fn file_error(path: &Path, source: std::io::Error) -> WeightsError {
    WeightsError::File {
        path: path.display().to_string(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_files_are_refused_with_the_reason() {
        for (text, reason) in [
            ("", "not a weights file"),
            ("{\"yomi_weights\":1", "not a weights file"),
            (
                "{\"yomi_weights\":2,\"game\":\"x\",\"made_by\":\"\",\"weights\":[]}",
                "version 2",
            ),
            (
                "{\"yomi_weights\":1,\"game\":\"x\",\"made_by\":\"\",\"weights\":[1e39]}",
                "weight",
            ),
            (
                "{\"yomi_weights\":1,\"game\":\"x\",\"made_by\":\"\",\"weights\":[\"a\"]}",
                "invalid type",
            ),
            (
                "{\"yomi_weights\":1,\"game\":\"x\",\"weights\":[]}",
                "made_by",
            ),
        ] {
            let error = WeightsFile::parse(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        let text = WeightsFile::of_moves("x", "y", "z", vec![1.0]).to_text();
        let damaged = text.replacen("[1.0]", "[2.0]", 1);
        let error = WeightsFile::parse(&damaged).unwrap_err().to_string();
        assert!(error.starts_with("it is damaged: "), "{error}");
        // A journal, every line of which has a checksum.
        let journal = damaged.replacen("yomi_weights", "yomi_games", 1);
        let error = WeightsFile::parse(&journal).unwrap_err().to_string();
        assert!(error.starts_with("not a weights file: expected"), "{error}");
    }

    #[test]
    fn files_come_back_bit_for_bit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.json");
        let value = LinearValue::from_weights(vec![0.1, -3.3e-8, 1e9, f32::MIN_POSITIVE]);
        let file = WeightsFile::new("go", "train", &value);
        file.save(&path).unwrap();
        assert_eq!(
            WeightsFile::load(&path).unwrap().value("go", 4).unwrap(),
            value
        );
        let missing = WeightsFile::load(&folder.path().join("none.json")).unwrap_err();
        assert!(missing.to_string().contains("none.json"));
    }
}
