//! The rows of a parameter table, the struct that a table describes, and the errors for settings
//! that do not fit it.

use super::Settings;
use serde::Serialize;
use std::fmt;
use thiserror::Error;

/// The type of a parameter's values.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "type")]
pub enum Kind {
    /// A whole number in a closed range.
    Integer {
        /// Least value.
        min: f64,
        /// Greatest value.
        max: f64,
    },
    /// A real number in a closed range.
    Number {
        /// Least value.
        min: f64,
        /// Greatest value.
        max: f64,
    },
    /// `true` or `false`.
    Switch,
    /// One of these words.
    Choice {
        /// The words.
        words: Vec<String>,
    },
    /// Any text, such as a file's path.
    Text,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = |x: &f64| {
            if x.is_infinite() {
                String::new()
            } else {
                format!("{x}")
            }
        };
        match self {
            Kind::Integer { min, max } => {
                write!(f, "a whole number in {}..={}", bound(min), bound(max))
            }
            Kind::Number { min, max } => write!(f, "a number in {}..={}", bound(min), bound(max)),
            Kind::Switch => f.write_str("true or false"),
            Kind::Choice { words } => write!(f, "one of {}", words.join(", ")),
            Kind::Text => f.write_str("a text"),
        }
    }
}

/// One row of a parameter table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Param {
    /// The name used everywhere.
    pub name: String,
    /// The type of its values.
    #[serde(flatten)]
    pub kind: Kind,
    /// Whether `none` is a value too.
    pub optional: bool,
    /// The default, as it would be written.
    pub default: String,
    /// A description of its effect.
    pub doc: String,
    /// The setting, name and value, without which it does nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_with: Option<(String, String)>,
    /// The name it had in earlier versions, which is still read, and which records still use
    /// ([`Spec::in_full`](super::Spec::in_full)).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub former: Option<String>,
    /// The value that records leave out, so that those from before the parameter was there can still
    /// be resumed: the behaviour of the program at that time.
    #[serde(skip)]
    pub unrecorded: Option<String>,
}

impl Param {
    /// Whether this is its name, or was in earlier versions.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.former.as_deref() == Some(name)
    }

    /// The row of a table for this name, present or former.
    pub fn find<'a>(name: &str, table: &'a [Param]) -> Option<&'a Param> {
        table.iter().find(|param| param.is_called(name))
    }
}

/// A parameter that is unknown or has an impossible value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParamError {
    /// The value does not fit.
    #[error("parameter '{name}': '{value}' is not {expected}")]
    BadValue {
        /// The parameter.
        name: String,
        /// The text as written.
        value: String,
        /// The expected form.
        expected: String,
    },
    /// No such parameter.
    #[error("unknown parameter '{name}': {known}")]
    Unknown {
        /// The text as written.
        name: String,
        /// The known names.
        known: String,
    },
    /// Not of the form `name:key=value,key=value`.
    #[error("'{text}' is not of the form name:key=value,key=value ({reason})")]
    Syntax {
        /// The text as written.
        text: String,
        /// The problem.
        reason: String,
    },
}

/// A settings struct made by [`parameters!`](crate::parameters).
pub trait Parameters: Default {
    /// The table.
    fn table() -> Vec<Param>;

    /// Sets a parameter from text; `Ok(false)` if there is none of that name.
    fn set(&mut self, name: &str, value: &str) -> Result<bool, ParamError>;

    /// Name and value of every parameter.
    fn entries(&self) -> Vec<(&'static str, String)>;

    /// Takes what concerns this table out of `settings`; everything else keeps its default.
    fn take(settings: &mut Settings) -> Result<Self, ParamError> {
        let mut this = Self::default();
        let mut rest = Vec::new();
        settings.use_present_names(&Self::table())?;
        for (name, value) in std::mem::take(&mut settings.0) {
            if !this.set(&name, &value)? {
                rest.push((name, value));
            }
        }
        settings.0 = rest;
        Ok(this)
    }
}
