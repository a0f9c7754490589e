//! Connections, one after the other.

use super::Remedy;
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

/// What shows that a connection was good for something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Progress {
    /// Games that came to their end.
    pub games: u32,
    /// Moves that came or went.
    pub moves: u64,
}

/// Somebody who goes to a server again and again.
pub(crate) trait Visitor {
    /// What can go wrong.
    type Error: From<ConnectError>;
    /// Plays over one connection.
    fn converse(&mut self, stream: TcpStream) -> Result<After, Self::Error>;
    /// What came of all connections so far.
    fn progress(&self) -> Progress;
    /// What to do about an error.
    fn remedy(&self, error: &Self::Error) -> Remedy;
    /// A connection is lost; the next is tried after so long.
    fn lost(&mut self, error: &Self::Error, pause: Duration);
    /// Whether somebody wants us to leave, and there is no game to come back to.
    fn leaves(&self) -> bool;
}

/// Lets a visitor play until all games are played or it is time to leave, over as many connections
/// as that takes. The pause before a connection is made again doubles from one to the next, until
/// a game goes on.
pub(crate) fn persist<V: Visitor>(
    visitor: &mut V,
    [shortest, longest]: [Duration; 2],
    connect: Connect,
) -> Result<(), V::Error> {
    let mut pause = shortest;
    // How many connections in a row were for nothing because of what the server said.
    let mut in_vain = 0;
    let mut before = visitor.progress();
    loop {
        let ended = match connect() {
            Ok(stream) => visitor.converse(stream),
            Err(error) => Err(error.into()),
        };
        let now = visitor.progress();
        if before.games != now.games {
            in_vain = 0;
        }
        if before != now {
            pause = shortest;
        }
        before = now;
        match ended {
            Ok(After::Leave) => return Ok(()),
            Ok(After::Again) => {}
            Err(error) => {
                match visitor.remedy(&error) {
                    Remedy::GiveUp => return Err(error),
                    Remedy::AgainAtMost(most) => {
                        in_vain += 1;
                        if in_vain >= most {
                            return Err(error);
                        }
                    }
                    Remedy::Again => {}
                }
                visitor.lost(&error, pause);
            }
        }
        if is_time_to_leave_during(pause, visitor) {
            return Ok(());
        }
        pause = (pause * 2).min(longest);
    }
}

/// Waits, unless it is time to leave.
fn is_time_to_leave_during<V: Visitor>(pause: Duration, visitor: &V) -> bool {
    const TICK: Duration = Duration::from_millis(100);
    let started = Instant::now();
    loop {
        if visitor.leaves() {
            return true;
        }
        let left = pause.saturating_sub(started.elapsed());
        if left.is_zero() {
            return false;
        }
        std::thread::sleep(left.min(TICK));
    }
}
