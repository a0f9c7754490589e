//! Knowledge on offer: a name, what it is, settings of its own, and how it is made from them.
//!
//! Engines choose by a parameter (`evaluator=bouzy`, `policy=tactical`) and offer the settings of
//! what can be chosen under its name: setting `gain` of evaluation `bouzy` is `bouzy_gain`.

use std::sync::Arc;
use yomi_core::params::{Kind, Param, ParamError, Settings};

type Make<T> = dyn Fn(&mut Settings) -> Result<Arc<T>, ParamError> + Send + Sync;

/// Something that can be chosen by name.
pub struct Offered<T: ?Sized> {
    pub name: String,
    pub doc: String,
    /// The parameter that chooses it.
    chooser: &'static str,
    /// Its own table, without its name before the settings' names.
    table: Vec<Param>,
    make: Box<Make<T>>,
}

impl<T: ?Sized> Offered<T> {
    pub fn new(
        chooser: &'static str,
        name: &str,
        doc: &str,
        table: Vec<Param>,
        make: Box<Make<T>>,
    ) -> Self {
        Offered {
            name: name.to_owned(),
            doc: doc.to_owned(),
            chooser,
            table,
            make,
        }
    }

    /// What its settings' names begin with among those of an engine.
    fn prefix(&self) -> String {
        format!("{}_", self.name.replace('-', "_"))
    }

    /// Its settings as an engine offers them.
    pub fn parameters(&self) -> impl Iterator<Item = Param> {
        let prefix = self.prefix();
        let mut kind = self.chooser.to_owned();
        kind[..1].make_ascii_uppercase();
        self.table.iter().map(move |param| Param {
            name: format!("{prefix}{}", param.name),
            doc: format!("{kind} {}: {}", self.name, param.doc),
            only_with: Some((self.chooser.to_owned(), self.name.clone())),
            ..param.clone()
        })
    }

    /// Whether an engine's setting is a file of this, and not the one that ships.
    pub fn is_file(&self, name: &str, value: &str) -> bool {
        let own = name.strip_prefix(&self.prefix());
        let mut table = self.table.iter();
        table.any(|param| {
            Some(param.name.as_str()) == own && param.kind == Kind::Text && param.default != value
        })
    }

    /// Takes its settings out of those of an engine.
    fn take(&self, settings: &mut Settings) -> Settings {
        let prefix = self.prefix();
        let is_own = |name: &str| {
            let own = name.strip_prefix(&prefix);
            own.is_some_and(|own| self.table.iter().any(|param| param.name == own))
        };
        let (own, rest) = settings.0.drain(..).partition(|(name, _)| is_own(name));
        *settings = Settings(rest);
        let mut own = Settings(own);
        for (name, _) in &mut own.0 {
            name.drain(..prefix.len());
        }
        own
    }

    /// The first of its own settings that differs from the default.
    fn first_set(&self, own: Settings) -> Option<(String, String)> {
        own.0.into_iter().find(|(name, value)| {
            let mut table = self.table.iter();
            !table.any(|param| param.name == *name && param.default == *value)
        })
    }

    fn make(&self, mut own: Settings) -> Result<Arc<T>, ParamError> {
        (self.make)(&mut own).map_err(|error| match error {
            ParamError::BadValue {
                name,
                value,
                expected,
            } => ParamError::BadValue {
                name: format!("{}{name}", self.prefix()),
                value,
                expected,
            },
            other => other,
        })
    }
}

/// The one of this name, made with its settings, which are taken out of those of an engine; `None`
/// if there is none. Settings of the others are an error unless they say nothing.
pub fn choose<T: ?Sized>(
    offered: &[Offered<T>],
    name: &str,
    settings: &mut Settings,
) -> Result<Option<Arc<T>>, ParamError> {
    let mut chosen = None;
    for known in offered {
        let own = known.take(settings);
        if known.name == *name {
            chosen = Some(known.make(own)?);
        } else if let Some((setting, value)) = known.first_set(own) {
            return Err(ParamError::BadValue {
                name: format!("{}{setting}", known.prefix()),
                value,
                expected: format!("of any use without {}={}", known.chooser, known.name),
            });
        }
    }
    Ok(chosen)
}

/// The error for a name that nobody offers.
pub fn unknown<'a>(
    param: &str,
    name: &str,
    nothing: &'a str,
    known: impl Iterator<Item = &'a str>,
) -> ParamError {
    let known: Vec<&str> = std::iter::once(nothing).chain(known).collect();
    ParamError::BadValue {
        name: param.to_owned(),
        value: name.to_owned(),
        expected: format!("one of {}", known.join(", ")),
    }
}

/// Lists the names that a parameter can take besides those it has already.
pub fn describe<'a>(
    param: &mut Param,
    nothing: Option<(&str, &str)>,
    known: impl Iterator<Item = (&'a String, &'a String)>,
) {
    let mut words = match &param.kind {
        Kind::Choice { words } => words.clone(),
        _ => Vec::new(),
    };
    let mut separator = " ";
    if let Some((nothing, meaning)) = nothing {
        words.push(nothing.to_owned());
        param.doc += &format!(" {nothing}: {meaning}");
        separator = "; ";
    }
    for (name, doc) in known {
        param.doc += &format!("{separator}{name}: {doc}");
        words.push(name.clone());
        separator = "; ";
    }
    if separator == "; " {
        param.doc += ".";
    }
    param.kind = Kind::Choice { words };
}
