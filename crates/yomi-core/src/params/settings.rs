//! Settings as text: `name:key=value,key=value`.

use super::{Param, ParamError};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Parameters as written: names and values, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings(pub Vec<(String, String)>);

impl Settings {
    /// Replaces former names of parameters by the present ones. A parameter that is given by both
    /// of its names is an error.
    pub fn use_present_names(&mut self, table: &[Param]) -> Result<(), ParamError> {
        for param in table {
            let Some(former) = &param.former else {
                continue;
            };
            let place = |name: &String| self.0.iter().position(|(given, _)| given == name);
            match (place(former), place(&param.name)) {
                (None, _) => {}
                (Some(place), None) => self.0[place].0.clone_from(&param.name),
                (Some(place), Some(_)) => {
                    return Err(ParamError::BadValue {
                        name: former.clone(),
                        value: self.0[place].1.clone(),
                        expected: format!(
                            "possible beside '{}', the present name of the same parameter",
                            param.name
                        ),
                    });
                }
            }
        }
        Ok(())
    }

    /// An error if anything is left over that no table knows.
    pub fn finish(&self, known: &[Param]) -> Result<(), ParamError> {
        match self.0.first() {
            None => Ok(()),
            Some((name, _)) => Err(ParamError::Unknown {
                name: name.clone(),
                known: match known {
                    [] => "there are no parameters".to_owned(),
                    _ => {
                        let names: Vec<&str> = known.iter().map(|p| p.name.as_str()).collect();
                        format!("expected one of {}", names.join(", "))
                    }
                },
            }),
        }
    }
}

/// A name with settings, written `name` or `name:key=value,key=value`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Spec {
    /// The name of the game or engine.
    pub name: String,
    /// The settings.
    pub settings: Settings,
}

impl FromStr for Spec {
    type Err = ParamError;

    fn from_str(text: &str) -> Result<Spec, ParamError> {
        let fail = |reason: &str| ParamError::Syntax {
            text: text.to_owned(),
            reason: reason.to_owned(),
        };
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        if name.trim().is_empty() {
            return Err(fail("the name is missing"));
        }
        let mut settings = Settings::default();
        for part in rest
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| fail(&format!("'{part}' has no '='")))?;
            let key = key.trim().replace('-', "_");
            if settings.0.iter().any(|(known, _)| *known == key) {
                return Err(fail(&format!("'{key}' is given twice")));
            }
            settings.0.push((key, value.trim().to_owned()));
        }
        Ok(Spec {
            name: name.trim().to_owned(),
            settings,
        })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.settings.0.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ":" } else { "," })?;
        }
        Ok(())
    }
}

impl TryFrom<String> for Spec {
    type Error = ParamError;
    fn try_from(text: String) -> Result<Spec, ParamError> {
        text.parse()
    }
}

impl From<Spec> for String {
    fn from(spec: Spec) -> String {
        spec.to_string()
    }
}
