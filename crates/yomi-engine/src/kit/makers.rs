//! Construction of each engine from its settings, with the knowledge and the capabilities of the game.

use super::Kit;
use super::knowledge::Knowledge;
use super::settings::{KnowledgeParams, LimitParams, check_memory, check_tree};
use crate::random::PolicyPlayer;
use std::sync::Arc;
use yomi_core::params::{Param, ParamError, Parameters, Settings, Spec};
use yomi_core::{
    Deterministic, Discrete, Evaluator, Limits, Notation, Policy, Proposes, Search, Walkable,
};
use yomi_search::alphabeta::{AlphaBeta, AlphaBetaParams};
use yomi_search::classical::{Classical, ClassicalParams};
use yomi_search::dpw::{Dpw, DpwParams};
use yomi_search::flat::{FlatMonteCarlo, FlatParams};
use yomi_search::playout::{Playout, TruncatedPlayout};
use yomi_search::policy::{PolicyParams, Proposal, Uniform};
use yomi_search::uct::{Uct, UctParams};

type Make<G> =
    dyn Fn(&Kit<G>, &mut Settings) -> Result<Box<dyn Search<G>>, ParamError> + Send + Sync;

/// An engine on offer.
pub struct Maker<G: Notation> {
    pub name: String,
    pub summary: String,
    /// The default limits of a move.
    fallback: Limits,
    /// The setting with which a search ends by itself, so that it needs no default limit.
    ends_with: Option<(&'static str, &'static str)>,
    /// The limits this engine understands.
    pub limits: &'static [&'static str],
    /// Its own table.
    pub table: Vec<Param>,
    /// Settings that differ from the table's defaults.
    pub defaults: Settings,
    pub make: Arc<Make<G>>,
}

const SIMULATION_LIMITS: &[&str] = &["simulations", "time", "timing"];
const TREE_LIMITS: &[&str] = &["simulations", "nodes", "depth", "time", "timing"];
const DEPTH_LIMITS: &[&str] = &["depth", "nodes", "time", "timing"];

impl<G: Notation> Maker<G> {
    fn new(
        name: &str,
        summary: &str,
        (limits, fallback): (&'static [&'static str], Limits),
        table: Vec<Param>,
        make: impl Fn(&Kit<G>, &mut Settings) -> Result<Box<dyn Search<G>>, ParamError>
        + Send
        + Sync
        + 'static,
    ) -> Maker<G> {
        Maker {
            name: name.to_owned(),
            summary: summary.to_owned(),
            fallback,
            ends_with: None,
            limits,
            table,
            defaults: Settings::default(),
            make: Arc::new(make),
        }
    }

    /// An engine that an outside author brought along.
    pub fn own(
        name: &str,
        summary: &str,
        table: Vec<Param>,
        fallback: Option<Limits>,
        make: impl Fn(&mut Settings) -> Result<Box<dyn Search<G>>, ParamError> + Send + Sync + 'static,
    ) -> Maker<G> {
        let limits = match fallback {
            Some(fallback) => (TREE_LIMITS, fallback),
            None => (&[][..], Limits::default()),
        };
        Maker::new(name, summary, limits, table, move |_, settings| {
            make(settings)
        })
    }

    /// The limits of a move where neither these settings nor a clock limit it.
    pub fn fallback(&self, settings: &Settings) -> Limits {
        let mut settings = settings.0.iter();
        let ends = self.ends_with.is_some_and(|(setting, value)| {
            settings.any(|(name, given)| name == setting && given == value)
        });
        match ends {
            true => Limits::default(),
            false => self.fallback,
        }
    }

    /// Every parameter the engine takes in this kit: its limits and its own table, without what
    /// the game cannot do and with the names of the knowledge there is.
    pub fn parameters(&self, kit: &Kit<G>) -> Vec<Param> {
        let mut table = LimitParams::table();
        table.retain(|param| self.limits.contains(&param.name.as_str()));
        table.extend(
            self.table
                .iter()
                .filter(|param| kit.supports(&param.name))
                .cloned(),
        );
        for param in &mut table {
            kit.knowledge.describe(param);
        }
        table.extend(kit.knowledge.settings_behind(&table));
        for (name, value) in &self.defaults.0 {
            for param in table.iter_mut().filter(|param| param.name == *name) {
                param.default = value.clone();
            }
        }
        table
    }
}

