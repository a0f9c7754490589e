//! What a game brings along beyond its capabilities: knowledge, engines, presets, benchmarks.

use super::makers::{self, Maker};
use super::networks::NamedLearner;
use super::offered::Offered;
use super::{Divide, Fingerprint, Kit, Named, PostProcessing};
use crate::Bench;
use std::sync::Arc;
use yomi_core::engine::Remarker;
use yomi_core::params::{Param, ParamError, Settings, Spec};
use yomi_core::{
    Deterministic, Evaluator, Experience, Features, Keyed, Limits, Notation, Policy, Prior, Search,
};
use yomi_search::alphabeta::Quiescence;

impl<G: Notation> Kit<G> {
    /// A static evaluation. The first one registered is what engines use unless told otherwise.
    #[must_use]
    pub fn evaluator(self, name: &str, doc: &str, value: impl Evaluator<G> + 'static) -> Kit<G> {
        let value: Arc<dyn Evaluator<G>> = Arc::new(value);
        self.evaluator_with(name, doc, Vec::new(), move |_| Ok(Arc::clone(&value)))
    }

    /// A static evaluation with settings of its own. Engines offer setting `gain` of evaluation
    /// `bouzy` as `bouzy_gain`.
    #[must_use]
    pub fn evaluator_with(
        mut self,
        name: &str,
        doc: &str,
        parameters: Vec<Param>,
        make: impl Fn(&mut Settings) -> Result<Arc<dyn Evaluator<G>>, ParamError>
        + Send
        + Sync
        + 'static,
    ) -> Kit<G> {
        self.evaluators.push(Offered::new(
            "evaluator",
            name,
            doc,
            parameters,
            Box::new(make),
        ));
        self
    }

    /// Expectations of moves with settings of their own, for RAVE. Engines offer setting `near` of
    /// experience `shapes` as `shapes_near`.
    #[must_use]
    pub fn experience(
        mut self,
        name: &str,
        doc: &str,
        parameters: Vec<Param>,
        make: impl Fn(&mut Settings) -> Result<Arc<dyn Experience<G>>, ParamError>
        + Send
        + Sync
        + 'static,
    ) -> Kit<G> {
        self.experiences.push(Offered::new(
            "experience",
            name,
            doc,
            parameters,
            Box::new(make),
        ));
        self
    }

    /// Playouts of the game's own, with settings of their own. Engines offer setting `shape` of
    /// policy `tactical` as `tactical_shape`.
    #[must_use]
    pub fn playouts(
        mut self,
        name: &str,
        doc: &str,
        parameters: Vec<Param>,
        make: impl Fn(&mut Settings) -> Result<Arc<dyn Policy<G>>, ParamError> + Send + Sync + 'static,
    ) -> Kit<G> {
        self.policies.push(Offered::new(
            "policy",
            name,
            doc,
            parameters,
            Box::new(make),
        ));
        self
    }

    /// What every search asks before it answers: the game may prefer another of the moves found.
    #[must_use]
    pub fn post_processing(mut self, processing: PostProcessing<G>) -> Kit<G> {
        self.post_processing = Some(processing);
        self
    }

    /// A network that sees these features: an evaluation with the weights that ship, or others
    /// given as a file; and something to train.
    #[must_use]
    pub fn network(
        mut self,
        name: &str,
        doc: &str,
        features: impl Features<G> + 'static,
        shipped: &'static [u8],
    ) -> Kit<G>
    where
        G: Keyed + Deterministic,
    {
        let learner = NamedLearner::new(name, doc, Arc::new(features));
        let maker = learner.evaluator(&self.name, shipped);
        let parameters = learner.parameters(shipped);
        self.learners.push(learner);
        self.evaluator_with(name, doc, parameters, maker)
    }

    /// An engine by another name with other defaults: `settings` as in `uct:key=value`.
    ///
    /// # Panics
    ///
    /// If there is no such engine, or it does not take such settings: a preset is part of the
    /// program.
    #[must_use]
    pub fn preset(mut self, name: &str, summary: &str, settings: &str) -> Kit<G> {
        let preset = makers::preset(&self, name, summary, settings);
        self.makers.insert(0, preset);
        self
    }

