//! Moves and boards as people write them.

use crate::board::Board;
use crate::contest::{self, Code};
use crate::game::{BlokusDuo, Placement};
use crate::pieces;
use crate::tables::{SIDE, STARTS, TABLES};
use yomi_core::{Notation, NotationError, Player};

const FORMAT: &str = "the squares of the piece such as e10,f10,f11 (columns a-n, rows 1-14 from the bottom) or a code such as 56t2";

/// What is said to those who pass.
const NO_PASS: &str = "a placement: there is no pass, a side that cannot move is skipped";

/// Reads the squares of a piece, in any order, or its [contest code](contest), and finds the
/// placement, legal or not. The error is what was expected.
pub fn parse_placement(text: &str) -> Result<Placement, String> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("pass") {
        return Err(NO_PASS.to_owned());
    }
    // No list of squares is four characters long and free of commas.
    if text.len() == 4 && !text.contains(',') {
        return match contest::parse(text) {
            Ok(Code::Place(placement)) => Ok(placement),
            Ok(Code::Pass) => Err(NO_PASS.to_owned()),
            Err(error) => Err(error.to_string()),
        };
    }
    let squares: Option<Vec<(u8, u8)>> = text.split(',').map(parse_square).collect();
    squares
        .and_then(|squares| TABLES.find(&squares))
        .map(Placement)
        .ok_or_else(|| FORMAT.to_owned())
}

impl Notation for BlokusDuo {
    fn move_format(&self) -> String {
        FORMAT.to_owned()
    }

    /// Squares from the bottom row up, left to right.
    fn format_action(&self, _: &Board, placement: Placement) -> String {
        let mut squares: Vec<(u8, u8)> = TABLES.squares(placement.0).collect();
        squares.sort_by_key(|&(x, y)| (std::cmp::Reverse(y), x));
        let names: Vec<String> = squares.into_iter().map(square_name).collect();
        names.join(",")
    }

    fn parse_action(&self, board: &Board, text: &str) -> Result<Placement, NotationError> {
        let error = |expected: &str| NotationError::new(text, expected);
        let placement = parse_placement(text).map_err(|expected| error(&expected))?;
        match board.objection(placement.0) {
            None => Ok(placement),
            Some(expected) => Err(error(expected)),
        }
    }

    /// `X` and `O` are pieces, `+` are squares where the side to move can attach one, `*` is a start
    /// square not yet covered.
    fn render(&self, board: &Board) -> String {
        let mut lines: Vec<String> = (0..SIDE).map(|y| row_text(board, y)).collect();
        let columns: String = (b'a'..b'a' + SIDE as u8)
            .map(|name| format!(" {}", name as char))
            .collect();
        lines.push(format!("  {columns}"));
        for (player, mark) in Player::BOTH.into_iter().zip(['X', 'O']) {
            let hand = (0..pieces::PIECES).filter(|piece| board.hand(player) >> piece & 1 == 1);
            let names: Vec<&str> = hand.map(pieces::name).collect();
            let score = self.points(board, player);
            lines.push(format!(
                "{mark} {score:3} points, in hand: {}",
                names.join(" ")
            ));
        }
        lines.join("\n")
    }
}

fn row_text(board: &Board, y: usize) -> String {
    let cell = |x: usize| match board.at(x, y) {
        Some(Player::First) => " X",
        Some(Player::Second) => " O",
        None if STARTS.contains(&(x, y)) => " *",
        None if board.is_corner(board.mover(), x, y) => " +",
        None => " .",
    };
    format!("{:2}{}", SIDE - y, (0..SIDE).map(cell).collect::<String>())
}

pub(crate) fn square_name((x, y): (u8, u8)) -> String {
    format!("{}{}", (b'a' + x) as char, SIDE as u8 - y)
}

pub(crate) fn parse_square(text: &str) -> Option<(u8, u8)> {
    let text = text.trim();
    let column = text
        .bytes()
        .next()?
        .to_ascii_lowercase()
        .checked_sub(b'a')?;
    let digits = text.get(1..)?;
    let row: u8 = digits.parse().ok()?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let inside = column < SIDE as u8 && (1..=SIDE as u8).contains(&row) && plain;
    inside.then(|| (column, SIDE as u8 - row))
}
