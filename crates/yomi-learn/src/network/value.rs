//! A network as an evaluator.

use super::Network;
use std::sync::Arc;
use yomi_core::{Evaluator, Features, FirstValue, Game, MoverValue, Rng, Scratch, logistic};

/// The networks of all stages of a game, with the features they see.
pub struct NetworkValue<G: Game> {
    features: Arc<dyn Features<G>>,
    /// One per stage.
    networks: Vec<Arc<Network>>,
    sigmoid: Sigmoid,
}

impl<G: Game> Clone for NetworkValue<G> {
    fn clone(&self) -> NetworkValue<G> {
        NetworkValue {
            features: Arc::clone(&self.features),
            networks: self.networks.clone(),
            sigmoid: self.sigmoid,
        }
    }
}

yomi_core::choices! {
    /// How often the output goes through the sigmoid. The last layer has one, so that the output is a
    /// share of wins; a second one, meant for evaluations without bounds, leaves 0.5 to 0.73 of it.
    pub enum Sigmoid {
        /// In the last layer.
        Once = "once",
        /// Once more, on the wins of the side to move.
        Mover = "mover",
        /// Once more, on the wins of the side that has moved.
        Opponent = "opponent",
    }
}

impl<G: Game> NetworkValue<G> {
    /// An evaluator. A stage without a network uses that of the nearest stage before it that has
    /// one, or else the first there is; with none at all every position is even.
    pub fn new(features: Arc<dyn Features<G>>, networks: Vec<Option<Network>>) -> NetworkValue<G> {
        let networks: Vec<Option<Arc<Network>>> = networks
            .into_iter()
            .map(|network| network.map(Arc::new))
            .collect();
        let mut last = networks.iter().flatten().next().cloned();
        let filled = (0..features.stages()).map(|stage| {
            if let Some(Some(network)) = networks.get(stage) {
                last = Some(Arc::clone(network));
            }
            last.clone()
                .unwrap_or_else(|| Arc::new(Network::zero(features.count(), 1)))
        });
        let networks = filled.collect();
        NetworkValue {
            features,
            networks,
            sigmoid: Sigmoid::Once,
        }
    }

    /// The same with another treatment of the output.
    #[must_use]
    pub fn with_sigmoid(self, sigmoid: Sigmoid) -> NetworkValue<G> {
        NetworkValue { sigmoid, ..self }
    }

    /// The value of a position for the side to move.
    pub fn value(&self, game: &G, state: &G::State, buffer: &mut Vec<(u32, f32)>) -> MoverValue {
        let mover = game.to_move(state);
        let network = &self.networks[self.features.stage(game, state)];
        let features = &self.features;
        let y = network.logit(features.views(), |see| {
            features.encode_views(game, state, mover, buffer, see);
        });
        let wins = logistic(f64::from(y));
        MoverValue(match self.sigmoid {
            Sigmoid::Once => wins,
            Sigmoid::Mover => logistic(wins),
            Sigmoid::Opponent => 1.0 - logistic(1.0 - wins),
        })
    }
}

impl<G: Game> Evaluator<G> for NetworkValue<G> {
    fn evaluate(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Scratch<G::Action>,
        _: &mut Rng,
    ) -> FirstValue {
        let mut features = std::mem::take(&mut scratch.features);
        let value = self.value(game, state, &mut features);
        scratch.features = features;
        value.to_first(game.to_move(state))
    }
}
