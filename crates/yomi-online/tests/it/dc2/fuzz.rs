//! Whatever comes in: no panic, and only well-formed answers.

use super::support::play;
use proptest::prelude::*;
use std::io::BufReader;
use yomi_core::Player;
use yomi_curling::{Shot, Spin, Stones, Vector};
use yomi_records::dc2::from_client::ClientMessage;
use yomi_records::dc2::from_server::{ServerMessage, SetState, Verdict};
use yomi_records::dc2::log::read;

/// A conversation to be mutated.
const CONVERSATION: &[&str] = &[
    "CONNECTED",
    "LOGIN OK",
    "ISREADY",
    "NEWGAME a b",
    "GAMEINFO 0 1",
    "RANDOMSIZE 0.1 0.2",
    "POSITION 2.3 4.8 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
    "SETSTATE 15 0 1 0",
    "GO 1000 1000",
    "RUNSHOT 1 -30 0",
    "SCORE 1",
    "TOTALSCORE 1 0",
    "CONCEDE a",
    "TIMEOUT a",
    "GAMEOVER WIN",
    "PUTSTONE",
    "DISCONNECT",
];

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        3 => -50.0..50.0f64,
        1 => any::<f64>().prop_filter("finite", |number| number.is_finite()),
    ]
}

fn shot() -> impl Strategy<Value = Shot> {
    (number(), number(), any::<bool>())
        .prop_map(|(vx, vy, left)| Shot::new(vx, vy, if left { Spin::Ccw } else { Spin::Cw }))
}

fn stones() -> impl Strategy<Value = Stones> {
    let stone = prop::option::of((number(), number()));
    prop::collection::vec(stone, 16).prop_map(|list| {
        let mut stones = Stones::default();
        for (number, at) in list.into_iter().enumerate() {
            if let Some((x, y)) = at.filter(|&at| at != (0.0, 0.0)) {
                stones.set(number, Vector::new(x, y));
            }
        }
        stones
    })
}

fn player() -> impl Strategy<Value = Player> {
    prop::sample::select(&Player::BOTH[..])
}

fn server_message() -> impl Strategy<Value = ServerMessage> {
    let state = (0..=16u8, 0..=99u8, 1..=99u8, player());
    let verdicts = [Verdict::Win, Verdict::Lose, Verdict::Draw];
    prop_oneof![
        any::<bool>().prop_map(|accepted| ServerMessage::Login { accepted }),
        ["[!-~]{1,9}", "[!-~]{1,9}"].prop_map(|names| ServerMessage::NewGame { names }),
        any::<[bool; 2]>().prop_map(|[mixed_doubles, polar_noise]| ServerMessage::GameInfo {
            mixed_doubles,
            polar_noise
        }),
        [number(), number()].prop_map(ServerMessage::RandomSize),
        stones().prop_map(|stones| ServerMessage::Position(Box::new(stones))),
        state.prop_map(|(shot, end, ends, to_move)| {
            ServerMessage::SetState(SetState {
                shot,
                end,
                ends,
                to_move,
            })
        }),
        any::<[i64; 2]>().prop_map(|times| ServerMessage::Go { times }),
        shot().prop_map(ServerMessage::RunShot),
        (-8..=8i8).prop_map(ServerMessage::Score),
        any::<[u16; 2]>().prop_map(|total| ServerMessage::TotalScore(total.map(u32::from))),
        prop::sample::select(verdicts.to_vec()).prop_map(ServerMessage::GameOver),
        prop::sample::select(vec![
            ServerMessage::Connected,
            ServerMessage::IsReady,
            ServerMessage::PutStone,
            ServerMessage::Disconnect,
            ServerMessage::Concede("a".to_owned()),
            ServerMessage::TimeOut("b".to_owned()),
            ServerMessage::Unknown("HELLO".to_owned()),
        ]),
    ]
}

/// A message of the conversation with a byte exchanged, left out or doubled, or as it is.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let place = any::<prop::sample::Index>();
    (
        prop::sample::select(CONVERSATION),
        place,
        any::<u8>(),
        0..8u8,
    )
        .prop_map(|(line, place, byte, change)| {
            let mut bytes = line.as_bytes().to_vec();
            let at = place.index(bytes.len());
            match change {
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, bytes[at]),
                _ => {}
            }
            bytes
        })
}

fn check(bytes: &[u8]) -> Result<(), TestCaseError> {
    let mut out = Vec::new();
    let outcome = play("steady", BufReader::with_capacity(16, bytes), &mut out);
    for said in out.split_inclusive(|&byte| byte == 0 || byte == b'\n') {
        let text = String::from_utf8_lossy(&said[..said.len() - 1]).into_owned();
        prop_assert!(ClientMessage::parse(&text).is_ok(), "{text}");
    }
    for text in outcome.logs {
        let log = read(text.as_bytes())
            .map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(log.to_string(), text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read(message in server_message()) {
        let text = message.to_string();
        prop_assert_eq!(ServerMessage::parse(&text), Ok(message));
    }

    #[test]
    fn shots_are_read_as_they_are_written(shot in shot()) {
        let message = ClientMessage::BestShot(shot);
        prop_assert_eq!(ClientMessage::parse(&message.to_string()), Ok(message));
    }

    #[test]
    fn any_text_is_a_message_or_an_error(text in any::<String>()) {
        let _ = ServerMessage::parse(&text);
        let _ = ClientMessage::parse(&text);
    }

    #[test]
    fn any_bytes_end_the_conversation(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes)?;
    }

    #[test]
    fn damaged_conversations_end(
        lines in prop::collection::vec(mutated(), 0..30),
        newlines in any::<bool>(),
    ) {
        check(&lines.join(if newlines { &b'\n' } else { &0 }))?;
    }

    /// The whole conversation in order, with messages put between.
    #[test]
    fn disturbed_conversations_end(
        between in prop::collection::vec((0..CONVERSATION.len(), server_message()), 0..6),
    ) {
        let mut lines: Vec<String> = CONVERSATION.iter().map(|line| line.to_string()).collect();
        for (at, message) in between {
            lines.insert(at, message.to_string());
        }
        check((lines.join("\0") + "\0").as_bytes())?;
    }
}
