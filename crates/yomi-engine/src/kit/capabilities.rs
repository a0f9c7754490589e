//! What a game can do: the one table of capabilities.
//!
//! A capability is a row of [`CAPABILITIES`] and a method of [`Kit`], bounded by the trait, which
//! records everything that follows from it: checks of the conformance suite, engines, benchmarks,
//! and what searches and referees are given. A new capability is a row and a method here, next to
//! the trait and its check in `yomi-core`. Which game has which is a table in `docs/features.md`.

use super::makers::{self, Maker};
use super::{BenchMaker, Divide, Kit};
use crate::bench;
use yomi_core::conformance::Suite;
use yomi_core::engine::{RefereeParts, list_all, list_proposals};
use yomi_core::{
    Deterministic, Discrete, Encode, Indexed, Keyed, Notation, Proposes, Scored, Setup, Symmetric,
    Territorial, Walkable, perft,
};
use yomi_search::alphabeta::AlphaBeta;
use yomi_search::dpw::Dpw;
use yomi_search::uct::Uct;

/// A capability as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capability {
    /// The name that `yomi games` prints.
    pub name: &'static str,
    /// What it means, and what follows from it.
    pub doc: &'static str,
    /// Settings of engines that are not there without it.
    pub settings: &'static [&'static str],
}

const fn row(name: &'static str, doc: &'static str) -> Capability {
    Capability {
        name,
        doc,
        settings: &[],
    }
}

const DISCRETE: Capability = row(
    "discrete",
    "legal moves can be listed: random play, flat Monte Carlo",
);
const CONTINUOUS: Capability = row(
    "continuous",
    "moves are a continuum, of which some are proposed: double progressive widening",
);
const DETERMINISTIC: Capability = row("deterministic", "no chance: UCT, alpha-beta, perft");
const STOCHASTIC: Capability = row(
    "stochastic",
    "chance decides, and nobody foresees it: checked to be so",
);
const KEYED: Capability = Capability {
    settings: &["transpositions"],
    ..row(
        "keyed",
        "positions have keys: transpositions in UCT, a table in alpha-beta",
    )
};
const INDEXED: Capability = Capability {
    settings: &["rave", "rave_schedule", "rave_equivalence", "rave_bias"],
    ..row(
        "indexed",
        "actions have numbers: RAVE in UCT, history in alpha-beta",
    )
};
const WALKABLE: Capability = row(
    "walkable",
    "moves are played and taken back in place, an evaluation is carried along: classical alpha-beta",
);
const PROPOSES: Capability = row(
    "proposes",
    "listed moves are also proposed one by one, and states have keys: double progressive widening \
     where chance decides",
);
const SYMMETRIC: Capability = row("symmetric", "the board can be turned or mirrored");
const SCORED: Capability = row("scored", "players have points, which referees tell");
const SETUP: Capability = row(
    "setup",
    "positions can be written down and set up: protocols, `--position`",
);
const TERRITORIAL: Capability = row(
    "territorial",
    "the points of the board end up as somebody's: ownership, dead stones",
);
const ENCODE: Capability = row("encode", "positions have features: learned evaluations");

/// Every capability that a [`Kit`] knows.
pub const CAPABILITIES: &[Capability] = &[
    DISCRETE,
    CONTINUOUS,
    DETERMINISTIC,
    STOCHASTIC,
    KEYED,
    INDEXED,
    WALKABLE,
    PROPOSES,
    SYMMETRIC,
    SCORED,
    SETUP,
    TERRITORIAL,
    ENCODE,
];

type Check<G> = for<'a> fn(Suite<'a, G>) -> Suite<'a, G>;
type Upgrade<T> = fn(T) -> T;

/// A capability of a game, and what follows from it.
pub(super) struct Declared<G: Notation> {
    pub capability: Capability,
    /// Its part of the conformance suite.
    pub check: Check<G>,
    /// What it gives UCT.
    pub uct: Upgrade<Uct<G>>,
    /// What it gives alpha-beta.
    pub alphabeta: Upgrade<AlphaBeta<G>>,
    /// What it gives double progressive widening.
    pub dpw: Upgrade<Dpw<G>>,
    /// What it gives referees.
    referee: Upgrade<RefereeParts<G>>,
    engines: Vec<Maker<G>>,
    benches: Vec<BenchMaker<G>>,
    divide: Option<Divide<G>>,
}

impl<G: Notation> Declared<G> {
    /// A capability from which nothing follows but its check.
    fn new(capability: Capability, check: Check<G>) -> Declared<G> {
        Declared {
            capability,
            check,
            uct: |search| search,
            alphabeta: |search| search,
            dpw: |search| search,
            referee: |parts| parts,
            engines: Vec::new(),
            benches: Vec::new(),
            divide: None,
        }
    }
}

