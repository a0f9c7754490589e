//! Connections, one after the other.

use super::{ClientError, ClientState, Remedy, SessionWatcher, Talk};
use crate::line::LineError;
use crate::tcp::ConnectError;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Makes a connection.
pub type Connect<'a> = &'a mut dyn FnMut() -> Result<TcpStream, ConnectError>;

/// What comes after a conversation that ended well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum After {
    /// All games are played, or somebody wants us to leave.
    Leave,
    /// The server hangs up after every game: the next needs another connection.
    Again,
}

/// A client that connects to a server again and again, watched by a `W`.
pub(crate) trait PersistentClient<W: SessionWatcher + ?Sized> {
    /// What is kept from one connection to the next.
    fn state(&self) -> &ClientState<'_>;

    /// What is going on, for errors to tell.
    fn stage(&self) -> String;

    /// Plays over one connection.
    fn play_session(&mut self, stream: TcpStream, watcher: &mut W) -> Result<After, ClientError>;

    /// A connection is lost.
    fn note_loss(&mut self) {}

    /// Whether there is a game to come back to.
    fn is_interrupted(&self) -> bool {
        false
    }

    /// The error of a line that did not come.
    fn lost(&self, source: LineError) -> ClientError {
        let stage = self.stage();
        ClientError::Line { stage, source }
    }

    /// The error of a line that did not go.
    fn unheard(&self, source: LineError) -> ClientError {
        let stage = self.stage();
        ClientError::Send { stage, source }
    }

    /// Sends a line.
    fn say(&self, talk: &Talk, line: &str, watcher: &mut W) -> Result<(), ClientError> {
        watcher.said(&self.state().veil(line));
        talk.send(line).map_err(|source| self.unheard(source))
    }
}

/// Lets a client play until all games are played or it is time to leave, over as many connections
/// as that takes; returns how many games came to their end. The pause before a connection is made
/// again doubles from one to the next, until a game goes on.
pub(crate) fn persist<W: SessionWatcher + ?Sized>(
    client: &mut impl PersistentClient<W>,
    connect: Connect,
    watcher: &mut W,
) -> Result<u32, ClientError> {
    let [shortest, longest] = client.state().options.pauses;
    let mut pause = shortest;
    // How many connections in a row were for nothing because of what the server said.
    let mut in_vain = 0;
    let (mut games, mut moves) = (client.state().finished, client.state().moved);
    loop {
        let ended = match connect() {
            Ok(stream) => client.play_session(stream, watcher),
            Err(error) => Err(error.into()),
        };
        let now = client.state();
        if games != now.finished {
            in_vain = 0;
        }
        if (games, moves) != (now.finished, now.moved) {
            pause = shortest;
        }
        (games, moves) = (now.finished, now.moved);
        match ended {
            Ok(After::Leave) => return Ok(games),
            Ok(After::Again) => {}
            Err(error) => {
                match error.remedy(now.welcomed) {
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
                client.note_loss();
            }
        }
        if is_time_to_leave_during(pause, client) {
            return Ok(games);
        }
        pause = (pause * 2).min(longest);
    }
}

/// Waits, unless it is time to leave.
fn is_time_to_leave_during<W: SessionWatcher + ?Sized>(
    pause: Duration,
    client: &impl PersistentClient<W>,
) -> bool {
    const TICK: Duration = Duration::from_millis(100);
    let started = Instant::now();
    loop {
        if !client.is_interrupted() && (client.state().leave)() {
            return true;
        }
        let left = pause.saturating_sub(started.elapsed());
        if left.is_zero() {
            return false;
        }
        std::thread::sleep(left.min(TICK));
    }
}
