//! The game as the program hears it: which commands tell it what happens.

use super::GtpEngine;
use crate::gtp::server::GtpGame;
use crate::lines::brief;
use crate::program::may_be_move;
use std::time::{Duration, Instant};
use yomi_core::engine::{Question, TextReport};
use yomi_core::params::Spec;
use yomi_core::{Clock, Engine, EngineError, Player, Seed};

/// How a game is set up. The core of GTP is the same for all games: `clear_board`, `play`,
/// `genmove`, `undo`, with the colours `b` and `w` for who begins and who follows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dialect {
    /// Sent before `clear_board` in every game, each if the program knows the command. A program
    /// that knows it and refuses cannot play this game.
    pub setup: Vec<String>,
}

impl Dialect {
    /// A dialect with these commands of its own.
    pub fn new<'a>(setup: impl IntoIterator<Item = &'a str>) -> Dialect {
        Dialect {
            setup: setup.into_iter().map(str::to_owned).collect(),
        }
    }

    /// The dialect of a game as our registry names it, with all its settings written out. A size
    /// of the board and a komi are told where the game has such settings; other settings have no
    /// words in GTP.
    ///
    /// ```
    /// use yomi_protocol::gtp::client::Dialect;
    /// assert_eq!(
    ///     Dialect::of(&"blokus-duo".parse()?).setup,
    ///     ["set_game Blokus Duo", "boardsize 14"]
    /// );
    /// let go = Dialect::of(&"go:size=9,komi=6.5".parse()?);
    /// assert_eq!(go.setup[1..], ["boardsize 9", "komi 6.5"]);
    /// # Ok::<(), yomi_core::params::ParamError>(())
    /// ```
    pub fn of(game: &Spec) -> Dialect {
        let setting = |name: &str| {
            let mut settings = game.settings.0.iter();
            settings
                .find(|(key, _)| key == name)
                .map(|(_, value)| value.clone())
        };
        let spoken = GtpGame::of(&game.name);
        let only_size = || spoken.board_size.map(|size| size.to_string());
        let mut setup = vec![format!("set_game {}", spoken.official_name())];
        setup.extend(
            setting("size")
                .or_else(only_size)
                .map(|size| format!("boardsize {size}")),
        );
        setup.extend(setting("komi").map(|komi| format!("komi {komi}")));
        Dialect { setup }
    }
}

impl GtpEngine {
    /// Takes a move back that the program played and nobody confirmed.
    fn drop_pending(&mut self) -> Result<(), EngineError> {
        if self.pending.take().is_some() {
            self.demand("undo")?;
        }
        Ok(())
    }

    fn tell_clock(&mut self, clock: Clock) -> Result<(), EngineError> {
        if !self.clock_told {
            self.clock_told = true;
            let (main, byoyomi) = (seconds(clock.remaining), seconds(clock.byoyomi));
            let stones = u64::from(byoyomi > 0);
            self.suggest(&format!("time_settings {main} {byoyomi} {stones}"))?;
        }
        let (left, stones) = match seconds(clock.remaining) {
            0 => (seconds(clock.byoyomi), 1),
            main => (main, 0),
        };
        let colour = colour(self.client.referee.to_move());
        self.suggest(&format!("time_left {colour} {left} {stones}"))
    }
}

/// How GTP calls the players.
fn colour(player: Player) -> &'static str {
    match player {
        Player::First => "b",
        Player::Second => "w",
    }
}

/// Whole seconds, rounded down; a part of one is one, since 0 means something else.
fn seconds(time: Duration) -> u64 {
    match time.as_secs() {
        0 if !time.is_zero() => 1,
        whole => whole,
    }
}

impl Engine for GtpEngine {
    fn name(&self) -> &str {
        &self.client.name
    }

    fn new_game(&mut self, seed: Seed) -> Result<(), EngineError> {
        self.client.referee.new_game(seed);
        self.pending = None;
        self.clock_told = false;
        self.start()?;
        for command in self.dialect.setup.clone() {
            if self.knows(&command) {
                self.demand(&command)?;
            }
        }
        self.demand("clear_board")?;
        // Programs read numbers of 31 bits at least.
        let number = seed.number() >> 33;
        self.suggest(&format!("set_random_seed {number}"))
    }

    fn play(&mut self, text: &str, _: Seed) -> Result<(), EngineError> {
        let mover = self.client.referee.to_move();
        let (spelled, _) = self.client.referee.play(text)?;
        if self.pending.as_ref() == Some(&spelled) {
            self.pending = None;
            return Ok(());
        }
        self.drop_pending()?;
        self.demand(&format!("play {} {spelled}", colour(mover)))?;
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        self.client.referee.undo()?;
        self.drop_pending()?;
        self.demand("undo")?;
        Ok(())
    }

    fn process_id(&self) -> Option<u32> {
        self.client.process_id()
    }

    /// The value is even and nothing is counted: GTP has no words for these.
    fn think(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        let clock = self.client.clock(question)?;
        self.drop_pending()?;
        let started = Instant::now();
        let mut timeout = self.client.patience.answer;
        if let Some(clock) = clock {
            self.tell_clock(clock)?;
            timeout = timeout
                .saturating_add(clock.remaining)
                .saturating_add(clock.byoyomi);
        }
        let command = format!("genmove {}", colour(self.client.referee.to_move()));
        let text = self
            .exchange(&command, timeout, &question.stop)?
            .map_err(|reason| self.refusal(&command, &reason))?;
        if text.eq_ignore_ascii_case("resign") {
            return Err(EngineError::Resigned);
        }
        if !may_be_move(&text) {
            let text = brief(&text, 60);
            return Err(self
                .client
                .broken(format!("answered '{command}' with no move: '{text}'")));
        }
        self.pending = Some(match self.client.referee.play(&text) {
            Ok((spelled, _)) => {
                self.client.referee.undo()?;
                spelled
            }
            // The referee of the match will say so.
            Err(_) => text.clone(),
        });
        let report = TextReport {
            elapsed: started.elapsed(),
            ..TextReport::of_move(&text)
        };
        if question.progress.is_some() {
            tell(&report);
        }
        Ok(report)
    }
}
