//! `yomi usi` as a board sees it: a real child process at the other end of two pipes.
//!
//! Sessions are data, in `usi/*.txt`: the command on the first line, then
//!
//! ```text
//! ; a remark
//! > go depth 1
//! info depth 1 * pv 7g7f
//! ...
//! bestmove *
//! ```
//!
//! A line after `> ` is sent. What follows must then be said: each line as it stands, where `*` is
//! any text; `...` is any lines of information up to the next one that fits. Nothing else may be
//! said, neither before nor at the end.

use crate::support::{piped, root, yomi};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;
use yomi_core::params::Param;
use yomi_core::{Rng, Seed};
use yomi_engine::Registry;

/// A program at the other end of a pipe.
struct Program {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
}

/// How long a program may take to say what it must say, so that one that says nothing is a failure
/// and not a test without end.
const PATIENCE: Duration = Duration::from_secs(120);

impl Program {
    fn start(args: &[&str]) -> Program {
        let mut child = piped(yomi().args(args).current_dir(root()));
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, receiver) = channel();
        thread::spawn(move || {
            let lines = output.lines().map_while(Result::ok);
            // Until there is no more to read, or nobody to read it.
            lines.map(|line| sender.send(line)).find(Result::is_err)
        });
        Program {
            input: child.stdin.take().expect("piped"),
            output: receiver,
            child,
        }
    }

    fn write(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program listens");
    }

    fn read(&mut self) -> String {
        let line = self.output.recv_timeout(PATIENCE);
        line.expect("the program says something")
    }

    /// Reads up to a line that begins so.
    fn read_until(&mut self, start: &str) -> String {
        loop {
            let line = self.read();
            if line.starts_with(start) {
                return line;
            }
            assert!(is_information(&line), "expected {start}, said {line}");
        }
    }

    /// Closes the input; what the program still says, its complaints and its exit code.
    fn end(self) -> (Vec<String>, String, Option<i32>) {
        drop(self.input);
        let ended = self.child.wait_with_output().expect("it ends");
        let complaints = String::from_utf8_lossy(&ended.stderr).into_owned();
        (
            self.output.iter().collect(),
            complaints,
            ended.status.code(),
        )
    }
}

const QUIETLY: (Vec<String>, String, Option<i32>) = (Vec::new(), String::new(), Some(0));

/// Whether a text fits a pattern in which `*` stands for any text.
fn fits(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(text) = text.strip_prefix(start) else {
        return false;
    };
    (0..=text.len())
        .filter(|&at| text.is_char_boundary(at))
        .any(|at| fits(rest, &text[at..]))
}

/// Whether this is no answer to anything.
fn is_information(line: &str) -> bool {
    ["info ", "option ", "id "]
        .iter()
        .any(|start| line.starts_with(start))
}

#[test]
fn sessions_go_as_written() {
    for entry in fs::read_dir(root().join("tests/cli/usi")).expect("readable") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("a file").to_string_lossy();
        let text = fs::read_to_string(&path).expect("readable");
        let (command, session) = text.split_once('\n').expect("lines");
        let args: Vec<&str> = command.split_whitespace().skip(2).collect();
        let mut program = Program::start(&args);
        let mut skips = false;
        for (number, line) in session.lines().enumerate() {
            let line = line.trim_end();
            if line.is_empty() || line.starts_with(';') {
                continue;
            }
            if let Some(sent) = line.strip_prefix("> ") {
                program.write(sent);
            } else if line == "..." {
                skips = true;
            } else {
                let mut said = program.read();
                while skips && !fits(line, &said) && is_information(&said) {
                    said = program.read();
                }
                let place = number + 2;
                assert!(
                    fits(line, &said),
                    "{name}:{place}: expected {line}\nsaid {said}"
                );
                skips = false;
            }
        }
        assert_eq!(program.end(), QUIETLY, "{name}");
    }
}

