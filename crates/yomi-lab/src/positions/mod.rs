//! Positions of records: how many have a property, and how engines answer there.
//!
//! | module | what it holds |
//! |---|---|
//! | [`records`] | games of a folder of data, positions drawn from them |
//! | [`questions`] | what is asked about positions, as jobs |
//!
//! Every question about positions (a number that the game tells, the moves with a number, the answer of an engine) has one
//! journal, `positions/` beside the items of the paper, so that all curves and items share what took long: a judge is asked once
//! about each position. Positions are asked about only where they count: conditions are checked one after the other,
//! those that the game tells at once before those that need a judge.
//!
//! A number at a point is the mean over the positions there; its interval is that [over games](crate::over_games).

pub(crate) mod questions;
pub(crate) mod records;

use crate::data::Data;
use crate::manifest::{CLARITY, MoveClass, PositionMeasure};
use crate::measurement::Observation;
use crate::numbered::{Numbered, Numbers};
use crate::over_games::OverGames;
use crate::plan::{Cell, EngineText, Plan, PositionTask, position_record};
use crate::range::Range;
use crate::run::{RunOptions, on_file};
use crate::signature::{self, Signed};
use crate::{LabError, Observer};
use questions::{
    Answer, AskEngine, ByNumber, Header, MovesTold, NumberTold, TellMoves, TellNumber,
};
use records::{Drawn, Records};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use yomi_engine::Registry;
use yomi_run::{Job, Players};

/// The positions of one item, with what is known of them.
pub(crate) struct Positions<'a> {
    item: &'a str,
    registry: &'a Registry,
    options: &'a RunOptions,
    observer: &'a dyn Observer,
    /// The folder of the journals.
    folder: PathBuf,
    records: Records,
    drawn: ByNumber<Drawn>,
    /// The ranges of the sweep, where it has some.
    ranges: Vec<Range>,
    numbers: BTreeMap<String, ByNumber<NumberTold>>,
    moves: BTreeMap<String, ByNumber<MovesTold>>,
    answers: BTreeMap<String, ByNumber<Answer>>,
    /// The engines that answered.
    pub signed: Vec<Signed>,
    /// How many units were reported for each question, or were on file before.
    units: BTreeMap<String, u64>,
}

