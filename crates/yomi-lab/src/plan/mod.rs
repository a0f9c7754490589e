//! From a manifest to the work it stands for.
//!
//! A plan is the grid of an experiment at one scale: every curve at every point of the sweep is a
//! [`Cell`] with its game, its engines written out in full (defaults included), its own seed and
//! the name of its record. Planning sets every game and engine up once and plays every move it is
//! told, so whatever a manifest gets wrong shows before the first game is played.
//!
//! Seeds derive from the experiment's seed by paper, item, series and point. They do not depend
//! on the scale or on what else is in the manifest, so adding a curve changes no other. In a trace
//! all cells with the same engines are views of one match: they share its seed, which derives
//! from the engines instead, and its record. So do the cells of a training, and trainings on games
//! of the same kind share those. Evaluations that are learned have a seed by paper and settings and lie in a folder
//! of the paper, so that all its items share them. A match that is repeated over several learnings
//! of its evaluations is one [`Round`] for each of them.

mod learning;
mod naming;
mod place;
mod positions;
mod round;
mod teaching;

pub use learning::EvaluationTraining;
pub(crate) use learning::{is_shared, located};
pub use positions::PositionTask;
pub(crate) use positions::position_record;
pub use round::Round;

use crate::manifest::{Beginning, Extent, LearningMeasure, Point, Side, Whose};
use crate::{Item, LabError, Manifest, Scale};
use place::Place;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use yomi_arena::Openings;
use yomi_core::Seed;
use yomi_core::params::Spec;
use yomi_engine::{AnyGame, Registry};
use yomi_learn::games::SelfPlayHeader;

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
#[derive(Clone)]
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
    /// How often: pairs of games, searches, or games to learn from.
    pub size: u64,
    /// What all randomness of the cell derives from; of several rounds, that of the first.
    pub seed: Seed,
    /// Whether points count moves or updates, and so are looks at the same thing.
    pub counts: bool,
    /// The file name of its record; of several rounds, that of the first. It ends in a hash of
    /// everything that decides the contents, so an experiment that was changed begins a new record
    /// and never mixes two.
    pub record: String,
}

impl Cell {
    /// Where it is, for messages.
    pub fn place(&self) -> String {
        format!("series '{}' at {}", self.label, self.point.label)
    }

    /// The files it rests on, each with how many games, searches or trainings it holds in the
    /// end.
    pub fn files(&self) -> Vec<(&str, u64)> {
        let record = self.record.as_str();
        let mut files = match &self.task {
            Task::Match { .. } | Task::Trace { .. } => {
                let rounds = self.task.rounds().iter();
                let files = rounds.map(|round| (round.record.as_str(), self.size * 2));
                files.collect()
            }
            Task::Decision { .. } => vec![(record, self.size)],
            Task::Preferences(_) => vec![(record, 1)],
            Task::Calibration(task) => {
                vec![(task.games.file.as_str(), self.size), (record, self.size)]
            }
            Task::Accuracy { .. } => vec![(record, self.size)],
            Task::Training(_)
            | Task::Learning { .. }
            | Task::Foretelling(_)
            | Task::Sizes { .. }
            | Task::Positions(_) => Vec::new(),
        };
        let learned = self.task.evaluations();
        files.extend(learned.map(|training| (training.record.as_str(), 1)));
        if let Some(training) = self.task.training() {
            files.extend([
                (training.games.as_str(), training.count),
                (&training.record, 1),
            ]);
        }
        files
    }
}

