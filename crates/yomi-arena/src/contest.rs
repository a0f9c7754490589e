//! What is to be played.

use crate::record::{Header, VERSION};
use crate::schedule::Schedule;
use crate::{ArenaError, Handover, Mode, Openings, Participant};
use yomi_core::engine::Resignation;
use yomi_core::{Clock, Seed, cpu_time};
use yomi_stats::sprt::{Sprt, SprtParameters};

/// A match to be played: who, what, how often, from where, and when to stop.
///
/// Plain data, built step by step. [`run`](Contest::run) plays it with what a
/// [`Factory`](crate::Factory) makes; see the [crate's page](crate) for an example.
#[derive(Clone, PartialEq, Debug)]
pub struct Contest(pub(crate) Header);

impl Contest {
    /// A game longer than this is a draw, unless [`max_plies`](Contest::max_plies) says otherwise.
    pub const DEFAULT_MAX_PLIES: usize = 10_000;

    /// A contest in a game of this name.
    pub fn new(game: &str) -> Contest {
        Contest(Header {
            yomi_match: VERSION,
            program: concat!("yomi ", env!("CARGO_PKG_VERSION")).to_owned(),
            game: game.to_owned(),
            game_details: game.to_owned(),
            participants: Vec::new(),
            mode: Mode::default(),
            pairs: 50,
            openings: Openings::default(),
            clock: None,
            cpu_time: false,
            max_plies: Contest::DEFAULT_MAX_PLIES,
            sprt: None,
            sprt_of_points: false,
            judge: None,
            resign: None,
            handover: None,
            seed: Seed::new(0),
            fingerprint: String::new(),
        })
    }

    /// Says what exactly is played under the game's name: usually the game with all its settings.
    /// It goes into the record, and a match resumes only in a game of the same name and details.
    #[must_use]
    pub fn with_game_details(mut self, details: &str) -> Contest {
        details.clone_into(&mut self.0.game_details);
        self
    }

    /// Adds a participant. Names must differ.
    #[must_use]
    pub fn participant(mut self, participant: Participant) -> Contest {
        self.0.participants.push(participant);
        self
    }

    /// Who meets whom: [`Mode::Versus`] (two participants) unless said otherwise.
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Contest {
        self.0.mode = mode;
        self
    }

    /// How many pairs of games each pairing plays, 50 unless said otherwise.
    #[must_use]
    pub fn pairs(mut self, pairs: usize) -> Contest {
        self.0.pairs = pairs;
        self
    }

    /// Where the games begin: after two random moves unless said otherwise.
    #[must_use]
    pub fn openings(mut self, openings: Openings) -> Contest {
        self.0.openings = openings;
        self
    }

