//! Searches of curling alone, as engines. Those of the paper on State-Tree MCTS: the grid of root throws
//! with playouts by a policy (`pure-mc`) and by what similar positions have taught (`state-tree`). And
//! sequential halving over candidate throws (`halving`), with playouts of either kind.

use super::scores::Distributions;
use super::{preferences, widening};
use crate::Kit;
use crate::curling::policy::{PlayoutPolicy, PolicyName};
use crate::kit::{NamedMoves, check_memory, check_tree};
use std::sync::Arc;
use yomi_core::params::{Param, ParamError, Parameters, Settings};
use yomi_core::{Limits, Proposes as _, Search};
use yomi_curling::players::{Heuristic, HitOrDraw, Simple, Teaching};
use yomi_curling::{Curling, ShotGrid, World};
use yomi_search::candidates::Candidates;
use yomi_search::halving::{Halving, HalvingParams};
use yomi_search::root_grid::{PartPlayout, RootGrid, RootGridParams, Sampling, SamplingParams};
use yomi_search::state_tree::{StateTree, StateTreeParams};

yomi_core::parameters! {
    /// The policy of playouts.
    pub(super) struct PolicyParams {
        /// Which throws playouts consider: a draw to the tee and a hit; the hit if the opponent lies shot, else the draw; or some eight shots with learned preferences.
        pub policy: PolicyName = PolicyName::Heuristic;
        /// Weights of the heuristic policy: a file made by `yomi train moves`, or weights that ship.
        pub weights: Option<String> = None;
    }
}

yomi_core::choices! {
    /// The throws that a search begins with.
    pub enum RootThrows {
        /// Draws and guards on a grid, hits of all weights and thicknesses of every stone.
        Listed = "listed",
        /// The some eight shots of the heuristic policy.
        Called = "called",
        /// Both.
        All = "all",
    }
}

yomi_core::parameters! {
    /// What searches of candidate throws begin with.
    pub(super) struct ThrowsParams {
        /// Throws to begin with: listed ones, those that the heuristic policy would call, or all of them.
        pub throws: RootThrows = RootThrows::All;
    }
}

yomi_core::parameters! {
    /// Playouts of sequential halving.
    struct HalvingPlayout {
        /// Whether playouts choose by what similar positions have taught, or by the policy alone (then `temperature` is the only setting of the tree that counts).
        pub tree: bool = true;
    }
}

/// What the searches are made of.
#[derive(Clone)]
pub(super) struct Makers {
    game: Arc<Curling>,
    pub(super) heuristic: Arc<NamedMoves<Curling>>,
    pub(super) scores: Distributions,
}

/// Registers them, and the heuristic policy as something to train.
pub fn register(mut kit: Kit<Curling>) -> Kit<Curling> {
    let makers = Makers {
        heuristic: kit.learned_policy::<Teaching>(
            "heuristic",
            "preferences among some eight shots from curling knowledge",
            &[("shipped", shipped_weights(kit.game().world))],
        ),
        scores: Distributions::register(&mut kit),
        game: Arc::clone(kit.game()),
    };
    let halving_playout = [HalvingPlayout::table(), StateTreeParams::table()].concat();
    let [second, third] = [makers.clone(), makers.clone()];
    let kit = preferences::register(kit, Arc::clone(&makers.heuristic));
    let kit = widening::register(kit, &makers);
    kit.own_engine(
        "pure-mc",
        "Monte Carlo over a grid of throws, noise averaged out, ends played out by a policy",
        makers.grid_table(SamplingParams::table()),
        Limits::default(),
        move |settings| {
            let params = SamplingParams::take(settings)?;
            let policy = makers.policy(settings)?;
            makers.on_grid(settings, Sampling::new(params, policy))
        },
    )
    .own_engine(
        "state-tree",
        "State-Tree MCTS: the same, throws of playouts chosen by what similar positions taught",
        second.grid_table(StateTreeParams::table()),
        Limits::default(),
        move |settings| {
            let params = StateTreeParams::take(settings)?;
            check_memory(params.table / BLOCKS_PER_MEBIBYTE)?;
            let policy = second.policy(settings)?;
            second.on_grid(settings, StateTree::new(params, policy))
        },
    )
    .own_engine(
        "halving",
        "sequential halving over candidate throws, whose results are shared by the noise",
        third.candidates_table(HalvingParams::table(), halving_playout),
        Limits::simulations(10_000),
        move |settings| third.halving(settings),
    )
}

/// The learned preferences of the heuristic policy.
pub fn shipped_weights(world: World) -> &'static [u8] {
    match world {
        World::Dc2 => include_bytes!("../../../../weights/curling/heuristic-dc2.json"),
        World::Fcv1 => include_bytes!("../../../../weights/curling/heuristic-fcv1.json"),
    }
}

/// A block of a state tree takes 64 bytes, its places in the table at most 64.
const BLOCKS_PER_MEBIBYTE: u32 = 8192;