fn join(tables: [Vec<Param>; 3]) -> Vec<Param> {
    tables.into_iter().flatten().collect()
}

fn playout_knowledge() -> Vec<Param> {
    let mut table = KnowledgeParams::table();
    table.retain(|param| param.name == "evaluator");
    table
}

fn without(name: &str, mut table: Vec<Param>) -> Vec<Param> {
    table.retain(|param| param.name != name);
    table
}

/// The engine that plays uniformly random moves.
pub fn random<G: Discrete + Notation>() -> Maker<G> {
    by_policy("random", "plays at random, as uniform playouts do", Uniform)
}

/// Any move the game proposes.
pub fn random_proposing<G: Proposes + Notation>() -> Maker<G> {
    by_policy("random", "plays whatever the game proposes", Proposal)
}

/// An engine that plays by a policy, without any search.
pub fn by_policy<G: Notation>(
    name: &str,
    summary: &str,
    policy: impl Policy<G> + Copy + 'static,
) -> Maker<G> {
    let limits = (&[] as &[&str], Limits::simulations(1));
    Maker::new(name, summary, limits, Vec::new(), move |_, _| {
        Ok(Box::new(PolicyPlayer(policy)))
    })
}

yomi_core::parameters! {
    /// The engine that plays as playouts do.
    struct AsPlayouts {
        /// The policy.
        pub policy: String = String::new();
    }
}

/// An engine that plays as playouts of the game's own do, by default those of the policy `first`.
pub fn as_playouts<G: Notation>(first: &str) -> Maker<G> {
    let limits = (&[] as &[&str], Limits::simulations(1));
    let default = first.to_owned();
    let mut maker = Maker::new(
        "policy",
        "plays as playouts do, without search",
        limits,
        AsPlayouts::table(),
        move |kit: &Kit<G>, settings| {
            let given = settings.0.iter().any(|(name, _)| name == "policy");
            let params = AsPlayouts::take(settings)?;
            let name = if given { &params.policy } else { &default };
            let policies = &kit.knowledge.policies;
            match policies.choose(name, settings)? {
                Some(policy) => Ok(Box::new(PolicyPlayer(policy))),
                None => Err(ParamError::BadValue {
                    name: "policy".to_owned(),
                    value: name.clone(),
                    expected: format!("one of {}", policies.choice.names().join(", ")),
                }),
            }
        },
    );
    let first = ("policy".to_owned(), first.to_owned());
    maker.defaults = Settings(vec![first]);
    maker
}

pub fn flat<G: Discrete + Notation>() -> Maker<G> {
    ending_per_move(Maker::new(
        "flat",
        "flat Monte Carlo: simulations spread over the legal moves, no tree \
         (10,000 simulations a move unless limited otherwise)",
        (SIMULATION_LIMITS, Limits::simulations(10_000)),
        join([
            playout_knowledge(),
            FlatParams::table(),
            PolicyParams::table(),
        ]),
        |kit, settings| {
            let knowledge = kit.knowledge.choose(settings)?;
            let params = FlatParams::take(settings)?;
            let leaf = kit.leaf(settings, &knowledge)?;
            Ok(Box::new(FlatMonteCarlo::new(params, leaf)))
        },
    ))
}

/// Flat Monte Carlo may end by itself, after a number of simulations that has a use only then.
fn ending_per_move<G: Notation>(mut maker: Maker<G>) -> Maker<G> {
    let wanted = ("allocation", "per-move");
    maker.ends_with = Some(wanted);
    maker.table = only_with(wanted, "per_move", maker.table);
    maker
}

