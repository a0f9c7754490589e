//! What a person types at the prompt.

use std::io::{self, BufRead};
use yomi_protocol::lines::{Lines, TooLong};

/// One line at the prompt, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Nothing but white space.
    Nothing,
    /// Anything that is no command.
    Move(String),
    /// What would the engine play?
    Hint,
    /// Take moves back.
    Undo,
    /// List the legal moves.
    Moves,
    /// Draw the board again.
    Board,
    /// Explain the commands.
    Help,
    /// Give the game up.
    Resign,
    /// Leave.
    Quit,
    /// A line that is no line of a person.
    TooLong(TooLong),
}

/// What each command does, for the help.
pub const HELP: &str = "  hint        what the engine would play for you
  undo        take back your last move and the engine's answer
  moves       all legal moves
  board       the board again
  resign      give the game up
  quit        leave";

impl Input {
    /// Reads a line; the end of the input means to leave.
    pub fn read(lines: &mut Lines<impl BufRead>) -> io::Result<Input> {
        let Some(line) = lines.next_bytes() else {
            return Ok(Input::Quit);
        };
        Ok(match line? {
            Ok(line) => Input::understand(String::from_utf8_lossy(&line).trim()),
            Err(too_long) => Input::TooLong(too_long),
        })
    }

    fn understand(line: &str) -> Input {
        match line.to_lowercase().as_str() {
            "" => Input::Nothing,
            "hint" => Input::Hint,
            "undo" => Input::Undo,
            "moves" => Input::Moves,
            "board" => Input::Board,
            "help" | "?" => Input::Help,
            "resign" => Input::Resign,
            "quit" | "exit" => Input::Quit,
            _ => Input::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood_and_the_end_means_to_leave() {
        let mut lines =
            Lines::of_at_most(&b" Hint \n\n E4\r\nno \xff text\n1234567890\nundo"[..], 9);
        let mut read = || Input::read(&mut lines).unwrap();
        assert_eq!(read(), Input::Hint);
        assert_eq!(read(), Input::Nothing);
        assert_eq!(read(), Input::Move("E4".to_owned()));
        assert_eq!(read(), Input::Move("no \u{fffd} text".to_owned()));
        assert_eq!(read(), Input::TooLong(TooLong { limit: 9 }));
        assert_eq!(read(), Input::Undo);
        assert_eq!(read(), Input::Quit);
    }
}
