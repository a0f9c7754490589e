//! The game itself: whose turn it is, what comes, what becomes of it.

use super::connection::Event;
use super::lobby::Seat;
use super::{Options, Watcher};
use crate::dc3::players::Roster;
use crate::line::LineError;
use serde::Serialize;
use serde_json::json;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use yomi_core::{Game as _, Outcome, Stop};
use yomi_curling::{Shot, State};
use yomi_records::dc3::log::LogWriter;
use yomi_records::dc3::message::{
    ClientMessage, Dc, LastMove, Move, MoveMessage, NewGame, ServerMessage, Update, read_as,
};
use yomi_records::dc3::{
    Ending, GameState, MatchResult, PerTeam, Seconds, Team, Trajectory, wire_stones,
};

/// How often somebody who wants to stop is listened to.
pub(super) const INTERVAL: Duration = Duration::from_millis(50);

/// A game under way.
pub struct Play<'a> {
    pub(super) options: &'a Options,
    pub(super) dc: &'a Dc,
    pub(super) seats: PerTeam<Seat>,
    pub(super) events: &'a Receiver<Event>,
    pub(super) log: Option<LogWriter>,
    pub(super) stop: &'a Stop,
    watcher: &'a mut dyn Watcher,
    roster: Roster,
    pub(super) state: State,
    pub(super) remaining: PerTeam<Seconds>,
    pub(super) last_move: Option<LastMove>,
    /// Who said that there will be no more lines.
    pub(super) gone: PerTeam<bool>,
    /// Who cannot be told anything any more.
    pub(super) deaf: PerTeam<bool>,
}

/// A move as the log keeps it.
#[derive(Serialize)]
struct Logged {
    team: Team,
    #[serde(flatten)]
    message: ClientMessage,
}

/// What a turn brought.
enum Turn {
    /// A move, and what is left on the clock.
    Move(Move, Seconds),
    /// The end.
    Over(MatchResult),
}

