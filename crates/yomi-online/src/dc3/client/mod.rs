//! Playing on a server.
//!
//! [`play`] holds the whole conversation over a connection: it answers the server, has an engine
//! made for the server's rules and its tables filled before it says that it is ready (which costs no
//! thinking time), and lets it think whenever it is our turn. The position is set anew each time from
//! what the server says, so nothing that happens on the ice can make both sides disagree. What cannot
//! be is refused when it is said, be it our turn or not.
//!
//! A connection that is cut ends the game with an error: the protocol has no way to come back.

use super::{FROM_SERVER, send};
use crate::curling_clock::Timekeeper;
use crate::line::{LineError, LineReader};
use serde::Deserialize;
use std::net::TcpStream;
use std::time::{Duration, Instant};
use thiserror::Error;
use yomi_core::engine::{Follower, History, Host, Question, TextReport};
use yomi_core::params::Spec;
use yomi_core::{EngineError, Notation as _, Seed, Setup as _, Stop};
use yomi_curling::Curling;
use yomi_records::dc3::message::{
    ClientMessage, Dc, DcOk, IsReady, MessageError, Move, MoveMessage, NewGame, ReadyOk, VERSION,
    Version, read_as,
};
use yomi_records::dc3::{GameState, MatchResult, PerTeam, Rules, StateError, Team, spec_of};

/// How we play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The name we give.
    pub name: String,
    /// What plays for us.
    pub engine: Spec,
    /// Where the engine's randomness begins.
    pub seed: Seed,
    /// How long the server may be silent, beyond what the clocks allow.
    pub patience: Duration,
    /// How long to wait for the opponents to come and get ready.
    pub wait: Duration,
}

/// Is told what happens.
pub trait Watcher {
    /// The game begins: our team, and the names of both.
    fn begins(&mut self, _team: Team, _names: &PerTeam<String>) {}
    /// How things stand.
    fn update(&mut self, _state: &GameState) {}
    /// What we do, and the engine's report on it.
    fn moves(&mut self, _content: &Move, _report: Option<&TextReport>) {}
}

/// Nobody watches.
impl Watcher for () {}

/// A game that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Our team.
    pub team: Team,
    /// How it ended.
    pub result: MatchResult,
}

