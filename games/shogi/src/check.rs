//! Checks: which moves give one.

use crate::attacks::{attacks, line_through};
use crate::{Bitboard, Board, Kind, Move, Square};

/// From where a piece of each kind would give check to the other side's king, and what uncovers
/// one: found once for all moves of a position.
#[derive(Clone, Debug)]
pub struct CheckInfo {
    king: Option<Square>,
    from: [Bitboard; Kind::COUNT],
    uncovering: Bitboard,
}

impl CheckInfo {
    /// The checking pieces in this position.
    pub fn new(board: &Board) -> CheckInfo {
        let king = board.king(board.side().other());
        let mut from = [Bitboard::EMPTY; Kind::COUNT];
        if let Some(king) = king {
            let occupied = board.occupied();
            let reach = |kind: Kind| attacks(kind, board.side().other(), king, occupied);
            let gold = reach(Kind::Gold);
            for kind in Kind::ALL {
                from[kind.index()] = match kind {
                    Kind::King => Bitboard::EMPTY,
                    _ if kind.is_golden() => gold,
                    Kind::Horse | Kind::Dragon => Bitboard::EMPTY,
                    _ => reach(kind),
                };
            }
            let around = reach(Kind::King);
            from[Kind::Horse.index()] = from[Kind::Bishop.index()] | around;
            from[Kind::Dragon.index()] = from[Kind::Rook.index()] | around;
        }
        CheckInfo {
            king,
            from,
            uncovering: board.uncovering(board.side()),
        }
    }

    /// Whether a legal move gives check.
    #[inline]
    pub fn is_check(&self, board: &Board, action: Move) -> bool {
        let Some(king) = self.king else {
            return false;
        };
        let to = action.to();
        match action.from() {
            Some(origin) => {
                let kind = board.kind_on(origin);
                let arrived = match action.promotes() {
                    true => kind.promoted().unwrap_or(kind),
                    false => kind,
                };
                if self.from[arrived.index()].contains(to) {
                    return true;
                }
                let left = self.uncovering.contains(origin);
                if left && !line_through(king, origin).contains(to) {
                    return true;
                }
                // A piece may look further through the square it leaves: only along its own line
                // to the king, where it would have given check before.
                false
            }
            None => action
                .dropped()
                .is_some_and(|kind| self.from[kind.index()].contains(to)),
        }
    }
}

impl Board {
    /// Whether a legal move gives check.
    pub fn gives_check(&self, action: Move) -> bool {
        CheckInfo::new(self).is_check(self, action)
    }

    /// Replaces `moves` by the legal moves that give check.
    pub fn checks(&self, moves: &mut Vec<Move>) {
        self.legal(moves);
        let info = CheckInfo::new(self);
        moves.retain(|&action| info.is_check(self, action));
    }
}