/// Flat Monte Carlo of a game without listed moves: simulations are valued by the evaluator, or else
/// by playouts that follow the game's proposals.
pub fn flat_proposing<G: Proposes + Notation>() -> Maker<G> {
    ending_per_move(Maker::new(
        "flat",
        "flat Monte Carlo: simulations spread over candidate moves, no tree \
         (10,000 simulations a move unless limited otherwise)",
        (SIMULATION_LIMITS, Limits::simulations(10_000)),
        join([playout_knowledge(), FlatParams::table(), Vec::new()]),
        |kit, settings| {
            let leaf: Box<dyn Evaluator<G>> = match kit.knowledge.choose(settings)?.for_playouts() {
                Some(evaluator) => Box::new(evaluator),
                None => Box::new(Playout::new(Proposal)),
            };
            let params = FlatParams::take(settings)?;
            Ok(Box::new(FlatMonteCarlo::over_candidates(params, leaf)))
        },
    ))
}

pub fn uct<G: Discrete + Deterministic + Notation>() -> Maker<G> {
    Maker::new(
        "uct",
        "upper confidence bounds on a growing tree \
         (10,000 simulations a move unless limited otherwise)",
        (TREE_LIMITS, Limits::simulations(10_000)),
        join([
            KnowledgeParams::table(),
            UctParams::table(),
            PolicyParams::table(),
        ]),
        |kit, settings| {
            let knowledge = kit.knowledge.choose(settings)?;
            let params = UctParams::take(settings)?;
            check_tree(params.threads, params.memory, UctParams::default().memory)?;
            let leaf = kit.leaf(settings, &knowledge)?;
            let with_initial = params.initial_visits > 0;
            let rewards = params.reward_threshold.is_some();
            let mut uct = kit.upgraded(Uct::new(params, leaf), |known| known.uct);
            if rewards {
                let reference = knowledge.for_playouts().ok_or_else(no_reference)?;
                uct = uct.with_reference(reference);
            }
            if with_initial {
                uct = uct.with_initial(knowledge.evaluator);
            }
            if let Some(prior) = knowledge.prior {
                uct = uct.with_prior(prior);
            }
            if let Some(experience) = knowledge.experience {
                uct = uct.with_experience(experience);
            }
            if let Some(provers) = knowledge.provers {
                uct = uct.with_provers(provers);
            }
            Ok(Box::new(uct))
        },
    )
}

fn no_reference() -> ParamError {
    ParamError::BadValue {
        name: "reward_threshold".to_owned(),
        value: "a number".to_owned(),
        expected: "none: there is no evaluator to value the root".to_owned(),
    }
}

pub fn alphabeta<G: Discrete + Deterministic + Notation>() -> Maker<G> {
    Maker::new(
        "alpha-beta",
        "iterative-deepening principal variation search \
         (200,000 nodes a move unless limited otherwise)",
        (DEPTH_LIMITS, Limits::nodes(200_000)),
        join([
            without("prover", without("experience", KnowledgeParams::table())),
            AlphaBetaParams::table(),
            Vec::new(),
        ]),
        |kit, settings| {
            let knowledge = kit.knowledge.choose(settings)?;
            let params = AlphaBetaParams::take(settings)?;
            // Without keys there is no table.
            if kit.has("keyed") {
                check_memory(params.memory)?;
            }
            let search = AlphaBeta::new(params, knowledge.evaluator);
            let mut search = kit.upgraded(search, |known| known.alphabeta);
            if let Some(prior) = knowledge.prior {
                search = search.with_prior(prior);
            }
            if let Some(quiescence) = &kit.knowledge.quiescence {
                search = search.with_quiescence(Arc::clone(quiescence));
            }
            Ok(Box::new(search))
        },
    )
}

pub fn classical<G: Walkable + Notation>() -> Maker<G> {
    Maker::new(
        "classical",
        "deep selective alpha-beta on the game's own evaluation \
         (200,000 nodes a move unless limited otherwise)",
        (DEPTH_LIMITS, Limits::nodes(200_000)),
        ClassicalParams::table(),
        |_, settings| {
            let params = ClassicalParams::take(settings)?;
            check_memory(params.memory)?;
            Ok(Box::new(Classical::new(params)))
        },
    )
}

