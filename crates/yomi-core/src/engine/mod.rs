//! Games and players behind text: what arenas, protocols and pages talk to.
//!
//! A [`Referee`] keeps a game, an [`Engine`] plays it; both speak only the game's notation, so
//! one arena serves every game and every program, ours or another's. [`GameReferee`] and
//! [`SearchEngine`] put any typed game and search behind these faces.
//!
//! Chance at each ply comes from a [`Seed`] that the referee derives and shows to the engines
//! only *after* the move was made: engines follow the game exactly and foresee nothing.

mod follower;
mod host;
mod referee;
mod search_engine;
mod session;

pub use follower::{Follower, History, Step};
pub use host::{EngineInfo, GameRules, Host, HostedGame};
pub use referee::{
    GameReferee, Lister, PositionText, Remarker, Scorer, TerritoryText, list_all, list_proposals,
};
pub use search_engine::SearchEngine;
pub use session::Session;

use crate::{
    Clock, Limits, MoverValue, NotationError, Outcome, Player, PositionError, Proven, Seed,
    Settlement, Stop, StopReason,
};
use serde::Serialize;
use std::time::Duration;
use thiserror::Error;

/// Why an engine or a referee could not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    /// The text is no legal move.
    #[error(transparent)]
    IllegalMove(#[from] NotationError),
    /// The game is over: there is nothing to play.
    #[error("the game is over: {0}")]
    GameOver(String),
    /// There is no move to take back.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// An engine in another process broke down.
    #[error("engine '{engine}' failed: {reason}")]
    Broken {
        /// The engine's name.
        engine: String,
        /// What happened.
        reason: String,
    },
    /// An engine in another process did not answer in time.
    #[error("engine '{engine}' failed: {reason}")]
    TimedOut {
        /// The engine's name.
        engine: String,
        /// What it was asked, and how long was waited.
        reason: String,
    },
    /// This machine has no file handles, threads or memory left for an engine: no fault of that
    /// engine, if it is somebody else's.
    #[error("this machine is out of resources for engine '{engine}': {reason}")]
    OutOfResources {
        /// The engine's name.
        engine: String,
        /// What could not be had.
        reason: String,
    },
    /// The text is no position.
    #[error(transparent)]
    BadPosition(#[from] PositionError),
    /// Positions of this game or for this engine can only be reached by moves.
    #[error("a position cannot be set up: moves must lead to it")]
    NoSetup,
    /// The engine only tells moves, not what it thinks meanwhile.
    #[error("this engine does not analyse positions")]
    NoAnalysis,
    /// The engine cannot be told which moves to look at.
    #[error("this engine looks at all moves: it cannot be told which")]
    NoRestriction,
    /// The engine gives the game up.
    #[error("resigned")]
    Resigned,
}

/// What an engine found out about one move, as text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TextMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// See [`MoveReport::visits`](crate::MoveReport::visits).
    pub visits: u64,
    /// See [`MoveReport::value`](crate::MoveReport::value).
    pub value: Option<MoverValue>,
    /// See [`MoveReport::prior`](crate::MoveReport::prior).
    pub prior: Option<f64>,
    /// See [`MoveReport::proven`](crate::MoveReport::proven).
    pub proven: Option<Proven>,
    /// See [`MoveReport::line`](crate::MoveReport::line).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

/// A [`Report`](crate::Report) in the game's notation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TextReport {
    /// The move to play.
    pub best: String,
    /// The value of the position for the side to move.
    pub value: MoverValue,
    /// The proven result for the side to move.
    pub proven: Option<Proven>,
    /// All moves, best first.
    pub moves: Vec<TextMove>,
    /// The expected continuation.
    pub line: Vec<String>,
    /// See [`Report::line_is_shortest`](crate::Report::line_is_shortest).
    pub line_is_shortest: bool,
    /// Simulations played.
    pub simulations: u64,
    /// Nodes examined or held.
    pub nodes: u64,
    /// Depth reached.
    pub depth: u32,
    /// See [`Report::deepest`](crate::Report::deepest).
    pub deepest: u32,
    /// See [`Report::fill`](crate::Report::fill).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<f64>,
    /// Memory held, in bytes.
    pub memory: u64,
    /// Wall-clock seconds.
    #[serde(serialize_with = "as_seconds")]
    pub elapsed: Duration,
    /// Why the search ended.
    pub reason: StopReason,
    /// The seed of the search.
    pub seed: Seed,
    /// Whether the same seed would give the same answer again.
    pub reproducible: bool,
}

impl TextReport {
    /// The answer of somebody who tells a move and nothing else: an even position, nothing counted.
    ///
    /// ```
    /// use yomi_core::MoverValue;
    /// use yomi_core::engine::TextReport;
    ///
    /// let report = TextReport::of_move("e5");
    /// assert_eq!((report.best.as_str(), report.value), ("e5", MoverValue::EVEN));
    /// ```
    pub fn of_move(text: &str) -> TextReport {
        TextReport {
            best: text.to_owned(),
            value: MoverValue::EVEN,
            proven: None,
            moves: Vec::new(),
            line: vec![text.to_owned()],
            line_is_shortest: false,
            simulations: 0,
            nodes: 0,
            depth: 0,
            deepest: 0,
            fill: None,
            memory: 0,
            elapsed: Duration::ZERO,
            reason: StopReason::Time,
            seed: Seed::new(0),
            reproducible: false,
        }
    }
}

fn as_seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

/// What a game itself has to say about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// What it is about.
    pub name: String,
    /// In words.
    pub text: String,
    /// In numbers, for programs: each with its name.
    pub figures: Vec<(String, i64)>,
}

