//! `yomi gtp` as a controller sees it: a real child process at the other end of two pipes.

#[path = "../../crates/yomi-protocol/tests/it/gtp_server/script.rs"]
mod script;

use crate::support::{piped, root, yomi};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout};
use yomi_core::{Player, Referee, Seed};
use yomi_engine::Registry;

/// A program at the other end of a pipe.
struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    /// Starts `yomi` in a folder.
    fn start(args: &[&str], folder: &Path) -> Program {
        let mut child = piped(yomi().args(args).current_dir(folder));
        Program {
            input: child.stdin.take().expect("piped"),
            output: BufReader::new(child.stdout.take().expect("piped")),
            child,
        }
    }

    fn write(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program listens");
    }

    /// Reads up to an empty line.
    fn read(&mut self) -> String {
        let mut reply = String::new();
        while !reply.ends_with("\n\n") {
            let count = self.output.read_line(&mut reply).expect("UTF-8");
            assert!(count > 0, "the program ended after {reply:?}");
        }
        reply
    }

    /// Sends a command that must succeed. Like the strictest match runners this one wants a space
    /// after the sign even if nothing follows.
    fn send(&mut self, command: &str) -> String {
        self.write(command);
        let reply = self.read();
        let text = reply.strip_prefix("= ");
        let text = text.unwrap_or_else(|| panic!("{command}: {reply:?}"));
        text.trim_end().to_owned()
    }

    /// Closes the input; what the program still says, its complaints and its exit code.
    fn end(self) -> (String, String, Option<i32>) {
        let Program {
            child,
            input,
            mut output,
        } = self;
        drop(input);
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut output, &mut rest).expect("UTF-8");
        let ended = child.wait_with_output().expect("it ends");
        let complaints = String::from_utf8_lossy(&ended.stderr).into_owned();
        (rest, complaints, ended.status.code())
    }
}

const QUIETLY: (String, String, Option<i32>) = (String::new(), String::new(), Some(0));

#[test]
fn sessions_go_as_written() {
    let mut faults = Vec::new();
    for entry in fs::read_dir(root().join("tests/cli/gtp")).expect("readable") {
        let path = entry.expect("readable").path();
        let text = fs::read_to_string(&path).expect("readable");
        let (command, session) = text.split_once('\n').expect("lines");
        let args: Vec<&str> = command.split_whitespace().skip(2).collect();
        let folder = tempfile::tempdir().expect("a folder");
        let mut program = Program::start(&args, folder.path());
        let name = path.file_name().expect("a file").to_string_lossy();
        // The first line is the command.
        let session = format!("\n{session}");
        for exchange in script::parse(&name, &session, ".") {
            program.write(&exchange.line);
            let reply = exchange.has_reply().then(|| program.read());
            faults.extend(exchange.fault(reply.as_deref()));
        }
        assert_eq!(program.end(), QUIETLY, "{name}");
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The very commands that Pentobi's match runner sends, and what it expects of the replies.
#[test]
fn a_match_runner_can_play_two_of_them_against_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "--game=blokus-duo";
    let start = |engine| Program::start(&["gtp", game, "--engine", engine], folder.path());
    let mut programs = ["uct:simulations=50", "flat:simulations=500"].map(start);
    let rules = Registry::standard().game(&"blokus-duo".parse().expect("a name"));
    let mut board = rules.expect("a game").referee();
    for program in &mut programs {
        program.send("set_game Blokus Duo");
    }
    for number in 0..2 {
        play_game(&mut programs, number, board.as_mut());
    }
    let [first, second] = board.score().expect("points");
    let result = match first - second {
        lead if lead > 0.0 => format!("B+{lead}"),
        lead if lead < 0.0 => format!("W+{}", -lead),
        _ => "0".to_owned(),
    };
    for mut program in programs {
        assert_eq!(program.send("final_score"), result);
        program.send("quit");
        assert_eq!(program.end(), QUIETLY);
    }
}

fn play_game(programs: &mut [Program; 2], number: usize, board: &mut dyn Referee) {
    board.new_game(Seed::new(0));
    for program in &mut *programs {
        program.send("clear_board");
    }
    let mut times = [0.0; 2];
    for (program, time) in programs.iter_mut().zip(&mut times) {
        *time = program.send("cputime").parse().expect("a number");
    }
    while board.outcome().is_none() {
        let mover = board.to_move();
        let colour = ["b", "w"][mover.index()];
        let turn = (mover.index() + number) % 2;
        let text = programs[turn].send(&format!("genmove {colour}"));
        let (text, _) = board.play(&text).expect("a legal move");
        let other = &mut programs[1 - turn];
        assert_eq!(other.send(&format!("play {colour} {text}")), "");
    }
    for (program, before) in programs.iter_mut().zip(times) {
        let after: f64 = program.send("cputime").parse().expect("a number");
        assert!(after > before);
    }
}

#[test]
fn a_side_without_moves_passes_and_the_game_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["gtp", "--game", "blokus-duo", "--engine", "random"];
    let mut program = Program::start(&args, folder.path());
    let mut skipped = false;
    // Nearly every random game leaves one side without moves before the other.
    for _ in 0..20 {
        program.send("clear_board");
        let mut passes = 0;
        let mut mover = Player::First;
        while passes < 2 {
            let colour = ["b", "w"][mover.index()];
            let text = program.send(&format!("genmove {colour}"));
            skipped |= passes == 1 && text != "pass";
            passes = if text == "pass" { passes + 1 } else { 0 };
            mover = mover.other();
        }
    }
    assert!(skipped, "no side was ever skipped");
    assert_eq!(program.end(), QUIETLY);
}