impl<'a> Play<'a> {
    pub fn new(
        options: &'a Options,
        dc: &'a Dc,
        seats: PerTeam<Seat>,
        events: &'a Receiver<Event>,
        log: Option<LogWriter>,
        stop: &'a Stop,
        watcher: &'a mut dyn Watcher,
    ) -> Play<'a> {
        Play {
            roster: Roster::new(&options.rules, options.seed.child("players")),
            state: options.game.initial(),
            remaining: options.rules.setting.thinking_time,
            last_move: None,
            gone: PerTeam::default(),
            deaf: PerTeam::default(),
            dc,
            options,
            seats,
            events,
            log,
            stop,
            watcher,
        }
    }

    /// Plays the game to its end. The only error is a log that cannot be written.
    pub fn run(mut self) -> io::Result<MatchResult> {
        let new_game = ServerMessage::NewGame(NewGame {
            name: PerTeam::from_fn(|team| self.seats[team].name.clone()),
        });
        self.keep(&new_game)?;
        let mut over = self.tell_both(&new_game);
        let result = loop {
            match over {
                Some(result) => break result,
                None => over = self.turn()?,
            }
        };
        self.conclude(&result)?;
        Ok(result)
    }

    /// One throw; the result once there is one.
    fn turn(&mut self) -> io::Result<Option<MatchResult>> {
        let (team, update) = self.update(None);
        if let Some(result) = self.publish(update)? {
            return Ok(Some(result));
        }
        let (content, left) = match self.await_move(team) {
            Turn::Move(content, left) => (content, left),
            Turn::Over(result) => return Ok(Some(result)),
        };
        self.keep_move(team, content)?;
        let Some(shot) = content.shot() else {
            return Ok(Some(self.ended(Some(team.other()), Ending::Concede, "")));
        };
        self.remaining[team] = left;
        let end = self.state.end;
        self.throw(team, shot)?;
        if let Some(outcome) = self.options.game.outcome(&self.state) {
            return Ok(Some(match outcome {
                Outcome::Win(player) => self.ended(Some(player.into()), Ending::Score, ""),
                _ => self.ended(None, Ending::Draw, ""),
            }));
        }
        if self.state.end != end && u32::from(self.state.end) >= self.options.game.ends {
            self.remaining = self.options.rules.setting.extra_end_thinking_time;
        }
        Ok(None)
    }

    /// A throw by the player whose turn it is in the team. It takes a bounded time whatever was
    /// asked for: the player throws no faster than any speed that makes sense, and the steps of a
    /// trajectory end by themselves.
    fn throw(&mut self, team: Team, shot: Shot) -> io::Result<()> {
        let game = &self.options.game;
        let player = self.seats[team].order[usize::from(self.state.shot) / 4];
        let actual = self.roster.throw(team, player, shot);
        let before = self.state;
        let number = usize::from(before.shot);
        let thrown = game.simulate(&before.stones, number, actual);
        let foul = thrown.foul;
        game.deliver(&mut self.state, actual);
        let keeps_shots = self.log.as_ref().is_some_and(LogWriter::keeps_shots);
        let trajectory = (keeps_shots || self.options.trajectory.is_some()).then(|| {
            let hammer = Team::from(before.first).other();
            let every = self.options.trajectory.unwrap_or(100).max(1);
            let mut frames = game.trajectories(&before.stones, number, actual, every);
            // The way is told by steps and the end by events. After several contacts the two may
            // be centimetres apart: what counts is the end, so the way leads there.
            if let Some(last) = frames.last_mut() {
                last.stones = thrown.stones;
            }
            let finish = if foul { &before.stones } else { &thrown.stones };
            Trajectory::new(
                f64::from(every) / 1000.0,
                frames
                    .iter()
                    .map(|frame| wire_stones(&frame.stones, hammer)),
                wire_stones(finish, hammer),
            )
        });
        if let (Some(log), Some(trajectory)) = (&mut self.log, &trajectory) {
            let entry = json!({
                "game_id": self.dc.game_id,
                "game_date_time": self.dc.date_time,
                "end": before.end,
                "shot": before.shot,
                "selected_move": Move::from(shot),
                "actual_move": Move::from(actual),
                "trajectory": trajectory,
            });
            log.shot(before.end, before.shot, &entry)?;
        }
        self.last_move = Some(LastMove {
            actual_move: actual.into(),
            free_guard_zone_foul: foul,
            trajectory: trajectory.filter(|_| self.options.trajectory.is_some()),
        });
        Ok(())
    }

    /// How things stand, and whose turn it is or would be.
    pub(super) fn update(&mut self, result: Option<&MatchResult>) -> (Team, Update) {
        let wire = result.map(MatchResult::to_wire);
        let state = GameState::of(&self.options.game, &self.state, self.remaining, wire);
        let team = Team::from(self.options.game.to_move(&self.state));
        let update = Update {
            next_team: result.is_none().then_some(team),
            state,
            last_move: self.last_move.take(),
        };
        (team, update)
    }

    /// Tells everybody how things stand: the log without the trajectory, the side to move first.
    pub(super) fn publish(&mut self, mut update: Update) -> io::Result<Option<MatchResult>> {
        let trajectory = update
            .last_move
            .as_mut()
            .and_then(|last| last.trajectory.take());
        self.watcher.update(&update.state);
        let mut message = ServerMessage::Update(Box::new(update));
        self.keep(&message)?;
        if let ServerMessage::Update(update) = &mut message
            && let Some(last) = &mut update.last_move
        {
            last.trajectory = trajectory;
        }
        Ok(self.tell_both(&message))
    }

    /// Tells both clients; the result if one of them cannot be told.
    pub(super) fn tell_both(&mut self, message: &ServerMessage) -> Option<MatchResult> {
        let first = Team::from(self.options.game.to_move(&self.state));
        let mut result = None;
        for team in [first, first.other()] {
            if self.deaf[team] {
                continue;
            }
            if let Err(error) = self.seats[team].connection.say(message) {
                self.deaf[team] = true;
                result.get_or_insert(self.forfeit(team, &error));
            }
        }
        result
    }

    /// Waits for the team's move, at most as long as its clock allows.
    fn await_move(&mut self, team: Team) -> Turn {
        let told = Instant::now();
        let time = self.remaining[team].duration();
        loop {
            // Asked for on every turn, so that clients who answer at once cannot drown it.
            if self.stop.is_raised() {
                return Turn::Over(self.ended(None, Ending::NoContest, "stopped"));
            }
            let left = time.saturating_sub(told.elapsed());
            let event = match self.events.recv_timeout(left.min(INTERVAL)) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Turn::Over(self.ended(Some(team.other()), Ending::TimeLimit, ""));
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => {
                    return Turn::Over(self.forfeit(team, &LineError::Closed));
                }
            };
            let line = match event.line {
                Ok(line) => line,
                Err(error) => {
                    self.gone[event.team] = true;
                    return Turn::Over(self.forfeit(event.team, &error));
                }
            };
            if event.team != team {
                let error = "spoke although it was not its turn";
                return Turn::Over(self.forfeit(event.team, &error));
            }
            let spent = event.at.saturating_duration_since(told);
            let Some(left) = self.remaining[team].minus(spent) else {
                return Turn::Over(self.ended(Some(team.other()), Ending::TimeLimit, ""));
            };
            return match read_as::<MoveMessage>(&line, "move") {
                Ok(message) => Turn::Move(message.content, left),
                Err(error) => Turn::Over(self.forfeit(team, &error)),
            };
        }
    }

    pub(super) fn keep(&mut self, message: &impl Serialize) -> io::Result<()> {
        match &mut self.log {
            Some(log) => log.game(message),
            None => Ok(()),
        }
    }

    pub(super) fn keep_move(&mut self, team: Team, content: Move) -> io::Result<()> {
        let message = ClientMessage::Move(MoveMessage { content });
        self.keep(&Logged { team, message })
    }
}
