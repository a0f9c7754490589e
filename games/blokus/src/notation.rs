//! Moves and boards as people write them.

use crate::board::Board;
use crate::contest::{self, Code};
use crate::game::{BlokusDuo, Placement};
use crate::pieces;
use crate::tables::{SIDE, STARTS, TABLES};
use yomi_core::interactive::{Ink, board_sketch};
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
    let squares = squares.ok_or_else(|| FORMAT.to_owned())?;
    TABLES.find(&squares).map(Placement).ok_or_else(|| {
        "the squares of one piece: one to five that hang together by their edges, each once"
            .to_owned()
    })
}

/// What should have been placed instead, if this may not be, with the square that is in the way.
pub(crate) fn objection(board: &Board, placement: Placement) -> Option<String> {
    let expected = board.objection(placement.0)?;
    let own = |x: usize, y: usize| board.at(x, y) == Some(board.mover());
    let squares = || {
        TABLES
            .squares(placement.0)
            .map(|(x, y)| (usize::from(x), usize::from(y)))
    };
    let beside = |(x, y): (usize, usize)| {
        let near = [
            (x.wrapping_sub(1), y),
            (x + 1, y),
            (x, y.wrapping_sub(1)),
            (x, y + 1),
        ];
        let mut near = near.into_iter().filter(|&(x, y)| x < SIDE && y < SIDE);
        near.find(|&(x, y)| own(x, y))
    };
    let name = |(x, y): (usize, usize)| square_name((x as u8, y as u8));
    let piece = usize::from(TABLES.form(placement.0).piece);
    let is_in_hand = board.hand(board.mover()) >> piece & 1 == 1;
    let why = if board.is_over() {
        None
    } else if !is_in_hand {
        Some(format!("{} was placed already", pieces::name(piece)))
    } else if let Some(taken) = squares().find(|&(x, y)| board.at(x, y).is_some()) {
        Some(format!("{} is taken", name(taken)))
    } else {
        let touching = squares().find_map(|square| Some((square, beside(square)?)));
        touching.map(|(square, own)| format!("{} is beside {}", name(square), name(own)))
    };
    Some(match why {
        Some(why) => format!("{expected} ({why})"),
        None => expected.to_owned(),
    })
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
        match objection(board, placement) {
            None => Ok(placement),
            Some(expected) => Err(error(&expected)),
        }
    }

    /// `X` and `O` are pieces, `+` are squares where the side to move can attach one, `*` is a start
    /// square not yet covered.
    fn render(&self, board: &Board) -> String {
        let boards = std::slice::from_ref(board);
        let drawn = board_sketch(self, boards, None, |cell| free_square(board, cell));
        let mut lines = vec![drawn.to_string()];
        for (player, mark) in Player::BOTH.into_iter().zip(['X', 'O']) {
            let (score, names) = (self.points(board, player), names_in_hand(board, player));
            lines.push(format!("{mark} {score:3} points, in hand: {names}"));
        }
        lines.join("\n")
    }
}

/// The names of the pieces in a hand.
pub(crate) fn names_in_hand(board: &Board, player: Player) -> String {
    let hand = (0..pieces::PIECES).filter(|piece| board.hand(player) >> piece & 1 == 1);
    hand.map(pieces::name).collect::<Vec<_>>().join(" ")
}

/// What a free square shows.
pub(crate) fn free_square(board: &Board, cell: usize) -> (Ink, char) {
    let (x, y) = (cell % SIDE, cell / SIDE);
    if STARTS.contains(&(x, y)) {
        (Ink::Mark, '*')
    } else if board.is_corner(board.mover(), x, y) {
        (Ink::Mark, '+')
    } else {
        (Ink::Faint, '.')
    }
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
