//! Tree searches of curling that widen: double progressive widening (`dpw`) and KR-UCT (`kr-uct`).
//!
//! Both begin with the throws that `halving` begins with, search to the end of the current end and play leaves out
//! by the same policies, so that they and the other engines differ in their search alone.

use super::searches::Makers;
use crate::Kit;
use crate::kit::{check_tree, dpw_table};
use yomi_core::params::{ParamError, Parameters, Settings};
use yomi_core::{Evaluator, Limits, Search};
use yomi_curling::Curling;
use yomi_search::dpw::{Dpw, DpwParams};
use yomi_search::kr_uct::{KrUct, KrUctParams};
use yomi_search::root_grid::{PartEvaluator, Sampling, SamplingParams};

/// Registers both.
pub fn register(kit: Kit<Curling>, makers: &Makers) -> Kit<Curling> {
    let [first, second] = [makers.clone(), makers.clone()];
    let limits = Limits::simulations(10_000);
    kit.own_engine(
        "dpw",
        "double progressive widening over throws and what becomes of them, ends played out by a policy",
        makers.candidates_table(dpw_table(), SamplingParams::table()),
        limits,
        move |settings| dpw(&first, settings),
    )
    .own_engine(
        "kr-uct",
        "KR-UCT: a tree of throws that share their results by kernel regression, ends played out by a policy",
        makers.candidates_table(KrUctParams::table(), SamplingParams::table()),
        limits,
        move |settings| kr_uct(&second, settings),
    )
}

type Made = Result<Box<dyn Search<Curling>>, ParamError>;

fn dpw(makers: &Makers, settings: &mut Settings) -> Made {
    let params = DpwParams::take(settings)?;
    let (threads, memory) = (params.threads, params.memory);
    check_tree(threads, memory, DpwParams::default().memory)?;
    let (policy, candidates) = makers.candidates(settings)?;
    let sampling = SamplingParams::take(settings)?;
    let leaf = |_| -> Box<dyn Evaluator<Curling>> {
        let playout = Sampling::new(sampling.clone(), policy.clone());
        Box::new(PartEvaluator::new(playout))
    };
    let dpw = Dpw::with_leaves(params, (0..threads).map(leaf).collect());
    let search = dpw.with_noise().within_part().among(candidates);
    makers.scores.applied(settings, Box::new(search))
}

fn kr_uct(makers: &Makers, settings: &mut Settings) -> Made {
    let params = KrUctParams::take(settings)?;
    check_tree(1, params.memory, KrUctParams::default().memory)?;
    let (policy, candidates) = makers.candidates(settings)?;
    let playout = Sampling::new(SamplingParams::take(settings)?, policy);
    let search = KrUct::among(candidates, params, playout);
    makers.scores.applied(settings, Box::new(search))
}
