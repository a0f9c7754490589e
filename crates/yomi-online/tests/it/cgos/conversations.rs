//! Our client against servers of all kinds.

use super::support::Casino;
use crate::common::notes::Notes;
use crate::common::peer::Peer;
use crate::common::puppet::Whim;
use crate::common::script::{Dial, cases, fits};
use crate::common::{LONG, PASSWORD, options};
use std::net::TcpListener;
use std::time::Duration;
use yomi_core::Player;
use yomi_core::engine::TextReport;
use yomi_online::cgos::client::{Client, ClientError, Finished, Options, SessionWatcher, Watcher};
use yomi_online::cgos::message::Setup;
use yomi_online::tcp::connect;
use yomi_records::sgf::Dialect;

/// A move of ours with the engine's value.
fn our_move(text: &str, report: Option<&TextReport>) -> String {
    let value = report.map_or("-".to_owned(), |report| report.value.0.to_string());
    format!("we {text} {value}")
}

impl Watcher for Notes {
    fn begins(&mut self, setup: &Setup, we_are: Player) {
        let (spec, after) = (setup.spec(), setup.moves.len());
        self.told.push(format!("begins {spec} {we_are} {after}"));
        self.shown.push(format!("{setup:?}"));
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
}

#[test]
fn the_client_ends_every_conversation_with_a_result_or_a_clear_error() {
    for case in cases("tests/it/cgos/conversations") {
        let client = |dial: Dial, leave: &dyn Fn() -> bool| {
            let mut notes = Notes::new(our_move);
            let options = case.options();
            let host = Casino(case.puppet("pass"));
            let mut client = Client::new(&host, &options, leave);
            let ended = client.run(dial, &mut notes);
            notes.conclude(ended)
        };
        let secret = case.setting("password", PASSWORD);
        case.hold(client, |peer, verb, _| {
            let knows = verb == "login";
            if knows {
                log_in(peer, &secret, &case.place);
            }
            knows
        });
    }
}

/// Notes how long it is until the next connection, in milliseconds.
struct Pauses(Vec<u128>);

impl SessionWatcher for Pauses {
    fn lost(&mut self, _: &ClientError, pause: Duration) {
        self.0.push(pause.as_millis());
    }
}

impl Watcher for Pauses {}

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

/// The usual beginning, up to the password.
fn log_in(peer: &mut Peer, secret: &str, place: &str) {
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
