//! One of our engines as a program for boards of others.
//!
//! A [`Server`] answers a board (ShogiHome, ShogiGUI, Shogidokoro, a match runner) about one game.
//! Engines come from a [`HostedGame`]; `docs/usi.md` describes every command and option.
//!
//! Boards speak whenever they like, so the server never waits for the engine: it thinks on a
//! thread of its own, and the server hears of lines and of what was found through one [`Inbox`].
//! These hold whatever comes in:
//!
//! - Every `go` is answered by exactly one `bestmove` (`checkmate`, if it was about a mate), and
//!   answers come in the order of the questions: another `go` stops the one before.
//! - `go infinite` and `go ponder` are not answered before `stop` (or `ponderhit`, or the end).
//! - A line that makes no sense is answered by an `info string` and changes nothing.
//!
//! | module | what it holds |
//! |---|---|
//! | `inbox` | what the server hears of |
//! | `game` | the position, and the way to it |
//! | `search` | the question under way, and the search that answers it on a thread of its own |
//! | `begin`, `answer` | the question under way, from `go` to its answer |
//! | `time` | how long a move may take |
//! | `tell` | what was found, in the board's words |
//! | `options`, `row`, `standard` | what can be set, and what boards call it |

mod answer;
mod begin;
mod game;
mod inbox;
mod options;
mod row;
mod search;
mod standard;
mod tell;
mod time;

pub use inbox::{Feeder, Inbox};

use super::codec::{Command, remark};
use crate::lines::Line;
use game::{Game, standing};
use inbox::Event;
use options::Options;
use search::Thinking;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use yomi_core::Seed;
use yomi_core::engine::{Follower, History, HostedGame, Resignation};
use yomi_core::params::Spec;

/// The name of the engine that looks for mates.
const SOLVER: &str = "mate";

/// Answers a board.
pub struct Server<'h> {
    host: HostedGame<'h>,
    options: Options,
    /// What the engine was made from.
    built: Spec,
    /// The settings of the rules that the host has.
    rules: Vec<(String, String)>,
    game: Game,
    /// The engine, unless it is thinking or lost.
    engine: Option<Follower>,
    /// The engine that looks for mates, once it was asked for.
    solver: Option<Follower>,
    thinking: Option<Thinking>,
    seed: Seed,
    games: u64,
    /// Whether nobody has thought about this game yet.
    is_fresh: bool,
    /// Whether the board has said that the game is over.
    is_over: bool,
}

/// The two ends of the talk with the board.
struct Connection<'a> {
    inbox: Inbox,
    out: &'a mut dyn Write,
}

impl Connection<'_> {
    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    fn remark(&mut self, text: &str) -> io::Result<()> {
        self.say(&remark(text))
    }
}

