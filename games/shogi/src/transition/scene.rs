//! Data shared by the features of all moves of a position: attacks.

use crate::attacks::attacks;
use crate::{Bitboard, Board, CheckInfo, Kind, Move, Piece, Square};
use yomi_core::Player;

/// How dear attackers are, from nobody to the king: the cheapest one decides what a square is worth
/// standing on.
pub(super) const PRICES: usize = 6;

/// Kinds by price: pawn; lance and knight; silver and all that moves like a gold; the big pieces;
/// the king.
const PRICE: [usize; Kind::COUNT] = [1, 2, 2, 3, 4, 4, 3, 5, 3, 3, 3, 3, 4, 4];

/// Squares that a side attacks.
struct Reach {
    once: Bitboard,
    twice: Bitboard,
    /// By pieces of at most this price.
    up_to: [Bitboard; PRICES],
}

impl Reach {
    #[inline]
    fn new(board: &Board, owner: Player) -> Reach {
        let occupied = board.occupied();
        let mut by_price = [Bitboard::EMPTY; PRICES];
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for square in board.pieces(owner) {
            let kind = board.kind_on(square);
            let reached = attacks(kind, owner, square, occupied);
            twice |= once & reached;
            once |= reached;
            by_price[PRICE[kind.index()]] |= reached;
        }
        for price in 1..PRICES {
            let cheaper = by_price[price - 1];
            by_price[price] |= cheaper;
        }
        Reach {
            once,
            twice,
            up_to: by_price,
        }
    }

    /// The price of the cheapest attacker of a square, 0 if there is none.
    #[inline]
    fn cheapest(&self, square: Square) -> usize {
        if !self.once.contains(square) {
            return 0;
        }
        // Sets grow with the price, so those without the square tell which is the first with it.
        let without = self.up_to[1..PRICES - 1].iter();
        1 + without.filter(|set| !set.contains(square)).count()
    }
}

/// A position seen from the side to move, once for all of its moves.
pub(super) struct Scene<'a> {
    pub board: &'a Board,
    pub mover: Player,
    mine: Reach,
    theirs: Reach,
    pub checks: CheckInfo,
    /// The kings, the mover's first, as the mover sees the board; where one is missing, no move is
    /// anywhere near it.
    pub kings: [Option<usize>; 2],
    /// The piece that moved last and where it stands now.
    pub last: Option<(Piece, Square)>,
    /// What the piece that moved last attacks.
    pub last_reach: Bitboard,
}

impl<'a> Scene<'a> {
    #[inline]
    pub fn new(board: &'a Board, last: Option<Move>) -> Scene<'a> {
        let mover = board.side();
        let last = last.filter(|&last| last != Move::DECLARE).and_then(|last| {
            let piece = board.piece(last.to())?;
            (piece.owner != mover).then(|| (piece, last.to()))
        });
        Scene {
            board,
            mover,
            mine: Reach::new(board, mover),
            theirs: Reach::new(board, mover.other()),
            checks: CheckInfo::new(board),
            kings: [mover, mover.other()]
                .map(|player| board.king(player).map(|king| seen(mover, king))),
            last,
            last_reach: last.map_or(Bitboard::EMPTY, |(piece, square)| {
                board.attacks_of(piece, square)
            }),
        }
    }

    /// How safe a piece of the mover's is where it stands: the cheapest attacker, and whether it is
    /// defended. Below twice [`PRICES`].
    #[inline]
    pub fn safety_before(&self, from: Square) -> usize {
        2 * self.theirs.cheapest(from) + usize::from(self.mine.once.contains(from))
    }

    /// How safe it will be where it goes.
    #[inline]
    pub fn safety_after(&self, to: Square, is_drop: bool) -> usize {
        // A piece that goes somewhere attacks the square itself before; another one must too.
        let defenders = if is_drop {
            self.mine.once
        } else {
            self.mine.twice
        };
        2 * self.theirs.cheapest(to) + usize::from(defenders.contains(to))
    }

    /// Whether the other side defends a square.
    #[inline]
    pub fn is_defended(&self, square: Square) -> bool {
        self.theirs.once.contains(square)
    }

    /// The mover's pieces that are attacked.
    #[inline]
    pub fn in_danger(&self) -> Bitboard {
        self.board.pieces(self.mover) & self.theirs.once
    }
}

/// A square as a player sees it: everybody plays upwards.
#[inline]
pub(super) fn seen(player: Player, square: Square) -> usize {
    match player {
        Player::First => square.index(),
        Player::Second => square.turned().index(),
    }
}
