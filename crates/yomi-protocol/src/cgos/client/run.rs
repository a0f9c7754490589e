//! Connections, one after the other.

use super::error::Remedy;
use super::{Client, ClientError, Watcher};
use crate::tcp::ConnectError;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Makes a connection.
pub type Connect<'a> = &'a mut dyn FnMut() -> Result<TcpStream, ConnectError>;

impl Client<'_> {
    /// Plays until all games are played or it is time to leave, over as many connections as that
    /// takes; returns how many games came to their end. The pause before a connection is made
    /// again doubles from one to the next, until a game goes on.
    pub fn run(&mut self, connect: Connect, watcher: &mut dyn Watcher) -> Result<u32, ClientError> {
        let [shortest, longest] = self.options.pauses;
        let mut pause = shortest;
        // How many connections in a row were for nothing because of what the server said.
        let mut in_vain = 0;
        let mut before = (self.finished, self.moved);
        loop {
            let ended = match connect() {
                Ok(stream) => self.converse(stream, watcher),
                Err(error) => Err(error.into()),
            };
            let Err(error) = ended else {
                return Ok(self.finished);
            };
            if before.0 != self.finished {
                in_vain = 0;
            }
            if before != (self.finished, self.moved) {
                before = (self.finished, self.moved);
                pause = shortest;
            }
            match error.remedy(self.welcomed) {
                Remedy::GiveUp => return Err(error),
                Remedy::AgainAtMost(most) => {
                    in_vain += 1;
                    if in_vain >= most {
                        return Err(error);
                    }
                }
                Remedy::Again => {}
            }
            watcher.lost(&error, pause);
            self.interrupted = self.game.take().or(self.interrupted.take());
            if self.is_time_to_leave_during(pause) {
                return Ok(self.finished);
            }
            pause = (pause * 2).min(longest);
        }
    }

    /// Waits, unless there is no game to come back to and somebody wants us to leave.
    fn is_time_to_leave_during(&self, pause: Duration) -> bool {
        const TICK: Duration = Duration::from_millis(100);
        let started = Instant::now();
        loop {
            if self.interrupted.is_none() && (self.leave)() {
                return true;
            }
            let left = pause.saturating_sub(started.elapsed());
            if left.is_zero() {
                return false;
            }
            std::thread::sleep(left.min(TICK));
        }
    }
}
