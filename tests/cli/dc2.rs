//! `yomi dc2` as a server sees it: a child at the other end of two pipes, and a peer at the other
//! end of a socket.

#[path = "../../crates/yomi-online/tests/it/dc2/script.rs"]
mod script;

use crate::support::{piped, root, yomi};
use script::{Conversation, Turn, fits};
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Child;
use yomi_records::dc2::log;

fn conversations(file: &str) -> Vec<Conversation> {
    let text = fs::read_to_string(root().join("tests/cli/dc2").join(file)).expect("readable");
    script::parse(file, &text)
}

fn start(arguments: &[&str], conversation: &Conversation, folder: &Path) -> Child {
    let mut command = yomi();
    command
        .args(["dc2", "--name", "Yomi", "--engine", &conversation.engine])
        .args(arguments)
        .current_dir(folder);
    piped(&mut command)
}

/// The server's part of a conversation; ends early if the player leaves.
fn serve(turns: &[Turn], mut input: impl BufRead, mut out: impl Write, place: &str) {
    let mut ending = 0;
    for turn in turns {
        match turn {
            Turn::Send(bytes) => {
                ending = bytes.last().copied().unwrap_or_default();
                if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
                    return;
                }
            }
            Turn::Expect(expected) => {
                let mut said = Vec::new();
                input.read_until(ending, &mut said).expect("readable");
                assert_eq!(said.pop(), Some(ending), "{place}: no {expected}");
                let said = String::from_utf8_lossy(&said);
                assert!(fits(expected, &said), "{place}: {said}, not {expected}");
            }
        }
    }
}

/// Whether what the program told, what it complained of and how it ended is as written.
fn check(conversation: &Conversation, told: &str, complaints: &str, code: Option<i32>) {
    let place = &conversation.place;
    let told: Vec<&str> = told.lines().collect();
    assert_eq!(told, conversation.events, "{place}: {complaints}");
    match conversation.end.strip_prefix("error ") {
        Some(error) => {
            assert_eq!(complaints, format!("error: {error}\n"), "{place}");
            assert_eq!(code, Some(1), "{place}");
        }
        None => {
            assert_eq!((complaints, code), ("", Some(0)), "{place}");
        }
    }
}

/// Plays a conversation with a child and checks all of it.
fn with_child(conversation: &Conversation, arguments: &[&str], folder: &Path) {
    let mut child = start(arguments, conversation, folder);
    let input = BufReader::new(child.stdout.take().expect("piped"));
    let out = child.stdin.take().expect("piped");
    serve(&conversation.turns, input, out, &conversation.place);
    let ended = child.wait_with_output().expect("it ends");
    // Standard output belongs to the server: all else is told on standard error.
    let text = String::from_utf8_lossy(&ended.stderr);
    let (complaints, told): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with("error: "));
    let complaints: String = complaints.iter().map(|line| format!("{line}\n")).collect();
    check(
        conversation,
        &told.join("\n"),
        &complaints,
        ended.status.code(),
    );
}

/// A program that has connected to us.
fn connected(conversation: &Conversation, arguments: &[&str], folder: &Path) -> (Child, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener
        .local_addr()
        .expect("an address")
        .port()
        .to_string();
    let arguments = [&["--host", "127.0.0.1", "--port", &port], arguments].concat();
    let mut child = start(&arguments, conversation, folder);
    listener.set_nonblocking(true).expect("an option");
    // A program that never connects must not keep the tests waiting.
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false).expect("an option");
                return (child, stream);
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                if child.try_wait().expect("a state").is_some() {
                    let mut text = String::new();
                    let mut errors = child.stderr.take().expect("piped");
                    errors.read_to_string(&mut text).expect("UTF-8");
                    panic!("{}: {text}", conversation.place);
                }
                std::thread::yield_now();
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// Plays a conversation over a socket and checks all of it.
fn with_socket(conversation: &Conversation, arguments: &[&str], folder: &Path) {
    let (child, stream) = connected(conversation, arguments, folder);
    let input = BufReader::new(&stream);
    serve(&conversation.turns, input, &stream, &conversation.place);
    drop(stream);
    let ended = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&ended.stdout);
    let complaints = String::from_utf8_lossy(&ended.stderr);
    check(conversation, &told, &complaints, ended.status.code());
}

