//! A game with everything that can be done with it.
//!
//! A kit starts from the rules value and is told which capabilities the game has; each brings the
//! searches, checks and benchmarks that need it. The builder methods are bounded by the traits,
//! so a kit cannot claim what the game does not have.
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
mod erased;
mod knowledge;
mod makers;
mod networks;
mod offered;
mod post_processing;
mod settings;

pub use post_processing::PostProcessing;
pub(crate) use settings::check_memory;
pub use settings::{KnowledgeParams, LimitParams};

use makers::Maker;
use networks::NamedLearner;
pub(crate) use networks::{checked_path, read_file, with_contents};
use offered::Offered;
use std::sync::Arc;
use yomi_core::conformance::Suite;
use yomi_core::engine::{
    Lister, PositionText, Remarker, Scorer, TerritoryText, list_all, list_proposals,
};
use yomi_core::{
    Deterministic, Discrete, Encode, Evaluator, Experience, Game, Indexed, Keyed, Notation, Policy,
    Prior, Proposes, Scored, Setup, Symmetric, Territorial, Walkable, perft,
};
use yomi_search::alphabeta::{AlphaBeta, Quiescence};
use yomi_search::dpw::Dpw;
use yomi_search::uct::Uct;

use crate::Bench;

type Divide<G> = fn(&G, &<G as Game>::State, u32) -> Vec<(<G as Game>::Action, u64)>;
type Fingerprint<G> = fn(&G, &<G as Game>::State) -> String;
type Upgrade<T> = fn(T) -> T;
type SuitePart<G> = for<'a> fn(Suite<'a, G>) -> Suite<'a, G>;
type BenchMaker<G> = fn(&Kit<G>) -> Bench;

/// A named piece of knowledge.
struct Named<T: ?Sized> {
    name: String,
    doc: String,
    value: Arc<T>,
}

/// A game being registered.
pub struct Kit<G: Notation> {
    name: String,
    bench_name: String,
    bench_share: u64,
    game: Arc<G>,
    lister: Lister<G>,
    scorer: Option<Scorer<G>>,
    positions: Option<PositionText<G>>,
    territory: Option<TerritoryText<G>>,
    remarker: Option<Remarker<G>>,
    capabilities: Vec<&'static str>,
    makers: Vec<Maker<G>>,
    evaluators: Vec<Offered<dyn Evaluator<G>>>,
    learners: Vec<NamedLearner<G>>,
    priors: Vec<Named<dyn Prior<G>>>,
    experiences: Vec<Offered<dyn Experience<G>>>,
    policies: Vec<Offered<dyn Policy<G>>>,
    post_processing: Option<PostProcessing<G>>,
    quiescence: Option<Arc<dyn Quiescence<G>>>,
    fingerprint: Option<Fingerprint<G>>,
    divide: Option<Divide<G>>,
    suite: Vec<SuitePart<G>>,
    benches: Vec<BenchMaker<G>>,
    uct_keys: Option<Upgrade<Uct<G>>>,
    uct_indices: Option<Upgrade<Uct<G>>>,
    alphabeta_keys: Option<Upgrade<AlphaBeta<G>>>,
    alphabeta_indices: Option<Upgrade<AlphaBeta<G>>>,
    dpw_keys: Option<Upgrade<Dpw<G>>>,
}

impl<G: Notation> Kit<G> {
    fn new(name: &str, game: G, lister: Lister<G>, capability: &'static str) -> Kit<G> {
        Kit {
            name: name.to_owned(),
            bench_name: name.to_owned(),
            bench_share: 1,
            game: Arc::new(game),
            lister,
            scorer: None,
            positions: None,
            territory: None,
            remarker: None,
            capabilities: vec![capability],
            makers: Vec::new(),
            evaluators: Vec::new(),
            learners: Vec::new(),
            priors: Vec::new(),
            experiences: Vec::new(),
            policies: Vec::new(),
            post_processing: None,
            quiescence: None,
            fingerprint: None,
            divide: None,
            suite: Vec::new(),
            benches: Vec::new(),
            uct_keys: None,
            uct_indices: None,
            alphabeta_keys: None,
            alphabeta_indices: None,
            dpw_keys: None,
        }
    }

    /// A game whose moves can be listed: random play and flat Monte Carlo.
    pub fn discrete(name: &str, game: G) -> Kit<G>
    where
        G: Discrete,
    {
        let mut kit = Kit::new(name, game, list_all, "discrete");
        kit.makers.push(makers::random());
        kit.makers.push(makers::flat());
        kit.suite.push(|suite| suite.discrete());
        kit.benches.push(crate::bench::playout);
        kit
    }

