//! Positions as text.
//!
//! Rows from the top joined by `/`, `X` for squares of the first player, `O` for those of the second,
//! numbers for runs of free squares; then `b` or `w` for the side to move. Two pieces of a side never
//! touch edge to edge: what hangs together is a piece, and which pieces are in hand follows from the
//! board. Only one thing does not: whether the single square came last, for which the box has a bonus
//! ([`BlokusDuo::bonus`]). Where it did, its name follows: `... b e10`.

use crate::board::Board;
use crate::game::BlokusDuo;
use crate::notation::{parse_square, square_name};
use crate::pieces;
use crate::tables::{SIDE, TABLES};
use yomi_core::rows::{self, parse_rows, parse_side, rows_text, side_letter};
use yomi_core::{Player, PositionError, Setup};

const FORMAT: &str = "14 rows from the top, joined by '/', of 14 squares each (X first, O second player, numbers for runs \
     of free squares), then b or w for who moves, and the single squares that were placed last, if any";

/// Squares that hang together, as columns and rows from the top left.
type Group = Vec<(u8, u8)>;

impl Setup for BlokusDuo {
    fn format_state(&self, board: &Board) -> String {
        let points: Vec<Option<Player>> = (0..SIDE * SIDE)
            .map(|i| board.at(i % SIDE, i / SIDE))
            .collect();
        let mut text = rows_text(&points, SIDE);
        text.push(' ');
        text.push(side_letter(board.mover()));
        for player in Player::BOTH {
            let mut single = groups(&points, player).into_iter();
            if board.ended_with_monomino(player)
                && let Some(group) = single.find(|group| group.len() == 1)
            {
                text.push(' ');
                text += &square_name(group[0]);
            }
        }
        text
    }

    /// Pieces may lie where no game would have them, but not edge to edge with another of their side, nor
    /// twice. A side that cannot move is passed over.
    fn parse_state(&self, text: &str) -> Result<Board, PositionError> {
        let wrong = || PositionError::new(FORMAT);
        let mut words = text.split_whitespace();
        let points = words.next().and_then(|rows| parse_rows(rows, SIDE));
        let points = points.ok_or_else(wrong)?;
        let mover = words.next().and_then(parse_side).ok_or_else(wrong)?;
        let mut pieces = Vec::new();
        for player in Player::BOTH {
            let mut used = 0;
            for group in groups(&points, player) {
                let found = TABLES.find(&group).ok_or_else(|| no_piece(&group))?;
                let piece = TABLES.form(found).piece;
                if used >> piece & 1 == 1 {
                    return Err(twice(player, piece.into(), &group));
                }
                used |= 1 << piece;
                pieces.push((player, found));
            }
        }
        let mut last = [false; 2];
        for word in words {
            let square = parse_square(word).ok_or_else(wrong)?;
            let single = |(_, found): &&(Player, u16)| {
                TABLES.form(*found).size == 1 && TABLES.squares(*found).next() == Some(square)
            };
            let Some((player, _)) = pieces.iter().find(single) else {
                let expected = format!("a single square at {}", square_name(square));
                return Err(PositionError::new(expected));
            };
            last[player.index()] = true;
        }
        // A side that has nothing else on the board began with it.
        for player in Player::BOTH {
            let mut own = pieces.iter().filter(|(owner, _)| *owner == player);
            let only = own.next().filter(|_| own.next().is_none());
            last[player.index()] |= only.is_some_and(|(_, found)| TABLES.form(*found).size == 1);
        }
        pieces.sort_by_key(|&(player, found)| {
            let single = TABLES.form(found).size == 1;
            single && last[player.index()] || !single && !last[player.index()]
        });
        Ok(Board::set_up(&pieces, mover))
    }
}

fn no_piece(group: &[(u8, u8)]) -> PositionError {
    let names: Vec<String> = group.iter().copied().map(square_name).collect();
    let names = names.join(",");
    PositionError::new(format!(
        "a piece, which {names} is not: pieces of a side that touch edge to edge cannot be told apart"
    ))
}

fn twice(player: Player, piece: usize, group: &[(u8, u8)]) -> PositionError {
    let (piece, square) = (pieces::name(piece), square_name(group[0]));
    PositionError::new(format!(
        "each piece once: {player} has another {piece}, at {square}"
    ))
}

/// The groups of squares of a player that hang together, in the order of the rows.
fn groups(points: &[Option<Player>], player: Player) -> Vec<Group> {
    let place = |square: usize| ((square % SIDE) as u8, (square / SIDE) as u8);
    let groups = rows::groups(points, SIDE, player).into_iter();
    groups
        .map(|group| group.into_iter().map(place).collect())
        .collect()
}