#[test]
fn a_server_can_start_it() {
    for conversation in conversations("child.txt") {
        let folder = tempfile::tempdir().expect("a folder");
        with_child(&conversation, &[], folder.path());
    }
}

#[test]
fn it_can_connect_to_a_server() {
    for conversation in conversations("login.txt") {
        let folder = tempfile::tempdir().expect("a folder");
        with_socket(&conversation, &["--password", "secret"], folder.path());
    }
}

#[test]
fn every_game_is_kept_as_a_log() {
    let conversation = &conversations("login.txt")[0];
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["--password", "secret", "--log", "games"];
    // Twice: nothing is ever overwritten.
    for _ in 0..2 {
        with_socket(conversation, &arguments, folder.path());
    }
    for name in ["Ayumu_vs_Yomi_1.dcl", "Ayumu_vs_Yomi_2.dcl"] {
        let bytes = fs::read(folder.path().join("games").join(name)).expect(name);
        let log = log::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(log.total, Some([0, 1]));
        let ours = log.shots.last().expect("shots");
        assert!(ours.asked.is_some() && ours.carried_out.is_some() && ours.after.is_some());
    }
}

#[test]
fn the_same_seed_gives_the_same_shots() {
    let conversation = &conversations("child.txt")[0];
    let said = |seed: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let arguments = ["--log", "games", "--seed", seed];
        with_child(conversation, &arguments, folder.path());
        fs::read(folder.path().join("games/Yomi_vs_Sample_1.dcl")).expect("a log")
    };
    assert_eq!(said("1"), said("1"));
    assert_ne!(said("1"), said("2"));
}

/// A game that breaks off and a log that cannot be written are both told.
#[test]
fn a_log_that_cannot_be_written_is_told_whatever_else_went_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games"), "no folder").expect("a file");
    let conversation = Conversation {
        engine: "random".to_owned(),
        ..Conversation::default()
    };
    let (child, stream) = connected(&conversation, &["--log", "games"], folder.path());
    (&stream)
        .write_all(b"NEWGAME a b\0")
        .expect("somebody listens");
    drop(stream);
    let ended = child.wait_with_output().expect("it ends");
    let complaints = String::from_utf8_lossy(&ended.stderr);
    let expected =
        "error: the server left at the beginning of the game; also, cannot make the folder games: ";
    assert!(complaints.starts_with(expected), "{complaints}");
    assert_eq!(ended.status.code(), Some(1));
}

/// Somebody who accepts a connection and says nothing.
#[test]
fn a_silent_server_is_given_up() {
    let conversation = &conversations("login.txt")[0];
    let folder = tempfile::tempdir().expect("a folder");
    let (child, stream) = connected(conversation, &["--wait", "1"], folder.path());
    let ended = child.wait_with_output().expect("it ends");
    drop(stream);
    let complaints = String::from_utf8_lossy(&ended.stderr);
    let expected = "error: the server fell silent before it said CONNECTED or ISREADY: nothing came for 1 s (see --wait)\n";
    assert_eq!(
        (complaints.as_ref(), ended.status.code()),
        (expected, Some(1))
    );
}

/// Ctrl-C ends a conversation politely, also while nobody says anything.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_conversation() {
    let conversation = &conversations("login.txt")[0];
    let folder = tempfile::tempdir().expect("a folder");
    let (child, stream) = connected(conversation, &[], folder.path());
    // The login shows that the handler is in place.
    let turns = [
        Turn::Send(b"CONNECTED\0".to_vec()),
        Turn::Expect("LOGIN Yomi yomi Yomi".to_owned()),
    ];
    let mut input = BufReader::new(&stream);
    serve(&turns, &mut input, &stream, &conversation.place);
    let id = child.id().to_string();
    let mut kill = std::process::Command::new("kill");
    assert!(kill.args(["-INT", &id]).status().expect("kill").success());
    serve(
        &[Turn::Expect("LOGOUT".to_owned())],
        &mut input,
        &stream,
        &conversation.place,
    );
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
    assert_eq!(ended.status.code(), Some(0));
}
