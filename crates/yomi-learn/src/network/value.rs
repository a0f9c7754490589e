//! A network as an evaluator.

use super::{Network, logistic};
use std::sync::Arc;
use yomi_core::{Evaluator, Features, FirstValue, Game, MoverValue, Rng, Scratch};

/// The networks of all stages of a game, with the features they see.
pub struct NetworkValue<G: Game> {
    features: Arc<dyn Features<G>>,
    /// One per stage.
    networks: Vec<Arc<Network>>,
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
        NetworkValue { features, networks }
    }

    /// The value of a position for the side to move.
    pub fn value(&self, game: &G, state: &G::State, buffer: &mut Vec<(u32, f32)>) -> MoverValue {
        let mover = game.to_move(state);
        let network = &self.networks[self.features.stage(game, state)];
        let features = &self.features;
        let y = network.logit(features.views(), |see| {
            features.encode_views(game, state, mover, buffer, see);
        });
        MoverValue(logistic(f64::from(y)))
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
