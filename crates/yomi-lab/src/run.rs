//! Running experiments: every item planned, then every cell run or resumed, then the reports.

use crate::accuracy::{Accuracy, Errors};
use crate::calibration::Calibration;
use crate::data::Data;
use crate::decision::Decision;
use crate::duel::{Match, Played};
use crate::learning::{LearningRun, numbers};
use crate::machine::Circumstances;
use crate::measurement::Observation;
use crate::numbered::Numbers;
use crate::opening_source::OpeningSource;
use crate::patterns::{ENTRIES, PatternsRun, Records, sizes_at};
use crate::plan::{
    Calibrated, Cell, EvaluationTraining, NetworkTraining, Plan, Round, Start, Task, located,
};
use crate::positions::Positions;
use crate::preferences::PreferencesAsked;
use crate::report::{self, Effort, Finished};
use crate::signature;
use crate::training::{Gathering, TrainingRun, error_after, once};
use crate::{Item, ItemResult, LabError, Observer, Scale};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use yomi_arena::{Handover, Openings, Participant};
use yomi_core::{Seed, Stop};
use yomi_engine::Registry;
use yomi_learn::games::read_games;
use yomi_learn::learner::TrainingReport;
use yomi_learn::selective::SelectiveReport;
use yomi_stats::score::Pentanomial;
use yomi_train::go::MatchedSizes;

/// How to run experiments, as opposed to which: nothing but the seed changes any number.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The folder for records and reports.
    pub out: PathBuf,
    /// How many games or searches run at the same time.
    pub workers: usize,
    /// Replaces the seed of every manifest.
    pub seed: Option<u64>,
    /// Ends the run early when raised; the same run again goes on from there.
    pub stop: Stop,
    /// The folder of records for experiments that learn from them; the sample if `None`.
    pub data: Option<PathBuf>,
}

impl RunOptions {
    /// One worker, the manifests' own seeds.
    pub fn new(out: impl Into<PathBuf>) -> RunOptions {
        RunOptions {
            out: out.into(),
            workers: 1,
            seed: None,
            stop: Stop::default(),
            data: None,
        }
    }
}

/// What a run leaves behind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The results, in the order of the items.
    pub items: Vec<ItemResult>,
    /// The report over all items, for reading as text.
    pub markdown: PathBuf,
    /// The same as a page that needs nothing else.
    pub html: PathBuf,
}

/// Runs items at a scale, or what is missing of them, and writes their reports.
///
/// All items are planned before the first one runs, so that a mistake in the last shows at once.
/// Every finished game or search is on file when it is over; after [`LabError::Stopped`], any
/// other error or a kill, the same call goes on from there and ends with the same numbers.
pub fn run(
    items: &[Item],
    scale: Scale,
    registry: &Registry,
    options: &RunOptions,
    observer: &dyn Observer,
) -> Result<Summary, LabError> {
    let plans = items
        .iter()
        .map(|item| Plan::new(item, scale, registry, options.seed))
        .collect::<Result<Vec<_>, _>>()?;
    let mut finished = Vec::new();
    for plan in plans {
        let done = run_plan(plan, registry, options, observer)?;
        report::write_item(&options.out, &done, &Circumstances::now(options.workers))?;
        observer.item_finished(&done.result);
        finished.push(done);
    }
    let (markdown, html) = report::write_overall(
        &options.out,
        scale,
        &finished,
        &Circumstances::now(options.workers),
    )?;
    let items = finished.into_iter().map(|done| done.result).collect();
    Ok(Summary {
        items,
        markdown,
        html,
    })
}

fn run_plan(
    plan: Plan,
    registry: &Registry,
    options: &RunOptions,
    observer: &dyn Observer,
) -> Result<Finished, LabError> {
    let started = Instant::now();
    let item = plan.item.path();
    let records = report::folder(&options.out, &plan).join("records");
    fs::create_dir_all(&records).map_err(LabError::io("create", &records))?;
    let positions = Positions::of(&plan, &item, registry, options, observer)?;
    let looked_at = positions.as_ref().map_or(0, Positions::resumed);
    let resumed: u64 = plan
        .files()
        .into_iter()
        .map(|(file, units)| finished(&plan, &located(&records, file), units).min(units))
        .sum::<u64>()
        + looked_at;
    observer.item_started(&item, &plan.manifest().title, plan.units(), resumed);
    let mut bench = Bench {
        item: &item,
        registry,
        records: &records,
        options,
        observer,
        played: BTreeMap::new(),
        trained: BTreeMap::new(),
        learned: BTreeMap::new(),
        tested: BTreeMap::new(),
        data: data_of(&plan, options)?,
        records_seed: Seed::new(plan.seed)
            .child(&plan.item.paper.name)
            .child("records"),
        positions,
        sizes: BTreeMap::new(),
        efforts: Vec::new(),
    };
    let mut engines = signature::keep(&plan, &records)?;
    let mut observations = Vec::new();
    for cell in &plan.cells {
        if options.stop.is_raised() {
            return Err(LabError::Stopped);
        }
        observations.push(bench.run(cell)?);
    }
    let efforts = bench.efforts;
    if let Some(positions) = bench.positions {
        positions.finish(plan.extent.size);
        for signed in &positions.signed {
            signature::add_to(&mut engines, signed);
        }
    }
    let result = ItemResult::of(&plan, observations, engines)?;
    Ok(Finished {
        plan,
        result,
        efforts,
        elapsed: started.elapsed(),
        resumed,
    })
}

