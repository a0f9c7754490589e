//! Keys of positions: a random word for every piece on every square and every count in hand, all
//! combined by exclusive or.

use crate::{Kind, Piece, Square};
use yomi_core::Player;

struct Words {
    pieces: [[u64; 81]; 32],
    /// By owner, kind and how many are held.
    hands: [[[u64; 19]; 7]; 2],
}

/// SplitMix64: a fixed sequence of well mixed words.
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut word = *state;
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

static WORDS: Words = {
    let mut state = 1;
    let mut words = Words {
        pieces: [[0; 81]; 32],
        hands: [[[0; 19]; 7]; 2],
    };
    let mut piece = 0;
    while piece < 32 {
        let mut square = 0;
        while square < 81 {
            words.pieces[piece][square] = next(&mut state);
            square += 1;
        }
        piece += 1;
    }
    let mut i = 0;
    while i < 14 {
        let mut count = 0;
        while count < 19 {
            words.hands[i / 7][i % 7][count] = next(&mut state);
            count += 1;
        }
        i += 1;
    }
    words
};

/// For white to move.
pub const SIDE: u64 = 0x5AB0_71D9_36C8_E24F;

/// A piece on a square.
#[inline]
pub fn piece(piece: Piece, square: Square) -> u64 {
    WORDS.pieces[piece.code() as usize][square.index()]
}

/// So many of a kind in hand.
#[inline]
pub fn held(owner: Player, kind: Kind, count: u32) -> u64 {
    WORDS.hands[owner as usize][kind.index()][count as usize]
}
