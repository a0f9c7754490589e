//! Conversations over real sockets.

use super::script::{Conversation, Turn, parse};
use super::support::{Outcome, over_socket, play};
use std::fs;
use yomi_records::dc2::log::read;

fn conversations() -> Vec<Conversation> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/dc2/conversations");
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("a file").to_string_lossy();
        let text = fs::read_to_string(&path).expect("readable");
        all.extend(parse(&name, &text));
    }
    assert!(!all.is_empty());
    all
}

/// Whole, and byte by byte.
#[test]
fn conversations_go_as_written() {
    let mut faults = Vec::new();
    for conversation in conversations() {
        for piece in [usize::MAX, 1] {
            let place = &conversation.place;
            match over_socket(&conversation, piece) {
                Err(fault) => faults.push(format!("{place}: {fault}")),
                Ok(Outcome { end, events, .. }) => {
                    if end != conversation.end {
                        let expected = &conversation.end;
                        faults.push(format!("{place}: ended\n  {end}, not\n  {expected}"));
                    }
                    if events != conversation.events {
                        let expected = &conversation.events;
                        faults.push(format!("{place}: told\n  {events:?}, not\n  {expected:?}"));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The same conversation with the server's last words changed.
fn cut(conversation: &Conversation, turns: usize, last: Option<&[u8]>) -> Outcome {
    let mut turns = conversation.turns[..turns].to_vec();
    turns.extend(last.map(|bytes| Turn::Send(bytes.to_vec())));
    let conversation = Conversation {
        turns,
        ..conversation.clone()
    };
    over_socket(&conversation, usize::MAX)
        .unwrap_or_else(|fault| panic!("{}: {fault}", conversation.place))
}

/// A whole game: one that was never broken off.
fn whole_games() -> Vec<Conversation> {
    let whole = |conversation: &Conversation| conversation.end == "games 1";
    let games: Vec<_> = conversations().into_iter().filter(whole).collect();
    assert!(games.len() >= 3);
    games
}

#[test]
fn a_server_that_leaves_is_no_mystery() {
    for conversation in whole_games() {
        let mut over = false;
        for (number, turn) in conversation.turns.iter().enumerate() {
            let Turn::Send(bytes) = turn else { continue };
            // In the middle of this message.
            let outcome = cut(&conversation, number, Some(&bytes[..bytes.len() / 2]));
            let expected = "in the middle of message";
            assert!(
                outcome.end.contains(expected),
                "{}: {}",
                conversation.place,
                outcome.end
            );
            // After it.
            over |= bytes.to_ascii_uppercase().starts_with(b"GAMEOVER");
            let outcome = cut(&conversation, number + 1, None);
            let expected = if over {
                "games 1"
            } else {
                "error the server left "
            };
            let right = outcome.end.starts_with(expected);
            assert!(
                right,
                "{} after message {number}: {}",
                conversation.place, outcome.end
            );
            let under_way = bytes.starts_with(b"GO");
            assert!(
                !under_way
                    || outcome
                        .events
                        .iter()
                        .any(|event| event.starts_with("broken off"))
            );
        }
        assert!(over);
    }
}

#[test]
fn every_number_is_looked_at() {
    let game = &whole_games()[0];
    for (number, turn) in game.turns.iter().enumerate() {
        let Turn::Send(bytes) = turn else { continue };
        let text = String::from_utf8_lossy(bytes)
            .trim_end_matches('\0')
            .to_owned();
        let words: Vec<&str> = text.split(' ').collect();
        // What nobody reads may be anything.
        if ["NEWGAME", "CONCEDE", "TIMEOUT"].contains(&words[0]) {
            continue;
        }
        for field in 1..words.len() {
            for wrong in ["x", "nan", "1e400", "--1", "0x1F", "\u{fffd}"] {
                let mut words = words.clone();
                words[field] = wrong;
                let outcome = cut(game, number, Some((words.join(" ") + "\0").as_bytes()));
                let named = outcome.end.contains(&format!("{}, ", words[0]));
                let right = named && outcome.end.contains("expected");
                assert!(right, "{}: {}", words.join(" "), outcome.end);
            }
            let short = words[..field].join(" ") + "\0";
            let outcome = cut(game, number, Some(short.as_bytes()));
            assert!(
                outcome.end.contains("found the end of the message"),
                "{}",
                outcome.end
            );
        }
    }
}

/// What a player saw of a game is a log like any other.
#[test]
fn games_are_told_as_logs() {
    for conversation in conversations() {
        let outcome = over_socket(&conversation, usize::MAX).expect("as written");
        for text in outcome.logs {
            let log = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(log.to_string(), text, "{}", conversation.place);
        }
    }
}

/// Standard input and output are a pair of ends like any other.
#[test]
fn a_socket_is_not_needed() {
    let input = b"ISREADY\nNEWGAME a b\nGAMEOVER DRAW\n";
    let mut out = Vec::new();
    let outcome = play("steady", &input[..], &mut out);
    assert_eq!(outcome.end, "games 1");
    assert_eq!(out, b"READYOK\n");
}

/// A player whose answers nobody takes says so.
#[test]
fn a_server_that_does_not_listen_is_an_error() {
    struct Deaf;
    impl std::io::Write for Deaf {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let outcome = play("steady", &b"ISREADY\0"[..], &mut Deaf);
    let expected = "error the server left before the game began: broken pipe";
    assert_eq!(outcome.end, expected);
}
