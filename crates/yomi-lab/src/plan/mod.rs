//! From a manifest to the work it stands for.
//!
//! A plan is the grid of an experiment at one scale: every curve at every point of the sweep is a
//! [`Cell`] with its game, its engines written out in full (defaults included), its own seed and
//! the name of its record. Planning sets every game and engine up once and plays every move it is
//! told, so whatever a manifest gets wrong shows before the first game is played.
//!
//! Seeds derive from the experiment's seed by paper, item, series and point. They do not depend
//! on the scale or on what else is in the manifest, so adding a curve changes no other.

mod place;

use crate::manifest::{Extent, Point};
use crate::{Item, LabError, Manifest, Scale};
use place::Place;
use std::sync::Arc;
use yomi_arena::Openings;
use yomi_core::Seed;
use yomi_core::params::Spec;
use yomi_engine::{AnyGame, Registry};

/// An experiment at one scale, ready to run.
pub struct Plan {
    /// What is run.
    pub item: Item,
    /// How much of it.
    pub scale: Scale,
    /// Which points, and how many observations at each.
    pub extent: Extent,
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
    /// The same in its shortest spelling, a name for tables and records.
    pub short: String,
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
        let extent = item
            .manifest
            .extent(scale)
            .ok_or_else(|| LabError::NoScale {
                item: item.path(),
                scale,
                known: item.manifest.scale_words().join(", "),
            })?;
        let mut cells = Vec::new();
        for (series, label) in item.manifest.experiment.labels().into_iter().enumerate() {
            for point in &extent.points {
                let place = Place {
                    item,
                    scale,
                    registry,
                    series,
                    label,
                    point,
                    size: extent.size,
                };
                cells.push(place.cell(seed)?);
            }
        }
        Ok(Plan {
            item: item.clone(),
            scale,
            extent: extent.clone(),
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
        &self.extent.points
    }

    /// How many games or searches the whole plan is.
    pub fn units(&self) -> u64 {
        self.cells.iter().map(Cell::units).sum()
    }
}

/// What chance on the way to a decision's position derives from: the same for every run, so that
/// all of them search one position.
pub(crate) fn position_seed(cell: Seed) -> Seed {
    cell.child("position")
}
