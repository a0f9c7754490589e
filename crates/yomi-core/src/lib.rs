//! The vocabulary of Yomi: what a game, a search, an engine and a report are.
//!
//! A game author implements [`Game`] and the capabilities that hold for the game
//! ([`Discrete`], [`Deterministic`], [`Keyed`], ...); a search author asks for exactly the
//! capabilities the algorithm needs. Capabilities are traits, so a search that needs perfect
//! determinism does not compile for a game with dice.
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`], [`noise`] | [`Game`] and its capabilities |
//! | [`player`], [`value`], [`outcome`] | who moves, what a position is worth and to whom, how a game ends |
//! | [`rng`] | the one random generator and the tree of seeds |
//! | [`knowledge`] | [`Evaluator`], [`Prior`], [`Experience`], [`Policy`] |
//! | [`limits`], [`budget`] | when a search must end; what it has used so far |
//! | [`cpu_time`] | how much processor time a thread or a process has used |
//! | [`memory`] | how much memory may be taken |
//! | [`search`], [`report`] | a search over a typed game and its answer |
//! | [`params`] | one table of parameters per algorithm |
//! | [`position`], [`engine`] | a game in progress; the same behind text, for arenas and protocols |
//! | [`resources`] | workers, and what a machine may run out of |
//! | [`checksum`], [`file_lock`], [`read_file`](mod@read_file) | whether a file is what was written; one writer per file; no file longer than expected |
//! | [`foreign`] | text of others, fit to be shown |
//! | [`perft`], [`conformance`] | counting move paths; checking that a game keeps its promises |

pub mod budget;
pub mod checksum;
pub mod conformance;
pub mod cpu_time;
pub mod engine;
pub mod file_lock;
pub mod foreign;
pub mod game;
pub mod knowledge;
pub mod limits;
pub mod memory;
pub mod noise;
pub mod outcome;
pub mod params;
pub mod perft;
pub mod player;
pub mod position;
pub mod read_file;
pub mod report;
pub mod resources;
pub mod rng;
pub mod search;
pub mod value;
pub mod walk;

pub use budget::{Budget, TimeSource};
pub use engine::{Engine, EngineError, Referee};
pub use file_lock::lock_file;
pub use game::{
    Deterministic, Discrete, Encode, Game, Indexed, Keyed, Notation, NotationError, PositionError,
    Proposes, Scored, Settlement, Setup, Symmetric, Territorial,
};
pub use knowledge::{
    Evaluator, Experience, FeatureSink, Features, Policy, Prior, Scratch, VirtualVisits,
};
pub use limits::{Clock, Limits, Stop};
pub use noise::Noisy;
pub use outcome::{Outcome, Proven};
pub use player::Player;
pub use position::Position;
pub use read_file::{read_file, read_regular_file, read_text};
pub use report::{MoveReport, Report, StopReason};
pub use rng::{Rng, Seed};
pub use search::{Request, Search};
pub use value::{FirstValue, MoverValue};
pub use walk::{Ending, Walk, Walkable};
