//! How a game is spelled in a record.

use super::point::Point;
use super::record::PASS;
use yomi_core::Player;

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
    /// The board, and how positions are set up by hand.
    pub(super) setup: &'static SetupFormat,
    /// A move as the game's notation has it, from the values of its property and the board's size.
    pub(super) read_move: fn(&[String], usize) -> Option<String>,
    /// The value for a move in the game's notation.
    pub(super) write_move: fn(&str, usize) -> Option<String>,
    /// What `read_move` wants to see.
    pub(super) move_format: &'static str,
    /// Whether a pass is only a remark: the game itself passes over a side that cannot move.
    pub(super) passes_are_remarks: bool,
    /// Whether this is a game in the tradition that the format was made for: the board has a size (`SZ`), and
    /// there are a komi, a handicap, moves out of turn and a name for the rules.
    pub(super) has_stones: bool,
    /// The value of `RU` for the rules we play by.
    pub(super) rules: Option<&'static str>,
    /// Whether the faults that files of this game are known for are read over.
    pub(super) tolerant: bool,
}

/// What the board of a game is like in its records, and how positions are set up on it by hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetupFormat {
    /// The names for stones of the first and of the second player that are set up by hand, and for points
    /// that are made empty; the first is the one that is written.
    pub(super) stones: [&'static [&'static str]; 3],
    /// The points of a value of such a property.
    pub(super) read_points: fn(&str, usize) -> Option<Vec<Point>>,
    /// The value for points that are set up together.
    pub(super) write_points: fn(&[Point], usize) -> String,
    /// What errors call such a value, and what `read_points` wants to see.
    pub(super) points_format: [&'static str; 2],
    /// Whether points are set up in pieces, a value for each: no piece may lie on another, and only whole
    /// ones are taken off.
    pub(super) has_pieces: bool,
    /// Points along a side, where all boards have as many.
    pub(super) board: Option<usize>,
    /// Moves and stones of players this game does not have.
    pub(super) refused: &'static [&'static str],
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
        setup: &DUO_SETUP,
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
        setup: &GO_SETUP,
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

const DUO_SETUP: SetupFormat = SetupFormat {
    stones: [&["AB", "A1"], &["AW", "A2"], &["AE"]],
    read_points: piece_points,
    write_points: write_piece,
    points_format: [
        "the piece",
        "the squares of a piece, such as e10,f10,f11, on a board of 14x14",
    ],
    has_pieces: true,
    board: Some(14),
    refused: &["A3", "A4", "3", "4", "BLUE", "YELLOW", "RED", "GREEN"],
};

const GO_SETUP: SetupFormat = SetupFormat {
    stones: [&["AB"], &["AW"], &["AE"]],
    read_points: read_rectangle,
    write_points: |points, _| {
        let names: Vec<String> = points.iter().map(Point::to_string).collect();
        names.join(":")
    },
    points_format: [
        "the point",
        "two letters for a point of the board, such as dd, or dd:ff for all points of a rectangle",
    ],
    has_pieces: false,
    board: None,
    refused: &[],
};

/// What a property sets up: stones of a player, or empty points.
pub(super) const KINDS: [Option<Player>; 3] = [Some(Player::First), Some(Player::Second), None];

impl Dialect {
    /// What a property of this name sets up, if it does.
    pub(super) fn set_up_by(&self, name: &str) -> Option<Option<Player>> {
        let mut kinds = KINDS.into_iter().zip(self.setup.stones);
        let (stone, _) = kinds.find(|(_, names)| names.contains(&name))?;
        Some(stone)
    }

    /// Who moves next in a position that is set up: the side that the file names, or the one that makes the next
    /// move. In a game where either side may move at any time, whoever makes it has it, whatever else the file says.
    pub(super) fn next_mover(&self, named: Option<Player>, next: Option<Player>) -> Option<Player> {
        match self.has_stones {
            true => next.or(named),
            false => named.or(next),
        }
    }
}

/// The points of a piece, whose squares are named as in moves.
fn piece_points(value: &str, size: usize) -> Option<Vec<Point>> {
    let point = |square: &str| {
        let square = square.trim().to_ascii_lowercase();
        let row: usize = square
            .get(1..)
            .filter(|_| is_square(&square))?
            .parse()
            .ok()?;
        let column = usize::from(square.as_bytes()[0] - b'a');
        let point = Point {
            column,
            row: size.checked_sub(row)?,
        };
        point.is_on(size).then_some(point)
    };
    let mut points: Vec<Point> = value.split(',').map(point).collect::<Option<_>>()?;
    points.sort_by_key(|point| (std::cmp::Reverse(point.row), point.column));
    Some(points)
}

fn write_piece(points: &[Point], size: usize) -> String {
    let square = |point: &Point| {
        let column = char::from(b'a' + point.column as u8);
        format!("{column}{}", size - point.row)
    };
    let squares: Vec<String> = points.iter().map(square).collect();
    squares.join(",")
}

/// `dd`, or `dd:ff` for the rectangle between two corners, given as its upper left and its lower
/// right one.
fn read_rectangle(value: &str, size: usize) -> Option<Vec<Point>> {
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let [from, to] = [Point::from_letters(from)?, Point::from_letters(to)?];
    let [left, right] = [from.column.min(to.column), from.column.max(to.column)];
    let [top, bottom] = [from.row.min(to.row), from.row.max(to.row)];
    let inside = right < size && bottom < size;
    let row = move |row| (left..=right).map(move |column| Point { column, row });
    inside.then(|| (top..=bottom).flat_map(row).collect())
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
