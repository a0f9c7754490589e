//! Who plays.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What stands around the seconds in the details of a participant that uses the time of its opponent.
const IN_TIME: [&str; 2] = [
    ", in the time of its opponent (",
    " s before the opponent has moved)",
];

/// One player of a contest, as the record names it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Participant {
    /// The name in the table.
    pub name: String,
    /// What exactly plays under the name, and in whose time.
    pub details: String,
}

impl Participant {
    /// A participant of this name. The details say what exactly plays under it, usually the engine's
    /// full specification: a match resumes only with participants of the same name and details.
    pub fn new(name: &str, details: &str) -> Participant {
        Participant {
            name: name.to_owned(),
            details: details.to_owned(),
        }
    }

    /// Gives the participant, at each of its moves and instead of its own limits, the mean processor
    /// time that its opponent has used per move so far in this game; and `first` before the opponent
    /// has moved. For engines that can be [asked](yomi_core::Engine::think) to keep to a time, in
    /// contests that count [processor time](crate::Contest::cpu_time). No other game matters: whatever
    /// the order in which games are played, a game is given the same.
    ///
    /// ```
    /// use std::time::Duration;
    /// use yomi_arena::Participant;
    /// let first = Duration::from_millis(1500);
    /// let player = Participant::new("uct", "uct:c=1").with_time_of_opponent(first);
    /// assert_eq!((player.engine(), player.time_of_opponent()), ("uct:c=1", Some(first)));
    /// ```
    #[must_use]
    pub fn with_time_of_opponent(mut self, first: Duration) -> Participant {
        let [before, after] = IN_TIME;
        let seconds = first.as_secs_f64();
        self.details = format!("{}{before}{seconds}{after}", self.engine());
        self
    }

    /// What exactly plays: the details without whose time it uses.
    pub fn engine(&self) -> &str {
        self.parts().map_or(&self.details, |(engine, _)| engine)
    }

    /// What the first move may cost, if the participant is to use what its opponent uses.
    pub fn time_of_opponent(&self) -> Option<Duration> {
        self.parts().map(|(_, first)| first)
    }

    fn parts(&self) -> Option<(&str, Duration)> {
        let [before, after] = IN_TIME;
        let (engine, seconds) = self.details.strip_suffix(after)?.rsplit_once(before)?;
        let first = Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?;
        Some((engine, first))
    }
}
