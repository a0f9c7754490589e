//! Why a move cannot be played, and whether a win that is claimed is one.
//!
//! A *declaration* wins if the king has entered the other camp with enough of its side
//! ([`yomi_shogi::Declaration`]). By the rules of the CSA one without that loses the game, so a
//! record that calls it won is wrong; one that says that it lost is right. Where pieces are missing
//! from the start, nobody knows how they count: then the record is believed.
//!
//! A *try* wins, where that rule is played, if the king reaches the square where the other king
//! began. It is no rule of ours; KIF has a word for it.

use super::ending::Ending;
use super::error::{RecordError, found};
use super::record::ShogiRecord;
use yomi_core::{Outcome, Player};
use yomi_shogi::{Board, Declaration, Kind, Move, Piece, Square};

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

/// What is expected of a position in which somebody declares a win.
pub(super) const CONDITIONS: &str = "a position that a declaration wins in: the king among the \
    last three ranks and not in check, ten more pieces there, and 28 points (white: 27)";

/// What a declaration of the side to move brings: by the rule of 27 points, or else of 24.
pub(super) fn claim(board: &Board) -> Option<Outcome> {
    let rules = [Declaration::Points27, Declaration::Points24];
    rules.into_iter().find_map(|rule| rule.claim(board))
}

/// An error if a record tells of a win that was claimed without being one. The end is in this line,
/// and this is its text.
pub(super) fn check_claim(
    record: &ShogiRecord,
    line: usize,
    text: &str,
) -> Result<(), RecordError> {
    let (board, to_move) = (record.last_board(), record.to_move());
    let ending = record.end.as_ref().map(|end| end.ending);
    let won_by = |player| record.outcome() == Some(Outcome::Win(player));
    let expected = match ending {
        Some(Ending::Declaration)
            if won_by(to_move)
                && is_whole(&record.start)
                && claim(&board) != Some(Outcome::Win(to_move)) =>
        {
            CONDITIONS.to_owned()
        }
        Some(Ending::Try) if won_by(to_move.other()) && !has_tried(&board) => {
            let (side, square) = goal(to_move.other());
            format!("a try: the king of {side} on {square}, where the other king began")
        }
        _ => return Ok(()),
    };
    let number = record.moves.len() + 1;
    Err(RecordError::new(line, found(text), expected).of_move(number))
}

/// Whether no piece is missing.
fn is_whole(board: &Board) -> bool {
    let of = |player: Player| {
        let hand = board.hand(player);
        let held: u32 = Kind::HAND.iter().map(|&kind| hand.count(kind)).sum();
        board.pieces(player).count() + held
    };
    of(Player::First) + of(Player::Second) == 40
}

/// Whether the king of the side that moved last stands where the other king began.
fn has_tried(board: &Board) -> bool {
    let mover = board.side().other();
    let rank = if mover == Player::First { 1 } else { 9 };
    board.king(mover).is_some() && board.king(mover) == Square::new(5, rank)
}

/// What errors call a player, and the square its try is for.
fn goal(player: Player) -> (&'static str, &'static str) {
    match player {
        Player::First => ("black", "51"),
        Player::Second => ("white", "59"),
    }
}
