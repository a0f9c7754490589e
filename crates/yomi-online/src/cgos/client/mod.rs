//! Playing on a server.
//!
//! A [`Client`] plays game after game: [`Client::converse`] over one connection, [`Client::run`]
//! over as many as it takes, with pauses between them that grow. Games and engines come from a
//! [`Host`]; what happens is told to a [`Watcher`].
//!
//! **Who is believed.** The position is the server's: a connection that is lost in the middle of
//! a game is made again, and the game goes on with the moves that the server then tells. What is
//! said out of turn, an illegal move of the opponent for instance, is treated the same way, since
//! the server may tell it better the next time; but if it does not, the client gives up with the
//! error.
//!
//! **Time** left is what the server says less what has gone by since it said so, less
//! [`Options::margin`] for the way to the server.

mod connection;
mod game;
mod watcher;

pub use crate::common::{ClientError, Connect, Options, Seat};
pub use watcher::{Finished, Watcher};

use super::analysis::CAPABILITY;
use super::message::{MessageError, ServerMessage, Setup};
use crate::common::Heard;
use connection::Connection;
use game::Game;
use std::net::TcpStream;
use std::time::{Duration, Instant};
use yomi_core::engine::Host;
use yomi_core::foreign::{name, sentence};
use yomi_core::params::Spec;

/// A player.
pub struct Client<'a> {
    host: &'a dyn Host,
    options: &'a Options,
    /// Whether somebody wants us to leave after the game.
    leave: &'a dyn Fn() -> bool,
    game: Option<Game>,
    /// The game that was under way when the last connection was lost.
    interrupted: Option<Game>,
    /// What the last game was played with.
    spare: Option<(Spec, Seat)>,
    finished: u32,
    /// Moves that came or went: what shows that a connection is good for something.
    moved: u64,
    /// Whether the server ever took our password without a word against it.
    welcomed: bool,
}

/// What comes after a message.
enum Next {
    Listen,
    Leave,
}

impl<'a> Client<'a> {
    /// A player that is not connected yet. When `leave` says so it leaves after the game, or at
    /// once if there is none.
    pub fn new(host: &'a dyn Host, options: &'a Options, leave: &'a dyn Fn() -> bool) -> Self {
        Client {
            host,
            options,
            leave,
            game: None,
            interrupted: None,
            spare: None,
            finished: 0,
            moved: 0,
            welcomed: false,
        }
    }

    /// How many games came to their end.
    pub fn finished(&self) -> u32 {
        self.finished
    }

    /// Plays over one connection until all games are played or it is time to leave.
    pub fn converse(
        &mut self,
        stream: TcpStream,
        watcher: &mut dyn Watcher,
    ) -> Result<(), ClientError> {
        self.interrupted = self.game.take().or(self.interrupted.take());
        let mut connection = Connection::new(stream).map_err(|source| self.lost(source))?;
        let ended = self.exchange(&mut connection, watcher);
        match &ended {
            // We leave whether or not the server hears it.
            Ok(()) => drop(self.say(&connection, "quit", watcher)),
            Err(ClientError::Refused(_)) => {}
            Err(_) => self.welcomed |= connection.logged_in,
        }
        ended
    }

    fn exchange(
        &mut self,
        connection: &mut Connection,
        watcher: &mut dyn Watcher,
    ) -> Result<(), ClientError> {
        while let Some(Heard { line, at }) = self.hear(connection)? {
            watcher.heard(&self.veil(&line));
            let Some(message) = self.read(&line)? else {
                continue;
            };
            match self.answer(message, at, connection, watcher)? {
                Next::Listen => {}
                Next::Leave => break,
            }
        }
        Ok(())
    }

    /// The next line; `None` if it is time to leave.
    fn hear(&self, connection: &mut Connection) -> Result<Option<Heard>, ClientError> {
        /// How long the server may take to set up a game that was interrupted.
        const GRACE: Duration = Duration::from_secs(10);
        let patience = match &self.game {
            Some(game) => game.opponent_left.saturating_add(self.options.patience),
            None if connection.logged_in => self.options.idle,
            None => self.options.patience,
        };
        let began = connection.talk.began;
        let leaves = || {
            let free = self.interrupted.is_none() || began.elapsed() > GRACE;
            self.game.is_none() && free && (self.leave)()
        };
        let heard = connection.talk.hear(patience, &leaves);
        heard.map_err(|source| self.lost(source))
    }

    /// What a line says. What is wrong with it is told without the password.
    fn read(&self, line: &str) -> Result<Option<ServerMessage>, ClientError> {
        let read = ServerMessage::parse(line);
        read.map_err(|error| {
            let veiled = ServerMessage::parse(&self.veil(line));
            ClientError::from(veiled.err().unwrap_or(MessageError {
                command: error.command,
                reason: "a word that is not shown here is wrong".to_owned(),
            }))
        })
    }

