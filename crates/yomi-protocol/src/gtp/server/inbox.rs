//! Where a controller's lines come from.
//!
//! Most commands only need the next line. Those that think need to know more: a stream of analysis
//! ends when *anything* comes in, and a search for a move ends early on GoGui's `# interrupt`. So a
//! source of lines can be *watched*: it raises a [`Stop`] the moment that what is watched for is
//! there, whoever is busy with what. An [`Inbox`] is such a source, which another thread fills: a
//! [`Feeder`] sends it line by line as they are read, and says when there are no more (`end`) or that
//! nobody shall read on (`close`).

use crate::gtp::codec::{Line, Lines};
use crate::lines::LineSink;
use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
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

/// How many lines wait in an inbox before whoever feeds it must wait.
const ROOM: usize = 1024;

#[derive(Default)]
struct State {
    lines: VecDeque<io::Result<Line>>,
    /// No more lines will come.
    ended: bool,
    /// Nobody shall read on.
    closed: bool,
    /// Nobody is there to read.
    abandoned: bool,
    watch: Option<(Alarm, Stop)>,
}

impl State {
    fn is_ready(&self) -> bool {
        self.closed || self.ended || !self.lines.is_empty()
    }

    /// Raises the watched flag if its alarm is due.
    fn check(&self) {
        let Some((alarm, stop)) = &self.watch else {
            return;
        };
        let due = match alarm {
            Alarm::AnyInput => self.is_ready(),
            Alarm::Interrupt => self.closed || self.lines.front().is_some_and(is_interrupt),
        };
        if due {
            stop.raise();
        }
    }
}

