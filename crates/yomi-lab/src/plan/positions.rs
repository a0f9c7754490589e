//! Planning what is measured in positions of records: the numbers must be ones that the game tells.

use super::naming::{hash, slug};
use super::place::{NOTHING, Place};
use super::{EngineText, Task};
use crate::LabError;
use crate::manifest::{CLARITY, Condition, MoveClass, PositionExperiment, PositionMeasure};
use serde::Serialize;
use yomi_core::Seed;
use yomi_core::engine::NumberInfo;
use yomi_engine::AnyGame;

/// What is measured in positions of records.
#[derive(Clone, Debug)]
pub struct PositionTask {
    /// The entry of the folder of data whose games the positions are of.
    pub records: String,
    /// What is measured.
    pub measure: PositionMeasure,
    /// Who is asked, where somebody is.
    pub engine: Option<EngineText>,
    /// Who says how clear positions are, and what answers are worth.
    pub judge: Option<EngineText>,
    /// The number of positions that the points of the sweep are ranges of, if they are.
    pub binned_by: Option<String>,
    /// Which positions count.
    pub conditions: Vec<Condition>,
    /// The moves in question.
    pub class: Option<MoveClass>,
    /// What the drawing of positions and all answers derive from.
    pub seed: Seed,
}

impl PositionTask {
    /// What is asked about positions, each thing once; their answers are journals of their own.
    pub(crate) fn questions(&self) -> Vec<String> {
        let mut numbers: Vec<&str> = self.conditions.iter().map(|one| &*one.number).collect();
        numbers.extend(self.binned_by.as_deref());
        let is_judged = numbers.contains(&CLARITY) || self.measure == PositionMeasure::Loss;
        numbers.retain(|name| *name != CLARITY);
        let mut questions: Vec<String> = numbers.into_iter().map(Self::number_question).collect();
        if let Some(class) = &self.class {
            let among = class.among.iter().map(|among| among.number.as_str());
            let moves = among.chain([class.condition.number.as_str()]);
            questions.extend(moves.map(Self::moves_question));
        }
        let judge = self.judge.as_ref().filter(|_| is_judged);
        questions.extend(judge.map(Self::engine_question));
        questions.extend(self.engine.as_ref().map(Self::engine_question));
        if let (PositionMeasure::Loss, Some(judge), Some(engine)) =
            (self.measure, judge, &self.engine)
        {
            questions.push(Self::loss_question(judge, engine));
        }
        questions
    }

    pub(crate) fn number_question(name: &str) -> String {
        format!("number {name}")
    }

    pub(crate) fn moves_question(name: &str) -> String {
        format!("moves {name}")
    }

    pub(crate) fn engine_question(engine: &EngineText) -> String {
        format!("engine {}", engine.full)
    }

    pub(crate) fn loss_question(judge: &EngineText, engine: &EngineText) -> String {
        format!("engine {} on the answers of {}", judge.full, engine.full)
    }
}

/// The file name of a journal: the question in short, and a hash of its first line.
pub(crate) fn position_record(question: &str, header: &impl Serialize) -> String {
    // Plain data is always writable as JSON.
    let identity = serde_json::to_value(header).unwrap_or_default();
    format!("{}-{}.jsonl", slug(question), hash(&identity))
}

impl Place<'_> {
    /// The task of an experiment on positions. All items of a paper with the same seed have the same positions.
    pub(super) fn positions(
        &self,
        game: &dyn AnyGame,
        number: u64,
        experiment: &PositionExperiment,
    ) -> Result<Task, LabError> {
        let series = &experiment.series[self.series];
        if !game.capabilities().contains(&"deterministic") {
            let problem = format!("'{}' has chance, which records do not tell", game.name());
            return Err(self.wrong("game", problem));
        }
        let referee = game.referee();
        let known = referee.position_numbers();
        let of_positions = |key: &str, name: &str| match name == CLARITY {
            true => Ok(()),
            false => self.check_number(key, name, &known, &[CLARITY]),
        };
        let here = format!("series[{}]", self.series);
        for condition in &experiment.conditions {
            of_positions("where", &condition.number)?;
        }
        for condition in &series.conditions {
            of_positions(&format!("{here}.where"), &condition.number)?;
        }
        if let Some(name) = &experiment.binned_by {
            of_positions("sweep.name", name)?;
        }
        if let Some(class) = &series.class {
            let known = referee.move_numbers();
            self.check_number(
                &format!("{here}.moves"),
                &class.condition.number,
                &known,
                &[],
            )?;
            if let Some(among) = &class.among {
                self.check_number(&format!("{here}.among"), &among.number, &known, &[])?;
            }
        }
        let mut conditions = experiment.conditions.clone();
        conditions.extend(series.conditions.iter().cloned());
        // What is asked first spares work on positions that do not count: numbers of the game in its order, then the judge's.
        conditions.sort_by_key(|condition| {
            let place = known.iter().position(|info| info.name == condition.number);
            place.unwrap_or(usize::MAX)
        });
        let engine = series.engine.as_ref();
        let engine = engine.map(|template| self.engine(game, "engine", template, NOTHING));
        let judge = experiment.judge.as_ref();
        let judge = judge.map(|template| self.set_up(game, "judge", template, NOTHING));
        Ok(Task::Positions(Box::new(PositionTask {
            records: experiment.records.clone(),
            measure: experiment.measure,
            engine: engine.transpose()?,
            judge: judge.transpose()?,
            binned_by: experiment.binned_by.clone(),
            conditions,
            class: series.class.clone(),
            seed: Seed::new(number)
                .child(&self.item.paper.name)
                .child("positions")
                .child(&experiment.records),
        })))
    }

    fn check_number(
        &self,
        key: &str,
        name: &str,
        known: &[NumberInfo],
        more: &[&str],
    ) -> Result<(), LabError> {
        if known.iter().any(|info| info.name == name) {
            return Ok(());
        }
        let names = known
            .iter()
            .map(|info| info.name)
            .chain(more.iter().copied());
        let names: Vec<&str> = names.collect();
        let problem = format!(
            "unknown number '{name}': expected one of {}",
            names.join(", ")
        );
        Err(self.wrong(key, problem))
    }
}
