//! The table of capabilities that games can have.
//!
//! An entry of [`capabilities!`] is a method of [`Kit`], bounded by the traits that the game must
//! implement, and a row of [`CAPABILITIES`]. It defines everything that follows from the capability:
//! checks of the conformance suite, engines, benchmarks, settings of engines, and functions for
//! searches and referees. To add a capability, add an entry here, besides the trait and its check in
//! `yomi-core`. `docs/features.md` has a table of the capabilities of each game.

use super::makers::{self, Maker};
use super::pictures::Picturing;
use super::{BenchMaker, Divide, Kit};
use crate::bench;
use yomi_core::conformance::Suite;
use yomi_core::engine::{RefereeParts, list_all, list_proposals};
use yomi_core::{
    Deterministic, Discrete, Encode, Game, Indexed, Interactive, Keyed, Measured, Noisy, Notation,
    Pictured, Proposes, Scored, Setup, Symmetric, Territorial, Walkable, perft,
};
use yomi_search::alphabeta::AlphaBeta;
use yomi_search::dpw::Dpw;
use yomi_search::uct::Uct;

/// A capability as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capability {
    /// The name that `yomi games` prints.
    pub name: &'static str,
    /// Its meaning and consequences.
    pub doc: &'static str,
    /// Settings of engines that only games with this capability have.
    pub settings: &'static [&'static str],
}

type Check<G> = for<'a> fn(Suite<'a, G>) -> Suite<'a, G>;
type Upgrade<T> = fn(T) -> T;

/// A capability that a game has, and what follows from it.
pub(super) struct Declared<G: Notation> {
    pub name: &'static str,
    /// Its part of the conformance suite.
    pub check: Check<G>,
    /// Enables the options of UCT that need it.
    pub uct: Upgrade<Uct<G>>,
    /// Enables the options of alpha-beta that need it.
    pub alphabeta: Upgrade<AlphaBeta<G>>,
    /// Enables the options of double progressive widening that need it.
    pub dpw: Upgrade<Dpw<G>>,
    /// Enables the functions of referees that need it.
    referee: Upgrade<RefereeParts<G>>,
    engines: Vec<Maker<G>>,
    benches: Vec<BenchMaker<G>>,
    divide: Option<Divide<G>>,
    pictures: Option<Picturing<G>>,
}

