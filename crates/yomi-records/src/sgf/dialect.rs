//! How a game is spelled in a record.

use super::point::Point;
use super::record::PASS;

/// What a game's records look like: its name, its properties, its moves.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// The value of `GM`.
    pub(super) game: &'static str,
    /// Whether a record that names no game is of this one.
    pub(super) default_game: bool,
    /// How the names of files end.
    pub(super) extension: &'static str,
    /// The names for a move of each player; the first is the one that is written.
    pub(super) moves: [&'static [&'static str]; 2],
    /// The names for a player's name, likewise.
    pub(super) names: [&'static [&'static str]; 2],
    /// What errors call the players.
    pub(super) sides: [&'static str; 2],
    /// Properties that change the position in a way that a list of moves cannot say, or moves of
    /// players this game does not have.
    pub(super) refused: &'static [&'static str],
    /// A move as the game's notation has it, from the values of its property and the board's size.
    pub(super) read_move: fn(&[String], usize) -> Option<String>,
    /// The value for a move in the game's notation.
    pub(super) write_move: fn(&str, usize) -> Option<String>,
    /// What `read_move` wants to see.
    pub(super) move_format: &'static str,
    /// Whether a pass is only a remark: the game itself passes over a side that cannot move.
    pub(super) passes_are_remarks: bool,
    /// Whether stones lie on the points of a square board: it has a size (`SZ`), stones can be set
    /// up (`AB`, `AW`, `AE`, `PL`), and there are a komi, a handicap and a name for the rules.
    pub(super) has_stones: bool,
    /// The value of `RU` for the rules we play by.
    pub(super) rules: Option<&'static str>,
    /// Whether the faults that files of this game are known for are read over.
    pub(super) tolerant: bool,
}

impl Dialect {
    /// Blokus Duo as Pentobi writes it in files that end in `.blksgf`.
    ///
    /// `B` and `W` are the first and the second player; the numbers `1` and `2` are read too. A
    /// move is one value that lists its squares, or, as in the oldest files, a value per square.
    pub const BLOKUS_DUO: Dialect = Dialect {
        game: "Blokus Duo",
        default_game: false,
        extension: "blksgf",
        moves: [&["B", "1"], &["W", "2"]],
        sides: ["first", "second"],
        names: [&["PB", "P1"], &["PW", "P2"]],
        refused: &[
            "AB", "AW", "AE", "A1", "A2", "A3", "A4", "3", "4", "BLUE", "YELLOW", "RED", "GREEN",
        ],
        read_move: |values, _| read_squares(values),
        write_move: |text, _| Some(text.to_owned()),
        move_format: "the squares of a piece, such as e10,f10,f11",
        passes_are_remarks: true,
        has_stones: false,
        rules: None,
        tolerant: false,
    };

    /// Go, for which the format was made: points are two letters, columns from the left and rows
    /// from the top, and a pass is empty. In a [`GameRecord`](super::GameRecord) a move is a
    /// vertex of GTP, `D4`, or `pass`.
    pub const GO: Dialect = Dialect {
        game: "1",
        default_game: true,
        extension: "sgf",
        moves: [&["B"], &["W"]],
        sides: ["Black", "White"],
        names: [&["PB"], &["PW"]],
        refused: &[],
        read_move: read_point,
        write_move: |text, size| Some(Point::from_vertex(text, size)?.to_string()),
        move_format: "two letters for a point of the board, such as dd, or nothing for a pass",
        passes_are_remarks: false,
        has_stones: true,
        rules: Some("Chinese"),
        tolerant: true,
    };

    /// The dialect of the game that Yomi calls by this name, if it has one.
    pub fn of(game: &str) -> Option<Dialect> {
        match game {
            "blokus-duo" => Some(Dialect::BLOKUS_DUO),
            "go" => Some(Dialect::GO),
            _ => None,
        }
    }

    /// The value of `GM` in this game's records.
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// How the names of this game's files end, without the dot.
    pub fn extension(&self) -> &'static str {
        self.extension
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

fn read_point(values: &[String], size: usize) -> Option<String> {
    let [value] = values else { return None };
    let point = Point::from_letters(value)?;
    if point.is_on(size) {
        return Some(point.vertex(size));
    }
    // Before version 4 `tt` was the pass on any board up to 19x19. Some programs take the point
    // outside the corner of whatever board it is.
    let outside = |place| point.column == place && point.row == place;
    ((size <= 19 && outside(19)) || outside(size)).then(|| PASS.to_owned())
}
