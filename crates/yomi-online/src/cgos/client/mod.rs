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

pub use crate::common::{ClientError, Connect, Options, SessionWatcher};
pub use watcher::{Finished, Watcher};

use super::analysis::CAPABILITY;
use super::message::{MessageError, ServerMessage, Setup};
use crate::common::{ClientState, Heard, PersistentClient as _, persist};
use connection::Connection;
use game::Game;
use std::net::TcpStream;
use std::time::{Duration, Instant};
use yomi_core::engine::Host;
use yomi_core::foreign::{name, sentence};

/// A player.
pub struct Client<'a> {
    state: ClientState<'a>,
    game: Option<Game>,
    /// The game that was under way when the last connection was lost.
    interrupted: Option<Game>,
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
            state: ClientState::new(host, options, leave),
            game: None,
            interrupted: None,
        }
    }

    /// Plays until all games are played or it is time to leave, over as many connections as that
    /// takes; returns how many games came to their end. The pause before a connection is made
    /// again doubles from one to the next, until a game goes on.
    pub fn run(&mut self, connect: Connect, watcher: &mut dyn Watcher) -> Result<u32, ClientError> {
        persist(self, connect, watcher)
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
            Ok(()) => drop(self.say(&connection.talk, "quit", watcher)),
            Err(ClientError::Refused(_)) => {}
            Err(_) => self.state.welcomed |= connection.logged_in,
        }
        ended
    }

    fn exchange(
        &mut self,
        connection: &mut Connection,
        watcher: &mut dyn Watcher,
    ) -> Result<(), ClientError> {
        while let Some(Heard { line, at }) = self.hear(connection)? {
            watcher.heard(&self.state.veil(&line));
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
            Some(game) => game
                .opponent_left
                .saturating_add(self.state.options.patience),
            None if connection.logged_in => self.state.options.idle,
            None => self.state.options.patience,
        };
        let began = connection.talk.began;
        let leaves = || {
            let free = self.interrupted.is_none() || began.elapsed() > GRACE;
            self.game.is_none() && free && (self.state.leave)()
        };
        let heard = connection.talk.hear(patience, &leaves);
        heard.map_err(|source| self.lost(source))
    }

    /// What a line says. What is wrong with it is told without the password.
    fn read(&self, line: &str) -> Result<Option<ServerMessage>, ClientError> {
        let read = ServerMessage::parse(line);
        read.map_err(|error| {
            let veiled = ServerMessage::parse(&self.state.veil(line));
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
                self.say(&connection.talk, line.trim_end(), watcher)?;
            }
            ServerMessage::Username => {
                self.say(&connection.talk, &self.state.options.name, watcher)?
            }
            ServerMessage::Password => {
                self.say(
                    &connection.talk,
                    self.state.options.password.reveal(),
                    watcher,
                )?;
                connection.logged_in = true;
            }
            ServerMessage::Accepted => self.state.welcomed |= connection.logged_in,
            ServerMessage::Info(text) => {
                self.state.welcomed |= connection.logged_in;
                watcher.info(&sentence(&self.state.veil(&text)));
            }
            ServerMessage::Setup(setup) => {
                self.state.welcomed = true;
                self.begin(*setup, watcher)?;
            }
            ServerMessage::Play { player, text, left } => match &mut self.game {
                None => watcher.passed_over("a move without a game"),
                Some(game) => {
                    game.play("play", player, &text, left)?;
                    self.state.moved += 1;
                    watcher.opponent_moves(&sentence(&self.state.veil(&text)));
                }
            },
            ServerMessage::Genmove { player, left } => {
                let options = self.state.options;
                let game = self.game.as_mut().ok_or_else(|| {
                    let reason = "expected setup before it, found none".to_owned();
                    order("genmove", reason)
                })?;
                let answer = game.think(player, left, heard, options, connection.analysis)?;
                self.say(&connection.talk, &answer.line, watcher)?;
                self.state.moved += 1;
                if let Some(game) = &mut self.game {
                    game.follow()?;
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
                        self.state.finished += 1;
                        watcher.finished(&game.finish(&date, result, &remark));
                        self.state.spare = Some(game.give_back());
                    }
                }
                if self.state.is_done() {
                    return Ok(Next::Leave);
                }
                self.say(&connection.talk, "ready", watcher)?;
            }
            ServerMessage::Refusal(text) => {
                return Err(ClientError::Refused(sentence(&self.state.veil(&text))));
            }
            ServerMessage::Unknown(command) => {
                let command = name(&self.state.veil(&command));
                watcher.passed_over(&format!("the command '{command}'"));
            }
        }
        Ok(Next::Listen)
    }

    fn begin(&mut self, setup: Setup, watcher: &mut dyn Watcher) -> Result<(), ClientError> {
        let we_are = setup.side_of(&self.state.options.name).ok_or_else(|| {
            let players = setup.players.each_ref();
            let [black, white] = players.map(|player| name(&self.state.veil(&player.name)));
            let us = name(&self.state.veil(&self.state.options.name));
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
            self.state.spare = Some(old.give_back());
        }
        let spec = setup.spec();
        // The server counts every stone: nobody agrees about dead ones.
        let rules = spec.clone().with("agreement", "false");
        let session = self.state.session(&spec, &rules)?;
        // Some servers number no games, and no two games share a seed.
        let seed = self.state.options.seed.child("cgos").index(setup.game);
        let seed = seed.index(u64::from(self.state.finished));
        let mut game = Game::new(setup, we_are, session, seed, &self.state.options.password)?;
        game.remember(same.unwrap_or_default());
        watcher.begins(&game.setup, we_are);
        self.game = Some(game);
        Ok(())
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