    fn answer(
        &mut self,
        message: ServerMessage,
        heard: Instant,
        connection: &mut Connection,
        watcher: &mut dyn Watcher,
    ) -> Result<Next, ClientError> {
        match message {
            ServerMessage::Protocol { analysis } => {
                connection.analysis = analysis;
                let version = env!("CARGO_PKG_VERSION");
                let capability = if analysis { CAPABILITY } else { "" };
                let line = format!("e1 yomi {version} {capability}");
                self.say(connection, line.trim_end(), watcher)?;
            }
            ServerMessage::Username => self.say(connection, &self.options.name, watcher)?,
            ServerMessage::Password => {
                self.say(connection, self.options.password.reveal(), watcher)?;
                connection.logged_in = true;
            }
            ServerMessage::Accepted => self.welcomed |= connection.logged_in,
            ServerMessage::Info(text) => {
                self.welcomed |= connection.logged_in;
                watcher.info(&sentence(&self.veil(&text)));
            }
            ServerMessage::Setup(setup) => {
                self.welcomed = true;
                self.begin(*setup, watcher)?;
            }
            ServerMessage::Play { player, text, left } => match &mut self.game {
                None => watcher.passed_over("a move without a game"),
                Some(game) => {
                    game.play("play", player, &text, left)?;
                    self.moved += 1;
                    watcher.opponent_moves(&sentence(&self.veil(&text)));
                }
            },
            ServerMessage::Genmove { player, left } => {
                let options = self.options;
                let game = self.game.as_mut().ok_or_else(|| {
                    let reason = "expected setup before it, found none".to_owned();
                    order("genmove", reason)
                })?;
                let answer = game.think(player, left, heard, options, connection.analysis)?;
                self.say(connection, &answer.line, watcher)?;
                self.moved += 1;
                if let Some(game) = &mut self.game {
                    game.follow(&answer)?;
                }
                watcher.moves(&answer.text, answer.report.as_ref());
            }
            ServerMessage::GameOver {
                date,
                result,
                remark,
            } => {
                match self.game.take() {
                    None => watcher.passed_over("the end of a game that had not begun"),
                    Some(game) => {
                        self.finished += 1;
                        watcher.finished(&game.finish(&date, result, &remark));
                        self.spare = Some(game.give_back());
                    }
                }
                if self.is_done() || (self.leave)() {
                    return Ok(Next::Leave);
                }
                self.say(connection, "ready", watcher)?;
            }
            ServerMessage::Refusal(text) => {
                return Err(ClientError::Refused(sentence(&self.veil(&text))));
            }
            ServerMessage::Unknown(command) => {
                let command = name(&self.veil(&command));
                watcher.passed_over(&format!("the command '{command}'"));
            }
        }
        Ok(Next::Listen)
    }

    fn begin(&mut self, setup: Setup, watcher: &mut dyn Watcher) -> Result<(), ClientError> {
        let we_are = setup.side_of(&self.options.name).ok_or_else(|| {
            let players = setup.players.each_ref();
            let [black, white] = players.map(|player| name(&self.veil(&player.name)));
            let us = name(&self.veil(&self.options.name));
            let reason = format!("{white} against {black}: expected '{us}' to be one of them");
            order("setup", reason)
        })?;
        let old = self.game.take().or(self.interrupted.take());
        let mut same = None;
        if let Some(old) = old {
            if old.setup.game == setup.game {
                same = Some(old.moves().to_vec());
            } else {
                watcher.missed(old.setup.game);
            }
            self.spare = Some(old.give_back());
        }
        let spec = setup.spec();
        let seat = match self.spare.take() {
            Some((known, seat)) if known == spec => seat,
            _ => {
                // The server counts every stone: nobody agrees about dead ones.
                let rules = spec.with("agreement", "false");
                let seat = Seat::new(self.host, &rules, &self.options.engine);
                seat.map_err(|fault| ClientError::Setup(self.veil(&fault)))?
            }
        };
        // Some servers number no games, and no two games share a seed.
        let seed = self.options.seed.child("cgos").index(setup.game);
        let seed = seed.index(u64::from(self.finished));
        let mut game = Game::new(setup, we_are, seat, seed, &self.options.password)?;
        game.remember(same.unwrap_or_default());
        watcher.begins(&game.setup, we_are);
        self.game = Some(game);
        Ok(())
    }

    /// Whether all games are played.
    fn is_done(&self) -> bool {
        self.options
            .games
            .is_some_and(|games| self.finished >= games)
    }

    fn say(
        &self,
        connection: &Connection,
        line: &str,
        watcher: &mut dyn Watcher,
    ) -> Result<(), ClientError> {
        watcher.said(&self.veil(line));
        let said = connection.talk.send(line);
        said.map_err(|source| self.unheard(source))
    }
}

/// The server said something at the wrong time.
fn order(command: &str, reason: String) -> ClientError {
    ClientError::Wrong {
        place: format!("command {command}"),
        reason,
    }
}

impl From<MessageError> for ClientError {
    fn from(error: MessageError) -> ClientError {
        order(error.command, error.reason)
    }
}
