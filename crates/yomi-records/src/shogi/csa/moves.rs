//! Moves of CSA on a board.

use crate::shogi::csa::csa_move::{CsaMove, Kind as Word, Square as Place};
use yomi_shogi::{Board, Move, Square};

/// What stands on a square, in the words of CSA.
fn standing(board: &Board) -> impl Fn(Place) -> Option<Word> {
    |place| {
        let square = Square::new(place.file.into(), place.rank.into())?;
        super::words::piece(board.piece(square)?.kind)
    }
}

/// The move that is meant on this board. If the piece is not the one named, what should have been
/// named; the move may still be illegal.
pub(super) fn read(board: &Board, written: CsaMove) -> Result<Move, String> {
    let text = written.to_usi(standing(board));
    let text = text.map_err(|reason| format!("a piece that is there ({reason})"))?;
    text.parse().map_err(|_| "a move of shogi".to_owned())
}

/// A legal move on this board; `None` for the declaration.
pub(super) fn write(board: &Board, action: Move) -> Option<CsaMove> {
    CsaMove::from_usi(board.side(), &action.to_string(), standing(board)).ok()
}
