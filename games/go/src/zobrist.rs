//! A 64-bit key for every stone on every point: positions are identified by the exclusive or of
//! their stones' keys (Zobrist 1970).

use crate::vertex::Vertex;
use yomi_core::Player;

/// Places in the largest frame.
const PLACES: usize = 7 * 64;

static KEYS: [[u64; 2]; PLACES] = keys();

/// The key of a stone.
#[inline(always)]
pub fn stone_key(point: Vertex, player: Player) -> u64 {
    KEYS[point.index()][player.index()]
}

/// SplitMix64 (Steele, Lea and Flood 2014), one output per key.
const fn keys() -> [[u64; 2]; PLACES] {
    let mut keys = [[0; 2]; PLACES];
    let mut state: u64 = 0x59F7_0D1E_C2A4_36B8;
    let mut i = 0;
    while i < 2 * PLACES {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        keys[i / 2][i % 2] = word ^ (word >> 31);
        i += 1;
    }
    keys
}
