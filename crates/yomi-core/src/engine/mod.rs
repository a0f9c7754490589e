//! The text interface of games and players, for arenas and protocols.
//!
//! A [`Referee`] keeps a game, an [`Engine`] plays it; both use only the game's notation, so
//! one arena serves every game and every program, ours or an external one. [`GameReferee`] and
//! [`SearchEngine`] implement these traits for any typed game and search.
//!
//! Chance at each ply comes from a [`Seed`] that the referee derives and passes to the engines
//! only *after* the move was made: engines reproduce the game exactly and cannot foresee chance.

mod finding;
mod follower;
mod host;
mod referee;
mod resignation;
mod search_engine;
mod session;

pub use finding::Finding;
pub use follower::{Follower, History, Step};
pub use host::{EngineInfo, GameRules, Host, HostedGame};
pub use referee::{
    GameReferee, Lister, PositionText, RefereeParts, Remarker, list_all, list_proposals,
};
pub use resignation::Resignation;
pub use search_engine::SearchEngine;
pub use session::Session;

use crate::interactive::{Sketch, Topic};
use crate::{
    Clock, Limits, MoverValue, NotationError, Outcome, Player, PositionError, Proven, Seed,
    Settlement, Stop, StopReason,
};
use serde::Serialize;
use std::time::Duration;
use thiserror::Error;

/// Errors of engines and referees.
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
    /// An engine in another process failed.
    #[error("engine '{engine}' failed: {reason}")]
    Broken {
        /// The engine's name.
        engine: String,
        /// The error.
        reason: String,
    },
    /// An engine in another process did not answer in time.
    #[error("engine '{engine}' failed: {reason}")]
    TimedOut {
        /// The engine's name.
        engine: String,
        /// The request, and the time waited.
        reason: String,
    },
    /// This machine has no file handles, threads or memory left for an engine: an external program
    /// is not to blame for that.
    #[error("this machine is out of resources for engine '{engine}': {reason}")]
    OutOfResources {
        /// The engine's name.
        engine: String,
        /// The missing resource.
        reason: String,
    },
    /// The text is no position.
    #[error(transparent)]
    BadPosition(#[from] PositionError),
    /// Positions of this game or for this engine can only be reached by moves.
    #[error("a position cannot be set up: moves must lead to it")]
    NoSetup,
    /// The engine only answers moves and cannot analyse.
    #[error("this engine does not analyse positions")]
    NoAnalysis,
    /// The engine cannot be restricted to some root moves.
    #[error("this engine looks at all moves: it cannot be told which")]
    NoRestriction,
    /// The engine resigns.
    #[error("resigned")]
    Resigned,
}

/// A [`MoveReport`](crate::MoveReport) in the game's notation.
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
    /// Whether the player told one: otherwise that is an even position for want of anything better.
    #[serde(skip)]
    pub has_value: bool,
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
    /// The report of a player that answers a move and nothing else: an even position, all counts zero.
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
            has_value: false,
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

impl TextReport {
    /// The moves with a real share of the visits, at least a twentieth of those of the most visited one: what is known of the
    /// others is luck, and a viewer that shows the best win rate of all moves would show theirs. In the order of the report.
    ///
    /// ```
    /// use yomi_core::engine::{TextMove, TextReport};
    ///
    /// let mut report = TextReport::of_move("a");
    /// for (text, visits) in [("a", 600), ("b", 29), ("c", 30), ("d", 0)] {
    ///     report.moves.push(TextMove {
    ///         text: text.to_owned(),
    ///         visits,
    ///         value: None,
    ///         prior: None,
    ///         proven: None,
    ///         line: Vec::new(),
    ///     });
    /// }
    /// let known: Vec<&str> = report.known_moves().map(|known| known.text.as_str()).collect();
    /// assert_eq!(known, ["a", "c"]);
    /// ```
    pub fn known_moves(&self) -> impl Iterator<Item = &TextMove> {
        let least = self.least_known();
        self.moves.iter().filter(move |entry| entry.visits >= least)
    }

