//! The settings of the rules: the entering-king declaration and the longest game.

use crate::attacks::promotion_zone;
use crate::{Bitboard, Board, Kind};
use yomi_core::{Outcome, Player};

yomi_core::choices! {
    /// When a player whose king has reached the other camp may claim the win.
    pub enum Declaration {
        /// Never.
        Never = "none",
        /// From 31 points on; 24 to 30 points are a draw.
        Points24 = "24",
        /// From 28 points on for black, 27 for white.
        Points27 = "27",
    }
}

yomi_core::parameters! {
    /// Settings of the rules.
    pub struct Rules {
        /// The game is a draw after so many moves.
        pub moves: u32 = 512, in 1 ..= 100_000;
        /// How many points an entering king needs for a declaration (`win`).
        pub declaration: Declaration = Declaration::Points27;
    }
}

impl Declaration {
    /// What the side to move gets by declaring, if it may: its king stands in the other camp, not
    /// in check, with at least ten more of its pieces there, and these with the hand have enough
    /// points (a rook or bishop 5, anything else 1).
    pub fn claim(self, board: &Board) -> Option<Outcome> {
        let mover = board.side();
        let camp = promotion_zone(mover);
        let king = board.king(mover)?;
        if self == Declaration::Never || !camp.contains(king) || board.in_check() {
            return None;
        }
        let entered = board.pieces(mover) & camp & !Bitboard::of(king);
        if entered.count() < 10 {
            return None;
        }
        let points = points(board, entered);
        match self {
            Declaration::Never => None,
            Declaration::Points24 => match points {
                31.. => Some(Outcome::Win(mover)),
                24.. => Some(Outcome::Draw),
                _ => None,
            },
            Declaration::Points27 => {
                let needed = match mover {
                    Player::First => 28,
                    Player::Second => 27,
                };
                (points >= needed).then_some(Outcome::Win(mover))
            }
        }
    }
}

/// The points of the side to move for these pieces on the board and all in hand.
fn points(board: &Board, entered: Bitboard) -> u32 {
    let great = board.either(Kind::Bishop, Kind::Horse) | board.either(Kind::Rook, Kind::Dragon);
    let hand = board.hand(board.side());
    let held: u32 = Kind::HAND
        .iter()
        .map(|&kind| {
            let worth = match kind {
                Kind::Bishop | Kind::Rook => 5,
                _ => 1,
            };
            worth * hand.count(kind)
        })
        .sum();
    entered.count() + 4 * (entered & great).count() + held
}
