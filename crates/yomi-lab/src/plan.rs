//! From a manifest to the work it stands for.
//!
//! A plan is the grid of an experiment at one scale: every curve at every point of the sweep is a
//! [`Cell`] with its game, its engines written out in full (defaults included), its own seed and
//! the name of its record. Planning sets every game and engine up once and plays every move it is
//! told, so whatever a manifest gets wrong shows before the first game is played.
//!
//! Seeds derive from the experiment's seed by paper, item, series and point. They do not depend
//! on the scale or on what else is in the manifest, so adding a curve changes no other.

use crate::manifest::{Experiment, Point};
use crate::{Item, LabError, Manifest, Scale, Template};
use serde_json::json;
use std::sync::Arc;
use yomi_arena::Openings;
use yomi_core::params::{Param, Spec};
use yomi_core::{Referee, Seed};
use yomi_engine::{AnyGame, Registry, SetupError};

/// An experiment at one scale, ready to run.
pub struct Plan {
    /// What is run.
    pub item: Item,
    /// How much of it.
    pub scale: Scale,
    /// What all randomness derives from.
    pub seed: u64,
    /// The grid: all points of the first curve, then all of the second, and so on.
    pub cells: Vec<Cell>,
}

/// One point of one curve.
pub struct Cell {
    /// Which curve.
    pub series: usize,
    /// Its name.
    pub label: String,
    /// Which point of the sweep.
    pub point: Point,
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The game written out, defaults included.
    pub game_text: String,
    /// What to do.
    pub task: Task,
    /// How often: pairs of games, or searches.
    pub size: u64,
    /// What all randomness of the cell derives from.
    pub seed: Seed,
    /// The file name of its record. It ends in a hash of everything that decides the contents,
    /// so an experiment that was changed begins a new record and never mixes two.
    pub record: String,
}

impl Cell {
    /// Where it is, for messages.
    pub fn place(&self) -> String {
        format!("series '{}' at {}", self.label, self.point.label)
    }

    /// How many games or searches that is.
    pub fn units(&self) -> u64 {
        match self.task {
            Task::Match { .. } => self.size * 2,
            Task::Decision { .. } => self.size,
        }
    }
}

/// What a cell does.
#[derive(Clone, Debug)]
pub enum Task {
    /// Plays pairs of games.
    Match {
        /// Whose score is measured.
        engine: EngineText,
        /// Whom it plays.
        opponent: EngineText,
        /// Where games begin.
        openings: Openings,
    },
    /// Searches a position.
    Decision {
        /// Who is asked.
        engine: EngineText,
        /// The moves that lead to the position, in the game's own spelling.
        moves: Vec<String>,
        /// The right moves there, in the game's own spelling.
        right: Vec<String>,
    },
}

/// An engine as it was asked for and as it is.
#[derive(Clone, Debug)]
pub struct EngineText {
    /// What the manifest says, holes filled.
    pub spec: Spec,
    /// The same with every parameter that was left at its default.
    pub full: String,
}

impl Plan {
    /// Plans an item. `seed` overrides the manifest's.
    pub fn new(
        item: &Item,
        scale: Scale,
        registry: &Registry,
        seed: Option<u64>,
    ) -> Result<Plan, LabError> {
        let seed = seed.unwrap_or(item.manifest.seed);
        let mut cells = Vec::new();
        for (series, label) in item.manifest.experiment.labels().into_iter().enumerate() {
            for point in &item.manifest.extent(scale).points {
                let place = Place {
                    item,
                    scale,
                    registry,
                    series,
                    label,
                    point,
                };
                cells.push(place.cell(seed)?);
            }
        }
        Ok(Plan {
            item: item.clone(),
            scale,
            seed,
            cells,
        })
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.item.manifest
    }

    /// The points of the sweep.
    pub fn points(&self) -> &[Point] {
        &self.manifest().extent(self.scale).points
    }

    /// How many games or searches the whole plan is.
    pub fn units(&self) -> u64 {
        self.cells.iter().map(Cell::units).sum()
    }
}

/// Where in the grid we are while a cell is planned.
struct Place<'a> {
    item: &'a Item,
    scale: Scale,
    registry: &'a Registry,
    series: usize,
    label: &'a str,
    point: &'a Point,
}

impl Place<'_> {
    fn cell(&self, seed: u64) -> Result<Cell, LabError> {
        let manifest = &self.item.manifest;
        let spec = self.spec("game", &manifest.game)?;
        let game = self
            .registry
            .game(&spec)
            .map_err(|error| self.setup("game", error))?;
        let game_text = written_out(&spec, &self.game_parameters(&spec));
        let seed = Seed::new(seed)
            .child(&self.item.paper.name)
            .child(&self.item.name)
            .child("series")
            .child(self.label)
            .child("point")
            .child(&self.point.label);
        let size = manifest.extent(self.scale).size;
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
            .find(|engine| engine.name == spec.name);
        let full = written_out(
            &spec,
            &table.map(|engine| engine.parameters).unwrap_or_default(),
        );
        Ok(EngineText { spec, full })
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
        let identity = match task {
            Task::Match {
                engine,
                opponent,
                openings,
            } => json!({
                "game": game, "engine": engine.full, "opponent": opponent.full,
                "openings": openings, "pairs": size, "seed": seed,
            }),
            // The right moves judge the answers but do not change them, and more runs extend a
            // record: neither is part of its identity.
            Task::Decision { engine, moves, .. } => json!({
                "game": game, "engine": engine.full, "moves": moves, "seed": seed,
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
            source,
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

/// What chance on the way to a decision's position derives from: the same for every run, so that
/// all of them search one position.
pub(crate) fn position_seed(cell: Seed) -> Seed {
    cell.child("position")
}

/// A specification with every parameter, in the order of the table.
fn written_out(spec: &Spec, table: &[Param]) -> String {
    let given = |name: &str| spec.settings.0.iter().find(|(key, _)| key == name);
    let mut full = Spec {
        name: spec.name.clone(),
        settings: Default::default(),
    };
    for param in table {
        let value = given(&param.name).map_or(&param.default, |(_, value)| value);
        full.settings.0.push((param.name.clone(), value.clone()));
    }
    let known = |name: &String| table.iter().any(|param| param.name == *name);
    full.settings.0.extend(
        spec.settings
            .0
            .iter()
            .filter(|(key, _)| !known(key))
            .cloned(),
    );
    full.to_string()
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

    #[test]
    fn defaults_are_written_out_in_the_order_of_the_table() {
        let param = |name: &str, default: &str| Param {
            name: name.to_owned(),
            kind: yomi_core::params::Kind::Text,
            optional: false,
            default: default.to_owned(),
            doc: String::new(),
        };
        let spec: Spec = "uct:b=2".parse().unwrap();
        let full = written_out(
            &spec,
            &[param("a", "1"), param("b", "0"), param("c", "none")],
        );
        assert_eq!(full, "uct:a=1,b=2,c=none");
    }
}
