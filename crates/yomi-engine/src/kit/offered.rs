//! A catalogue of knowledge: entries with a name, a description, settings, and a constructor.
//!
//! Engines choose by a parameter (`evaluator=bouzy`, `policy=tactical`) and offer the settings of
//! what can be chosen under its name: setting `gain` of evaluation `bouzy` is `bouzy_gain`.

use super::shipped::ZERO;
use std::sync::Arc;
use yomi_core::params::{Kind, Param, ParamError, Parameters, Settings, Spec};

type Make<T> = Box<dyn Fn(&mut Settings) -> Result<Arc<T>, ParamError> + Send + Sync>;

/// Something that can be chosen by name: an evaluator, an experience, a policy.
///
/// ```
/// use yomi_engine::Kit;
/// use yomi_engine::kit::Offered;
/// use yomi_toy::{ConnectFour, WindowEvaluator};
///
/// let windows = Offered::new("windows", "open rows of four", WindowEvaluator::default());
/// let kit = Kit::discrete("connect-four", ConnectFour).evaluator_with(windows);
/// ```
pub struct Offered<T: ?Sized> {
    offer: Offer,
    make: Make<T>,
}

impl<T: Send + Sync + 'static> Offered<T> {
    /// Something without settings.
    pub fn new(name: &str, doc: &str, value: T) -> Offered<T> {
        let value = Arc::new(value);
        Offered::made(name, doc, Vec::new(), move |_| Ok(Arc::clone(&value)))
    }

    /// Something that is its parameters.
    pub fn with_params(name: &str, doc: &str) -> Offered<T>
    where
        T: Parameters,
    {
        Offered::made(name, doc, T::table(), |settings| {
            Ok(Arc::new(T::take(settings)?))
        })
    }

    /// The same without its type.
    pub(super) fn erased<U: ?Sized + 'static>(self, erase: fn(Arc<T>) -> Arc<U>) -> Offered<U> {
        let Offered { offer, make } = self;
        Offered {
            offer,
            make: Box::new(move |settings| make(settings).map(erase)),
        }
    }
}

impl<T: ?Sized> Offered<T> {
    /// Something made of its settings, whose table is given without its name before theirs.
    pub(crate) fn made(
        name: &str,
        doc: &str,
        table: Vec<Param>,
        make: impl Fn(&mut Settings) -> Result<Arc<T>, ParamError> + Send + Sync + 'static,
    ) -> Offered<T> {
        Offered {
            offer: Offer {
                name: name.to_owned(),
                doc: doc.to_owned(),
                table,
                shipped: Vec::new(),
            },
            make: Box::new(make),
        }
    }

    /// With the names of files that ship, each with its name in records.
    pub(crate) fn with_shipped(mut self, names: Vec<(String, String)>) -> Offered<T> {
        self.offer.shipped = names;
        self
    }
}

/// All that a game offers of one kind, in the order in which it was added.
pub(super) struct Catalogue<T: ?Sized> {
    pub choice: Choice,
    makes: Vec<Make<T>>,
}

impl<T: ?Sized> Catalogue<T> {
    /// An empty one; see the fields of [`Choice`].
    pub fn new(setting: &'static str, nothing: Option<(&'static str, &'static str)>) -> Self {
        Catalogue {
            choice: Choice {
                setting,
                nothing,
                offers: Vec::new(),
                unrecorded: None,
            },
            makes: Vec::new(),
        }
    }

    /// An empty one of a setting that records of earlier versions do not have.
    pub fn came_later(
        setting: &'static str,
        nothing: (&'static str, &'static str),
    ) -> Catalogue<T> {
        let mut catalogue = Catalogue::new(setting, Some(nothing));
        catalogue.choice.unrecorded = Some(nothing.0);
        catalogue
    }

    pub fn add(&mut self, offered: Offered<T>) {
        self.choice.offers.push(offered.offer);
        self.makes.push(offered.make);
    }

    /// Everything in it, with default settings.
    pub fn with_defaults(&self) -> Result<Vec<(&str, Arc<T>)>, ParamError> {
        let offers = self.choice.offers.iter().zip(&self.makes);
        offers
            .map(|(offer, make)| Ok((offer.name.as_str(), make(&mut Settings::default())?)))
            .collect()
    }

    /// The one of this name, made with settings that have its own names for them; `None` if there is no
    /// such one.
    pub fn named(&self, spec: &Spec) -> Option<Result<Arc<T>, ParamError>> {
        let offers = self.choice.offers.iter().zip(&self.makes);
        let (offer, make) = offers.into_iter().find(|known| known.0.name == spec.name)?;
        let mut settings = spec.settings.clone();
        let made = make(&mut settings);
        Some(made.and_then(|made| settings.finish(&offer.table).map(|()| made)))
    }

    /// The one of this name, made with its settings, which are taken out of those of an engine;
    /// `None` for the word that stands for nothing, and, where there is no such word, for every
    /// other name. Settings of the others are an error unless they say nothing.
    pub fn choose(
        &self,
        name: &str,
        settings: &mut Settings,
    ) -> Result<Option<Arc<T>>, ParamError> {
        let mut chosen = None;
        for (offer, make) in self.choice.offers.iter().zip(&self.makes) {
            let mut own = offer.take(settings);
            if offer.name == *name {
                chosen = Some(make(&mut own).map_err(|error| offer.in_engine(error))?);
            } else if let Some((setting, value)) = offer.first_set(own) {
                return Err(ParamError::BadValue {
                    name: format!("{}{setting}", offer.prefix()),
                    value,
                    expected: format!("of any use without {}={}", self.choice.setting, offer.name),
                });
            }
        }
        match self.choice.nothing {
            Some((nothing, _)) if chosen.is_none() && name != nothing => {
                Err(self.choice.unknown(nothing, name))
            }
            _ => Ok(chosen),
        }
    }
}

