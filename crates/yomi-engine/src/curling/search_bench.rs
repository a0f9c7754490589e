//! The speed of State-Tree MCTS: whole simulations from an empty end of DC2 under the rules of the GAT cup
//! 2016, as the paper plays, with either policy.

use super::searches::shipped_weights;
use crate::bench::rate;
use crate::{Bench, Kit, Measurement};
use std::sync::Arc;
use yomi_core::continuous::KindPolicy;
use yomi_core::{Game as _, Limits, Request, Search as _, Seed};
use yomi_curling::players::{Heuristic, Simple};
use yomi_curling::{Curling, ShotGrid, World};
use yomi_learn::WeightsFile;
use yomi_search::root_grid::{RootGrid, RootGridParams};
use yomi_search::state_tree::{StateTree, StateTreeParams};

/// Every throw of the grid so often: as in the smaller experiments.
const CYCLES: u32 = 3;

/// `curling-dc2/state-tree-simple`: with the simple policy.
pub fn simple(_: &Kit<Curling>) -> Bench {
    bench("curling-dc2/state-tree-simple", || Simple)
}

/// `curling-dc2/state-tree-heuristic`: with the heuristic policy and its learned preferences.
pub fn heuristic(_: &Kit<Curling>) -> Bench {
    bench("curling-dc2/state-tree-heuristic", || {
        let file = WeightsFile::read(shipped_weights(World::Dc2)).expect("weights that ship");
        let weights = file.model_weights("curling", "heuristic", Heuristic::FEATURES);
        let (weights, _) = weights.expect("weights of this policy");
        Heuristic::new(weights).expect("as many weights as features")
    })
}

fn bench<P: KindPolicy<Curling> + 'static>(name: &'static str, policy: fn() -> P) -> Bench {
    Bench::new(name, move |time| {
        let game = Curling {
            world: World::Dc2,
            ends: 2,
            extra_ends: 0,
            tie: 0.219,
            ..Curling::default()
        };
        let grid = ShotGrid::default().throws(&game);
        let grid = Arc::new(grid.expect("the paper's grid is within reach"));
        let tree = StateTree::new(StateTreeParams::default(), policy());
        let mut search = RootGrid::new(RootGridParams { cycles: CYCLES }, grid, tree);
        let mut search = |seed: u64| {
            let request = Request::new(Limits::default(), Seed::new(seed));
            search.search(&game, &game.initial(), &request)
        };
        let report = search(1);
        Measurement {
            bench: name.to_owned(),
            rate: rate(time, |round| search(round + 2).simulations),
            unit: "simulations/s".to_owned(),
            signature: Some(report.nodes),
            note: Some(format!(
                "{} nodes after {} simulations",
                report.nodes, report.simulations
            )),
        }
    })
}
