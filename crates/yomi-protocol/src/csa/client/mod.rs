//! Playing on a server.
//!
//! A [`Client`] plays game after game: [`Client::converse`] over one connection, [`Client::run`]
//! over as many as it takes, with pauses between them that grow. Games and engines come from a
//! [`Host`]; what happens is told to a [`Watcher`], the record of each game piece by piece as it
//! comes.
//!
//! **Who is believed.** The rules, the clocks and the end of a game are the server's. A move of
//! ours counts when the server repeats it. If the server goes on with a game that is over as we
//! know the rules, so do we.
//!
//! **What is lost.** The protocol has no way back into a game: a connection that is lost within one
//! loses it. What was played until then is in the record, and the client logs in for the next
//! game. The same goes for a server that says what cannot be right, an illegal move for instance.

mod finished;
mod game;
mod options;
mod run;
mod turn;
mod watcher;
mod wording;

pub use crate::online::{ClientError, Connect, Host, Seat};
pub use finished::Finished;
pub use options::Options;
pub use watcher::Watcher;

use super::ending::Verdict;
use super::message::ServerMessage;
use super::record;
use super::summary::{Summary, SummaryReader};
use crate::calendar::Moment;
use crate::foreign::{name, sentence};
use crate::line::LineError;
use crate::online::{After, Heard, Talk};
use game::Game;
use std::net::TcpStream;
use std::time::{Duration, Instant};
use turn::{Turn, TurnError};
use yomi_core::Proven;
use yomi_core::params::Spec;

