//! One table of parameters per algorithm.
//!
//! [`parameters!`](crate::parameters) declares a settings struct, its defaults, ranges and
//! documentation in one place; the command line, the protocols, the manifests and any tuner all
//! read that table. [`choices!`](crate::choices) does the same for a setting that is one of a few
//! words. A [`Spec`] is the text form of a choice: `uct:simulations=1000,exploration=0.7`.
//!
//! ```
//! use yomi_core::params::{Parameters, Spec};
//!
//! yomi_core::parameters! {
//!     /// How greedy is it?
//!     pub struct Greed {
//!         /// Share of greedy moves.
//!         pub share: f64 = 0.9, in 0.0..=1.0;
//!         /// Think for this many plies; unlimited if `none`.
//!         pub plies: Option<u32> = None, in 1.0..=99.0;
//!     }
//! }
//!
//! let mut spec: Spec = "greedy:share=0.5".parse().unwrap();
//! let greed = Greed::take(&mut spec.settings).unwrap();
//! assert_eq!((greed.share, greed.plies), (0.5, None));
//!
//! let mut spec: Spec = "greedy:share=2".parse().unwrap();
//! let error = Greed::take(&mut spec.settings).unwrap_err();
//! assert_eq!(error.to_string(), "parameter 'share': '2' is not a number in 0..=1");
//! ```

mod spelling;

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
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
    /// ([`Spec::in_full`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub former: Option<String>,
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

/// A type that a parameter can have.
pub trait ParamType: Sized {
    /// Whether `none` is a value.
    const OPTIONAL: bool = false;

    /// The kind of values, given the range declared in the table.
    fn kind(min: f64, max: f64) -> Kind;

    /// The value that `text` stands for; `None` if none or out of range.
    fn parse(text: &str, min: f64, max: f64) -> Option<Self>;

    /// The value as it would be written.
    fn show(&self) -> String;
}

macro_rules! number_param {
    ($kind:ident: $($ty:ty),*) => {$(
        impl ParamType for $ty {
            fn kind(min: f64, max: f64) -> Kind {
                Kind::$kind { min, max }
            }
            fn parse(text: &str, min: f64, max: f64) -> Option<Self> {
                let value: $ty = text.replace('_', "").parse().ok()?;
                (min..=max).contains(&(value as f64)).then_some(value)
            }
            fn show(&self) -> String {
                self.to_string()
            }
        }
    )*};
}
number_param!(Integer: u32, u64, usize);
number_param!(Number: f32, f64);

impl ParamType for bool {
    fn kind(_: f64, _: f64) -> Kind {
        Kind::Switch
    }
    fn parse(text: &str, _: f64, _: f64) -> Option<Self> {
        text.parse().ok()
    }
    fn show(&self) -> String {
        self.to_string()
    }
}

impl ParamType for String {
    fn kind(_: f64, _: f64) -> Kind {
        Kind::Text
    }
    fn parse(text: &str, _: f64, _: f64) -> Option<Self> {
        Some(text.to_owned())
    }
    fn show(&self) -> String {
        self.clone()
    }
}

impl<T: ParamType> ParamType for Option<T> {
    const OPTIONAL: bool = true;

    fn kind(min: f64, max: f64) -> Kind {
        T::kind(min, max)
    }
    fn parse(text: &str, min: f64, max: f64) -> Option<Self> {
        if text == "none" {
            Some(None)
        } else {
            T::parse(text, min, max).map(Some)
        }
    }
    fn show(&self) -> String {
        self.as_ref().map_or_else(|| "none".to_owned(), T::show)
    }
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

/// Declares a settings struct together with its table; see [`params`](crate::params).
#[macro_export]
macro_rules! parameters {
    (
        $(#[$attr:meta])*
        $visibility:vis struct $name:ident {
            $(
                $(#[doc = $doc:expr])*
                pub $field:ident : $ty:ty = $default:expr
                    $(, in $min:literal ..= $max:literal)? $(, formerly $former:literal)? ;
            )*
        }
    ) => {
        $(#[$attr])*
        #[derive(Clone, Debug, PartialEq)]
        $visibility struct $name {
            $( $(#[doc = $doc])* pub $field: $ty, )*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $( $field: $default, )* }
            }
        }

        impl $crate::params::Parameters for $name {
            fn table() -> Vec<$crate::params::Param> {
                use $crate::params::ParamType;
                #[allow(unused_variables)]
                let defaults = Self::default();
                vec![$({
                    let (min, max) = $crate::parameters!(@range $($min, $max)?);
                    $crate::params::Param {
                        name: stringify!($field).to_owned(),
                        kind: <$ty as ParamType>::kind(min, max),
                        optional: <$ty as ParamType>::OPTIONAL,
                        default: ParamType::show(&defaults.$field),
                        doc: [$($doc),*].map(str::trim).join(" "),
                        only_with: None,
                        former: $crate::parameters!(@former $($former)?),
                    }
                },)*]
            }

            fn set(&mut self, name: &str, value: &str) -> Result<bool, $crate::params::ParamError> {
                #[allow(unused_imports)]
                use $crate::params::ParamType;
                match name {
                    $(stringify!($field) => {
                        let (min, max) = $crate::parameters!(@range $($min, $max)?);
                        self.$field = <$ty as ParamType>::parse(value, min, max).ok_or_else(|| {
                            $crate::params::bad_value::<$ty>(name, value, min, max)
                        })?;
                        Ok(true)
                    })*
                    _ => Ok(false),
                }
            }

            fn entries(&self) -> Vec<(&'static str, String)> {
                vec![$((stringify!($field), $crate::params::ParamType::show(&self.$field)),)*]
            }
        }
    };
    (@range $min:literal, $max:literal) => { ($min as f64, $max as f64) };
    (@range) => { (f64::NEG_INFINITY, f64::INFINITY) };
    (@former $former:literal) => { Some($former.to_owned()) };
    (@former) => { None };
}

/// The error for a value outside a parameter's type or range.
pub fn bad_value<T: ParamType>(name: &str, value: &str, min: f64, max: f64) -> ParamError {
    let none = if T::OPTIONAL { " or none" } else { "" };
    ParamError::BadValue {
        name: name.to_owned(),
        value: value.to_owned(),
        expected: format!("{}{none}", T::kind(min, max)),
    }
}

/// Declares an enum whose variants are the words of a parameter.
///
/// ```
/// use yomi_core::params::ParamType;
/// yomi_core::choices! {
///     /// A colour.
///     pub enum Colour {
///         /// Like fire.
///         Red = "red",
///         /// Like the sea.
///         Blue = "blue",
///     }
/// }
/// assert_eq!(Colour::parse("blue", 0.0, 0.0), Some(Colour::Blue));
/// ```
#[macro_export]
macro_rules! choices {
    (
        $(#[$attr:meta])*
        pub enum $name:ident {
            $( $(#[$variant_attr:meta])* $variant:ident = $word:literal ),* $(,)?
        }
    ) => {
        $(#[$attr])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $( $(#[$variant_attr])* $variant, )*
        }

        impl $crate::params::ParamType for $name {
            fn kind(_: f64, _: f64) -> $crate::params::Kind {
                $crate::params::Kind::Choice { words: vec![$($word.to_owned()),*] }
            }
            fn parse(text: &str, _: f64, _: f64) -> Option<Self> {
                match text {
                    $($word => Some($name::$variant),)*
                    _ => None,
                }
            }
            fn show(&self) -> String {
                match self { $($name::$variant => $word.to_owned(),)* }
            }
        }
    };
}
