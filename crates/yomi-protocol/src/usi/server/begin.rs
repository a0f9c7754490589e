//! From `go` to an engine that thinks.

use super::search::{self, Finding, Purpose, Task, Thinking};
use super::time::Allowance;
use super::{Connection, SOLVER, Server};
use crate::usi::codec::{Go, MateLimit};
use std::io;
use std::time::{Duration, Instant};
use yomi_core::engine::{Effort, Follower, Question};
use yomi_core::foreign::quoted;
use yomi_core::{Limits, Stop};

/// How far apart the reports of an engine are that counts simulations.
const PROGRESS: Duration = Duration::from_secs(1);

impl Server<'_> {
    /// Starts thinking as the words after `go` say.
    pub(super) fn begin(&mut self, go: Go, connection: &mut Connection<'_>) -> io::Result<()> {
        let started = Instant::now();
        self.is_fresh = false;
        let purpose = match (go.mate, go.infinite) {
            (Some(_), _) => Purpose::Mate,
            (None, true) => Purpose::Study,
            (None, false) if !go.searchmoves.is_empty() => Purpose::Study,
            (None, false) => Purpose::Play,
        };
        let referee = self.game.session().referee();
        let mover = referee.to_move();
        let allowance = Allowance::new(&go, mover, self.options.margin());
        let waits = purpose != Purpose::Mate && (go.infinite || go.ponder);
        let last_moment = match go.mate {
            Some(MateLimit::Within(time)) => Some(time),
            _ => allowance.last_moment,
        };
        let mut thinking = Thinking {
            stop: Stop::default(),
            is_here: true,
            purpose,
            mover,
            started,
            is_due: !waits,
            deadline: last_moment
                .filter(|_| !waits)
                .and_then(|time| started.checked_add(time)),
            told: None,
            finding: None,
            spare: None,
            go,
        };
        let legal = match referee.outcome() {
            None => Some((None, referee.legal().moves)),
            // The board plays on: by its rules the game is not over.
            Some(_) => self.look_beyond_the_end(),
        };
        match legal {
            None => thinking.finding = Some(Finding::Over),
            Some((anew, legal)) => {
                thinking.spare = legal.first().cloned();
                let question =
                    thinking.question(&allowance, legal, self.options.lines(), connection)?;
                let task = Task {
                    history: self.game.session().history().clone(),
                    anew,
                    question,
                    clock: allowance.limits.clock,
                    asked: started,
                };
                if let Err(finding) = self.send_off(&thinking, task, connection)? {
                    thinking.finding = Some(finding);
                }
            }
        }
        self.thinking = Some(thinking);
        Ok(())
    }

    /// The same position as if nothing had led to it, with its legal moves; `None` if the game is
    /// over there too.
    fn look_beyond_the_end(&self) -> Option<(Option<String>, Vec<String>)> {
        let anew = self.game.position_anew()?;
        let mut referee = self.host.referee();
        referee.new_game(self.game_start().seed);
        referee.set_position(&anew).ok()?;
        let goes_on = referee.outcome().is_none();
        goes_on.then(|| (Some(anew), referee.legal().moves))
    }

    /// Lets an engine think, or says what there is without one.
    fn send_off(
        &mut self,
        thinking: &Thinking,
        task: Task,
        connection: &mut Connection<'_>,
    ) -> io::Result<Result<(), Finding>> {
        let failed = || Finding::Failed(thinking.spare.clone());
        let engine = match thinking.purpose {
            Purpose::Mate => match self.take_solver() {
                Ok(Some(solver)) => solver,
                Ok(None) => return Ok(Err(Finding::Nobody)),
                Err(error) => {
                    connection.remark(&error)?;
                    return Ok(Err(Finding::Nobody));
                }
            },
            _ => match self.engine.take() {
                Some(engine) => engine,
                None => return Ok(Err(failed())),
            },
        };
        match search::start(engine, task, connection.inbox.sender()) {
            Ok(()) => Ok(Ok(())),
            Err(error) => {
                connection.remark(&format!("cannot think: {error}"))?;
                Ok(Err(failed()))
            }
        }
    }

    /// The engine that looks for mates; `None` if the game has none.
    fn take_solver(&mut self) -> Result<Option<Follower>, String> {
        if let Some(solver) = self.solver.take() {
            return Ok(Some(solver));
        }
        let mut engines = self.host.engines().into_iter();
        if !engines.any(|offer| offer.name == SOLVER) {
            return Ok(None);
        }
        let spec = SOLVER.parse().map_err(|error| format!("{error}"))?;
        let engine = self.host.engine(&spec)?;
        Ok(Some(Follower::new(engine).within_games()))
    }
}

impl Thinking {
    /// What to ask the engine, who may look at these moves at most.
    fn question(
        &self,
        allowance: &Allowance,
        legal: Vec<String>,
        lines: usize,
        connection: &mut Connection<'_>,
    ) -> io::Result<Question> {
        let go = &self.go;
        let mut only = Vec::new();
        for text in &go.searchmoves {
            match legal.contains(text) {
                true => only.push(text.clone()),
                false => {
                    let text = quoted(text);
                    connection.remark(&format!("go: searchmoves {text} is not legal here"))?;
                }
            }
        }
        let is_limited = go.nodes.is_some() || go.depth.is_some();
        let effort = match go.mate {
            Some(MateLimit::Within(time)) => Effort::Within(Limits {
                time: Some(time),
                ..allowance.limits
            }),
            Some(MateLimit::Infinite) if !is_limited => Effort::Endless,
            // Time counts from the word on that makes the guess a fact.
            None if !self.is_due && !is_limited => Effort::Endless,
            None if !self.is_due => Effort::Within(Limits {
                nodes: go.nodes,
                depth: go.depth,
                ..Limits::default()
            }),
            _ => Effort::Within(allowance.limits),
        };
        Ok(Question {
            effort,
            only,
            lines: (self.purpose != Purpose::Mate).then_some(lines as u32),
            thorough: effort == Effort::Endless || self.purpose == Purpose::Study,
            resume: true,
            progress: Some(PROGRESS),
            stop: self.stop.clone(),
        })
    }
}
