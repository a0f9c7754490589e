//! What the GTP of one game has that others have not.

use crate::gtp::server::GtpGame;

/// How a game is set up. The core of GTP is the same for all games: `clear_board`, `play`,
/// `genmove`, `undo`, with the colours `b` and `w` for who begins and who follows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dialect {
    /// Sent before `clear_board` in every game, each if the program knows the command. A program
    /// that knows it and refuses cannot play this game.
    pub setup: Vec<String>,
}

impl Dialect {
    /// A dialect with these commands of its own.
    pub fn new<'a>(setup: impl IntoIterator<Item = &'a str>) -> Dialect {
        Dialect {
            setup: setup.into_iter().map(str::to_owned).collect(),
        }
    }

    /// The dialect of a game by its name in our registry, as our own server speaks it.
    ///
    /// ```
    /// use yomi_protocol::gtp::client::Dialect;
    /// assert_eq!(Dialect::of("blokus-duo").setup, ["set_game Blokus Duo", "boardsize 14"]);
    /// ```
    pub fn of(game: &str) -> Dialect {
        let game = GtpGame::of(game);
        let mut setup = vec![format!("set_game {}", game.official_name())];
        setup.extend(game.board_size.map(|size| format!("boardsize {size}")));
        Dialect { setup }
    }
}
