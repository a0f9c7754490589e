//! What a server says, line by line.
//!
//! Words are separated by white space. Commands that nobody knows are [`ServerMessage::Unknown`],
//! for a client to pass over; known ones with wrong words are errors that name the command and
//! the word. Whether a move is legal is for the rules to say.

pub use super::setup::{Contestant, GameResult, Setup};
pub use super::words::MessageError;

use super::words::Reader;
use std::time::Duration;
use yomi_core::Player;

/// A line from a server.
#[derive(Clone, PartialEq, Debug)]
pub enum ServerMessage {
    /// Who are you, and what can you do?
    Protocol {
        /// Whether the server takes analyses along with moves.
        analysis: bool,
    },
    /// What is your name?
    Username,
    /// What is your password?
    Password,
    /// Some servers say so after the login.
    Accepted,
    /// For people to read.
    Info(String),
    /// A game begins or is gone on with.
    Setup(Box<Setup>),
    /// Somebody moved.
    Play {
        /// Who.
        player: Player,
        /// The move as it was written.
        text: String,
        /// What is left on the mover's clock.
        left: Duration,
    },
    /// It is our turn.
    Genmove {
        /// The side we are asked to move for.
        player: Player,
        /// What is left on our clock.
        left: Duration,
    },
    /// The game is over.
    GameOver {
        /// The server's date.
        date: String,
        /// How it ended.
        result: GameResult,
        /// What else there is to say, such as why a move was illegal.
        remark: String,
    },
    /// The server does not want to go on.
    Refusal(String),
    /// Something else: the command.
    Unknown(String),
}

impl ServerMessage {
    /// Reads a line; `None` for one that is blank.
    ///
    /// ```
    /// use yomi_online::cgos::message::ServerMessage;
    /// let line = "setup 7 9 7.0 300000 Shiro(1800?) Kuro E5 290000";
    /// let Ok(Some(ServerMessage::Setup(setup))) = ServerMessage::parse(line) else { panic!() };
    /// assert_eq!(setup.spec().to_string(), "go:size=9,komi=7");
    /// assert_eq!(setup.players[0].name, "Kuro");
    /// ```
    pub fn parse(line: &str) -> Result<Option<ServerMessage>, MessageError> {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let words: Vec<&str> = rest.split_whitespace().collect();
        Ok(Some(match command {
            "" => return Ok(None),
            "protocol" => ServerMessage::Protocol {
                analysis: words.contains(&super::analysis::CAPABILITY),
            },
            "username" => ServerMessage::Username,
            "password" => ServerMessage::Password,
            "ok" => ServerMessage::Accepted,
            "info" => ServerMessage::Info(rest.trim().to_owned()),
            "setup" => ServerMessage::Setup(Box::new(Setup::read(&words)?)),
            "play" => {
                let reader = Reader("play");
                let [colour, text, left] = reader.words(&words, "COLOUR MOVE MILLISECONDS")?;
                ServerMessage::Play {
                    player: reader.colour(colour)?,
                    text: text.to_owned(),
                    left: reader.time(left)?,
                }
            }
            "genmove" => {
                let reader = Reader("genmove");
                let [colour, left] = reader.words(&words, "COLOUR MILLISECONDS")?;
                ServerMessage::Genmove {
                    player: reader.colour(colour)?,
                    left: reader.time(left)?,
                }
            }
            "gameover" => {
                let reader = Reader("gameover");
                let [date, result] =
                    reader.words(words.get(..2).unwrap_or(&words), "DATE RESULT")?;
                ServerMessage::GameOver {
                    date: date.to_owned(),
                    result: GameResult::read(result),
                    remark: words[2..].join(" "),
                }
            }
            _ if is_refusal(command) => ServerMessage::Refusal(line.to_owned()),
            _ => ServerMessage::Unknown(command.to_owned()),
        }))
    }
}

/// Whether a line that begins so says that the server hangs up.
fn is_refusal(command: &str) -> bool {
    let word = command.trim_end_matches([':', ',', '!', '.']);
    word.eq_ignore_ascii_case("error") || word.eq_ignore_ascii_case("sorry")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: &str) -> String {
        ServerMessage::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn wrong_words_are_named() {
        let rest = "a(1) b(2)";
        for (line, told) in [
            ("setup", "setup: expected GAME SIZE KOMI"),
            ("setup x 9 7 1 a b", "game 'x': expected a whole number"),
            (
                "setup 1 99 7 1 a b",
                "size '99': expected a whole number from 1 to 25",
            ),
            ("setup 1 9 nan 1 a b", "komi 'nan': expected a number"),
            ("setup 1 9 7 inf a b", "time 'inf': expected a number"),
            (
                "setup 1 9 7 1 a b E5",
                "the last move 'E5': expected a move and",
            ),
            ("play x E5 1", "play: colour 'x': expected b or w"),
            (
                "play b E5",
                "play: expected COLOUR MOVE MILLISECONDS, found 'b E5'",
            ),
            ("genmove b soon", "genmove: time 'soon'"),
            ("genmove", "genmove: expected COLOUR MILLISECONDS, found ''"),
            ("gameover 2026-11-15", "gameover: expected DATE RESULT"),
        ] {
            let line = line.replace("a b", rest);
            assert!(error(&line).contains(told), "{line}: {}", error(&line));
        }
    }

    #[test]
    fn what_servers_vary_is_read_all_the_same() {
        let parse = |line| ServerMessage::parse(line).unwrap();
        assert_eq!(parse(" \r"), None);
        let genmove = ServerMessage::Genmove {
            player: Player::Second,
            left: Duration::ZERO,
        };
        assert_eq!(
            parse("genmove W -312"),
            Some(genmove),
            "a clock that ran out"
        );
        for line in [
            "Error: You are already logged on!",
            "Sorry, password doesn't match",
        ] {
            assert_eq!(parse(line), Some(ServerMessage::Refusal(line.to_owned())));
        }
        assert_eq!(
            parse("hello you"),
            Some(ServerMessage::Unknown("hello".to_owned()))
        );
        let Some(ServerMessage::Setup(setup)) = parse("setup 0 19 6.5 1 x(y(1?) z) pass 1.5")
        else {
            panic!("a setup")
        };
        assert_eq!(setup.players[1].name, "x(y");
        assert_eq!(setup.players[1].rating.as_deref(), Some("1?"));
        assert_eq!(setup.side_of("z)"), Some(Player::First));
        assert_eq!(
            setup.moves,
            [("pass".to_owned(), Duration::from_micros(1500))]
        );
    }
}