/// Whether a line is the special remark by which GoGui interrupts.
fn is_interrupt(line: &io::Result<Line>) -> bool {
    let Ok(Line::Text(text)) = line else {
        return false;
    };
    let remark = text.trim().strip_prefix('#');
    remark.is_some_and(|remark| remark.trim() == "interrupt")
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    /// No invariant can break between two statements here, so a panic elsewhere does not matter.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The receiving end of a line of lines.
pub struct Inbox(Arc<Shared>);

/// The sending end. Clones feed the same inbox.
#[derive(Clone)]
pub struct Feeder(Arc<Shared>);

impl Inbox {
    /// An empty inbox and what fills it.
    ///
    /// ```
    /// use yomi_protocol::gtp::codec::Line;
    /// use yomi_protocol::gtp::server::{Inbox, LineSource};
    /// use yomi_protocol::lines::LineSink as _;
    ///
    /// let (feeder, mut inbox) = Inbox::new();
    /// feeder.send(Ok(Line::Text("name".to_owned())));
    /// feeder.end();
    /// assert_eq!(inbox.next_line().unwrap().unwrap(), Line::Text("name".to_owned()));
    /// assert!(inbox.next_line().is_none());
    /// ```
    pub fn new() -> (Feeder, Inbox) {
        let shared = Arc::new(Shared::default());
        (Feeder(Arc::clone(&shared)), Inbox(shared))
    }
}

impl LineSource for Inbox {
    fn next_line(&mut self) -> Option<io::Result<Line>> {
        let mut state = self.0.lock();
        while !state.is_ready() {
            state = self
                .0
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed {
            return None;
        }
        let line = state.lines.pop_front();
        self.0.changed.notify_all();
        line
    }

    fn wait(&mut self, time: Duration) -> bool {
        let started = Instant::now();
        let mut state = self.0.lock();
        while !state.is_ready() {
            let left = time.saturating_sub(started.elapsed());
            if left.is_zero() {
                return false;
            }
            let woken = self.0.changed.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    fn watch(&mut self, alarm: Alarm, stop: &Stop) {
        let mut state = self.0.lock();
        state.watch = Some((alarm, stop.clone()));
        state.check();
    }

    fn unwatch(&mut self) {
        self.0.lock().watch = None;
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.0.lock().abandoned = true;
        self.0.changed.notify_all();
    }
}

impl LineSink for Feeder {
    fn send(&self, line: io::Result<Line>) -> bool {
        let mut state = self.0.lock();
        while state.lines.len() >= ROOM && !state.abandoned && !state.closed {
            state = self
                .0
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        let interrupts = is_interrupt(&line);
        state.lines.push_back(line);
        state.check();
        // Whatever lines wait before it: an interrupt is for what is going on now.
        if let (Some((_, stop)), true) = (&state.watch, interrupts) {
            stop.raise();
        }
        self.0.changed.notify_all();
        !state.abandoned && !state.closed
    }

    fn end(&self) {
        self.change(|state| state.ended = true);
    }

    /// What waits is dropped, and what is watched for is due.
    fn close(&self) {
        self.change(|state| {
            state.closed = true;
            state.lines.clear();
        });
    }

    fn is_abandoned(&self) -> bool {
        self.0.lock().abandoned
    }
}

impl Feeder {
    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.0.lock();
        change(&mut state);
        state.check();
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> io::Result<Line> {
        Ok(Line::Text(text.to_owned()))
    }

    /// Whether each of the two alarms goes off when `happen` happens during the watch.
    fn alarms(before: &[&str], happen: fn(&Feeder)) -> [bool; 2] {
        [Alarm::AnyInput, Alarm::Interrupt].map(|alarm| {
            let (feeder, mut inbox) = Inbox::new();
            for line in before {
                feeder.send(text(line));
            }
            let stop = Stop::default();
            inbox.watch(alarm, &stop);
            happen(&feeder);
            stop.is_raised()
        })
    }

    #[test]
    fn alarms_go_off_when_they_are_due_and_not_before() {
        let nothing: fn(&Feeder) = |_| {};
        assert_eq!(alarms(&[], nothing), [false, false]);
        assert_eq!(alarms(&["name"], nothing), [true, false]);
        assert_eq!(alarms(&["# interrupt"], nothing), [true, true]);
        let for_another = ["genmove w", "# interrupt"];
        assert_eq!(alarms(&for_another, nothing), [true, false]);
        let send: fn(&Feeder) = |feeder| assert!(feeder.send(text("")));
        assert_eq!(alarms(&[], send), [true, false]);
        let interrupt: fn(&Feeder) = |feeder| assert!(feeder.send(text(" #interrupt\r")));
        assert_eq!(alarms(&[], interrupt), [true, true]);
        assert_eq!(alarms(&["name"], interrupt), [true, true]);
        assert_eq!(alarms(&[], Feeder::end), [true, false]);
        assert_eq!(alarms(&[], Feeder::close), [true, true]);
    }

    #[test]
    fn a_watch_ends() {
        let (feeder, mut inbox) = Inbox::new();
        let stop = Stop::default();
        inbox.watch(Alarm::AnyInput, &stop);
        inbox.unwatch();
        feeder.send(text("name"));
        assert!(!stop.is_raised());
    }

    #[test]
    fn lines_wait_for_their_reader_and_readers_for_their_lines() {
        let (feeder, mut inbox) = Inbox::new();
        assert!(!inbox.wait(Duration::from_millis(1)));
        let sender = feeder.clone();
        let thread = std::thread::spawn(move || {
            let count = 3 * ROOM;
            for number in 0..count {
                assert!(sender.send(text(&number.to_string())));
            }
            sender.end();
            count
        });
        let mut read = 0;
        while let Some(line) = inbox.next_line() {
            assert_eq!(line.unwrap(), Line::Text(read.to_string()));
            read += 1;
        }
        assert_eq!(read, thread.join().unwrap());
        drop(inbox);
        assert!(feeder.is_abandoned() && !feeder.send(text("name")));
    }

    #[test]
    fn a_closed_inbox_gives_nothing_away() {
        let (feeder, mut inbox) = Inbox::new();
        feeder.send(text("name"));
        feeder.close();
        assert!(inbox.wait(Duration::ZERO));
        assert!(inbox.next_line().is_none());
    }
}
