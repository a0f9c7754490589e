//! A running program: questions go to its standard input, answers come from its standard output.
//!
//! Two threads read what the program writes, so that it never blocks on a full pipe while we wait:
//! one takes standard output apart into lines, the other keeps the end of standard error for
//! messages. Memory is bounded whatever the program writes: lines wait in a short queue, one that
//! is too long ends the reading, and only the last words of standard error are kept.
//!
//! However a program ends, everything that it started ends with it (on Unix: its process group;
//! elsewhere the program alone). What cannot be reached is a child that made itself a group of its
//! own, and a program that outlives us because we were killed: it sees the end of its input.

use super::CommandLine;
use super::answer::{Answer, Collector, MOST_BYTES};
use super::group;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use yomi_core::Stop;

/// How often a wait looks whether it was called off.
const GLANCE: Duration = Duration::from_millis(20);

/// How long a program may take to end after `quit`, or after it closed its output.
const GRACE: Duration = Duration::from_secs(1);

/// Lines that wait to be read; the program waits once they are this many.
const QUEUE: usize = 16;

/// The bytes of standard error that are kept.
const KEPT: usize = 4096;

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// The program ended, or what it wrote is no answer.
    Broken(String),
    /// It did not answer in time.
    TimedOut(String),
    /// Somebody called the wait off.
    Stopped,
}

/// How long to wait for an answer.
pub(super) struct Patience<'a> {
    pub timeout: Duration,
    /// Whoever raises one of these calls the wait off.
    pub stops: [&'a Stop; 2],
}

/// What the reader of standard output passes on: a line, or that one was too long.
type Line = Result<Vec<u8>, ()>;

/// A program that runs.
pub(super) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    complaints: Arc<Mutex<VecDeque<u8>>>,
    next_id: u32,
    /// Whether it can still be talked to.
    sound: bool,
}

impl Program {
    /// Starts it.
    pub fn start(command_line: &CommandLine) -> Result<Program, String> {
        let fail = |error| format!("cannot start '{command_line}': {error}");
        let mut command = Command::new(command_line.program());
        command
            .args(command_line.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        group::lead(&mut command);
        let mut child = command.spawn().map_err(fail)?;
        let input = child.stdin.take();
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let (sender, lines) = sync_channel(QUEUE);
        let program = Program {
            child,
            input,
            lines,
            complaints: Arc::default(),
            next_id: 0,
            sound: true,
        };
        let complaints = Arc::clone(&program.complaints);
        // The threads end when the pipes do; nobody waits for them.
        let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
            let builder = thread::Builder::new().name(name.to_owned());
            builder.spawn(work).map(|_| ()).map_err(fail)
        };
        if let (Some(output), Some(errors)) = (output, errors) {
            spawn("gtp-output", Box::new(move || pass_on(output, &sender)))?;
            spawn(
                "gtp-errors",
                Box::new(move || keep_end(errors, &complaints)),
            )?;
        }
        Ok(program)
    }

    /// Whether it runs no more.
    pub fn has_ended(&mut self) -> bool {
        group::has_ended(&mut self.child)
    }

    /// Sends a command and waits for the answer. After a failure it cannot be talked to any more.
    pub fn ask(&mut self, command: &str, patience: &Patience) -> Result<Answer, Failure> {
        let answer = self.try_ask(command, patience);
        self.sound &= answer.is_ok();
        answer.map_err(|failure| match failure {
            Failure::Broken(reason) => Failure::Broken(reason + &self.last_words()),
            Failure::TimedOut(reason) => Failure::TimedOut(reason + &self.last_words()),
            Failure::Stopped => Failure::Stopped,
        })
    }

    fn try_ask(&mut self, command: &str, patience: &Patience) -> Result<Answer, Failure> {
        self.next_id += 1;
        let id = self.next_id;
        let deadline = Instant::now().checked_add(patience.timeout);
        // One command is open at a time and each is short: the pipe always has room for it.
        let line = format!("{id} {command}\n");
        let sent = match &mut self.input {
            Some(input) => input
                .write_all(line.as_bytes())
                .and_then(|()| input.flush()),
            None => Ok(()),
        };
        if sent.is_err() {
            return Err(Failure::Broken(self.ending(command)));
        }
        let mut collector = Collector::new(id);
        let wrong = |what| Failure::Broken(format!("answered '{command}' {what}"));
        loop {
            if patience.stops.iter().any(|stop| stop.is_raised()) {
                return Err(Failure::Stopped);
            }
            let left = deadline.map_or(GLANCE, |end| end.saturating_duration_since(Instant::now()));
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(Ok(line)) => {
                    if let Some(answer) = collector.add(&line).map_err(wrong)? {
                        return Ok(answer);
                    }
                }
                Ok(Err(())) => {
                    return Err(wrong(format!(
                        "with a line of more than {MOST_BYTES} bytes"
                    )));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(Failure::TimedOut(format!(
                        "no answer to '{command}' within {} s",
                        patience.timeout.as_secs_f64()
                    )));
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
        group::kill(&mut self.child);
        match self.child.wait() {
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
        group::kill(&mut self.child);
        let _ = self.child.wait();
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
