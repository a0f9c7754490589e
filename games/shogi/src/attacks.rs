//! Which squares pieces attack: tables for steps, rays for lines.
//!
//! A line piece attacks along a ray up to and including the first piece in its way. With the
//! squares of the ray that are occupied in `b`, the first one in the direction of rising numbers
//! is the lowest bit: `b ^ (b - 1)` is everything up to it, and everything at all if `b` is empty.
//! In the other direction it is the highest bit, and a table tells what lies above it.

use crate::{Bitboard, Kind, Square};
use yomi_core::Player;

/// Directions of rising square numbers first. Files rise to the left, ranks downwards.
const DIRECTIONS: [(i32, i32); 8] = [
    (0, 1),
    (1, 0),
    (1, 1),
    (1, -1),
    (0, -1),
    (-1, 0),
    (-1, -1),
    (-1, 1),
];
const DOWN: usize = 0;
const LEFT: usize = 1;
const DOWN_LEFT: usize = 2;
const UP_LEFT: usize = 3;
const UP: usize = 4;
const RIGHT: usize = 5;
const UP_RIGHT: usize = 6;
const DOWN_RIGHT: usize = 7;

const fn bit_at(file: i32, rank: i32) -> u128 {
    if file >= 0 && file < 9 && rank >= 0 && rank < 9 {
        1 << (file * 9 + rank)
    } else {
        0
    }
}

type PerSquare = [u128; 81];

static RAYS: [PerSquare; 8] = {
    let mut rays = [[0; 81]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut square = 0;
        while square < 81 {
            let (mut file, mut rank) = (square / 9 + files, square % 9 + ranks);
            while bit_at(file, rank) != 0 {
                rays[direction][square as usize] |= bit_at(file, rank);
                (file, rank) = (file + files, rank + ranks);
            }
            square += 1;
        }
        direction += 1;
    }
    rays
};

/// All squares from one on.
static FROM: [u128; 128] = {
    let mut table = [0; 128];
    let mut index = 0;
    while index < 128 {
        table[index] = u128::MAX << index;
        index += 1;
    }
    table
};

/// Steps of a black piece by directions of (file, rank).
const fn steps(deltas: &[(i32, i32)]) -> [PerSquare; 2] {
    let mut table = [[0; 81]; 2];
    let mut square = 0;
    while square < 81 {
        let mut i = 0;
        while i < deltas.len() {
            let (files, ranks) = deltas[i];
            table[0][square as usize] |= bit_at(square / 9 + files, square % 9 + ranks);
            table[1][square as usize] |= bit_at(square / 9 - files, square % 9 - ranks);
            i += 1;
        }
        square += 1;
    }
    table
}

const GOLD_STEPS: [PerSquare; 2] = steps(&[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)]);
const KING_STEPS: [PerSquare; 2] = steps(&DIRECTIONS);
const ORTHOGONAL: [PerSquare; 2] = steps(&[(0, 1), (1, 0), (0, -1), (-1, 0)]);
const DIAGONAL: [PerSquare; 2] = steps(&[(1, 1), (1, -1), (-1, -1), (-1, 1)]);

/// The steps of every kind by owner: nothing for pieces that only slide.
static STEPS: [[PerSquare; 2]; Kind::COUNT] = [
    steps(&[(0, -1)]),
    [[0; 81]; 2],
    steps(&[(-1, -2), (1, -2)]),
    steps(&[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)]),
    [[0; 81]; 2],
    [[0; 81]; 2],
    GOLD_STEPS,
    KING_STEPS,
    GOLD_STEPS,
    GOLD_STEPS,
    GOLD_STEPS,
    GOLD_STEPS,
    ORTHOGONAL,
    DIAGONAL,
];

/// The squares strictly between two on a line, and the whole line through both; nothing if they
/// are not on a line.
struct Lines {
    between: [PerSquare; 81],
    through: [PerSquare; 81],
}

