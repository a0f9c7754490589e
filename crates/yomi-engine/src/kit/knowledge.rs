//! Knowledge by name: the meaning of the settings `evaluator`, `prior`, `experience`, `prover` and `policy`.

use super::Kit;
use super::evaluations::NamedEvaluation;
use super::moves::NamedMoves;
use super::networks::NamedLearner;
use super::offered::{Catalogue, Choice};
use super::settings::KnowledgeParams;
use std::sync::Arc;
use yomi_core::params::{Param, ParamError, Parameters, Settings};
use yomi_core::{
    Discrete, Evaluator, Experience, FirstValue, Game, Notation, Policy, Prior, Provers, Rng,
    Scratch,
};
use yomi_search::alphabeta::Quiescence;
use yomi_search::policy::{PolicyParams, leaf_evaluator, leaf_evaluator_by};

/// An evaluator for games that have none: every unfinished position is even.
struct Even;

impl<G: Game> Evaluator<G> for Even {
    fn evaluate(&self, _: &G, _: &G::State, _: &mut Scratch<G::Action>, _: &mut Rng) -> FirstValue {
        FirstValue::EVEN
    }
}

/// The knowledge that a game brings along.
pub(super) struct KnowledgeBase<G: Game> {
    pub evaluators: Catalogue<dyn Evaluator<G>>,
    pub priors: Catalogue<dyn Prior<G>>,
    pub experiences: Catalogue<dyn Experience<G>>,
    pub provers: Catalogue<dyn Provers<G>>,
    pub policies: Catalogue<dyn Policy<G>>,
    pub quiescence: Option<Arc<dyn Quiescence<G>>>,
    /// The networks that can be trained.
    pub learners: Vec<NamedLearner<G>>,
    /// The linear evaluations whose weights can be learned.
    pub evaluations: Vec<Arc<NamedEvaluation<G>>>,
    /// The features of moves whose weights can be learned.
    pub moves: Vec<Arc<NamedMoves<G>>>,
}

impl<G: Game> Default for KnowledgeBase<G> {
    fn default() -> Self {
        KnowledgeBase {
            evaluators: Catalogue::new("evaluator", Some(("even", "every position is even"))),
            priors: Catalogue::new("prior", Some(("none", "no prior"))),
            experiences: Catalogue::new("experience", Some(("none", "no expectations"))),
            provers: Catalogue::came_later("prover", ("none", "no prover")),
            policies: Catalogue::new("policy", None),
            quiescence: None,
            learners: Vec::new(),
            evaluations: Vec::new(),
            moves: Vec::new(),
        }
    }
}

impl<G: Game> KnowledgeBase<G> {
    pub fn choices(&self) -> [&Choice; 5] {
        [
            &self.evaluators.choice,
            &self.priors.choice,
            &self.experiences.choice,
            &self.provers.choice,
            &self.policies.choice,
        ]
    }

    /// Completes a row of an engine's table with what this game offers.
    pub fn describe(&self, param: &mut Param) {
        if param.name == self.evaluators.choice.setting {
            param.default = self.default_evaluator().to_owned();
        }
        for choice in self.choices() {
            if choice.setting == param.name {
                choice.describe(param);
            }
        }
    }

    /// The settings of what can be chosen by the rows of an engine's table.
    pub fn settings_behind(&self, table: &[Param]) -> Vec<Param> {
        let choices = self.choices().into_iter();
        choices
            .filter(|choice| table.iter().any(|param| param.name == choice.setting))
            .flat_map(Choice::parameters)
            .collect()
    }

    /// Whether there is a use for a setting of an engine.
    pub fn supports(&self, setting: &str) -> bool {
        match setting {
            "prior" => !self.priors.choice.is_empty(),
            "experience" => !self.experiences.choice.is_empty(),
            "prover" | "prove_growth" => !self.provers.choice.is_empty(),
            "quiescence_plies" => self.quiescence.is_some(),
            _ => true,
        }
    }

    fn default_evaluator(&self) -> &str {
        self.evaluators.choice.first().unwrap_or("even")
    }

    /// The knowledge that the settings name.
    pub fn choose(&self, settings: &mut Settings) -> Result<Knowledge<G>, ParamError> {
        let evaluator_named = settings.0.iter().any(|(key, _)| key == "evaluator");
        let params = KnowledgeParams::take(settings)?;
        let name = if evaluator_named {
            &params.evaluator
        } else {
            self.default_evaluator()
        };
        let evaluator = self.evaluators.choose(name, settings)?;
        Ok(Knowledge {
            evaluator: evaluator.unwrap_or_else(|| Arc::new(Even)),
            is_chosen: evaluator_named || !self.evaluators.choice.is_empty(),
            prior: self.priors.choose(&params.prior, settings)?,
            experience: self.experiences.choose(&params.experience, settings)?,
            provers: self.provers.choose(&params.prover, settings)?,
        })
    }
}

impl<G: Notation> Kit<G> {
    /// How leaves are valued: by the playouts that the settings describe, of a policy that the
    /// game brings along or of one that serves all games.
    pub(super) fn leaf(
        &self,
        settings: &mut Settings,
        knowledge: &Knowledge<G>,
    ) -> Result<Box<dyn Evaluator<G>>, ParamError>
    where
        G: Discrete,
    {
        let given = settings.0.iter().find(|(name, _)| name == "policy");
        let name = given.map_or(String::new(), |(_, name)| name.clone());
        let own = self.knowledge.policies.choose(&name, settings)?;
        if own.is_some() {
            settings.0.retain(|(name, _)| name != "policy");
        }
        let params = PolicyParams::take(settings)?;
        match own {
            Some(policy) => leaf_evaluator_by(&params, policy, knowledge.for_playouts()),
            None => {
                let prior = knowledge.prior.clone();
                leaf_evaluator(&params, knowledge.for_playouts(), prior)
            }
        }
    }
}

/// The knowledge an engine is made with.
pub struct Knowledge<G: Game> {
    pub evaluator: Arc<dyn Evaluator<G>>,
    /// Whether the game or the user chose the evaluator, or it is only there for want of any.
    is_chosen: bool,
    pub prior: Option<Arc<dyn Prior<G>>>,
    pub experience: Option<Arc<dyn Experience<G>>>,
    pub provers: Option<Arc<dyn Provers<G>>>,
}

impl<G: Game> Knowledge<G> {
    /// The evaluator for playouts that need one; the evaluator without knowledge is not accepted.
    pub fn for_playouts(&self) -> Option<Arc<dyn Evaluator<G>>> {
        self.is_chosen.then(|| Arc::clone(&self.evaluator))
    }
}