/// What a cell does.
#[derive(Clone, Debug)]
pub enum Task {
    /// Plays pairs of games.
    Match {
        /// The match, once for each learning of the evaluations it is played with; at least once.
        rounds: Vec<Round>,
        /// Where games begin, and which part of them is played.
        start: Start,
        /// What is taught first.
        training: Option<Box<NetworkTraining>>,
    },
    /// Plays pairs of games and looks at the points after some number of moves.
    Trace {
        /// The match.
        round: Round,
        /// Where games begin.
        openings: Openings,
        /// In which games.
        side: Side,
        /// Whose points.
        whose: Whose,
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
    /// Trains a network and looks at its error after some number of moves.
    Training(NetworkTraining),
    /// Learns an evaluation several times and looks at how that went.
    Learning {
        /// What is learned, once for each run.
        runs: Vec<EvaluationTraining>,
        /// Whose processor time is 1, once for each run; nothing where it is not asked for.
        relative_to: Vec<EvaluationTraining>,
        /// Which number is looked at.
        measure: LearningMeasure,
        /// Whose weights.
        group: Option<String>,
    },
    /// Asks an engine about positions and has its claims judged.
    Calibration(Box<Calibrated>),
    /// Asks an engine for its preferences in a position and looks at the move of some rank.
    Preferences(Preferred),
    /// Learns a set of patterns and foretells the moves of test games.
    Foretelling(EvaluationTraining),
    /// Learns a set of patterns and looks at the sizes of its matches.
    Sizes {
        /// What is learned.
        training: EvaluationTraining,
        /// Whether positions are those of test games, or else of playouts.
        of_records: bool,
        /// The size whose share is measured, if it is not the mean size.
        size: Option<usize>,
        /// The move before which one looks, where the sweep is over sizes.
        at_move: Option<usize>,
    },
    /// Looks at positions of records, and asks engines about them.
    Positions(Box<PositionTask>),
    /// Compares the values of a learned evaluation with simulations after some number of moves.
    Accuracy {
        /// What is learned first.
        training: EvaluationTraining,
        /// How many simulations a position gets.
        simulations: u32,
        /// The number of moves of the last point.
        moves: u32,
    },
}

/// Where the games of a match begin, and which part of them is played.
#[derive(Clone, Debug)]
pub struct Start {
    /// Where they begin.
    pub beginning: Beginning,
    /// The stage that is played, if not all of them.
    pub stage: Option<PlayedStage>,
}

/// A stage of games.
#[derive(Clone, Debug)]
pub struct PlayedStage {
    /// The number of positions that tells how far a game has come.
    pub number: String,
    /// Openings are cut where the number first is at least this.
    pub from: Option<f64>,
    /// From where on somebody else plays for both sides, and who.
    pub to: Option<(f64, EngineText)>,
}

/// An engine whose preferences are asked for.
#[derive(Clone, Debug)]
pub struct Preferred {
    /// Who is asked.
    pub engine: EngineText,
    /// The position, where moves alone do not lead to it.
    pub position: Option<String>,
    /// The moves that lead from there to the one that is asked about.
    pub moves: Vec<String>,
}

/// An engine whose claims are judged.
#[derive(Clone, Debug)]
pub struct Calibrated {
    /// Who is asked.
    pub engine: EngineText,
    /// Who tells what comes of its moves.
    pub judge: EngineText,
    /// The games that the positions are of.
    pub games: SelfPlayGames,
}

impl Calibrated {
    /// How the games are played.
    pub(crate) fn recipe(&self, game: &str) -> SelfPlayHeader {
        let SelfPlayGames { teacher, seed, .. } = &self.games;
        SelfPlayHeader::new(game, &teacher.full, [0, 0], seed.number())
    }
}

/// Games that an engine plays against itself.
#[derive(Clone, Debug)]
pub struct SelfPlayGames {
    /// Who plays.
    pub teacher: EngineText,
    /// How many games.
    pub count: u64,
    /// The file name.
    pub file: String,
    /// What all their randomness derives from.
    pub seed: Seed,
}

/// A network to be taught, and the games it learns from.
#[derive(Clone, Debug)]
pub struct NetworkTraining {
    /// Who plays the games to learn from.
    pub teacher: EngineText,
    /// What is taught.
    pub network: EngineText,
    /// The least and the most random moves at the beginning of the games.
    pub random_moves: [u32; 2],
    /// Whether the games hold the means of all simulations too.
    pub means: bool,
    /// How many games.
    pub count: u64,
    /// The file name of the games.
    pub games: String,
    /// What all randomness of the games derives from.
    pub games_seed: Seed,
    /// What all randomness of the training derives from.
    pub seed: Seed,
    /// The file name of the report.
    pub record: String,
}

impl NetworkTraining {
    /// The file name of what was learned, beside the report. Engines that play with it have this name
    /// as a setting, until the file is there.
    pub fn weights(&self) -> String {
        self.record.replace(".json", ".safetensors")
    }