    /// Gives each player such a clock in each game. Results then depend on the machine.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Contest {
        self.0.clock = Some(clock);
        self
    }

    /// Counts time in processor seconds: clocks, and what every move cost, which goes into the
    /// record and the table; see [`processor`](crate::processor).
    #[must_use]
    pub fn cpu_time(mut self) -> Contest {
        self.0.cpu_time = true;
        self
    }

    /// Declares games of this length a draw.
    #[must_use]
    pub fn max_plies(mut self, max_plies: usize) -> Contest {
        self.0.max_plies = max_plies;
        self
    }

    /// Stops as soon as this sequential test decides; for two participants. The number of pairs
    /// is then the most there may be.
    #[must_use]
    pub fn sprt(mut self, parameters: SprtParameters) -> Contest {
        self.0.sprt = Some(parameters);
        self
    }

    /// Stops as soon as this sequential test of the points themselves decides: where results are graded,
    /// [`sprt`](Contest::sprt) counts a game as won above one half, and this does not.
    #[must_use]
    pub fn sprt_of_points(mut self, parameters: SprtParameters) -> Contest {
        self.0.sprt_of_points = true;
        self.sprt(parameters)
    }

    /// Has games that ended by the rules decided by somebody else; see [`judge`](crate::judge).
    /// What exactly judges goes into the record, and a match resumes only with the same judge.
    #[must_use]
    pub fn judge(mut self, details: &str) -> Contest {
        self.0.judge = Some(details.to_owned());
        self
    }

    /// An engine resigns when the value in its own report is below this, from 0 to 0.5, at two of
    /// its moves in a row. Engines that report no value say 0.5 and never resign so. What is
    /// reported does not depend on this, so the moves of a game are those of the same game played
    /// on, up to its end. For games that are won or lost: a resignation has no grades.
    #[must_use]
    pub fn resign(mut self, below: f64) -> Contest {
        self.0.resign = Some(below);
        self
    }

    /// Lets games change hands: the finisher plays for both sides from where this says; see
    /// [`handover`](crate::handover).
    #[must_use]
    pub fn handover(mut self, handover: Handover) -> Contest {
        self.0.handover = Some(handover);
        self
    }

    /// What all randomness derives from.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Contest {
        self.0.seed = Seed::new(seed);
        self
    }

    /// The header that this contest's record has.
    pub fn header(&self) -> Header {
        self.0.clone().sealed()
    }

    /// The order of games, if the contest makes sense.
    pub(crate) fn schedule(&self) -> Result<Schedule, ArenaError> {
        let fail = |reason: String| Err(ArenaError::Contest(reason));
        let header = &self.0;
        let count = header.participants.len();
        if count < 2 {
            return fail(format!(
                "it has {count} participants, expected at least two"
            ));
        }
        if header.mode == Mode::Versus && count > 2 {
            return fail(format!(
                "versus is for two participants and there are {count}: \
                 choose round robin or gauntlet"
            ));
        }
        for (place, participant) in header.participants.iter().enumerate() {
            if header.participants[..place]
                .iter()
                .any(|other| other.name == participant.name)
            {
                return fail(format!("two participants are named '{}'", participant.name));
            }
        }
        if header.pairs == 0 {
            return fail("it has 0 pairs, expected at least one".to_owned());
        }
        if header.openings.plies() >= header.max_plies {
            return fail(format!(
                "openings of {} plies leave nothing to play in games of at most {}",
                header.openings.plies(),
                header.max_plies
            ));
        }
        if header.judge.is_some() && header.openings.have_positions() {
            return fail(
                "a judge is told moves only, and some openings begin from positions".to_owned(),
            );
        }
        if header.cpu_time && cpu_time::of_thread().is_none() {
            return fail("this system does not tell processor time".to_owned());
        }
        if let Some(participant) = header
            .participants
            .iter()
            .find(|participant| participant.time_of_opponent().is_some())
            && (!header.cpu_time || header.clock.is_some())
        {
            return fail(format!(
                "'{}' is to use the processor time of its opponents: that takes a contest that \
                 counts processor time and has no clock",
                participant.name
            ));
        }
        if let Some(handover) = &header.handover {
            if !handover.at.is_finite() {
                return fail(format!(
                    "games change hands at {} {}, expected a finite number",
                    handover.number, handover.at
                ));
            }
            if handover.finisher.time_of_opponent().is_some() {
                return fail("the finisher has no opponent whose time it could use".to_owned());
            }
        }
        resignation(header.resign)?;
        if let Some(parameters) = header.sprt {
            if count > 2 {
                return fail(format!(
                    "a sequential test compares two participants and there are {count}"
                ));
            }
            Sprt::new(parameters)?;
        }
        let pairings = header.mode.pairings(count);
        if pairings
            .len()
            .checked_mul(2)
            .and_then(|games| games.checked_mul(header.pairs))
            .is_none()
        {
            return fail(format!(
                "{} pairs are more games than can be counted",
                header.pairs
            ));
        }
        Ok(Schedule {
            pairings,
            pairs: header.pairs,
            seed: header.seed,
        })
    }
}

/// The rule by which engines resign that think less of their position. What they have proven does not
/// count: records hold values only.
pub(crate) fn resignation(below: Option<f64>) -> Result<Option<Resignation>, ArenaError> {
    let Some(below) = below else {
        return Ok(None);
    };
    let rule = Resignation::new(below).map(Resignation::by_value_alone);
    let expected = Resignation::FORMAT;
    let error =
        || ArenaError::Contest(format!("engines resign below {below}, expected {expected}"));
    rule.map(Some).ok_or_else(error)
}
