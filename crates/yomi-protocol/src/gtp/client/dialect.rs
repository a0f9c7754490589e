//! What the GTP of one game has that others have not.

use crate::gtp::server::GtpGame;
use yomi_core::params::Spec;

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

    /// The dialect of a game as our registry names it, with all its settings written out. A size
    /// of the board and a komi are told where the game has such settings; other settings have no
    /// words in GTP.
    ///
    /// ```
    /// use yomi_protocol::gtp::client::Dialect;
    /// assert_eq!(
    ///     Dialect::of(&"blokus-duo".parse()?).setup,
    ///     ["set_game Blokus Duo", "boardsize 14"]
    /// );
    /// let go = Dialect::of(&"go:size=9,komi=6.5".parse()?);
    /// assert_eq!(go.setup[1..], ["boardsize 9", "komi 6.5"]);
    /// # Ok::<(), yomi_core::params::ParamError>(())
    /// ```
    pub fn of(game: &Spec) -> Dialect {
        let setting = |name: &str| {
            let mut settings = game.settings.0.iter();
            settings
                .find(|(key, _)| key == name)
                .map(|(_, value)| value.clone())
        };
        let spoken = GtpGame::of(&game.name);
        let only_size = || spoken.board_size.map(|size| size.to_string());
        let mut setup = vec![format!("set_game {}", spoken.official_name())];
        setup.extend(
            setting("size")
                .or_else(only_size)
                .map(|size| format!("boardsize {size}")),
        );
        setup.extend(setting("komi").map(|komi| format!("komi {komi}")));
        Dialect { setup }
    }
}
