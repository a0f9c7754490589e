//! Before the game: both clients come, say their names and get ready.

use super::connection::{Connection, Event};
use super::team_port::{Arrival, TeamPort};
use super::{Options, Watcher};
use serde::Serialize;
use std::io;
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};
use yomi_core::{Stop, foreign};
use yomi_records::dc3::log::LogWriter;
use yomi_records::dc3::message::{Dc, IsReady, ReadyOk, ServerMessage, read_as};
use yomi_records::dc3::{PerTeam, Team};

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
    /// Whoever comes is asked for its name.
    Away(TeamPort),
    /// It has said its name, which takes the seat, and was told the rules. Ready once it has said
    /// which player throws when.
    Seated {
        connection: Connection,
        name: String,
        order: Option<Vec<usize>>,
    },
}

impl Stage {
    fn is_ready(&self) -> bool {
        matches!(self, Stage::Seated { order: Some(_), .. })
    }

    fn into_seat(self) -> Option<Seat> {
        match self {
            Stage::Away(_) => None,
            Stage::Seated {
                connection,
                name,
                order,
            } => Some(Seat {
                connection,
                name,
                order: order?,
            }),
        }
    }
}

/// Everything that is needed until both are ready.
pub struct Lobby<'a> {
    pub options: &'a Options,
    pub dc: &'a Dc,
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
    pub fn gather(mut self, listeners: PerTeam<TcpListener>) -> Result<PerTeam<Seat>, Absent> {
        let patience = self.options.patience;
        let mut deadlines = PerTeam::from_fn(|_| Instant::now() + patience.connect);
        let PerTeam { team0, team1 } = listeners;
        let mut stages = PerTeam {
            team0: Stage::Away(TeamPort::new(team0)),
            team1: Stage::Away(TeamPort::new(team1)),
        };
        loop {
            for team in Team::BOTH {
                if let Stage::Away(port) = &mut stages[team]
                    && let Some(arrival) = port.look(self.dc, &patience, &mut |from, why| {
                        self.watcher.turned_away(team, from, why);
                    })
                {
                    // With the stage goes the port: from now on nobody can connect there.
                    stages[team] = self.seat(team, arrival)?;
                    deadlines[team] = Instant::now() + patience.ready_ok;
                }
            }
            if Team::BOTH.iter().all(|&team| stages[team].is_ready()) {
                let seats = (stages.team0.into_seat(), stages.team1.into_seat());
                let gone = || Absent::Peer("both clients are gone".to_owned());
                let (team0, team1) = seats.0.zip(seats.1).ok_or_else(gone)?;
                return Ok(PerTeam { team0, team1 });
            }
            match self.events.recv_timeout(self.pause(&stages, &deadlines)) {
                Ok(event) => self.answered(&mut stages, event)?,
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
            .any(|&team| matches!(stages[team], Stage::Away(_)));
        let most = Duration::from_millis(if away { 10 } else { 50 });
        let waiting = Team::BOTH
            .into_iter()
            .filter(|&team| !stages[team].is_ready());
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
            let (what, time, why) = match &stages[team] {
                Stage::Seated { order: Some(_), .. } => continue,
                Stage::Away(port) => ("did not connect", patience.connect, port.last_problem()),
                Stage::Seated { .. } => {
                    let what = "did not answer is_ready";
                    (what, patience.ready_ok, String::new())
                }
            };
            if Instant::now() >= deadlines[team] {
                let seconds = time.as_secs_f64();
                return Err(Absent::Peer(format!(
                    "{team} {what} within {seconds} s{why}"
                )));
            }
        }
        Ok(())
    }

    /// The team's client is there: it is told the rules.
    fn seat(&mut self, team: Team, arrival: Arrival) -> Result<Stage, Absent> {
        let Arrival {
            stream,
            reader,
            answer,
        } = arrival;
        let events = self.sender.clone();
        let connection = Connection::open(stream, reader, team, events, self.options.patience.send)
            .map_err(|error| Absent::Peer(format!("{team} cannot connect: {error}")))?;
        self.watcher.connected(team);
        self.keep("dc_ok", team, &answer)?;
        let ready = IsReady {
            team: Some(team),
            game: self.options.rules.without_seeds(),
        };
        self.tell(team, &connection, &ServerMessage::IsReady(ready))?;
        Ok(Stage::Seated {
            connection,
            name: answer.name,
            order: None,
        })
    }

    fn tell(&self, team: Team, to: &Connection, message: &ServerMessage) -> Result<(), Absent> {
        to.say(message)
            .map_err(|error| Absent::Peer(format!("{team}: {error}")))
    }

    /// A client that has its seat said something.
    fn answered(&mut self, stages: &mut PerTeam<Stage>, event: Event) -> Result<(), Absent> {
        let team = event.team;
        let peer = |error: String| Absent::Peer(format!("{team}: {error}"));
        let line = event.line.map_err(|error| peer(error.to_string()))?;
        let Stage::Seated { name, order, .. } = &mut stages[team] else {
            // Only connections that have a seat are listened to here.
            return Ok(());
        };
        if order.is_some() {
            return Err(peer("spoke before the game began".to_owned()));
        }
        let answer: ReadyOk =
            read_as(&line, "ready_ok").map_err(|error| peer(error.to_string()))?;
        check_order(&answer.player_order).map_err(peer)?;
        self.keep("ready_ok", team, &answer)?;
        self.watcher.ready(team, name);
        *order = Some(answer.player_order);
        Ok(())
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
