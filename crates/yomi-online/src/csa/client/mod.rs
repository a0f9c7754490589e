//! Playing on a server.
//!
//! A [`Client`] plays game after game, over as many connections as that takes, with pauses between
//! them that grow. Games and engines come from a [`Host`]; what happens is told to a [`Watcher`],
//! the record of each game piece by piece as it comes.
//!
//! **Who is believed.** The rules, the clocks and the end of a game are the server's. A move of
//! ours counts when the server repeats it. If the server goes on with a game that is over as we
//! know the rules, so do we.
//!
//! **What is lost.** The protocol has no way back into a game: a connection that is lost within one
//! loses it. What was played until then is in the record, and the client logs in for the next
//! game. The same goes for a server that says what cannot be right, an illegal move for instance.

mod connection;
mod game;
mod options;
mod stages;
mod turn;

pub use crate::common::{ClientError, Connect, SessionWatcher};
pub use options::{Finished, Options, Watcher};

use super::message::ServerMessage;
use super::summary::SummaryReader;
use crate::common::{After, ClientState, Heard, PersistentClient as _, Talk, persist};
use crate::line::LineError;
use game::Game;
use std::net::TcpStream;
use std::time::{Duration, Instant};
use yomi_core::engine::Host;
use yomi_core::foreign::{name, sentence};

/// A player.
pub struct Client<'a> {
    state: ClientState<'a>,
    options: &'a Options,
    stage: Stage,
    /// Games that began: no two share a seed.
    begun: u64,
}

/// How far things have come.
enum Stage {
    /// We said who we are.
    Login,
    /// There is no game.
    Waiting,
    /// The server tells a game.
    Proposed(Box<SummaryReader>),
    /// We wait for the opponent to agree too.
    Agreed(Box<Game>),
    /// The clock runs.
    Playing(Box<Game>),
}

/// What comes after a message.
enum Next {
    Listen,
    /// All games are played, or somebody wants us to leave.
    Leave,
    /// The next game needs another login.
    LogInAgain,
}

impl<'a> Client<'a> {
    /// A player that is not connected yet. When `leave` says so it leaves after the game, or at
    /// once if there is none.
    pub fn new(host: &'a dyn Host, options: &'a Options, leave: &'a dyn Fn() -> bool) -> Self {
        Client {
            state: ClientState::new(host, &options.common, leave),
            options,
            stage: Stage::Login,
            begun: 0,
        }
    }

    /// Plays until all games are played or it is time to leave, over as many connections as that
    /// takes; returns how many games came to their end. The pause before a connection is made
    /// again doubles from one to the next, until a game goes on.
    pub fn run(&mut self, connect: Connect, watcher: &mut dyn Watcher) -> Result<u32, ClientError> {
        persist(self, connect, watcher)
    }

    /// Plays over one connection, until all games are played, it is time to leave, or the server
    /// hangs up after a game.
    pub(crate) fn converse(
        &mut self,
        stream: TcpStream,
        watcher: &mut dyn Watcher,
    ) -> Result<After, ClientError> {
        self.stage = Stage::Login;
        let talk = Talk::new(stream).map_err(|source| self.lost(source))?;
        let mut talk = talk.with_keep_alive(self.options.silence());
        let before = self.state.finished;
        let ended = self.exchange(&mut talk, watcher);
        match ended {
            Ok(after) => {
                self.log_out(&mut talk, watcher);
                Ok(after)
            }
            // Servers that play one game for each login hang up when it is over.
            Err(ClientError::Line {
                source: LineError::Closed,
                ..
            }) if self.state.finished > before && matches!(self.stage, Stage::Waiting) => {
                Ok(After::Again)
            }
            Err(error) => {
                self.break_off(&error, watcher);
                Err(error)
            }
        }
    }

