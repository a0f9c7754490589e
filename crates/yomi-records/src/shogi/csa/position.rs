//! Positions in records of CSA.

use super::csa_move::{name_of, sign};
use super::start_position::StartPosition;
use yomi_core::Player;
use yomi_shogi::{Board, Kind, Square};

/// The start of a game as far as it has been read.
#[derive(Default)]
pub(super) struct Setup {
    read: StartPosition,
    /// Whether any pieces were named: if not, it is the usual position.
    any: bool,
}

impl Setup {
    /// Reads a statement that begins with `P`; what is wrong with it if something is.
    pub fn read(&mut self, statement: &str) -> Result<(), String> {
        self.any = true;
        self.read.read(&with_blanks(statement))
    }

    /// Says whose turn it is. False if somebody else had said so before.
    pub fn turn(&mut self, player: Option<Player>) -> bool {
        let first = self.read.to_move.is_none();
        self.read.to_move = player;
        first
    }

    /// The position before the first move, in which it is the turn of `to_move` unless something
    /// else was said.
    pub fn board(&mut self, to_move: Player) -> Result<Board, String> {
        if !self.any {
            self.read("PI")?;
        }
        self.read.diagram(to_move).board()
    }
}

/// A rank with as many blanks as belong there: mail and web pages lose some.
fn with_blanks(statement: &str) -> String {
    let is_rank = |letter: &char| ('1'..='9').contains(letter);
    let Some(rank) = statement.chars().nth(1).filter(is_rank) else {
        return statement.to_owned();
    };
    let squares: String = statement[2..].split_whitespace().collect();
    format!("P{rank}{}", squares.replace('*', " * "))
}

/// The statements for a position, line by line, the side to move included.
pub(super) fn write(board: &Board) -> Vec<String> {
    let turn = sign(board.side()).to_string();
    if *board == Board::start() {
        return vec!["PI".to_owned(), turn];
    }
    let mut lines = Vec::new();
    for rank in 1..=9 {
        let mut line = format!("P{rank}");
        for file in (1..=9).rev() {
            let piece = Square::new(file, rank).and_then(|square| board.piece(square));
            match piece {
                None => line += " * ",
                Some(piece) => {
                    line.push(sign(piece.owner));
                    line += name_of(piece.kind);
                }
            }
        }
        lines.push(line);
    }
    for player in Player::BOTH {
        let mut line = format!("P{}", sign(player));
        for kind in Kind::HAND.into_iter().rev() {
            for _ in 0..board.hand(player).count(kind) {
                line += &format!("00{}", name_of(kind));
            }
        }
        if line.len() > 2 {
            lines.push(line);
        }
    }
    lines.push(turn);
    lines
}
