//! The parts of a kit beyond capabilities: knowledge, engines, presets, benchmarks.

use super::evaluations::NamedEvaluation;
use super::makers::{self, Maker};
use super::moves::NamedMoves;
use super::networks::NamedLearner;
use super::offered::Offered;
use super::{Divide, Fingerprint, Kit, Logs, ModelWeights, PostProcessing};
use crate::Bench;
use std::sync::Arc;
use yomi_core::engine::Remarker;
use yomi_core::params::{Param, ParamError, Parameters, Settings, Spec};
use yomi_core::{
    Choices, Deterministic, Discrete, Evaluator, Experience, Features, Keyed, Limits, LinearModel,
    MoveFeatures, Notation, Policy, Prior, Provers, Search,
};
use yomi_search::alphabeta::Quiescence;

impl<G: Notation> Kit<G> {
    /// A static evaluation. The first one registered is the default of engines.
    #[must_use]
    pub fn evaluator(self, name: &str, doc: &str, value: impl Evaluator<G> + 'static) -> Kit<G> {
        self.evaluator_with(Offered::new(name, doc, value))
    }

    /// A static evaluation with settings of its own. Engines offer setting `gain` of evaluation
    /// `bouzy` as `bouzy_gain`.
    #[must_use]
    pub fn evaluator_with(mut self, evaluator: Offered<impl Evaluator<G> + 'static>) -> Kit<G> {
        let evaluator = evaluator.erased::<dyn Evaluator<G>>(|evaluator| evaluator);
        self.knowledge.evaluators.add(evaluator);
        self
    }

    /// A prior over actions.
    #[must_use]
    pub fn prior(self, name: &str, doc: &str, value: impl Prior<G> + 'static) -> Kit<G> {
        self.prior_with(Offered::new(name, doc, value))
    }

    /// A prior with settings of its own.
    #[must_use]
    pub fn prior_with(mut self, prior: Offered<impl Prior<G> + 'static>) -> Kit<G> {
        let prior = prior.erased::<dyn Prior<G>>(|prior| prior);
        self.knowledge.priors.add(prior);
        self
    }

    /// The game had no priors when the first records were made of it: those name none.
    #[must_use]
    pub fn priors_came_later(mut self) -> Kit<G> {
        self.knowledge.priors.choice.unrecorded = Some("none");
        self
    }

    /// Expectations of moves, for RAVE.
    #[must_use]
    pub fn experience(mut self, experience: Offered<impl Experience<G> + 'static>) -> Kit<G> {
        let experience = experience.erased::<dyn Experience<G>>(|experience| experience);
        self.knowledge.experiences.add(experience);
        self
    }

    /// What proves forced wins ahead of a tree search.
    #[must_use]
    pub fn prover(mut self, provers: Offered<impl Provers<G> + 'static>) -> Kit<G> {
        let provers = provers.erased::<dyn Provers<G>>(|provers| provers);
        self.knowledge.provers.add(provers);
        self
    }

    /// Playouts of the game's own. With the first of them there is an engine that plays as they do.
    #[must_use]
    pub fn playouts(mut self, policy: Offered<impl Policy<G> + 'static>) -> Kit<G> {
        let policy = policy.erased::<dyn Policy<G>>(|policy| policy);
        self.knowledge.policies.add(policy);
        let policies = &self.knowledge.policies.choice;
        if let [first] = policies.names()[..] {
            self.makers.push(makers::as_playouts(first));
        }
        self
    }