impl<G: Notation> Kit<G> {
    fn with(mut self, mut declared: Declared<G>) -> Kit<G> {
        self.makers.append(&mut declared.engines);
        self.benches.makers.append(&mut declared.benches);
        self.referee = (declared.referee)(self.referee);
        self.divide = declared.divide.or(self.divide);
        self.capabilities.push(declared);
        self
    }

    /// A game whose moves can be listed.
    pub fn discrete(name: &str, game: G) -> Kit<G>
    where
        G: Discrete,
    {
        Kit::new(name, game, list_all).with(Declared {
            engines: vec![makers::random(), makers::flat()],
            benches: vec![bench::playout],
            ..Declared::new(DISCRETE, |suite| suite.discrete())
        })
    }

    /// A game whose moves are a continuum.
    pub fn continuous(name: &str, game: G) -> Kit<G>
    where
        G: Proposes,
    {
        Kit::new(name, game, list_proposals).with(Declared {
            engines: vec![makers::random_proposing(), makers::dpw_proposing()],
            benches: vec![bench::dpw],
            ..Declared::new(CONTINUOUS, |suite| suite.proposes())
        })
    }

    /// The game is [`Deterministic`].
    #[must_use]
    pub fn deterministic(self) -> Kit<G>
    where
        G: Discrete + Deterministic,
    {
        self.with(Declared {
            engines: vec![makers::uct(), makers::alphabeta()],
            benches: vec![bench::uct, bench::uct_two_threads, bench::alphabeta],
            divide: Some(perft::divide),
            ..Declared::new(DETERMINISTIC, |suite| suite.deterministic())
        })
    }

    /// Chance decides: the conformance suite checks that it does, and that nobody foresees it.
    #[must_use]
    pub fn stochastic(self) -> Kit<G> {
        self.with(Declared::new(STOCHASTIC, |suite| suite.stochastic()))
    }

    /// The game is [`Keyed`].
    #[must_use]
    pub fn keyed(self) -> Kit<G>
    where
        G: Discrete + Deterministic + Keyed,
    {
        self.with(Declared {
            uct: Uct::with_keys,
            alphabeta: AlphaBeta::with_table,
            ..Declared::new(KEYED, |suite| suite.keyed())
        })
    }

    /// The game is [`Indexed`].
    #[must_use]
    pub fn indexed(self) -> Kit<G>
    where
        G: Discrete + Deterministic + Indexed,
    {
        self.with(Declared {
            uct: Uct::with_indices,
            alphabeta: AlphaBeta::with_history,
            ..Declared::new(INDEXED, |suite| suite.indexed())
        })
    }

    /// The game is [`Walkable`].
    #[must_use]
    pub fn walkable(self) -> Kit<G>
    where
        G: Walkable,
    {
        self.with(Declared {
            engines: vec![makers::classical()],
            benches: vec![bench::classical],
            ..Declared::new(WALKABLE, |suite| suite.walkable())
        })
    }

    /// A discrete game of chance that proposes actions and tells states apart.
    #[must_use]
    pub fn widening(self) -> Kit<G>
    where
        G: Discrete + Proposes + Keyed,
    {
        self.with(Declared {
            engines: vec![makers::dpw_listing()],
            benches: vec![bench::dpw],
            dpw: Dpw::with_keys,
            ..Declared::new(PROPOSES, |suite| suite.proposes().keyed())
        })
    }

    /// The game is [`Symmetric`].
    #[must_use]
    pub fn symmetric(self) -> Kit<G>
    where
        G: Symmetric,
    {
        self.with(Declared::new(SYMMETRIC, |suite| suite.symmetric()))
    }

    /// The game is [`Scored`].
    #[must_use]
    pub fn scored(self) -> Kit<G>
    where
        G: Scored,
    {
        self.with(Declared {
            referee: RefereeParts::scored,
            ..Declared::new(SCORED, |suite| suite.scored())
        })
    }

    /// Positions of the game have texts: [`Setup`].
    #[must_use]
    pub fn setup(self) -> Kit<G>
    where
        G: Setup,
    {
        self.with(Declared {
            referee: RefereeParts::setup,
            ..Declared::new(SETUP, |suite| suite.setup())
        })
    }

    /// The game is [`Territorial`].
    #[must_use]
    pub fn territorial(self) -> Kit<G>
    where
        G: Territorial,
    {
        self.with(Declared {
            referee: RefereeParts::territorial,
            ..Declared::new(TERRITORIAL, |suite| suite.territorial())
        })
    }

    /// The game has features of its own: [`Encode`].
    #[must_use]
    pub fn encoded(self) -> Kit<G>
    where
        G: Encode,
    {
        self.with(Declared::new(ENCODE, |suite| suite.encode()))
    }

    /// Whether the game has a capability.
    pub(super) fn has(&self, name: &str) -> bool {
        let mut declared = self.capabilities.iter();
        declared.any(|known| known.capability.name == name)
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
