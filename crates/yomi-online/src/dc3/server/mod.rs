//! Hosting a match between two clients.
//!
//! [`Server::bind`] opens a port for each team, [`Server::run`] plays one game and says how it
//! ended. Nothing a client does stops it from ending:
//!
//! | what happens | result |
//! |---|---|
//! | somebody connects who does not answer `dc` as a client should | they are turned away, and the seat stays open |
//! | no client connects, or one that has said its name hangs up, is silent or breaks the protocol before `new_game` | no contest |
//! | a client hangs up, breaks the protocol, speaks out of turn or does not read, later | the other team wins (forfeit) |
//! | a client thinks longer than its clock allows | the other team wins (time limit) |
//! | a client concedes | the other team wins (concede) |
//! | somebody stops the server | no contest |
//!
//! Clients that are still there are told in the words of the protocol, which knows no forfeit:
//! they read `concede`. The log has the exact words.

mod conclusion;
mod connection;
mod lobby;
mod play;
mod team_port;

use lobby::{Absent, Lobby};
use play::Play;
use serde_json::json;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::mpsc::sync_channel;
use std::time::Duration;
use yomi_core::{Seed, Stop};
use yomi_curling::Curling;
use yomi_records::calendar::Moment;
use yomi_records::dc3::log::LogWriter;
use yomi_records::dc3::message::{Dc, IsReady, ServerMessage, VERSION};
use yomi_records::dc3::{Ending, GameState, MatchResult, PerTeam, Rules, Team};

/// How a match is hosted.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The game.
    pub game: Curling,
    /// The same game in the words of the protocol, with players and clocks.
    pub rules: Rules,
    /// Where the players' randomness begins.
    pub seed: Seed,
    /// A name of the game that no other game has.
    pub game_id: String,
    /// How long clients are waited for.
    pub patience: Patience,
    /// Milliseconds between the frames of a trajectory in messages; none without trajectories.
    pub trajectory: Option<u32>,
}

/// How long clients are waited for. (Once the game runs, the clocks count.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For a client to connect and say its name.
    pub connect: Duration,
    /// For the answer of each connection to the first message.
    pub dc_ok: Duration,
    /// For a client to get ready.
    pub ready_ok: Duration,
    /// For a client to take what it is told.
    pub send: Duration,
    /// For a client to hang up after the game.
    pub farewell: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            connect: Duration::from_secs(600),
            dc_ok: Duration::from_secs(10),
            ready_ok: Duration::from_secs(600),
            send: Duration::from_secs(10),
            farewell: Duration::from_secs(5),
        }
    }
}

/// Is told what happens.
pub trait Watcher {
    /// A team's client has connected and said its name.
    fn connected(&mut self, _team: Team) {}
    /// Somebody has connected at a team's port who is no client, or one too many.
    fn turned_away(&mut self, _team: Team, _from: SocketAddr, _why: &str) {}
    /// A team's client is ready to play.
    fn ready(&mut self, _team: Team, _name: &str) {}
    /// How things stand after a throw.
    fn update(&mut self, _state: &GameState) {}
}

/// Nobody watches.
impl Watcher for () {}

/// Waits for two clients, one at each port.
#[derive(Debug)]
pub struct Server {
    listeners: PerTeam<TcpListener>,
    options: Options,
}

impl Server {
    /// Opens a port for each team; 0 stands for any that is free.
    pub fn bind(address: IpAddr, ports: PerTeam<u16>, options: Options) -> io::Result<Server> {
        let open = |team: Team| {
            let listener = TcpListener::bind(SocketAddr::new(address, ports[team]))?;
            listener.set_nonblocking(true)?;
            Ok::<_, io::Error>(listener)
        };
        Ok(Server {
            listeners: PerTeam {
                team0: open(Team::Team0)?,
                team1: open(Team::Team1)?,
            },
            options,
        })
    }

    /// Where a team's client must connect.
    pub fn address(&self, team: Team) -> io::Result<SocketAddr> {
        self.listeners[team].local_addr()
    }

    /// Plays the match. The only error is a log that cannot be written.
    pub fn run(
        self,
        mut log: Option<LogWriter>,
        stop: &Stop,
        watcher: &mut dyn Watcher,
    ) -> io::Result<MatchResult> {
        let Server { listeners, options } = self;
        let dc = Dc {
            version: VERSION,
            game_id: options.game_id.clone(),
            date_time: Moment::now().extended(),
        };
        if let Some(log) = &mut log {
            begin(log, &dc, &options)?;
        }
        // Few lines are ever under way: a client that sends more is kept waiting.
        let (sender, events) = sync_channel(16);
        let lobby = Lobby {
            options: &options,
            dc: &dc,
            sender,
            events: &events,
            log: log.as_mut(),
            stop,
            watcher,
        };
        match lobby.gather(listeners) {
            Ok(seats) => Play::new(&options, &dc, seats, &events, log, stop, watcher).run(),
            Err(Absent::Log(error)) => Err(error),
            Err(Absent::Peer(detail)) => {
                let result = MatchResult {
                    winner: None,
                    reason: Ending::NoContest,
                    detail,
                    score: PerTeam::default(),
                };
                if let Some(log) = &mut log {
                    log.error(&result.detail)?;
                    end(log, &result)?;
                }
                Ok(result)
            }
        }
    }
}

/// The head of a log.
fn begin(log: &mut LogWriter, dc: &Dc, options: &Options) -> io::Result<()> {
    log.game(&ServerMessage::Dc(dc.clone()))?;
    log.game(&json!({"cmd": "meta", "meta": "spec", "server": "yomi"}))?;
    let config = json!({"game": options.rules.without_seeds()});
    let all = json!({"game": options.rules, "seed": options.seed});
    log.game(&json!({"cmd": "meta", "meta": "config", "config": config, "config_all": all}))?;
    log.game(&ServerMessage::IsReady(IsReady {
        team: None,
        game: options.rules.without_seeds(),
    }))
}

/// The foot of a log.
fn end(log: &mut LogWriter, result: &MatchResult) -> io::Result<()> {
    let mut entry = serde_json::to_value(result)?;
    entry["cmd"] = "meta".into();
    entry["meta"] = "result".into();
    log.game(&entry)?;
    log.game(&ServerMessage::GameOver)
}
