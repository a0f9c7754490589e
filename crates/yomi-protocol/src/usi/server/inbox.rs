//! What the server hears of: the lines of the board and the words of whoever thinks.
//!
//! Both come in on one line of events, so that a server which waits for the one never misses the
//! other. Another thread reads the board's lines and feeds them in.

use super::search::Found;
use crate::lines::{Line, LineSink};
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Instant;
use yomi_core::engine::TextReport;

/// How many events wait before whoever sends one must wait.
const ROOM: usize = 1024;

/// Something that happened.
pub(super) enum Event {
    /// The board sent a line, or could not be heard.
    Line(io::Result<Line>),
    /// There are no more lines.
    End,
    /// Whoever thinks tells what was found so far.
    Told(Box<TextReport>),
    /// Whoever thought has an answer.
    Done(Box<Found>),
}

/// The receiving end.
pub struct Inbox {
    sender: SyncSender<Event>,
    events: Receiver<Event>,
    /// Events that were put aside.
    aside: VecDeque<Event>,
    abandoned: Arc<AtomicBool>,
}

/// The sending end for lines. Clones feed the same inbox.
#[derive(Clone)]
pub struct Feeder {
    sender: SyncSender<Event>,
    abandoned: Arc<AtomicBool>,
}

impl Inbox {
    /// An empty inbox and what fills it.
    pub fn new() -> (Feeder, Inbox) {
        let (sender, events) = sync_channel(ROOM);
        let abandoned = Arc::new(AtomicBool::new(false));
        let feeder = Feeder {
            sender: sender.clone(),
            abandoned: Arc::clone(&abandoned),
        };
        let inbox = Inbox {
            sender,
            events,
            aside: VecDeque::new(),
            abandoned,
        };
        (feeder, inbox)
    }

    /// A sending end for whoever thinks.
    pub(super) fn sender(&self) -> SyncSender<Event> {
        self.sender.clone()
    }

    /// The next event, those put aside first; `None` if there is none before the alarm.
    pub(super) fn next(&mut self, alarm: Option<Instant>) -> Option<Event> {
        if let Some(event) = self.aside.pop_front() {
            return Some(event);
        }
        let Some(alarm) = alarm else {
            return Some(self.next_new());
        };
        let time = alarm.saturating_duration_since(Instant::now());
        match self.events.recv_timeout(time) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::End),
        }
    }

    /// The next event that was not put aside.
    pub(super) fn next_new(&mut self) -> Event {
        self.events.recv().unwrap_or(Event::End)
    }

    /// Puts an event aside until later.
    pub(super) fn put_aside(&mut self, event: Event) {
        self.aside.push_back(event);
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.abandoned.store(true, Ordering::Relaxed);
    }
}

impl LineSink for Feeder {
    fn send(&self, line: io::Result<Line>) -> bool {
        self.sender.send(Event::Line(line)).is_ok() && !self.is_abandoned()
    }

    fn end(&self) {
        // If nobody listens, nobody needs to know.
        let _ = self.sender.send(Event::End);
    }

    fn close(&self) {
        self.end();
    }

    fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Relaxed)
    }
}
