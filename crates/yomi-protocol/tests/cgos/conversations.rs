//! Our client against servers of all kinds.

use crate::script::{Case, cases, fits};
use crate::support::{Casino, LONG, PASSWORD, Peer, RaiseAtEnd, Whim, options};
use std::net::TcpListener;
use std::time::Duration;
use yomi_core::engine::TextReport;
use yomi_core::{Player, Stop};
use yomi_protocol::cgos::Password;
use yomi_protocol::cgos::client::{Client, ClientError, Finished, Options, Watcher};
use yomi_protocol::cgos::message::Setup;
use yomi_protocol::sgf::Dialect;
use yomi_protocol::tcp::connect;

/// Notes what it is told.
#[derive(Default)]
struct Notes {
    told: Vec<String>,
    lines: Vec<String>,
    /// All that is handed on, to the last field.
    shown: Vec<String>,
}

impl Watcher for Notes {
    fn heard(&mut self, line: &str) {
        self.lines.push(format!("< {line}"));
    }

    fn said(&mut self, line: &str) {
        self.lines.push(format!("> {line}"));
    }

    fn info(&mut self, text: &str) {
        self.told.push(format!("info {text}"));
    }

    fn passed_over(&mut self, what: &str) {
        self.told.push(format!("passed over {what}"));
    }

    fn begins(&mut self, setup: &Setup, we_are: Player) {
        let (spec, after) = (setup.spec(), setup.moves.len());
        self.told.push(format!("begins {spec} {we_are} {after}"));
        self.shown.push(format!("{setup:?}"));
    }

    fn opponent_moves(&mut self, text: &str) {
        self.told.push(format!("they {text}"));
    }

    fn moves(&mut self, text: &str, report: Option<&TextReport>) {
        let value = report.map_or("-".to_owned(), |report| report.value.0.to_string());
        self.told.push(format!("we {text} {value}"));
    }

    fn finished(&mut self, game: &Finished) {
        let moves: Vec<&str> = game.moves.iter().map(|played| &*played.text).collect();
        let (result, remark) = (game.result.sgf(), &game.remark);
        let line = format!("finished {result} [{}] {remark}", moves.join(" "));
        self.told.push(line.trim_end().to_owned());
        self.shown.push(format!("{game:?}"));
        self.shown.push(game.record().to_sgf(&Dialect::GO));
    }

    fn missed(&mut self, game: u64) {
        self.told.push(format!("missed {game}"));
    }

    fn lost(&mut self, error: &ClientError, _: Duration) {
        self.told.push(format!("lost {error}"));
    }
}

#[test]
fn the_client_ends_every_conversation_with_a_result_or_a_clear_error() {
    for case in cases() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let (leave, over) = (Stop::default(), Stop::default());
        let (end, notes) = std::thread::scope(|scope| {
            let case = &case;
            let (leaves, gone) = (leave.clone(), over.clone());
            let client = scope.spawn(move || {
                let mut notes = Notes::default();
                let options = options_of(case);
                let host = Casino(whim_of(case));
                let leave = || leaves.is_raised();
                let mut client = Client::new(&host, &options, &leave);
                let mut dial = || {
                    assert!(!gone.is_raised(), "{}: nobody listens any more", case.place);
                    connect("127.0.0.1", port, LONG)
                };
                let end = match client.run(&mut dial, &mut notes) {
                    Ok(games) => format!("finished {games}"),
                    Err(error) => format!("error: {error}"),
                };
                (end, notes)
            });
            let end = RaiseAtEnd(over);
            converse(case, listener, &leave);
            drop(end);
            client.join().expect("no panic")
        });
        assert!(end.contains(&case.end), "{}: {end}", case.place);
        let right = notes.told.len() == case.told.len()
            && std::iter::zip(&case.told, &notes.told).all(|(wanted, told)| fits(wanted, told));
        assert!(right, "{}: {:#?}", case.place, notes.told);
        let everything = [notes.told, notes.lines, notes.shown, vec![end]];
        let everything = everything.concat().join("\n");
        let secret = setting(&case, "password", PASSWORD);
        assert!(
            !everything.contains(&secret),
            "{}: {everything}",
            case.place
        );
        let part = setting(&case, "hides", &secret);
        assert!(!everything.contains(&part), "{}: {everything}", case.place);
    }
}

/// Notes how long it is until the next connection, in milliseconds.
struct Pauses(Vec<u128>);

impl Watcher for Pauses {
    fn lost(&mut self, _: &ClientError, pause: Duration) {
        self.0.push(pause.as_millis());
    }
}

