//! A USI program for tic-tac-toe that takes the first free square and misbehaves on demand.
//!
//! `rude-usi MODE [FILE]`; the modes are those of [`Program::obey`]. FILE gets a line for every
//! start of the program and for every command.

mod misconduct;
mod pipes;

use misconduct::{attend, crash, rant, without_end};
use pipes::{hang, say};

const SQUARES: [&str; 9] = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

const OPTIONS: &str = "option name Level type spin default 1 min 1 max 9\n\
                       option name Opening Book type check default true\n\
                       option name Clear type button\n";

fn main() {
    let mut program = Program::default();
    attend(|line| line, |mode, line| program.obey(mode, line));
}

#[derive(Default)]
struct Program {
    played: Vec<String>,
}

impl Program {
    fn obey(&mut self, mode: &str, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        // Misconduct that waits for a command waits until the game is under way.
        let ripe = self.played.len() >= 3;
        match (mode, words[0]) {
            ("crash-on-ready", "isready") => crash(),
            ("hang-on-ready", "isready") => hang(),
            ("crash-on-go", "go") if ripe => crash(),
            ("crash-on-position", "position") if words.len() > 5 => crash(),
            ("crash-at-end", "gameover") => crash(),
            ("hang-on-go", "go") if ripe => hang(),
            ("flood-stderr", "go") => rant(),
            ("flood-usi", "usi") => without_end("option name what a lovely day\n"),
            ("flood-info", "go") if ripe => without_end("info depth 1 score cp 5 pv a1\n"),
            ("flood-one-line", "go") if ripe => without_end("what a lovely day "),
            ("garbage", "go") if ripe => return say("\u{1}\u{7f} segmentation violets\n"),
            ("illegal-move", "go") if ripe => return say("bestmove z99\n"),
            ("win", "go") if ripe => return say("bestmove win\n"),
            ("none", "go") if ripe => return say("bestmove (none)\n"),
            ("resign", "go") if ripe => return say("bestmove resign\n"),
            ("empty-move", "go") if ripe => return say("bestmove\n"),
            ("long-move", "go") if ripe => {
                return say(&format!("bestmove {}\n", "a1,".repeat(1000)));
            }
            ("chatty", "isready" | "go") => say("bestmovement\r\n\r\nusiok\r\ninfo\r\né\n"),
            _ => {}
        }
        self.answer(&words);
    }

    /// What a well-behaved program does.
    fn answer(&mut self, words: &[&str]) {
        match words {
            ["usi"] => say(&format!(
                "Rude, a program\nid name Rude 1.5\nid author Nobody\n{OPTIONS}usiok\n"
            )),
            ["isready"] => say("readyok\n"),
            ["position", "startpos"] => self.played.clear(),
            ["position", "startpos", "moves", moves @ ..] => {
                self.played = moves.iter().map(|&text| text.to_owned()).collect();
            }
            ["go", ..] => self.go(),
            _ => {}
        }
    }

    fn go(&self) {
        let free: Vec<&str> = SQUARES
            .into_iter()
            .filter(|square| !self.played.iter().any(|played| played == square))
            .collect();
        let square = free.first().copied().unwrap_or("resign");
        say(&format!(
            "info depth 1 seldepth 2 score cp 600 nodes 7 hashfull 250 pv {}\n\
             info depth 2 multipv 2 score cp 0 nodes 9 pv c3\n\
             bestmove {square} ponder c3\n",
            free.join(" ")
        ));
    }
}
