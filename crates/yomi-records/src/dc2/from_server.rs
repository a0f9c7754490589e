//! What a server says.
//!
//! Commands are read whatever the case of their letters, and fields after those that are known do
//! not count: so do the official players. A command that nobody knows is kept as
//! [`ServerMessage::Unknown`].

use super::fields::{Fields, MessageError, write_shot, write_stones};
use std::fmt;
use yomi_core::Player;
use yomi_core::foreign::quoted;
use yomi_curling::{Shot, Stones};

/// Where a game stands: all of SETSTATE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetState {
    /// Stones thrown in this end, 0 to 16.
    pub shot: u8,
    /// Ends played; in the last SETSTATE of a game as many as there are.
    pub end: u8,
    /// Ends in the game.
    pub ends: u8,
    /// Who throws next.
    pub to_move: Player,
}

/// How a game went for the one who is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Won.
    Win,
    /// Lost.
    Lose,
    /// Neither.
    Draw,
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Verdict::Win => "WIN",
            Verdict::Lose => "LOSE",
            Verdict::Draw => "DRAW",
        }
    }
}

/// A message from a server.
#[derive(Clone, PartialEq, Debug)]
pub enum ServerMessage {
    /// The connection stands: the player may log in.
    Connected,
    /// The answer to a login.
    Login {
        /// Whether it was accepted.
        accepted: bool,
    },
    /// Asks for READYOK.
    IsReady,
    /// A game begins.
    NewGame {
        /// The sides by name; the first begins.
        names: [String; 2],
    },
    /// The kind of game.
    GameInfo {
        /// Whether it is mixed doubles.
        mixed_doubles: bool,
        /// Whether noise is on speed and angle, not on the two velocities.
        polar_noise: bool,
    },
    /// How great the noise is.
    RandomSize([f64; 2]),
    /// Asks for the stones that are laid down before an end of mixed doubles.
    PutStone,
    /// Where the stones lie.
    Position(Box<Stones>),
    /// Where the game stands.
    SetState(SetState),
    /// Asks for a shot, and tells how many milliseconds both sides have left.
    Go {
        /// The times as they were written.
        times: [i64; 2],
    },
    /// The shot as it was carried out.
    RunShot(Shot),
    /// The points of an end; above 0 if they are the first side's.
    Score(i8),
    /// The points of the game.
    TotalScore([u32; 2]),
    /// A side gave up.
    Concede(String),
    /// A side has no time left.
    TimeOut(String),
    /// The game is over.
    GameOver(Verdict),
    /// The server is about to leave.
    Disconnect,
    /// Something else; only its command.
    Unknown(String),
}

impl ServerMessage {
    /// Reads a message.
    ///
    /// ```
    /// use yomi_records::dc2::from_server::ServerMessage;
    ///
    /// let go = ServerMessage::parse("GO 438000 437500").unwrap();
    /// assert_eq!(go, ServerMessage::Go { times: [438000, 437500] });
    /// let error = ServerMessage::parse("GO 438000").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "GO, time of the second: expected a whole number, found the end of the message"
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<ServerMessage, MessageError> {
        let mut fields = Fields::new(text);
        let command = fields.command().to_ascii_uppercase();
        Ok(match command.as_str() {
            "CONNECTED" => ServerMessage::Connected,
            "LOGIN" => {
                let accepted = fields.read("answer", "OK or NG", |word| {
                    match word.to_ascii_uppercase().as_str() {
                        "OK" => Some(true),
                        "NG" => Some(false),
                        _ => None,
                    }
                })?;
                ServerMessage::Login { accepted }
            }
            "ISREADY" => ServerMessage::IsReady,
            "NEWGAME" => {
                // Some servers leave the names out.
                let mut name = |default: &str| fields.optional().unwrap_or(default).to_owned();
                let names = [name("first"), name("second")];
                ServerMessage::NewGame { names }
            }
            "GAMEINFO" => ServerMessage::GameInfo {
                mixed_doubles: fields.whole("rules", 0..=1)? == 1,
                polar_noise: fields.whole("noise", 0..=1)? == 1,
            },
            "RANDOMSIZE" => {
                let sizes = [fields.number("size 1")?, fields.number("size 2")?];
                ServerMessage::RandomSize(sizes)
            }
            "PUTSTONE" => ServerMessage::PutStone,
            "POSITION" => ServerMessage::Position(Box::new(fields.stones()?)),
            "SETSTATE" => ServerMessage::SetState(SetState::read(&mut fields)?),
            "GO" => {
                let mut time = |field| fields.whole(field, i64::MIN..=i64::MAX);
                let times = [time("time of the first")?, time("time of the second")?];
                ServerMessage::Go { times }
            }
            "RUNSHOT" => ServerMessage::RunShot(fields.shot()?),
            "SCORE" => ServerMessage::Score(fields.whole("points", -8..=8)? as i8),
            "TOTALSCORE" => ServerMessage::TotalScore(read_total(&mut fields)?),
            "CONCEDE" => ServerMessage::Concede(rest(&mut fields)),
            "TIMEOUT" => ServerMessage::TimeOut(rest(&mut fields)),
            "GAMEOVER" => {
                let verdict = fields.read("result", "WIN, LOSE or DRAW", |word| {
                    [Verdict::Win, Verdict::Lose, Verdict::Draw]
                        .into_iter()
                        .find(|verdict| word.eq_ignore_ascii_case(verdict.word()))
                })?;
                ServerMessage::GameOver(verdict)
            }
            "DISCONNECT" => ServerMessage::Disconnect,
            _ if is_word(&command) => ServerMessage::Unknown(fields.command().to_owned()),
            _ => {
                return Err(MessageError {
                    place: "the command".to_owned(),
                    expected: "a word such as POSITION".to_owned(),
                    found: quoted(text),
                });
            }
        })
    }
}

