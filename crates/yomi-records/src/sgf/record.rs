//! A game as its players, its board, its moves and its result.

use super::change::Change;
use super::dialect::Dialect;
use super::stones::Stones;
use super::text::Origin;
use yomi_core::Player;
use yomi_core::engine::Step;

/// A pass in [`GameRecord::moves`].
pub const PASS: &str = "pass";

/// The size of a board of stones in records that do not name it.
pub(super) const DEFAULT_SIZE: usize = 19;

/// One game from the start of a file to the end of its main line.
///
/// [`parse`](GameRecord::parse) reads one, [`to_sgf`](GameRecord::to_sgf) writes one,
/// [`replay`](GameRecord::replay) plays it on a referee.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameRecord {
    /// Which game: the value of `GM`.
    pub game: String,
    /// The names of the first and of the second player.
    pub players: [Option<String>; 2],
    /// Their ranks as the file has them, such as `5k` or `1d`.
    pub ranks: [Option<String>; 2],
    /// The result as the file has it, such as `B+3` or `0`; [`Verdict`](super::Verdict) reads it.
    pub result: Option<String>,
    /// When it was played, as the file has it.
    pub date: Option<String>,
    /// The rules by name, in games of stones.
    pub rules: Option<String>,
    /// Points along a side of the board, in games of stones.
    pub size: Option<usize>,
    /// Points given to the second player, in games of stones.
    pub komi: Option<f64>,
    /// The number of handicap stones that was agreed on. Where they lie is in
    /// [`setup`](GameRecord::setup), or they are the first moves.
    pub handicap: u32,
    /// What lay on the board before the first move, and who made that, unless the board was empty
    /// and it was the first player.
    pub setup: Option<Stones>,
    /// Where the file sets that up.
    pub setup_at: Origin,
    /// What was said before the first move.
    pub comment: Option<String>,
    /// Who played what, in the game's own notation.
    pub moves: Vec<RecordedMove>,
    /// What was set up by hand after the first move, in its order.
    pub changes: Vec<Change>,
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedMove {
    /// Whose move it is.
    pub player: Player,
    /// The move in the game's own notation; `pass` is a pass.
    pub text: String,
    /// What was said about it.
    pub comment: Option<String>,
    /// Where it stands in its file.
    pub at: Origin,
}

impl RecordedMove {
    /// A move about which nothing was said.
    pub fn new(player: Player, text: impl Into<String>) -> RecordedMove {
        RecordedMove {
            player,
            text: text.into(),
            comment: None,
            at: Origin::default(),
        }
    }

    /// The move of a step of a session, with its remark; `None` if a position was set up.
    pub fn of_step(step: &Step) -> Option<RecordedMove> {
        match step {
            Step::SetUp(_) => None,
            Step::Move {
                mover,
                text,
                remark,
                ..
            } => Some(RecordedMove {
                player: *mover,
                text: text.clone(),
                comment: remark.clone(),
                at: Origin::default(),
            }),
        }
    }
}

impl GameRecord {
    /// A record without moves, of a game played by our rules.
    pub fn new(dialect: &Dialect) -> GameRecord {
        GameRecord {
            game: dialect.game.to_owned(),
            rules: dialect.rules.map(str::to_owned),
            ..GameRecord::default()
        }
    }

    /// The settings of the game's rules that the record names: `size` and `komi` in Go. A referee
    /// must be made with these to replay the record.
    ///
    /// ```
    /// use yomi_records::sgf::{Dialect, GameRecord};
    ///
    /// let record = GameRecord::parse("(;SZ[13]KM[6.50];B[jd])", &Dialect::GO).unwrap();
    /// let settings = [("size", "13"), ("komi", "6.5")];
    /// assert_eq!(record.settings(), settings.map(|(name, value)| (name.into(), value.into())));
    /// ```
    pub fn settings(&self) -> Vec<(String, String)> {
        let size = self.size.map(|size| ("size", size.to_string()));
        let komi = self.komi.map(|komi| ("komi", komi.to_string()));
        let named = [size, komi].into_iter().flatten();
        named
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }

    /// Takes over what settings of the game's rules belong into a record of it.
    #[must_use]
    pub fn with_settings(mut self, settings: &[(String, String)], dialect: &Dialect) -> GameRecord {
        if dialect.has_stones {
            let value = |wanted: &str| {
                let mut named = settings.iter().filter(|(name, _)| name == wanted);
                named.next().map(|(_, value)| value.as_str())
            };
            self.size = value("size").and_then(|text| text.parse().ok());
            self.komi = value("komi").and_then(|text| text.parse().ok());
        }
        self
    }

    /// Points along a side of the board.
    pub(super) fn board_size(&self, dialect: &Dialect) -> usize {
        dialect.setup.board.or(self.size).unwrap_or(DEFAULT_SIZE)
    }

    /// The moves from one up to another, or to the change before it.
    pub(super) fn moves_until_change(&self, from: usize, to: usize) -> &[RecordedMove] {
        let next = self.changes.partition_point(|change| change.after <= from);
        let change = self.changes.get(next).map(|change| change.after);
        &self.moves[from..change.unwrap_or(to).min(to).max(from)]
    }

    /// The changes between a move and the next.
    pub(super) fn changes_after(&self, moves: usize) -> &[Change] {
        let [from, to] = [moves, moves + 1].map(|number| {
            let earlier = |change: &Change| change.after < number;
            self.changes.partition_point(earlier)
        });
        self.changes.get(from..to).unwrap_or_default()
    }
}
