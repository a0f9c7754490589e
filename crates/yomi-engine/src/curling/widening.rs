//! Tree searches of curling that widen: double progressive widening (`dpw`) and KR-UCT (`kr-uct`).
//!
//! Both begin with the throws that `halving` begins with, search to the end of the current end and play leaves out
//! by the same policies, so that they and the other engines differ in their search alone.

use super::searches::{Makers, PolicyParams, RootThrows};
use crate::Kit;
use crate::kit::{check_tree, dpw_table};
use yomi_core::params::{Param, ParamError, Parameters, Settings};
use yomi_core::{Limits, Search};
use yomi_curling::Curling;
use yomi_search::dpw::{Dpw, DpwParams};
use yomi_search::kr_uct::{KrUct, KrUctParams};
use yomi_search::root_grid::{PartEvaluator, Sampling, SamplingParams};

yomi_core::parameters! {
    /// The first throws of every position in the tree.
    struct ThrowsParams {
        /// Throws to begin with in every position of the tree: listed ones, those that the heuristic policy would call, or all of them.
        pub throws: RootThrows = RootThrows::Listed;
    }
}

/// Registers both.
pub fn register(kit: Kit<Curling>, makers: &Makers) -> Kit<Curling> {
    let [first, second] = [makers.clone(), makers.clone()];
    let limits = Limits::simulations(10_000);
    kit.own_engine(
        "dpw",
        "double progressive widening over throws and what becomes of them, ends played out by a policy",
        table(makers, dpw_table()),
        limits,
        move |settings| dpw(&first, settings),
    )
    .own_engine(
        "kr-uct",
        "KR-UCT: a tree of throws that share their results by kernel regression, ends played out by a policy",
        table(makers, KrUctParams::table()),
        limits,
        move |settings| kr_uct(&second, settings),
    )
}

/// The settings of a search, of its throws and of its playouts.
fn table(makers: &Makers, search: Vec<Param>) -> Vec<Param> {
    [
        search,
        ThrowsParams::table(),
        makers.heuristic.described(PolicyParams::table()),
        SamplingParams::table(),
        makers.scores.table(),
    ]
    .concat()
}

type Made = Result<Box<dyn Search<Curling>>, ParamError>;

fn dpw(makers: &Makers, settings: &mut Settings) -> Made {
    let params = DpwParams::take(settings)?;
    check_tree(params.threads, params.memory, DpwParams::default().memory)?;
    let throws = ThrowsParams::take(settings)?.throws;
    let policy = makers.policy(settings)?;
    let candidates = throws.candidates(&policy);
    let sampling = SamplingParams::take(settings)?;
    let leaf = PartEvaluator::new(move || Sampling::new(sampling.clone(), policy.clone()));
    let dpw = Dpw::new(params, Box::new(leaf));
    let dpw = dpw.with_noise().within_part();
    // The game proposes the listed ones by itself, and others like them.
    let search = Box::new(match throws {
        RootThrows::Listed => dpw,
        _ => dpw.among(candidates),
    });
    makers.scores.applied(settings, search)
}

fn kr_uct(makers: &Makers, settings: &mut Settings) -> Made {
    let params = KrUctParams::take(settings)?;
    check_tree(1, params.memory, KrUctParams::default().memory)?;
    let throws = ThrowsParams::take(settings)?.throws;
    let policy = makers.policy(settings)?;
    let candidates = throws.candidates(&policy);
    let playout = Sampling::new(SamplingParams::take(settings)?, policy);
    let search = KrUct::among(candidates, params, playout);
    makers.scores.applied(settings, Box::new(search))
}