/// The records that sets of patterns are learned from and that games begin from, if the plan has any: those of the folder
/// that was given, or the sample, written beside what is learned.
fn data_of(plan: &Plan, options: &RunOptions) -> Result<Option<Data>, LabError> {
    let mut learned = plan.cells.iter().flat_map(|cell| cell.task.evaluations());
    let is_learned = learned.any(|training| training.is_patterns());
    let mut names = match is_learned {
        true => ENTRIES.to_vec(),
        false => Vec::new(),
    };
    let begun = plan.cells.iter().filter_map(|cell| cell.task.records());
    names.extend(begun.collect::<BTreeSet<&str>>());
    if names.is_empty() {
        return Ok(None);
    }
    let data = match &options.data {
        Some(folder) => Data::open(folder, &names),
        None => {
            // Whoever learns patterns without records of his own learns from these.
            let paper = match is_learned {
                true => "disordered-records",
                false => &plan.item.paper.name,
            };
            let folder = options.out.join(&plan.item.paper.name).join("sample");
            Data::sample(paper, &folder, &names)
        }
    };
    data.map(Some)
}

/// How many games, searches or trainings a record holds: its lines less the header, or one
/// training. Whether they are sound is for whoever opens the record.
pub(crate) fn on_file(record: &Path) -> u64 {
    if record.extension().is_some_and(|ending| ending == "json") {
        return u64::from(record.is_file());
    }
    let newlines = |bytes: Vec<u8>| bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
    fs::read(record).map_or(0, newlines).saturating_sub(1)
}

/// How many of its units a record of a plan holds: all of them if a sequential test has ended it.
pub(crate) fn finished(plan: &Plan, record: &Path, units: u64) -> u64 {
    let recorded = on_file(record);
    let tested = recorded > 0 && plan.extent.sprt.is_some();
    // A record that cannot be read is reported when it is opened.
    match tested && yomi_arena::is_decided(record).unwrap_or(false) {
        true => units,
        false => recorded,
    }
}

/// The number of moves at a point; manifests see to it that it is a whole number.
fn moves_at(cell: &Cell) -> usize {
    cell.point.number.unwrap_or_default() as usize
}

/// The number of updates at a point of a learning, if its sweep counts them and it is not the end.
fn updates_at(cell: &Cell) -> Option<usize> {
    (cell.counts && cell.point.number.is_some()).then(|| moves_at(cell))
}

/// Where the cells of one item are run.
struct Bench<'a> {
    item: &'a str,
    registry: &'a Registry,
    records: &'a Path,
    options: &'a RunOptions,
    observer: &'a dyn Observer,
    /// Matches that later cells look at again, by record.
    played: BTreeMap<String, Played>,
    /// Trainings that later cells look at again, by record.
    trained: BTreeMap<String, TrainingReport>,
    /// Evaluations that later cells look at again, by record.
    learned: BTreeMap<String, SelectiveReport>,
    /// Errors of evaluations that later cells look at again, by record.
    tested: BTreeMap<String, Errors>,
    /// The records that sets of patterns are learned from, where there are any.
    data: Option<Data>,
    /// What the order derives from in which games on record are taken: the same for all matches of an item.
    records_seed: Seed,
    /// The positions of records, where there are any.
    positions: Option<Positions<'a>>,
    /// Sizes of matches that later cells look at again, by record.
    sizes: BTreeMap<String, Vec<Vec<MatchedSizes>>>,
    efforts: Vec<Effort>,
}

