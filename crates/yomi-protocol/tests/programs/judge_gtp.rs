//! A GTP program that is told games and says who won, rightly or wrongly.
//!
//! `judge-gtp MODE [FILE]`: the mode is the answer to `final_score`, such as `B+3.5`, or one of
//! the misdeeds below. FILE gets a line for every start of the program and for every command.

mod pipes;

use pipes::{hang, note, say};
use std::io;
use std::process::exit;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_default();
    let file = arguments.next();
    note(file.as_deref(), "start");
    let mut moves = 0;
    for line in io::stdin().lines() {
        let Ok(line) = line else { break };
        let (id, command) = line.split_once(' ').unwrap_or(("", &line));
        note(file.as_deref(), command);
        let name = command.split(' ').next().unwrap_or_default();
        let answer = match (mode.as_str(), name) {
            (_, "quit") => break,
            ("no-score", "list_commands") => "list_commands\nclear_board\nplay\ngenmove",
            (_, "list_commands") => {
                "list_commands\nname\nclear_board\nboardsize\nkomi\nplay\ngenmove\nfinal_score"
            }
            (_, "name") => "Judge",
            (_, "clear_board") => {
                moves = 0;
                ""
            }
            ("refuse-move", "play") if moves == 3 => {
                say(&format!("?{id} illegal move\n\n"));
                continue;
            }
            (_, "play") => {
                moves += 1;
                ""
            }
            ("crash", "final_score") => {
                eprintln!("scales out of balance");
                exit(3);
            }
            // Only FILE remembers that it has crashed before.
            ("crash-once", "final_score") if starts(file.as_deref()) < 2 => exit(3),
            ("crash-once", "final_score") => "W+1",
            ("hang", "final_score") => hang(),
            ("refuse", "final_score") => {
                say(&format!("?{id} cannot score\n\n"));
                continue;
            }
            (answer, "final_score") => answer,
            _ => "",
        };
        say(&format!("={id} {answer}\n\n"));
    }
}

/// How often the program was started.
fn starts(file: Option<&str>) -> usize {
    let text = file.and_then(|path| std::fs::read_to_string(path).ok());
    let text = text.unwrap_or_default();
    text.lines().filter(|line| *line == "start").count()
}