/// A maker of the kit under another name and with other defaults.
pub fn preset<G: Notation>(kit: &Kit<G>, name: &str, summary: &str, spec: &str) -> Maker<G> {
    let spec: Spec = spec.parse().expect("a preset is written as an engine");
    let mut preset = with_defaults(kit, &spec);
    preset.name = name.to_owned();
    preset.summary = format!("{summary}: {spec}");
    preset
}

/// A maker of the kit with other defaults.
pub fn with_defaults<G: Notation>(kit: &Kit<G>, spec: &Spec) -> Maker<G> {
    let base = kit.makers.iter().find(|maker| maker.name == spec.name);
    let base = base.expect("defaults are those of an engine of the kit");
    let mut defaults = spec.settings.clone();
    for (name, value) in &base.defaults.0 {
        if !defaults.0.iter().any(|(given, _)| given == name) {
            defaults.0.push((name.clone(), value.clone()));
        }
    }
    let maker = Maker {
        name: base.name.clone(),
        summary: base.summary.clone(),
        fallback: base.fallback,
        ends_with: base.ends_with,
        limits: base.limits,
        table: base.table.clone(),
        defaults,
        make: Arc::clone(&base.make),
    };
    let known = maker.parameters(kit);
    for (setting, _) in &maker.defaults.0 {
        let is_known = known.iter().any(|param| param.name == *setting);
        assert!(
            is_known,
            "'{spec}' sets '{setting}', which engine '{}' lacks",
            spec.name
        );
    }
    maker
}

/// Widening search, with the settings of what values its leaves.
fn dpw<G: Proposes + Notation>(leaf_table: Vec<Param>, leaf: MakeLeaf<G>) -> Maker<G> {
    Maker::new(
        "dpw",
        "double progressive widening for chance and continuous moves \
         (10,000 simulations a move unless limited otherwise)",
        (TREE_LIMITS, Limits::simulations(10_000)),
        join([playout_knowledge(), dpw_table(), leaf_table]),
        move |kit, settings| {
            let knowledge = kit.knowledge.choose(settings)?;
            let params = DpwParams::take(settings)?;
            check_tree(params.threads, params.memory, DpwParams::default().memory)?;
            let dpw = Dpw::new(params, leaf(kit, settings, knowledge)?);
            Ok(Box::new(kit.upgraded(dpw, |known| known.dpw)))
        },
    )
}

/// The settings of widening search itself. The kernel has a use only where statistics are smoothed.
pub fn dpw_table() -> Vec<Param> {
    only_with(("smooth", "true"), "kernel", DpwParams::table())
}

/// A table in which a parameter has a use only with this setting.
pub(crate) fn only_with(
    (setting, value): (&str, &str),
    name: &str,
    mut table: Vec<Param>,
) -> Vec<Param> {
    for param in table.iter_mut().filter(|param| param.name == name) {
        param.only_with = Some((setting.to_owned(), value.to_owned()));
    }
    table
}

type MakeLeaf<G> =
    fn(&Kit<G>, &mut Settings, Knowledge<G>) -> Result<Box<dyn Evaluator<G>>, ParamError>;

/// Widening search of a game with listed moves: leaves are valued by any playout policy.
pub fn dpw_listing<G: Discrete + Proposes + Notation>() -> Maker<G> {
    dpw(PolicyParams::table(), |kit, settings, knowledge| {
        kit.leaf(settings, &knowledge)
    })
}

yomi_core::parameters! {
    /// Playouts of a game whose moves cannot be listed.
    struct ProposalParams {
        /// Stop a playout after this many plies and evaluate there (0: evaluate at once); `none` plays to the end.
        pub playout_plies: Option<u32> = None, in 0..=10000;
    }
}

/// Widening search of a game without listed moves: playouts follow the game's proposals.
pub fn dpw_proposing<G: Proposes + Notation>() -> Maker<G> {
    dpw(ProposalParams::table(), |_, settings, knowledge| {
        Ok(match ProposalParams::take(settings)?.playout_plies {
            None => Box::new(Playout::new(Proposal)),
            Some(plies) => Box::new(TruncatedPlayout {
                policy: Proposal,
                plies,
                evaluator: knowledge.evaluator,
            }),
        })
    })
}
