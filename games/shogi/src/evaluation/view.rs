//! A position as one player sees it.
//!
//! The viewer's pieces come first and the viewer plays upwards; if the viewer's king stands on the
//! left, left and right are swapped. So one set of weights serves both sides and both wings.

use crate::{Board, Kind, Piece, Square};
use yomi_core::Player;

/// Kinds of both sides: the viewer's, then the other's.
pub const SEEN_KINDS: usize = 2 * Kind::COUNT;

/// Where distances are taken from if the viewer has no king: its first square.
const HOME: usize = 4 * 9 + 8;

/// Every square as it is seen: by `player`, and from the left (file 6 to 9 of the viewer) or not.
static SEEN: [[u8; 81]; 4] = {
    let mut table = [[0; 81]; 4];
    let mut square = 0;
    while square < 81 {
        let straight = Square::at(square);
        table[0][square] = straight.index() as u8;
        table[1][square] = straight.mirrored().index() as u8;
        table[2][square] = straight.turned().index() as u8;
        table[3][square] = straight.turned().mirrored().index() as u8;
        square += 1;
    }
    table
};

/// How many king's steps lie between two squares.
pub static DISTANCE: [[u8; 81]; 81] = {
    let mut table = [[0; 81]; 81];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            let files = (a as i32 / 9 - b as i32 / 9).unsigned_abs();
            let ranks = (a as i32 % 9 - b as i32 % 9).unsigned_abs();
            table[a][b] = if files > ranks { files } else { ranks } as u8;
            b += 1;
        }
        a += 1;
    }
    table
};

/// How one player sees the board.
#[derive(Clone, Copy)]
pub struct View {
    viewer: Player,
    squares: &'static [u8; 81],
    /// Where the viewer's king is, as the viewer sees it.
    pub king: usize,
}

impl View {
    /// The view of a player.
    #[inline]
    pub fn new(board: &Board, viewer: Player) -> View {
        let straight = &SEEN[2 * viewer as usize];
        let king = board.king(viewer);
        let own = king.map_or(HOME, |king| straight[king.index()] as usize);
        let is_left = own / 9 > 4;
        let squares = &SEEN[2 * viewer as usize + usize::from(is_left)];
        View {
            viewer,
            squares,
            king: king.map_or(HOME, |king| squares[king.index()] as usize),
        }
    }

    /// The number of a square in this view.
    #[inline]
    pub fn square(&self, square: Square) -> usize {
        self.squares[square.index()] as usize
    }

    /// The number of a piece's kind in this view, below [`SEEN_KINDS`].
    #[inline]
    pub fn kind(&self, piece: Piece) -> usize {
        let other = usize::from(piece.owner != self.viewer);
        other * Kind::COUNT + piece.kind.index()
    }

    /// 0 for the viewer, 1 for the other player.
    #[inline]
    pub fn side(&self, player: Player) -> usize {
        usize::from(player != self.viewer)
    }
}
