//! Knowledge by name: what the settings `evaluator`, `prior`, `experience` and `policy` stand for.

use super::Kit;
use super::offered::{choose, describe, unknown};
use super::settings::KnowledgeParams;
use std::sync::Arc;
use yomi_core::params::{Param, ParamError, Parameters, Settings};
use yomi_core::{Discrete, Evaluator, Experience, FirstValue, Game, Notation, Prior, Rng, Scratch};
use yomi_search::policy::{PolicyParams, leaf_evaluator, leaf_evaluator_by};

/// An evaluator for games that have none: every unfinished position is even.
struct Even;

impl<G: Game> Evaluator<G> for Even {
    fn evaluate(&self, _: &G, _: &G::State, _: &mut Scratch<G::Action>, _: &mut Rng) -> FirstValue {
        FirstValue::EVEN
    }
}

impl<G: Notation> Kit<G> {
    /// Completes a row of an engine's table with what this game offers.
    pub(super) fn describe(&self, param: &mut Param) {
        match param.name.as_str() {
            "evaluator" => {
                param.default = self.default_evaluator().to_owned();
                let known = self
                    .evaluators
                    .iter()
                    .map(|known| (&known.name, &known.doc));
                describe(param, Some(("even", "every position is even")), known);
            }
            "prior" => {
                let known = self.priors.iter().map(|known| (&known.name, &known.doc));
                describe(param, Some(("none", "no prior")), known);
            }
            "experience" => {
                let known = self
                    .experiences
                    .iter()
                    .map(|known| (&known.name, &known.doc));
                describe(param, Some(("none", "no expectations")), known);
            }
            "policy" => {
                let known = self.policies.iter().map(|known| (&known.name, &known.doc));
                describe(param, None, known);
            }
            _ => {}
        }
    }

    /// The settings of what can be chosen by a row of an engine's table.
    pub(super) fn settings_behind(&self, parameter: &str) -> Vec<Param> {
        match parameter {
            "evaluator" => self
                .evaluators
                .iter()
                .flat_map(|known| known.parameters())
                .collect(),
            "experience" => self
                .experiences
                .iter()
                .flat_map(|known| known.parameters())
                .collect(),
            "policy" => self
                .policies
                .iter()
                .flat_map(|known| known.parameters())
                .collect(),
            _ => Vec::new(),
        }
    }

    fn default_evaluator(&self) -> &str {
        self.evaluators.first().map_or("even", |known| &known.name)
    }

    /// The knowledge that the settings name.
    pub(super) fn knowledge(&self, settings: &mut Settings) -> Result<Knowledge<G>, ParamError> {
        let evaluator_named = settings.0.iter().any(|(key, _)| key == "evaluator");
        let params = KnowledgeParams::take(settings)?;
        let name = if evaluator_named {
            &params.evaluator
        } else {
            self.default_evaluator()
        };
        let evaluator = match (choose(&self.evaluators, name, settings)?, name) {
            (Some(chosen), _) => chosen,
            (None, "even") => Arc::new(Even),
            (None, _) => {
                let known = self.evaluators.iter().map(|known| known.name.as_str());
                return Err(unknown("evaluator", name, "even", known));
            }
        };
        let name = params.prior.as_str();
        let prior = self.priors.iter().find(|known| known.name == name);
        if prior.is_none() && name != "none" {
            let known = self.priors.iter().map(|known| known.name.as_str());
            return Err(unknown("prior", name, "none", known));
        }
        let name = params.experience.as_str();
        let experience = choose(&self.experiences, name, settings)?;
        if experience.is_none() && name != "none" {
            let known = self.experiences.iter().map(|known| known.name.as_str());
            return Err(unknown("experience", name, "none", known));
        }
        Ok(Knowledge {
            evaluator,
            is_chosen: evaluator_named || !self.evaluators.is_empty(),
            prior: prior.map(|known| Arc::clone(&known.value)),
            experience,
        })
    }

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
        let own = choose(&self.policies, &name, settings)?;
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
}

impl<G: Game> Knowledge<G> {
    /// The evaluator for playouts that need one: nobody wants one that knows nothing.
    pub fn for_playouts(&self) -> Option<Arc<dyn Evaluator<G>>> {
        self.is_chosen.then(|| Arc::clone(&self.evaluator))
    }
}
