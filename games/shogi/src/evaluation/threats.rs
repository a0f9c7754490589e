//! What attacks what: pieces under attack, defended or not; how safe the kings are; how far line
//! pieces see.

use super::view::{DISTANCE, SEEN_KINDS, View};
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

/// What one player's pieces attack.
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

/// What attacks what in a position.
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
        let (home, ring) = (
            self.rings[player as usize],
            self.rings[player.other() as usize],
        );
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
            squares: by_pawns,
            by_pawns,
            guard: (by_pawns & home).count(),
            pressure: (by_pawns & ring).count(),
            approach: (by_pawns & two_steps).count(),
        };
        for from in board.pieces(player) & !pawns {
            let kind = board.kind_on(from);
            let reach = attacks(kind, player, from, occupied);
            found.squares |= reach;
            found.guard += (reach & home).count();
            found.pressure += (reach & ring).count();
            found.approach += (reach & two_steps).count();
            if let Some(place) = LINE_KINDS.iter().position(|&line| line == kind) {
                let pairs = (reach.count() / 2).min(SIGHT as u32 - 1);
                self.sights.push((player, place as u8, pairs as u8));
            }
        }
        self.attacks[player as usize] = found;
    }

    /// Calls `found` with every row that is on in this view.
    #[inline]
    pub fn for_each(&self, view: &View, mut found: impl FnMut(usize)) {
        for owner in Player::BOTH {
            let own = &self.attacks[owner as usize];
            let theirs = &self.attacks[owner.other() as usize];
            for square in self.board.pieces(owner) & (theirs.squares | !own.squares) {
                if let Some(piece) = self.board.piece(square) {
                    let defended = own.squares.contains(square);
                    let standing = match theirs.squares.contains(square) {
                        true if theirs.by_pawns.contains(square) => 0,
                        true if !defended => 1,
                        true => 2,
                        false => 3,
                    };
                    found(STANDINGS * view.kind(piece) + standing);
                }
            }
            let side = view.side(owner);
            let ring = self.rings[owner as usize];
            let attacked = (ring & theirs.squares).count() as usize;
            found(RING_FROM + side * RING + attacked);
            let flights = ring & !theirs.squares & !self.board.pieces(owner);
            found(FLIGHT_FROM + side * RING + flights.count() as usize);
            let often = |count: u32| side * OFTEN + (count as usize).min(OFTEN - 1);
            found(GUARD_FROM + often(own.guard));
            found(PRESSURE_FROM + often(theirs.pressure));
            found(APPROACH_FROM + often(theirs.approach / 2));
        }
        for &(owner, place, pairs) in &self.sights {
            let kind = view.side(owner) * LINE_KINDS.len() + usize::from(place);
            found(SIGHT_FROM + kind * SIGHT + usize::from(pairs));
        }
    }
}
