//! Knowledge by name: what the settings `evaluator` and `prior` stand for.

use super::settings::KnowledgeParams;
use super::{Kit, Named};
use std::sync::Arc;
use yomi_core::params::{Kind, Param, ParamError, Parameters, Settings};
use yomi_core::{Evaluator, FirstValue, Game, Notation, Prior, Rng, Scratch};

type Make<G> = dyn Fn(&mut Settings) -> Result<Arc<dyn Evaluator<G>>, ParamError> + Send + Sync;

/// A static evaluation on offer.
pub struct NamedEvaluator<G: Game> {
    pub name: String,
    doc: String,
    /// Its own table, without its name before the settings' names.
    table: Vec<Param>,
    make: Box<Make<G>>,
}

impl<G: Game> NamedEvaluator<G> {
    pub fn new(name: &str, doc: &str, table: Vec<Param>, make: Box<Make<G>>) -> Self {
        NamedEvaluator {
            name: name.to_owned(),
            doc: doc.to_owned(),
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
        self.table.iter().map(move |param| Param {
            name: format!("{prefix}{}", param.name),
            doc: format!("Evaluator {}: {}", self.name, param.doc),
            only_with: Some(("evaluator".to_owned(), self.name.clone())),
            ..param.clone()
        })
    }

    /// Whether an engine's setting is this evaluation's file, and not the one that ships.
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

    fn make(&self, mut own: Settings) -> Result<Arc<dyn Evaluator<G>>, ParamError> {
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

/// An evaluator for games that have none: every unfinished position is even.
struct Even;

impl<G: Game> Evaluator<G> for Even {
    fn evaluate(&self, _: &G, _: &G::State, _: &mut Scratch<G::Action>, _: &mut Rng) -> FirstValue {
        FirstValue::EVEN
    }
}

impl<G: Notation> Kit<G> {
    pub(super) fn describe_evaluators(&self, param: &mut Param) {
        param.default = self.default_evaluator().to_owned();
        let known = self
            .evaluators
            .iter()
            .map(|known| (&known.name, &known.doc));
        describe(param, "even", "every position is even", known);
    }

    pub(super) fn describe_priors(&self, param: &mut Param) {
        let known = self.priors.iter().map(|known| (&known.name, &known.doc));
        describe(param, "none", "no prior", known);
    }

    fn default_evaluator(&self) -> &str {
        self.evaluators.first().map_or("even", |known| &known.name)
    }

    /// The knowledge that the settings name.
    pub(super) fn knowledge(&self, settings: &mut Settings) -> Result<Knowledge<G>, ParamError> {
        let evaluator_named = settings.0.iter().any(|(key, _)| key == "evaluator");
        let params = KnowledgeParams::take(settings)?;
        let name = if evaluator_named {
            &params.evaluator
        } else {
            self.default_evaluator()
        };
        let mut evaluator: Option<Arc<dyn Evaluator<G>>> = match name {
            "even" => Some(Arc::new(Even)),
            _ => None,
        };
        for known in &self.evaluators {
            let own = known.take(settings);
            if known.name == *name {
                evaluator = Some(known.make(own)?);
            } else if let Some((setting, value)) = known.first_set(own) {
                return Err(ParamError::BadValue {
                    name: format!("{}{setting}", known.prefix()),
                    value,
                    expected: format!("of any use without evaluator={}", known.name),
                });
            }
        }
        let evaluator = evaluator.ok_or_else(|| {
            let names = self.evaluators.iter().map(|known| known.name.as_str());
            unknown(
                "evaluator",
                name,
                std::iter::once("even").chain(names).collect(),
            )
        })?;
        let is_chosen = evaluator_named || !self.evaluators.is_empty();
        let prior = match params.prior.as_str() {
            "none" => None,
            name => Some(Arc::clone(find(name, &self.priors)?)),
        };
        Ok(Knowledge {
            evaluator,
            is_chosen,
            prior,
        })
    }
}

/// The knowledge an engine is made with.
pub struct Knowledge<G: Game> {
    pub evaluator: Arc<dyn Evaluator<G>>,
    /// Whether the game or the user chose the evaluator, or it is only there for want of any.
    is_chosen: bool,
    pub prior: Option<Arc<dyn Prior<G>>>,
}

impl<G: Game> Knowledge<G> {
    /// The evaluator for playouts that need one: nobody wants one that knows nothing.
    pub fn for_playouts(&self) -> Option<Arc<dyn Evaluator<G>>> {
        self.is_chosen.then(|| Arc::clone(&self.evaluator))
    }
}

/// Lists the names a knowledge parameter can take.
fn describe<'a>(
    param: &mut Param,
    nothing: &str,
    meaning: &str,
    known: impl Iterator<Item = (&'a String, &'a String)>,
) {
    let mut words = vec![nothing.to_owned()];
    param.doc += &format!(" {nothing}: {meaning}");
    for (name, doc) in known {
        param.doc += &format!("; {name}: {doc}");
        words.push(name.clone());
    }
    param.doc += ".";
    param.kind = Kind::Choice { words };
}

fn find<'a, G: Game>(
    name: &str,
    known: &'a [Named<dyn Prior<G>>],
) -> Result<&'a Arc<dyn Prior<G>>, ParamError> {
    let found = known.iter().find(|named| named.name == name);
    found.map(|named| &named.value).ok_or_else(|| {
        let names = known.iter().map(|named| named.name.as_str());
        unknown(
            "prior",
            name,
            std::iter::once("none").chain(names).collect(),
        )
    })
}

fn unknown(param: &str, name: &str, known: Vec<&str>) -> ParamError {
    ParamError::BadValue {
        name: param.to_owned(),
        value: name.to_owned(),
        expected: format!("one of {}", known.join(", ")),
    }
}