static LINES: Lines = {
    let mut lines = Lines {
        between: [[0; 81]; 81],
        through: [[0; 81]; 81],
    };
    let mut a = 0;
    while a < 81 {
        let mut direction = 0;
        while direction < 8 {
            let ahead = RAYS[direction][a];
            let behind = RAYS[(direction + 4) % 8][a];
            let mut b = 0;
            while b < 81 {
                if ahead >> b & 1 != 0 {
                    lines.between[a][b] = ahead & RAYS[(direction + 4) % 8][b];
                    lines.through[a][b] = ahead | behind | 1 << a;
                }
                b += 1;
            }
            direction += 1;
        }
        a += 1;
    }
    lines
};

/// The squares strictly between two squares of one line; none if there is no such line.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(LINES.between[a.index()][b.index()])
}

/// The whole line through two squares; empty if they are on none.
#[inline]
pub fn line_through(a: Square, b: Square) -> Bitboard {
    Bitboard(LINES.through[a.index()][b.index()])
}

#[inline]
fn rising(direction: usize, from: Square, occupied: Bitboard) -> u128 {
    let ray = RAYS[direction][from.index()];
    let blockers = ray & occupied.0;
    ray & (blockers ^ blockers.wrapping_sub(1))
}

#[inline]
fn falling(direction: usize, from: Square, occupied: Bitboard) -> u128 {
    let ray = RAYS[direction][from.index()];
    let blockers = ray & occupied.0;
    ray & FROM[127 - (blockers | 1).leading_zeros() as usize]
}

/// The squares a piece attacks by a step.
#[inline]
pub fn step_attacks(kind: Kind, owner: Player, from: Square) -> Bitboard {
    Bitboard(STEPS[kind.index()][owner as usize][from.index()])
}

/// The squares a lance attacks.
#[inline]
pub fn lance_attacks(owner: Player, from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(match owner {
        Player::First => falling(UP, from, occupied),
        Player::Second => rising(DOWN, from, occupied),
    })
}

/// The squares a bishop attacks.
#[inline]
pub fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(
        rising(DOWN_LEFT, from, occupied)
            | rising(UP_LEFT, from, occupied)
            | falling(UP_RIGHT, from, occupied)
            | falling(DOWN_RIGHT, from, occupied),
    )
}

/// The squares a rook attacks.
#[inline]
pub fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(
        rising(DOWN, from, occupied)
            | rising(LEFT, from, occupied)
            | falling(UP, from, occupied)
            | falling(RIGHT, from, occupied),
    )
}

/// The squares in front of a piece up to the edge: where a lance on an empty board goes.
#[inline]
pub fn lance_ray(owner: Player, from: Square) -> Bitboard {
    Bitboard(match owner {
        Player::First => RAYS[UP][from.index()],
        Player::Second => RAYS[DOWN][from.index()],
    })
}

/// The attacks of a bishop on an empty board.
#[inline]
pub fn bishop_rays(from: Square) -> Bitboard {
    Bitboard(BISHOP_RAYS[from.index()])
}

/// The attacks of a rook on an empty board.
#[inline]
pub fn rook_rays(from: Square) -> Bitboard {
    Bitboard(ROOK_RAYS[from.index()])
}

static BISHOP_RAYS: PerSquare = joined([DOWN_LEFT, UP_LEFT, UP_RIGHT, DOWN_RIGHT]);
static ROOK_RAYS: PerSquare = joined([DOWN, LEFT, UP, RIGHT]);

const fn joined(directions: [usize; 4]) -> PerSquare {
    let mut table = [0; 81];
    let mut square = 0;
    while square < 81 {
        let mut i = 0;
        while i < 4 {
            table[square] |= RAYS[directions[i]][square];
            i += 1;
        }
        square += 1;
    }
    table
}

