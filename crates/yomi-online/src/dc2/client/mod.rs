//! A player on a server.
//!
//! A [`Client`] answers a server's messages, whatever they come through: the connection of a socket
//! or standard input and output. Its engines come from a [`HostedGame`]; what happens is told to a
//! listener as [`Event`]s. However a conversation ends, it ends: with the number of games that were
//! played, or with a [`ClientError`] that says what was wrong and when; and every game, finished or
//! not, is told as a log.

mod error;
mod game;
mod player;

pub use error::{ClientError, Stage};

use super::frames::{Ending, Frame};
use game::Game;
use player::EnginePlayer;
use std::io::{self, Write};
use std::time::Instant;
use yomi_core::engine::HostedGame;
use yomi_core::foreign::quoted;
use yomi_core::params::Spec;
use yomi_core::{Player, Seed, Stop};
use yomi_records::dc2::from_client::{ClientMessage, Concession, Login};
use yomi_records::dc2::from_server::{ServerMessage, Verdict};
use yomi_records::dc2::log::Log;

/// Something that happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Event<'a> {
    /// A game is over.
    GameOver {
        /// How it went for us.
        verdict: Verdict,
        /// Which side we were; unknown if we never threw.
        we_were: Option<Player>,
        /// All of it.
        log: &'a Log,
    },
    /// A game was broken off.
    BrokenOff {
        /// What there is of it.
        log: &'a Log,
    },
    /// The server said something that is not known to us, and was passed over.
    Unknown {
        /// The command.
        command: &'a str,
    },
}

/// Whom to tell.
pub type Listener<'a> = &'a mut dyn FnMut(Event);

/// A player.
pub struct Client<'a> {
    player: EnginePlayer<'a>,
    login: Login,
    stop: Stop,
    stage: Stage,
    logged_in: bool,
    game: Option<Game>,
    /// Games that were begun.
    begun: u32,
    /// Games that were finished.
    finished: u32,
    messages: u64,
    /// How the last message ended, and so how the next answer ends.
    ending: Ending,
    /// When the last message came.
    heard: Instant,
    /// What the server said before GAMEOVER about why.
    reason: &'static str,
}

/// What comes after a message.
enum Next {
    /// The next message.
    Listen,
    /// Nothing: the server is about to leave.
    Leave,
}