/// A setting of engines that chooses knowledge by name.
pub(super) struct Choice {
    pub setting: &'static str,
    /// The word for none of them and what it means. Without it other words may mean something.
    nothing: Option<(&'static str, &'static str)>,
    offers: Vec<Offer>,
    /// [`Param::unrecorded`] of the setting.
    pub unrecorded: Option<&'static str>,
}

impl Choice {
    pub fn is_empty(&self) -> bool {
        self.offers.is_empty()
    }

    /// The name of what was added first.
    pub fn first(&self) -> Option<&str> {
        self.offers.first().map(|offer| offer.name.as_str())
    }

    /// The names of everything on offer.
    pub fn names(&self) -> Vec<&str> {
        self.offers
            .iter()
            .map(|offer| offer.name.as_str())
            .collect()
    }

    /// The setting for weights of what is asked for by this name, if none are given and none that were learned ship:
    /// its weights would all be zero.
    pub fn unlearned(&self, spec: &Spec) -> Option<&str> {
        let offer = self.offers.iter().find(|offer| offer.name == spec.name)?;
        let is_set = |name: &str| spec.settings.0.iter().any(|(known, _)| known == name);
        let mut table = offer.table.iter();
        let param = table.find(|param| param.default == ZERO && !is_set(&param.name))?;
        Some(&param.name)
    }

    /// The settings of everything on offer, as an engine has them.
    pub fn parameters(&self) -> impl Iterator<Item = Param> {
        let offers = self.offers.iter();
        offers.flat_map(|offer| offer.parameters(self.setting))
    }

    /// Whether an engine's setting is a file of one of these, and not the one that ships.
    pub fn is_file(&self, name: &str, value: &str) -> bool {
        self.offers.iter().any(|offer| offer.is_file(name, value))
    }

    /// The name that records have for a file that ships, if an engine's setting names one of these.
    pub fn recorded(&self, name: &str, value: &str) -> Option<&str> {
        let mut offers = self.offers.iter();
        offers.find_map(|offer| offer.recorded(name, value))
    }

    /// Lists the names that the setting can take besides those it has already.
    pub fn describe(&self, param: &mut Param) {
        let mut words = match &param.kind {
            Kind::Choice { words } => words.clone(),
            _ => Vec::new(),
        };
        let offers = self.offers.iter();
        let offers = offers.map(|offer| (offer.name.as_str(), offer.doc.as_str()));
        let mut separator = " ";
        for (name, doc) in self.nothing.into_iter().chain(offers) {
            param.doc += &format!("{separator}{name}: {doc}");
            words.push(name.to_owned());
            separator = "; ";
        }
        if separator == "; " {
            param.doc += ".";
        }
        param.kind = Kind::Choice { words };
        param.unrecorded = self.unrecorded.map(str::to_owned);
    }

    /// The error for an unknown name.
    fn unknown(&self, nothing: &str, name: &str) -> ParamError {
        let offers = self.offers.iter().map(|offer| offer.name.as_str());
        let known: Vec<&str> = std::iter::once(nothing).chain(offers).collect();
        ParamError::BadValue {
            name: self.setting.to_owned(),
            value: name.to_owned(),
            expected: format!("one of {}", known.join(", ")),
        }
    }
}

/// An entry as text.
struct Offer {
    name: String,
    doc: String,
    table: Vec<Param>,
    /// The names of files that ship, each with its name in records.
    shipped: Vec<(String, String)>,
}

impl Offer {
    /// The prefix of its settings' names among those of an engine.
    fn prefix(&self) -> String {
        format!("{}_", self.name.replace('-', "_"))
    }

    /// Its settings as an engine offers them that chooses by the setting `chooser`.
    fn parameters(&self, chooser: &str) -> impl Iterator<Item = Param> {
        let prefix = self.prefix();
        let mut kind = chooser.to_owned();
        kind[..1].make_ascii_uppercase();
        self.table.iter().map(move |param| Param {
            name: format!("{prefix}{}", param.name),
            doc: format!("{kind} {}: {}", self.name, param.doc),
            only_with: Some((chooser.to_owned(), self.name.clone())),
            former: (param.former.as_ref()).map(|former| format!("{prefix}{former}")),
            ..param.clone()
        })
    }

    fn is_file(&self, name: &str, value: &str) -> bool {
        let text = self.text(name);
        text.is_some_and(|param| param.default != value) && self.recorded(name, value).is_none()
    }

    fn recorded(&self, name: &str, value: &str) -> Option<&str> {
        self.text(name)?;
        let mut shipped = self.shipped.iter();
        let known = shipped.find(|(short, recorded)| short == value || recorded == value);
        known.map(|(_, recorded)| recorded.as_str())
    }

    /// Its setting with this name in an engine, if that is a text.
    fn text(&self, name: &str) -> Option<&Param> {
        let own = name.strip_prefix(&self.prefix())?;
        let mut table = self.table.iter();
        table.find(|param| param.name == own && param.kind == Kind::Text)
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

    /// An error about one of its settings, by the name that an engine has for it.
    fn in_engine(&self, error: ParamError) -> ParamError {
        match error {
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
        }
    }
}
