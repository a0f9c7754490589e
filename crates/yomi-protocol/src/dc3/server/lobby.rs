//! Before the game: both clients come, say their names and get ready.

use super::connection::{Connection, Event};
use super::{Options, Watcher};
use crate::dc3::log::LogWriter;
use crate::dc3::message::{Dc, DcOk, IsReady, ReadyOk, ServerMessage, read_as};
use crate::dc3::{PerTeam, Team};
use crate::foreign;
use serde::Serialize;
use std::io;
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};
use yomi_core::Stop;

/// A client that is ready to play.
#[derive(Debug)]
pub struct Seat {
    /// The connection.
    pub connection: Connection,
    /// The client's name.
    pub name: String,
    /// Which player throws when.
    pub order: Vec<usize>,
}

/// Why there is no game.
#[derive(Debug)]
pub enum Absent {
    /// A client did not come or did not get ready.
    Peer(String),
    /// The log cannot be written.
    Log(io::Error),
}

impl From<io::Error> for Absent {
    fn from(error: io::Error) -> Absent {
        Absent::Log(error)
    }
}

/// How far a client has come.
enum Stage {
    /// Not yet connected.
    Away,
    /// Asked for its name.
    Asked(Connection),
    /// Told the rules.
    Told(Connection, String),
    /// Ready.
    Ready(Seat),
}

/// Everything that is needed until both are ready.
pub struct Lobby<'a> {
    pub options: &'a Options,
    pub dc: &'a Dc,
    pub listeners: PerTeam<TcpListener>,
    pub sender: SyncSender<Event>,
    pub events: &'a Receiver<Event>,
    pub log: Option<&'a mut LogWriter>,
    pub stop: &'a Stop,
    pub watcher: &'a mut dyn Watcher,
}

/// A client's answer as the log keeps it.
#[derive(Serialize)]
struct Answer<'a, T> {
    cmd: &'a str,
    team: Team,
    #[serde(flatten)]
    content: &'a T,
}

