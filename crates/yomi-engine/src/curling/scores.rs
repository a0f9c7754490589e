//! The setting `scores` of engines: by which distribution of an end's score they judge what a lead is worth.
//!
//! A measured distribution is a file of 17 weights, the probabilities of -8 to 8 points of the side that
//! throws first; `yomi curling scores` makes it from games. It is for one world.

use crate::Kit;
use crate::kit::ModelWeights;
use std::sync::Arc;
use yomi_core::params::{Param, ParamError, Parameters, Settings};
use yomi_core::{Report, Request, Search};
use yomi_curling::{Curling, EndScores, SCORES, Shot, State, World};
use yomi_learn::WeightsFile;

/// The name of the model in files.
const MODEL: &str = "end-scores";

/// The name of the paper's distribution.
const TABLE_3: &str = "table3";

yomi_core::parameters! {
    /// How ends are scored.
    struct ScoresParams {
        /// How probable each score of an end is, from which the chance to win between two ends follows: a file made by `yomi curling scores`, or a name.
        pub scores: Option<String> = None, unrecorded "table3";
    }
}

/// The distributions that an engine can have.
#[derive(Clone)]
pub struct Distributions(Arc<ModelWeights>);

impl Distributions {
    /// Those of the game's world.
    pub fn register(kit: &mut Kit<Curling>) -> Distributions {
        let world = kit.game().world;
        let measured: &[u8] = match world {
            World::Dc2 => include_bytes!("../../../../weights/curling/scores-dc2.json"),
            World::Fcv1 => include_bytes!("../../../../weights/curling/scores-fcv1.json"),
        };
        let shipped = [("measured", measured)];
        let table_3 = weights(&EndScores::table_3());
        let doc = "set by judgement: Table 3 of the paper on State-Tree MCTS";
        let known = ModelWeights::new(["curling", MODEL], SCORES, &shipped, doc);
        let known = known
            .of_variant(Some(&super::variant(world)))
            .by_setting("scores")
            .with_default(TABLE_3, table_3);
        let known = Arc::new(known);
        kit.weights_by_setting(&known);
        Distributions(known)
    }

    /// The setting.
    pub fn table(&self) -> Vec<Param> {
        self.0.described(ScoresParams::table())
    }

    /// A search that judges by the distribution that the settings name.
    pub fn applied(
        &self,
        settings: &mut Settings,
        search: Box<dyn Search<Curling>>,
    ) -> Result<Box<dyn Search<Curling>>, ParamError> {
        let name = ScoresParams::take(settings)?.scores;
        if name.as_deref().is_none_or(|name| name == TABLE_3) {
            return Ok(search);
        }
        let (weights, _) = self.0.read(name.clone())?;
        let weights: Vec<f64> = weights.into_iter().map(f64::from).collect();
        let end_scores = weights.try_into().ok().and_then(EndScores::new);
        let end_scores = end_scores.ok_or_else(|| ParamError::BadValue {
            name: "scores".to_owned(),
            value: name.unwrap_or_default(),
            expected: "probabilities, of which none is negative and one is positive".to_owned(),
        })?;
        Ok(Box::new(Judging { search, end_scores }))
    }
}

/// The weights of a distribution in files.
fn weights(scores: &EndScores) -> Vec<f32> {
    scores.iter().map(|(_, share)| share as f32).collect()
}

/// The file of a measured distribution, with the command that made it.
pub fn scores_file(world: World, scores: &EndScores, made_by: &str) -> WeightsFile {
    let file = WeightsFile::of_moves("curling", MODEL, made_by, weights(scores));
    file.of_variant(Some(&super::variant(world)))
}

/// A search in a game that differs by how its ends are taken to be scored.
struct Judging {
    search: Box<dyn Search<Curling>>,
    end_scores: EndScores,
}

impl Judging {
    fn game(&self, game: &Curling) -> Curling {
        Curling {
            end_scores: self.end_scores.clone(),
            ..game.clone()
        }
    }
}

impl Search<Curling> for Judging {
    fn search_with_progress(
        &mut self,
        game: &Curling,
        state: &State,
        request: &Request<Shot>,
        tell: &mut dyn FnMut(&Report<Shot>),
    ) -> Report<Shot> {
        let game = self.game(game);
        self.search
            .search_with_progress(&game, state, request, tell)
    }

    fn advance(&mut self, game: &Curling, action: Shot, state: &State) {
        let game = self.game(game);
        self.search.advance(&game, action, state);
    }

    fn is_reproducible(&self) -> bool {
        self.search.is_reproducible()
    }

    fn reset(&mut self) {
        self.search.reset();
    }
}
