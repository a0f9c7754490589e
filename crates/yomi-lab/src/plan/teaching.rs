//! Planning a training: who teaches what, and the names of what comes of it.

use super::naming::{PROGRAM, hash, slug};
use super::place::Place;
use super::{EngineText, Task};
use crate::LabError;
use crate::manifest::TrainingSeries;
use serde_json::json;
use yomi_core::Seed;
use yomi_core::params::Parameters;
use yomi_engine::AnyGame;
use yomi_learn::learner::LearnerParams;

impl Place<'_> {
    /// The training here. `root` is the seed of the item.
    pub(super) fn training(
        &self,
        game: &dyn AnyGame,
        game_text: &str,
        root: Seed,
        series: &TrainingSeries,
    ) -> Result<Task, LabError> {
        let key = format!("scale.{}.teacher", self.scale);
        let template = self
            .extent
            .teacher
            .as_ref()
            .ok_or_else(|| self.wrong(&key, "missing".to_owned()))?;
        let teacher = self.set_up(game, &key, template)?;
        let random_moves = series.random_moves;
        let games_seed = root
            .child("games")
            .child(game_text)
            .child(&teacher.full)
            .child(&format!("{random_moves:?}"));
        let identity = json!({
            "game": game_text, "teacher": teacher.full, "random_moves": random_moves,
            "games": self.extent.size, "seed": games_seed, "program": PROGRAM,
        });
        Ok(Task::Training {
            games: format!("games-{}-{}.jsonl", slug(&teacher.short), hash(&identity)),
            network: self.network(game, series)?,
            teacher,
            random_moves,
            games_seed,
        })
    }

    fn network(&self, game: &dyn AnyGame, series: &TrainingSeries) -> Result<EngineText, LabError> {
        let key = format!("series[{}].network", self.series);
        let spec = self.spec(&key, &series.network)?;
        let known = game.networks();
        let table = known
            .iter()
            .find(|network| network.name == spec.name)
            .map(|network| &network.parameters)
            .ok_or_else(|| {
                let names: Vec<&str> = known.iter().map(|n| n.name.as_str()).collect();
                let problem = match names[..] {
                    [] => format!("'{}' has no networks to teach", game.name()),
                    _ => format!(
                        "unknown network '{}' for game '{}': expected one of {}",
                        spec.name,
                        game.name(),
                        names.join(", ")
                    ),
                };
                self.wrong(&key, problem)
            })?;
        let mut settings = spec.settings.clone();
        LearnerParams::take(&mut settings)
            .and_then(|_| settings.finish(table))
            .map_err(|error| self.wrong(&key, error.to_string()))?;
        Ok(EngineText {
            short: spec.in_short(table),
            full: spec.in_full(table),
            spec,
        })
    }
}