/// An entry is the documentation, the method, the name, the traits, the checks, the settings of
/// engines that need the capability, and the fields of [`Declared`] that differ from the default.
macro_rules! capabilities {
    ($(
        $(#[doc = $doc:literal])+
        $vis:vis $method:ident = $name:literal
            for ($($bound:ident)+)
            checked by ($($check:ident)+)
            $(allows ($($setting:literal)+))?
        { $($field:ident: $value:expr,)* }
    )+) => {
        /// Every capability that a [`Kit`] knows.
        pub const CAPABILITIES: &[Capability] = &[$(
            Capability {
                name: $name,
                doc: concat!($($doc),+).trim_ascii(),
                settings: &[$($($setting),+)?],
            },
        )+];

        impl<G: Notation> Kit<G> {$(
            $(#[doc = $doc])+
            #[must_use]
            $vis fn $method(self) -> Kit<G>
            where
                G: $($bound +)+
            {
                self.with(Declared {
                    $($field: $value,)*
                    ..Declared::new($name, |suite| suite$(.$check())+)
                })
            }
        )+}
    };
}

capabilities! {
    /// Legal moves can be listed: random play, flat Monte Carlo.
    listed = "discrete" for (Discrete) checked by (discrete) {
        engines: vec![makers::random(), makers::flat()],
        benches: vec![bench::playout],
    }

    /// Moves are a continuum from which candidates are proposed: double progressive widening, flat
    /// Monte Carlo over candidates.
    proposed = "continuous" for (Proposes) checked by (proposes) {
        engines: vec![
            makers::random_proposing(),
            makers::dpw_proposing(),
            makers::flat_proposing(),
        ],
        benches: vec![bench::dpw],
    }

    /// No chance: UCT, alpha-beta, perft.
    pub deterministic = "deterministic" for (Discrete Deterministic) checked by (deterministic) {
        engines: vec![makers::uct(), makers::alphabeta()],
        benches: vec![bench::uct, bench::uct_two_threads, bench::alphabeta],
        divide: Some(perft::divide),
    }

    /// Chance affects the outcome: the suite checks that it does, and that states do not reveal it.
    pub stochastic = "stochastic" for (Game) checked by (stochastic) {}

    /// Chance is the noise with which actions are executed: the suite checks perturbation and density,
    /// and the density is a kernel for double progressive widening.
    pub noisy = "noisy" for (Proposes Noisy) checked by (noisy)
        allows ("kernel")
    {
        dpw: Dpw::with_noise,
    }

    /// Positions have hash keys: transpositions in UCT, a transposition table in alpha-beta.
    pub keyed = "keyed" for (Discrete Deterministic Keyed) checked by (keyed)
        allows ("transpositions")
    {
        uct: Uct::with_keys,
        alphabeta: AlphaBeta::with_table,
    }

    /// Actions have numbers: RAVE in UCT, the history heuristic in alpha-beta.
    pub indexed = "indexed" for (Discrete Deterministic Indexed) checked by (indexed)
        allows ("rave" "rave_schedule" "rave_equivalence" "rave_bias" "rave_damping" "rave_decay")
    {
        uct: Uct::with_indices,
        alphabeta: AlphaBeta::with_history,
    }

    /// Moves can be made and unmade in place, with an incremental evaluation: classical
    /// alpha-beta.
    pub walkable = "walkable" for (Walkable) checked by (walkable) {
        engines: vec![makers::classical()],
        benches: vec![bench::classical],
    }

    /// A game of chance proposes its moves one by one and has keys for its states: double
    /// progressive widening.
    pub widening = "proposes" for (Discrete Proposes Keyed) checked by (proposes keyed) {
        engines: vec![makers::dpw_listing()],
        benches: vec![bench::dpw],
        dpw: Dpw::with_keys,
    }

    /// The board has rotations or reflections under which the rules are the same.
    pub symmetric = "symmetric" for (Symmetric) checked by (symmetric) {}

    /// Players have points.
    pub scored = "scored" for (Scored) checked by (scored) {
        referee: RefereeParts::scored,
    }

    /// Positions can be written as text and set up.
    pub setup = "setup" for (Setup) checked by (setup) {
        referee: RefereeParts::setup,
    }

    /// Every point of the board has an owner at the end: ownership, dead stones.
    pub territorial = "territorial" for (Territorial) checked by (territorial) {
        referee: RefereeParts::territorial,
    }

    /// Positions and moves have numbers by which experiments tell them apart.
    pub measured = "measured" for (Measured) checked by (measured) {
        referee: RefereeParts::measured,
    }

    /// People at a board have names for the sides, see the last move marked and write moves in more than one way: `yomi play`.
    pub interactive = "interactive" for (Interactive) checked by (interactive) {
        referee: RefereeParts::interactive,
    }

    /// The board is made of cells, which moves take: pictures of positions, of the values of moves and
    /// of weights that belong to cells.
    pub pictured = "pictured" for (Pictured) checked by (pictured) {
        pictures: Some(Picturing::new()),
    }

    /// Positions have features: learned evaluations.
    pub encoded = "encode" for (Encode) checked by (encode) {}
}

impl<G: Notation> Declared<G> {
    /// A capability from which nothing follows but its check.
    fn new(name: &'static str, check: Check<G>) -> Declared<G> {
        Declared {
            name,
            check,
            uct: |search| search,
            alphabeta: |search| search,
            dpw: |search| search,
            referee: |parts| parts,
            engines: Vec::new(),
            benches: Vec::new(),
            divide: None,
            pictures: None,
        }
    }
}

impl<G: Notation> Kit<G> {
    /// A game whose moves can be listed.
    pub fn discrete(name: &str, game: G) -> Kit<G>
    where
        G: Discrete,
    {
        Kit::new(name, game, list_all).listed()
    }

    /// A game whose moves are a continuum.
    pub fn continuous(name: &str, game: G) -> Kit<G>
    where
        G: Proposes,
    {
        Kit::new(name, game, list_proposals).proposed()
    }

    fn with(mut self, mut declared: Declared<G>) -> Kit<G> {
        self.makers.append(&mut declared.engines);
        self.benches.makers.append(&mut declared.benches);
        self.referee = (declared.referee)(self.referee);
        self.divide = declared.divide.or(self.divide);
        self.pictures = declared.pictures.take().or(self.pictures);
        self.capabilities.push(declared);
        self
    }

    /// Whether the game has a capability.
    pub(super) fn has(&self, name: &str) -> bool {
        self.capabilities.iter().any(|known| known.name == name)
    }

    /// Whether there is a use for a setting of an engine.
    pub(super) fn supports(&self, setting: &str) -> bool {
        let mut needed = CAPABILITIES.iter();
        let needed = needed.find(|capability| capability.settings.contains(&setting));
        needed.is_none_or(|needed| self.has(needed.name)) && self.knowledge.supports(setting)
    }

    /// A search with all that the capabilities of the game give it.
    pub(super) fn upgraded<T>(&self, search: T, upgrade: fn(&Declared<G>) -> Upgrade<T>) -> T {
        let declared = self.capabilities.iter();
        declared.fold(search, |search, known| upgrade(known)(search))
    }
}