/// A player.
pub struct Client<'a> {
    host: &'a dyn Host,
    options: &'a Options,
    /// Whether somebody wants us to leave after the game.
    leave: &'a dyn Fn() -> bool,
    stage: Stage,
    /// What the last game was played with.
    spare: Option<(Spec, Seat)>,
    finished: u32,
    /// Games that began: no two share a seed.
    begun: u64,
    /// Moves that came: what shows that a connection is good for something.
    moved: u64,
    /// Whether the server ever let us in.
    welcomed: bool,
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
            stage: Stage::Login,
            spare: None,
            finished: 0,
            begun: 0,
            moved: 0,
            welcomed: false,
        }
    }

    /// How many games came to their end.
    pub fn finished(&self) -> u32 {
        self.finished
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
        let before = self.finished;
        let ended = self.exchange(&mut talk, watcher);
        match ended {
            Ok(()) => {
                self.log_out(&mut talk, watcher);
                Ok(After::Leave)
            }
            // Servers that play one game for each login hang up when it is over.
            Err(ClientError::Line {
                source: LineError::Closed,
                ..
            }) if self.finished > before && matches!(self.stage, Stage::Waiting) => {
                Ok(After::Again)
            }
            Err(error) => {
                self.break_off(&error, watcher);
                Err(error)
            }
        }
    }

    fn exchange(&mut self, talk: &mut Talk, watcher: &mut dyn Watcher) -> Result<(), ClientError> {
        let login = format!("LOGIN {} ", self.options.common.name);
        self.say(talk, &(login + &self.options.secret()), watcher)?;
        loop {
            let Some(Heard { line, at }) = self.hear(talk, watcher)? else {
                return Ok(());
            };
            watcher.heard(&self.veil(&line));
            match self.answer(&line, at, talk, watcher)? {
                Next::Listen => {}
                Next::Leave => return Ok(()),
            }
        }
    }

    /// The next line, after we took our turn if it is ours; `None` if it is time to leave.
    fn hear(
        &mut self,
        talk: &mut Talk,
        watcher: &mut dyn Watcher,
    ) -> Result<Option<Heard>, ClientError> {
        /// How long a server may take to end a game that is over.
        const GRACE: Duration = Duration::from_secs(3);
        let common = &self.options.common;
        let mut patience = match &self.stage {
            Stage::Login | Stage::Proposed(_) => common.patience,
            Stage::Waiting | Stage::Agreed(_) => common.idle,
            Stage::Playing(game) => {
                let turn = game.seat.referee.to_move();
                let turn = game.clocks[turn.index()].longest_turn();
                turn.map_or(common.idle, |turn| turn.saturating_add(common.patience))
            }
        };
        let mut overdue = false;
        if let Stage::Playing(game) = &self.stage
            && game.is_our_turn()
            && !talk.has_more()
        {
            // If it is over, but not because we lost, the server knows that too.
            overdue = matches!(game.is_over(), Some(Proven::Win | Proven::Draw));
            match overdue {
                true => patience = GRACE.min(common.patience),
                false => self.take_turn(talk, watcher)?,
            }
        }
        let is_free = matches!(self.stage, Stage::Waiting);
        let leave = self.leave;
        let mut wait = || talk.hear(patience, &|| is_free && leave());
        let heard = match &mut self.stage {
            Stage::Playing(game) if self.options.ponder && game.is_their_turn() => {
                game.ponder_during(wait)
            }
            _ => wait(),
        };
        match (heard, &mut self.stage) {
            (Err(LineError::TimedOut(_)), Stage::Playing(game)) if overdue => {
                game.forget_history()?;
                self.hear(talk, watcher)
            }
            (heard, _) => heard.map_err(|source| self.lost(source)),
        }
    }

    fn take_turn(&mut self, talk: &mut Talk, watcher: &mut dyn Watcher) -> Result<(), ClientError> {
        let Stage::Playing(game) = &mut self.stage else {
            return Ok(());
        };
        match game.take_turn(talk, self.options) {
            Ok(Turn::Pointless) => {}
            Ok(Turn::Done { text, line, report }) => {
                watcher.said(&self.veil(&line));
                watcher.moves(&text, report.as_ref());
            }
            Err(TurnError::Engine(error)) => return Err(error),
            Err(TurnError::Send(source)) => return Err(self.unheard(source)),
        }
        Ok(())
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
                self.welcomed = true;
                self.stage = Stage::Waiting;
            }
            (ServerMessage::LoginIncorrect, _) => {
                return Err(ClientError::Refused(sentence(&self.veil(line))));
            }
            (ServerMessage::SummaryBegins, Stage::Waiting | Stage::Agreed(_)) => {
                self.put_away();
                self.stage = Stage::Proposed(Box::default());
            }
            (ServerMessage::Start(_), Stage::Agreed(_)) => self.start(heard, watcher),
            (ServerMessage::Reject(what), Stage::Agreed(_)) => {
                watcher.rejected(&sentence(&self.veil(&what)));
                self.put_away();
            }
            (ServerMessage::Move { played, time }, Stage::Playing(game)) => {
                let lines = game.play(&played, time, heard)?;
                let ours = played.side == game.we_are();
                self.moved += 1;
                watcher.record(&lines);
                if !ours {
                    watcher.opponent_moves(&played.to_string());
                }
            }
            (ServerMessage::Special(_), Stage::Playing(_)) => {}
            (ServerMessage::Reason(reason), Stage::Playing(game)) => game.reason = Some(reason),
            (ServerMessage::Verdict(verdict), Stage::Playing(_)) => {
                self.finish(verdict, watcher);
                if self.is_done() || (self.leave)() {
                    return Ok(Next::Leave);
                }
            }
            (ServerMessage::Info(text), _) => watcher.info(&sentence(&self.veil(&text))),
            (ServerMessage::Move { played, .. }, _) => {
                watcher.passed_over(&format!("a move without a game, '{played}'"));
            }
            (_, _) => {
                let line = name(&self.veil(line));
                watcher.passed_over(&format!("the line '{line}'"));
            }
        }
        Ok(Next::Listen)
    }

    /// Sets the game up, so that nothing is left to do once the clock runs, and agrees to it.
    fn agree(
        &mut self,
        summary: Summary,
        talk: &Talk,
        watcher: &mut dyn Watcher,
    ) -> Result<(), ClientError> {
        self.stage = Stage::Waiting;
        match self.set_up(summary) {
            Ok(game) => {
                self.begun += 1;
                self.stage = Stage::Agreed(Box::new(game));
                self.say(talk, "AGREE", watcher)
            }
            Err(error) => {
                // The opponent should not wait for us; why not is what matters here.
                drop(self.say(talk, "REJECT", watcher));
                Err(error)
            }
        }
    }

    fn set_up(&mut self, summary: Summary) -> Result<Game, ClientError> {
        let spec = summary.spec();
        let seat = match self.spare.take() {
            Some((known, seat)) if known == spec => seat,
            _ => {
                let seat = self.host.seat(&spec);
                seat.map_err(|fault| ClientError::Setup(self.veil(&fault)))?
            }
        };
        let common = &self.options.common;
        let seed = common.seed.child("csa").index(self.begun);
        Game::new(summary, seat, seed, &common.password)
    }

    fn start(&mut self, heard: Instant, watcher: &mut dyn Watcher) {
        let stage = std::mem::replace(&mut self.stage, Stage::Waiting);
        if let Stage::Agreed(mut game) = stage {
            game.turn_began = Some(heard);
            watcher.begins(&game.summary);
            watcher.record(&record::opening(&game.summary, Moment::now()));
            self.stage = Stage::Playing(game);
        }
    }

    fn finish(&mut self, verdict: Verdict, watcher: &mut dyn Watcher) {
        if let Stage::Playing(game) = &mut self.stage {
            let (finished, closing) = game.finish(verdict);
            self.finished += 1;
            watcher.record(&closing);
            watcher.finished(&finished);
        }
        self.put_away();
    }

    /// The game is over; what it was played with serves the next.
    fn put_away(&mut self) {
        let stage = std::mem::replace(&mut self.stage, Stage::Waiting);
        if let Stage::Agreed(game) | Stage::Playing(game) = stage {
            self.spare = Some(game.give_back());
        }
    }

    /// The connection is gone, and with it the game.
    fn break_off(&mut self, error: &ClientError, watcher: &mut dyn Watcher) {
        if let Stage::Playing(game) = &self.stage {
            let why = self.veil(&error.to_string());
            watcher.record(&record::broken_off(&why, Moment::now()));
            watcher.broken_off(&game.summary.game);
        }
        self.put_away();
    }

    /// Whether all games are played.
    fn is_done(&self) -> bool {
        let games = self.options.common.games;
        games.is_some_and(|games| self.finished >= games)
    }

    /// Leaves in good form, whether or not the server still hears it.
    fn log_out(&self, talk: &mut Talk, watcher: &mut dyn Watcher) {
        /// How long to wait for the server's goodbye.
        const GOODBYE: Duration = Duration::from_secs(2);
        if self.say(talk, "LOGOUT", watcher).is_ok()
            && let Ok(Some(heard)) = talk.hear(GOODBYE, &|| false)
        {
            watcher.heard(&self.veil(&heard.line));
        }
    }

    fn say(&self, talk: &Talk, line: &str, watcher: &mut dyn Watcher) -> Result<(), ClientError> {
        watcher.said(&self.veil(line));
        talk.send(line).map_err(|source| self.unheard(source))
    }
}