impl Lobby<'_> {
    /// Waits for both clients.
    pub fn gather(mut self) -> Result<PerTeam<Seat>, Absent> {
        let mut stages = PerTeam::from_fn(|_| Stage::Away);
        let patience = &self.options.patience;
        let mut deadlines = PerTeam::from_fn(|_| Instant::now() + patience.connect);
        loop {
            for team in Team::BOTH {
                if matches!(stages[team], Stage::Away)
                    && let Some(connection) = self.accept(team)?
                {
                    stages[team] = Stage::Asked(connection);
                    deadlines[team] = Instant::now() + self.options.patience.dc_ok;
                }
            }
            let (team0, team1) = match (stages.team0, stages.team1) {
                (Stage::Ready(team0), Stage::Ready(team1)) => return Ok(PerTeam { team0, team1 }),
                stages => stages,
            };
            stages = PerTeam { team0, team1 };
            match self.events.recv_timeout(self.pause(&stages, &deadlines)) {
                Ok(event) => {
                    let team = event.team;
                    let stage = std::mem::replace(&mut stages[team], Stage::Away);
                    stages[team] = self.answered(stage, event)?;
                    deadlines[team] = Instant::now() + self.options.patience.ready_ok;
                }
                Err(RecvTimeoutError::Timeout) => self.check_deadlines(&stages, &deadlines)?,
                // Cannot happen while the lobby itself holds a sender.
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Absent::Peer("both clients are gone".to_owned()));
                }
            }
        }
    }

    /// How long to wait for an event before looking around.
    fn pause(&self, stages: &PerTeam<Stage>, deadlines: &PerTeam<Instant>) -> Duration {
        let now = Instant::now();
        let away = Team::BOTH
            .iter()
            .any(|&team| matches!(stages[team], Stage::Away));
        let most = Duration::from_millis(if away { 10 } else { 50 });
        let waiting = Team::BOTH
            .into_iter()
            .filter(|&team| !matches!(stages[team], Stage::Ready(_)));
        let left = waiting.map(|team| deadlines[team].saturating_duration_since(now));
        left.min().unwrap_or(most).min(most)
    }

    fn check_deadlines(
        &self,
        stages: &PerTeam<Stage>,
        deadlines: &PerTeam<Instant>,
    ) -> Result<(), Absent> {
        if self.stop.is_raised() {
            return Err(Absent::Peer("stopped".to_owned()));
        }
        let patience = &self.options.patience;
        for team in Team::BOTH {
            let (what, time) = match stages[team] {
                Stage::Ready(_) => continue,
                Stage::Away => ("did not connect", patience.connect),
                Stage::Asked(_) => ("did not answer dc", patience.dc_ok),
                Stage::Told(..) => ("did not answer is_ready", patience.ready_ok),
            };
            if Instant::now() >= deadlines[team] {
                let seconds = time.as_secs_f64();
                return Err(Absent::Peer(format!("{team} {what} within {seconds} s")));
            }
        }
        Ok(())
    }

    /// Lets the team's client in, if it is there, and asks who it is.
    fn accept(&mut self, team: Team) -> Result<Option<Connection>, Absent> {
        let stream = match self.listeners[team].accept() {
            Ok((stream, _)) => stream,
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock
                | io::ErrorKind::Interrupted
                | io::ErrorKind::ConnectionAborted => return Ok(None),
                _ => return Err(Absent::Peer(format!("{team} cannot connect: {error}"))),
            },
        };
        let connection = Connection::open(
            stream,
            team,
            self.sender.clone(),
            self.options.patience.send,
        )
        .map_err(|error| Absent::Peer(format!("{team} cannot connect: {error}")))?;
        self.watcher.connected(team);
        self.tell(team, &connection, &ServerMessage::Dc(self.dc.clone()))?;
        Ok(Some(connection))
    }

    fn tell(&self, team: Team, to: &Connection, message: &ServerMessage) -> Result<(), Absent> {
        to.say(message)
            .map_err(|error| Absent::Peer(format!("{team}: {error}")))
    }

    /// The client said something.
    fn answered(&mut self, stage: Stage, event: Event) -> Result<Stage, Absent> {
        let team = event.team;
        let peer = |error: String| Absent::Peer(format!("{team}: {error}"));
        let line = event.line.map_err(|error| peer(error.to_string()))?;
        match stage {
            Stage::Away => Ok(Stage::Away),
            Stage::Asked(connection) => {
                let answer: DcOk =
                    read_as(&line, "dc_ok").map_err(|error| peer(error.to_string()))?;
                self.keep("dc_ok", team, &answer)?;
                let ready = IsReady {
                    team: Some(team),
                    game: self.options.rules.without_seeds(),
                };
                self.tell(team, &connection, &ServerMessage::IsReady(ready))?;
                Ok(Stage::Told(connection, answer.name))
            }
            Stage::Told(connection, name) => {
                let answer: ReadyOk =
                    read_as(&line, "ready_ok").map_err(|error| peer(error.to_string()))?;
                check_order(&answer.player_order).map_err(peer)?;
                self.keep("ready_ok", team, &answer)?;
                self.watcher.ready(team, &name);
                Ok(Stage::Ready(Seat {
                    connection,
                    name,
                    order: answer.player_order,
                }))
            }
            Stage::Ready(_) => Err(peer("spoke before the game began".to_owned())),
        }
    }

    fn keep<T: Serialize>(&mut self, cmd: &str, team: Team, content: &T) -> io::Result<()> {
        match &mut self.log {
            Some(log) => log.game(&Answer { cmd, team, content }),
            None => Ok(()),
        }
    }
}

fn check_order(order: &[usize]) -> Result<(), String> {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    if sorted == [0, 1, 2, 3] {
        Ok(())
    } else {
        let found = foreign::name(&format!("{order:?}"));
        Err(format!(
            "player_order {found}: expected the numbers 0 to 3 in any order"
        ))
    }
}
