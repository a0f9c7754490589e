//! The basic types and traits of Yomi: games, searches, engines and reports.
//!
//! A game author implements [`Game`] and the capabilities that hold for the game
//! ([`Discrete`], [`Deterministic`], [`Keyed`], ...); a search author asks for exactly the
//! capabilities the algorithm needs. Capabilities are traits, so a search that needs perfect
//! determinism does not compile for a game with dice.
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`], [`noise`], [`continuous`] | [`Game`] and its capabilities |
//! | [`interactive`] | [`Interactive`]: names of sides, drawings with the last move, moves as people type them |
//! | [`player`], [`value`], [`outcome`] | players, values with a point of view, results of games |
//! | [`rng`] | the one random generator and the tree of seeds |
//! | [`knowledge`] | [`Evaluator`], [`Prior`], [`Experience`], [`Policy`] |
//! | [`prover`] | [`Prover`]: forced wins that a game finds by itself |
//! | [`move_features`] | [`MoveFeatures`], [`Choices`], [`Lesson`], [`Stored`] |
//! | [`limits`], [`budget`] | limits of a search; the part of them that is used up |
//! | [`cpu_time`] | processor time of threads and processes |
//! | [`measured`] | numbers by which experiments tell positions and moves apart |
//! | [`memory`] | available memory |
//! | [`search`], [`report`] | a search over a typed game and its result |
//! | [`params`] | one table of parameters per algorithm |
//! | [`position`], [`engine`] | a game in progress; the text interface of games and players, for arenas and protocols |
//! | [`resources`] | worker threads, and exhausted resources of the machine |
//! | [`checksum`], [`file_lock`], [`read_file`](mod@read_file) | checksums of files; locks against a second writer; reading with a size limit |
//! | [`foreign`] | sanitising text from other programs for display |
//! | [`rows`] | square boards whose points have owners, as text |
//! | [`suite`] | positions with known answers |
//! | [`perft`], [`conformance`] | counting move paths; checking a game against the contracts of its traits |

pub mod budget;
pub mod checksum;
pub mod conformance;
pub mod continuous;
pub mod cpu_time;
pub mod engine;
pub mod file_lock;
pub mod foreign;
pub mod game;
pub mod interactive;
pub mod knowledge;
pub mod limits;
pub mod measured;
pub mod memory;
pub mod move_features;
pub mod noise;
pub mod outcome;
pub mod params;
pub mod perft;
pub mod pictured;
pub mod player;
pub mod position;
pub mod prover;
pub mod read_file;
pub mod report;
pub mod resources;
pub mod rng;
pub mod rows;
pub mod search;
pub mod suite;
pub mod value;
pub mod walk;

pub use budget::{Budget, TimeSource};
pub use engine::{Engine, EngineError, Referee};
pub use file_lock::lock_file;
pub use game::{
    Deterministic, Discrete, Encode, Game, Indexed, Keyed, Notation, NotationError, PositionError,
    Proposes, Scored, Settlement, Setup, Symmetric, Territorial,
};
pub use interactive::Interactive;
pub use knowledge::{
    Evaluator, Experience, FeatureGroup, FeatureMap, FeatureSink, Features, LinearModel, Policy,
    Prior, Scratch, VirtualVisits,
};
pub use limits::{Clock, Clocks, Limits, Stop};
pub use measured::{Measured, MoveNumber, PositionNumber};
pub use move_features::{Choices, FeatureLists, Lesson, MoveFeatures, Stored, Whole};
pub use noise::Noisy;
pub use outcome::{Outcome, Proven};
pub use pictured::Pictured;
pub use player::Player;
pub use position::Position;
pub use prover::{Prover, Provers};
pub use read_file::{read_file, read_regular_file, read_text};
pub use report::{MoveReport, Report, StopReason};
pub use rng::{Rng, Seed};
pub use search::{Request, Search};
pub use value::{FirstValue, MoverValue, logistic};
pub use walk::{Ending, Walk, Walkable};
