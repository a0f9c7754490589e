//! What a player says.

use super::fields::{Fields, MessageError, write_shot};
use std::fmt;
use yomi_core::foreign::quoted;
use yomi_curling::{Shot, Vector};

/// Who a player is, for servers that want to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Login {
    id: String,
    password: String,
    name: String,
}

impl Login {
    /// A login of these three words. The limits are those of the servers' buffers; the official
    /// server's own rules are stricter (letters and digits; 4 to 16 for the id, 4 to 8 for the
    /// password, up to 16 for the name).
    ///
    /// ```
    /// use yomi_records::dc2::from_client::Login;
    ///
    /// let login = Login::new("yomi", "secret", "Yomi").unwrap();
    /// assert_eq!(login.to_string(), "LOGIN yomi secret Yomi");
    /// let error = Login::new("yomi", "secret", "The best").unwrap_err();
    /// assert!(error.contains("the name 'The best'"));
    /// ```
    pub fn new(id: &str, password: &str, name: &str) -> Result<Login, String> {
        for (what, text, most) in [
            ("name", name, 31),
            ("id", id, 31),
            ("password", password, 15),
        ] {
            let fits = (1..=most).contains(&text.len());
            if !fits || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
                // A password is not for showing.
                let shown = match what {
                    "password" => String::new(),
                    _ => format!(" {}", quoted(text)),
                };
                return Err(format!(
                    "the {what}{shown} cannot be sent: expected 1 to {most} letters, digits or \
                     signs without spaces"
                ));
            }
        }
        Ok(Login {
            id: id.to_owned(),
            password: password.to_owned(),
            name: name.to_owned(),
        })
    }

    /// The id.
    pub fn id(&self) -> &str {
        &self.id
    }
}

impl fmt::Display for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LOGIN {} {} {}", self.id, self.password, self.name)
    }
}

/// How giving up is spelled. The sources do not agree: the servers with a login know one word, the
/// description of the later protocol another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Concession {
    /// `CONCEDE`, for servers with a login.
    Concede,
    /// `CONCEED`, for the others.
    Conceed,
}

/// A message from a player.
#[derive(Clone, PartialEq, Debug)]
pub enum ClientMessage {
    /// Who we are.
    Login(Login),
    /// We leave.
    Logout,
    /// The answer to ISREADY.
    ReadyOk,
    /// The shot to throw.
    BestShot(Shot),
    /// We give up.
    Concede(Concession),
}

impl ClientMessage {
    /// Reads a message. All spellings of giving up are known, also `CONSEED`, which one server
    /// looks for.
    ///
    /// ```
    /// use yomi_curling::{Shot, Spin};
    /// use yomi_records::dc2::from_client::ClientMessage;
    ///
    /// let shot = ClientMessage::parse("BESTSHOT -0.99 -29.5 0").unwrap();
    /// assert_eq!(shot, ClientMessage::BestShot(Shot::new(-0.99, -29.5, Spin::Cw)));
    /// assert!(ClientMessage::parse("BESTSHOT left hard 1").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<ClientMessage, MessageError> {
        let mut fields = Fields::new(text);
        Ok(match fields.command().to_ascii_uppercase().as_str() {
            "LOGIN" => {
                let id = fields.word("id", "a word")?;
                let password = fields.word("password", "a word")?;
                // The name may be left out.
                let name = fields.optional().unwrap_or(id);
                let login = Login::new(id, password, name).map_err(|error| MessageError {
                    place: "LOGIN".to_owned(),
                    expected: "an id, a password and a name".to_owned(),
                    found: error,
                })?;
                ClientMessage::Login(login)
            }
            "LOGOUT" => ClientMessage::Logout,
            "READYOK" => ClientMessage::ReadyOk,
            "BESTSHOT" => ClientMessage::BestShot(fields.shot()?),
            "CONCEDE" => ClientMessage::Concede(Concession::Concede),
            "CONCEED" | "CONSEED" => ClientMessage::Concede(Concession::Conceed),
            _ => {
                return Err(MessageError {
                    place: "the command".to_owned(),
                    expected: "LOGIN, LOGOUT, READYOK, BESTSHOT or CONCEDE".to_owned(),
                    found: quoted(text),
                });
            }
        })
    }
}

impl fmt::Display for ClientMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientMessage::Login(login) => write!(f, "{login}"),
            ClientMessage::Logout => f.write_str("LOGOUT"),
            ClientMessage::ReadyOk => f.write_str("READYOK"),
            ClientMessage::BestShot(shot) => {
                f.write_str("BESTSHOT")?;
                write_shot(f, *shot)
            }
            ClientMessage::Concede(Concession::Concede) => f.write_str("CONCEDE"),
            ClientMessage::Concede(Concession::Conceed) => f.write_str("CONCEED"),
        }
    }
}

/// The shot that a server understands when it is sent this one: servers compute in single
/// precision, and the shortest decimal of that is what goes over the wire. `None` if the velocity
/// has no such number.
pub fn as_sent(shot: Shot) -> Option<Shot> {
    let single = |number: f64| {
        let written = (number as f32).to_string();
        written
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
    };
    let velocity = Vector::new(single(shot.velocity.x)?, single(shot.velocity.y)?);
    Some(Shot { velocity, ..shot })
}
