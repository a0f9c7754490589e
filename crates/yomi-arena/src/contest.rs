//! What is to be played.

use crate::record::{Header, VERSION};
use crate::schedule::Schedule;
use crate::{
    ArenaError, BoxError, Judge, JudgeFactory, Mode, Openings, Participant, RefereeFactory,
    referee_of,
};
use std::fmt;
use std::sync::Arc;
use yomi_core::{Clock, Discrete, Notation, Seed, cpu_time};
use yomi_stats::sprt::{Sprt, SprtParameters};

/// A match to be played: who, what, how often, from where, and when to stop.
///
/// Built step by step and played by [`run`](Contest::run); see the [crate's page](crate) for an
/// example.
#[derive(Clone)]
pub struct Contest {
    game: String,
    game_details: String,
    pub(crate) referee: RefereeFactory,
    pub(crate) participants: Vec<Participant>,
    mode: Mode,
    pairs: usize,
    openings: Openings,
    clock: Option<Clock>,
    cpu_time: bool,
    max_plies: usize,
    sprt: Option<SprtParameters>,
    judge: Option<(String, JudgeFactory)>,
    resign: Option<f64>,
    seed: Seed,
}

impl Contest {
    /// A game longer than this is a draw, unless [`max_plies`](Contest::max_plies) says otherwise.
    pub const DEFAULT_MAX_PLIES: usize = 10_000;

    /// A contest in the game that these referees know; `game` is its name for tables.
    pub fn new(game: &str, referee: RefereeFactory) -> Contest {
        Contest {
            game: game.to_owned(),
            game_details: game.to_owned(),
            referee,
            participants: Vec::new(),
            mode: Mode::default(),
            pairs: 50,
            openings: Openings::default(),
            clock: None,
            cpu_time: false,
            max_plies: Contest::DEFAULT_MAX_PLIES,
            sprt: None,
            judge: None,
            resign: None,
            seed: Seed::new(0),
        }
    }

    /// A contest in a typed game whose moves can be listed.
    pub fn of<G: Discrete + Notation>(name: &str, game: &Arc<G>) -> Contest {
        Contest::new(name, referee_of(game))
    }

    /// Says what exactly is played under the game's name: usually the game with all its settings.
    /// It goes into the record, and a match resumes only in a game of the same name and details.
    #[must_use]
    pub fn with_game_details(mut self, details: &str) -> Contest {
        details.clone_into(&mut self.game_details);
        self
    }

    /// Adds a participant. Names must differ.
    #[must_use]
    pub fn participant(mut self, participant: Participant) -> Contest {
        self.participants.push(participant);
        self
    }

    /// Who meets whom: [`Mode::Versus`] (two participants) unless said otherwise.
    #[must_use]
    pub fn mode(self, mode: Mode) -> Contest {
        Contest { mode, ..self }
    }

    /// How many pairs of games each pairing plays, 50 unless said otherwise.
    #[must_use]
    pub fn pairs(self, pairs: usize) -> Contest {
        Contest { pairs, ..self }
    }

    /// Where the games begin: after two random moves unless said otherwise.
    #[must_use]
    pub fn openings(self, openings: Openings) -> Contest {
        Contest { openings, ..self }
    }

    /// Gives each player such a clock in each game. Results then depend on the machine.
    #[must_use]
    pub fn clock(self, clock: Clock) -> Contest {
        Contest {
            clock: Some(clock),
            ..self
        }
    }

    /// Counts time in processor seconds: clocks, and what every move cost, which goes into the
    /// record and the table; see [`processor`](crate::processor).
    #[must_use]
    pub fn cpu_time(self) -> Contest {
        Contest {
            cpu_time: true,
            ..self
        }
    }

    /// Declares games of this length a draw.
    #[must_use]
    pub fn max_plies(self, max_plies: usize) -> Contest {
        Contest { max_plies, ..self }
    }

    /// Stops as soon as this sequential test decides; for two participants. The number of pairs
    /// is then the most there may be.
    #[must_use]
    pub fn sprt(self, parameters: SprtParameters) -> Contest {
        Contest {
            sprt: Some(parameters),
            ..self
        }
    }

    /// Has games that ended by the rules decided by somebody else; see [`judge`](crate::judge).
    /// What exactly judges goes into the record, and a match resumes only with the same judge.
    #[must_use]
    pub fn judge(
        self,
        details: &str,
        factory: impl Fn() -> Result<Judge, BoxError> + Send + Sync + 'static,
    ) -> Contest {
        Contest {
            judge: Some((details.to_owned(), Arc::new(factory))),
            ..self
        }
    }

