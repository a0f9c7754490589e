//! A connection: lines in, lines out.
//!
//! Some servers want to hear something now and then, so that nobody in between takes the
//! connection for dead: [`Talk::with_keep_alive`] sends an empty line whenever nothing else was
//! sent for so long, while a line is waited for ([`Talk::hear`]) and while an engine thinks
//! ([`Talk::listen_during`]).

use crate::line::{LineError, LineReader};
use std::collections::VecDeque;
use std::io::Write as _;
use std::net::TcpStream;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use yomi_core::Stop;

/// The longest line of a server. The longest there are set a game up that has hundreds of moves.
const LONGEST: usize = 1 << 16;

/// How often somebody who wants to leave is listened to.
const TICK: Duration = Duration::from_millis(100);

/// A line, and when it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Heard {
    pub line: String,
    pub at: Instant,
}

/// A connection.
pub(crate) struct Talk {
    reader: LineReader<TcpStream>,
    sender: LineSender,
    /// Since when.
    pub began: Instant,
    /// What came while nobody waited for it.
    kept: VecDeque<Result<Heard, LineError>>,
}

/// What lines are sent with.
pub(crate) struct LineSender {
    /// The way out, and when it was last used.
    way: Mutex<(TcpStream, Instant)>,
    /// How long to be silent at most.
    keep_alive: Option<Duration>,
}

impl Talk {
    pub fn new(stream: TcpStream) -> Result<Talk, LineError> {
        let began = Instant::now();
        Ok(Talk {
            sender: LineSender {
                way: Mutex::new((stream.try_clone()?, began)),
                keep_alive: None,
            },
            reader: LineReader::new(stream, LONGEST).lossy(),
            began,
            kept: VecDeque::new(),
        })
    }

    /// Never silent for longer than this.
    #[must_use]
    pub fn with_keep_alive(mut self, interval: Duration) -> Talk {
        self.sender.keep_alive = Some(interval);
        self
    }

    /// Sends a line in one piece.
    pub fn send(&self, line: &str) -> Result<(), LineError> {
        self.sender.send(line)
    }

    /// Whether something came while nobody waited for it.
    pub fn has_more(&self) -> bool {
        !self.kept.is_empty()
    }

    /// The next line, unless it takes too long; `None` if meanwhile `leaves` says so.
    pub fn hear(
        &mut self,
        patience: Duration,
        leaves: &dyn Fn() -> bool,
    ) -> Result<Option<Heard>, LineError> {
        if let Some(kept) = self.kept.pop_front() {
            return kept.map(Some);
        }
        let started = Instant::now();
        loop {
            let left = patience.saturating_sub(started.elapsed());
            // What is already here is heard first, whoever wants to leave.
            match self.reader.wait_until(left.min(TICK), &Stop::default()) {
                Err(LineError::TimedOut(_)) if leaves() => return Ok(None),
                Err(LineError::TimedOut(_)) if left > TICK => self.sender.keep_alive()?,
                Err(LineError::TimedOut(_)) => return Err(LineError::TimedOut(patience)),
                Err(error) => return Err(error),
                Ok(line) => return Ok(Some(Heard::now(line))),
            }
        }
    }

