//! Moves and positions as text.

use crate::board::{Board, Point};
use crate::game::Go;
use crate::position::Position;
use crate::vertex::Vertex;
use yomi_core::interactive::{Ink, board_sketch};
use yomi_core::rows::{parse_rows, parse_side, rows_text, side_letter};
use yomi_core::{Notation, NotationError, Player, PositionError, Setup};

impl<const W: usize> Notation for Go<W> {
    fn move_format(&self) -> String {
        let corner = Vertex::at::<W>(self.size() - 1, self.size() - 1);
        format!("a point from A1 to {} or pass", corner.text::<W>())
    }

    fn format_action(&self, _: &Position<W>, vertex: Vertex) -> String {
        vertex.text::<W>()
    }

    fn parse_action(&self, position: &Position<W>, text: &str) -> Result<Vertex, NotationError> {
        let wrong = |expected: &str| NotationError::new(text, expected);
        if position.passes >= 2 {
            return Err(wrong("no move: the game is over"));
        }
        let Some(vertex) = Vertex::parse::<W>(text.trim(), self.size()) else {
            return Err(wrong(&self.move_format()));
        };
        if vertex.is_pass() || position.is_legal(vertex) {
            return Ok(vertex);
        }
        let board = &position.board;
        Err(wrong(if board.point(vertex) != Point::Empty {
            "an empty point"
        } else if board.ko() == Some(vertex) {
            "a move elsewhere first (ko)"
        } else if !board.is_legal(vertex, position.mover) {
            "a stone with a liberty (suicide)"
        } else {
            "a board that was not there before (superko)"
        }))
    }

    fn render(&self, position: &Position<W>) -> String {
        let positions = std::slice::from_ref(position);
        board_sketch(self, positions, None, |cell| self.free_point(cell)).to_string()
    }
}

impl<const W: usize> Go<W> {
    /// What a free point shows.
    pub(crate) fn free_point(&self, cell: usize) -> (Ink, char) {
        let size = self.size();
        let letter = if is_star(cell % size, cell / size, size) {
            '+'
        } else {
            '.'
        };
        (Ink::Faint, letter)
    }
}

/// Whether a board of this size has a dot there.
pub(crate) fn is_star(column: usize, row: usize, size: usize) -> bool {
    let edge = if size >= 13 { 3 } else { 2 };
    let on_line = |place: usize| place == edge || place == size - 1 - edge;
    let middle = |place: usize| size % 2 == 1 && place == size / 2;
    match size {
        0..7 => middle(column) && middle(row),
        7..13 => (on_line(column) && on_line(row)) || (middle(column) && middle(row)),
        _ => (on_line(column) || middle(column)) && (on_line(row) || middle(row)),
    }
}

/// What [`Setup::parse_state`] wants to see.
fn position_format(size: usize) -> String {
    format!(
        "{size} rows from the top, joined by '/', of {size} points each (X black, O white, numbers \
         for runs of empty points), then b or w for who moves, and the point of a ko if there is \
         one"
    )
}

impl<const W: usize> Setup for Go<W> {
    fn format_state(&self, position: &Position<W>) -> String {
        let size = self.size();
        let owner = |i: usize| match position
            .board
            .point(Vertex::at::<W>(i % size, size - 1 - i / size))
        {
            Point::Black => Some(Player::First),
            Point::White => Some(Player::Second),
            _ => None,
        };
        let points: Vec<Option<Player>> = (0..size * size).map(owner).collect();
        let mut text = rows_text(&points, size);
        text.push(' ');
        text.push(side_letter(position.mover));
        if let Some(ko) = position.board.ko() {
            text.push(' ');
            text.push_str(&ko.text::<W>());
        }
        text
    }

    /// Stones of chains without a liberty are refused.
    fn parse_state(&self, text: &str) -> Result<Position<W>, PositionError> {
        let size = self.size();
        let wrong = || PositionError::new(position_format(size));
        let mut words = text.split_whitespace();
        let points = words.next().and_then(|rows| parse_rows(rows, size));
        let points = points.ok_or_else(wrong)?.into_iter().enumerate();
        let stones: Vec<(Vertex, Player)> = points
            .filter_map(|(i, owner)| {
                let vertex = Vertex::at::<W>(i % size, size - 1 - i / size);
                owner.map(|player| (vertex, player))
            })
            .collect();
        let mover = words.next().and_then(parse_side).ok_or_else(wrong)?;
        let ko = match words.next() {
            None => None,
            Some(point) => Some(Vertex::parse::<W>(point, size).ok_or_else(wrong)?),
        };
        if words.next().is_some() {
            return Err(wrong());
        }
        let board = Board::with_stones(size, &stones)
            .ok_or_else(|| PositionError::new("no chain without a liberty"))?;
        let mut position = Position::set_up(board, mover);
        if let Some(ko) = ko {
            let board = &position.board;
            if board.point(ko) != Point::Empty || board.has_empty_neighbour(ko) {
                return Err(PositionError::new(
                    "the point of a ko to be empty and closed in",
                ));
            }
            position.board.set_ko(ko);
        }
        Ok(position)
    }
}
