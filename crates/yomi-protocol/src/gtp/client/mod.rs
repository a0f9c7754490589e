//! A program of others as one of our engines.
//!
//! [`GtpEngine`] runs a program that speaks GTP and plays by its answers. A referee of its own
//! follows the game: it says whose move it is (sides may be skipped) and gives every move one
//! spelling.
//!
//! - A game begins with the [`Dialect`]'s commands, `clear_board` and `set_random_seed`. The
//!   program is started for the first game and kept for the next ones.
//! - Thinking is `genmove`, which also plays the move on the program's board. When the referee
//!   then says that this move was played, nothing is sent; had it been another one, `undo` would
//!   come first. (`reg_genmove` would not play, but is meant for tests: it may think otherwise.)
//! - A clock is told by `time_settings` and `time_left`, in whole seconds. GTP has no word for
//!   increments: the program sees what it has left before each move, and no more.
//! - Commands that not every program has are sent if `list_commands` has them.
//!
//! [`GtpJudge`] asks such a program how a finished game ended.
//!
//! # What may go wrong
//!
//! A program may never start, crash, hang, flood its outputs, answer nonsense or leave children
//! behind. All of these are errors of the method at hand, which name the command that was open and
//! end with the program's last words on standard error; the program is then ended by force, and
//! the next game starts a new one. Waiting ends after a time-out ([`Patience`]), or when the match
//! is stopped. A move that is not legal is passed on: that is for the referee of the match. A
//! program that resigns is [`EngineError::Resigned`].
//!
//! # Limits
//!
//! Chance cannot be told in GTP, so games with dice cannot be played. What a program thinks of the
//! position is not asked: reports say even, and count nothing.

mod answer;
mod game;
mod judge;

pub use game::Dialect;
pub use judge::GtpJudge;

use crate::lines::brief;
use crate::program::{CommandLine, Patience, ProgramClient};
use answer::{Answer, Collector};
use std::collections::BTreeSet;
use std::time::Duration;
use yomi_core::{EngineError, Referee, Stop};

/// What every program must know.
const NEEDED: [&str; 3] = ["clear_board", "play", "genmove"];

/// An engine that is a program of others.
///
/// ```no_run
/// # use std::sync::Arc;
/// use yomi_core::engine::{GameReferee, list_all};
/// use yomi_core::{Engine, Seed, Stop};
/// use yomi_protocol::gtp::client::{Dialect, GtpEngine};
/// # use yomi_blokus::BlokusDuo;
///
/// let referee = GameReferee::new(Arc::new(BlokusDuo::default()), list_all);
/// let command = "pentobi-gtp --game duo --nobook --level 3".parse()?;
/// let mut pentobi = GtpEngine::new("pentobi", command, Box::new(referee))
///     .with_dialect(Dialect::of(&"blokus-duo".parse()?));
/// pentobi.new_game(Seed::new(1))?;
/// println!("{}", pentobi.choose(None, &Stop::default())?.best);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GtpEngine {
    client: ProgramClient,
    command: CommandLine,
    dialect: Dialect,
    /// The number of the last command.
    last_id: u32,
    /// The commands that the program said it knows.
    known: BTreeSet<String>,
    /// Whether `time_settings` was sent in this game.
    clock_told: bool,
    /// What the program has played on its board by `genmove` and the referee has not yet
    /// confirmed.
    pending: Option<String>,
}

impl GtpEngine {
    /// An engine that plays by this program. Nothing is started yet. The referee must be one of a
    /// game without chance.
    pub fn new(name: &str, command: CommandLine, referee: Box<dyn Referee>) -> GtpEngine {
        GtpEngine {
            client: ProgramClient::new(name, referee),
            command,
            dialect: Dialect::default(),
            last_id: 0,
            known: BTreeSet::new(),
            clock_told: false,
            pending: None,
        }
    }

    /// How the program is told what is played.
    #[must_use]
    pub fn with_dialect(mut self, dialect: Dialect) -> GtpEngine {
        self.dialect = dialect;
        self
    }

    /// How long to wait for the program.
    #[must_use]
    pub fn with_patience(mut self, patience: Patience) -> GtpEngine {
        self.client.patience = patience;
        self
    }

    /// Whoever raises this ends every wait at once, also those that have no [`Stop`] of their own.
    #[must_use]
    pub fn with_stop(mut self, stop: &Stop) -> GtpEngine {
        self.client.stop = stop.clone();
        self
    }

    /// Starts the program, if it does not run, and asks for its name and version: `Pentobi 25.2`.
    /// Empty if the program does not say.
    pub fn introduce(&mut self) -> Result<String, EngineError> {
        self.start()?;
        let mut words = Vec::new();
        for command in ["name", "version"] {
            if let Ok(answer) = self.ask(command)? {
                words.extend(answer.split_whitespace().map(str::to_owned));
            }
        }
        Ok(brief(&words.join(" "), 100))
    }

    fn start(&mut self) -> Result<(), EngineError> {
        if !self.client.start(&self.command)? {
            return Ok(());
        }
        self.last_id = 0;
        self.known = NEEDED.map(str::to_owned).into();
        let timeout = self.client.patience.start;
        // A program that cannot list its commands is taken to have the needed ones only.
        let Ok(list) = self.exchange("list_commands", timeout, &Stop::default())? else {
            return Ok(());
        };
        let known: BTreeSet<String> = list.split_whitespace().map(str::to_owned).collect();
        if let Some(missing) = NEEDED.iter().find(|name| !known.contains(**name)) {
            let reason = format!("does not know the command '{missing}'");
            return Err(self.client.broken(reason));
        }
        self.known = known;
        Ok(())
    }

    fn knows(&self, command: &str) -> bool {
        let name = command.split_whitespace().next().unwrap_or_default();
        self.client.process_id().is_some() && self.known.contains(name)
    }

    /// Sends a command; a program that fails to answer is ended.
    fn exchange(
        &mut self,
        command: &str,
        timeout: Duration,
        stop: &Stop,
    ) -> Result<Answer, EngineError> {
        self.last_id += 1;
        let mut collector = Collector::new(self.last_id);
        let line = format!("{} {command}", self.last_id);
        let take = |line: &[u8]| collector.add(line);
        self.client.ask(&line, command, timeout, stop, take)
    }

    fn ask(&mut self, command: &str) -> Result<Answer, EngineError> {
        self.exchange(command, self.client.patience.answer, &Stop::default())
    }

    /// Sends a command that must not be refused.
    fn demand(&mut self, command: &str) -> Result<String, EngineError> {
        self.ask(command)?
            .map_err(|reason| self.refusal(command, &reason))
    }

    fn refusal(&self, command: &str, reason: &str) -> EngineError {
        self.client
            .broken(format!("refused '{command}': {}", brief(reason, 200)))
    }

    /// Sends a command that not every program has, and that may be refused.
    fn suggest(&mut self, command: &str) -> Result<(), EngineError> {
        if self.knows(command) {
            // Whatever it answers will do.
            let _ = self.ask(command)?;
        }
        Ok(())
    }
}