impl<'h> Server<'h> {
    /// A server at the start of a game, or why the engine cannot be made.
    pub fn new(
        host: HostedGame<'h>,
        engine: Spec,
        seed: Seed,
        resignation: Option<Resignation>,
    ) -> Result<Server<'h>, String> {
        let follower = Follower::new(host.engine(&engine)?).within_games();
        let options = Options::new(&host, engine, resignation);
        Ok(Server {
            built: options.engine.clone(),
            rules: options.rules.clone(),
            options,
            game: Game::new(host.referee(), History::numbered(seed, 0)),
            engine: Some(follower),
            solver: None,
            thinking: None,
            seed,
            games: 0,
            is_fresh: true,
            is_over: false,
            host,
        })
    }

    /// Answers what comes in until `quit` or the end of the lines.
    pub fn serve(&mut self, inbox: Inbox, out: &mut dyn Write) -> io::Result<()> {
        let mut connection = Connection { inbox, out };
        let served = self
            .attend(&mut connection)
            .and_then(|()| self.finish(&mut connection));
        // Where nobody listens any more, nobody shall go on thinking.
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.raise();
        }
        served
    }

    fn attend(&mut self, connection: &mut Connection<'_>) -> io::Result<()> {
        loop {
            let alarm = self.thinking.as_ref().and_then(Thinking::alarm);
            match connection.inbox.next(alarm) {
                None => self.ring(),
                Some(Event::Told(report)) => self.tell(report, connection)?,
                Some(Event::Done(found)) => self.done(*found, connection)?,
                Some(Event::End) => return Ok(()),
                Some(Event::Line(line)) => match line? {
                    Line::TooLong => connection.remark("the line is too long")?,
                    Line::Text(text) => match Command::parse(&text) {
                        Ok(None) => {}
                        Ok(Some(Command::Quit)) => return Ok(()),
                        Ok(Some(command)) => self.respond(command, connection)?,
                        Err(error) => connection.remark(&error)?,
                    },
                },
            }
        }
    }

    fn respond(&mut self, command: Command, connection: &mut Connection<'_>) -> io::Result<()> {
        match command {
            Command::Usi => self.introduce(connection),
            Command::IsReady => {
                // Whoever thinks is ready; what was set counts from the next move on.
                if self.thinking.is_none() {
                    self.make_ready(connection)?;
                    if self.is_over || self.is_fresh {
                        self.prepare_game();
                    }
                }
                connection.say("readyok")
            }
            Command::SetOption { name, value } => match self.options.set(&name, value.as_deref()) {
                Ok(()) => Ok(()),
                Err(error) => connection.remark(&error),
            },
            Command::NewGame => {
                self.finish(connection)?;
                self.make_ready(connection)?;
                self.prepare_game();
                self.game = Game::new(self.host.referee(), self.game_start());
                Ok(())
            }
            Command::Position(place) => {
                let Err(error) = self.game.go_to(&place) else {
                    if let Some(thinking) = &mut self.thinking {
                        thinking.is_here = false;
                    }
                    return Ok(());
                };
                connection.remark(&error)?;
                let kept = standing(self.game.place());
                connection.remark(&format!("the position is still {kept}"))
            }
            Command::Go(go) => {
                self.finish(connection)?;
                for fault in &go.faults {
                    connection.remark(fault)?;
                }
                self.make_ready(connection)?;
                self.begin(*go, connection)?;
                self.conclude(connection)
            }
            Command::PonderHit(times) => self.ponder_hit(&times, connection),
            Command::GameOver => {
                self.is_over = true;
                self.stop(connection)
            }
            Command::Stop => self.stop(connection),
            // The end of the talk, which is seen to where it is held.
            Command::Quit => Ok(()),
        }
    }

    fn introduce(&mut self, connection: &mut Connection<'_>) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        connection.say(&format!("id name Yomi {version} {}", self.built))?;
        connection.say("id author the Yomi project")?;
        for declaration in self.options.declarations() {
            connection.say(&declaration.to_string())?;
        }
        connection.say("usiok")
    }

    fn game_start(&self) -> History {
        History::numbered(self.seed, self.games)
    }

    /// Makes what was set count. What cannot be is said, and everything stays as it was.
    fn make_ready(&mut self, connection: &mut Connection<'_>) -> io::Result<()> {
        if self.options.rules != self.rules {
            match self.change_rules() {
                Ok(()) => self.rules.clone_from(&self.options.rules),
                Err(error) => {
                    self.options.rules.clone_from(&self.rules);
                    connection.remark(&error)?;
                    connection.remark("the rules are still those from before")?;
                }
            }
        }
        let effective = |engine: &Spec| engine.without_idle(&self.options.table, None);
        let wanted = effective(&self.options.engine);
        if self.engine.is_some() && wanted == effective(&self.built) {
            return Ok(());
        }
        // Two engines at a time may be more than the machine can hold.
        self.engine = None;
        match self.host.engine(&wanted) {
            Ok(engine) => {
                self.engine = Some(Follower::new(engine).within_games());
                self.built = wanted;
            }
            Err(error) => {
                self.options.engine.clone_from(&self.built);
                connection.remark(&error)?;
                let kept = &self.built;
                connection.remark(&format!("the engine is still {kept}"))?;
                self.engine = self
                    .host
                    .engine(&self.built)
                    .ok()
                    .map(|engine| Follower::new(engine).within_games());
            }
        }
        Ok(())
    }

    /// Makes the engine ready for the game to come, which no clock waits for yet: another one, if
    /// there was one already.
    fn prepare_game(&mut self) {
        if !self.is_fresh {
            self.games += 1;
            self.is_fresh = true;
            self.game.session_mut().forget_values();
        }
        self.is_over = false;
        let start = self.game_start();
        // One that breaks down here is made anew when it is needed.
        let engine = self.engine.take();
        let prepared = catch_unwind(AssertUnwindSafe(|| {
            engine.map(|mut engine| {
                engine.prepare(&start);
                engine
            })
        }));
        self.engine = prepared.unwrap_or_default();
    }

    /// Plays by the rules that are wanted, from where the game stands.
    fn change_rules(&mut self) -> Result<(), String> {
        let host = self.host.with_settings(&self.options.rules)?;
        let start = self.game.session().history().start();
        // Walked by the new rules first, which names the move that they forbid.
        let walked = Game::at(self.game.place(), start, host.referee())?;
        let history = walked.session().history().clone();
        let replaced = self.game.session_mut().replace(host.referee(), history);
        replaced.map_err(|error| format!("position: {error}"))?;
        self.host = host;
        self.engine = None;
        self.solver = None;
        Ok(())
    }
}
