//! How much of an experiment to run.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How much of an experiment to run.
///
/// ```
/// use yomi_lab::Scale;
/// assert_eq!("quick".parse(), Ok(Scale::Quick));
/// assert_eq!(
///     "huge".parse::<Scale>().unwrap_err().to_string(),
///     "unknown scale 'huge': expected one of quick, standard, paper",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// All items of a paper within minutes: does the pipeline work, does the trend show?
    #[default]
    Quick,
    /// Within hours: enough to decide the verdicts.
    Standard,
    /// What the paper itself did, or more.
    Paper,
}

impl Scale {
    /// All scales, from the smallest.
    pub const ALL: [Scale; 3] = [Scale::Quick, Scale::Standard, Scale::Paper];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Scale::Quick => "quick",
            Scale::Standard => "standard",
            Scale::Paper => "paper",
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that names no scale.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown scale '{0}': expected one of quick, standard, paper")]
pub struct UnknownScale(pub String);

impl FromStr for Scale {
    type Err = UnknownScale;

    fn from_str(text: &str) -> Result<Scale, UnknownScale> {
        Scale::ALL
            .into_iter()
            .find(|scale| scale.word() == text)
            .ok_or_else(|| UnknownScale(text.to_owned()))
    }
}
