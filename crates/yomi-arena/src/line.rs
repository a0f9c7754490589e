//! One opening of a list, as people and records write it.
//!
//! Moves separated by blanks; or `startpos`, `moves` and the moves, as USI says it; or, in games
//! whose positions can be set up, `sfen`, a position in the game's notation and, if there are any,
//! `moves` and the moves from there. A word `position` before that is allowed, and so is `resign` at the
//! end of what is written so, as records of whole games have it: the moves before it are the opening.

use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// Where a game begins: the moves that are played first, from the start or from a position.
///
/// ```
/// use yomi_arena::OpeningLine;
/// let read = |text: &str| -> OpeningLine { text.parse().expect("anything can be read") };
/// assert_eq!(read("startpos moves 7g7f 3c3d"), read("7g7f 3c3d"));
/// assert_eq!(read("startpos moves 7g7f 3c3d resign"), read("7g7f 3c3d"));
/// let problem = read("sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1 moves G*5b");
/// assert_eq!(problem.position.as_deref(), Some("4k4/9/9/9/9/9/9/9/4K4 b G 1"));
/// assert_eq!(problem.moves, ["G*5b"]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct OpeningLine {
    /// The position that is set up, in the game's notation; `None`: the start of the game.
    pub position: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

/// As records have it: from the start of the game, the list of moves will do.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Moves(Vec<String>),
    From {
        position: String,
        moves: Vec<String>,
    },
}

impl From<Written> for OpeningLine {
    fn from(written: Written) -> OpeningLine {
        match written {
            Written::Moves(moves) => moves.into(),
            Written::From { position, moves } => OpeningLine {
                position: Some(position),
                moves,
            },
        }
    }
}

impl From<OpeningLine> for Written {
    fn from(line: OpeningLine) -> Written {
        let moves = line.moves;
        match line.position {
            None => Written::Moves(moves),
            Some(position) => Written::From { position, moves },
        }
    }
}

impl From<Vec<String>> for OpeningLine {
    fn from(moves: Vec<String>) -> OpeningLine {
        OpeningLine {
            position: None,
            moves,
        }
    }
}

impl FromStr for OpeningLine {
    /// Whether position and moves make sense is for the referee to say.
    type Err = Infallible;

    fn from_str(text: &str) -> Result<OpeningLine, Infallible> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = match words.as_slice() {
            ["position", rest @ ..] => rest,
            all => all,
        };
        let words = match words {
            ["startpos" | "sfen", .., "resign" | "win"] => &words[..words.len() - 1],
            words => words,
        };
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Ok(match words {
            ["startpos", "moves", moves @ ..] | ["startpos", moves @ ..] => OpeningLine {
                position: None,
                moves: owned(moves),
            },
            ["sfen", rest @ ..] => {
                let end = rest.iter().position(|word| *word == "moves");
                let (position, moves) = rest.split_at(end.unwrap_or(rest.len()));
                OpeningLine {
                    position: Some(position.join(" ")),
                    moves: owned(moves.get(1..).unwrap_or_default()),
                }
            }
            moves => OpeningLine {
                position: None,
                moves: owned(moves),
            },
        })
    }
}

/// Reading it gives the same again.
impl fmt::Display for OpeningLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.moves.join(" ");
        match &self.position {
            None => f.write_str(&moves),
            Some(position) if moves.is_empty() => write!(f, "sfen {position}"),
            Some(position) => write!(f, "sfen {position} moves {moves}"),
        }
    }
}