    /// Post-processing of every search's answer: the game may prefer another of the moves found.
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
        self.knowledge.learners.push(learner);
        let evaluator = Offered::made(name, doc, parameters, maker);
        self.knowledge.evaluators.add(evaluator);
        self
    }

    /// A linear evaluation whose weights can be learned: an evaluation `name` with weights that ship,
    /// by name, or others given as a file; playouts `name-best-of` that select their moves by it; a
    /// prior `by-name` that weighs moves by it; and something to train. The first of the shipped weights are the default, or zero if there are none.
    #[must_use]
    pub fn linear(
        mut self,
        name: &str,
        doc: &str,
        model: impl LinearModel<G> + 'static,
        shipped: &[(&'static str, &'static [u8])],
    ) -> Kit<G>
    where
        G: Discrete + Deterministic,
    {
        let learned = NamedEvaluation::new((name, doc), &self.name, Arc::new(model), shipped);
        let learned = Arc::new(learned);
        let names = learned.shipped_names();
        let maker = Arc::clone(&learned);
        let table = learned.evaluator_parameters();
        let evaluator = Offered::made(name, doc, table, move |settings| maker.evaluator(settings));
        let evaluator = evaluator.with_shipped(names.clone());
        self.knowledge.evaluators.add(evaluator);
        let maker = Arc::clone(&learned);
        let table = learned.policy_parameters();
        let (policy, summary) = (
            format!("{name}-best-of"),
            format!("the best by {name} of a few drawn at random"),
        );
        let policy = Offered::made(&policy, &summary, table, move |settings| {
            maker.policy(settings)
        });
        self.knowledge
            .policies
            .add(policy.with_shipped(names.clone()));
        let maker = Arc::clone(&learned);
        let (prior, summary) = (format!("by-{name}"), format!("moves by {name} after them"));
        let table = learned.prior_parameters();
        let prior = Offered::made(&prior, &summary, table, move |settings| {
            maker.prior(settings)
        });
        self.knowledge.priors.add(prior.with_shipped(names));
        self.knowledge.evaluations.push(learned);
        self
    }

    /// Features of moves: a prior `name`, a softmax over them with weights that ship, by name, or others
    /// given as a file; and something to train. The first of the shipped weights are the default, or zero
    /// if there are none.
    #[must_use]
    pub fn moves(
        mut self,
        name: &str,
        doc: &str,
        features: impl MoveFeatures<G> + 'static,
        shipped: &[(&'static str, &'static [u8])],
    ) -> Kit<G>
    where
        G: Discrete,
    {
        let features: Arc<dyn MoveFeatures<G>> = Arc::new(features);
        let moves = NamedMoves::new((name, doc), &self.name, Arc::clone(&features), shipped);
        let moves = Arc::new(moves);
        let maker = Arc::clone(&moves);
        let table = moves.prior_parameters();
        let prior = Offered::made(name, doc, table, move |settings| {
            maker.prior(&features, settings)
        });
        let prior = prior.with_shipped(moves.shipped_names());
        self.knowledge.priors.add(prior);
        self.knowledge.moves.push(moves);
        self
    }

    /// Learned weights are of use only with this setting of the game, such as `world=dc2`. To be called before
    /// anything that can be learned is added.
    #[must_use]
    pub(crate) fn variant(mut self, setting: String) -> Kit<G> {
        self.variant = Some(setting);
        self
    }

    /// Records of other programs that moves can be learned from.
    #[must_use]
    pub(crate) fn logs(mut self, logs: Logs<G>) -> Kit<G> {
        self.logs = Some(logs);
        self
    }

    /// A setting of the game's own engines that names weights: records name their contents too.
    pub(crate) fn weights_by_setting(&mut self, weights: &Arc<ModelWeights>) {
        self.files.push(Arc::clone(weights));
    }

    /// A playout policy whose preferences can be learned, with weights that ship, by name: something to
    /// train, and weights for the engines that play by it. The settings `C` of a training say what the
    /// options are.
    pub(crate) fn learned_policy<C: Choices<G> + Parameters + 'static>(
        &mut self,
        name: &str,
        doc: &str,
        shipped: &[(&'static str, &'static [u8])],
    ) -> Arc<NamedMoves<G>> {
        let game = (self.name.as_str(), self.variant.as_deref());
        let policy = NamedMoves::of_policy::<C>((name, doc), game, shipped);
        let policy = Arc::new(policy);
        self.weights_by_setting(policy.weights());
        self.knowledge.moves.push(Arc::clone(&policy));
        policy
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

    /// The prefix of the names of benchmarks, where the game's name is not specific enough.
    #[must_use]
    pub fn benched_as(mut self, name: &str) -> Kit<G> {
        self.benches.name = name.to_owned();
        self
    }

    /// The prefix of the names of benchmarks.
    pub fn bench_name(&self) -> &str {
        &self.benches.name
    }

    /// Benchmarks of tree search make searches of only so small a share of the usual simulations: for
    /// games whose playouts take long.
    #[must_use]
    pub fn bench_searches_by(mut self, share: u64) -> Kit<G> {
        self.benches.share = share.max(1);
        self
    }

    /// The value set by [`Kit::bench_searches_by`].
    pub fn bench_share(&self) -> u64 {
        self.benches.share
    }

    /// A benchmark of the game's own.
    #[must_use]
    pub fn bench(mut self, bench: fn(&Kit<G>) -> Bench) -> Kit<G> {
        self.benches.makers.push(bench);
        self
    }

    /// How the game's random playouts are timed, where uniformly random ones say little.
    #[must_use]
    pub fn playout_bench(mut self, bench: fn(&Kit<G>) -> Bench) -> Kit<G> {
        // A discrete kit begins with this one.
        self.benches.makers[0] = bench;
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

    /// Facts about a position that `yomi analyze` prints besides the engine's report.
    #[must_use]
    pub fn remarks(mut self, remarker: Remarker<G>) -> Kit<G> {
        self.referee = self.referee.remarks(remarker);
        self
    }

    /// The quiescence search of alpha-beta.
    #[must_use]
    pub fn quiescence(mut self, value: impl Quiescence<G> + 'static) -> Kit<G> {
        self.knowledge.quiescence = Some(Arc::new(value));
        self
    }

    /// An engine of the game's own, in the place of one of that name. `fallback` limits a move when nothing else does.
    #[must_use]
    pub fn own_engine(
        mut self,
        name: &str,
        summary: &str,
        parameters: Vec<Param>,
        fallback: Limits,
        make: impl Fn(&mut Settings) -> Result<Box<dyn Search<G>>, ParamError> + Send + Sync + 'static,
    ) -> Kit<G> {
        let own = Maker::own(name, summary, parameters, Some(fallback), make);
        match self.makers.iter_mut().find(|maker| maker.name == name) {
            Some(general) => *general = own,
            None => self.makers.push(own),
        }
        self
    }

    /// A player of the game's own that does not search, so that nothing limits it.
    #[must_use]
    pub fn own_player(
        mut self,
        name: &str,
        summary: &str,
        parameters: Vec<Param>,
        make: impl Fn(&mut Settings) -> Result<Box<dyn Search<G>>, ParamError> + Send + Sync + 'static,
    ) -> Kit<G> {
        self.makers
            .push(Maker::own(name, summary, parameters, None, make));
        self
    }
}
