//! Moves and positions as text.

use crate::action::MOVE_FORMAT;
use crate::{Board, Kind, Move, Position, Shogi, Square};
use yomi_core::{Game as _, Notation, NotationError, Player, PositionError, Setup};

impl Notation for Shogi {
    fn move_format(&self) -> String {
        MOVE_FORMAT.to_owned()
    }

    fn format_action(&self, _: &Position, action: Move) -> String {
        action.to_string()
    }

    fn parse_action(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        let wrong = |expected: &str| NotationError::new(text, expected);
        if let Some(outcome) = self.outcome(position) {
            return Err(wrong(&format!("no move: the game is over ({outcome})")));
        }
        let action: Move = text.parse()?;
        let board = position.board();
        if action == Move::DECLARE {
            return match self.rules().declaration.claim(board) {
                Some(_) => Ok(action),
                None => Err(wrong("a move: there is nothing to declare")),
            };
        }
        match board.is_legal(action) {
            true => Ok(action),
            false => Err(wrong(why_not(board, action))),
        }
    }

    fn render(&self, position: &Position) -> String {
        let board = position.board();
        let mut lines = vec![format!("white {}", hand_text(board, Player::Second))];
        lines.push("  9  8  7  6  5  4  3  2  1".to_owned());
        for rank in 1..=9 {
            let mut line = String::new();
            for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
                let arrived = position
                    .last()
                    .is_some_and(|last| last != Move::DECLARE && last.to() == square);
                let mark = if arrived { "*" } else { "" };
                let piece = match board.piece(square) {
                    Some(piece) => format!("{mark}{piece}"),
                    None => ".".to_owned(),
                };
                line.push_str(&format!("{piece:>3}"));
            }
            line.push_str(&format!("  {}", (b'a' + rank as u8 - 1) as char));
            lines.push(line);
        }
        lines.push(format!("black {}", hand_text(board, Player::First)));
        lines.push(format!("sfen {}", board.to_sfen()));
        lines.join("\n")
    }
}

fn hand_text(board: &Board, player: Player) -> String {
    let turn = if board.side() == player {
        ", to move"
    } else {
        ""
    };
    format!("in hand: {}{turn}", held(board, player))
}

/// The pieces in a hand, the strongest first: `R P3`, or `nothing`.
pub(crate) fn held(board: &Board, player: Player) -> String {
    let hand = board.hand(player);
    let held: Vec<String> = Kind::HAND
        .iter()
        .rev()
        .filter(|&&kind| hand.count(kind) > 0)
        .map(|&kind| match hand.count(kind) {
            1 => kind.letter().to_string(),
            count => format!("{}{count}", kind.letter()),
        })
        .collect();
    match held.is_empty() {
        true => "nothing".to_owned(),
        false => held.join(" "),
    }
}

/// What would have been right instead of a move that is not legal.
pub(crate) fn why_not(board: &Board, action: Move) -> &'static str {
    let mover = board.side();
    if let Some(kind) = action.dropped() {
        let on_file = |square: Square| square.file() == action.to().file();
        return if board.hand(mover).count(kind) == 0 {
            "a drop of a piece in hand"
        } else if board.piece(action.to()).is_some() {
            "a drop on an empty square"
        } else if board.in_check() {
            "a move that ends the check"
        } else if kind == Kind::Pawn && board.of_kind(mover, kind).iter().any(on_file) {
            "a pawn on a file without another one (nifu)"
        } else if crate::attacks::dead_ends(kind, mover).contains(action.to()) {
            "a piece that can still move afterwards"
        } else {
            "no mate by dropping a pawn"
        };
    }
    let moved = action
        .from()
        .and_then(|from| Some((from, board.piece(from)?)));
    match moved {
        Some((from, piece)) if piece.owner == mover => {
            let reach = board.attacks_of(piece, from) & !board.pieces(mover);
            if !reach.contains(action.to()) {
                "a square that the piece can reach"
            } else if action.promotes() && piece.kind.promoted().is_none() {
                "no promotion of this piece"
            } else if board.in_check() {
                "a move that ends the check"
            } else if board.is_legal(Move::normal(from, action.to(), !action.promotes())) {
                match action.promotes() {
                    true => "no promotion outside the last three ranks",
                    false => "a promotion: the piece could never move again",
                }
            } else {
                "a move that does not give the king away"
            }
        }
        _ => "a move of an own piece",
    }
}

impl Setup for Shogi {
    fn format_state(&self, position: &Position) -> String {
        position.board().to_sfen()
    }

    fn parse_state(&self, text: &str) -> Result<Position, PositionError> {
        Board::from_sfen(text).map(Position::new)
    }
}