    /// An engine with other defaults: `settings` as in `uct:key=value`.
    ///
    /// # Panics
    ///
    /// If there is no such engine, or it does not take such settings: defaults are part of the
    /// program.
    #[must_use]
    pub fn defaults(mut self, settings: &str) -> Kit<G> {
        let spec: Spec = settings.parse().expect("defaults are written as an engine");
        let maker = makers::with_defaults(&self, &spec);
        for place in &mut self.makers {
            if place.name == maker.name {
                *place = maker;
                break;
            }
        }
        self
    }

    /// An engine that plays whatever a policy says.
    #[must_use]
    pub fn policy(
        mut self,
        name: &str,
        summary: &str,
        policy: impl Policy<G> + Copy + 'static,
    ) -> Kit<G> {
        self.makers.push(makers::by_policy(name, summary, policy));
        self
    }

    /// What the names of benchmarks begin with, where the game's name does not say enough.
    #[must_use]
    pub fn benched_as(mut self, name: &str) -> Kit<G> {
        self.bench_name = name.to_owned();
        self
    }

    /// What the names of benchmarks begin with.
    pub fn bench_name(&self) -> &str {
        &self.bench_name
    }

    /// Benchmarks of tree search make searches of only so small a share of the usual simulations: for
    /// games whose playouts take long.
    #[must_use]
    pub fn bench_searches_by(mut self, share: u64) -> Kit<G> {
        self.bench_share = share.max(1);
        self
    }

    /// What [`Kit::bench_searches_by`] was told.
    pub fn bench_share(&self) -> u64 {
        self.bench_share
    }

    /// A benchmark of the game's own.
    #[must_use]
    pub fn bench(mut self, bench: fn(&Kit<G>) -> Bench) -> Kit<G> {
        self.benches.push(bench);
        self
    }

    /// How the game's random playouts are timed, where uniformly random ones say little.
    #[must_use]
    pub fn playout_bench(mut self, bench: fn(&Kit<G>) -> Bench) -> Kit<G> {
        // A discrete kit begins with this one.
        self.benches[0] = bench;
        self
    }

    /// A prior over actions.
    #[must_use]
    pub fn prior(mut self, name: &str, doc: &str, value: impl Prior<G> + 'static) -> Kit<G> {
        self.priors.push(Named {
            name: name.to_owned(),
            doc: doc.to_owned(),
            value: Arc::new(value),
        });
        self
    }

    /// What tells positions apart in the conformance suite, where the drawing of the board does
    /// not show everything.
    #[must_use]
    pub fn fingerprint(mut self, text: Fingerprint<G>) -> Kit<G> {
        self.fingerprint = Some(text);
        self
    }

    /// How move paths are counted, split by first move, where the game does it faster than move by
    /// move or by a convention of its own.
    #[must_use]
    pub fn paths(mut self, divide: Divide<G>) -> Kit<G> {
        self.divide = Some(divide);
        self
    }

    /// What `yomi analyze` tells about a position besides the engine's findings.
    #[must_use]
    pub fn remarks(mut self, remarker: Remarker<G>) -> Kit<G> {
        self.remarker = Some(remarker);
        self
    }

    /// What alpha-beta follows beyond its depth.
    #[must_use]
    pub fn quiescence(mut self, value: impl Quiescence<G> + 'static) -> Kit<G> {
        self.quiescence = Some(Arc::new(value));
        self
    }

    /// An engine of the game's own. `fallback` limits a move when nothing else does.
    #[must_use]
    pub fn own_engine(
        mut self,
        name: &str,
        summary: &str,
        parameters: Vec<Param>,
        fallback: Limits,
        make: impl Fn(&mut Settings) -> Result<Box<dyn Search<G>>, ParamError> + Send + Sync + 'static,
    ) -> Kit<G> {
        self.makers
            .push(Maker::own(name, summary, parameters, fallback, make));
        self
    }
}
