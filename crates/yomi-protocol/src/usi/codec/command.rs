//! What a board asks.

use super::Go;
use yomi_core::foreign::quoted;

/// A position: where it begins, and the moves from there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The position to begin at as text; `None` is the start of the game.
    pub start: Option<String>,
    /// The moves that were played from there.
    pub moves: Vec<String>,
}

/// A command as it was sent.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Who are you, and which options do you have?
    Usi,
    /// Are you ready?
    IsReady,
    /// Set an option.
    SetOption {
        /// Its name, with single spaces if it has several words.
        name: String,
        /// All that came after `value`; `None` if there was no such word.
        value: Option<String>,
    },
    /// A new game begins.
    NewGame,
    /// This is the position.
    Position(Place),
    /// Think.
    Go(Box<Go>),
    /// Answer now.
    Stop,
    /// The expected move was played; the clocks may be told anew.
    PonderHit(Box<Go>),
    /// The game is over.
    GameOver,
    /// Leave.
    Quit,
}

impl Command {
    /// Reads a line; `None` if there is nothing in it.
    ///
    /// ```
    /// use yomi_protocol::usi::codec::{Command, Place};
    ///
    /// let command = Command::parse("position startpos moves 7g7f 3c3d\r").unwrap();
    /// let moves = vec!["7g7f".to_owned(), "3c3d".to_owned()];
    /// assert_eq!(command, Some(Command::Position(Place { start: None, moves })));
    /// assert_eq!(Command::parse(" "), Ok(None));
    /// assert_eq!(Command::parse("castle").unwrap_err(), "unknown command 'castle'");
    /// ```
    pub fn parse(line: &str) -> Result<Option<Command>, String> {
        let line = line.trim();
        let Some((first, rest)) = split_word(line) else {
            return Ok(None);
        };
        let command = match first {
            "usi" => Command::Usi,
            "isready" => Command::IsReady,
            "setoption" => set_option(rest)?,
            "usinewgame" => Command::NewGame,
            "position" => Command::Position(place(rest)?),
            "go" => Command::Go(Box::new(Go::parse(rest))),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit(Box::new(Go::parse(rest))),
            "gameover" => Command::GameOver,
            "quit" => Command::Quit,
            unknown => return Err(format!("unknown command {}", quoted(unknown))),
        };
        Ok(Some(command))
    }
}

/// The first word and what comes after it; `None` if there is none.
fn split_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    if text.is_empty() {
        return None;
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    Some(text.split_at(end))
}

fn set_option(text: &str) -> Result<Command, String> {
    let expected = || "expected setoption name NAME [value VALUE]".to_owned();
    let mut rest = match split_word(text) {
        Some(("name", rest)) => rest,
        _ => return Err(expected()),
    };
    let mut name: Vec<&str> = Vec::new();
    let mut value = None;
    while let Some((word, after)) = split_word(rest) {
        rest = after;
        if word == "value" && !name.is_empty() {
            // Spaces within count: it may be the name of a file.
            value = Some(after.trim().to_owned());
            break;
        }
        name.push(word);
    }
    if name.is_empty() {
        return Err(expected());
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value,
    })
}

fn place(text: &str) -> Result<Place, String> {
    let expected = || "expected position startpos|sfen SFEN [moves MOVE...]".to_owned();
    let mut words = text.split_whitespace();
    let start = match words.next() {
        Some("startpos") => match words.next() {
            None | Some("moves") => None,
            Some(_) => return Err(expected()),
        },
        Some("sfen") => {
            let sfen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            if sfen.is_empty() {
                return Err(expected());
            }
            Some(sfen.join(" "))
        }
        _ => return Err(expected()),
    };
    Ok(Place {
        start,
        moves: words.map(str::to_owned).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(line: &str) -> Result<(String, Option<String>), String> {
        match Command::parse(line)? {
            Some(Command::SetOption { name, value }) => Ok((name, value)),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn options_have_names_of_several_words_and_values_of_any_kind() {
        for (line, name, value) in [
            ("setoption name USI_Hash value 256", "USI_Hash", Some("256")),
            ("setoption  name  Clear   Hash ", "Clear Hash", None),
            ("setoption name Book value", "Book", Some("")),
            (
                "setoption name Book File value  C:\\my  files\\a value b.db ",
                "Book File",
                Some("C:\\my  files\\a value b.db"),
            ),
            ("setoption name value value 3", "value", Some("3")),
            ("setoption name name", "name", None),
        ] {
            let value = value.map(str::to_owned);
            assert_eq!(option(line), Ok((name.to_owned(), value)), "{line}");
        }
        for line in ["setoption", "setoption name", "setoption USI_Hash 3"] {
            assert!(option(line).unwrap_err().starts_with("expected"), "{line}");
        }
    }

    #[test]
    fn positions_begin_anywhere_and_go_on_from_there() {
        let place = |line: &str| match Command::parse(line) {
            Ok(Some(Command::Position(place))) => Ok((place.start, place.moves.join(" "))),
            Ok(other) => panic!("{line}: {other:?}"),
            Err(error) => Err(error),
        };
        let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        for (line, start, moves) in [
            ("position startpos".to_owned(), None, ""),
            ("position startpos moves".to_owned(), None, ""),
            ("position startpos moves 7g7f".to_owned(), None, "7g7f"),
            (format!("position sfen {sfen}"), Some(sfen), ""),
            (
                format!("position  sfen {sfen} moves  7g7f\t3c3d"),
                Some(sfen),
                "7g7f 3c3d",
            ),
        ] {
            let start = start.map(str::to_owned);
            assert_eq!(place(&line), Ok((start, moves.to_owned())), "{line}");
        }
        for line in [
            "position",
            "position sfen",
            "position sfen moves 7g7f",
            "position startpos 7g7f",
            "position 7g7f",
        ] {
            assert!(place(line).is_err(), "{line}");
        }
    }
}