    /// The visits of which a move has a real share of all visits.
    pub fn least_known(&self) -> u64 {
        let most = self.moves.iter().map(|entry| entry.visits).max();
        most.unwrap_or(0).div_ceil(20).max(1)
    }
}

fn as_seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

/// A fact about a position that the game itself reports, such as a mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The subject.
    pub name: String,
    /// In words.
    pub text: String,
    /// The same as named numbers, for programs.
    pub figures: Vec<(String, i64)>,
    /// Members of the analysis itself, for programs.
    pub members: Vec<(String, Member)>,
}

/// What a remark adds to an analysis, for programs.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(untagged)]
pub enum Member {
    /// A number.
    Number(i64),
    /// Moves with a level each.
    Moves(Vec<MoveLevel>),
}

/// A move with a level: how deep a trap it is.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct MoveLevel {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Its level.
    pub level: u32,
}

/// The limits of a search by an engine, besides the stop flag and a proof.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Effort {
    /// The engine's own limits, and the clock if there is one.
    Own(Option<Clock>),
    /// These limits instead of the engine's own; if they are empty, the engine's own.
    Within(Limits),
    /// Nothing.
    Endless,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort::Own(None)
    }
}

/// A request to an engine about its current position.
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
    /// The limits of the search.
    pub effort: Effort,
    /// The only root moves to search; empty: all.
    pub only: Vec<String>,
    /// See [`Request::lines`](crate::Request::lines).
    pub lines: Option<u32>,
    /// Whether to spend the whole budget even where the move is clear.
    pub thorough: bool,
    /// Whether to continue with the tree of earlier questions about the same position, where the
    /// engine keeps one. Otherwise the search starts as it would for the first question, with the same
    /// seed; a tree that was kept from the move before is continued in either case.
    pub resume: bool,
    /// See [`Request::progress`](crate::Request::progress).
    pub progress: Option<Duration>,
    /// A flag that ends the search early when it is raised.
    pub stop: Stop,
}

impl Question {
    /// A request for the move to play, by the engine's own limits and the clock if there is one.
    pub fn to_move(clock: Option<Clock>, stop: &Stop) -> Question {
        Question {
            effort: Effort::Own(clock),
            stop: stop.clone(),
            ..Question::default()
        }
    }
}

/// A player with a text interface in the game's notation.
pub trait Engine: Send {
    /// The engine's name for tables.
    fn name(&self) -> &str;

    /// Begins a new game. All randomness of the engine in this game derives from `seed`.
    fn new_game(&mut self, seed: Seed) -> Result<(), EngineError>;

    /// Plays a move of either side on the engine's board; chance (if any) is drawn from `chance`.
    fn play(&mut self, text: &str, chance: Seed) -> Result<(), EngineError>;

    /// Whether the same seed gives the same moves when there is no clock. That does not hold with
    /// time limits, with threads that share a tree, and for external programs.
    fn is_reproducible(&self) -> bool {
        false
    }

    /// Replaces the current position by the one that `text` describes, in the same game.
    fn set_position(&mut self, _text: &str) -> Result<(), EngineError> {
        Err(EngineError::NoSetup)
    }

    /// Takes the last move back.
    fn undo(&mut self) -> Result<(), EngineError>;

    /// Searches the current position. The move is not played: [`Engine::play`] does that once the
    /// referee has accepted it.
    ///
    /// If [`Question::progress`] is set, `tell` is called with intermediate reports, each as if the
    /// search ended there, and with the final one. Programs that only answer moves within their own
    /// limits answer other questions with [`EngineError::NoAnalysis`] or
    /// [`EngineError::NoRestriction`].
    fn think(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError>;

    /// [`Engine::think`] about the move to play, without a receiver of progress.
    fn choose(&mut self, clock: Option<Clock>, stop: &Stop) -> Result<TextReport, EngineError> {
        self.think(&Question::to_move(clock, stop), &mut |_| ())
    }

    /// The process that searches for this engine, if it is another one, to measure its
    /// [processor time](crate::cpu_time::of_process).
    fn process_id(&self) -> Option<u32> {
        None
    }

    /// Informs the engine that the game is over, by the rules or otherwise.
    fn conclude(&mut self, _outcome: Outcome) {}
}

/// Legal moves of the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMoves {
    /// Moves in the game's notation.
    pub moves: Vec<String>,
    /// Whether the list is complete; otherwise it is a sample of a continuum.
    pub complete: bool,
}

