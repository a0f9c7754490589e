//! 3x3 patterns of good moves, by the eight neighbours of a point.
//!
//! The shapes are those of Gelly, Wang, Munos and Teytaud ("Modification of UCT with patterns in
//! Monte-Carlo Go", 2006): hane, cuts, and blocks on the edge. Each is written as three rows with
//! the point to play in the middle, `a` for one colour and `b` for the other (either may be the
//! mover's), and stands for its rotations and mirror images too.
//!
//! All 4^8 surroundings are looked up in a table made once.

use crate::board::{Board, Point};
use crate::vertex::Vertex;
use std::sync::LazyLock;
use yomi_core::Player;

/// `a`, `b`: a stone of one and of the other colour; `.` empty; `A`, `B`: anything but a stone of
/// that colour (nor the edge); `*`: anything; `#`: the edge.
const SHAPES: &[[&str; 3]] = &[
    // Hane around a stone, closing it in.
    ["aba", "...", "***"],
    // Hane without a cut.
    ["ab.", "...", "*.*"],
    // Bending around, where the other could cut.
    ["ab*", "a..", "*.*"],
    // A stone diagonally against another that has room.
    [".b.", "a..", "..."],
    // Cut or connection of two diagonal stones, unless the cut is covered already.
    ["ab*", "b.A", "*A*"],
    // The same with one side covered.
    ["ab*", "b.a", "***"],
    // A cut between two stones in line.
    ["*a*", "b.b", "AAA"],
    // A cut through a knight's move.
    ["ba*", "A.b", "***"],
    // On the edge: chasing along it.
    ["a.*", "b.*", "###"],
    // On the edge: stopping a cut.
    ["ba*", "a.b", "###"],
    // On the edge: stopping a connection.
    ["*a*", "B.b", "###"],
    // On the edge: coming down between two colours.
    ["*ab", "B.B", "###"],
    // On the edge: the cut itself.
    ["*ba", "a.b", "###"],
];

/// A bit per surroundings: whether a shape matches.
static TABLE: LazyLock<Box<[u64; 1024]>> = LazyLock::new(make_table);

/// Whether one of the shapes is around an empty point.
#[inline(always)]
pub(crate) fn is_shape<const W: usize>(
    table: &[u64; 1024],
    board: &Board<W>,
    point: Vertex,
) -> bool {
    let code = board.surroundings(point).code();
    table[code >> 6] >> (code & 63) & 1 != 0
}

/// The table, for those who ask many times.
pub(crate) fn table() -> &'static [u64; 1024] {
    &TABLE
}

fn make_table() -> Box<[u64; 1024]> {
    let mut table = Box::new([0; 1024]);
    let mut matching = Vec::new();
    for rows in SHAPES {
        for first in Player::BOTH {
            collect(rows, first, &mut matching);
        }
    }
    for code in matching {
        table[code >> 6] |= 1 << (code & 63);
    }
    table
}

/// All surroundings that a shape stands for, with `a` the stones of `first`.
fn collect(rows: &[&str; 3], first: Player, codes: &mut Vec<usize>) {
    let drawn: Vec<u8> = rows.iter().flat_map(|row| row.bytes()).collect();
    for view in 0..8 {
        // Places of the eight directions in the drawing, as this view shows them.
        let places = [7, 3, 5, 1, 6, 8, 0, 2].map(|place| turn(place, view));
        let mut found = vec![0];
        for (i, place) in places.into_iter().enumerate() {
            let all = [Point::Black, Point::White, Point::Empty, Point::Outside];
            let fitting: Vec<usize> = all
                .into_iter()
                .filter(|&point| fits(drawn[place], point, first))
                .map(|point| (point as usize) << (2 * i))
                .collect();
            found = found
                .into_iter()
                .flat_map(|code: usize| fitting.iter().map(move |bits| code | bits))
                .collect();
        }
        codes.extend(found);
    }
}

/// A place in a drawing of nine, turned (views 1 to 3) and mirrored (4 to 7).
fn turn(place: usize, view: usize) -> usize {
    let (mut row, mut column) = (place / 3, place % 3);
    if view >= 4 {
        column = 2 - column;
    }
    for _ in 0..view % 4 {
        (row, column) = (column, 2 - row);
    }
    row * 3 + column
}

fn fits(drawn: u8, point: Point, first: Player) -> bool {
    let (a, b) = (Point::stone(first), Point::stone(first.other()));
    match drawn {
        b'a' => point == a,
        b'b' => point == b,
        b'.' => point == Point::Empty,
        b'A' => point != a && point != Point::Outside,
        b'B' => point != b && point != Point::Outside,
        b'#' => point == Point::Outside,
        _ => true,
    }
}
