//! Planning one cell: fill the templates, set up game and engines, play the moves.

use super::naming::record;
use super::{
    Calibrated, Cell, EngineText, EvaluationTraining, NetworkTraining, PlayedStage, Preferred,
    Start, Task, position_seed,
};
use crate::manifest::{Beginning, Duel, Experiment, Extent, Point, Stage, WEIGHTS};
use crate::{Item, LabError, Scale, Template, Variables};
use yomi_arena::Openings;
use yomi_core::params::Spec;
use yomi_core::{Referee, Seed};
use yomi_engine::{AnyGame, Registry, SetupError};

/// What engines may play with: a network that is taught, evaluations that are learned.
pub type Taught<'a> = (Option<&'a NetworkTraining>, &'a [EvaluationTraining]);

/// Engines that play with what they have.
pub const NOTHING: Taught<'static> = (None, &[]);

/// Where in the grid we are while a cell is planned.
pub struct Place<'a> {
    pub item: &'a Item,
    pub scale: Scale,
    pub registry: &'a Registry,
    pub series: usize,
    pub label: &'a str,
    pub point: &'a Point,
    pub extent: &'a Extent,
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
        let identified = self.registry.identified(&spec);
        let game_text = identified.in_full(self.registry.parameters(&spec.name));
        let number = seed;
        let root = Seed::new(seed)
            .child(&self.item.paper.name)
            .child(&self.item.name);
        let seed = root
            .child("series")
            .child(self.label)
            .child("point")
            .child(&self.point.label);
        let size = self.extent.size;
        let task = self.task(game.as_ref(), &game_text, number, (root, seed))?;
        let seed = match &task {
            Task::Trace { round, .. } => round.seed,
            Task::Training(training) => training.seed,
            Task::Learning { runs, .. } => runs[0].seed,
            Task::Accuracy { training, .. } => training.seed.child("accuracy"),
            Task::Foretelling(training) | Task::Sizes { training, .. } => training.seed,
            Task::Match { .. }
            | Task::Decision { .. }
            | Task::Calibration(_)
            | Task::Positions(_)
            | Task::Preferences(_) => seed,
        };
        let here = (self.label, self.point.label.as_str());
        let record = record(here, &game_text, &task, seed);
        Ok(Cell {
            series: self.series,
            label: self.label.to_owned(),
            point: self.point.clone(),
            game,
            game_text,
            task,
            size,
            seed,
            counts: manifest.experiment.shares_points(),
            record,
        })
    }

    /// What to do here. `number` is what all seeds derive from, `root` that of the item, `seed` that of
    /// this cell.
    fn task(
        &self,
        game: &dyn AnyGame,
        game_text: &str,
        number: u64,
        (root, seed): (Seed, Seed),
    ) -> Result<Task, LabError> {
        match &self.item.manifest.experiment {
            Experiment::Match { series, .. } => {
                let duel = &series[self.series];
                let start = self.start(game, seed, duel)?;
                let training = duel.taught.as_ref();
                let training = training
                    .map(|taught| self.training(game, game_text, root, taught))
                    .transpose()?;
                let taught = training.as_ref();
                Ok(Task::Match {
                    rounds: self.rounds(game, game_text, (number, seed), (duel, &start), taught)?,
                    start,
                    training: training.map(Box::new),
                })
            }
            Experiment::Trace { openings, series } => {
                let trail = &series[self.series];
                self.check_openings(game, seed, openings)?;
                if game.referee().score().is_none() {
                    let problem = format!("'{}' has no points to trace", game.name());
                    return Err(self.wrong("game", problem));
                }
                Ok(Task::Trace {
                    round: self.traced(game, game_text, root, (trail, openings))?,
                    openings: openings.clone(),
                    side: trail.side,
                    whose: trail.whose,
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
                    engine: self.engine(game, "engine", &series[self.series].engine, NOTHING)?,
                    moves: referee.moves(),
                    right: spelled,
                })
            }
            Experiment::Training { series } => Ok(Task::Training(self.training(
                game,
                game_text,
                root,
                &series[self.series],
            )?)),
            Experiment::Preferences {
                position,
                moves,
                series,
            } => {
                let mut referee = game.referee();
                referee.new_game(position_seed(seed));
                if let Some(position) = position {
                    let set_up = referee.set_position(position);
                    set_up.map_err(|error| self.wrong("position", error.to_string()))?;
                }
                self.go_on(referee.as_mut(), "moves", moves)?;
                Ok(Task::Preferences(Preferred {
                    engine: self.engine(game, "engine", &series[self.series].engine, NOTHING)?,
                    position: position.clone(),
                    moves: moves.clone(),
                }))
            }
            Experiment::Calibration { judge, series } => {
                let engine = &series[self.series].engine;
                Ok(Task::Calibration(Box::new(Calibrated {
                    engine: self.engine(game, "engine", engine, NOTHING)?,
                    judge: self.set_up(game, "judge", judge, NOTHING)?,
                    games: self.self_play(game, game_text, root, ([0, 0], false))?,
                })))
            }
            Experiment::Foretelling { series } => {
                let one = &series[self.series];
                let training = self.patterns(game, game_text, number, one)?;
                Ok(Task::Foretelling(training))
            }
            Experiment::Sizes { series, at_move } => {
                let one = &series[self.series];
                Ok(Task::Sizes {
                    training: self.patterns(game, game_text, number, one)?,
                    of_records: one.of_records,
                    size: one.size,
                    at_move: *at_move,
                })
            }
            Experiment::Positions(experiment) => self.positions(game, number, experiment),
            Experiment::Learning { series, .. } | Experiment::Accuracy { series } => {
                self.learning(game, game_text, number, &series[self.series])
            }
        }
    }

    /// Where the games of a match begin, and which part of them is played.
    fn start(&self, game: &dyn AnyGame, seed: Seed, duel: &Duel) -> Result<Start, LabError> {
        if let Beginning::Openings(openings) = &duel.beginning {
            self.check_openings(game, seed, openings)?;
        }
        let stage = duel.stage.as_ref().map(|stage| self.stage(game, stage));
        Ok(Start {
            beginning: duel.beginning.clone(),
            stage: stage.transpose()?,
        })
    }

    fn stage(&self, game: &dyn AnyGame, stage: &Stage) -> Result<PlayedStage, LabError> {
        let known = game.referee().position_numbers();
        if known.iter().all(|number| number.name != stage.number) {
            let names: Vec<&str> = known.iter().map(|number| number.name).collect();
            let problem = match &names[..] {
                [] => format!("positions of '{}' have no numbers", game.name()),
                names => format!(
                    "positions of '{}' have no number '{}': expected one of {}",
                    game.name(),
                    stage.number,
                    names.join(", ")
                ),
            };
            let key = format!("series[{}].stage.number", self.series);
            return Err(self.wrong(&key, problem));
        }
        let to = stage.to.as_ref().map(|(at, finisher)| {
            let engine = self.engine(game, "stage.finisher", finisher, NOTHING)?;
            Ok::<_, LabError>((*at, engine))
        });
        Ok(PlayedStage {
            number: stage.number.clone(),
            from: stage.from,
            to: to.transpose()?,
        })
    }

    fn check_openings(
        &self,
        game: &dyn AnyGame,
        seed: Seed,
        openings: &Openings,
    ) -> Result<(), LabError> {
        if let Openings::Listed(list) = openings {
            for (i, line) in list.iter().enumerate() {
                let key = format!("openings.list[{i}]");
                let mut referee = game.referee();
                referee.new_game(position_seed(seed));
                if let Some(position) = &line.position {
                    let set_up = referee.set_position(position);
                    set_up.map_err(|error| self.wrong(&key, error.to_string()))?;
                }
                self.go_on(referee.as_mut(), &key, &line.moves)?;
            }
        }
        Ok(())
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
        self.go_on(referee.as_mut(), key, moves)?;
        Ok(referee)
    }

    /// Plays these moves; the game must go on after them.
    fn go_on(
        &self,
        referee: &mut dyn Referee,
        key: &str,
        moves: &[String],
    ) -> Result<(), LabError> {
        for (i, text) in moves.iter().enumerate() {
            referee
                .play(text)
                .map_err(|error| self.wrong(&format!("{key}[{i}]"), error.to_string()))?;
        }
        match referee.outcome() {
            None => Ok(()),
            Some(outcome) => Err(self.wrong(key, format!("the game is over there ({outcome})"))),
        }
    }

    /// An engine, which may play with what is taught here.
    pub(super) fn engine(
        &self,
        game: &dyn AnyGame,
        key: &str,
        template: &Template,
        taught: Taught<'_>,
    ) -> Result<EngineText, LabError> {
        let key = format!("series[{}].{key}", self.series);
        self.set_up(game, &key, template, taught)
    }

    pub(super) fn set_up(
        &self,
        game: &dyn AnyGame,
        key: &str,
        template: &Template,
        (training, evaluations): Taught<'_>,
    ) -> Result<EngineText, LabError> {
        let mut variables = self.point.variables.clone();
        variables.extend(training.map(|training| (WEIGHTS.to_owned(), training.weights())));
        variables.extend((evaluations.iter()).map(|one| (one.name.clone(), one.weights())));
        let spec = self.filled(key, template, &variables)?;
        // What is to be taught is not there yet: something else takes its place.
        let shipped = training.map(|training| training.engine_with(&spec, "shipped"));
        let playable = EvaluationTraining::without(evaluations, shipped.as_ref().unwrap_or(&spec));
        game.engine(&playable)
            .map_err(|error| self.setup(key, error))?;
        Ok(EngineText {
            short: game.in_short(&spec),
            full: game.in_full(&spec),
            spec,
        })
    }

    pub(super) fn spec(&self, key: &str, template: &Template) -> Result<Spec, LabError> {
        self.filled(key, template, &self.point.variables)
    }

    fn filled(
        &self,
        key: &str,
        template: &Template,
        variables: &Variables,
    ) -> Result<Spec, LabError> {
        let text = template
            .fill(variables)
            .map_err(|problem| self.wrong(key, problem))?;
        text.parse()
            .map_err(|error| self.wrong(key, format!("{error}")))
    }

    fn setup(&self, key: &str, source: SetupError) -> LabError {
        LabError::Setup {
            file: self.item.manifest.file.clone(),
            key: self.at(key),
            source: Box::new(source),
        }
    }

    pub(super) fn wrong(&self, key: &str, problem: String) -> LabError {
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