#[test]
fn the_same_seed_gives_the_same_session() {
    let said = |seed: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let engine = "uct:simulations=300";
        let args = [
            "gtp",
            "--game",
            "blokus-duo",
            "--engine",
            engine,
            "--seed",
            seed,
        ];
        let mut program = Program::start(&args, folder.path());
        let lines = [
            "g",
            "g",
            "move_values",
            "clear_board",
            "g",
            "g",
            "get_value",
        ];
        lines.map(|line| program.send(line))
    };
    assert_eq!(said("1"), said("1"));
    assert_ne!(said("1"), said("2"));
}

#[test]
fn a_random_seed_is_told_and_gives_the_same_session_again() {
    let said = |seed: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let args = [
            "gtp",
            "--game",
            "blokus-duo",
            "--engine",
            "random",
            "--seed",
        ];
        let mut program = Program::start(&[&args[..], &[seed]].concat(), folder.path());
        let replies = ["g", "g", "g", "g"].map(|line| program.send(line));
        (replies, program.end().1)
    };
    let (replies, told) = said("random");
    let seed = told.trim().strip_prefix("seed ").expect("the seed");
    assert_eq!(said(seed), (replies, String::new()));
}

/// Ctrl-C ends a search with its reply, and the session with it; one that waits ends at once.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_session() {
    for command in ["genmove b", "name"] {
        let folder = tempfile::tempdir().expect("a folder");
        let args = ["gtp", "--game", "blokus-duo", "--engine", "uct:time=1000"];
        let mut program = Program::start(&args, folder.path());
        // A reply shows that the handler is in place.
        program.send("version");
        program.write(command);
        let mut kill = std::process::Command::new("kill");
        let id = program.child.id().to_string();
        assert!(kill.args(["-INT", &id]).status().expect("kill").success());
        let status = program.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{command}");
        let (rest, complaints, _) = program.end();
        assert_eq!(complaints, "");
        assert!(rest.is_empty() || script::is_reply(&rest), "{rest:?}");
    }
}

#[test]
fn a_controller_that_leaves_is_no_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["gtp", "--game", "tic-tac-toe"];
    let mut program = Program::start(&args, folder.path());
    program.send("name");
    let Program {
        child,
        mut input,
        output,
    } = program;
    drop(output);
    // The pipe may already be closed at the other end when the second is written.
    let _ = input.write_all(b"name\nname\n");
    drop(input);
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
    assert!(ended.status.success());
}

#[test]
fn every_command_is_documented() {
    let page = fs::read_to_string(root().join("docs/gtp.md")).expect("readable");
    let commands = ["blokus-duo", "go"].map(|game| {
        let mut program = Program::start(&["gtp", "--game", game], &root());
        program.send("list_commands")
    });
    let missing: Vec<&str> = commands
        .iter()
        .flat_map(|names| names.lines())
        .filter(|name| {
            !["`", " "]
                .map(|end| page.contains(&format!("| `{name}{end}")))
                .contains(&true)
        })
        .collect();
    assert!(missing.is_empty(), "docs/gtp.md lacks {missing:?}");
}

/// Streams end when anything comes in, the end of the input included.
#[test]
fn a_stream_of_analysis_ends_with_the_next_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = Program::start(&["gtp", "--game", "go"], folder.path());
    for (stream, next) in [
        ("1 lz-analyze 1", "2 name"),
        ("1 kata-analyze w 1 ownership true", "2 name"),
        ("1 lz-analyze b interval 1", "\n2 name"),
        ("1 kata-analyze interval 100000", "# a remark\n2 name"),
    ] {
        program.write(stream);
        program.write(next);
        let reply = program.read();
        assert!(reply.starts_with("=1\ninfo move "), "{reply:?}");
        assert_eq!(program.read(), "=2 Yomi\n\n");
    }
    program.write("lz-analyze 1");
    let (rest, complaints, code) = program.end();
    assert!(
        rest.starts_with("=\ninfo move ") && rest.ends_with("\n\n"),
        "{rest:?}"
    );
    assert_eq!((complaints.as_str(), code), ("", Some(0)));
}