/// Why a game was not played to its end.
#[derive(Debug, Error)]
pub enum ClientError {
    /// Nothing came, or nothing that can be read.
    #[error("waiting for {awaited} from the server: {source}")]
    Line {
        /// The command that should have come.
        awaited: &'static str,
        /// What came instead.
        source: LineError,
    },
    /// The server cannot be told anything.
    #[error("sending {said} to the server: {source}")]
    Send {
        /// The command.
        said: &'static str,
        /// Why not.
        source: LineError,
    },
    /// The server said something wrong.
    #[error("from the server: {0}")]
    Message(#[from] MessageError),
    /// The server speaks another protocol.
    #[error(
        "from the server: protocol version {}.{}: expected {}.x",
        .0.major, .0.minor, VERSION.major
    )]
    Version(Version),
    /// The server did not say which team is ours.
    #[error("from the server: command is_ready: team is null")]
    NoTeam,
    /// The server's rules are not known here.
    #[error("the server's game cannot be played: {0}")]
    Rules(String),
    /// The server's state makes no sense.
    #[error("from the server: {0}")]
    State(#[from] StateError),
    /// There is no engine for this game.
    #[error("cannot set the engine up: {0}")]
    Setup(String),
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Plays one game, over a connection as [`connect`](crate::tcp::connect) makes them.
pub fn play(
    stream: TcpStream,
    host: &dyn Host,
    options: &Options,
    stop: &Stop,
    watcher: &mut dyn Watcher,
) -> Result<Played, ClientError> {
    let mut talk = Talk::new(stream, stop.clone())?;
    let dc: Dc = read_as(&talk.hear("dc", options.patience)?, "dc")?;
    if dc.version.major != VERSION.major {
        return Err(ClientError::Version(dc.version));
    }
    let name = options.name.clone();
    talk.say("dc_ok", ClientMessage::DcOk(DcOk { name }))?;
    let ready: IsReady = read_as(&talk.hear("is_ready", options.patience)?, "is_ready")?;
    let team = ready.team.ok_or(ClientError::NoTeam)?;
    let game = ready.game.game().map_err(ClientError::Rules)?;
    let rules = host.game(&spec_of(&game)).map_err(ClientError::Setup)?;
    let engine = rules.engine(&options.engine).map_err(ClientError::Setup)?;
    let mut engine = Follower::new(engine);
    engine.prepare(&History::new(options.seed, options.seed));
    let player_order = vec![0, 1, 2, 3];
    talk.say("ready_ok", ClientMessage::ReadyOk(ReadyOk { player_order }))?;
    let new_game: NewGame = read_as(&talk.hear("new_game", options.wait)?, "new_game")?;
    watcher.begins(team, &new_game.name);
    let mut seat = Seat {
        rules: ready.game,
        game,
        engine,
        seed: options.seed,
        time: Timekeeper::default(),
    };
    // The first update follows at once.
    let mut patience = options.patience;
    loop {
        let line = talk.hear("update", patience)?;
        let heard = Instant::now();
        let Standing { next_team, state } = read_as(&line, "update")?;
        state.check(&seat.game, next_team)?;
        watcher.update(&state);
        if let Some(result) = &state.game_result {
            let score = PerTeam::from_fn(|team| state.total(team));
            let result = MatchResult::from_wire(result, score);
            // The result stands even if the server hangs up before its last word.
            let _ = talk.hear("game_over", options.patience);
            return Ok(Played { team, result });
        }
        seat.time.hear_dc3(&state, &seat.rules.setting, team);
        if next_team == Some(team) {
            let content = seat.think(&state, heard, stop, watcher)?;
            if stop.is_raised() {
                return Err(talk.stopped("update"));
            }
            talk.say("move", ClientMessage::Move(MoveMessage { content }))?;
            seat.time.thrown(heard.elapsed());
        }
        // After our throw comes an update at once, then one after the opponents' throw. An extra
        // end may begin in between, with a new clock.
        let opponents = team.other();
        let clock = state.thinking_time_remaining[opponents];
        let longest = clock.max(seat.rules.setting.extra_end_thinking_time[opponents]);
        patience = options.patience.saturating_add(longest.duration());
    }
}

/// What we need of an update. What was done before is no reason to break off.
#[derive(Deserialize)]
struct Standing {
    #[serde(default)]
    next_team: Option<Team>,
    state: GameState,
}

/// What we know and what we think with.
struct Seat {
    rules: Rules,
    game: Curling,
    engine: Follower,
    seed: Seed,
    time: Timekeeper,
}

impl Seat {
    fn think(
        &mut self,
        state: &GameState,
        heard: Instant,
        stop: &Stop,
        watcher: &mut dyn Watcher,
    ) -> Result<Move, ClientError> {
        let position = state.to_state(&self.game)?;
        let throw = u64::from(state.end) * 16 + u64::from(state.shot);
        let seed = self.seed.index(throw);
        let shown = self.game.format_state(&position);
        self.engine.follow(&History::at(seed, &shown), None)?;
        let clock = self.time.share(heard.elapsed());
        let question = Question::to_move(clock, stop);
        let report = match self.engine.think(&question, &mut |_| ()) {
            Err(EngineError::Resigned) => None,
            report => Some(report?),
        };
        let content = match &report {
            None => Move::Concede,
            Some(report) => {
                let shot = self.game.parse_action(&position, &report.best);
                shot.map_err(EngineError::from)?.into()
            }
        };
        watcher.moves(&content, report.as_ref());
        Ok(content)
    }
}

/// The connection.
struct Talk {
    reader: LineReader<TcpStream>,
    writer: TcpStream,
    stop: Stop,
}

impl Talk {
    fn new(stream: TcpStream, stop: Stop) -> Result<Talk, ClientError> {
        let writer = stream.try_clone().map_err(|error| ClientError::Line {
            awaited: "dc",
            source: error.into(),
        })?;
        Ok(Talk {
            reader: LineReader::new(stream, FROM_SERVER),
            writer,
            stop,
        })
    }

    fn hear(&mut self, awaited: &'static str, patience: Duration) -> Result<String, ClientError> {
        self.reader
            .wait_until(patience, &self.stop)
            .map_err(|source| ClientError::Line { awaited, source })
    }

    fn say(&self, said: &'static str, message: ClientMessage) -> Result<(), ClientError> {
        send(&self.writer, &message).map_err(|source| ClientError::Send { said, source })
    }

    fn stopped(&self, awaited: &'static str) -> ClientError {
        ClientError::Line {
            awaited,
            source: LineError::Stopped,
        }
    }
}
