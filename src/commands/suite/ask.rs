//! Every engine asked about every position, on several threads.

use super::load::SuiteQuestion;
use crate::progress::Progress;
use anyhow::anyhow;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use yomi_core::params::Spec;
use yomi_core::{Engine, EngineError, Proven, Seed, Stop};
use yomi_engine::Registry;
use yomi_run::{Executor, Job, Players, WorkQueue};

/// The answers of one engine by the number of the position; those that were stopped are missing.
pub type Answers = BTreeMap<usize, Answer>;

/// One search of one position of a suite.
#[derive(Serialize, Deserialize)]
#[serde(tag = "job", rename = "suite position answered")]
struct PositionAnswered {
    /// The game and the engine, as the user wrote them.
    game: String,
    engine: String,
    /// The engine and the position, counted from zero.
    place: [usize; 2],
    name: String,
    position: String,
    seed: Seed,
}

/// What an engine answered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The move it would play.
    pub best: String,
    /// The value it gives the position, as the side to move sees it.
    pub value: f64,
    /// The result it proved.
    pub proven: Option<Proven>,
    /// Simulations played.
    pub simulations: u64,
    /// Nodes examined or held.
    pub nodes: u64,
}

impl Job for PositionAnswered {
    type Output = Answer;
}

impl PositionAnswered {
    /// Asks the engine; `None` if it was stopped, since a search that was cut short answers something
    /// else than it would have.
    fn ask(&self, engine: &mut dyn Engine, stop: &Stop) -> Result<Option<Answer>, EngineError> {
        engine.new_game(self.seed)?;
        engine.set_position(&self.position)?;
        let report = engine.choose(None, stop)?;
        let answer = Answer {
            best: report.best,
            value: report.value.0,
            proven: report.proven,
            simulations: report.simulations,
            nodes: report.nodes,
        };
        Ok((!stop.is_raised()).then_some(answer))
    }
}

/// Who is asked, and about what.
pub struct Asking<'a> {
    /// The games.
    pub registry: &'a Registry,
    /// The game.
    pub game: &'a Spec,
    /// The engines.
    pub engines: &'a [Spec],
    /// The positions.
    pub questions: &'a [SuiteQuestion],
    /// The seed of the run.
    pub seed: Seed,
    /// How many positions are searched at the same time.
    pub workers: usize,
    /// Ends the run early.
    pub stop: &'a Stop,
}

impl Asking<'_> {
    /// The answers of each engine.
    pub fn run(&self) -> anyhow::Result<Vec<Answers>> {
        let total = self.engines.len() * self.questions.len();
        let progress = Progress::new(total as u64, 0);
        let mut answers = vec![Answers::new(); self.engines.len()];
        let mut done = 0;
        let queue = WorkQueue::new(self.jobs(), |job: &PositionAnswered, answer| {
            let [engine, position] = job.place;
            answers[engine].insert(position, answer);
            done += 1;
            progress.update(done, || format!("{done}/{total} answers"));
            Ok(ControlFlow::Continue(()))
        });
        let executor = Executor {
            workers: self.workers.clamp(1, total.max(1)),
            stop: self.stop.clone(),
        };
        executor.run(queue, || {
            let mut players = Players::new(self.registry);
            Ok(move |job: &PositionAnswered| {
                let failed =
                    |problem: String| anyhow!("{} at '{}': {problem}", job.engine, job.name);
                let (_, engine) = players.get(&job.game, &job.engine).map_err(failed)?;
                let answer = job.ask(engine, self.stop);
                answer.map_err(|error| failed(error.to_string()))
            })
        })?;
        Ok(answers)
    }

    /// Engine by engine, so that a worker seldom needs another one.
    fn jobs(&self) -> impl Iterator<Item = anyhow::Result<PositionAnswered>> + Send {
        let engines = self.engines.iter().enumerate();
        engines.flat_map(move |(number, engine)| {
            let questions = self.questions.iter().enumerate();
            questions.map(move |(place, question)| {
                let known = &question.known;
                Ok(PositionAnswered {
                    game: self.game.to_string(),
                    engine: engine.to_string(),
                    place: [number, place],
                    name: known.name.clone(),
                    position: known.position.clone(),
                    seed: self.seed.child("engine").child(&known.name),
                })
            })
        })
    }
}
