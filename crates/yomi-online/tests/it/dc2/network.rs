//! Games over links with delay and jitter, and one that is cut.

use super::support::{Outcome, play_with};
use crate::common::LONG;
use crate::common::link::{Break, Weather, link};
use crate::common::thinker::Thinkers;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// A server that asks for the eight shots of an end and takes the time.
struct Timer {
    stream: TcpStream,
    reader: BufReader<TcpStream>,
}

impl Timer {
    fn say(&mut self, message: &str) {
        // A player that was cut off is not there to hear it.
        let _ = self.stream.write_all(format!("{message}\0").as_bytes());
    }

    /// The next message; `None` if the player left.
    fn hear(&mut self) -> Option<String> {
        let mut message = Vec::new();
        let size = self.reader.read_until(0, &mut message).unwrap_or(0);
        message.pop();
        (size > 0).then(|| String::from_utf8(message).expect("UTF-8"))
    }

    /// Hosts a game on a clock of so much; what is left after each shot. A clock that runs out ends
    /// the game.
    fn host(mut self, time: Duration, thinkers: &Thinkers) -> Vec<Duration> {
        self.say("ISREADY");
        assert_eq!(self.hear().as_deref(), Some("READYOK"));
        assert!(thinkers.is_prepared());
        self.say("NEWGAME Yomi Sample");
        let mut clocks = vec![time];
        for shot in (0..16).step_by(2) {
            let left = clocks[clocks.len() - 1];
            self.say(&format!("POSITION{}", " 0".repeat(32)));
            self.say(&format!("SETSTATE {shot} 0 1 0"));
            self.say(&format!("GO {} 99999", left.as_millis()));
            let asked = Instant::now();
            let Some(_) = self.hear() else {
                return clocks;
            };
            match left.checked_sub(asked.elapsed()) {
                Some(left) => clocks.push(left),
                None => break,
            }
        }
        let verdict = if clocks.len() == 9 { "WIN" } else { "LOSE" };
        self.say(&format!("GAMEOVER {verdict}"));
        clocks
    }
}

/// Plays over a link; what the player says of it, and the server's clock.
fn meet(weather: Weather, time: Duration) -> (Outcome, Vec<Duration>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let behind = link(listener.local_addr().expect("an address"), weather);
    let thinkers = Thinkers::new("0.1,-30,cw");
    std::thread::scope(|scope| {
        let hosting = scope.spawn(|| {
            let (stream, _) = listener.accept().expect("a player");
            stream.set_nodelay(true).expect("a socket");
            stream.set_read_timeout(Some(LONG)).expect("a socket");
            let reader = BufReader::new(stream.try_clone().expect("a socket"));
            Timer { stream, reader }.host(time, &thinkers)
        });
        let stream = TcpStream::connect(behind).expect("a link");
        stream.set_read_timeout(Some(LONG)).expect("a socket");
        stream.set_nodelay(true).expect("a socket");
        let input = BufReader::new(stream.try_clone().expect("a socket"));
        let outcome = play_with(&thinkers, input, &mut &stream);
        drop(stream);
        (outcome, hosting.join().expect("no panic"))
    })
}

/// Eight shots on a clock of four seconds, of which 1.6 s are lost on the way.
#[test]
fn a_game_with_a_tenth_of_a_second_each_way_is_not_lost_on_time() {
    let weather = Weather {
        delay: Duration::from_millis(100),
        ..Weather::default()
    };
    let (outcome, clocks) = meet(weather, Duration::from_secs(4));
    assert_eq!(outcome.end, "games 1");
    let won = ["Win as first (Yomi v Sample, 8 shots, scores [])"];
    assert_eq!(outcome.events, won, "{clocks:?}");
    assert!(clocks[8] < Duration::from_millis(1500), "{clocks:?}");
}

#[test]
fn a_game_with_jitter_is_not_lost_on_time() {
    let weather = Weather {
        delay: Duration::from_millis(50),
        jitter: Duration::from_millis(100),
        ..Weather::default()
    };
    let (outcome, clocks) = meet(weather, Duration::from_secs(4));
    let won = ["Win as first (Yomi v Sample, 8 shots, scores [])"];
    assert_eq!(outcome.events, won, "{clocks:?}");
}

/// There is no way back into a game of this protocol.
#[test]
fn a_cut_is_an_error_and_the_game_is_told() {
    // ISREADY, NEWGAME, and three messages for each shot.
    for (how, told) in [
        (
            Break::Close,
            "the server left during the game (end 1, shot 5)",
        ),
        (
            Break::CloseWithin,
            "the server left during the game (end 1, shot 5), in the middle of message 11 ('GO ",
        ),
    ] {
        let weather = Weather {
            breaks: Some((10, how)),
            ..Weather::default()
        };
        let (outcome, clocks) = meet(weather, Duration::from_secs(2));
        let expected = format!("error {told}");
        assert!(outcome.end.starts_with(&expected), "{}", outcome.end);
        let broken = ["broken off (Yomi v Sample, 3 shots, scores [])"];
        assert_eq!(outcome.events, broken);
        assert_eq!(clocks.len(), 3);
    }
}
