//! One of our engines as a program for others.
//!
//! A [`Server`] answers the commands of a controller (a match runner, a board on a screen) about
//! one game. It is written once for all games: what differs is in [`GtpGame`], and engines come
//! from a [`Host`]. The dialect is that of Pentobi's engine; `docs/gtp.md` describes every command.
//!
//! Whatever comes in, every command gets exactly one reply, and a command that fails has changed
//! nothing.
//!
//! | module | what it holds |
//! |---|---|
//! | `dialect` | names, colours and records of a game |
//! | `host` | where referees and engines come from |
//! | `session` | the game under way |
//! | `time` | the clocks |
//! | `table` | every command with its arguments |
//! | `commands` | what the commands do |

mod commands;
mod dialect;
mod host;
mod session;
mod table;
mod time;

pub use dialect::GtpGame;
pub use host::{Host, Offer};

use super::codec::{Line, Request, reply};
use session::Session;
use std::io::{self, Write};
use table::Command;
use time::Clocks;
use yomi_core::engine::TextReport;
use yomi_core::params::Spec;
use yomi_core::{Player, Seed, Stop};

/// What a command answers: a text, or what went wrong.
type Answer = Result<String, String>;

/// Answers a controller's commands.
pub struct Server {
    game: GtpGame,
    host: Box<dyn Host>,
    /// How the engine was asked for.
    spec: Spec,
    session: Session,
    clocks: Clocks,
    /// What the last search found, as long as nothing else has happened on the board.
    report: Option<TextReport>,
    stop: Stop,
    quit: bool,
}

impl Server {
    /// A server at the start of a game. Raising `stop` ends a search, and then the server.
    pub fn new(
        game: GtpGame,
        host: Box<dyn Host>,
        spec: Spec,
        seed: Seed,
        stop: Stop,
    ) -> Result<Server, String> {
        let engine = host.engine(&spec)?;
        let session = Session::new(host.referee(), engine, seed);
        Ok(Server {
            game,
            host,
            spec,
            session,
            clocks: Clocks::default(),
            report: None,
            stop,
            quit: false,
        })
    }

    /// Answers line after line until `quit`, the end of the lines, or the stop.
    pub fn serve(
        &mut self,
        lines: impl IntoIterator<Item = io::Result<Line>>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for line in lines {
            let answer = match line? {
                Line::Text(text) => self.answer(&text),
                Line::TooLong => {
                    let error = "syntax error: the line is too long".to_owned();
                    Some(reply(None, &Err(error)))
                }
            };
            if let Some(answer) = answer {
                out.write_all(answer.as_bytes())?;
                out.flush()?;
            }
            if self.has_quit() {
                break;
            }
        }
        Ok(())
    }

    /// The reply to one line; `None` if the line holds no command.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let request = Request::parse(line)?;
        let answer = match Command::find(&request.name, &self.game) {
            None => Err(format!("unknown command ({})", request.name)),
            Some(command) if !command.takes(request.arguments.len()) => {
                Err(format!("syntax error: expected {}", command.usage()))
            }
            Some(command) => (command.run)(self, &request.arguments),
        };
        Some(reply(request.id.as_deref(), &answer))
    }

    /// Whether the controller has said `quit`, or somebody raised the stop.
    pub fn has_quit(&self) -> bool {
        self.quit || self.stop.is_raised()
    }

    /// The player that a colour stands for.
    fn player(&self, colour: &str) -> Result<Player, String> {
        self.game.player(colour).ok_or_else(|| {
            let known: Vec<&str> = self.game.colours.iter().flatten().copied().collect();
            let known = known.join(", ");
            format!("syntax error: '{colour}' is no colour: expected one of {known}")
        })
    }

    /// An error unless this player is on turn.
    fn check_turn(&self, player: Player) -> Result<(), String> {
        let referee = self.session.referee();
        match referee.outcome() {
            Some(outcome) => Err(format!("the game is over: {outcome}")),
            None if referee.to_move() != player => {
                let colour = self.game.colour(referee.to_move());
                Err(format!("it is the turn of {colour}"))
            }
            None => Ok(()),
        }
    }
}
