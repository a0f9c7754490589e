//! Programs of others, whatever protocol they speak: questions go to a program's standard input,
//! answers come from its standard output.
//!
//! Two threads read what the program writes, so that it never blocks on a full pipe while we wait:
//! one takes standard output apart into lines, the other keeps the end of standard error for
//! messages. Memory is bounded whatever the program writes: lines wait in a short queue, one that
//! is too long ends the reading, and only the last words of standard error are kept.
//!
//! However a program ends, everything that it started ends with it (on Unix: its process group;
//! elsewhere the program alone). What cannot be reached is a child that made itself a group of its
//! own, and a program that outlives us because we were killed: it sees the end of its input.
//! Whoever ends this process in a hurry calls [`end_all`] first.

mod client;
mod command_line;
mod group;

pub use command_line::{CommandLine, CommandLineError};
pub use group::end_all;

pub(crate) use client::{ProgramClient, may_be_move};

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use yomi_core::resources::is_exhaustion;
use yomi_core::{EngineError, Stop};

/// The most bytes of one line, or of one answer in a protocol whose answers have many lines. The
/// longest real ones list some hundred commands or draw a board; what is longer has no end.
pub(crate) const MOST_BYTES: usize = 64 * 1024;

/// How often a wait looks whether it was called off.
const GLANCE: Duration = Duration::from_millis(20);

/// How long a program may take to end after `quit`, or after it closed its output.
const GRACE: Duration = Duration::from_secs(1);

/// Lines that wait to be read; the program waits once they are this many.
const QUEUE: usize = 16;

/// The bytes of standard error that are kept.
const KEPT: usize = 4096;

/// How long to wait for a program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Patience {
    /// For its first answer after it was started.
    pub start: Duration,
    /// For every other answer; for a move, beyond what its clock has left.
    pub answer: Duration,
}

impl Default for Patience {
    /// A minute each.
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(60),
            answer: Duration::from_secs(60),
        }
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The program ended, or what it wrote is no answer.
    Broken(String),
    /// It did not answer in time.
    TimedOut(String),
    /// It could not be started, for want of file handles, processes, threads or memory of ours.
    OutOfResources(String),
    /// Somebody called the wait off.
    Stopped,
}

impl Failure {
    /// The same as the error of an engine of this name.
    pub fn of(self, engine: &str) -> EngineError {
        let engine = engine.to_owned();
        match self {
            Failure::Broken(reason) => EngineError::Broken { engine, reason },
            Failure::TimedOut(reason) => EngineError::TimedOut { engine, reason },
            Failure::OutOfResources(reason) => EngineError::OutOfResources { engine, reason },
            Failure::Stopped => EngineError::Broken {
                engine,
                reason: "was stopped".to_owned(),
            },
        }
    }
}

/// One wait for an answer.
pub(crate) struct Wait<'a> {
    pub timeout: Duration,
    /// Whoever raises one of these calls the wait off.
    pub stops: [&'a Stop; 2],
}

/// What the reader of standard output passes on: a line, or that one was too long.
type Line = Result<Vec<u8>, ()>;

/// A program that runs.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    complaints: Arc<Mutex<VecDeque<u8>>>,
    /// Whether it can still be talked to.
    sound: bool,
}

