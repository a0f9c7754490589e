//! The ground floor of a server: takes connections and hears what comes over them.

use super::LONG;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};

/// A line from a connection, or none if it is closed.
pub type Event = (usize, Option<String>);

/// Where clients come in.
pub struct Hall {
    port: u16,
    newcomers: Receiver<TcpStream>,
    events: Receiver<Event>,
    /// All connections there ever were.
    streams: Vec<TcpStream>,
}

impl Hall {
    /// Opens at a free port; everybody who comes hears this.
    pub fn open(greeting: &'static str) -> Hall {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let (arrivals, newcomers) = channel();
        let (sender, events) = channel();
        std::thread::spawn(move || welcome(&listener, greeting, &arrivals, &sender));
        Hall {
            port,
            newcomers,
            events,
            streams: Vec::new(),
        }
    }

    /// Where it is.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The next event, once everybody who came before it is known.
    pub fn next(&mut self) -> Event {
        let event = self.events.recv_timeout(LONG).expect("something happens");
        while event.0 >= self.streams.len() {
            let stream = self.newcomers.recv_timeout(LONG).expect("somebody came");
            self.streams.push(stream);
        }
        event
    }

    /// Tells somebody something.
    pub fn say(&self, who: usize, line: &str) {
        // Whoever is gone does not hear it.
        let _ = (&self.streams[who]).write_all(format!("{line}\n").as_bytes());
    }

    /// Hangs up on somebody.
    pub fn hang_up(&self, who: usize) {
        let _ = self.streams[who].shutdown(Shutdown::Both);
    }
}

/// Hangs up on everybody, so that a test that fails ends.
impl Drop for Hall {
    fn drop(&mut self) {
        for who in 0..self.streams.len() {
            self.hang_up(who);
        }
    }
}

/// Takes connections and reads them, each in a thread of its own.
fn welcome(
    listener: &TcpListener,
    greeting: &str,
    arrivals: &Sender<TcpStream>,
    events: &Sender<Event>,
) {
    for (number, stream) in listener.incoming().enumerate() {
        let mut stream = stream.expect("a client");
        stream.set_nodelay(true).expect("a socket");
        if arrivals
            .send(stream.try_clone().expect("a socket"))
            .is_err()
        {
            return;
        }
        let _ = stream.write_all(greeting.as_bytes());
        let events = events.clone();
        std::thread::spawn(move || {
            let lines = BufReader::new(stream).lines().map_while(Result::ok);
            for line in lines {
                if events.send((number, Some(line))).is_err() {
                    return;
                }
            }
            let _ = events.send((number, None));
        });
    }
}
