//! Whatever comes over a line: an answer or an error, never a panic.

use super::support::{Casino, options};
use crate::common::peer::Peer;
use crate::common::{self, LONG, fuzzed};
use proptest::prelude::*;
use std::net::TcpListener;
use yomi_core::{Player, Stop};
use yomi_online::csa::client::Client;
use yomi_online::csa::message::ServerMessage;
use yomi_online::csa::summary::SummaryReader;
use yomi_online::tcp::{ConnectError, connect};
use yomi_records::shogi::csa::csa_move::CsaMove;
use yomi_shogi::{Kind, Square};

/// A summary that is right.
const SUMMARY: &[&str] = &[
    "BEGIN Game_Summary",
    "Protocol_Version:1.2",
    "Format:Shogi 1.0",
    "Declaration:Jishogi 1.1",
    "Game_ID:g",
    "Name+:us",
    "Name-:them",
    "Your_Turn:+",
    "To_Move:+",
    "Max_Moves:256",
    "BEGIN Time",
    "Time_Unit:1sec",
    "Total_Time:300",
    "Byoyomi:10",
    "Increment:0",
    "END Time",
    "BEGIN Position",
    "PI",
    "P-00FU",
    "+",
    "+7776FU,T3",
    "-3334FU,T4",
    "END Position",
    "END Game_Summary",
];

/// Other lines that are right.
const SOUND: &[&str] = &[
    "LOGIN:us OK",
    "START:g",
    "REJECT:g by them",
    "-3334FU,T5",
    "+7776FU,T5",
    "-8384FU,T0",
    "%TORYO,T1",
    "%KACHI",
    "#RESIGN",
    "#TIME_UP",
    "#SENNICHITE",
    "#WIN",
    "#LOSE",
    "#DRAW",
    "#CHUDAN",
    "##[ERROR] what?",
    "LOGOUT:completed",
    "",
];

/// Letters that do not belong where they are put.
fn odd_word() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("-1".to_owned()),
        Just("18446744073709551616".to_owned()),
        Just("00".to_owned()),
        Just("AL".to_owned()),
        Just("+".to_owned()),
        Just(":".to_owned()),
        Just(",".to_owned()),
        Just("歩".to_owned()),
        "\\PC{0,12}",
    ]
}

/// A line that is right but for a piece of it.
fn odd_line() -> impl Strategy<Value = String> {
    let lines: Vec<&str> = [SUMMARY, SOUND].concat();
    let places = any::<[prop::sample::Index; 2]>();
    (prop::sample::select(lines), places, odd_word()).prop_map(|(line, places, odd)| {
        let letters: Vec<char> = line.chars().collect();
        let ends = places.map(|at| at.index(letters.len() + 1));
        let (from, to) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let text = |part: &[char]| part.iter().collect::<String>();
        format!("{}{odd}{}", text(&letters[..from]), text(&letters[to..]))
    })
}

fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(SOUND).prop_map(str::to_owned),
        2 => prop::sample::select(SUMMARY).prop_map(str::to_owned),
        2 => odd_line(),
        1 => "\\PC{0,40}",
    ]
}

/// A summary with some lines that are not right, or not there.
fn odd_summary() -> impl Strategy<Value = Vec<String>> {
    let lines: Vec<String> = SUMMARY.iter().map(|&line| line.to_owned()).collect();
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any_line()), 0..3);
    changes.prop_map(move |changes| {
        let mut lines = lines.clone();
        for (at, line) in changes {
            *at.get_mut(&mut lines) = line;
        }
        lines
    })
}

/// Reads a line in every way there is.
fn read(line: &str) {
    if let Err(error) = ServerMessage::parse(line) {
        let told = error.to_string();
        assert!(told.contains("expected") && told.len() < 4000, "{told}");
    }
    let standing = |square: Square| Kind::ALL.into_iter().nth(square.index() % 16);
    if let Ok(played) = CsaMove::parse(line) {
        assert_eq!(played.to_string(), line);
        if let Ok(usi) = played.to_usi(standing) {
            assert_eq!(CsaMove::from_usi(played.side, &usi, standing), Ok(played));
        }
    }
    let _ = CsaMove::from_usi(Player::First, line, standing);
}

/// Reads a summary, and whatever can be asked of it.
fn read_summary(lines: &[String]) {
    let mut reader = SummaryReader::default();
    for line in lines {
        match reader.read(line) {
            Ok(None) => {}
            Ok(Some(summary)) => {
                let _ = (summary.spec().to_string(), summary.sfen());
                return;
            }
            Err(error) => {
                let told = error.to_string();
                assert!(told.starts_with("line ") && told.len() < 4000, "{told}");
                return;
            }
        }
    }
}

proptest! {
    #![proptest_config(fuzzed(512))]

    #[test]
    fn any_text(text in ".*") {
        read(&text);
        read_summary(&[text]);
    }

    #[test]
    fn lines_with_something_odd_in_them(line in odd_line()) {
        read(&line);
    }

    #[test]
    fn moves_of_all_kinds(line in "[+-][0-9]{4}(FU|KY|KE|GI|KI|KA|HI|OU|TO|NY|NK|NG|UM|RY)") {
        read(&line);
    }

    #[test]
    fn moves_of_usi_of_all_kinds(line in "([1-9][a-i]|[PLNSGBRK]\\*)[1-9][a-i]\\+?") {
        read(&line);
    }

    #[test]
    fn summaries_with_something_odd_in_them(lines in odd_summary()) {
        read_summary(&lines[1..]);
    }
}

proptest! {
    #![proptest_config(fuzzed(150))]

    #[test]
    fn a_client_outlives_whatever_a_server_says(
        summary in odd_summary(),
        lines in prop::collection::vec(any_line(), 0..12),
    ) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        std::thread::scope(|scope| {
            let client = scope.spawn(move || {
                let options = options(common::options("us"));
                let host = Casino::drifting();
                // One connection is enough: nobody comes back to a server that is gone.
                let gone = Stop::default();
                let mut first = true;
                let mut dial = || {
                    if std::mem::take(&mut first) {
                        return connect("127.0.0.1", port, LONG);
                    }
                    gone.raise();
                    Err(ConnectError {
                        address: "nowhere".to_owned(),
                        source: std::io::Error::other("gone"),
                    })
                };
                let leave = || gone.is_raised();
                let ended = Client::new(&host, &options, &leave).run(&mut dial, &mut ());
                ended.map_err(|error| error.to_string())
            });
            let (stream, _) = listener.accept().expect("a client");
            let mut peer = Peer::new(stream);
            peer.say("LOGIN:us OK");
            for line in summary.iter().chain(&["START:g".to_owned()]).chain(&lines) {
                peer.say(line);
            }
            peer.close();
            let ended = client.join().expect("no panic");
            // Games may come to their end; what else ends it is told.
            assert!(ended.is_ok_and(|games| games <= 12));
        });
    }
}
