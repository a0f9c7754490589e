//! The searches of the paper on State-Tree MCTS as engines: the grid of root throws with playouts by a
//! policy (`pure-mc`) and by what similar positions have taught (`state-tree`).

use crate::kit::check_memory;
use std::sync::Arc;
use yomi_core::continuous::ActionGrid;
use yomi_core::params::{Param, ParamError, Parameters, Settings};
use yomi_core::{Limits, Search};
use yomi_curling::players::Simple;
use yomi_curling::{Curling, Shot, ShotGrid};
use yomi_search::root_grid::{RootGrid, RootGridParams, Sampling, SamplingParams};
use yomi_search::state_tree::{StateTree, StateTreeParams};

use crate::Kit;

/// Registers both.
pub fn register(kit: Kit<Curling>) -> Kit<Curling> {
    let [first, second] = [Arc::clone(kit.game()), Arc::clone(kit.game())];
    kit.own_engine(
        "pure-mc",
        "Monte Carlo over a grid of throws, noise averaged out, ends played out by a policy",
        table(SamplingParams::table()),
        Limits::default(),
        move |settings| {
            let playout = Sampling::new(SamplingParams::take(settings)?, Simple);
            let (params, grid) = root(&first, settings)?;
            Ok(Box::new(RootGrid::new(params, grid, playout)))
        },
    )
    .own_engine(
        "state-tree",
        "State-Tree MCTS: the same, throws of playouts chosen by what similar positions taught",
        table(StateTreeParams::table()),
        Limits::default(),
        move |settings| {
            let params = StateTreeParams::take(settings)?;
            check_memory(params.table / 8192)?;
            let playout = StateTree::new(params, Simple);
            let (params, grid) = root(&second, settings)?;
            let search: Box<dyn Search<Curling>> = Box::new(RootGrid::new(params, grid, playout));
            Ok(search)
        },
    )
}

/// The settings of the root, and those of playouts.
fn table(playout: Vec<Param>) -> Vec<Param> {
    [RootGridParams::table(), playout, ShotGrid::table()].concat()
}

/// The grid of throws, made anew for every engine: some milliseconds.
fn root(
    game: &Curling,
    settings: &mut Settings,
) -> Result<(RootGridParams, Arc<ActionGrid<Shot>>), ParamError> {
    let params = RootGridParams::take(settings)?;
    let grid = ShotGrid::take(settings)?;
    let throws = grid.throws(game).ok_or_else(|| ParamError::BadValue {
        name: "draw_x".to_owned(),
        value: grid.draw_x.to_string(),
        expected: "targets within reach of a throw, and margins that leave some to choose"
            .to_owned(),
    })?;
    Ok((params, Arc::new(throws)))
}