/// What ends an engine's thinking, besides somebody's word and a proof.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Effort {
    /// The engine's own limits, and the clock if there is one.
    Own(Option<Clock>),
    /// These limits instead of the engine's own. Limits that end nothing are the engine's own.
    Within(Limits),
    /// Nothing.
    Endless,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort::Own(None)
    }
}

/// What is asked of an engine about the position it stands in.
///
/// ```
/// use std::time::Duration;
/// use yomi_core::Limits;
/// use yomi_core::engine::{Effort, Question};
///
/// let analysis = Question {
///     effort: Effort::Within(Limits::simulations(1_000)),
///     only: vec!["e5".to_owned(), "c3".to_owned()],
///     progress: Some(Duration::from_millis(100)),
///     ..Question::default()
/// };
/// assert!(!analysis.stop.is_raised());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// What ends the thinking.
    pub effort: Effort,
    /// The only moves to look at; empty: all.
    pub only: Vec<String>,
    /// See [`Request::lines`](crate::Request::lines).
    pub lines: Option<u32>,
    /// Whether to spend everything there is even where the move is clear.
    pub thorough: bool,
    /// Whether to go on from what earlier questions about the same position found out, where the
    /// engine keeps that. Else the answer is what it would be the first time.
    pub resume: bool,
    /// See [`Request::progress`](crate::Request::progress).
    pub progress: Option<Duration>,
    /// Raised by anyone who wants the answer now.
    pub stop: Stop,
}

impl Question {
    /// Which move to play, by the engine's own limits and the clock if there is one.
    pub fn to_move(clock: Option<Clock>, stop: &Stop) -> Question {
        Question {
            effort: Effort::Own(clock),
            stop: stop.clone(),
            ..Question::default()
        }
    }
}

/// A player that speaks the game's notation.
pub trait Engine: Send {
    /// The engine's name for tables.
    fn name(&self) -> &str;

    /// Begins a new game. All randomness of the engine in this game derives from `seed`.
    fn new_game(&mut self, seed: Seed) -> Result<(), EngineError>;

    /// Somebody played this move, and chance (if any) was drawn from `chance`.
    fn play(&mut self, text: &str, chance: Seed) -> Result<(), EngineError>;

    /// Whether the same seed gives the same moves when there is no clock. Limits of time, threads
    /// that share a tree and programs of others do not promise that.
    fn is_reproducible(&self) -> bool {
        false
    }

    /// Goes on from the position that `text` describes, in the same game.
    fn set_position(&mut self, _text: &str) -> Result<(), EngineError> {
        Err(EngineError::NoSetup)
    }

    /// Takes the last move back.
    fn undo(&mut self) -> Result<(), EngineError>;

    /// Thinks about the current position. Does not play the move: the referee's word counts.
    ///
    /// If [`Question::progress`] says so, `tell` gets the report as it would be if the thinking
    /// ended there, on the way and at the end. Programs that only tell moves within their own
    /// limits answer other questions with [`EngineError::NoAnalysis`] or
    /// [`EngineError::NoRestriction`].
    fn think(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError>;

    /// [`Engine::think`] about the move to play, with nobody told.
    fn choose(&mut self, clock: Option<Clock>, stop: &Stop) -> Result<TextReport, EngineError> {
        self.think(&Question::to_move(clock, stop), &mut |_| ())
    }

    /// The process that thinks for this engine, if it is not ours: whose
    /// [processor time](crate::cpu_time::of_process) its thinking costs.
    fn process_id(&self) -> Option<u32> {
        None
    }

    /// The game is over, on the board or otherwise. Nothing more is asked about it.
    fn conclude(&mut self, _outcome: Outcome) {}
}

/// The moves open to the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMoves {
    /// Moves in the game's notation.
    pub moves: Vec<String>,
    /// Whether these are all there are, or samples of a continuum.
    pub complete: bool,
}

/// Keeps a game and its rules.
pub trait Referee: Send {
    /// Begins a new game; chance in it derives from `seed`.
    fn new_game(&mut self, seed: Seed);

    /// From here on chance derives from `seed`; what was drawn before stays. So two games can
    /// share their opening, dice included, and part afterwards.
    fn reseed(&mut self, seed: Seed);

    /// Whose move it is.
    fn to_move(&self) -> Player;

    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The points of the first and of the second player so far, in games that have points.
    fn score(&self) -> Option<[f64; 2]>;

    /// The moves that may be played.
    fn legal(&self) -> LegalMoves;

    /// What a move looks like.
    fn move_format(&self) -> String;

    /// Plays a move. Returns the move in the game's own spelling and the seed chance was drawn
    /// from, for passing on to the engines.
    fn play(&mut self, text: &str) -> Result<(String, Seed), EngineError>;

    /// Takes the last move back.
    fn undo(&mut self) -> Result<(), EngineError>;

    /// Goes on from the position that `text` describes.
    fn set_position(&mut self, _text: &str) -> Result<(), EngineError> {
        Err(EngineError::NoSetup)
    }

    /// The position as text, in games whose positions can be set up.
    fn position(&self) -> Option<String> {
        None
    }

    /// [`Territorial::ownership`](crate::Territorial::ownership) of games that have it.
    fn ownership(&self) -> Option<Vec<f64>> {
        None
    }

    /// [`Territorial::settlement`](crate::Territorial::settlement) of games that have it.
    fn settlement(&self) -> Option<Settlement> {
        None
    }

    /// What the game itself has to say about the position.
    fn remarks(&self) -> Vec<Remark> {
        Vec::new()
    }

    /// The moves so far, from the start of the game or from the position set up.
    fn moves(&self) -> Vec<String>;

    /// The position drawn for a terminal.
    fn render(&self) -> String;
}
