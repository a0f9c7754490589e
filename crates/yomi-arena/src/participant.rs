//! Who plays: names, and the factories that make engines and referees.
//!
//! Every worker of a match makes its own engines and its own referee, and a failed engine is made
//! anew, so a participant is a recipe rather than an engine.

use crate::BoxError;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use yomi_core::engine::{GameReferee, Lister, SearchEngine, list_all};
use yomi_core::{Discrete, Engine, Limits, Notation, Referee, Search};

/// Makes an engine.
pub type EngineFactory = Arc<dyn Fn() -> Result<Box<dyn Engine>, BoxError> + Send + Sync>;

/// Makes a referee.
pub type RefereeFactory = Arc<dyn Fn() -> Result<Box<dyn Referee>, BoxError> + Send + Sync>;

/// One player of a contest.
#[derive(Clone)]
pub struct Participant {
    name: String,
    details: String,
    /// See [`Participant::with_time_of_opponent`].
    first_of_opponents_time: Option<Duration>,
    factory: EngineFactory,
}

impl Participant {
    /// A participant whose engines come from `factory`.
    pub fn new(
        name: &str,
        factory: impl Fn() -> Result<Box<dyn Engine>, BoxError> + Send + Sync + 'static,
    ) -> Participant {
        Participant {
            name: name.to_owned(),
            details: String::new(),
            first_of_opponents_time: None,
            factory: Arc::new(factory),
        }
    }

    /// A participant that plays `game` by a search, each move within `limits`.
    ///
    /// The limits go into [`details`](Participant::details); the settings of the search are for
    /// the caller to add.
    pub fn search<G: Notation, S: Search<G> + 'static>(
        name: &str,
        game: &Arc<G>,
        limits: Limits,
        search: impl Fn() -> S + Send + Sync + 'static,
    ) -> Participant {
        let (engine_name, game) = (name.to_owned(), Arc::clone(game));
        Participant::new(name, move || {
            let search = Box::new(search());
            let engine = SearchEngine::new(&engine_name, Arc::clone(&game), search, limits);
            Ok(Box::new(engine))
        })
        .with_details(&format!("{limits:?}"))
    }

    /// Says what exactly plays under the name: usually the engine's full specification. It goes
    /// into the record, and a match resumes only with participants of the same name and details.
    #[must_use]
    pub fn with_details(mut self, details: &str) -> Participant {
        details.clone_into(&mut self.details);
        self
    }

    /// Gives the participant, at each of its moves and instead of its own limits, the mean processor
    /// time that its opponent has used per move so far in this game; and `first` before the opponent
    /// has moved. For engines that can be [asked](Engine::consider) to keep to a time, in contests
    /// that count [processor time](crate::Contest::cpu_time). No other game matters: whatever the
    /// order in which games are played, a game is given the same.
    #[must_use]
    pub fn with_time_of_opponent(mut self, first: Duration) -> Participant {
        self.first_of_opponents_time = Some(first);
        self
    }

    pub(crate) fn first_of_opponents_time(&self) -> Option<Duration> {
        self.first_of_opponents_time
    }

    /// What exactly plays, and in whose time.
    pub(crate) fn details_with_time(&self) -> String {
        let details = &self.details;
        match self.first_of_opponents_time {
            None => details.clone(),
            Some(first) => format!(
                "{details}, in the time of its opponent ({} s before the opponent has moved)",
                first.as_secs_f64()
            ),
        }
    }

    /// The name in tables and records.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What exactly plays under the name.
    pub fn details(&self) -> &str {
        &self.details
    }

    pub(crate) fn make(&self) -> Result<Box<dyn Engine>, BoxError> {
        (self.factory)()
    }
}

impl fmt::Debug for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Participant")
            .field("name", &self.name)
            .field("details", &self.details)
            .finish_non_exhaustive()
    }
}

/// Makes referees for a game whose moves can be listed.
pub fn referee_of<G: Discrete + Notation>(game: &Arc<G>) -> RefereeFactory {
    referee_with(game, list_all)
}

/// Makes referees for any game with a notation, given how to list its moves; see
/// [`list_proposals`](yomi_core::engine::list_proposals) for games with a continuum of them.
pub fn referee_with<G: Notation>(game: &Arc<G>, lister: Lister<G>) -> RefereeFactory {
    let game = Arc::clone(game);
    Arc::new(move || Ok(Box::new(GameReferee::new(Arc::clone(&game), lister))))
}
