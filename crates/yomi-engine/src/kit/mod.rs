//! A game with its capabilities, engines, knowledge and benchmarks.
//!
//! A kit starts from the rules value; builder methods declare the capabilities of the game, and each adds the
//! searches, checks and benchmarks that need it. The builder methods are bounded by the traits,
//! so a kit cannot declare a capability that the game does not have.
//!
//! ```
//! use yomi_engine::{AnyGame, Kit};
//! use yomi_toy::{ConnectFour, WindowEvaluator};
//!
//! let kit = Kit::discrete("connect-four", ConnectFour)
//!     .deterministic()
//!     .keyed()
//!     .indexed()
//!     .evaluator("windows", "open rows of four", WindowEvaluator::default());
//! let names: Vec<String> = kit.engines().into_iter().map(|engine| engine.name).collect();
//! assert_eq!(names, ["random", "flat", "uct", "alpha-beta"]);
//! let error = kit.engine(&"uct:rave=perhaps".parse().unwrap()).err().unwrap();
//! assert_eq!(
//!     error.to_string(),
//!     "engine 'uct': parameter 'rave': 'perhaps' is not true or false"
//! );
//! ```

mod builder;
mod capabilities;
mod erased;
mod evaluations;
mod knowledge;
mod logs;
mod makers;
mod moves;
mod networks;
mod offered;
mod pictures;
mod post_processing;
mod settings;
mod shipped;

pub use capabilities::{CAPABILITIES, Capability};
pub(crate) use logs::Logs;
pub(crate) use makers::{dpw_table, only_with};
pub(crate) use moves::NamedMoves;
pub use offered::Offered;
pub use post_processing::PostProcessing;
pub use settings::{KnowledgeParams, LimitParams};
pub(crate) use settings::{check_memory, check_tree};
pub(crate) use shipped::ModelWeights;

use capabilities::Declared;
use knowledge::KnowledgeBase;
use makers::Maker;
pub(crate) use networks::{checked_path, read_file, read_weights, with_contents};
use pictures::Picturing;
pub(crate) use shipped::ZERO;
use std::sync::Arc;
use yomi_core::engine::{Lister, RefereeParts};
use yomi_core::{Game, Notation};

use crate::Bench;

type Divide<G> = fn(&G, &<G as Game>::State, u32) -> Vec<(<G as Game>::Action, u64)>;
type Fingerprint<G> = fn(&G, &<G as Game>::State) -> String;
type BenchMaker<G> = fn(&Kit<G>) -> Bench;

/// A game being registered.
pub struct Kit<G: Notation> {
    name: String,
    /// The setting without which learned weights mean nothing, such as `world=dc2`.
    variant: Option<String>,
    game: Arc<G>,
    capabilities: Vec<Declared<G>>,
    referee: RefereeParts<G>,
    makers: Vec<Maker<G>>,
    knowledge: KnowledgeBase<G>,
    /// Settings of engines of the game's own that name files of weights.
    files: Vec<Arc<ModelWeights>>,
    logs: Option<Logs<G>>,
    post_processing: Option<PostProcessing<G>>,
    fingerprint: Option<Fingerprint<G>>,
    divide: Option<Divide<G>>,
    pictures: Option<Picturing<G>>,
    benches: Benches<G>,
}

/// The benchmarks of a game.
struct Benches<G: Notation> {
    /// The prefix of their names.
    name: String,
    /// Tree searches make only so small a share of the usual simulations.
    share: u64,
    makers: Vec<BenchMaker<G>>,
}

impl<G: Notation> Kit<G> {
    fn new(name: &str, game: G, lister: Lister<G>) -> Kit<G> {
        Kit {
            name: name.to_owned(),
            variant: None,
            game: Arc::new(game),
            capabilities: Vec::new(),
            referee: RefereeParts::new(lister),
            makers: Vec::new(),
            knowledge: KnowledgeBase::default(),
            files: Vec::new(),
            logs: None,
            post_processing: None,
            fingerprint: None,
            divide: None,
            pictures: None,
            benches: Benches {
                name: name.to_owned(),
                share: 1,
                makers: Vec::new(),
            },
        }
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The name of the game, with the setting without which learned weights mean nothing.
    fn name_of_variant(&self) -> String {
        let variant = self.variant.iter().map(|variant| format!(":{variant}"));
        format!("{}{}", self.name, variant.collect::<String>())
    }
}