impl Program {
    /// Starts it.
    pub fn start(command_line: &CommandLine) -> Result<Program, Failure> {
        let fail = |error: io::Error| {
            let reason = format!("cannot start '{command_line}': {error}");
            match is_exhaustion(&error) {
                true => Failure::OutOfResources(reason),
                false => Failure::Broken(reason),
            }
        };
        let mut command = Command::new(command_line.program());
        command
            .args(command_line.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = group::start(&mut command).map_err(fail)?;
        let input = child.stdin.take();
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let (sender, lines) = sync_channel(QUEUE);
        let program = Program {
            child,
            input,
            lines,
            complaints: Arc::default(),
            sound: true,
        };
        let complaints = Arc::clone(&program.complaints);
        // The threads end when the pipes do; nobody waits for them.
        let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
            let builder = thread::Builder::new().name(name.to_owned());
            builder.spawn(work).map(|_| ()).map_err(fail)
        };
        if let (Some(output), Some(errors)) = (output, errors) {
            spawn("program-output", Box::new(move || pass_on(output, &sender)))?;
            spawn(
                "program-errors",
                Box::new(move || keep_end(errors, &complaints)),
            )?;
        }
        Ok(program)
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it runs no more.
    pub fn has_ended(&mut self) -> bool {
        group::has_ended(&mut self.child)
    }

    /// Sends a line that asks for nothing, as part of `command`, as messages call it.
    pub fn tell(&mut self, line: &str, command: &str) -> Result<(), Failure> {
        let told = self.send(line, command);
        self.with_last_words(told)
    }

    /// Sends a line and passes those that come back to `take`, until it has made an answer of
    /// them, or knows why they cannot become one ("with ..."). `command` is what messages call
    /// the question. After a failure the program cannot be talked to any more.
    pub fn ask<T>(
        &mut self,
        line: &str,
        command: &str,
        wait: &Wait,
        take: impl FnMut(&[u8]) -> Result<Option<T>, String>,
    ) -> Result<T, Failure> {
        let deadline = Instant::now().checked_add(wait.timeout);
        let sent = self.send(line, command);
        let answer = sent.and_then(|()| self.listen(command, wait, deadline, take));
        self.with_last_words(answer)
    }

    /// Notes a failure, and adds what the program wrote to standard error.
    fn with_last_words<T>(&mut self, result: Result<T, Failure>) -> Result<T, Failure> {
        self.sound &= result.is_ok();
        result.map_err(|failure| match failure {
            Failure::Broken(reason) => Failure::Broken(reason + &self.last_words()),
            Failure::TimedOut(reason) => Failure::TimedOut(reason + &self.last_words()),
            Failure::OutOfResources(_) | Failure::Stopped => failure,
        })
    }

    /// One question is open at a time, and what is told beside it is short: the pipe always has
    /// room.
    fn send(&mut self, line: &str, command: &str) -> Result<(), Failure> {
        let line = format!("{line}\n");
        let sent = match &mut self.input {
            Some(input) => input
                .write_all(line.as_bytes())
                .and_then(|()| input.flush()),
            None => Ok(()),
        };
        sent.map_err(|_| Failure::Broken(self.ending(command)))
    }

    fn listen<T>(
        &mut self,
        command: &str,
        wait: &Wait,
        deadline: Option<Instant>,
        mut take: impl FnMut(&[u8]) -> Result<Option<T>, String>,
    ) -> Result<T, Failure> {
        let wrong = |what| Failure::Broken(format!("answered '{command}' {what}"));
        let late = || {
            let seconds = wait.timeout.as_secs_f64();
            Failure::TimedOut(format!("no answer to '{command}' within {seconds} s"))
        };
        loop {
            if wait.stops.iter().any(|stop| stop.is_raised()) {
                return Err(Failure::Stopped);
            }
            let left = deadline.map_or(GLANCE, |end| end.saturating_duration_since(Instant::now()));
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(Ok(line)) => {
                    if let Some(answer) = take(&line).map_err(wrong)? {
                        return Ok(answer);
                    }
                    // One that never stops talking has not answered either.
                    if left.is_zero() {
                        return Err(late());
                    }
                }
                Ok(Err(())) => {
                    return Err(wrong(format!(
                        "with a line of more than {MOST_BYTES} bytes"
                    )));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(late());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Broken(self.ending(command)));
                }
            }
        }
    }

    /// How the program ended, now that its pipes are closed.
    fn ending(&mut self, command: &str) -> String {
        if !self.ends_within(GRACE) {
            return format!("closed its output at '{command}'");
        }
        match group::end(&mut self.child) {
            Ok(status) => format!("ended at '{command}' with {status}"),
            Err(error) => format!("ended at '{command}': {error}"),
        }
    }

    fn ends_within(&mut self, time: Duration) -> bool {
        let started = Instant::now();
        while !self.has_ended() {
            if started.elapsed() >= time {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
        true
    }

    /// The end of what it wrote to standard error, as one line.
    fn last_words(&self) -> String {
        /// As much as a message can bear.
        const MOST: usize = 300;
        // What was written just before the end may still be on its way through the pipe.
        thread::sleep(GLANCE);
        let kept = self
            .complaints
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let text = text
            .split(|letter: char| letter.is_whitespace() || letter.is_control())
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
        let skipped = text.chars().count().saturating_sub(MOST);
        let end: String = text.chars().skip(skipped).collect();
        match (end.is_empty(), skipped) {
            (true, _) => String::new(),
            (false, 0) => format!("; its last words: {end}"),
            (false, _) => format!("; its last words: …{end}"),
        }
    }
}

/// Ends the program: politely if it can be talked to, and by force if that does not help.
impl Drop for Program {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take()
            && self.sound
            && input.write_all(b"quit\n").is_ok()
        {
            drop(input);
            self.ends_within(GRACE);
        }
        // Also after a polite end: children that it left behind are in its group.
        let _ = group::end(&mut self.child);
    }
}

/// Passes the lines of standard output on, until it ends, grows too long or nobody listens.
fn pass_on(output: impl Read, lines: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let most = MOST_BYTES as u64 + 1;
        match output.by_ref().take(most).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if line.last() == Some(&b'\n') => {
                line.pop();
                if lines.send(Ok(line)).is_err() {
                    return;
                }
            }
            Ok(length) if length > MOST_BYTES => {
                let _ = lines.send(Err(()));
                return;
            }
            // The end, in the middle of a line.
            Ok(_) => return,
        }
    }
}

/// Reads standard error to its end and keeps the last of it.
fn keep_end(mut errors: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; KEPT];
    loop {
        let length = match errors.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => length,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&buffer[..length]);
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }
}