/// The squares a piece attacks.
#[inline]
pub fn attacks(kind: Kind, owner: Player, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Lance => lance_attacks(owner, from, occupied),
        Kind::Bishop => bishop_attacks(from, occupied),
        Kind::Rook => rook_attacks(from, occupied),
        Kind::Horse => bishop_attacks(from, occupied) | step_attacks(kind, owner, from),
        Kind::Dragon => rook_attacks(from, occupied) | step_attacks(kind, owner, from),
        _ => step_attacks(kind, owner, from),
    }
}

/// The three last ranks of a player's way: where pieces promote.
#[inline]
pub const fn promotion_zone(player: Player) -> Bitboard {
    match player {
        Player::First => Bitboard(RANKS[1] | RANKS[2] | RANKS[3]),
        Player::Second => Bitboard(RANKS[7] | RANKS[8] | RANKS[9]),
    }
}

/// Where a piece of this kind would never move again, and so may not be.
#[inline]
pub const fn dead_ends(kind: Kind, player: Player) -> Bitboard {
    let last = match player {
        Player::First => RANKS[1],
        Player::Second => RANKS[9],
    };
    Bitboard(match (kind, player) {
        (Kind::Pawn | Kind::Lance, _) => last,
        (Kind::Knight, Player::First) => last | RANKS[2],
        (Kind::Knight, Player::Second) => last | RANKS[8],
        _ => 0,
    })
}

/// Ranks by number; there is no rank 0.
const RANKS: [u128; 10] = {
    let mut ranks = [0; 10];
    let mut square = 0;
    while square < 81 {
        ranks[square % 9 + 1] |= 1 << square;
        square += 1;
    }
    ranks
};

/// All squares of the files that hold one of these squares. At most one to a file.
///
/// Adding 255 to a file's nine bits carries into its last bit if any is set, and that bit less
/// what it is at the file's beginning is the whole file.
#[inline]
pub(crate) fn whole_files(one_each: Bitboard) -> Bitboard {
    const LOWER_EIGHT: u128 = Bitboard::ALL.0 & !RANKS[9];
    let found = (one_each.0 + LOWER_EIGHT) & RANKS[9];
    Bitboard((found << 1) - (found >> 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &str) -> Bitboard {
        squares
            .split_whitespace()
            .map(|square| square.parse::<Square>().unwrap())
            .collect()
    }

    #[test]
    fn pieces_attack_what_the_rules_say() {
        let from: Square = "5e".parse().unwrap();
        let blocked = set("5c 3e 7g 2b");
        let attacked = |kind, owner| attacks(kind, owner, from, blocked);
        assert_eq!(attacked(Kind::Pawn, Player::First), set("5d"));
        assert_eq!(attacked(Kind::Knight, Player::Second), set("4g 6g"));
        assert_eq!(attacked(Kind::Lance, Player::First), set("5d 5c"));
        assert_eq!(attacked(Kind::Lance, Player::Second), set("5f 5g 5h 5i"));
        assert_eq!(
            attacked(Kind::Rook, Player::First),
            set("5d 5c 5f 5g 5h 5i 4e 3e 6e 7e 8e 9e")
        );
        assert_eq!(
            attacked(Kind::Horse, Player::First),
            set("4d 3c 2b 6d 7c 8b 9a 4f 3g 2h 1i 6f 7g 5d 5f 4e 6e")
        );
        assert_eq!(
            attacked(Kind::Silver, Player::Second),
            set("5f 4f 6f 4d 6d")
        );
    }

    #[test]
    fn lines_and_files_are_whole() {
        let [a, b] = ["2b", "5e"].map(|square| square.parse().unwrap());
        assert_eq!(between(a, b), set("3c 4d"));
        assert_eq!(line_through(b, a), set("1a 2b 3c 4d 5e 6f 7g 8h 9i"));
        assert_eq!(between(a, "3d".parse().unwrap()), Bitboard::EMPTY);
        let files = whole_files(set("1a 5e 9i"));
        assert_eq!(files.count(), 27);
        assert!(files.contains("5a".parse().unwrap()) && !files.contains("4a".parse().unwrap()));
    }
}
