//! A program of others that speaks the Universal Shogi Interface as one of our engines.
//!
//! [`UsiEngine`] runs a program and plays by its answers. A referee of its own follows the game:
//! it keeps the moves and says who is to move.
//!
//! - The program is started for the first game and kept for the next ones: `usi` until `usiok`,
//!   then a `setoption` for each option of the [`UsiRecipe`]. What the program does not offer, or
//!   not with that value, is an error: it would be passed over in silence.
//! - A game begins with `isready` until `readyok`, and `usinewgame`.
//! - Thinking is `position startpos moves ...` (`position sfen ...` where a position was set up)
//!   and `go` with the recipe's limits and the clock, until `bestmove`. Nothing is sent when moves
//!   are played or taken back: the next `position` says it all. The program never ponders.
//! - The other side's clock is not known here; the program is told its own twice.
//! - At the end `gameover win`, `lose` or `draw`, and `quit` when the engine is dropped.
//!
//! `bestmove resign` is [`EngineError::Resigned`]; `bestmove win` is passed on as the move `win`,
//! which is what games call the declaration of an entering king.
//!
//! Reports tell what the last `info` lines told: value, line, depth, nodes. A mate that the program
//! announces is a value of 1 or 0, and not proven: that is its word only.
//!
//! # What may go wrong
//!
//! As in [GTP](crate::gtp::client): a program that does not start, ends, hangs, floods its outputs
//! or answers nonsense is an error of the method at hand, which names the command that was open and
//! ends with the program's last words on standard error. It is then ended by force, and the next
//! game starts a new one. Lines that are no answer are passed over, as the protocol wants it.
//!
//! # Limits
//!
//! USI is made for shogi, but nothing in here knows shogi: any game without chance whose moves are
//! written without blanks can be played.

mod game;
mod info;
mod limits;
mod offer;
mod recipe;

pub use limits::UsiLimits;
pub use recipe::{RecipeError, UsiRecipe};

use crate::lines::{brief, clean};
use crate::program::{MOST_BYTES, Patience, ProgramClient};
use offer::Offer;
use std::time::Duration;
use yomi_core::{EngineError, Player, Referee, Stop};

/// An engine that is a program of others.
///
/// ```no_run
/// # use std::sync::Arc;
/// use yomi_core::engine::{GameReferee, list_all};
/// use yomi_core::{Engine, Seed, Stop};
/// use yomi_protocol::usi::client::UsiEngine;
/// # use yomi_toy::TicTacToe as Shogi;
///
/// let referee = GameReferee::new(Arc::new(Shogi), list_all);
/// let recipe = "nodes=10000 option.Threads=1 fairy-stockfish".parse()?;
/// let mut rival = UsiEngine::new("rival", recipe, Box::new(referee));
/// rival.new_game(Seed::new(1))?;
/// println!("{}", rival.choose(None, &Stop::default())?.best);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UsiEngine {
    client: ProgramClient,
    recipe: UsiRecipe,
    /// What the program calls itself.
    introduction: String,
    /// Where the moves begin: `startpos`, or `sfen` and a position.
    origin: String,
    /// The side that it plays, once it was asked for a move.
    side: Option<Player>,
}

impl UsiEngine {
    /// An engine that plays by this program. Nothing is started yet. The referee must be one of a
    /// game without chance.
    pub fn new(name: &str, recipe: UsiRecipe, referee: Box<dyn Referee>) -> UsiEngine {
        UsiEngine {
            client: ProgramClient::new(name, referee),
            recipe,
            introduction: String::new(),
            origin: game::START.to_owned(),
            side: None,
        }
    }

    /// How long to wait for the program.
    #[must_use]
    pub fn with_patience(mut self, patience: Patience) -> UsiEngine {
        self.client.patience = patience;
        self
    }

    /// Whoever raises this ends every wait at once, also those that have no [`Stop`] of their own.
    #[must_use]
    pub fn with_stop(mut self, stop: &Stop) -> UsiEngine {
        self.client.stop = stop.clone();
        self
    }

    /// Starts the program, if it does not run, and says what it calls itself:
    /// `Fairy-Stockfish 11.1`. Empty if the program does not say.
    pub fn introduce(&mut self) -> Result<String, EngineError> {
        self.start()?;
        Ok(self.introduction.clone())
    }

    fn start(&mut self) -> Result<(), EngineError> {
        if !self.client.start(self.recipe.command())? {
            return Ok(());
        }
        let offer = self.shake_hands()?;
        for (name, value) in self.recipe.options().to_vec() {
            if let Some(objection) = offer.objection(&name, value.as_deref()) {
                self.client.end();
                return Err(self.client.broken(brief(&objection, 500)));
            }
            let command = match value {
                Some(value) => format!("setoption name {name} value {value}"),
                None => format!("setoption name {name}"),
            };
            self.tell(&command)?;
        }
        Ok(())
    }

    /// The program says who it is and what can be set.
    fn shake_hands(&mut self) -> Result<Offer, EngineError> {
        let mut offer = Offer::default();
        let mut introduction = String::new();
        let mut bytes = 0;
        let timeout = self.client.patience.start;
        self.exchange("usi", timeout, &Stop::default(), |line| {
            bytes += line.len() + 1;
            if line == "usiok" {
                return Ok(Some(()));
            }
            if let Some(name) = line.strip_prefix("id name ") {
                introduction = brief(name.trim(), 100);
            }
            offer.add(line);
            match bytes {
                0..=MOST_BYTES => Ok(None),
                _ => Err(format!("with more than {MOST_BYTES} bytes")),
            }
        })?;
        self.introduction = introduction;
        Ok(offer)
    }

    /// Sends a command that asks for nothing; a program that does not hear it is ended.
    fn tell(&mut self, command: &str) -> Result<(), EngineError> {
        // A message does not need the whole game.
        self.client.tell(command, &brief(command, 60))
    }

    /// Sends a command and passes lines to `take` until it has the answer; a program that fails to
    /// answer is ended.
    fn exchange<T>(
        &mut self,
        command: &str,
        timeout: Duration,
        stop: &Stop,
        mut take: impl FnMut(&str) -> Result<Option<T>, String>,
    ) -> Result<T, EngineError> {
        let take = |line: &[u8]| take(clean(line).trim());
        self.client.ask(command, command, timeout, stop, take)
    }
}
