//! The official server's `config.json`: JSON with comments.
//!
//! `server.port`, `server.timeout_dc_ok`, `server.send_trajectory`,
//! `server.steps_per_trajectory_frame` and `game` mean what they mean there. `game_is_ready` and
//! `game_is_ready_patch`, which hide the players' seeds from the clients, are passed over: here
//! seeds are always hidden.

use serde::Deserialize;
use yomi_records::dc3::{PerTeam, Rules, Seconds};

/// A configuration.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Config {
    /// Where and how to serve.
    pub server: ServerConfig,
    /// What is played.
    pub game: Rules,
}

/// Where and how to serve.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct ServerConfig {
    /// The port of each team.
    pub port: PerTeam<u16>,
    /// How long a client may take to answer the first message.
    pub timeout_dc_ok: Seconds,
    /// Whether updates hold trajectories.
    pub send_trajectory: bool,
    /// Milliseconds between the frames of a trajectory.
    pub steps_per_trajectory_frame: u32,
}

impl Config {
    /// Reads a configuration; a line that says what is wrong with it.
    ///
    /// ```
    /// use yomi_online::dc3::Config;
    /// let error = Config::parse("{ /* nothing */ }").unwrap_err();
    /// assert!(error.starts_with("missing field `server`"), "{error}");
    /// ```
    pub fn parse(text: &str) -> Result<Config, String> {
        serde_json::from_str(&without_comments(text)).map_err(|error| error.to_string())
    }
}

/// The text with every comment blanked, so that places in error messages stay right.
fn without_comments(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    let mut quoted = false;
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', _) if quoted => {
                clean.push(letter);
                clean.extend(letters.next());
            }
            ('"', _) => {
                quoted = !quoted;
                clean.push(letter);
            }
            ('/', Some('/')) if !quoted => {
                clean.push(' ');
                while let Some(letter) = letters.next_if(|&letter| letter != '\n') {
                    clean.push(blank(letter));
                }
            }
            ('/', Some('*')) if !quoted => {
                clean.push(' ');
                clean.extend(letters.next().map(blank));
                let mut last = ' ';
                for letter in letters.by_ref() {
                    clean.push(blank(letter));
                    if (last, letter) == ('*', '/') {
                        break;
                    }
                    last = letter;
                }
            }
            _ => clean.push(letter),
        }
    }
    clean
}

fn blank(letter: char) -> char {
    if letter == '\n' { '\n' } else { ' ' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_blanked_and_texts_are_not() {
        for (text, clean) in [
            ("{} // a\n1", "{}     \n1"),
            ("1 /* a\n b */ 2", "1     \n      2"),
            (r#""// \" /*" // "#, r#""// \" /*"    "#),
            ("/*/ still */1", "            1"),
            ("/* open", "       "),
            ("1 / 2 /", "1 / 2 /"),
        ] {
            assert_eq!(without_comments(text), clean, "{text}");
        }
    }
}