    /// A game whose moves are a continuum: widening search over proposals.
    pub fn continuous(name: &str, game: G) -> Kit<G>
    where
        G: Proposes,
    {
        let mut kit = Kit::new(name, game, list_proposals, "continuous");
        kit.makers.push(makers::random_proposing());
        kit.makers.push(makers::dpw_proposing());
        kit.suite.push(|suite| suite.proposes());
        kit.benches.push(crate::bench::dpw);
        kit
    }

    /// No chance: UCT, alpha-beta and perft.
    #[must_use]
    pub fn deterministic(mut self) -> Kit<G>
    where
        G: Discrete + Deterministic,
    {
        self.capabilities.push("deterministic");
        self.makers.push(makers::uct());
        self.makers.push(makers::alphabeta());
        self.divide = Some(perft::divide);
        self.suite.push(|suite| suite.deterministic());
        self.benches.push(crate::bench::uct);
        self.benches.push(crate::bench::uct_two_threads);
        self.benches.push(crate::bench::alphabeta);
        self
    }

    /// Chance decides: the conformance suite checks that it does, and that nobody foresees it.
    #[must_use]
    pub fn stochastic(mut self) -> Kit<G> {
        self.capabilities.push("stochastic");
        self.suite.push(|suite| suite.stochastic());
        self
    }

    /// Positions have keys: transpositions in UCT, a table in alpha-beta.
    #[must_use]
    pub fn keyed(mut self) -> Kit<G>
    where
        G: Discrete + Deterministic + Keyed,
    {
        self.capabilities.push("keyed");
        self.uct_keys = Some(Uct::with_keys);
        self.alphabeta_keys = Some(AlphaBeta::with_table);
        self.suite.push(|suite| suite.keyed());
        self
    }

    /// Actions have numbers: RAVE in UCT, history in alpha-beta.
    #[must_use]
    pub fn indexed(mut self) -> Kit<G>
    where
        G: Discrete + Deterministic + Indexed,
    {
        self.capabilities.push("indexed");
        self.uct_indices = Some(Uct::with_indices);
        self.alphabeta_indices = Some(AlphaBeta::with_history);
        self.suite.push(|suite| suite.indexed());
        self
    }

    /// Moves can be played and taken back in place, with an evaluation carried along: classical
    /// alpha-beta.
    #[must_use]
    pub fn walkable(mut self) -> Kit<G>
    where
        G: Walkable,
    {
        self.capabilities.push("walkable");
        self.makers.push(makers::classical());
        self.suite.push(|suite| suite.walkable());
        self.benches.push(crate::bench::classical);
        self
    }

    /// A discrete game of chance that proposes actions and tells states apart: widening search.
    #[must_use]
    pub fn widening(mut self) -> Kit<G>
    where
        G: Discrete + Proposes + Keyed,
    {
        self.capabilities.push("proposes");
        self.makers.push(makers::dpw_listing());
        self.dpw_keys = Some(Dpw::with_keys);
        self.suite.push(|suite| suite.proposes());
        self.suite.push(|suite| suite.keyed());
        self.benches.push(crate::bench::dpw);
        self
    }

    /// The board can be turned or mirrored.
    #[must_use]
    pub fn symmetric(mut self) -> Kit<G>
    where
        G: Symmetric,
    {
        self.capabilities.push("symmetric");
        self.suite.push(|suite| suite.symmetric());
        self
    }

    /// Players have points.
    #[must_use]
    pub fn scored(mut self) -> Kit<G>
    where
        G: Scored,
    {
        self.capabilities.push("scored");
        self.scorer = Some(G::score);
        self
    }

    /// Positions can be written down and set up.
    #[must_use]
    pub fn setup(mut self) -> Kit<G>
    where
        G: Setup,
    {
        self.capabilities.push("setup");
        self.positions = Some(PositionText::OF_GAME);
        self
    }

    /// The points of the board end up as somebody's.
    #[must_use]
    pub fn territorial(mut self) -> Kit<G>
    where
        G: Territorial,
    {
        self.capabilities.push("territorial");
        self.territory = Some(TerritoryText::OF_GAME);
        self
    }

    /// Positions have features.
    #[must_use]
    pub fn encoded(mut self) -> Kit<G>
    where
        G: Encode,
    {
        self.capabilities.push("encode");
        self.suite.push(|suite| suite.encode());
        self
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }
}