impl RootThrows {
    /// The throws; those that would be called are the favourites, by a policy with preferences in their order.
    fn candidates(self, policy: &PlayoutPolicy) -> Candidates<Curling> {
        let caller = match policy {
            PlayoutPolicy::Heuristic(policy) => policy.clone(),
            _ => Heuristic::untaught(),
        };
        Box::new(move |game, state, throws| {
            throws.clear();
            if self != RootThrows::Listed {
                throws.extend(caller.calls(game, state));
            }
            let called = throws.len();
            if self != RootThrows::Called {
                let mut listed = Vec::new();
                game.candidates(state, &mut listed);
                listed.retain(|shot| !throws.contains(shot));
                throws.append(&mut listed);
            }
            called
        })
    }
}

impl Makers {
    /// The settings of the root, of the policy and of playouts.
    fn grid_table(&self, playout: Vec<Param>) -> Vec<Param> {
        [
            RootGridParams::table(),
            self.heuristic.described(PolicyParams::table()),
            playout,
            ShotGrid::table(),
            self.scores.table(),
        ]
        .concat()
    }

    /// The settings of a search of candidate throws, of these throws and of its playouts.
    pub(super) fn candidates_table(&self, search: Vec<Param>, playout: Vec<Param>) -> Vec<Param> {
        [
            search,
            self.heuristic.described(PolicyParams::table()),
            ThrowsParams::table(),
            playout,
            self.scores.table(),
        ]
        .concat()
    }

    /// The policy of playouts. Weights that are all zero are no preferences.
    pub(super) fn policy(&self, settings: &mut Settings) -> Result<PlayoutPolicy, ParamError> {
        let given = settings.0.iter().find(|(name, _)| name == "weights");
        let given = given.map(|(_, value)| value.clone());
        let params = PolicyParams::take(settings)?;
        match (params.policy, given) {
            (PolicyName::Heuristic, _) => {
                let weights = self.heuristic.read(params.weights)?;
                if weights.iter().all(|&weight| weight == 0.0) {
                    return Ok(PlayoutPolicy::Heuristic(Heuristic::untaught()));
                }
                let policy = Heuristic::new(weights);
                Ok(PlayoutPolicy::Heuristic(
                    policy.expect("as many weights as features"),
                ))
            }
            // Records spell all settings out, so the names of weights that ship are no mistake.
            (_, Some(value)) if self.heuristic.weights().recorded(&value).is_none() => {
                let expected = "none, unless with policy=heuristic: others have no preferences";
                Err(ParamError::BadValue {
                    name: "weights".to_owned(),
                    value,
                    expected: expected.to_owned(),
                })
            }
            (PolicyName::Simple, _) => Ok(PlayoutPolicy::Simple(Simple)),
            (PolicyName::HitOrDraw, _) => Ok(PlayoutPolicy::HitOrDraw(HitOrDraw)),
        }
    }

    fn halving(&self, settings: &mut Settings) -> Result<Box<dyn Search<Curling>>, ParamError> {
        let params = HalvingParams::take(settings)?;
        let tree = StateTreeParams::take(settings)?;
        let has_tree = HalvingPlayout::take(settings)?.tree;
        let (policy, candidates) = self.candidates(settings)?;
        let mebibytes = match has_tree {
            true => (tree.table / BLOCKS_PER_MEBIBYTE).saturating_mul(params.threads),
            false => 0,
        };
        // The memory is that of the tables of all threads.
        check_tree(params.threads, mebibytes, 0).map_err(|error| match error {
            ParamError::BadValue { expected, .. } => {
                let (name, value) = match params.threads {
                    1 => ("table", tree.table),
                    threads => ("threads", threads),
                };
                ParamError::BadValue {
                    name: name.to_owned(),
                    value: value.to_string(),
                    expected,
                }
            }
            error => error,
        })?;
        let sampling = SamplingParams {
            temperature: tree.temperature,
        };
        let playout = || -> Box<dyn PartPlayout<Curling>> {
            match has_tree {
                true => Box::new(StateTree::new(tree.clone(), policy.clone())),
                false => Box::new(Sampling::new(sampling.clone(), policy.clone())),
            }
        };
        let search = Halving::among(candidates, params, playout);
        self.scores.applied(settings, Box::new(search))
    }

    /// The policy of playouts and the throws that a search begins with.
    pub(super) fn candidates(
        &self,
        settings: &mut Settings,
    ) -> Result<(PlayoutPolicy, Candidates<Curling>), ParamError> {
        let policy = self.policy(settings)?;
        let throws = ThrowsParams::take(settings)?.throws;
        let candidates = throws.candidates(&policy);
        Ok((policy, candidates))
    }

    /// A search of the grid of throws, which takes some milliseconds to make.
    fn on_grid(
        &self,
        settings: &mut Settings,
        playout: impl PartPlayout<Curling> + 'static,
    ) -> Result<Box<dyn Search<Curling>>, ParamError> {
        let params = RootGridParams::take(settings)?;
        let grid = ShotGrid::take(settings)?;
        let throws = grid.throws(&self.game)?;
        let search = Box::new(RootGrid::new(params, Arc::new(throws), playout));
        self.scores.applied(settings, search)
    }
}
