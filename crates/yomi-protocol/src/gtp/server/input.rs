//! Where a controller's lines come from.
//!
//! Most commands only need the next line. Those that think need to know more: a stream of analysis
//! ends when *anything* comes in, and a search for a move ends early on GoGui's `# interrupt`. So a
//! source of lines can be *watched*: it raises a [`Stop`] the moment that what is watched for is
//! there, whoever is busy with what. An [`Inbox`](super::Inbox) is such a source.

use crate::gtp::codec::{Line, Lines};
use std::io::{self, BufRead};
use std::time::Duration;
use yomi_core::Stop;

/// What a source of lines is watched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alarm {
    /// Any line, an empty one too, and the end of the lines.
    AnyInput,
    /// A line `# interrupt`.
    Interrupt,
}

/// Lines, read one at a time.
pub trait LineSource {
    /// The next line, as soon as there is one; `None` at the end.
    fn next_line(&mut self) -> Option<io::Result<Line>>;

    /// Waits until [`LineSource::next_line`] would answer at once, but no longer than `time`.
    /// Whether it would.
    fn wait(&mut self, time: Duration) -> bool;

    /// Raises `stop` as soon as the alarm is due, which may be at once. One alarm is watched for at
    /// a time.
    fn watch(&mut self, alarm: Alarm, stop: &Stop);

    /// Ends the watch.
    fn unwatch(&mut self);
}

/// The lines of a file or a text: all of them are there already.
impl<R: BufRead> LineSource for Lines<R> {
    fn next_line(&mut self) -> Option<io::Result<Line>> {
        self.next()
    }

    fn wait(&mut self, _: Duration) -> bool {
        true
    }

    fn watch(&mut self, alarm: Alarm, stop: &Stop) {
        if alarm == Alarm::AnyInput {
            stop.raise();
        }
    }

    fn unwatch(&mut self) {}
}