impl Bench<'_> {
    fn run(&mut self, cell: &Cell) -> Result<Observation, LabError> {
        match &cell.task {
            Task::Match {
                rounds,
                start,
                training,
            } => {
                if let Some(training) = training {
                    self.teach(cell, training)?;
                }
                let (mut scores, mut pairs) = (Vec::new(), Pentanomial::default());
                for (number, round) in rounds.iter().enumerate() {
                    self.learn_all(cell, &round.evaluations)?;
                    let place = match rounds.len() {
                        1 => cell.place(),
                        _ => format!("{}, learning {}", cell.place(), number + 1),
                    };
                    let games = self.begin(cell, round, start)?;
                    let played = self.play(cell, round, games, place)?;
                    if rounds.len() == 1 {
                        return Ok(played.score());
                    }
                    scores.push(played.mean());
                    pairs += played.pentanomial();
                }
                Ok(Observation::Repeated { scores, pairs })
            }
            Task::Trace {
                round,
                openings,
                side,
                whose,
            } => {
                if !self.played.contains_key(&cell.record) {
                    let games = (openings.clone(), None);
                    let played = self.play(cell, round, games, "the match".to_owned())?;
                    self.played.insert(cell.record.clone(), played);
                }
                Ok(self.played[&cell.record].points(*side, *whose, moves_at(cell)))
            }
            Task::Training(training) => {
                let report = self.teach(cell, training)?;
                Ok(error_after(report, moves_at(cell) as u32))
            }
            Task::Learning {
                runs,
                relative_to,
                measure,
                group,
            } => {
                let reports = self.learn_all(cell, runs)?;
                let others = self.learn_all(cell, relative_to)?;
                let what = (*measure, group.as_deref());
                numbers(&reports, &others, what, updates_at(cell))
                    .map_err(|problem| LabError::broken(self.item, cell.place(), problem))
            }
            Task::Accuracy {
                training,
                simulations,
                moves,
            } => {
                if !self.tested.contains_key(&cell.record) {
                    let errors = self.test(cell, training, *simulations, *moves)?;
                    self.tested.insert(cell.record.clone(), errors);
                }
                Ok(self.tested[&cell.record].after(moves_at(cell)))
            }
            Task::Foretelling(training) => {
                let test = Records::test(&cell.point.label).unwrap_or(Records::OrdinaryTest);
                self.learn_patterns(cell, training)?;
                self.on_patterns(cell, training, |run| run.foretold(test, cell.size))
            }
            Task::Sizes {
                training,
                of_records,
                size,
                at_move,
            } => {
                self.learn_patterns(cell, training)?;
                if !self.sizes.contains_key(&cell.record) {
                    let look = |run: &PatternsRun<'_>| run.sizes(*of_records, cell.size);
                    let sizes = self.on_patterns(cell, training, look)?;
                    self.sizes.insert(cell.record.clone(), sizes);
                }
                let sizes = &self.sizes[&cell.record];
                Ok(match at_move {
                    Some(number) => sizes_at(sizes, *number, Some(moves_at(cell))),
                    None => sizes_at(sizes, moves_at(cell), *size),
                })
            }
            Task::Positions(task) => match &mut self.positions {
                Some(positions) => positions.measure(cell, task),
                None => {
                    let problem = "there are no positions";
                    Err(LabError::broken(self.item, cell.place(), problem))
                }
            },
            Task::Calibration(task) => self.calibrate(cell, task),
            Task::Preferences(task) => {
                let job = PreferencesAsked::new(cell, task);
                let finished = || self.observer.unit_finished(self.item);
                let record = self.records.join(&cell.record);
                let preferences = once(job, &record, &self.options.stop, &finished, |job| {
                    let asked = job.ask(self.registry, &self.options.stop);
                    asked.map_err(|error| LabError::broken(self.item, cell.place(), error))
                });
                Ok(preferences?.at(moves_at(cell)))
            }
            Task::Decision {
                engine,
                moves,
                right,
            } => Decision {
                registry: self.registry,
                cell,
                engine,
                moves,
                right,
            }
            .run(&self.numbers(cell)),
        }
    }

    /// Where and how the numbered jobs of a cell are run.
    fn numbers(&self, cell: &Cell) -> Numbers<'_> {
        Numbers {
            item: self.item,
            place: cell.place(),
            count: cell.size,
            record: self.records.join(&cell.record),
            workers: self.options.workers,
            stop: &self.options.stop,
            observer: self.observer,
        }
    }

    /// Plays the games that positions are taken from, and has claims about them judged.
    fn calibrate(&mut self, cell: &Cell, task: &Calibrated) -> Result<Observation, LabError> {
        let gathering = Gathering {
            item: self.item,
            registry: self.registry,
            place: cell.place(),
            workers: self.options.workers,
            stop: &self.options.stop,
            observer: self.observer,
        };
        let file = self.records.join(&task.games.file);
        gathering.gather(&task.recipe(&cell.game_text), task.games.count, &file)?;
        let calibration = Calibration {
            registry: self.registry,
            cell,
            task,
            games: &read_games(&file)?.1,
        };
        calibration.run(&self.numbers(cell))
    }

    /// Teaches a network, or looks at what was learned again.
    fn teach(
        &mut self,
        cell: &Cell,
        training: &NetworkTraining,
    ) -> Result<&TrainingReport, LabError> {
        if !self.trained.contains_key(&training.record) {
            let run = TrainingRun {
                item: self.item,
                registry: self.registry,
                cell,
                training,
                games: &self.records.join(&training.games),
                record: &self.records.join(&training.record),
                workers: self.options.workers,
                stop: &self.options.stop,
                observer: self.observer,
            };
            self.trained.insert(training.record.clone(), run.run()?);
        }
        Ok(&self.trained[&training.record])
    }

    /// Does something with a set of patterns, which is learned or will be.
    fn on_patterns<T>(
        &self,
        cell: &Cell,
        training: &EvaluationTraining,
        work: impl FnOnce(&PatternsRun<'_>) -> Result<T, LabError>,
    ) -> Result<T, LabError> {
        let data = self.data.as_ref();
        let problem = "it learns from records, and there are none";
        work(&PatternsRun {
            item: self.item,
            cell,
            training,
            record: &located(self.records, &training.record),
            data: data.ok_or_else(|| LabError::broken(self.item, cell.place(), problem))?,
            stop: &self.options.stop,
            observer: self.observer,
        })
    }

    /// Learns a set of patterns, unless that was done before.
    fn learn_patterns(&self, cell: &Cell, training: &EvaluationTraining) -> Result<(), LabError> {
        let report = self.on_patterns(cell, training, |run| run.run());
        report.map(|_| ())
    }

    /// Learns evaluations, or looks at what was learned again.
    fn learn_all(
        &mut self,
        cell: &Cell,
        trainings: &[EvaluationTraining],
    ) -> Result<Vec<SelectiveReport>, LabError> {
        let mut reports = Vec::new();
        for training in trainings {
            if training.is_patterns() {
                self.learn_patterns(cell, training)?;
                continue;
            }
            if !self.learned.contains_key(&training.record) {
                let learning = LearningRun {
                    item: self.item,
                    registry: self.registry,
                    cell,
                    training,
                    record: &located(self.records, &training.record),
                    workers: self.options.workers,
                    stop: &self.options.stop,
                    observer: self.observer,
                };
                self.learned
                    .insert(training.record.clone(), learning.run()?);
            }
            reports.push(self.learned[&training.record].clone());
        }
        Ok(reports)
    }

    /// Learns an evaluation and tests it.
    fn test(
        &mut self,
        cell: &Cell,
        training: &EvaluationTraining,
        simulations: u32,
        moves: u32,
    ) -> Result<Errors, LabError> {
        self.learn_all(cell, std::slice::from_ref(training))?;
        let path = located(self.records, &training.weights());
        let accuracy = Accuracy {
            cell,
            training,
            simulations,
            moves,
            weights: &fs::read(&path).map_err(LabError::io("read", &path))?,
        };
        accuracy.run(&self.numbers(cell))
    }

    /// Where the games of a round begin, and when they change hands.
    fn begin(
        &self,
        cell: &Cell,
        round: &Round,
        start: &Start,
    ) -> Result<(Openings, Option<Handover>), LabError> {
        let source = OpeningSource {
            item: self.item,
            cell,
            start,
            data: self.data.as_ref(),
            order: self.records_seed,
        };
        let handover = start.stage.as_ref().and_then(|stage| {
            let (at, finisher) = stage.to.as_ref()?;
            Some(Handover {
                number: stage.number.clone(),
                at: *at,
                finisher: Participant::new(&finisher.short, &finisher.full),
            })
        });
        Ok((source.openings(round.seed)?, handover))
    }

    /// Plays a match; `place` says which one it is.
    fn play(
        &mut self,
        cell: &Cell,
        round: &Round,
        (openings, handover): (Openings, Option<Handover>),
        place: String,
    ) -> Result<Played, LabError> {
        let duel = Match {
            item: self.item,
            registry: self.registry,
            cell,
            round,
            openings: &openings,
            handover,
            records: self.records,
        };
        let played = duel.play(self.options.workers, &self.options.stop, self.observer)?;
        self.efforts.push(Effort {
            place,
            names: [&round.engine, &round.opponent].map(|engine| engine.short.clone()),
            spent: played.spent(),
        });
        Ok(played)
    }
}