/// A number of positions or of moves that a game tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberInfo {
    /// Its name.
    pub name: &'static str,
    /// Its meaning.
    pub doc: &'static str,
}

/// Keeps a game and its rules.
pub trait Referee: Send {
    /// Begins a new game; chance in it derives from `seed`.
    fn new_game(&mut self, seed: Seed);

    /// Makes later chance derive from `seed`; earlier draws stay. So two games can
    /// share their opening, dice included, and differ afterwards.
    fn reseed(&mut self, seed: Seed);

    /// The side to move.
    fn to_move(&self) -> Player;

    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The points of the first and of the second player so far, in games that have points.
    fn score(&self) -> Option<[f64; 2]>;

    /// The moves that may be played.
    fn legal(&self) -> LegalMoves;

    /// See [`Notation::move_format`](crate::Notation::move_format).
    fn move_format(&self) -> String;

    /// Plays a move. Returns the move in the game's own spelling and the seed of its chance, for
    /// [`Engine::play`].
    fn play(&mut self, text: &str) -> Result<(String, Seed), EngineError>;

    /// Takes the last move back.
    fn undo(&mut self) -> Result<(), EngineError>;

    /// Replaces the current position by the one that `text` describes.
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

    /// Facts about the position that the game reports.
    fn remarks(&self) -> Vec<Remark> {
        Vec::new()
    }

    /// The numbers of positions that the game tells ([`Measured`](crate::Measured)).
    fn position_numbers(&self) -> Vec<NumberInfo> {
        Vec::new()
    }

    /// One of them in the current position; `None` if it has none, if the game is over, or if there is no number of that
    /// name.
    fn position_number(&self, _name: &str) -> Option<f64> {
        None
    }

    /// The numbers of moves that the game tells.
    fn move_numbers(&self) -> Vec<NumberInfo> {
        Vec::new()
    }

    /// The legal moves that have one of them in the current position, with it.
    fn numbers_of_moves(&self, _name: &str) -> Vec<(String, f64)> {
        Vec::new()
    }

    /// The moves so far, from the start of the game or from the position set up.
    fn moves(&self) -> Vec<String>;

    /// The position drawn for a terminal.
    fn render(&self) -> String;

    /// The names of the players; see [`Interactive::sides`](crate::Interactive::sides).
    fn sides(&self) -> [&'static str; 2] {
        ["first", "second"]
    }

    /// The position drawn for a person; see [`Interactive::sketch`](crate::Interactive::sketch).
    fn sketch(&self) -> Sketch {
        Sketch::from(self.render())
    }

    /// See [`Interactive::typed_format`](crate::Interactive::typed_format).
    fn typed_format(&self) -> String {
        self.move_format()
    }

    /// The move that a person means, for [`play`](Referee::play); see
    /// [`Interactive::parse_typed`](crate::Interactive::parse_typed).
    fn understand(&self, text: &str) -> Result<String, EngineError> {
        Ok(text.to_owned())
    }

    /// A move of the current position as it is shown to a person; unchanged if it is none.
    fn describe(&self, text: &str) -> String {
        text.to_owned()
    }

    /// What a person can ask about; see [`Interactive::topics`](crate::Interactive::topics).
    fn topics(&self) -> &'static [Topic] {
        &[]
    }

    /// What is told of a topic; see [`Interactive::tell`](crate::Interactive::tell).
    fn tell(&self, topic: &str, _argument: &str) -> Result<Sketch, String> {
        Err(format!("no topic {topic}"))
    }
}
