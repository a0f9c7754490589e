//! The features of a move, as numbers: which weights are summed up for it.
//!
//! `actor` is what moves: one of fourteen kinds as it arrives, or one of seven that are dropped.
//! Places are as the mover sees them. A place relative to another is the number of files between
//! them, left or right, and the ranks between them, ahead or behind.

use super::scene::{PRICES, Scene, seen};
use crate::attacks::attacks;
use crate::{Kind, Move, Square};

const ACTORS: usize = Kind::COUNT + 7;
const SAFETIES: usize = 2 * PRICES;
/// Files apart (0 to 8) times ranks apart (-8 to 8).
const RELATIVE: usize = 9 * 17;

/// Groups of features, one after the other, and where each begins.
macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident: $size:expr;)*) => {
        groups!(@ 0; $($(#[$doc])* $name: $size;)*);
    };
    (@ $start:expr; $(#[$doc:meta])* $name:ident: $size:expr; $($rest:tt)*) => {
        $(#[$doc])*
        const $name: usize = $start;
        groups!(@ $start + $size; $($rest)*);
    };
    (@ $start:expr;) => {
        /// How many features there are.
        pub const FEATURES: usize = $start;
    };
}

groups! {
    /// Actor, promotion or not, what is captured (14: nothing), safety there.
    TRADE: ACTORS * 2 * 15 * SAFETIES;
    /// Kind, safety where it stands, safety where it goes.
    ESCAPE: Kind::COUNT * SAFETIES * SAFETIES;
    /// Actor, place relative to the other king.
    AT_KING: ACTORS * RELATIVE;
    /// Actor, place relative to the own king.
    BY_KING: ACTORS * RELATIVE;
    /// Kind, place that is left relative to the other king.
    FROM_KING: Kind::COUNT * RELATIVE;
    /// Kind, place that is left relative to the own king.
    LEAVING_KING: Kind::COUNT * RELATIVE;
    /// Actor of a check, safety there.
    CHECK: ACTORS * SAFETIES;
    /// Actor, place relative to that of the last move.
    ANSWER: ACTORS * RELATIVE;
    /// Kind that moved last, actor, whether it is captured.
    REPLY: Kind::COUNT * ACTORS * 2;
    /// Kind that moved last and attacks, kind that leaves.
    CHASED: Kind::COUNT * Kind::COUNT;
    /// Actor, kind attacked from there, whether it is defended.
    ATTACK: ACTORS * Kind::COUNT * 2;
    /// Actor, kind in danger that is protected from there.
    PROTECT: ACTORS * Kind::COUNT;
    /// Actor, place.
    TO: ACTORS * Square::COUNT;
    /// Kind, place that is left.
    FROM: Kind::COUNT * Square::COUNT;
    /// Actor of a move out of check, capture or not.
    EVASION: ACTORS * 2;
}

/// The place of each square relative to each other: `[origin][square]`, below [`RELATIVE`].
static PLACE: [[u8; 81]; 81] = {
    let mut table = [[0; 81]; 81];
    let mut origin = 0;
    while origin < 81 {
        let mut square = 0;
        while square < 81 {
            let files = (square / 9_usize).abs_diff(origin / 9);
            table[origin][square] = (files * 17 + square % 9 + 8 - origin % 9) as u8;
            square += 1;
        }
        origin += 1;
    }
    table
};

#[inline]
fn relative(square: usize, origin: usize) -> usize {
    PLACE[origin][square] as usize
}

/// Calls `found` with every feature of a move, some perhaps more than once.
#[inline]
pub(super) fn for_each(scene: &Scene, action: Move, mut found: impl FnMut(usize)) {
    let board = scene.board;
    let to = action.to();
    let there = seen(scene.mover, to);
    let captured = match action.from() {
        Some(_) => board.piece(to).map(|piece| piece.kind),
        None => None,
    };
    let is_drop = action.from().is_none();
    let safety = scene.safety_after(to, is_drop);
    let (arrived, actor) = match (action.from(), action.dropped()) {
        (Some(from), _) => {
            let kind = board.kind_on(from);
            let arrived = match action.promotes() {
                true => kind.promoted().unwrap_or(kind),
                false => kind,
            };
            let here = seen(scene.mover, from);
            let before = scene.safety_before(from);
            let kind = kind.index();
            found(ESCAPE + (kind * SAFETIES + before) * SAFETIES + safety);
            if let Some(king) = scene.kings[1] {
                found(FROM_KING + kind * RELATIVE + relative(here, king));
            }
            if let Some(king) = scene.kings[0] {
                found(LEAVING_KING + kind * RELATIVE + relative(here, king));
            }
            found(FROM + kind * Square::COUNT + here);
            if let Some((last, _)) = scene.last
                && scene.last_reach.contains(from)
            {
                found(CHASED + last.kind.index() * Kind::COUNT + kind);
            }
            (arrived, arrived.index())
        }
        (None, Some(kind)) => (kind, Kind::COUNT + kind.index()),
        // A declaration is like no other move; it wins, and needs no weight.
        (None, None) => return,
    };
    let prey = captured.map_or(14, Kind::index);
    let promotes = usize::from(action.promotes());
    found(TRADE + ((actor * 2 + promotes) * 15 + prey) * SAFETIES + safety);
    if let Some(king) = scene.kings[1] {
        found(AT_KING + actor * RELATIVE + relative(there, king));
    }
    if let Some(king) = scene.kings[0] {
        found(BY_KING + actor * RELATIVE + relative(there, king));
    }
    found(TO + actor * Square::COUNT + there);
    if scene.checks.is_check(board, action) {
        found(CHECK + actor * SAFETIES + safety);
    }
    if board.in_check() {
        found(EVASION + actor * 2 + usize::from(captured.is_some()));
    }
    if let Some((last, place)) = scene.last {
        let place_seen = seen(scene.mover, place);
        found(ANSWER + actor * RELATIVE + relative(there, place_seen));
        let captures_it = usize::from(place == to);
        found(REPLY + (last.kind.index() * ACTORS + actor) * 2 + captures_it);
    }
    let reach = attacks(arrived, scene.mover, to, board.occupied());
    for target in reach & board.pieces(scene.mover.other()) {
        let target_kind = board.kind_on(target).index();
        let defended = usize::from(scene.is_defended(target));
        found(ATTACK + (actor * Kind::COUNT + target_kind) * 2 + defended);
    }
    for friend in reach & scene.in_danger() {
        if action.from() != Some(friend) {
            found(PROTECT + actor * Kind::COUNT + board.kind_on(friend).index());
        }
    }
}