    /// Lets somebody think, and send what came of it, while lines are read and kept for later.
    /// `alarm` is raised by lines that make it pointless to think on, and by the end of the
    /// connection.
    pub fn listen_during<T>(
        &mut self,
        is_alarming: &(dyn Fn(&str) -> bool + Sync),
        alarm: &Stop,
        think: impl FnOnce(&LineSender) -> T,
    ) -> T {
        let Talk {
            reader,
            sender,
            kept,
            ..
        } = self;
        let (sender, done) = (&*sender, Stop::default());
        std::thread::scope(|scope| {
            let listen = || {
                loop {
                    let failed = match reader.wait_until(TICK, &done) {
                        Err(LineError::Stopped) => return,
                        Err(LineError::TimedOut(_)) => sender.keep_alive().err(),
                        Err(error) => Some(error),
                        Ok(line) => {
                            if is_alarming(&line) {
                                alarm.raise();
                            }
                            kept.push_back(Ok(Heard::now(line)));
                            None
                        }
                    };
                    if let Some(error) = failed {
                        kept.push_back(Err(error));
                        alarm.raise();
                        return;
                    }
                }
            };
            // Without a thread for it, lines wait until the thinking is over: better than no move.
            let listener = std::thread::Builder::new().spawn_scoped(scope, listen);
            let raised = RaiseAtEnd(&done);
            let thought = think(sender);
            drop(raised);
            // It cannot panic, and whoever thinks has the last word in any case.
            drop(listener.map(|listener| listener.join()));
            thought
        })
    }
}

impl Heard {
    fn now(line: String) -> Heard {
        Heard {
            line,
            at: Instant::now(),
        }
    }
}

impl LineSender {
    /// Sends a line in one piece.
    pub fn send(&self, line: &str) -> Result<(), LineError> {
        let mut way = self.way.lock().unwrap_or_else(PoisonError::into_inner);
        way.1 = Instant::now();
        Ok(way.0.write_all(format!("{line}\n").as_bytes())?)
    }

    /// Sends an empty line if it is time to.
    fn keep_alive(&self) -> Result<(), LineError> {
        let last = self.way.lock().unwrap_or_else(PoisonError::into_inner).1;
        match self.keep_alive {
            Some(interval) if last.elapsed() >= interval => self.send(""),
            _ => Ok(()),
        }
    }
}

/// Raises a flag when it goes out of scope, be it by a panic: nobody listens for ever.
struct RaiseAtEnd<'a>(&'a Stop);

impl Drop for RaiseAtEnd<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead as _, BufReader};
    use std::net::TcpListener;

    /// Far more than anything here takes.
    const LONG: Duration = Duration::from_secs(60);

    /// A connection that is never silent for long, and its other end.
    fn talk() -> (Talk, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let talk = Talk::new(stream).unwrap();
        let peer = listener.accept().unwrap().0;
        peer.set_read_timeout(Some(LONG)).unwrap();
        (talk.with_keep_alive(Duration::from_millis(1)), peer)
    }

    #[test]
    fn nobody_takes_us_for_dead_while_we_wait_or_think() {
        let (mut talk, peer) = talk();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut lines = BufReader::new(&peer).lines().map(Result::unwrap);
                // Each word is said only after an empty line came.
                for word in ["one", "two", "#three"] {
                    assert!(lines.any(|line| line.is_empty()), "{word}");
                    (&peer).write_all(format!("{word}\n").as_bytes()).unwrap();
                }
                assert!(lines.any(|line| line == "our move"));
            });
            let heard = talk.hear(LONG, &|| false).unwrap().unwrap();
            assert_eq!(heard.line, "one");
            let alarm = Stop::default();
            let is_alarming = |line: &str| line.starts_with('#');
            let sent = talk.listen_during(&is_alarming, &alarm, |sender| {
                while !alarm.is_raised() {
                    std::thread::yield_now();
                }
                sender.send("our move")
            });
            sent.unwrap();
        });
        // What came meanwhile is kept, in order.
        assert!(talk.has_more());
        for word in ["two", "#three"] {
            let heard = talk.hear(LONG, &|| false).unwrap().unwrap();
            assert_eq!(heard.line, word);
        }
    }

    #[test]
    fn the_end_of_a_connection_ends_the_thinking() {
        let (mut talk, peer) = talk();
        drop(peer);
        let alarm = Stop::default();
        talk.listen_during(&|_| false, &alarm, |_| {
            while !alarm.is_raised() {
                std::thread::yield_now();
            }
        });
        let ended = talk.hear(LONG, &|| false);
        assert!(matches!(ended, Err(LineError::Closed)), "{ended:?}");
    }
}
