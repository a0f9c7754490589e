//! Stones on a board before the first move.

use super::point::{MAX_SIZE, Point};
use std::fmt::{self, Write as _};
use std::str::FromStr;
use yomi_core::{Player, PositionError};

/// A position that was set up by hand: stones, and who moves next.
///
/// As text it is what [`Referee::set_position`](yomi_core::Referee::set_position) takes in Go:
/// rows from the top joined by `/`, `X` black, `O` white, numbers for empty points, then `b` or
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
        for (i, row) in self.points.chunks(self.size).enumerate() {
            if i > 0 {
                f.write_char('/')?;
            }
            let mut empty = 0;
            for point in row {
                let Some(player) = point else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                }
                empty = 0;
                f.write_char(['X', 'O'][player.index()])?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        f.write_str([" b", " w"][self.to_move.index()])
    }
}

impl FromStr for Stones {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Stones, PositionError> {
        let mut words = text.split_whitespace();
        let rows: Vec<&str> = words.next().unwrap_or("").split('/').collect();
        let size = rows.len();
        let expected = || {
            PositionError::new(
                "as many rows as each has points, such as 3/1X1/2O b: \
                 X, O and numbers of empty points, then b or w",
            )
        };
        if size > MAX_SIZE {
            return Err(expected());
        }
        let to_move = match words.next() {
            Some("b" | "B") => Player::First,
            Some("w" | "W") => Player::Second,
            _ => return Err(expected()),
        };
        let mut points = Vec::with_capacity(size * size);
        for (i, row) in rows.iter().enumerate() {
            read_row(row, (i + 1) * size, &mut points).ok_or_else(expected)?;
        }
        Ok(Stones {
            size,
            points,
            to_move,
        })
    }
}

/// Adds the points of a row, after which there must be so many.
fn read_row(row: &str, end: usize, points: &mut Vec<Option<Player>>) -> Option<()> {
    let mut empty = 0;
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            empty = empty * 10 + digit as usize;
            if empty > MAX_SIZE {
                return None;
            }
            continue;
        }
        points.resize(points.len() + empty, None);
        empty = 0;
        points.push(Some(match letter {
            'X' | 'x' => Player::First,
            'O' | 'o' => Player::Second,
            _ => return None,
        }));
    }
    points.resize(points.len() + empty, None);
    (points.len() == end).then_some(())
}
