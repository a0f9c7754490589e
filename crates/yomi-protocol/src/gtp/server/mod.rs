//! One of our engines as a program for others.
//!
//! A [`Server`] answers the commands of a controller (a match runner, a board on a screen) about
//! one game. It is written once for all games: what differs is in [`GtpGame`], and engines come
//! from a [`HostedGame`]. The dialect is that of Pentobi's engine for Blokus; for Go it is what GNU Go,
//! GoGui, Leela Zero and KataGo made of the standard. `docs/gtp.md` describes every command.
//!
//! Whatever comes in, every command gets exactly one reply, and a command that fails has changed
//! nothing. Streams of analysis are such replies too: they end when anything comes in, which then
//! gets its own reply.
//!
//! | module | what it holds |
//! |---|---|
//! | `dialect` | names, colours and records of a game |
//! | `inbox` | where lines come from, and how they interrupt |
//! | `wire` | what a command says and hears while it runs |
//! | `time` | the clocks |
//! | `analysis_request`, `analysis` | what is asked of a stream of analysis, and how its lines are written |
//! | `handicap` | where handicap stones stand |
//! | `table` | every command with its arguments |
//! | `commands` | what the commands do |

mod analysis;
mod analysis_request;
mod commands;
mod dialect;
mod handicap;
mod inbox;
mod table;
mod time;
mod wire;

pub use dialect::{GtpGame, StoneGame};
pub use inbox::{Alarm, Feeder, Inbox, LineSource};

use super::codec::{Line, Lines, Request, reply};
use std::io::{self, Write};
use table::{Command, Run};
use time::Clocks;
use wire::Wire;
use yomi_core::engine::{History, HostedGame, Resignation, Session, TextReport};
use yomi_core::params::Spec;
use yomi_core::{Player, Seed};
use yomi_records::sgf::Stones;

/// What a command answers: a text, or what went wrong.
type Answer = Result<String, String>;

/// Answers a controller's commands.
pub struct Server<'h> {
    game: GtpGame,
    host: HostedGame<'h>,
    /// How the engine was asked for.
    spec: Spec,
    session: Session,
    /// What everything random derives from.
    seed: Seed,
    /// How many games there were before this one.
    games: u64,
    clocks: Clocks,
    /// What the last search found, as long as nothing else has happened on the board.
    report: Option<TextReport>,
    /// Who gave up, as long as nothing else has happened on the board.
    resigned: Option<Player>,
    quit: bool,
}

impl<'h> Server<'h> {
    /// A server at the start of a game.
    pub fn new(
        game: GtpGame,
        host: HostedGame<'h>,
        spec: Spec,
        seed: Seed,
    ) -> Result<Server<'h>, String> {
        let engine = host.engine(&spec)?;
        let session = Session::new(host.referee(), engine, History::numbered(seed, 0));
        Ok(Server {
            game,
            host,
            spec,
            session,
            seed,
            games: 0,
            clocks: Clocks::default(),
            report: None,
            resigned: None,
            quit: false,
        })
    }

    /// Lets the engine give up by this rule.
    #[must_use]
    pub fn with_resignation(mut self, rule: Option<Resignation>) -> Server<'h> {
        self.session.set_resignation(rule);
        self
    }

    /// Answers line after line until `quit` or the end of the lines.
    pub fn serve(&mut self, mut source: impl LineSource, out: &mut dyn Write) -> io::Result<()> {
        while !self.quit
            && let Some(line) = source.next_line()
        {
            match line? {
                Line::Text(text) => self.respond(&text, &mut source, out)?,
                Line::TooLong => {
                    let error = "syntax error: the line is too long".to_owned();
                    out.write_all(reply(None, &Err(error)).as_bytes())?;
                    out.flush()?;
                }
            }
        }
        Ok(())
    }

    /// The reply to one line after which nothing comes; `None` if the line holds no command.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let mut out = Vec::new();
        let mut silence = Lines::new(io::empty());
        // Memory takes everything that is written to it.
        self.respond(line, &mut silence, &mut out).ok()?;
        let text = String::from_utf8(out).ok()?;
        (!text.is_empty()).then_some(text)
    }

    /// Replies to one line.
    fn respond(
        &mut self,
        line: &str,
        source: &mut dyn LineSource,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(request) = Request::parse(line) else {
            return Ok(());
        };
        let mut wire = Wire::new(request.id.as_deref(), source, out);
        let answer = match Command::find(&request.name, &self.game) {
            None => Err(format!("unknown command ({})", request.name)),
            Some(command) if !command.takes(request.arguments.len()) => {
                Err(format!("syntax error: expected {}", command.usage))
            }
            Some(command) => match command.run {
                Run::Plain(run) => run(self, &request.arguments),
                Run::Live(run) => run(self, &request.arguments, &mut wire),
            },
        };
        wire.finish(&answer)
    }

    /// The start of the next game.
    fn next_game(&self) -> History {
        History::numbered(self.seed, self.games + 1)
    }

    /// A move was made: what was found out about the position before it is of no use.
    fn move_on(&mut self) {
        self.report = None;
        self.resigned = None;
    }

    /// The game is another one, or the engine is: what was thought of earlier moves is of no use
    /// either.
    fn start_over(&mut self) {
        self.move_on();
        self.session.forget_values();
    }

    /// The player that a colour stands for.
    fn player(&self, colour: &str) -> Result<Player, String> {
        self.game.player(colour).ok_or_else(|| {
            let known: Vec<&str> = self.game.colours.iter().flatten().copied().collect();
            let known = known.join(", ");
            format!("syntax error: '{colour}' is no colour: expected one of {known}")
        })
    }

    /// What must be set up before this player can move: nothing if the player is on turn, else,
    /// in games of stones, the same position with the player on turn. An error in other games.
    fn turn_to(&self, player: Player) -> Result<Option<String>, String> {
        let referee = self.session.referee();
        let on_turn = referee.outcome().is_none() && referee.to_move() == player;
        if self.game.stones.is_some() && !on_turn {
            let mut stones = self.stones()?;
            stones.to_move = player;
            return Ok(Some(stones.to_string()));
        }
        match referee.outcome() {
            Some(outcome) => Err(format!("the game is over: {outcome}")),
            None if !on_turn => {
                let colour = self.game.colour(referee.to_move());
                Err(format!("it is the turn of {colour}"))
            }
            None => Ok(None),
        }
    }

    /// What lies on the board, in games of stones.
    fn stones(&self) -> Result<Stones, String> {
        let position = self.session.referee().position();
        let position = position.ok_or("positions of this game cannot be set up")?;
        position
            .parse()
            .map_err(|error| format!("the position '{position}' cannot be read: {error}"))
    }

    /// Whether this player has no move: the game is over, or the other one is on turn again. In
    /// games of stones there is always one.
    fn is_skipped(&self, player: Player) -> bool {
        let referee = self.session.referee();
        let to_move = referee.to_move();
        let passed_over = to_move != player && self.session.history().last_mover() == Some(to_move);
        self.game.stones.is_none() && (referee.outcome().is_some() || passed_over)
    }
}
