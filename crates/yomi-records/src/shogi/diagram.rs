//! A position that is put together piece by piece.

use super::csa::csa_move::CsaMove;
use yomi_core::Player;
use yomi_shogi::{Board, Kind, Piece, Square, write_sfen};

/// Pieces on the board and in hand, of which nobody knows yet whether they are a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    squares: [Option<Piece>; Square::COUNT],
    hands: [[u8; 7]; 2],
    /// Who moves.
    pub side: Player,
}

impl Diagram {
    /// Nothing at all, and black to move.
    pub fn empty() -> Diagram {
        Diagram {
            squares: [None; Square::COUNT],
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

    /// What stands on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// What kind of piece stands on a square.
    pub fn kind(&self, square: Square) -> Option<Kind> {
        self.at(square).map(|piece| piece.kind)
    }

    /// Puts a piece on a square, or takes it off.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[square.index()] = piece;
    }

    /// Moves a piece, legal or not; hands stay as they are.
    pub fn play(&mut self, played: &CsaMove) {
        if let Some(from) = played.from {
            self.put(from, None);
        }
        let (kind, owner) = (played.kind, played.side);
        self.put(played.to, Some(Piece { kind, owner }));
    }

    /// How many pieces of a kind both players hold and have on the board, promoted ones included.
    pub fn count(&self, kind: Kind) -> u32 {
        let standing = self.squares.iter().flatten();
        let standing = standing.filter(|piece| piece.kind.raw() == kind).count();
        let held = self.hands.iter().filter_map(|hand| hand.get(kind.index()));
        standing as u32 + held.map(|&count| u32::from(count)).sum::<u32>()
    }

    /// Gives a player more pieces, far more than there are at most. False if the kind is none that
    /// can be held.
    pub fn hold(&mut self, player: Player, kind: Kind, count: u32) -> bool {
        match self.hands[player.index()].get_mut(kind.index()) {
            Some(held) => {
                *held = held.saturating_add(u8::try_from(count).unwrap_or(u8::MAX));
                true
            }
            None => false,
        }
    }

    /// The position, or what is wrong with it.
    pub fn board(&self) -> Result<Board, String> {
        Board::from_sfen(&self.sfen()).map_err(|error| error.expected)
    }

    /// The position as SFEN, whether it is one or not.
    pub fn sfen(&self) -> String {
        let held = |owner: Player, kind: Kind| self.hands[owner.index()][kind.index()].into();
        write_sfen(|square| self.at(square), self.side, held, 1)
    }
}
