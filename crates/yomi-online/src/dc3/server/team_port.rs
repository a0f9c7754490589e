//! The port of one team until its client is there.
//!
//! Anybody may knock at an open port: scanners of ports, browsers, monitors that only look whether it
//! is open. The seat is for the first who answers `dc` with `dc_ok`; until then everybody who
//! connects is asked, side by side, and whoever says something else, hangs up or stays silent for too
//! long is turned away. Nothing here blocks.

use super::Patience;
use crate::dc3::{FROM_CLIENT, send};
use crate::line::LineReader;
use std::collections::VecDeque;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};
use yomi_records::dc3::message::{Dc, DcOk, ServerMessage, read_as};

/// So many connections are asked at a time. For one more, the one that has said nothing for longest
/// goes: a client answers at once.
const MOST_PENDING: usize = 16;

/// A connection that was asked who it is.
struct Pending {
    stream: TcpStream,
    reader: LineReader<TcpStream>,
    from: SocketAddr,
    asked: Instant,
}

impl Pending {
    fn ask(stream: TcpStream, from: SocketAddr, dc: &ServerMessage) -> Result<Pending, String> {
        let reader = stream.set_nonblocking(true).and_then(|()| {
            stream.set_nodelay(true)?;
            Ok(LineReader::new(stream.try_clone()?, FROM_CLIENT))
        });
        let reader = reader.map_err(|error| error.to_string())?;
        send(&stream, dc).map_err(|error| error.to_string())?;
        Ok(Pending {
            stream,
            reader,
            from,
            asked: Instant::now(),
        })
    }

    /// The answer, if it is there; why there will be none.
    fn hear(&mut self, patience: Duration) -> Result<Option<DcOk>, String> {
        match self.reader.poll().map_err(|error| error.to_string())? {
            Some(line) => {
                let answer = read_as(&line, "dc_ok").map_err(|error| error.to_string())?;
                Ok(Some(answer))
            }
            None if self.asked.elapsed() >= patience => {
                let seconds = patience.as_secs_f64();
                Err(format!("did not answer dc within {seconds} s"))
            }
            None => Ok(None),
        }
    }
}

/// A client that has said its name.
pub struct Arrival {
    /// The connection, to write to.
    pub stream: TcpStream,
    /// The same, to read from, with whatever was read already.
    pub reader: LineReader<TcpStream>,
    /// What it said.
    pub answer: DcOk,
}

/// Hears of everybody who is turned away, and why.
pub type TurnedAway<'a> = dyn FnMut(SocketAddr, &str) + 'a;

/// An open port.
pub struct TeamPort {
    listener: TcpListener,
    pending: VecDeque<Pending>,
    /// Why nobody was let in so far, where that is known.
    last_problem: Option<String>,
}

impl TeamPort {
    pub fn new(listener: TcpListener) -> TeamPort {
        TeamPort {
            listener,
            pending: VecDeque::new(),
            last_problem: None,
        }
    }

    /// Lets in whoever is there, and hears them. The team's client once it has said its name; then
    /// the port has been closed to everybody else.
    pub fn look(
        &mut self,
        dc: &Dc,
        patience: &Patience,
        turned_away: &mut TurnedAway,
    ) -> Option<Arrival> {
        let mut refuse = |from: SocketAddr, why: &str, last: &mut Option<String>| {
            turned_away(from, why);
            *last = Some(format!("{from} was turned away: {why}"));
        };
        let dc = ServerMessage::Dc(dc.clone());
        for (stream, from) in self.accept() {
            if self.pending.len() == MOST_PENDING
                && let Some(oldest) = self.pending.pop_front()
            {
                let why =
                    format!("more than {MOST_PENDING} connections have not said who they are");
                refuse(oldest.from, &why, &mut self.last_problem);
            }
            match Pending::ask(stream, from, &dc) {
                Ok(pending) => self.pending.push_back(pending),
                Err(why) => refuse(from, &why, &mut self.last_problem),
            }
        }
        let mut place = 0;
        while let Some(pending) = self.pending.get_mut(place) {
            match pending.hear(patience.dc_ok) {
                Ok(None) => place += 1,
                Ok(Some(answer)) => {
                    let Pending { stream, reader, .. } = self.pending.remove(place)?;
                    for other in self.pending.drain(..) {
                        refuse(other.from, "the seat is taken", &mut self.last_problem);
                    }
                    return Some(Arrival {
                        stream,
                        reader,
                        answer,
                    });
                }
                Err(why) => {
                    refuse(pending.from, &why, &mut self.last_problem);
                    self.pending.remove(place);
                }
            }
        }
        None
    }

    /// Why nobody was let in so far, for people: empty if nobody ever came.
    pub fn last_problem(&self) -> String {
        let problem = self.last_problem.as_ref();
        problem.map_or_else(String::new, |problem| format!("; {problem}"))
    }

    /// Some of those who knock. An error of one connection, or the lack of something that may come
    /// back (files, memory), is no reason to close the port.
    fn accept(&mut self) -> Vec<(TcpStream, SocketAddr)> {
        let mut accepted = Vec::new();
        while accepted.len() < MOST_PENDING {
            match self.listener.accept() {
                Ok(connection) => accepted.push(connection),
                Err(error) => {
                    match error.kind() {
                        io::ErrorKind::WouldBlock
                        | io::ErrorKind::Interrupted
                        | io::ErrorKind::ConnectionAborted => {}
                        _ => self.last_problem = Some(format!("cannot accept: {error}")),
                    }
                    break;
                }
            }
        }
        accepted
    }
}
