//! Progress on standard error: a bar on a terminal, a line every few seconds elsewhere.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shows how far a long piece of work has come. May be told from any thread.
pub struct Progress {
    /// `None` where there is no terminal to draw a bar on.
    bar: Option<ProgressBar>,
    /// How often the message is shown anew.
    interval: Duration,
    shown: Mutex<Option<Instant>>,
}

impl Progress {
    /// Work of `total` units, of which `done` were done before.
    pub fn new(total: u64, done: u64) -> Progress {
        let bar = io::stderr().is_terminal().then(|| bar(total, done));
        // Lines pile up, so they come seldom and the first one only after a while.
        let (interval, shown) = match bar {
            Some(_) => (Duration::from_millis(200), None),
            None => (Duration::from_secs(5), Some(Instant::now())),
        };
        Progress {
            bar,
            interval,
            shown: Mutex::new(shown),
        }
    }

    /// Whether there is room for messages of several lines.
    pub fn is_bar(&self) -> bool {
        self.bar.is_some()
    }

    /// So much is done. The message is asked for only when it is time to show it.
    pub fn update(&self, done: u64, message: impl FnOnce() -> String) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        }
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.is_some_and(|last| last.elapsed() < self.interval) {
            return;
        }
        *shown = Some(Instant::now());
        match &self.bar {
            Some(bar) => bar.set_message(message()),
            None => self.note(&message()),
        }
    }

    /// Writes a line above the bar. Work goes on whether or not anybody can read about it.
    pub fn note(&self, line: &str) {
        let write = || {
            let _ = writeln!(io::stderr(), "{line}");
        };
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Progress {
    /// The bar goes, so that the result stands alone.
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(total: u64, done: u64) -> ProgressBar {
    // A template that cannot be read would only cost the looks of the bar.
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len}, {eta} left\n{msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(total)
        .with_style(style)
        .with_position(done);
    // What an earlier run did says nothing about the speed of this one.
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}