impl<'a> Positions<'a> {
    /// Those of a plan, if it has any.
    pub fn of(
        plan: &Plan,
        item: &'a str,
        registry: &'a Registry,
        options: &'a RunOptions,
        observer: &'a dyn Observer,
    ) -> Result<Option<Positions<'a>>, LabError> {
        let mut tasks = plan.cells.iter().filter_map(|cell| cell.task.positions());
        let Some(task) = tasks.next() else {
            return Ok(None);
        };
        let paper = options.out.join(&plan.item.paper.name);
        let entries = [task.records.as_str()];
        let data = match &options.data {
            Some(folder) => Data::open(folder, &entries)?,
            None => Data::sample(&plan.item.paper.name, &paper.join("sample"), &entries)?,
        };
        let records = Records::read(&data, &task.records)?;
        let drawn = records.drawn(plan.extent.size, task.seed);
        if drawn.is_empty() {
            return Err(LabError::Data {
                folder: data.files(&task.records)[0].clone(),
                problem: "there are no games with moves".to_owned(),
            });
        }
        let folder = paper.join("positions");
        fs::create_dir_all(&folder).map_err(LabError::io("create", &folder))?;
        let ranges = plan.points().iter();
        let ranges = ranges.filter_map(|point| Range::parse(&point.label).ok());
        let mut positions = Positions {
            item,
            registry,
            options,
            observer,
            folder,
            drawn: drawn.into_iter().map(|one| (one.number, one)).collect(),
            records,
            ranges: ranges.collect(),
            numbers: BTreeMap::new(),
            moves: BTreeMap::new(),
            answers: BTreeMap::new(),
            signed: Vec::new(),
            units: BTreeMap::new(),
        };
        for cell in &plan.cells {
            for question in cell
                .task
                .positions()
                .map(PositionTask::questions)
                .into_iter()
                .flatten()
            {
                let record = positions.record(cell, &question);
                let done = on_file(&record).min(plan.extent.size);
                positions.units.insert(question, done);
            }
        }
        Ok(Some(positions))
    }

    /// How many units were on file when this began.
    pub fn resumed(&self) -> u64 {
        self.units.values().sum()
    }

    /// Reports the units of positions that nobody had to ask about.
    pub fn finish(&self, size: u64) {
        for done in self.units.values() {
            for _ in *done..size {
                self.observer.unit_finished(self.item);
            }
        }
    }

    /// What a cell measures.
    pub fn measure(&mut self, cell: &Cell, task: &PositionTask) -> Result<Observation, LabError> {
        let mut left: Vec<u64> = self.drawn.keys().copied().collect();
        for condition in &task.conditions {
            let numbers = self.numbers(cell, task, &condition.number, &left)?;
            left.retain(|number| condition.range.holds(numbers[number]));
        }
        let mut range = None;
        if let Some(name) = &task.binned_by {
            let numbers = self.numbers(cell, task, name, &left)?;
            let anywhere = |n: &u64| self.ranges.iter().any(|range| range.holds(numbers[n]));
            left.retain(anywhere);
            let here = Range::parse(&cell.point.label);
            range = Some((here.map_err(|problem| self.broken(cell, problem))?, numbers));
        }
        let classes = match &task.class {
            None => ByNumber::new(),
            Some(class) => self.classes(cell, class, &left)?,
        };
        if task.measure == PositionMeasure::Plays {
            left.retain(|number| classes[number].holds() && classes[number].others);
        }
        let values = match (&task.engine, task.measure) {
            (Some(engine), measure) => {
                let answers = self.answers(cell, task, engine, &left)?;
                match measure {
                    PositionMeasure::Loss => self.losses(cell, task, engine, &left, &answers)?,
                    PositionMeasure::Plays => {
                        let plays = |n: &u64| classes[n].texts.contains(&answers[n].best);
                        left.iter().map(|n| (*n, f64::from(plays(n)))).collect()
                    }
                    _ => {
                        let agrees = |n: &u64| answers[n].best == answers[n].played;
                        left.iter().map(|n| (*n, f64::from(agrees(n)))).collect()
                    }
                }
            }
            (None, _) => {
                let holds = |n: &u64| f64::from(classes[n].holds());
                left.iter()
                    .map(|n| (*n, holds(n)))
                    .collect::<ByNumber<f64>>()
            }
        };
        if let Some((range, numbers)) = &range {
            left.retain(|number| range.holds(numbers[number]));
        }
        let is_share = task.measure != PositionMeasure::Loss;
        let found = left.iter().map(|n| (self.drawn[n].game, values[n]));
        Ok(Observation::positions(OverGames::new(is_share, found)))
    }

    /// A number of these positions.
    fn numbers(
        &mut self,
        cell: &Cell,
        task: &PositionTask,
        name: &str,
        wanted: &[u64],
    ) -> Result<ByNumber<Option<f64>>, LabError> {
        if name == CLARITY {
            let judge = task.judge.as_ref();
            let judge = judge.ok_or_else(|| self.broken(cell, "there is no judge"))?;
            let answers = self.answers(cell, task, judge, wanted)?;
            return Ok(answers.iter().map(|(n, answer)| (*n, answer.gap)).collect());
        }
        let question = PositionTask::number_question(name);
        let mut known = self.numbers.remove(&question).unwrap_or_default();
        let job = |number: u64, positions: &Positions<'_>| TellNumber {
            game: cell.game_text.clone(),
            position: positions.records.position(&positions.drawn[&number]),
            name: name.to_owned(),
            number,
        };
        self.ask(cell, &question, wanted, &mut known, job, || {
            let mut referee = cell.game.referee();
            move |job: &TellNumber| job.tell(referee.as_mut()).map(Some)
        })?;
        let values = wanted.iter().map(|n| (*n, known[n].value)).collect();
        self.numbers.insert(question, known);
        Ok(values)
    }

    /// The moves of these positions that have a number.
    fn moves(
        &mut self,
        cell: &Cell,
        name: &str,
        wanted: &[u64],
    ) -> Result<&ByNumber<MovesTold>, LabError> {
        let question = PositionTask::moves_question(name);
        let mut known = self.moves.remove(&question).unwrap_or_default();
        let job = |number: u64, positions: &Positions<'_>| TellMoves {
            game: cell.game_text.clone(),
            position: positions.records.position(&positions.drawn[&number]),
            name: name.to_owned(),
            number,
        };
        self.ask(cell, &question, wanted, &mut known, job, || {
            let mut referee = cell.game.referee();
            move |job: &TellMoves| job.tell(referee.as_mut()).map(Some)
        })?;
        Ok(self.moves.entry(question).or_insert(known))
    }

    /// The moves of a class in these positions.
    fn classes(
        &mut self,
        cell: &Cell,
        class: &MoveClass,
        wanted: &[u64],
    ) -> Result<ByNumber<ClassInPosition>, LabError> {
        let range = class.condition.range;
        let told = self.moves(cell, &class.condition.number, wanted)?;
        let of = |told: &MovesTold| {
            let each = told.each().filter(|(_, value)| range.holds(Some(*value)));
            let numbered = told.each().count() as u64;
            ClassInPosition {
                texts: each.map(|(text, _)| text.to_owned()).collect(),
                others: numbered < told.legal,
            }
        };
        let mut classes: ByNumber<ClassInPosition> =
            wanted.iter().map(|n| (*n, of(&told[n]))).collect();
        let Some(among) = &class.among else {
            return Ok(classes);
        };
        // Which moves are looked at matters only where there are some of the class.
        let some = classes.iter().filter(|(_, class)| class.holds());
        let some: Vec<u64> = some.map(|(number, _)| *number).collect();
        let numbered: ByNumber<BTreeSet<String>> = {
            let told = self.moves(cell, &class.condition.number, &some)?;
            let texts = |told: &MovesTold| told.each().map(|(text, _)| text.to_owned()).collect();
            some.iter().map(|n| (*n, texts(&told[n]))).collect()
        };
        let told = self.moves(cell, &among.number, &some)?;
        for number in &some {
            let each = told[number].each();
            let looked_at = each.filter(|(_, value)| among.range.holds(Some(*value)));
            let looked_at: BTreeSet<&str> = looked_at.map(|(text, _)| text).collect();
            if let Some(class) = classes.get_mut(number) {
                class.texts.retain(|text| looked_at.contains(text.as_str()));
                let mut others = looked_at.iter();
                class.others = others.any(|text| !numbered[number].contains(*text));
            }
        }
        Ok(classes)
    }

    /// What an engine answers in these positions.
    fn answers(
        &mut self,
        cell: &Cell,
        task: &PositionTask,
        engine: &EngineText,
        wanted: &[u64],
    ) -> Result<ByNumber<Answer>, LabError> {
        let question = PositionTask::engine_question(engine);
        self.engine(cell, task, engine, (question, &ByNumber::new()), wanted)
    }

    /// What an engine answers to a question about these positions, in some of which it may consider one move alone.
    fn engine(
        &mut self,
        cell: &Cell,
        task: &PositionTask,
        engine: &EngineText,
        (question, only): (String, &ByNumber<String>),
        wanted: &[u64],
    ) -> Result<ByNumber<Answer>, LabError> {
        let mut known = self.answers.remove(&question).unwrap_or_default();
        let record = self.record(cell, &question);
        let on_file = on_file(&record);
        let seed = task.seed.child("answers").child(&engine.full);
        let job = |number: u64, positions: &Positions<'_>| AskEngine {
            game: cell.game_text.clone(),
            engine: engine.full.clone(),
            position: positions.records.position(&positions.drawn[&number]),
            only: only.get(&number).cloned(),
            seed: seed.index(number),
            number,
        };
        let (registry, stop) = (self.registry, &self.options.stop);
        let asked = self.ask(cell, &question, wanted, &mut known, job, || {
            let mut players = Players::new(registry);
            move |job: &AskEngine| {
                let (referee, engine) = players.get(&job.game, &job.engine)?;
                job.ask(referee, engine, stop)
            }
        })?;
        let state = (on_file > 0, asked);
        let signed = signature::keep_one(cell, engine, &record, state)?;
        signature::add_to(&mut self.signed, &signed);
        let answers = wanted.iter().map(|n| (*n, known[n].clone())).collect();
        self.answers.insert(question, known);
        Ok(answers)
    }

    /// By how much less the judge thinks of the answers than of its own.
    fn losses(
        &mut self,
        cell: &Cell,
        task: &PositionTask,
        engine: &EngineText,
        wanted: &[u64],
        answers: &ByNumber<Answer>,
    ) -> Result<ByNumber<f64>, LabError> {
        let judge = task.judge.as_ref();
        let judge = judge.ok_or_else(|| self.broken(cell, "there is no judge"))?;
        let best = self.answers(cell, task, judge, wanted)?;
        let others = wanted.iter().filter(|n| answers[n].best != best[n].best);
        let only: ByNumber<String> = others.map(|n| (*n, answers[n].best.clone())).collect();
        let others: Vec<u64> = only.keys().copied().collect();
        let question = PositionTask::loss_question(judge, engine);
        let judged = self.engine(cell, task, judge, (question, &only), &others)?;
        let loss = |n: &u64| {
            judged
                .get(n)
                .map_or(0.0, |other| best[n].value - other.value)
        };
        Ok(wanted.iter().map(|n| (*n, loss(n))).collect())
    }

    /// Asks a question about those positions of which the answer is not known yet; whether there were any.
    fn ask<J, W>(
        &mut self,
        cell: &Cell,
        question: &str,
        wanted: &[u64],
        known: &mut ByNumber<J::Output>,
        job: impl Fn(u64, &Positions<'_>) -> J + Sync,
        worker: impl Fn() -> W + Sync,
    ) -> Result<bool, LabError>
    where
        J: Job,
        J::Output: Numbered,
        W: FnMut(&J) -> Result<Option<J::Output>, String>,
    {
        if wanted.iter().all(|number| known.contains_key(number)) {
            return Ok(false);
        }
        let record = self.record(cell, question);
        let before = on_file(&record);
        let numbers = Numbers {
            item: self.item,
            place: format!("{}, {question}", cell.place()),
            count: wanted.len() as u64,
            record,
            workers: self.options.workers,
            stop: &self.options.stop,
            observer: self.observer,
        };
        let header = self.header(cell, question);
        let here = &*self;
        *known = numbers.run_those(
            &header,
            wanted,
            |number| job(number, here),
            || {
                let mut work = worker();
                let numbers = &numbers;
                Ok(move |job: &J| work(job).map_err(|error| numbers.broken(error)))
            },
        )?;
        let asked = (known.len() as u64).saturating_sub(before);
        if let Some(units) = self.units.get_mut(question) {
            *units += asked;
        }
        Ok(asked > 0)
    }

    fn header(&self, cell: &Cell, question: &str) -> Header {
        let task = cell.task.positions();
        let (records, seed) = task.map_or((String::new(), cell.seed), |task| {
            (task.records.clone(), task.seed)
        });
        Header {
            yomi_positions: questions::VERSION,
            game: cell.game_text.clone(),
            records,
            contents: self.records.fingerprint.clone(),
            question: question.to_owned(),
            seed,
            program: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// The journal of a question.
    fn record(&self, cell: &Cell, question: &str) -> PathBuf {
        let header = self.header(cell, question);
        self.folder.join(position_record(question, &header))
    }

    fn broken(&self, cell: &Cell, problem: impl ToString) -> LabError {
        LabError::broken(self.item, cell.place(), problem)
    }
}

/// The moves of a class in one position.
struct ClassInPosition {
    texts: BTreeSet<String>,
    /// Whether there are moves without the number.
    others: bool,
}

impl ClassInPosition {
    /// Whether there are any.
    fn holds(&self) -> bool {
        !self.texts.is_empty()
    }
}
