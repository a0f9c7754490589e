//! The line to the controller while one command is carried out.
//!
//! Most commands give one answer at the end. A *stream* begins with `=` and the id on a line of
//! their own, has any number of lines, each flushed at once, and ends like every reply with an
//! empty line.

use super::Answer;
use super::inbox::{Alarm, LineSource};
use crate::gtp::codec::reply;
use std::io::{self, Write};
use std::time::Duration;
use yomi_core::Stop;

/// What a command can say and hear while it runs.
pub struct Wire<'a> {
    id: Option<&'a str>,
    source: &'a mut dyn LineSource,
    out: &'a mut dyn Write,
    streaming: bool,
    fault: Option<io::Error>,
}

impl<'a> Wire<'a> {
    /// The wire of the command with that id.
    pub fn new(
        id: Option<&'a str>,
        source: &'a mut dyn LineSource,
        out: &'a mut dyn Write,
    ) -> Wire<'a> {
        Wire {
            id,
            source,
            out,
            streaming: false,
            fault: None,
        }
    }

    /// Does some work that ends when the flag it is given is raised, which the alarm does.
    pub fn watching<T>(&mut self, alarm: Alarm, work: impl FnOnce(&mut Self, &Stop) -> T) -> T {
        let stop = Stop::default();
        self.source.watch(alarm, &stop);
        let done = work(self, &stop);
        self.source.unwatch();
        done
    }

    /// Waits so long, but not if anything comes in. Whether something has.
    pub fn wait(&mut self, time: Duration) -> bool {
        self.source.wait(time)
    }

    /// Whether a stream has begun.
    pub fn is_streaming(&self) -> bool {
        self.streaming
    }

    /// Begins a stream.
    pub fn begin(&mut self) {
        self.streaming = true;
        let head = format!("={}\n", self.id.unwrap_or_default());
        self.send(&head);
    }

    /// A line of the stream.
    pub fn line(&mut self, text: &str) {
        self.send(&format!("{text}\n"));
    }

    /// Whether nobody listens any more.
    pub fn is_broken(&self) -> bool {
        self.fault.is_some()
    }

    /// Ends the reply. A failure in the middle of a stream can only be told as a line of it.
    pub fn finish(mut self, answer: &Answer) -> io::Result<()> {
        let end = match (self.streaming, answer) {
            (false, answer) => reply(self.id, answer),
            (true, Ok(text)) if text.is_empty() => "\n".to_owned(),
            (true, Ok(text)) => format!("{text}\n\n"),
            (true, Err(error)) => format!("error {error}\n\n"),
        };
        self.send(&end);
        self.fault.map_or(Ok(()), Err)
    }

    fn send(&mut self, text: &str) {
        if self.fault.is_none() {
            let sent = self.out.write_all(text.as_bytes());
            self.fault = sent.and_then(|()| self.out.flush()).err();
        }
    }
}
