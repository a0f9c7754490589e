//! Planning a training: who teaches what, and the names of what comes of it.

use super::naming::{PROGRAM, hash, slug, training_record};
use super::place::{NOTHING, Place};
use super::{EngineText, NetworkTraining, SelfPlayGames};
use crate::LabError;
use crate::manifest::TrainingSeries;
use serde_json::json;
use yomi_core::Seed;
use yomi_core::params::{Parameters, Spec};
use yomi_engine::AnyGame;
use yomi_learn::learner::LearnerParams;

impl Place<'_> {
    /// What is taught here. `root` is the seed of the item.
    pub(super) fn training(
        &self,
        game: &dyn AnyGame,
        game_text: &str,
        root: Seed,
        series: &TrainingSeries,
    ) -> Result<NetworkTraining, LabError> {
        let (random_moves, means) = (series.random_moves, self.learns_means());
        let games = self.self_play(game, game_text, root, (random_moves, means))?;
        let network = self.network(game, series)?;
        let seed = games.seed.child("network").child(&network.full);
        Ok(NetworkTraining {
            record: training_record(&network, &games.file, seed),
            network,
            random_moves,
            means,
            teacher: games.teacher,
            count: games.count,
            games: games.file,
            games_seed: games.seed,
            seed,
        })
    }

    /// Self-play games of the scale's teacher, which all cells share that have games of the same kind.
    pub(super) fn self_play(
        &self,
        game: &dyn AnyGame,
        game_text: &str,
        root: Seed,
        (random_moves, means): ([u32; 2], bool),
    ) -> Result<SelfPlayGames, LabError> {
        let key = format!("scale.{}.teacher", self.scale);
        let template = self
            .extent
            .teacher
            .as_ref()
            .ok_or_else(|| self.wrong(&key, "missing".to_owned()))?;
        let teacher = self.set_up(game, &key, template, NOTHING)?;
        let seed = root
            .child("games")
            .child(game_text)
            .child(&teacher.full)
            .child(&format!("{random_moves:?}"));
        let count = self.extent.games.unwrap_or(self.extent.size);
        let mut identity = json!({
            "game": game_text, "teacher": teacher.full, "random_moves": random_moves,
            "games": count, "seed": seed, "program": PROGRAM,
        });
        if means {
            identity["means"] = means.into();
        }
        let file = format!("games-{}-{}.jsonl", slug(&teacher.short), hash(&identity));
        Ok(SelfPlayGames {
            teacher,
            count,
            file,
            seed,
        })
    }

    /// Whether any network of the item is taught the means of searches: all of them learn from the
    /// same games.
    fn learns_means(&self) -> bool {
        let taught = self.item.manifest.experiment.taught();
        taught.iter().any(|series| {
            let spec: Option<Spec> = series.network.text().parse().ok();
            spec.is_some_and(|spec| spec.get("target") == Some("mean"))
        })
    }

    fn network(&self, game: &dyn AnyGame, series: &TrainingSeries) -> Result<EngineText, LabError> {
        let key = format!("series[{}].network", self.series);
        let spec = self.spec(&key, &series.network)?;
        let known = game.networks();
        let names = known.iter().map(|network| network.name.as_str());
        let table = self.table_of(&key, &spec, game.name(), ("network", "teach"), names)?;
        let table = &known[table].parameters;
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

    /// Which of the known names is meant.
    pub(super) fn table_of<'n>(
        &self,
        key: &str,
        spec: &Spec,
        game: &str,
        (what, verb): (&str, &str),
        names: impl Iterator<Item = &'n str>,
    ) -> Result<usize, LabError> {
        let names: Vec<&str> = names.collect();
        let found = names.iter().position(|name| *name == spec.name);
        found.ok_or_else(|| {
            let problem = match names[..] {
                [] => format!("'{game}' has no {what}s to {verb}"),
                _ => format!(
                    "unknown {what} '{}' for game '{game}': expected one of {}",
                    spec.name,
                    names.join(", ")
                ),
            };
            self.wrong(key, problem)
        })
    }
}