    /// An engine resigns when the value in its own report is below this, from 0 to 0.5, at two of
    /// its moves in a row. Engines that report no value say 0.5 and never resign so. What is
    /// reported does not depend on this, so the moves of a game are those of the same game played
    /// on, up to its end. For games that are won or lost: a resignation has no grades.
    #[must_use]
    pub fn resign(self, below: f64) -> Contest {
        Contest {
            resign: Some(below),
            ..self
        }
    }

    /// What all randomness derives from.
    #[must_use]
    pub fn seed(self, seed: u64) -> Contest {
        Contest {
            seed: Seed::new(seed),
            ..self
        }
    }

    /// The header that this contest's record has.
    pub fn header(&self) -> Header {
        Header {
            yomi_match: VERSION,
            program: concat!("yomi ", env!("CARGO_PKG_VERSION")).to_owned(),
            game: self.game.clone(),
            game_details: self.game_details.clone(),
            participants: self.participants.iter().map(Into::into).collect(),
            mode: self.mode,
            pairs: self.pairs,
            openings: self.openings.clone(),
            clock: self.clock,
            cpu_time: self.cpu_time,
            max_plies: self.max_plies,
            sprt: self.sprt,
            judge: self.judge.as_ref().map(|(details, _)| details.clone()),
            resign: self.resign,
            seed: self.seed,
            fingerprint: String::new(),
        }
        .sealed()
    }

    pub(crate) fn judge_factory(&self) -> Option<&JudgeFactory> {
        self.judge.as_ref().map(|(_, factory)| factory)
    }

    /// The order of games, if the contest makes sense.
    pub(crate) fn schedule(&self) -> Result<Schedule, ArenaError> {
        let fail = |reason: String| Err(ArenaError::Contest(reason));
        let count = self.participants.len();
        if count < 2 {
            return fail(format!(
                "it has {count} participants, expected at least two"
            ));
        }
        if self.mode == Mode::Versus && count > 2 {
            return fail(format!(
                "versus is for two participants and there are {count}: \
                 choose round robin or gauntlet"
            ));
        }
        for (place, participant) in self.participants.iter().enumerate() {
            if self.participants[..place]
                .iter()
                .any(|other| other.name() == participant.name())
            {
                return fail(format!(
                    "two participants are named '{}'",
                    participant.name()
                ));
            }
        }
        if self.pairs == 0 {
            return fail("it has 0 pairs, expected at least one".to_owned());
        }
        if self.openings.plies() >= self.max_plies {
            return fail(format!(
                "openings of {} plies leave nothing to play in games of at most {}",
                self.openings.plies(),
                self.max_plies
            ));
        }
        if self.judge.is_some() && self.openings.have_positions() {
            return fail(
                "a judge is told moves only, and some openings begin from positions".to_owned(),
            );
        }
        if self.cpu_time && cpu_time::of_thread().is_none() {
            return fail("this system does not tell processor time".to_owned());
        }
        if let Some(participant) = self
            .participants
            .iter()
            .find(|participant| participant.first_of_opponents_time().is_some())
            && (!self.cpu_time || self.clock.is_some())
        {
            return fail(format!(
                "'{}' is to use the processor time of its opponents: that takes a contest that \
                 counts processor time and has no clock",
                participant.name()
            ));
        }
        if let Some(below) = self.resign
            && !(0.0..=0.5).contains(&below)
        {
            return fail(format!(
                "engines resign below {below}, expected a number from 0 to 0.5"
            ));
        }
        if let Some(parameters) = self.sprt {
            if count > 2 {
                return fail(format!(
                    "a sequential test compares two participants and there are {count}"
                ));
            }
            Sprt::new(parameters)?;
        }
        let pairings = self.mode.pairings(count);
        if pairings
            .len()
            .checked_mul(2)
            .and_then(|games| games.checked_mul(self.pairs))
            .is_none()
        {
            return fail(format!(
                "{} pairs are more games than can be counted",
                self.pairs
            ));
        }
        Ok(Schedule {
            pairings,
            pairs: self.pairs,
            seed: self.seed,
        })
    }
}

impl fmt::Debug for Contest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Contest").field(&self.header()).finish()
    }
}
