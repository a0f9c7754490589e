//! Lines of moves in KIF: `   1 ７六歩(77)   ( 0:16/00:00:16)`.
//!
//! A move is its number, the destination (or `同` for that of the move before), the piece before the
//! move, `成` if it promotes, and its origin in parentheses or `打` for a drop. What follows is how long
//! it took and how long all moves of that player together.

use super::words;
use crate::shogi::builder::SIDES;
use crate::shogi::time::clock;
use std::time::Duration;
use yomi_core::Player;
use yomi_shogi::{Board, Kind, Move, Square};

/// A line that begins with a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MoveLine<'a> {
    pub number: usize,
    /// The move or the word that stands for the end, without the time.
    pub text: &'a str,
    pub time: Option<Duration>,
    /// Whether the line ends within the time.
    pub is_cut: bool,
}

impl MoveLine<'_> {
    /// Splits a line; `None` if it does not begin with a number and something else.
    pub fn parse(line: &str) -> Option<MoveLine<'_>> {
        let line = line.trim_start();
        let digits = line.find(|letter: char| !letter.is_ascii_digit())?;
        let (number, rest) = line.split_at(digits);
        let rest = rest.trim_start();
        // The origin is in parentheses, too, but closely follows the move.
        let is_time = |place: &usize| {
            let inside = rest[place + 1..].split([')', '/']).next();
            inside.is_some_and(|inside| inside.contains(':'))
        };
        let mut parentheses = rest.match_indices('(').map(|(place, _)| place);
        let (text, time, is_cut) = match parentheses.find(is_time) {
            Some(place) => {
                let after = &rest[place + 1..];
                let inside = after.split([')', '/']).next();
                (&rest[..place], inside.and_then(clock), !after.contains(')'))
            }
            None => (rest, None, false),
        };
        // A plus sign marks a move that has variations.
        let text = text.trim_end().trim_end_matches('+').trim_end();
        Some(MoveLine {
            number: number.parse().ok()?,
            text,
            time,
            is_cut,
        })
    }
}

/// A move as it is spelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KifMove {
    /// The side it is marked with, if it is.
    pub player: Option<Player>,
    /// `None`: where the move before went.
    to: Option<Square>,
    /// The piece before the move.
    kind: Kind,
    promotes: bool,
    /// `None`: from the hand.
    from: Option<Square>,
}

impl KifMove {
    /// Reads a move; what was expected in its place if it is none.
    pub fn parse(text: &str) -> Result<KifMove, String> {
        let wrong = || "a move such as ７六歩(77), ５五角打 or 投了".to_owned();
        let mut rest = text;
        let player = rest.chars().next().and_then(words::mark);
        if player.is_some() {
            rest = rest.trim_start_matches(|letter| words::mark(letter).is_some());
        }
        let to = match rest.strip_prefix('同') {
            Some(after) => {
                rest = after.trim_start();
                None
            }
            None => {
                let (square, after) = square(rest).ok_or_else(wrong)?;
                rest = after.trim_start();
                Some(square)
            }
        };
        let (kind, after) = words::kind(rest).ok_or_else(wrong)?;
        // How the piece goes there, which the origin tells as well.
        let hints = ['左', '右', '上', '行', '入', '引', '寄', '直'];
        rest = after.trim_start().trim_start_matches(hints);
        let mut promotes = false;
        if let Some(after) = rest.strip_prefix("不成").or(rest.strip_prefix('生')) {
            rest = after;
        } else if let Some(after) = rest.strip_prefix('成') {
            promotes = true;
            rest = after;
        }
        let from = match rest.trim() {
            "打" => None,
            origin => {
                let origin = origin
                    .strip_prefix('(')
                    .and_then(|rest| rest.strip_suffix(')'));
                let origin = origin
                    .and_then(square)
                    .filter(|(_, after)| after.is_empty());
                let expected = "where the piece comes from, such as (77), or 打 after it";
                Some(origin.ok_or(expected)?.0)
            }
        };
        Ok(KifMove {
            player,
            to,
            kind,
            promotes,
            from,
        })
    }

    /// The move on this board, if the move before went to `last`. If the piece is not the one named,
    /// what should have been named; the move may still be illegal.
    pub fn on(&self, board: &Board, last: Option<Square>) -> Result<Move, String> {
        let to = self.to.or(last);
        let to = to.ok_or("a square instead of 同, as there is no move before it")?;
        let Some(from) = self.from else {
            return if Kind::HAND.contains(&self.kind) && !self.promotes {
                Ok(Move::drop(self.kind, to))
            } else {
                Err("a piece that can be in hand".to_owned())
            };
        };
        let place = format!("{}{}", from.file(), from.rank());
        match board.piece(from) {
            None => Err(format!("a square with a piece on it: {place} is empty")),
            Some(piece) if piece.kind != self.kind => {
                let (name, side) = (words::in_moves(piece.kind), SIDES[piece.owner.index()]);
                Err(format!("{name}, the piece of {side} on {place}"))
            }
            Some(piece) if self.promotes && piece.kind.promoted().is_none() => Err(format!(
                "no 成: {} cannot promote",
                words::in_moves(piece.kind)
            )),
            Some(_) => Ok(Move::normal(from, to, self.promotes)),
        }
    }
}

/// The square a text begins with, such as `７六` or `76`, and what follows.
pub(super) fn square(text: &str) -> Option<(Square, &str)> {
    let mut letters = text.chars();
    let file = words::digit(letters.next()?)?;
    let rank = words::digit(letters.next()?)?;
    Some((Square::new(file, rank)?, letters.as_str()))
}

/// What a legal move on this board is in KIF, if the move before went to `last`.
pub(super) fn move_text(board: &Board, action: Move, last: Option<Square>) -> Option<String> {
    let to = action.to();
    let mut text = if last == Some(to) {
        "同　".to_owned()
    } else {
        format!("{}{}", words::file(to.file()), words::rank(to.rank()))
    };
    match (action.from(), action.dropped()) {
        (Some(from), _) => {
            text += words::in_moves(board.piece(from)?.kind);
            if action.promotes() {
                text.push('成');
            }
            text += &format!("({}{})", from.file(), from.rank());
        }
        (None, dropped) => {
            text += words::in_moves(dropped?);
            text.push('打');
        }
    }
    Some(text)
}
