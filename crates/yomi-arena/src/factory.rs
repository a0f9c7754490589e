//! What games are played with: referees, engines and judges, made from the texts of a
//! [fixture](crate::Fixture).
//!
//! Every worker of a match makes its own, and a failed engine is made anew. A contest is plain data;
//! whoever runs it brings a [`Factory`]: [`HostFactory`] for games and engines that can be had by
//! name, [`LocalFactory`] for those that only the program at hand has.

use crate::{BoxError, Judge, Participant, Verdict};
use std::sync::{Arc, Mutex, PoisonError};
use yomi_core::engine::{GameReferee, GameRules, Host, SearchEngine, list_all};
use yomi_core::{Discrete, Engine, Limits, Notation, Referee, Search};
use yomi_run::players::read_game;

/// Makes what a game is played with. What it makes follows from the texts alone.
pub trait Factory: Sync {
    /// A referee of a game, given with all its settings.
    fn referee(&self, game: &str) -> Result<Box<dyn Referee>, BoxError>;

    /// An engine of a participant that plays this game.
    fn engine(&self, game: &str, player: &Participant) -> Result<Box<dyn Engine>, BoxError>;

    /// A judge of this game; an error unless somebody says otherwise.
    fn judge(&self, game: &str, details: &str) -> Result<Judge, BoxError> {
        Err(format!("nobody here judges {game} as '{details}' says").into())
    }
}

/// Games and engines of a [`Host`]: the game and the [engine](Participant::engine) of a participant
/// are specifications with all their settings.
pub struct HostFactory<'h> {
    host: &'h dyn Host,
    /// The last game asked for: making one may take long, and usually there is one.
    rules: Mutex<Option<(String, Arc<dyn GameRules>)>>,
}

impl<'h> HostFactory<'h> {
    /// What this host has.
    pub fn new(host: &'h dyn Host) -> HostFactory<'h> {
        let rules = Mutex::new(None);
        HostFactory { host, rules }
    }

    fn rules(&self, game: &str) -> Result<Arc<dyn GameRules>, String> {
        // A panic leaves the last game as it was.
        let mut last = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((name, rules)) if name == game => Ok(Arc::clone(rules)),
            _ => {
                let rules = read_game(self.host, game)?;
                *last = Some((game.to_owned(), Arc::clone(&rules)));
                Ok(rules)
            }
        }
    }
}

impl Factory for HostFactory<'_> {
    fn referee(&self, game: &str) -> Result<Box<dyn Referee>, BoxError> {
        Ok(self.rules(game)?.referee())
    }

    fn engine(&self, game: &str, player: &Participant) -> Result<Box<dyn Engine>, BoxError> {
        let rules = self.rules(game)?;
        Ok(self.host.engine(game, rules.as_ref(), player.engine())?)
    }
}

type Make<T> = Arc<dyn Fn() -> Result<T, BoxError> + Send + Sync>;

/// One game, its engines by the names of participants and its judges by their details, each made by a
/// closure: for programs that bring their own.
#[derive(Clone)]
pub struct LocalFactory {
    referee: Make<Box<dyn Referee>>,
    engines: Vec<(String, Make<Box<dyn Engine>>)>,
    judges: Vec<(String, Make<Judge>)>,
}

impl LocalFactory {
    /// A game by its referees.
    pub fn new(
        referee: impl Fn() -> Result<Box<dyn Referee>, BoxError> + Send + Sync + 'static,
    ) -> LocalFactory {
        LocalFactory {
            referee: Arc::new(referee),
            engines: Vec::new(),
            judges: Vec::new(),
        }
    }

    /// A typed game whose moves can be listed.
    pub fn of<G: Discrete + Notation>(game: &Arc<G>) -> LocalFactory {
        let game = Arc::clone(game);
        LocalFactory::new(move || Ok(Box::new(GameReferee::new(Arc::clone(&game), list_all))))
    }

    /// Adds a participant whose engines `make` makes, and says who that is; see [`Participant::new`].
    pub fn add(
        &mut self,
        name: &str,
        details: &str,
        make: impl Fn() -> Result<Box<dyn Engine>, BoxError> + Send + Sync + 'static,
    ) -> Participant {
        self.engines.push((name.to_owned(), Arc::new(make)));
        Participant::new(name, details)
    }

    /// Adds a participant that plays `game` by a search, each move within `limits`. The details name
    /// the limits only: settings of the search are for the name to tell apart.
    pub fn add_search<G: Notation, S: Search<G> + 'static>(
        &mut self,
        name: &str,
        game: &Arc<G>,
        limits: Limits,
        search: impl Fn() -> S + Send + Sync + 'static,
    ) -> Participant {
        let (own_name, game) = (name.to_owned(), Arc::clone(game));
        self.add(name, &format!("{limits:?}"), move || {
            let search = Box::new(search());
            let engine = SearchEngine::new(&own_name, Arc::clone(&game), search, limits);
            Ok(Box::new(engine))
        })
    }

    /// Adds a judge of these details: `make` makes what decides a finished game, given all its moves.
    pub fn add_judge<J>(
        &mut self,
        details: &str,
        make: impl Fn() -> Result<J, BoxError> + Send + Sync + 'static,
    ) where
        J: FnMut(&[String]) -> Result<Verdict, BoxError> + Send + 'static,
    {
        let make = move || make().map(|judge| Box::new(judge) as Judge);
        self.judges.push((details.to_owned(), Arc::new(make)));
    }
}

impl Factory for LocalFactory {
    fn referee(&self, _game: &str) -> Result<Box<dyn Referee>, BoxError> {
        (self.referee)()
    }

    fn engine(&self, _game: &str, player: &Participant) -> Result<Box<dyn Engine>, BoxError> {
        named(&self.engines, &player.name)?()
    }

    fn judge(&self, _game: &str, details: &str) -> Result<Judge, BoxError> {
        named(&self.judges, details)?()
    }
}

/// What was added last under this name.
fn named<'a, T>(list: &'a [(String, Make<T>)], name: &str) -> Result<&'a Make<T>, BoxError> {
    let mut added = list.iter().rev();
    let found = added.find(|(known, _)| known == name);
    let found = found.map(|(_, make)| make);
    found.ok_or_else(|| format!("nothing was added under the name '{name}'").into())
}
