//! A GTP program for tic-tac-toe that takes the first free square and misbehaves on demand.
//!
//! `rude-gtp MODE [FILE]`; the modes are those of [`Mode`]. FILE gets a line for every start of the
//! program and for every command.

mod misconduct;
mod pipes;

use misconduct::{attend, crash, rant, without_end};
use pipes::{hang, say};

const SQUARES: [&str; 9] = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

const COMMANDS: &str = "list_commands\nname\nversion\nset_random_seed\ntime_settings\ntime_left\n\
                        set_game\nclear_board\nplay\nundo\ngenmove\nquit";

fn main() {
    let mut program = Program::default();
    attend(
        |line| split(line).1,
        |mode, line| {
            let (id, command) = split(line);
            program.obey(mode, id, command);
        },
    );
}

/// The number of a command, and the rest.
fn split(line: &str) -> (&str, &str) {
    line.split_once(' ').unwrap_or(("", line))
}

#[derive(Default)]
struct Program {
    played: Vec<String>,
}

impl Program {
    fn obey(&mut self, mode: &str, id: &str, command: &str) {
        let words: Vec<&str> = command.split(' ').collect();
        // Misconduct that waits for a command waits until the game is under way.
        let ripe = self.played.len() >= 3;
        match (mode, words[0]) {
            ("crash-on-clear", "clear_board") => crash(),
            ("crash-on-genmove", "genmove") if ripe => crash(),
            ("crash-on-play", "play") if ripe => crash(),
            ("hang-on-genmove", "genmove") if ripe => hang(),
            ("hang-on-play", "play") if ripe => hang(),
            ("refuse-list", "list_commands") => return say(&format!("?{id} unknown command\n\n")),
            ("short-list", "list_commands") => return say(&format!("={id} play\nquit\n\n")),
            ("refuse-game", "set_game") => return say(&format!("?{id} invalid argument\n\n")),
            ("refuse-play", "play") if ripe => return say(&format!("?{id} illegal move\n\n")),
            ("refuse-genmove", "genmove") if ripe => return say(&format!("?{id} cannot\n\n")),
            ("flood-stderr", "genmove") => rant(),
            ("flood-stdout", "genmove") if ripe => without_end("what a lovely day\n"),
            ("flood-one-line", "genmove") if ripe => without_end("what a lovely day "),
            ("flood-empty-lines", "genmove") if ripe => without_end("\n"),
            ("endless-answer", "genmove") if ripe => {
                say(&format!("={id} a1\n"));
                without_end("and another line\n");
            }
            ("unfinished-answer", "genmove") if ripe => {
                say(&format!("={id} a1\n"));
                hang();
            }
            ("garbage", "genmove") if ripe => return say("\u{1}\u{7f} segmentation violets\n\n"),
            ("wrong-id", "genmove") if ripe => return say("=999999 a1\n\n"),
            ("no-id", _) => return self.answer("", &words),
            ("illegal-move", "genmove") if ripe => return say(&format!("={id} z99\n\n")),
            ("pass", "genmove") if ripe => return say(&format!("={id} pass\n\n")),
            ("resign", "genmove") if ripe => return say(&format!("={id} Resign\n\n")),
            ("empty-move", "genmove") if ripe => return say(&format!("={id}\n\n")),
            ("long-move", "genmove") if ripe => {
                return say(&format!("={id} {}\n\n", "a1,".repeat(1000)));
            }
            _ => {}
        }
        self.answer(id, &words);
    }

    /// What a well-behaved program does.
    fn answer(&mut self, id: &str, words: &[&str]) {
        let text = match words {
            ["list_commands"] => COMMANDS.to_owned(),
            ["name"] => "Rude".to_owned(),
            ["version"] => "1.5".to_owned(),
            ["clear_board"] => {
                self.played.clear();
                String::new()
            }
            ["play", "b" | "w", square] => {
                self.played.push((*square).to_owned());
                String::new()
            }
            ["undo"] => {
                self.played.pop();
                String::new()
            }
            ["genmove", "b" | "w"] => {
                let free = |square: &&&str| !self.played.iter().any(|played| played == *square);
                let square = SQUARES.iter().find(free).map_or("pass", |square| *square);
                self.played.push(square.to_owned());
                square.to_uppercase()
            }
            [
                "set_random_seed" | "time_settings" | "time_left" | "set_game",
                ..,
            ] => String::new(),
            _ => return say(&format!("?{id} unknown command\n\n")),
        };
        say(&format!("={id} {text}\n\n"));
    }
}
