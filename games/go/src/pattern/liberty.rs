//! Features of moves from liberties: captures, atari, escapes, self-atari.
//!
//! They depend on the chains next to a point that have at most three liberties
//! and on those they touch: so they change only where such a chain does.

use crate::bits::Bits;
use crate::board::{Board, Point, each_way};
use crate::vertex::Vertex;
use yomi_core::Player;

/// Chains with more liberties make no difference.
pub(crate) const FEW: u32 = 3;

/// The features of a move as bits; [`LibertyFeature`] names them.
pub type LibertyFeatures = u32;

macro_rules! features {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        /// A feature from liberties.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum LibertyFeature { $($(#[doc = $doc])* $name,)* }

        impl LibertyFeature {
            /// All of them, in their order.
            pub const ALL: &'static [(LibertyFeature, &'static str)] =
                &[$((LibertyFeature::$name, concat!($($doc),*)),)*];
        }
    };
}

features! {
    /// takes one stone
    CaptureOne,
    /// takes two stones
    CaptureTwo,
    /// takes three stones or more
    CaptureMany,
    /// takes stones next to a chain of its own in atari
    CaptureSaves,
    /// takes one stone and may be taken back (a ko)
    CaptureKo,
    /// saves one stone from atari, with two liberties afterwards
    EscapeOneToTwo,
    /// saves one stone from atari, with three liberties or more
    EscapeOneToThree,
    /// saves several stones from atari, with two liberties afterwards
    EscapeManyToTwo,
    /// saves several stones from atari, with three liberties or more
    EscapeManyToThree,
    /// atari on one stone
    AtariOne,
    /// atari on two stones or more
    AtariMany,
    /// atari on two chains at once
    DoubleAtari,
    /// self-atari of the stone alone
    SelfAtariOne,
    /// self-atari of two stones
    SelfAtariTwo,
    /// self-atari of three to five stones
    SelfAtariFew,
    /// self-atari of six stones or more
    SelfAtariMany,
    /// gives a chain with two liberties three or more
    Strengthens,
    /// leaves a chain with two liberties two
    StaysWeak,
    /// leaves an enemy chain two of three liberties
    Presses,
    /// joins two chains
    Connects,
    /// joins two chains, one of which has two liberties or fewer
    ConnectsWeak,
    /// has only own stones as neighbours
    FillsIn,
}

/// How many there are.
pub const LIBERTY_FEATURES: usize = LibertyFeature::ALL.len();

const fn bit(feature: LibertyFeature) -> LibertyFeatures {
    1 << feature as u32
}

/// The features of a legal move.
#[inline]
pub fn liberty_features<const W: usize>(
    board: &Board<W>,
    point: Vertex,
    player: Player,
) -> LibertyFeatures {
    use LibertyFeature::*;
    let around = board.surroundings(point);
    if !around.has_stone() {
        return 0;
    }
    let own = Point::stone(player);
    let neighbours = point.neighbours::<W>();
    let mut features = 0;
    let (mut taken, mut ataris) = (0, 0);
    let (mut saved, mut weak, mut friends) = (0, false, 0);
    let mut stones = 1;
    // The liberties afterwards, see `Board::liberties_after`.
    let mut after = Bits::<W>::EMPTY;
    let mut seen = [Vertex::PASS; 4];
    for way in around.ways_to(player) {
        let chain = board.chain(neighbours[way]);
        if seen.contains(&chain) {
            continue;
        }
        seen[way] = chain;
        let length = board.length_of(chain);
        let liberties = board.liberties_of(chain);
        after = after.or(liberties);
        friends += 1;
        stones += length;
        match liberties.count() {
            1 => saved += length,
            2 => weak = true,
            _ => {}
        }
    }
    for way in around.ways_to(player.other()) {
        let near = neighbours[way];
        let chain = board.chain(near);
        let count = board.liberties_of(chain).count();
        if count > FEW {
            continue;
        }
        let length = board.length_of(chain);
        if count == 1 {
            after.insert(near);
        }
        if seen.contains(&chain) {
            continue;
        }
        seen[way] = chain;
        match count {
            1 => {
                taken += length;
                if length > 1 && friends > 0 {
                    board
                        .chain_stones(near)
                        .for_each(|stone| after.insert(stone));
                }
                if saves::<W>(board, near, own) {
                    features |= bit(CaptureSaves);
                }
            }
            2 => {
                ataris += 1;
                features |= bit(if length == 1 { AtariOne } else { AtariMany });
            }
            _ => features |= bit(Presses),
        }
    }
    features |= match taken {
        0 => 0,
        1 => bit(CaptureOne),
        2 => bit(CaptureTwo),
        _ => bit(CaptureMany),
    };
    if ataris > 1 {
        features |= bit(DoubleAtari);
    }
    if friends > 1 {
        features |= bit(Connects);
        if weak || saved > 0 {
            features |= bit(ConnectsWeak);
        }
    }
    if around.is_enclosed(player) {
        features |= bit(FillsIn);
    }
    // Two empty neighbours and nothing weak: liberties enough.
    if saved == 0 && !weak && around.empty_neighbours() >= 2 {
        return features;
    }
    each_way(|way| after.insert_if(around.is(way, Point::Empty), neighbours[way]));
    after.remove(point);
    let after = after.count();
    if after <= 1 {
        if taken == 1 && stones == 1 {
            return features | bit(CaptureKo);
        }
        features &= !(bit(AtariOne) | bit(AtariMany) | bit(DoubleAtari) | bit(Presses));
        return features
            | match stones {
                1 => bit(SelfAtariOne),
                2 => bit(SelfAtariTwo),
                3..=5 => bit(SelfAtariFew),
                _ => bit(SelfAtariMany),
            };
    }
    features |= match (saved, after) {
        (0, _) => 0,
        (1, 2) => bit(EscapeOneToTwo),
        (1, _) => bit(EscapeOneToThree),
        (_, 2) => bit(EscapeManyToTwo),
        _ => bit(EscapeManyToThree),
    };
    if weak {
        features |= bit(if after > 2 { Strengthens } else { StaysWeak });
    }
    features
}

/// Whether an own chain in atari is next to the chain of a stone.
fn saves<const W: usize>(board: &Board<W>, stone: Vertex, own: Point) -> bool {
    board.chain_stones(stone).any(|stone| {
        let neighbours = stone.neighbours::<W>().into_iter();
        let mut friends = neighbours.filter(|&near| board.point(near) == own);
        friends.any(|near| !board.liberties(near).is_several())
    })
}
