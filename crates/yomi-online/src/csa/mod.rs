//! The CSA server protocol, version 1.2.1: games of shogi between programs, as on Floodgate and at
//! the computer shogi championships.
//!
//! Both sides speak in lines over one connection; the server is the referee and keeps the clocks.
//!
//! | the client says | the server says |
//! |---|---|
//! | `LOGIN NAME PASSWORD` | `LOGIN:NAME OK` or `LOGIN:incorrect` |
//! | | `BEGIN Game_Summary` ... `END Game_Summary`: a [`summary`] |
//! | `AGREE` or `REJECT` | `START:GAME` or `REJECT:GAME by NAME` |
//! | `+7776FU`, a move, with what one thinks of it: `+7776FU,'* 30 -3334FU` | `+7776FU,T12` to both sides: the move and the time it took |
//! | `%TORYO`, to resign; `%KACHI`, to declare | the same |
//! | | `#RESIGN`, why the game is over, and `#WIN`, what that means: an [`ending`] |
//! | an empty line, to show that one is there | perhaps an empty line |
//! | `LOGOUT` | `LOGOUT:completed` |
//!
//! Servers may hang up after every game (Floodgate's does) or go on with the next over the same
//! connection. A game whose connection is lost is lost: there is no way back into it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`message`] | what a server says in one line |
//! | [`summary`] | a game as it is proposed: who, how long, from which position |
//! | [`ending`] | how a game ended |
//! | `clock` | how long a side may think |
//! | `remark` | what a client thinks of a move, for those who watch |
//! | [`client`] | playing on a server |
//!
//! Moves and positions are written as in [records](yomi_records::shogi::csa).

pub mod client;
mod clock;
pub mod ending;
pub mod message;
mod record;
mod remark;
pub mod summary;
mod summary_lines;

pub use crate::common::Password;
pub use clock::TimeControl;

/// Whether a name can be sent; if not, why not.
///
/// ```
/// use yomi_online::csa::check_name;
/// assert_eq!(check_name("Yomi_0-1"), Ok(()));
/// assert!(check_name("読み").unwrap_err().starts_with("the name "));
/// ```
pub fn check_name(text: &str) -> Result<(), String> {
    check_word("name", text)
}

/// Whether a game's name, such as `floodgate-300-10F`, can be sent along with a password; if not,
/// why not.
///
/// ```
/// use yomi_online::csa::check_game_name;
/// assert_eq!(check_game_name("floodgate-300-10F"), Ok(()));
/// assert!(check_game_name("floodgate,300").is_err());
/// ```
pub fn check_game_name(text: &str) -> Result<(), String> {
    check_word("game's name", text)
}

/// Servers keep names to these letters: a comma, for instance, would begin the password.
fn check_word(what: &str, text: &str) -> Result<(), String> {
    let is_fit = |c: char| c.is_ascii_alphanumeric() || "_-@.".contains(c);
    match text {
        "" => Err(format!("the {what} is empty")),
        _ if !text.chars().all(is_fit) => Err(format!(
            "the {what} has other letters than a-z, A-Z, 0-9, '_', '-', '@' and '.'"
        )),
        _ => Ok(()),
    }
}
