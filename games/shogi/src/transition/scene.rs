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

    /// The price of the cheapest attacker of every square, 0 if there is none, eight squares a word.
    #[inline]
    fn cheapest(&self) -> [u64; WORDS] {
        let mut prices = spread(self.once).map(|word| word * (PRICES as u64 - 1));
        // Sets grow with the price, so those with the square tell which is the first of them.
        for set in &self.up_to[1..PRICES - 1] {
            for (prices, found) in prices.iter_mut().zip(spread(*set)) {
                *prices -= found;
            }
        }
        prices
    }
}

/// Words of eight bytes, a byte for each square.
const WORDS: usize = 81_usize.div_ceil(8);

/// The bits of a byte as bytes.
static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// A set as bytes, 1 for each of its squares, the first square in the lowest byte.
#[inline]
fn spread(set: Bitboard) -> [u64; WORDS] {
    let bytes = set.0.to_le_bytes();
    std::array::from_fn(|word| SPREAD[usize::from(bytes[word])])
}

/// The byte of a square.
#[inline]
fn byte_of(words: &[u64; WORDS], square: Square) -> usize {
    let index = square.index();
    (words[index / 8] >> (8 * (index % 8)) & 0xFF) as usize
}

/// A position seen from the side to move, once for all of its moves.
pub(super) struct Scene<'a> {
    pub board: &'a Board,
    pub mover: Player,
    theirs: Bitboard,
    /// How safe a piece of the mover's is on each square: where it stands or is dropped, and where it goes from elsewhere.
    staying: [u64; WORDS],
    going: [u64; WORDS],
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
        let [mine, theirs] = [mover, mover.other()].map(|player| Reach::new(board, player));
        let prices = theirs.cheapest();
        let safety = |defended: Bitboard| {
            let mut words = spread(defended);
            for (word, price) in words.iter_mut().zip(prices) {
                *word += 2 * price;
            }
            words
        };
        Scene {
            board,
            mover,
            theirs: theirs.once,
            staying: safety(mine.once),
            // A piece that goes somewhere attacks the square itself before; another one must too.
            going: safety(mine.twice),
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
        byte_of(&self.staying, from)
    }

    /// How safe it will be where it goes.
    #[inline]
    pub fn safety_after(&self, to: Square, is_drop: bool) -> usize {
        byte_of(if is_drop { &self.staying } else { &self.going }, to)
    }

    /// Whether the other side defends a square.
    #[inline]
    pub fn is_defended(&self, square: Square) -> bool {
        self.theirs.contains(square)
    }

    /// The mover's pieces that are attacked.
    #[inline]
    pub fn in_danger(&self) -> Bitboard {
        self.board.pieces(self.mover) & self.theirs
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
