//! Whatever comes over a line: an answer or an error, never a panic.

use super::support::Casino;
use crate::common::peer::Peer;
use crate::common::puppet::Whim;
use crate::common::{LONG, fuzzed, options};
use proptest::prelude::*;
use std::net::TcpListener;
use yomi_core::Player;
use yomi_online::cgos::client::Client;
use yomi_online::cgos::message::ServerMessage;
use yomi_online::tcp::connect;

/// Lines that are right.
const SOUND: &[&str] = &[
    "protocol genmove_analyze",
    "username",
    "password",
    "info hello",
    "setup 7 9 7.0 300000 them(1800?) us(1500)",
    "setup 7 9 7.0 300000 us them E5 290000 pass 280000",
    "genmove b 299000",
    "genmove w 1",
    "play w D4 290000",
    "play b pass 1",
    "gameover 2026-11-15 B+3.5 remark",
    "Error: go away",
];

/// Words that do not belong where they are put.
fn odd_word() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("-1".to_owned()),
        Just("0".to_owned()),
        Just("18446744073709551616".to_owned()),
        Just("nan".to_owned()),
        Just("1e308".to_owned()),
        Just("(".to_owned()),
        Just(")(".to_owned()),
        Just("pass".to_owned()),
        Just("Z99".to_owned()),
        "\\PC{0,12}",
    ]
}

/// A line that is right but for a word.
fn odd_line() -> impl Strategy<Value = String> {
    let line = prop::sample::select(SOUND);
    (line, any::<prop::sample::Index>(), odd_word()).prop_map(|(line, at, odd)| {
        let mut words: Vec<&str> = line.split(' ').collect();
        *at.get_mut(&mut words) = &odd;
        words.join(" ")
    })
}

fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(SOUND).prop_map(str::to_owned),
        2 => odd_line(),
        1 => "\\PC{0,40}",
    ]
}

/// Reads a line, and whatever can be asked of it.
fn read(line: &str) {
    match ServerMessage::parse(line) {
        Ok(Some(ServerMessage::Setup(setup))) => {
            let _ = setup.spec().to_string();
            let _ = setup.side_of("us").map(Player::other);
        }
        Ok(Some(ServerMessage::GameOver { result, .. })) => drop(result.sgf()),
        Ok(_) => {}
        Err(error) => assert!(error.to_string().len() < 4000, "{error}"),
    }
}

proptest! {
    #![proptest_config(fuzzed(256))]

    #[test]
    fn any_text(text in ".*") {
        read(&text);
    }

    #[test]
    fn lines_with_something_odd_in_them(line in odd_line()) {
        read(&line);
    }

    #[test]
    fn lines_that_are_cut_and_glued(
        first in prop::sample::select(SOUND),
        second in prop::sample::select(SOUND),
        at in any::<prop::sample::Index>(),
    ) {
        let cut = &first[..at.index(first.len())];
        read(cut);
        read(&format!("{cut}{second}"));
    }
}

proptest! {
    #![proptest_config(fuzzed(100))]

    #[test]
    fn a_client_outlives_whatever_a_server_says(
        lines in prop::collection::vec(any_line(), 0..12),
        setup in any::<bool>(),
    ) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        std::thread::scope(|scope| {
            let client = scope.spawn(move || {
                let stream = connect("127.0.0.1", port, LONG).expect("a listener");
                let options = options("us");
                let host = Casino(Whim::Drift);
                Client::new(&host, &options, &|| false)
                    .converse(stream, &mut ())
                    .map_err(|error| error.to_string())
            });
            let (stream, _) = listener.accept().expect("a client");
            let mut peer = Peer::new(stream);
            if setup {
                peer.say("setup 7 9 7.0 300000 them us");
            }
            for line in &lines {
                peer.say(line);
            }
            peer.close();
            // Nobody asked it to leave, so the conversation ends with an error that says why.
            let told = client.join().expect("no panic").unwrap_err();
            assert!(!told.is_empty());
        });
    }
}
