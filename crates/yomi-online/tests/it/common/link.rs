//! A bad link: hands on what both sides of a connection say, but late, unevenly, or not at all.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use yomi_core::Seed;

/// How a link breaks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Break {
    /// Both sides are hung up on.
    Close,
    /// The same, in the middle of the next message to the client.
    CloseWithin,
    /// Nobody hears anything any more.
    FallSilent,
}

/// What a link does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weather {
    /// How long a message takes, each way.
    pub delay: Duration,
    /// How much longer it may take, evenly distributed.
    pub jitter: Duration,
    /// After how many messages from the server it breaks, and how.
    pub breaks: Option<(usize, Break)>,
    /// What ends a message.
    pub ending: u8,
}

/// Connects whoever comes, once, with the server at this address; where to come.
pub fn link(server: SocketAddr, weather: Weather) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        let (client, _) = listener.accept().expect("a client");
        let server = TcpStream::connect(server).expect("a server");
        let is_silent = Arc::new(AtomicBool::new(false));
        for (from, to, breaks) in [(&server, &client, weather.breaks), (&client, &server, None)] {
            let [from, to] = [from, to].map(|stream| stream.try_clone().expect("a socket"));
            to.set_nodelay(true).expect("a socket");
            carry(from, to, Weather { breaks, ..weather }, is_silent.clone());
        }
    });
    address
}

/// One way of a link.
fn carry(mut from: TcpStream, to: TcpStream, weather: Weather, is_silent: Arc<AtomicBool>) {
    let (sender, parcels) = channel();
    thread::spawn(move || {
        let mut rng = Seed::new(1).rng();
        let mut chunk = [0; 4096];
        let mut last = Instant::now();
        loop {
            // An end or an error is an empty parcel, the last.
            let size = from.read(&mut chunk).unwrap_or(0);
            let due = Instant::now() + weather.delay + weather.jitter.mul_f64(rng.unit());
            last = last.max(due);
            if sender.send((last, chunk[..size].to_vec())).is_err() || size == 0 {
                break;
            }
        }
    });
    thread::spawn(move || deliver(&parcels, to, weather, &is_silent));
}

fn deliver(
    parcels: &Receiver<(Instant, Vec<u8>)>,
    mut to: TcpStream,
    weather: Weather,
    is_silent: &AtomicBool,
) {
    let mut messages = 0;
    for (due, parcel) in parcels {
        thread::sleep(due.saturating_duration_since(Instant::now()));
        if parcel.is_empty() && !is_silent.load(Ordering::SeqCst) {
            // Whoever has hung up already need not be told.
            let _ = to.shutdown(Shutdown::Write);
            return;
        }
        for message in parcel.split_inclusive(|&byte| byte == weather.ending) {
            let breaks = weather.breaks.filter(|&(after, _)| messages >= after);
            match breaks {
                Some((_, Break::FallSilent)) => is_silent.store(true, Ordering::SeqCst),
                Some((_, how)) => {
                    if how == Break::CloseWithin {
                        let _ = to.write_all(&message[..message.len() / 2]);
                    }
                    let _ = to.shutdown(Shutdown::Both);
                    return;
                }
                None => {}
            }
            if !is_silent.load(Ordering::SeqCst) {
                let _ = to.write_all(message);
            }
            messages += usize::from(message.ends_with(&[weather.ending]));
        }
    }
}