/// A board that says anything at any moment: each question gets one answer, and the program ends
/// well, by `quit` or by the end of the input.
#[test]
fn whatever_is_said_and_when_every_question_is_answered_once() {
    const LINES: [&str; 14] = [
        "go infinite",
        "go ponder btime 20 wtime 20",
        "go nodes 3000",
        "go movetime 3",
        "go byoyomi 5",
        "go mate 5",
        "stop",
        "stop",
        "ponderhit",
        "isready",
        "position startpos",
        "position startpos moves 4 4 3",
        "usinewgame",
        "setoption name MultiPV value 2",
    ];
    for (number, engine) in ["alpha-beta:memory=1", "uct"]
        .iter()
        .cycle()
        .take(6)
        .enumerate()
    {
        let mut rng = Seed::new(11).index(number as u64).rng();
        let args = ["usi", "--game", "connect-four", "--engine", engine];
        let mut program = Program::start(&args);
        let mut sent = Vec::new();
        for _ in 0..40 {
            let line = LINES[rng.below(LINES.len() as u32) as usize];
            program.write(line);
            sent.push(line.to_owned());
            pause(&mut rng);
        }
        if number % 2 == 0 {
            program.write("quit");
        }
        let (said, complaints, code) = program.end();
        assert_eq!((complaints.as_str(), code), ("", Some(0)));
        let count = |lines: &[String], start: &str| {
            lines.iter().filter(|line| line.starts_with(start)).count()
        };
        for (question, answer) in [("isready", "readyok"), ("go mate", "checkmate")] {
            assert_eq!(count(&sent, question), count(&said, answer), "{sent:?}");
        }
        let moves = count(&sent, "go") - count(&sent, "go mate");
        assert_eq!(moves, count(&said, "bestmove"), "{sent:?}");
    }
}

fn pause(rng: &mut Rng) {
    if rng.below(2) == 0 {
        thread::sleep(Duration::from_micros(rng.below(5000).into()));
    }
}

/// What comes in while an engine thinks is heard, and answered in turn.
#[test]
fn a_thinking_engine_listens() {
    let mut program = Program::start(&["usi"]);
    program.write("position startpos");
    program.write("go infinite");
    program.read_until("info depth 3");
    program.write("isready");
    program.read_until("readyok");
    program.write("position startpos moves 7g7f");
    program.write("go ponder btime 0 wtime 0 byoyomi 100");
    program.read_until("bestmove ");
    program.read_until("info depth 3");
    program.write("ponderhit");
    let answer = program.read_until("bestmove ");
    assert!(answer.contains(" ponder "), "{answer}");
    program.write("go infinite");
    let (rest, complaints, code) = program.end();
    let last = rest.last().expect("an answer");
    assert!(last.starts_with("bestmove "), "{last}");
    assert_eq!((complaints.as_str(), code), ("", Some(0)));
}

#[test]
fn a_board_that_leaves_is_no_error() {
    for last in ["usi", "go infinite", "go mate infinite"] {
        let mut child = piped(yomi().arg("usi"));
        let mut input = child.stdin.take().expect("piped");
        drop(child.stdout.take());
        // The pipe may be closed at the other end before the second is written.
        let _ = writeln!(input, "{last}");
        let _ = writeln!(input, "isready");
        // The program notices by itself, without the end of its input.
        let status = child.wait().expect("it ends");
        drop(input);
        let mut complaints = String::new();
        let mut errors = child.stderr.take().expect("piped");
        errors.read_to_string(&mut complaints).expect("UTF-8");
        assert_eq!(complaints, "", "{last}");
        assert!(status.success(), "{last}");
    }
}

/// Ctrl-C ends a search with its answer, and the session with it.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_session() {
    let mut program = Program::start(&["usi"]);
    program.write("go infinite");
    program.read_until("info depth 2");
    let id = program.child.id().to_string();
    let mut kill = std::process::Command::new("kill");
    assert!(kill.args(["-INT", &id]).status().expect("kill").success());
    program.read_until("bestmove ");
    assert_eq!(program.end(), QUIETLY);
}

/// Options of the engine and of the rules have most names from their tables, which document them.
#[test]
fn every_other_option_is_documented() {
    let page = fs::read_to_string(root().join("docs/usi.md")).expect("readable");
    let registry = Registry::standard();
    let mut entries = registry.entries().iter();
    let rules = entries.find(|entry| entry.name == "shogi").expect("a game");
    let game = registry.game(&"shogi".parse().expect("a name"));
    let engines = game.expect("a game").engines();
    let best = engines.iter().find(|engine| engine.name == "best");
    let best = best.expect("an engine");
    let table: Vec<&Param> = best.parameters.iter().chain(&rules.parameters).collect();
    let mut program = Program::start(&["usi"]);
    program.write("usi");
    let mut missing = Vec::new();
    loop {
        let line = program.read();
        if line == "usiok" {
            break;
        }
        if let Some(rest) = line.strip_prefix("option name ") {
            let name = rest.split(' ').next().expect("a name").to_owned();
            let is_in_table = table.iter().any(|param| param.name == name);
            if !is_in_table && !page.contains(&format!("| `{name}` ")) {
                missing.push(name);
            }
        }
    }
    assert!(missing.is_empty(), "docs/usi.md lacks {missing:?}");
    assert_eq!(program.end(), QUIETLY);
}
