//! A server's messages, waited for with patience and not for ever.

use std::io::{self, BufReader, ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};
use yomi_core::Stop;
use yomi_online::dc2::frames::{Frame, Frames};

/// The messages of a server, until its end or Ctrl-C; an error if there is none for too long. They
/// are read by a thread of its own: a program that waits for one could not be interrupted
/// otherwise.
pub struct Messages {
    frames: Receiver<io::Result<Frame>>,
    wait: Duration,
    stop: Stop,
}

impl Messages {
    /// The messages that come through this input.
    pub fn new(
        input: impl Read + Send + 'static,
        wait: Duration,
        stop: Stop,
    ) -> io::Result<Messages> {
        let (sender, frames) = sync_channel(16);
        std::thread::Builder::new().spawn(move || {
            for frame in Frames::new(BufReader::new(input)) {
                if sender.send(frame).is_err() {
                    break;
                }
            }
        })?;
        Ok(Messages { frames, wait, stop })
    }
}

impl Iterator for Messages {
    type Item = io::Result<Frame>;

    fn next(&mut self) -> Option<io::Result<Frame>> {
        const GLANCE: Duration = Duration::from_millis(50);
        let since = Instant::now();
        while !self.stop.is_raised() {
            match self.frames.recv_timeout(GLANCE) {
                Ok(frame) => return Some(frame),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) if since.elapsed() < self.wait => {}
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = self.wait.as_secs();
                    let silence = format!("nothing came for {seconds} s (see --wait)");
                    return Some(Err(io::Error::new(ErrorKind::TimedOut, silence)));
                }
            }
        }
        None
    }
}
