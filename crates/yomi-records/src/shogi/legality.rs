//! Why a move cannot be played.

use yomi_shogi::{Board, Kind, Move, Piece, Square};

/// What is wrong with a move, or nothing if it is legal.
pub(super) fn why_illegal(board: &Board, action: Move) -> Option<&'static str> {
    if action == Move::DECLARE {
        return Some("a declaration is no move");
    }
    // Some of these a board need not expect to be asked about.
    match (action.from(), action.dropped()) {
        (Some(from), _) => board_move(board, from, action),
        (None, Some(kind)) => drop(board, kind, action.to()),
        (None, None) => Some("it moves nothing"),
    }
    .or_else(|| (!board.is_legal(action)).then(|| general(board)))
}

fn board_move(board: &Board, from: Square, action: Move) -> Option<&'static str> {
    let side = board.side();
    match board.piece(from) {
        None => return Some("nothing stands where it comes from"),
        Some(piece) if piece.owner != side => return Some("the piece is the opponent's"),
        Some(piece) if action.promotes() && piece.kind.promoted().is_none() => {
            return Some("the piece cannot promote");
        }
        Some(_) => {}
    }
    match board.piece(action.to()) {
        Some(piece) if piece.owner == side => Some("a piece of its own side stands there"),
        _ => None,
    }
}

fn drop(board: &Board, kind: Kind, to: Square) -> Option<&'static str> {
    let owner = board.side();
    if board.hand(owner).count(kind) == 0 {
        return Some("there is no such piece in hand");
    }
    if board.piece(to).is_some() {
        return Some("the square to drop on is not empty");
    }
    let pawn = Some(Piece {
        kind: Kind::Pawn,
        owner,
    });
    let mut file = Square::all().filter(|square| square.file() == to.file());
    (kind == Kind::Pawn && file.any(|square| board.piece(square) == pawn))
        .then_some("another pawn of its side stands on the file")
}

fn general(board: &Board) -> &'static str {
    if board.in_check() {
        "the piece does not go there, or the king stays in check"
    } else {
        "the piece does not go there, or the king would be in check"
    }
}