    /// Talks until there is nothing more to say over this connection.
    fn exchange(
        &mut self,
        talk: &mut Talk,
        watcher: &mut dyn Watcher,
    ) -> Result<After, ClientError> {
        let login = format!("LOGIN {} ", self.options.common.name);
        self.say(talk, &(login + &self.options.secret()), watcher)?;
        loop {
            let Some(Heard { line, at }) = self.hear(talk, watcher)? else {
                return Ok(After::Leave);
            };
            watcher.heard(&self.state.veil(&line));
            match self.answer(&line, at, talk, watcher)? {
                Next::Listen => {}
                Next::Leave => return Ok(After::Leave),
                Next::LogInAgain => return Ok(After::Again),
            }
        }
    }

    fn answer(
        &mut self,
        line: &str,
        heard: Instant,
        talk: &mut Talk,
        watcher: &mut dyn Watcher,
    ) -> Result<Next, ClientError> {
        if let Stage::Proposed(reader) = &mut self.stage {
            let read = reader.read(line);
            let summary = read.map_err(|error| self.wrong(error, line))?;
            if let Some(summary) = summary {
                self.agree(summary, talk, watcher)?;
            }
            return Ok(Next::Listen);
        }
        let message = ServerMessage::parse(line);
        let message = message.map_err(|error| self.wrong(error, line))?;
        let Some(message) = message else {
            return Ok(Next::Listen);
        };
        match (message, &mut self.stage) {
            (ServerMessage::LoginOk, Stage::Login) => {
                self.state.welcomed = true;
                self.stage = Stage::Waiting;
            }
            (ServerMessage::LoginIncorrect, _) => {
                return Err(ClientError::Refused(sentence(&self.state.veil(line))));
            }
            (ServerMessage::SummaryBegins, Stage::Waiting | Stage::Agreed(_)) => {
                self.put_away();
                self.stage = Stage::Proposed(Box::default());
            }
            (ServerMessage::Start(_), Stage::Agreed(_)) => self.start(heard, watcher),
            (ServerMessage::Reject(what), Stage::Agreed(_)) => {
                watcher.rejected(&sentence(&self.state.veil(&what)));
                self.put_away();
            }
            (ServerMessage::Move { played, time }, Stage::Playing(game)) => {
                let lines = game.play(&played, time, heard)?;
                let ours = played.side == game.we_are();
                self.state.moved += 1;
                watcher.record(&lines);
                if !ours {
                    watcher.opponent_moves(&played.to_string());
                }
            }
            (ServerMessage::Special(_), Stage::Playing(_)) => {}
            (ServerMessage::Reason(reason), Stage::Playing(game)) => game.reason = Some(reason),
            (ServerMessage::Verdict(verdict), Stage::Playing(_)) => {
                self.finish(verdict, watcher);
                if self.state.is_done() {
                    return Ok(Next::Leave);
                }
                // A kind of game that came with the login holds for one game. The server hangs up
                // after it, but a game that somebody else ended it only leaves once it hears from
                // us, or after a minute.
                if self.options.game.is_some() {
                    return Ok(Next::LogInAgain);
                }
            }
            (ServerMessage::Info(text), _) => watcher.info(&sentence(&self.state.veil(&text))),
            (ServerMessage::Move { played, .. }, _) => {
                watcher.passed_over(&format!("a move without a game, '{played}'"));
            }
            (_, _) => {
                let line = name(&self.state.veil(line));
                watcher.passed_over(&format!("the line '{line}'"));
            }
        }
        Ok(Next::Listen)
    }

    /// Leaves in good form, whether or not the server still hears it.
    fn log_out(&self, talk: &mut Talk, watcher: &mut dyn Watcher) {
        /// How long to wait for the server's goodbye.
        const GOODBYE: Duration = Duration::from_secs(2);
        if self.say(talk, "LOGOUT", watcher).is_ok()
            && let Ok(Some(heard)) = talk.hear(GOODBYE, &|| false)
        {
            watcher.heard(&self.state.veil(&heard.line));
        }
    }
}
