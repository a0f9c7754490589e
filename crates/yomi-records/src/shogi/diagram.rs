//! A position that is put together piece by piece.

use yomi_core::Player;
use yomi_shogi::{Board, Kind, Piece, Square};

/// Pieces on the board and in hand, of which nobody knows yet whether they are a position.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    squares: [Option<Piece>; 81],
    hands: [[u32; 7]; 2],
    pub side: Player,
}

impl Diagram {
    /// Nothing at all, and black to move.
    pub fn empty() -> Diagram {
        Diagram {
            squares: [None; 81],
            hands: [[0; 7]; 2],
            side: Player::First,
        }
    }

    /// The pieces on a board.
    pub fn of(board: &Board) -> Diagram {
        let mut diagram = Diagram::empty();
        for square in Square::all() {
            diagram.put(square, board.piece(square));
        }
        for player in Player::BOTH {
            for kind in Kind::HAND {
                diagram.hold(player, kind, board.hand(player).count(kind));
            }
        }
        diagram.side = board.side();
        diagram
    }

    pub fn at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[square.index()] = piece;
    }

    /// Gives a player more pieces. False if the kind is none that can be held.
    pub fn hold(&mut self, player: Player, kind: Kind, count: u32) -> bool {
        match self.hands[player.index()].get_mut(kind.index()) {
            Some(held) => {
                *held = held.saturating_add(count);
                true
            }
            None => false,
        }
    }

    /// The position, or what is wrong with it.
    pub fn board(&self) -> Result<Board, String> {
        Board::from_sfen(&self.sfen()).map_err(|error| error.expected)
    }

    fn sfen(&self) -> String {
        let mut text = String::new();
        for rank in 1..=9 {
            if rank > 1 {
                text.push('/');
            }
            let mut empty = 0;
            for file in (1..=9).rev() {
                let piece = Square::new(file, rank).and_then(|square| self.at(square));
                match piece {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        text += &piece.to_string();
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
        }
        text += [" b ", " w "][self.side.index()];
        let before = text.len();
        for owner in Player::BOTH {
            for kind in Kind::HAND.into_iter().rev() {
                match self.hands[owner.index()][kind.index()] {
                    0 => {}
                    1 => text += &Piece { kind, owner }.to_string(),
                    count => text += &format!("{count}{}", Piece { kind, owner }),
                }
            }
        }
        if text.len() == before {
            text.push('-');
        }
        text + " 1"
    }
}
