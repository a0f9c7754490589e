//! From configuration to a playing engine: the only crate that knows game, search and knowledge
//! at once.
//!
//! A [`Registry`] holds games by name. A game is registered as a [`Kit`]: the rules value plus
//! the capabilities it has, each of which adds the searches that need it. Everything above this
//! crate (arena, laboratory, command line, protocols) sees only [`AnyGame`]: text in, text out.

pub mod any_game;
pub mod bench;
pub mod blokus;
pub mod curling;
pub mod go;
pub mod kit;
pub mod random;
pub mod registry;
pub mod shogi;
pub mod signature;
pub mod toys;
pub mod training;

pub use any_game::{AnyGame, SetupError, ShownWeights, WeightGroup};
pub use bench::{Bench, Measurement};
pub use kit::Kit;
pub use registry::{GameEntry, MakeEngine, Registry, RegistryHost};
pub use training::{
    EvaluationJob, EvaluationTest, TrainError, Trained, TrainedEvaluation, TrainingJob,
};
pub use yomi_core::engine::EngineInfo;
