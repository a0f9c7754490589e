//! Stones on a board, set up by hand.

use super::point::{MAX_SIZE, Point};
use std::fmt;
use std::str::FromStr;
use yomi_core::rows::{groups, parse_rows, parse_side, rows_text, side_letter};
use yomi_core::{Player, PositionError};

/// A position that was set up by hand: stones, and who moves next.
///
/// As text it is what [`Referee::set_position`](yomi_core::Referee::set_position) takes in Go and Blokus
/// Duo: rows from the top joined by `/`, `X` black, `O` white, numbers for empty points, then `b` or
/// `w`. What else a position may say, such as a ko, has no place in a record and is passed over.
///
/// ```
/// use yomi_records::sgf::Stones;
///
/// let stones: Stones = "5/1X3/5/3XO/5 w".parse().unwrap();
/// assert_eq!((stones.size(), stones.to_string().as_str()), (5, "5/1X3/5/3XO/5 w"));
/// assert!("5/5/5 b".parse::<Stones>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stones {
    size: usize,
    /// Row by row from the top.
    points: Vec<Option<Player>>,
    /// Who moves next.
    pub to_move: Player,
}

impl Stones {
    /// An empty board with the first player to move.
    pub(super) fn none(size: usize) -> Stones {
        Stones {
            size,
            points: vec![None; size * size],
            to_move: Player::First,
        }
    }

    /// Points along a side of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The stone on a point of the board.
    pub fn at(&self, point: Point) -> Option<Player> {
        self.points[point.row * self.size + point.column]
    }

    /// Puts a stone on a point of the board, or takes it off.
    pub fn put(&mut self, point: Point, stone: Option<Player>) {
        self.points[point.row * self.size + point.column] = stone;
    }

    /// A player's stones that hang together, each group from the bottom row up and from the left.
    pub fn groups(&self, player: Player) -> Vec<Vec<Point>> {
        let place = |i: usize| Point {
            column: i % self.size,
            row: i / self.size,
        };
        let groups = groups(&self.points, self.size, player).into_iter();
        let sorted = |group: Vec<usize>| {
            let mut group: Vec<Point> = group.into_iter().map(place).collect();
            group.sort_by_key(|point| (std::cmp::Reverse(point.row), point.column));
            group
        };
        groups.map(sorted).collect()
    }

    /// Where a player's stones are, row by row.
    pub fn of(&self, player: Player) -> impl Iterator<Item = Point> {
        let indices = (0..self.points.len()).filter(move |&i| self.points[i] == Some(player));
        indices.map(|i| Point {
            column: i % self.size,
            row: i / self.size,
        })
    }
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = side_letter(self.to_move);
        write!(f, "{} {side}", rows_text(&self.points, self.size))
    }
}

impl FromStr for Stones {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Stones, PositionError> {
        let mut words = text.split_whitespace();
        let rows = words.next().unwrap_or("");
        let size = rows.split('/').count();
        let expected = || {
            PositionError::new(
                "as many rows as each has points, such as 3/1X1/2O b: \
                 X, O and numbers of empty points, then b or w",
            )
        };
        if size > MAX_SIZE {
            return Err(expected());
        }
        let points = parse_rows(rows, size).ok_or_else(expected)?;
        let to_move = words.next().and_then(parse_side).ok_or_else(expected)?;
        Ok(Stones {
            size,
            points,
            to_move,
        })
    }
}
