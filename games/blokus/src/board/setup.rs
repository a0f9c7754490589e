//! Positions set up by hand.

use super::{Board, NONE};
use crate::side::PAD;
use crate::tables::{STARTS, TABLES};
use yomi_core::Player;

impl Board {
    /// The position with these placements on an empty board, which are made in this order, and with this
    /// side to move; it is passed over if it cannot. No two may overlap, and no side may have a piece twice.
    pub(crate) fn set_up(placements: &[(Player, u16)], mover: Player) -> Board {
        let tables = &*TABLES;
        let mut board = Board::new();
        for player in Player::BOTH {
            if placements.iter().any(|(owner, _)| *owner == player) {
                // Only a first piece may begin there. If no piece covers it, it is a square like any other.
                let (_, y) = STARTS[player.index()];
                let side = &mut board.sides[player.index()];
                (side.diagonal[y + PAD], side.live[y + PAD]) = (0, 0);
            }
        }
        for &(player, placement) in placements {
            board.mover = player;
            board.put(tables, placement);
        }
        // In which order they came is not known.
        board.last = NONE;
        let [mut first, mut second] = board.sides;
        let can_move = [
            first.can_move(tables, Player::First),
            second.can_move(tables, Player::Second),
        ];
        board.sides = [first, second];
        board.over = can_move == [false; 2];
        board.mover = match can_move[mover.index()] || board.over {
            true => mover,
            false => mover.other(),
        };
        board
    }
}
