//! What engines that are programs of others share, whatever the program speaks.

use super::{CommandLine, Failure, Patience, Program, Wait};
use std::time::Duration;
use yomi_core::engine::{Effort, Question};
use yomi_core::{Clock, EngineError, Referee, Stop};

/// The most characters of a move; no notation needs more.
const LONGEST_MOVE: usize = 200;

/// A program that is started when it is needed and ended when it fails, and the referee that follows
/// its game.
pub(crate) struct ProgramClient {
    pub name: String,
    pub referee: Box<dyn Referee>,
    pub patience: Patience,
    /// Whoever raises this ends every wait at once.
    pub stop: Stop,
    program: Option<Program>,
}

impl ProgramClient {
    /// Nothing is started yet.
    pub fn new(name: &str, referee: Box<dyn Referee>) -> ProgramClient {
        ProgramClient {
            name: name.to_owned(),
            referee,
            patience: Patience::default(),
            stop: Stop::default(),
            program: None,
        }
    }

    /// Starts the program, unless it runs. Whether it was started.
    pub fn start(&mut self, command: &CommandLine) -> Result<bool, EngineError> {
        if let Some(program) = &mut self.program
            && !program.has_ended()
        {
            return Ok(false);
        }
        self.program = None;
        let program = Program::start(command).map_err(|failure| failure.of(&self.name))?;
        self.program = Some(program);
        Ok(true)
    }

    /// Ends the program, if it runs.
    pub fn end(&mut self) {
        self.program = None;
    }

    /// The number of the program's process, if it was started; it may have ended by itself.
    pub fn process_id(&self) -> Option<u32> {
        self.program.as_ref().map(Program::id)
    }

    /// The error of a program that does something wrong.
    pub fn broken(&self, reason: String) -> EngineError {
        EngineError::Broken {
            engine: self.name.clone(),
            reason,
        }
    }

    /// The error of whoever wants something before the program is started.
    pub fn not_started(&self) -> EngineError {
        self.broken("there is no game: one must be begun first".to_owned())
    }

    /// Sends a line that asks for nothing, called `command` in messages; a program that does not hear
    /// it is ended.
    pub fn tell(&mut self, line: &str, command: &str) -> Result<(), EngineError> {
        self.with_program(|program, _| program.tell(line, command))
    }

    /// Sends a line, called `command` in messages, and passes lines to `take` until it has the
    /// answer; a program that fails to answer is ended.
    pub fn ask<T>(
        &mut self,
        line: &str,
        command: &str,
        timeout: Duration,
        stop: &Stop,
        take: impl FnMut(&[u8]) -> Result<Option<T>, String>,
    ) -> Result<T, EngineError> {
        self.with_program(|program, own_stop| {
            let stops = [own_stop, stop];
            program.ask(line, command, &Wait { timeout, stops }, take)
        })
    }

    fn with_program<T>(
        &mut self,
        work: impl FnOnce(&mut Program, &Stop) -> Result<T, Failure>,
    ) -> Result<T, EngineError> {
        let Some(program) = &mut self.program else {
            return Err(self.not_started());
        };
        work(program, &self.stop).map_err(|failure| {
            self.program = None;
            failure.of(&self.name)
        })
    }

    /// The clock to think with, if a program can be asked this question now.
    pub fn clock(&self, question: &Question) -> Result<Option<Clock>, EngineError> {
        let Effort::Own(clock) = question.effort else {
            return Err(EngineError::NoAnalysis);
        };
        if !question.only.is_empty() {
            return Err(EngineError::NoRestriction);
        }
        match self.referee.outcome() {
            Some(outcome) => Err(EngineError::GameOver(outcome.to_string())),
            None => Ok(clock),
        }
    }
}

/// Whether a text may be a move of any game.
pub(crate) fn may_be_move(text: &str) -> bool {
    !text.is_empty() && text.chars().count() <= LONGEST_MOVE
}
