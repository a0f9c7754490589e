//! Square boards whose points have owners, as a line of text: rows from the top joined by `/`, `X` for
//! the first player, `O` for the second, numbers for runs of empty points.
//!
//! ```
//! use yomi_core::Player;
//! use yomi_core::rows::{parse_rows, rows_text};
//!
//! let points = parse_rows("3/1Xo/.2", 3).unwrap();
//! assert_eq!(points[4..6], [Some(Player::First), Some(Player::Second)]);
//! assert_eq!(rows_text(&points, 3), "3/1XO/3");
//! assert_eq!(parse_rows("3/1X2/3", 3), None);
//! ```

use crate::Player;

/// The text of a board of `size` rows, given row by row from the top.
pub fn rows_text(points: &[Option<Player>], size: usize) -> String {
    let mut text = String::new();
    for (i, row) in points.chunks(size.max(1)).enumerate() {
        if i > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for point in row {
            let Some(player) = point else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text.push(['X', 'O'][player.index()]);
        }
        if empty > 0 {
            text += &empty.to_string();
        }
    }
    text
}

/// The points of a board of `size` rows of as many points; `None` if that is not what the text says.
/// Letters may be small, and `.` is an empty point.
pub fn parse_rows(text: &str, size: usize) -> Option<Vec<Option<Player>>> {
    let mut points = Vec::with_capacity(size * size);
    let mut rows = 0;
    for row in text.split('/') {
        rows += 1;
        read_row(row, rows * size, &mut points)?;
    }
    (rows == size).then_some(points)
}

/// Adds the points of a row, after which there must be so many.
fn read_row(row: &str, end: usize, points: &mut Vec<Option<Player>>) -> Option<()> {
    let mut empty = 0;
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            empty = empty * 10 + digit as usize;
            if points.len() + empty > end {
                return None;
            }
            continue;
        }
        points.resize(points.len() + empty, None);
        empty = 0;
        points.push(match letter {
            'X' | 'x' => Some(Player::First),
            'O' | 'o' => Some(Player::Second),
            '.' => None,
            _ => return None,
        });
    }
    points.resize(points.len() + empty, None);
    (points.len() == end).then_some(())
}

/// The groups of points of a player that hang together edge to edge, in the order of the rows, as numbers of
/// points row by row.
///
/// ```
/// use yomi_core::Player;
/// use yomi_core::rows::{groups, parse_rows};
///
/// let points = parse_rows("XO1/X1X/1X1", 3).unwrap();
/// let groups = groups(&points, 3, Player::First);
/// assert_eq!(groups, [vec![0, 3], vec![5], vec![7]]);
/// ```
pub fn groups(points: &[Option<Player>], size: usize, player: Player) -> Vec<Vec<usize>> {
    let mut left: Vec<bool> = points.iter().map(|owner| *owner == Some(player)).collect();
    let mut groups = Vec::new();
    for start in 0..points.len() {
        if !std::mem::take(&mut left[start]) {
            continue;
        }
        let mut group = vec![start];
        let mut next = 0;
        while let Some(&point) = group.get(next) {
            next += 1;
            for other in neighbours(point, size) {
                if left.get_mut(other).is_some_and(std::mem::take) {
                    group.push(other);
                }
            }
        }
        groups.push(group);
    }
    groups
}

/// The points beside a point, of which those below the last row are none of the board.
fn neighbours(point: usize, size: usize) -> impl Iterator<Item = usize> {
    let column = point % size;
    let beside = [
        (column > 0).then(|| point - 1),
        (column + 1 < size).then(|| point + 1),
        point.checked_sub(size),
        Some(point + size),
    ];
    beside.into_iter().flatten()
}

/// The side to move, as positions name it: `b` or `w`, in small or capital letters.
pub fn parse_side(text: &str) -> Option<Player> {
    match text {
        "b" | "B" => Some(Player::First),
        "w" | "W" => Some(Player::Second),
        _ => None,
    }
}

/// The letter of a side.
pub fn side_letter(side: Player) -> char {
    ['b', 'w'][side.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_and_written() {
        for (text, size, written) in [
            ("1", 1, Some("1")),
            ("X", 1, Some("X")),
            ("2/xO", 2, Some("2/XO")),
            ("../1.", 2, Some("2/2")),
            ("02/2", 2, Some("2/2")),
            ("", 1, None),
            ("2/2/2", 2, None),
            ("2", 2, None),
            ("3/2", 2, None),
            ("99999999999999999999999/2", 2, None),
            ("2/XZ", 2, None),
            ("2/é1", 2, None),
            (
                "12/12/12/12/12/12/12/12/12/12/4XO6/12",
                12,
                Some("12/12/12/12/12/12/12/12/12/12/4XO6/12"),
            ),
        ] {
            let read = parse_rows(text, size).map(|points| rows_text(&points, size));
            assert_eq!(read.as_deref(), written, "{text}");
        }
    }
}