#[test]
fn pauses_grow_until_a_game_goes_on() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    let pauses = std::thread::scope(|scope| {
        let client = scope.spawn(move || {
            let options = Options {
                games: Some(1),
                ..options("us")
            };
            let host = Casino(Whim::Drift);
            let mut pauses = Pauses(Vec::new());
            let mut dial = || connect("127.0.0.1", port, LONG);
            let mut client = Client::new(&host, &options, &|| false);
            client.run(&mut dial, &mut pauses).expect("a game");
            pauses.0
        });
        let setup = "setup 7 9 7 60000 us them";
        let (once_more, over) = (
            format!("{setup}\nplay b E5 1"),
            format!("{setup}\ngameover now B+1"),
        );
        for lines in ["", "", "", "", &once_more, "", &over] {
            let mut peer = Peer::new(listener.accept().expect("a client").0);
            peer.say(lines);
            if lines == over {
                assert_eq!(peer.hear().as_deref(), Some("quit"));
            }
        }
        client.join().expect("no panic")
    });
    assert_eq!(pauses, [1, 2, 4, 4, 1, 2]);
}

fn setting(case: &Case, key: &str, default: &str) -> String {
    let given = case.settings.get(key);
    given.map_or_else(|| default.to_owned(), String::clone)
}

fn options_of(case: &Case) -> Options {
    let number = |key: &str| case.settings.get(key).map(|text| text.parse::<f64>());
    let number = |key: &str| number(key).map(|number| number.expect("a number"));
    let seconds = |key: &str| number(key).map_or(LONG, Duration::from_secs_f64);
    Options {
        games: number("games").map(|games| games as u32),
        resign: case
            .settings
            .get("resign")
            .map(|text| text.parse().expect("a value")),
        patience: seconds("patience"),
        idle: seconds("idle"),
        password: Password::new(&setting(case, "password", PASSWORD)).expect("a password"),
        ..options("us")
    }
}

fn whim_of(case: &Case) -> Whim {
    let moves = setting(case, "moves", "");
    Whim::Puppet {
        moves: moves.split_whitespace().map(str::to_owned).collect(),
        value: setting(case, "value", "0.5").parse().expect("a number"),
    }
}

/// The server does as the case says, and is gone at the end.
fn converse(case: &Case, listener: TcpListener, leave: &Stop) {
    let mut peer = None;
    let secret = setting(case, "password", PASSWORD);
    for (who, step) in &case.steps {
        let place = format!("{} [{who} {step}]", case.place);
        if who == "leave" {
            leave.raise();
            continue;
        }
        assert_eq!(who, "server", "{place}: nobody is called so");
        if step == "accepts" {
            let (stream, _) = listener.accept().expect("a client");
            peer = Some(Peer::new(stream));
            continue;
        }
        let server = peer.take().unwrap_or_else(|| panic!("{place}: no client"));
        peer = act(server, step, &secret, &place);
    }
    if let Some(peer) = peer {
        peer.close();
    }
}

fn act(mut peer: Peer, step: &str, secret: &str, place: &str) -> Option<Peer> {
    let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
    let version = env!("CARGO_PKG_VERSION");
    let rest = rest
        .replace("$PASSWORD", secret)
        .replace("$VERSION", version);
    match verb {
        "says" => peer.say(&rest),
        "sends" => peer.send(rest.as_bytes()),
        "bytes" => {
            let bytes = rest.split_whitespace();
            let bytes = bytes.map(|byte| u8::from_str_radix(byte, 16).expect("hexadecimal"));
            peer.send(&bytes.collect::<Vec<u8>>());
        }
        "long" => peer.say(&"x".repeat(rest.parse().expect("a length"))),
        "hears" => {
            let heard = peer.hear();
            match (rest.as_str(), heard) {
                ("nothing", heard) => assert_eq!(heard, None, "{place}"),
                (expected, Some(heard)) => assert!(fits(expected, &heard), "{place}: {heard}"),
                (_, None) => panic!("{place}: nothing came"),
            }
        }
        "login" => {
            for (question, answer) in [
                ("protocol genmove_analyze", "e1 yomi * genmove_analyze"),
                ("username", "us"),
                ("password", secret),
            ] {
                peer.say(question);
                let heard = peer.hear().unwrap_or_default();
                assert!(fits(answer, &heard), "{place}: {heard}");
            }
        }
        "closes" => {
            peer.close();
            return None;
        }
        _ => panic!("{place}: nobody can '{step}'"),
    }
    Some(peer)
}