impl Client<'_> {
    /// A player that has yet to be greeted. Raising `stop` ends a search with its answer, and then
    /// the conversation.
    ///
    /// The game is `curling` in the world `dc2`. An engine is made ready for as many ends as it says
    /// before the server tells how many there are.
    pub fn new(
        game: HostedGame<'_>,
        engine: Spec,
        login: Login,
        seed: Seed,
        stop: Stop,
    ) -> Client<'_> {
        Client {
            player: EnginePlayer::new(game, engine, seed, stop.clone()),
            login,
            stop,
            stage: Stage::default(),
            logged_in: false,
            game: None,
            begun: 0,
            finished: 0,
            messages: 0,
            ending: Ending::Nul,
            heard: Instant::now(),
            reason: NORMAL,
        }
    }

    /// Answers message after message until the server leaves or somebody raises the stop; returns
    /// the number of games that were finished. That the server leaves after a game is no error; that
    /// nothing comes for too long is for the frames to say, by an error of that kind.
    pub fn run(
        &mut self,
        frames: impl IntoIterator<Item = io::Result<Frame>>,
        out: &mut dyn Write,
        listener: Listener,
    ) -> Result<u32, ClientError> {
        let result = self.converse(frames, out, listener);
        self.break_off(listener);
        if self.logged_in {
            // Whoever does not want to hear it any more need not.
            let _ = self.send(out, &ClientMessage::Logout);
        }
        result.map(|()| self.finished)
    }

    fn converse(
        &mut self,
        frames: impl IntoIterator<Item = io::Result<Frame>>,
        out: &mut dyn Write,
        listener: Listener,
    ) -> Result<(), ClientError> {
        for frame in frames {
            let frame = frame.map_err(|error| self.left(Some(&error)))?;
            self.messages += 1;
            let number = self.messages;
            let text = match frame {
                Frame::Message { text, ending, at } => {
                    self.ending = ending;
                    self.heard = at;
                    text
                }
                Frame::TooLong => return Err(ClientError::TooLong { number }),
                Frame::Cut(text) => {
                    return Err(ClientError::Cut {
                        number,
                        found: quoted(&text),
                        stage: self.stage(),
                    });
                }
            };
            let message = ServerMessage::parse(&text)
                .map_err(|reason| ClientError::Message { number, reason })?;
            if let Next::Leave = self.answer(message, out, listener)? {
                return match self.stage() {
                    Stage::Playing { .. } => Err(self.left(None)),
                    _ => Ok(()),
                };
            }
            if self.stop.is_raised() {
                return Ok(());
            }
        }
        match self.stage() {
            _ if self.stop.is_raised() => Ok(()),
            Stage::GameOver => Ok(()),
            _ => Err(self.left(None)),
        }
    }

    fn answer(
        &mut self,
        message: ServerMessage,
        out: &mut dyn Write,
        listener: Listener,
    ) -> Result<Next, ClientError> {
        match message {
            ServerMessage::Connected => {
                self.stage = Stage::LoggedIn;
                self.logged_in = true;
                self.send(out, &ClientMessage::Login(self.login.clone()))?;
            }
            ServerMessage::Login { accepted: true } => {}
            ServerMessage::Login { accepted: false } => {
                return Err(ClientError::Refused(self.login.id().to_owned()));
            }
            ServerMessage::IsReady => {
                self.break_off(listener);
                // This is the time to get ready: the clock does not run.
                self.player.get_ready(self.begun + 1)?;
                self.stage = Stage::Ready;
                self.send(out, &ClientMessage::ReadyOk)?;
            }
            ServerMessage::NewGame { names } => {
                self.break_off(listener);
                self.begun += 1;
                self.reason = NORMAL;
                self.game = Some(Game::new(names));
            }
            ServerMessage::GameInfo {
                mixed_doubles: true,
                ..
            }
            | ServerMessage::PutStone => {
                return Err(self.order("expected the game of sixteen stones, found mixed doubles"));
            }
            ServerMessage::GameInfo { .. } | ServerMessage::RandomSize(_) => {}
            ServerMessage::Position(stones) => self.game()?.set_stones(*stones),
            ServerMessage::SetState(state) => {
                let set = self.game()?.set_state(state);
                set.map_err(|reason| self.order(&reason))?;
                self.player
                    .get_ready_for(u32::from(state.ends), self.begun)?;
            }
            ServerMessage::Go { times } => self.go(times, out)?,
            ServerMessage::RunShot(shot) => self.game()?.carried_out(shot),
            ServerMessage::Score(points) => self.game()?.scored(points),
            ServerMessage::TotalScore(total) => self.game()?.set_total(total),
            ServerMessage::Concede(_) => self.reason = "CONCEDE",
            ServerMessage::TimeOut(_) => self.reason = "TIMEOUT",
            ServerMessage::GameOver(verdict) => {
                let reason = self.reason;
                self.game()?.conclude(verdict, reason);
                if let Some(game) = self.game.take() {
                    self.finished += 1;
                    listener(Event::GameOver {
                        verdict,
                        we_were: game.we_are(),
                        log: game.log(),
                    });
                }
                self.stage = Stage::GameOver;
            }
            ServerMessage::Disconnect => return Ok(Next::Leave),
            ServerMessage::Unknown(command) => listener(Event::Unknown { command: &command }),
        }
        Ok(Next::Listen)
    }

    /// GO: lets the engine think, and answers.
    fn go(&mut self, times: [i64; 2], out: &mut dyn Write) -> Result<(), ClientError> {
        let situation = self.game()?.sound_situation();
        let situation = situation.map_err(|reason| self.order(&reason))?;
        let asked = self
            .player
            .think(&situation, times, self.heard, self.begun)?;
        let answer = match asked {
            Some(shot) => ClientMessage::BestShot(shot),
            None if self.logged_in => ClientMessage::Concede(Concession::Concede),
            None => ClientMessage::Concede(Concession::Conceed),
        };
        self.send(out, &answer)?;
        self.player.thrown(self.heard);
        self.game()?.answered(times, asked);
        Ok(())
    }

    /// The game under way.
    fn game(&mut self) -> Result<&mut Game, ClientError> {
        let missing = self.order("expected NEWGAME before it, found none");
        self.game.as_mut().ok_or(missing)
    }

    fn break_off(&mut self, listener: Listener) {
        if let Some(game) = self.game.take() {
            listener(Event::BrokenOff { log: game.log() });
        }
    }

    fn stage(&self) -> Stage {
        self.game.as_ref().map_or(self.stage, Game::stage)
    }

    fn order(&self, reason: &str) -> ClientError {
        ClientError::Order {
            number: self.messages,
            reason: reason.to_owned(),
        }
    }

    fn left(&self, error: Option<&io::Error>) -> ClientError {
        let stage = self.stage();
        match error {
            Some(error) if error.kind() == io::ErrorKind::TimedOut => ClientError::Silent {
                stage,
                reason: error.to_string(),
            },
            _ => ClientError::Left {
                stage,
                reason: error.map_or_else(String::new, |error| format!(": {error}")),
            },
        }
    }

    fn send(&self, out: &mut dyn Write, message: &ClientMessage) -> Result<(), ClientError> {
        let mut bytes = message.to_string().into_bytes();
        bytes.push(self.ending.byte());
        // In one piece: servers take what one read gives them for one message.
        out.write_all(&bytes)
            .and_then(|()| out.flush())
            .map_err(|error| self.left(Some(&error)))
    }
}

/// How a game ends as a rule.
const NORMAL: &str = "NORMAL";
