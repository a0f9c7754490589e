//! The searches of the paper on State-Tree MCTS as engines: the grid of root throws with playouts by a
//! policy (`pure-mc`) and by what similar positions have taught (`state-tree`), each with the simple or the
//! heuristic policy.

use super::preferences;
use crate::Kit;
use crate::kit::{NamedMoves, check_memory};
use std::sync::Arc;
use yomi_core::continuous::ActionGrid;
use yomi_core::params::{Param, ParamError, Parameters, Settings};
use yomi_core::{Limits, Search};
use yomi_curling::players::{Heuristic, Simple};
use yomi_curling::{Curling, Shot, ShotGrid};
use yomi_search::root_grid::{PartPlayout, RootGrid, RootGridParams, Sampling, SamplingParams};
use yomi_search::state_tree::{StateTree, StateTreeParams};

yomi_core::choices! {
    /// By what playouts choose.
    pub enum PlayoutPolicy {
        /// Draws to the tee and hits of the opponent's innermost stone.
        Simple = "simple",
        /// Some eight shots from curling knowledge, with learned preferences.
        Heuristic = "heuristic",
    }
}

yomi_core::parameters! {
    /// The policy of playouts.
    struct PolicyParams {
        /// Which throws playouts consider: a draw to the tee and a hit, or some eight shots with learned preferences.
        pub policy: PlayoutPolicy = PlayoutPolicy::Simple;
        /// Weights of the heuristic policy: a file made by `yomi train moves`, or weights that ship.
        pub weights: Option<String> = None;
    }
}

/// What both searches are made of.
#[derive(Clone)]
struct Makers {
    game: Arc<Curling>,
    heuristic: Arc<NamedMoves<Curling>>,
}

/// Registers both, and the heuristic policy as something to train.
pub fn register(mut kit: Kit<Curling>) -> Kit<Curling> {
    let makers = Makers {
        heuristic: kit.learned_policy(
            "heuristic",
            "preferences among some eight shots from curling knowledge",
            Heuristic::untaught(),
            &[],
        ),
        game: Arc::clone(kit.game()),
    };
    let second = makers.clone();
    let kit = preferences::register(kit, Arc::clone(&makers.heuristic));
    kit.own_engine(
        "pure-mc",
        "Monte Carlo over a grid of throws, noise averaged out, ends played out by a policy",
        makers.table(SamplingParams::table()),
        Limits::default(),
        move |settings| {
            let params = SamplingParams::take(settings)?;
            match makers.policy(settings)? {
                None => makers.search(settings, Sampling::new(params, Simple)),
                Some(policy) => makers.search(settings, Sampling::new(params, policy)),
            }
        },
    )
    .own_engine(
        "state-tree",
        "State-Tree MCTS: the same, throws of playouts chosen by what similar positions taught",
        second.table(StateTreeParams::table()),
        Limits::default(),
        move |settings| {
            let params = StateTreeParams::take(settings)?;
            check_memory(params.table / 3855)?;
            match second.policy(settings)? {
                None => second.search(settings, StateTree::new(params, Simple)),
                Some(policy) => second.search(settings, StateTree::new(params, policy)),
            }
        },
    )
}

impl Makers {
    /// The settings of the root, of the policy and of playouts.
    fn table(&self, playout: Vec<Param>) -> Vec<Param> {
        [
            RootGridParams::table(),
            self.heuristic.described(PolicyParams::table()),
            playout,
            ShotGrid::table(),
        ]
        .concat()
    }

    /// The heuristic policy, unless the simple one is asked for. Weights that are all zero are no preferences.
    fn policy(&self, settings: &mut Settings) -> Result<Option<Heuristic>, ParamError> {
        let given = settings.0.iter().find(|(name, _)| name == "weights");
        let given = given.map(|(_, value)| value.clone());
        let params = PolicyParams::take(settings)?;
        match (params.policy, given) {
            (PlayoutPolicy::Simple, Some(value)) if value != "zero" => Err(ParamError::BadValue {
                name: "weights".to_owned(),
                value,
                expected: "none with policy=simple, which has no preferences".to_owned(),
            }),
            (PlayoutPolicy::Simple, _) => Ok(None),
            (PlayoutPolicy::Heuristic, _) => {
                let weights = self.heuristic.read(params.weights)?;
                if weights.iter().all(|&weight| weight == 0.0) {
                    return Ok(Some(Heuristic::untaught()));
                }
                let policy = Heuristic::new(weights);
                Ok(Some(policy.expect("as many weights as features")))
            }
        }
    }

    /// The search; its grid of throws takes some milliseconds to make.
    fn search(
        &self,
        settings: &mut Settings,
        playout: impl PartPlayout<Curling> + 'static,
    ) -> Result<Box<dyn Search<Curling>>, ParamError> {
        let params = RootGridParams::take(settings)?;
        let grid = ShotGrid::take(settings)?;
        let throws: ActionGrid<Shot> =
            grid.throws(&self.game)
                .ok_or_else(|| ParamError::BadValue {
                    name: "draw_x".to_owned(),
                    value: grid.draw_x.to_string(),
                    expected: "targets within reach, and margins that leave some to choose"
                        .to_owned(),
                })?;
        Ok(Box::new(RootGrid::new(params, Arc::new(throws), playout)))
    }
}
