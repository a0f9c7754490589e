//! What differs from game to game: names, colours, the size of the board, records.

use std::ops::RangeInclusive;
use yomi_core::{Outcome, Player, Referee};
use yomi_records::sgf;

/// How a game is spoken of in GTP.
#[derive(Clone, Debug)]
pub struct GtpGame {
    /// Names that `set_game` knows it by; the first is the official one.
    pub names: Vec<String>,
    /// Names of each player's colour, in small letters; the first is the one we use ourselves.
    pub colours: [Vec<&'static str>; 2],
    /// The one size that `boardsize` accepts, in games whose board has a size of its own.
    pub board_size: Option<u32>,
    /// What is special in a game of stones on points.
    pub stones: Option<StoneGame>,
    /// How games are recorded in SGF, where they are.
    pub sgf: Option<sgf::Dialect>,
}

/// A game in the tradition that GTP was made for: stones are put on the points of a board.
///
/// The size of the board and komi are settings of the rules (`size` and `komi`) that a controller
/// may change. Either colour may play at any time, and stones may be put down by hand: positions
/// are written as [`sgf::Stones`] are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoneGame {
    /// The sizes of the board that `boardsize` accepts.
    pub sizes: RangeInclusive<u32>,
}

impl GtpGame {
    /// The way of speaking for a game by its name in our registry. A game without a tradition in
    /// GTP is named as we name it, and its players are black and white.
    ///
    /// ```
    /// use yomi_core::Player;
    /// use yomi_protocol::gtp::server::GtpGame;
    ///
    /// let game = GtpGame::of("blokus-duo");
    /// assert_eq!(game.official_name(), "Blokus Duo");
    /// assert_eq!(game.player("GREEN"), Some(Player::Second));
    /// ```
    pub fn of(game: &str) -> GtpGame {
        match game {
            "blokus-duo" => GtpGame {
                names: vec!["Blokus Duo".to_owned(), game.to_owned()],
                colours: [vec!["b", "blue", "black"], vec!["w", "green", "white"]],
                board_size: Some(14),
                stones: None,
                sgf: Some(sgf::Dialect::BLOKUS_DUO),
            },
            "go" => GtpGame {
                names: vec!["Go".to_owned()],
                colours: [vec!["b", "black"], vec!["w", "white"]],
                board_size: None,
                stones: Some(StoneGame { sizes: 5..=19 }),
                sgf: Some(sgf::Dialect::GO),
            },
            _ => GtpGame {
                names: vec![game.to_owned()],
                colours: [vec!["b", "black"], vec!["w", "white"]],
                board_size: None,
                stones: None,
                sgf: None,
            },
        }
    }

    /// The name to show.
    pub fn official_name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }

    /// Whether `set_game` may call the game this.
    pub fn is_called(&self, name: &str) -> bool {
        self.names
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
    }

    /// The player of a colour.
    pub fn player(&self, colour: &str) -> Option<Player> {
        let known = |player: &Player| {
            let names = &self.colours[player.index()];
            names.iter().any(|name| name.eq_ignore_ascii_case(colour))
        };
        Player::BOTH.into_iter().find(known)
    }

    /// The colour of a player.
    pub fn colour(&self, player: Player) -> &'static str {
        self.colours[player.index()].first().copied().unwrap_or("")
    }

    /// The score as SGF writes results: `B+3`, `W+1.5`, `0`. Where stones can be dead, they are
    /// taken off first. In games without points a win is written without its size, `B+`, and only
    /// a finished game has a score; points are compared at any time.
    pub fn final_score(&self, referee: &dyn Referee) -> Result<String, String> {
        let settled = referee.settlement().map(|settlement| settlement.points);
        let points = settled.or_else(|| referee.score());
        let (standing, ending) = match (points, referee.outcome()) {
            (Some([first, second]), _) => {
                let standing = match first - second {
                    lead if lead > 0.0 => Outcome::Win(Player::First),
                    lead if lead < 0.0 => Outcome::Win(Player::Second),
                    _ => Outcome::Draw,
                };
                (standing, sgf::Margin::between([first, second]))
            }
            (None, Some(outcome)) => (outcome, sgf::Margin::Unsaid),
            (None, None) => return Err("cannot score: the game is not over".to_owned()),
        };
        Ok(sgf::result_text(standing, ending).unwrap_or_else(|| standing.to_string()))
    }
}
