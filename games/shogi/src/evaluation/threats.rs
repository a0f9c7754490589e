//! Threats: pieces under attack, defended or not; how safe the kings are; how far line
//! pieces see.

use super::view::{DISTANCE, SEEN_KINDS};
use crate::attacks::{attacks, step_attacks};
use crate::{Bitboard, Board, Kind};
use arrayvec::ArrayVec;
use yomi_core::Player;

/// Rows for a piece by kind: attacked by a pawn; attacked by others and not defended; attacked and
/// defended; neither attacked nor defended.
const STANDINGS: usize = 4;
/// Rows for how many of the squares around a king are something: none to eight.
const RING: usize = 9;
/// Rows for how often they are: more often is as good as the last.
const OFTEN: usize = 20;
/// Rows for how many squares a line piece sees, in pairs.
const SIGHT: usize = 9;
/// Kinds of line pieces.
const LINE_KINDS: [Kind; 5] = [
    Kind::Lance,
    Kind::Bishop,
    Kind::Rook,
    Kind::Horse,
    Kind::Dragon,
];

/// Where rows begin: squares around a king that are attacked, and those it can go to; attacks on
/// them by its own side and by the other; attacks two steps away; sight.
const RING_FROM: usize = STANDINGS * SEEN_KINDS;
const FLIGHT_FROM: usize = RING_FROM + 2 * RING;
const GUARD_FROM: usize = FLIGHT_FROM + 2 * RING;
const PRESSURE_FROM: usize = GUARD_FROM + 2 * OFTEN;
const APPROACH_FROM: usize = PRESSURE_FROM + 2 * OFTEN;
const SIGHT_FROM: usize = APPROACH_FROM + 2 * OFTEN;

/// How many rows there are.
pub const ROWS: usize = SIGHT_FROM + 2 * LINE_KINDS.len() * SIGHT;

/// The squares two king's steps from a square.
static TWO_STEPS: [Bitboard; 81] = {
    let mut table = [Bitboard::EMPTY; 81];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            if DISTANCE[a][b] == 2 {
                table[a].0 |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    table
};

/// The attacks of one player's pieces.
#[derive(Clone, Copy, Default)]
struct Attacks {
    squares: Bitboard,
    by_pawns: Bitboard,
    /// How often squares next to the own king are attacked, those next to the other's, and those
    /// two steps from it.
    guard: u32,
    pressure: u32,
    approach: u32,
}

/// Squares around the kings, as one player's attackers count them.
struct Around {
    home: Bitboard,
    ring: Bitboard,
    two_steps: Bitboard,
}

impl Attacks {
    #[inline]
    fn add(&mut self, reach: Bitboard, around: &Around) {
        self.squares |= reach;
        self.guard += (reach & around.home).count();
        self.pressure += (reach & around.ring).count();
        self.approach += (reach & around.two_steps).count();
    }
}

/// All attacks in a position.
pub struct Threats<'a> {
    board: &'a Board,
    /// The squares next to each player's king.
    rings: [Bitboard; 2],
    attacks: [Attacks; 2],
    /// What each line piece sees: owner, place in [`LINE_KINDS`], pairs of squares. A set has eight
    /// of them.
    sights: ArrayVec<(Player, u8, u8), 8>,
}

impl<'a> Threats<'a> {
    /// Looks at all pieces.
    pub fn new(board: &'a Board) -> Threats<'a> {
        let rings = Player::BOTH.map(|player| match board.king(player) {
            Some(king) => step_attacks(Kind::King, player, king),
            None => Bitboard::EMPTY,
        });
        let mut threats = Threats {
            board,
            rings,
            attacks: [Attacks::default(); 2],
            sights: ArrayVec::new(),
        };
        for player in Player::BOTH {
            threats.look_at(player);
        }
        threats
    }

    fn look_at(&mut self, player: Player) {
        let board = self.board;
        let occupied = board.occupied();
        let two_steps = match board.king(player.other()) {
            Some(king) => TWO_STEPS[king.index()],
            None => Bitboard::EMPTY,
        };
        let pawns = board.of_kind(player, Kind::Pawn);
        let by_pawns = match player {
            Player::First => Bitboard(pawns.0 >> 1),
            Player::Second => Bitboard(pawns.0 << 1),
        };
        let mut found = Attacks {
            by_pawns,
            ..Attacks::default()
        };
        let around = Around {
            home: self.rings[player as usize],
            ring: self.rings[player.other() as usize],
            two_steps,
        };
        found.add(by_pawns, &around);
        for kind in [Kind::Knight, Kind::Silver, Kind::King] {
            for from in board.of_kind(player, kind) {
                found.add(step_attacks(kind, player, from), &around);
            }
        }
        for from in board.golden(player) {
            found.add(step_attacks(Kind::Gold, player, from), &around);
        }
        for (place, &kind) in LINE_KINDS.iter().enumerate() {
            for from in board.of_kind(player, kind) {
                let reach = attacks(kind, player, from, occupied);
                found.add(reach, &around);
                let pairs = (reach.count() / 2).min(SIGHT as u32 - 1);
                self.sights.push((player, place as u8, pairs as u8));
            }
        }
        self.attacks[player as usize] = found;
    }

    /// Calls `found` with every row that is on: its number in the first player's view, and in the
    /// second's.
    #[inline]
    pub fn for_each(&self, mut found: impl FnMut([usize; 2])) {
        for owner in Player::BOTH {
            // Whose it is in each view: 0 for the viewer's own.
            let sides = Player::BOTH.map(|viewer| usize::from(owner != viewer));
            let own = &self.attacks[owner as usize];
            let theirs = &self.attacks[owner.other() as usize];
            for square in self.board.pieces(owner) & (theirs.squares | !own.squares) {
                let kind = self.board.kind_on(square).index();
                let standing = match theirs.squares.contains(square) {
                    true if theirs.by_pawns.contains(square) => 0,
                    true if !own.squares.contains(square) => 1,
                    true => 2,
                    false => 3,
                };
                found(sides.map(|side| STANDINGS * (side * Kind::COUNT + kind) + standing));
            }
            let ring = self.rings[owner as usize];
            let attacked = (ring & theirs.squares).count() as usize;
            found(sides.map(|side| RING_FROM + side * RING + attacked));
            let flights = ring & !theirs.squares & !self.board.pieces(owner);
            let flights = flights.count() as usize;
            found(sides.map(|side| FLIGHT_FROM + side * RING + flights));
            for (from, count) in [
                (GUARD_FROM, own.guard),
                (PRESSURE_FROM, theirs.pressure),
                (APPROACH_FROM, theirs.approach / 2),
            ] {
                let often = (count as usize).min(OFTEN - 1);
                found(sides.map(|side| from + side * OFTEN + often));
            }
        }
        for &(owner, place, pairs) in &self.sights {
            let sides = Player::BOTH.map(|viewer| usize::from(owner != viewer));
            let place = usize::from(place);
            let pairs = usize::from(pairs);
            found(sides.map(|side| SIGHT_FROM + (side * LINE_KINDS.len() + place) * SIGHT + pairs));
        }
    }
}
