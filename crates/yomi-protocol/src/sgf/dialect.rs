//! How a game is spelled in a record.

/// What a game's records look like: its name, its properties, its moves.
///
/// A game with points on a grid written as two letters, such as Go, would be another constant
/// with other functions for its moves.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// The value of `GM`.
    pub(super) game: &'static str,
    /// The names for a move of each player; the first is the one that is written.
    pub(super) moves: [&'static [&'static str]; 2],
    /// The names for a player's name, likewise.
    pub(super) names: [&'static [&'static str]; 2],
    /// Properties that change the position in a way that a list of moves cannot say, or moves of
    /// players this game does not have.
    pub(super) refused: &'static [&'static str],
    /// A move as the game's notation has it, from the values of its property.
    pub(super) read_move: fn(&[String]) -> Option<String>,
    /// What `read_move` wants to see.
    pub(super) move_format: &'static str,
    /// Whether a pass is only a remark: the game itself passes over a side that cannot move.
    pub(super) passes_are_remarks: bool,
}

impl Dialect {
    /// Blokus Duo as Pentobi writes it in files that end in `.blksgf`.
    ///
    /// `B` and `W` are the first and the second player; the numbers `1` and `2` are read too. A
    /// move is one value that lists its squares, or, as in the oldest files, a value per square.
    pub const BLOKUS_DUO: Dialect = Dialect {
        game: "Blokus Duo",
        moves: [&["B", "1"], &["W", "2"]],
        names: [&["PB", "P1"], &["PW", "P2"]],
        refused: &[
            "AB", "AW", "AE", "A1", "A2", "A3", "A4", "3", "4", "BLUE", "YELLOW", "RED", "GREEN",
        ],
        read_move: read_squares,
        move_format: "the squares of a piece, such as e10,f10,f11",
        passes_are_remarks: true,
    };

    /// The dialect of the game that Yomi calls by this name, if it has one.
    pub fn of(game: &str) -> Option<Dialect> {
        (game == "blokus-duo").then_some(Dialect::BLOKUS_DUO)
    }

    /// The value of `GM` in this game's records.
    pub fn game(&self) -> &'static str {
        self.game
    }
}

fn read_squares(values: &[String]) -> Option<String> {
    let squares = values
        .iter()
        .flat_map(|value| value.split(','))
        .map(|square| square.trim().to_ascii_lowercase());
    let squares: Vec<String> = squares.collect();
    squares
        .iter()
        .all(|square| is_square(square))
        .then(|| squares.join(","))
}

/// A letter and a number. Whether the board is that large is for the rules to say.
fn is_square(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes
        .next()
        .is_some_and(|letter| letter.is_ascii_lowercase())
        && (2..=3).contains(&text.len())
        && bytes.all(|digit| digit.is_ascii_digit())
}
