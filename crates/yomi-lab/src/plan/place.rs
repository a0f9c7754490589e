//! Planning one cell: fill the templates, set up game and engines, play the moves.

use super::{Cell, EngineText, Task, position_seed};
use crate::manifest::{Experiment, Point};
use crate::spelling::{in_full, in_short};
use crate::{Item, LabError, Scale, Template};
use serde_json::json;
use yomi_arena::Openings;
use yomi_core::params::{Param, Spec};
use yomi_core::{Referee, Seed};
use yomi_engine::{AnyGame, Registry, SetupError};

/// Where in the grid we are while a cell is planned.
pub struct Place<'a> {
    pub item: &'a Item,
    pub scale: Scale,
    pub registry: &'a Registry,
    pub series: usize,
    pub label: &'a str,
    pub point: &'a Point,
    /// How many pairs of games or searches.
    pub size: u64,
}

impl Place<'_> {
    /// The cell here.
    pub fn cell(&self, seed: u64) -> Result<Cell, LabError> {
        let manifest = &self.item.manifest;
        let spec = self.spec("game", &manifest.game)?;
        let game = self
            .registry
            .game(&spec)
            .map_err(|error| self.setup("game", error))?;
        let game_text = in_full(&spec, &self.game_parameters(&spec));
        let seed = Seed::new(seed)
            .child(&self.item.paper.name)
            .child(&self.item.name)
            .child("series")
            .child(self.label)
            .child("point")
            .child(&self.point.label);
        let size = self.size;
        let task = self.task(game.as_ref(), seed)?;
        let record = self.record(&game_text, &task, size, seed);
        Ok(Cell {
            series: self.series,
            label: self.label.to_owned(),
            point: self.point.clone(),
            game,
            game_text,
            task,
            size,
            seed,
            record,
        })
    }

    fn task(&self, game: &dyn AnyGame, seed: Seed) -> Result<Task, LabError> {
        match &self.item.manifest.experiment {
            Experiment::Match { openings, series } => {
                let duel = &series[self.series];
                if let Openings::Listed(list) = openings {
                    for (i, line) in list.iter().enumerate() {
                        self.reach(game, seed, &format!("openings.list[{i}]"), line)?;
                    }
                }
                Ok(Task::Match {
                    engine: self.engine(game, "engine", &duel.engine)?,
                    opponent: self.engine(game, "opponent", &duel.opponent)?,
                    openings: openings.clone(),
                })
            }
            Experiment::Decision {
                moves,
                right,
                series,
            } => {
                let referee = self.reach(game, seed, "moves", moves)?;
                let mut spelled: Vec<String> = Vec::new();
                for (i, text) in right.iter().enumerate() {
                    let mut referee = self.reach(game, seed, "moves", moves)?;
                    let (answer, _) = referee
                        .play(text)
                        .map_err(|error| self.wrong(&format!("right[{i}]"), error.to_string()))?;
                    if !spelled.contains(&answer) {
                        spelled.push(answer);
                    }
                }
                Ok(Task::Decision {
                    engine: self.engine(game, "engine", &series[self.series].engine)?,
                    moves: referee.moves(),
                    right: spelled,
                })
            }
        }
    }

    /// A referee after these moves; the game must go on there.
    fn reach(
        &self,
        game: &dyn AnyGame,
        seed: Seed,
        key: &str,
        moves: &[String],
    ) -> Result<Box<dyn Referee>, LabError> {
        let mut referee = game.referee();
        referee.new_game(position_seed(seed));
        for (i, text) in moves.iter().enumerate() {
            referee
                .play(text)
                .map_err(|error| self.wrong(&format!("{key}[{i}]"), error.to_string()))?;
        }
        match referee.outcome() {
            None => Ok(referee),
            Some(outcome) => Err(self.wrong(key, format!("the game is over there ({outcome})"))),
        }
    }

    fn engine(
        &self,
        game: &dyn AnyGame,
        key: &str,
        template: &Template,
    ) -> Result<EngineText, LabError> {
        let key = format!("series[{}].{key}", self.series);
        let spec = self.spec(&key, template)?;
        game.engine(&spec)
            .map_err(|error| self.setup(&key, error))?;
        let table = game
            .engines()
            .into_iter()
            .find(|engine| engine.name == spec.name)
            .map(|engine| engine.parameters)
            .unwrap_or_default();
        Ok(EngineText {
            short: in_short(&spec, &table),
            full: in_full(&spec, &table),
            spec,
        })
    }

    fn spec(&self, key: &str, template: &Template) -> Result<Spec, LabError> {
        let text = template
            .fill(&self.point.variables)
            .map_err(|problem| self.wrong(key, problem))?;
        text.parse()
            .map_err(|error| self.wrong(key, format!("{error}")))
    }

    fn game_parameters(&self, spec: &Spec) -> Vec<Param> {
        let entry = self
            .registry
            .entries()
            .iter()
            .find(|entry| entry.name == spec.name);
        entry
            .map(|entry| entry.parameters.clone())
            .unwrap_or_default()
    }

    /// `<series>-<point>-<hash>.jsonl`.
    fn record(&self, game: &str, task: &Task, size: u64, seed: Seed) -> String {
        // Another version may play otherwise: it begins anew.
        let program = env!("CARGO_PKG_VERSION");
        let identity = match task {
            Task::Match {
                engine,
                opponent,
                openings,
            } => json!({
                "game": game, "engine": engine.full, "opponent": opponent.full,
                "openings": openings, "pairs": size, "seed": seed, "program": program,
            }),
            // The right moves judge the answers but do not change them, and more runs extend a
            // record: neither is part of its identity.
            Task::Decision { engine, moves, .. } => json!({
                "game": game, "engine": engine.full, "moves": moves, "seed": seed, "program": program,
            }),
        };
        let hash = Seed::new(0).child(&identity.to_string()).number();
        format!(
            "{}-{}-{hash:016x}.jsonl",
            slug(self.label),
            slug(&self.point.label)
        )
    }

    fn setup(&self, key: &str, source: SetupError) -> LabError {
        LabError::Setup {
            file: self.item.manifest.file.clone(),
            key: self.at(key),
            source: Box::new(source),
        }
    }

    fn wrong(&self, key: &str, problem: String) -> LabError {
        self.item.manifest.error(&self.at(key), problem)
    }

    fn at(&self, key: &str) -> String {
        let name = &self.item.manifest.sweep.name;
        format!(
            "{key} (scale {}, {name} = {})",
            self.scale, self.point.label
        )
    }
}

/// A part of a file name: nothing but letters, digits and single dashes.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() >= 40 {
            break;
        }
    }
    let slug = slug.trim_matches('-');
    if slug.is_empty() {
        "x".to_owned()
    } else {
        slug.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_hold_nothing_a_file_system_minds() {
        assert_eq!(slug("UCT, c = 1.4 / flat"), "uct-c-1-4-flat");
        assert_eq!(slug("../../etc"), "etc");
        assert_eq!(slug("日本"), "x");
        assert!(slug(&"long ".repeat(50)).len() <= 40);
    }
}