impl SetState {
    /// Who threw first in this end.
    pub fn first(&self) -> Player {
        match self.shot % 2 {
            0 => self.to_move,
            _ => self.to_move.other(),
        }
    }

    /// The fields of SETSTATE.
    pub(super) fn read(fields: &mut Fields) -> Result<SetState, MessageError> {
        Ok(SetState {
            shot: fields.whole("shots thrown", 0..=16)? as u8,
            end: fields.whole("ends played", 0..=99)? as u8,
            ends: fields.whole("ends in the game", 1..=99)? as u8,
            to_move: fields.player("who throws")?,
        })
    }
}

/// The fields of TOTALSCORE.
pub(super) fn read_total(fields: &mut Fields) -> Result<[u32; 2], MessageError> {
    let mut points = |field| {
        let points = fields.whole(field, 0..=i64::from(u16::MAX))?;
        Ok(points as u32)
    };
    Ok([
        points("points of the first")?,
        points("points of the second")?,
    ])
}

/// The words that are left.
fn rest(fields: &mut Fields) -> String {
    let words: Vec<&str> = std::iter::from_fn(|| fields.optional()).collect();
    words.join(" ")
}

/// Whether this could be a command of some server.
fn is_word(text: &str) -> bool {
    let is_first = |byte: u8| byte.is_ascii_alphabetic();
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    text.bytes().next().is_some_and(is_first) && text.bytes().all(is_inner)
}

/// As a server writes it.
impl fmt::Display for ServerMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerMessage::Connected => f.write_str("CONNECTED"),
            ServerMessage::Login { accepted } => {
                write!(f, "LOGIN {}", if *accepted { "OK" } else { "NG" })
            }
            ServerMessage::IsReady => f.write_str("ISREADY"),
            ServerMessage::NewGame {
                names: [first, second],
            } => {
                write!(f, "NEWGAME {first} {second}")
            }
            ServerMessage::GameInfo {
                mixed_doubles,
                polar_noise,
            } => {
                let (rules, noise) = (u8::from(*mixed_doubles), u8::from(*polar_noise));
                write!(f, "GAMEINFO {rules} {noise}")
            }
            ServerMessage::RandomSize([one, two]) => write!(f, "RANDOMSIZE {one} {two}"),
            ServerMessage::PutStone => f.write_str("PUTSTONE"),
            ServerMessage::Position(stones) => {
                f.write_str("POSITION")?;
                write_stones(f, stones)
            }
            ServerMessage::SetState(state) => {
                let SetState {
                    shot, end, ends, ..
                } = state;
                write!(f, "SETSTATE {shot} {end} {ends} {}", state.to_move.index())
            }
            ServerMessage::Go {
                times: [first, second],
            } => write!(f, "GO {first} {second}"),
            ServerMessage::RunShot(shot) => {
                f.write_str("RUNSHOT")?;
                write_shot(f, *shot)
            }
            ServerMessage::Score(points) => write!(f, "SCORE {points}"),
            ServerMessage::TotalScore([first, second]) => {
                write!(f, "TOTALSCORE {first} {second}")
            }
            ServerMessage::Concede(name) => write!(f, "CONCEDE {name}"),
            ServerMessage::TimeOut(name) => write!(f, "TIMEOUT {name}"),
            ServerMessage::GameOver(verdict) => write!(f, "GAMEOVER {}", verdict.word()),
            ServerMessage::Disconnect => f.write_str("DISCONNECT"),
            ServerMessage::Unknown(command) => f.write_str(command),
        }
    }
}
