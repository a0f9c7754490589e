//! What a server says, line by line; the lines of a game's summary are read by
//! [`summary`](super::summary).

use super::ending::{Reason, Verdict};
use thiserror::Error;
use yomi_core::foreign::quoted;
use yomi_records::shogi::csa::csa_move::CsaMove;

/// A line that cannot be right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {reason}")]
pub struct MessageError {
    /// The line.
    pub place: String,
    /// What is wrong with it, and what was expected.
    pub reason: String,
}

/// A line from a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServerMessage {
    /// We are in.
    LoginOk,
    /// We are not: the name is taken, or the password wrong.
    LoginIncorrect,
    /// We are out.
    LogoutCompleted,
    /// The lines of a game's summary follow.
    SummaryBegins,
    /// Both sides agreed: the game, whose clock now runs.
    Start(String),
    /// Somebody did not agree: the game, and who.
    Reject(String),
    /// Somebody moved.
    Move {
        /// What.
        played: CsaMove,
        /// How long that took, in units of the game's time, if the server says so.
        time: Option<u64>,
    },
    /// Somebody gave up, declared or broke off: `%TORYO`, `%KACHI`, `%CHUDAN`.
    Special(String),
    /// Why the game is over.
    Reason(Reason),
    /// What that means.
    Verdict(Verdict),
    /// For people to read.
    Info(String),
    /// Something else.
    Unknown(String),
}

impl ServerMessage {
    /// Reads a line; `None` for one that only shows that the server is there.
    ///
    /// ```
    /// use yomi_online::csa::message::ServerMessage;
    /// let Ok(Some(ServerMessage::Move { played, time })) = ServerMessage::parse("+7776FU,T12") else {
    ///     panic!()
    /// };
    /// assert_eq!((played.to_string().as_str(), time), ("+7776FU", Some(12)));
    /// ```
    pub fn parse(line: &str) -> Result<Option<ServerMessage>, MessageError> {
        let line = line.trim();
        Ok(Some(match line.as_bytes() {
            [] => return Ok(None),
            [b'+' | b'-', ..] => {
                let (text, rest) = line.split_once(',').unwrap_or((line, ""));
                let wrong = |reason| MessageError {
                    place: format!("line {}", quoted(line)),
                    reason,
                };
                ServerMessage::Move {
                    played: CsaMove::parse(text).map_err(wrong)?,
                    time: time_of(rest).map_err(wrong)?,
                }
            }
            // What servers say beyond the protocol.
            [b'#', b'#', ..] => ServerMessage::Info(line.to_owned()),
            [b'#', ..] => match (Reason::parse(line), Verdict::parse(line)) {
                (Some(reason), _) => ServerMessage::Reason(reason),
                (_, Some(verdict)) => ServerMessage::Verdict(verdict),
                _ => ServerMessage::Unknown(line.to_owned()),
            },
            [b'%', ..] => {
                let (word, _) = line.split_once(',').unwrap_or((line, ""));
                ServerMessage::Special(word.to_owned())
            }
            _ => Self::sentence(line),
        }))
    }

    fn sentence(line: &str) -> ServerMessage {
        if line == "BEGIN Game_Summary" {
            return ServerMessage::SummaryBegins;
        }
        match line.split_once(':') {
            Some(("LOGIN", "incorrect")) => ServerMessage::LoginIncorrect,
            Some(("LOGIN", rest)) if rest.ends_with(" OK") => ServerMessage::LoginOk,
            Some(("LOGOUT", "completed")) => ServerMessage::LogoutCompleted,
            Some(("START", game)) => ServerMessage::Start(game.to_owned()),
            Some(("REJECT", rest)) => ServerMessage::Reject(rest.to_owned()),
            _ => ServerMessage::Unknown(line.to_owned()),
        }
    }
}

/// The time in what follows a move: `T12`, perhaps with a remark after it.
pub(super) fn time_of(rest: &str) -> Result<Option<u64>, String> {
    let word = match rest.split_once(',') {
        Some((word, _)) => word,
        None => rest,
    };
    match word.strip_prefix('T') {
        None => Ok(None),
        Some(digits) => {
            let time = digits.parse().ok().filter(|&time| time <= MOST_UNITS);
            let wrong = || format!("time {}: expected T and a whole number", quoted(word));
            time.map(Some).ok_or_else(wrong)
        }
    }
}

/// Ten years of milliseconds: more than any game takes, and sums of it never overflow.
pub(super) const MOST_UNITS: u64 = 320_000_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> ServerMessage {
        ServerMessage::parse(line).unwrap().unwrap()
    }

    #[test]
    fn every_kind_of_line() {
        let text = str::to_owned;
        for (line, message) in [
            ("LOGIN:yomi OK", ServerMessage::LoginOk),
            ("LOGIN:incorrect", ServerMessage::LoginIncorrect),
            ("LOGOUT:completed", ServerMessage::LogoutCompleted),
            ("BEGIN Game_Summary", ServerMessage::SummaryBegins),
            ("START:a+b:c", ServerMessage::Start(text("a+b:c"))),
            ("REJECT:a by b", ServerMessage::Reject(text("a by b"))),
            ("%TORYO,T5", ServerMessage::Special(text("%TORYO"))),
            ("#RESIGN", ServerMessage::Reason(Reason::Resign)),
            ("#CHUDAN", ServerMessage::Verdict(Verdict::Chudan)),
            (
                "##[ERROR] what?",
                ServerMessage::Info(text("##[ERROR] what?")),
            ),
            ("#WHAT", ServerMessage::Unknown(text("#WHAT"))),
            ("LOGIN:x", ServerMessage::Unknown(text("LOGIN:x"))),
        ] {
            assert_eq!(parse(line), message, "{line}");
        }
        assert_eq!(ServerMessage::parse(" \r"), Ok(None));
        let time = |line: &str| match parse(line) {
            ServerMessage::Move { time, .. } => time,
            other => panic!("{other:?}"),
        };
        assert_eq!(time("-3334FU"), None);
        assert_eq!(time("-3334FU,T0"), Some(0));
        assert_eq!(time("-3334FU,T3,'* 20 +2726FU"), Some(3));
        assert_eq!(time("-3334FU,'* 20 +2726FU"), None);
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (line, told) in [
            ("+77", "line '+77': '+77': expected a move such as +7776FU"),
            ("+", "line '+': '+': expected a move"),
            (
                "-3334FU,Tx",
                "line '-3334FU,Tx': time 'Tx': expected T and a whole number",
            ),
            ("-3334FU,T-1", "time 'T-1'"),
            (
                "-3334FU,T99999999999999999999",
                "expected T and a whole number",
            ),
        ] {
            let error = ServerMessage::parse(line).unwrap_err().to_string();
            assert!(error.contains(told), "{line}: {error}");
        }
    }
}