    /// An engine whose setting that stands for these weights has another value.
    pub fn engine_with(&self, engine: &Spec, weights: &str) -> Spec {
        with_value(engine, &self.weights(), weights)
    }
}

/// An engine whose settings have one value in place of another.
fn with_value(engine: &Spec, from: &str, to: &str) -> Spec {
    let mut spec = engine.clone();
    for (_, value) in &mut spec.settings.0 {
        if value == from {
            to.clone_into(value);
        }
    }
    spec
}

impl Task {
    /// The engine that is measured and, if it has one, its opponent (in the first round); the network that is taught and
    /// its teacher; the evaluation that is learned and the one it is compared with.
    pub fn engines(&self) -> impl Iterator<Item = &EngineText> {
        let [engine, opponent] = match self {
            Task::Match { rounds, .. } => [&rounds[0].engine, &rounds[0].opponent].map(Some),
            Task::Trace { round, .. } => [&round.engine, &round.opponent].map(Some),
            Task::Decision { engine, .. } => [Some(engine), None],
            Task::Preferences(task) => [Some(&task.engine), None],
            Task::Calibration(task) => [&task.engine, &task.judge].map(Some),
            Task::Training(training) => [&training.network, &training.teacher].map(Some),
            Task::Learning {
                runs, relative_to, ..
            } => {
                let other = relative_to.first().map(|training| &training.evaluation);
                [Some(&runs[0].evaluation), other]
            }
            Task::Positions(task) => [task.engine.as_ref(), task.judge.as_ref()],
            Task::Accuracy { training, .. }
            | Task::Foretelling(training)
            | Task::Sizes { training, .. } => [Some(&training.evaluation), None],
        };
        engine.into_iter().chain(opponent)
    }

    /// Who finishes the games of a match, if that is somebody else.
    pub fn finisher(&self) -> Option<&EngineText> {
        match self {
            Task::Match { start, .. } => {
                let to = start.stage.as_ref()?.to.as_ref();
                to.map(|(_, finisher)| finisher)
            }
            _ => None,
        }
    }

    /// The records that the games of a match begin from, by their name in the folder of data, if they do.
    pub fn records(&self) -> Option<&str> {
        match self {
            Task::Match {
                start:
                    Start {
                        beginning: Beginning::Records(name),
                        ..
                    },
                ..
            } => Some(name),
            _ => None,
        }
    }

    /// The matches that are played.
    pub fn rounds(&self) -> &[Round] {
        match self {
            Task::Match { rounds, .. } => rounds,
            Task::Trace { round, .. } => std::slice::from_ref(round),
            _ => &[],
        }
    }

    /// What is measured in positions of records.
    pub fn positions(&self) -> Option<&PositionTask> {
        match self {
            Task::Positions(task) => Some(task),
            _ => None,
        }
    }

    /// What is taught.
    pub fn training(&self) -> Option<&NetworkTraining> {
        match self {
            Task::Training(training) => Some(training),
            Task::Match { training, .. } => training.as_deref(),
            _ => None,
        }
    }

    /// The evaluations that are learned.
    pub fn evaluations(&self) -> impl Iterator<Item = &EvaluationTraining> {
        let (some, more) = match self {
            Task::Learning {
                runs, relative_to, ..
            } => (&runs[..], &relative_to[..]),
            Task::Accuracy { training, .. }
            | Task::Foretelling(training)
            | Task::Sizes { training, .. } => (std::slice::from_ref(training), &[][..]),
            _ => (&[][..], &[][..]),
        };
        let played = self.rounds().iter().flat_map(|round| &round.evaluations);
        played.chain(some).chain(more)
    }
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
            let mut shared: Option<Cell> = None;
            for point in &extent.points {
                if let Some(cell) = &shared {
                    cells.push(Cell {
                        point: point.clone(),
                        ..cell.clone()
                    });
                    continue;
                }
                let place = Place {
                    item,
                    scale,
                    registry,
                    series,
                    label,
                    point,
                    extent,
                };
                let cell = place.cell(seed)?;
                if item.manifest.experiment.shares_points() {
                    shared = Some(cell.clone());
                }
                cells.push(cell);
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

    /// How many games, searches and trainings the whole plan is, and questions about positions: of those some are not asked
    /// where a position does not count.
    pub fn units(&self) -> u64 {
        let tasks = self.cells.iter().filter_map(|cell| cell.task.positions());
        let questions: BTreeSet<String> = tasks.flat_map(PositionTask::questions).collect();
        self.files().values().sum::<u64>() + questions.len() as u64 * self.extent.size
    }

    /// The files that the cells rest on, each with how many games, searches or trainings it holds
    /// in the end.
    pub(crate) fn files(&self) -> BTreeMap<&str, u64> {
        self.cells.iter().flat_map(Cell::files).collect()
    }
}

/// What chance on the way to a decision's position derives from: the same for every run, so that
/// all of them search one position.
pub(crate) fn position_seed(cell: Seed) -> Seed {
    cell.child("position")
}
