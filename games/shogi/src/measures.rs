//! The numbers by which experiments tell positions of shogi and moves apart.
//!
//! They say where a search may be good or bad: how far the game has come, how near a mate is for either side, how many
//! checks there are, how safe the king is; and of moves, how soon they lose by force and how probable they are.

use crate::attacks::step_attacks;
use crate::mate::ExactMate;
use crate::progress::Progress;
use crate::transition::Transitions;
use crate::traps::{LEVELS, Traps};
use crate::{Board, Kind, Move, Position, Shogi};
use yomi_core::{Measured, MoveNumber, Player, PositionNumber};

/// Mates are looked for within so many plies.
const PLIES: u32 = LEVELS[LEVELS.len() - 1];

impl Measured for Shogi {
    const POSITION_NUMBERS: &'static [PositionNumber<Shogi>] = &[
        PositionNumber {
            name: "progress",
            doc: "how far the game has come, 0 to 127",
            of: |_, position| Some(Progress::shipped().of(position.board()).into()),
        },
        PositionNumber {
            name: "moves",
            doc: "legal moves",
            of: |_, position| Some(f64::from(position.board().legal_count() as u32)),
        },
        PositionNumber {
            name: "checks",
            doc: "legal moves that give check",
            of: |_, position| Some(checks(position.board())),
        },
        PositionNumber {
            name: "mate",
            doc: "plies of the shortest mate by checks, 1 to 7; none if there is none within 7",
            of: |_, position| mate(position.board()),
        },
        PositionNumber {
            name: "threat",
            doc: "plies, 1 to 7, of the shortest mate that the opponent would have after a pass; none without one or in check",
            of: |_, position| threat(position.board()),
        },
        PositionNumber {
            name: "escapes",
            doc: "squares beside the king of the side to move that hold no piece of its own and are not attacked",
            of: |_, position| king_zone(position.board()).map(|zone| zone.escapes),
        },
        PositionNumber {
            name: "pressure",
            doc: "attacks by the opponent's pieces on the squares beside the king of the side to move, and on its own",
            of: |_, position| king_zone(position.board()).map(|zone| zone.attacks),
        },
    ];

    const MOVE_NUMBERS: &'static [MoveNumber<Shogi>] = &[
        MoveNumber {
            name: "trap",
            doc: "plies, 1 to 7, of the shortest mate that the opponent has after the move",
            of: |_, position| {
                let found = Traps::default().of(position.board()).into_iter();
                found
                    .map(|(action, level)| (action, level.into()))
                    .collect()
            },
        },
        MoveNumber {
            name: "rank",
            doc: "place among all moves by the probability that records give it, from 1",
            of: |_, position| ranks(position),
        },
    ];
}

fn checks(board: &Board) -> f64 {
    let mut moves = Vec::new();
    board.checks(&mut moves);
    moves.len() as f64
}

fn mate(board: &Board) -> Option<f64> {
    let length = ExactMate::default().length(&mut board.clone(), PLIES)?;
    Some(length.into())
}

fn threat(board: &Board) -> Option<f64> {
    if board.in_check() {
        return None;
    }
    let mut passed = board.clone();
    passed.make_null();
    mate(&passed)
}

/// What goes on around a king.
struct KingZone {
    escapes: f64,
    attacks: f64,
}

/// The squares around the king of the side to move; `None` if it has no king.
fn king_zone(board: &Board) -> Option<KingZone> {
    let (own, enemy) = (board.side(), board.side().other());
    let king = board.king(own)?;
    let around = step_attacks(Kind::King, Player::First, king);
    // The king does not hide the squares behind it.
    let without_king = board.occupied() & !crate::Bitboard::of(king);
    let free = around & !board.pieces(own);
    let escapes = free
        .iter()
        .filter(|&square| !board.is_attacked(square, enemy, without_king));
    let zone = around.iter().chain([king]);
    let attacks = zone.map(|square| board.attackers(square, enemy).iter().count());
    Some(KingZone {
        escapes: escapes.count() as f64,
        attacks: attacks.sum::<usize>() as f64,
    })
}

/// The places of all legal moves by their probability; of equal ones those that the generator lists first come first.
fn ranks(position: &Position) -> Vec<(Move, f64)> {
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    position.board().legal(&mut moves);
    Transitions::shipped().score(position.board(), position.last(), &moves, &mut scores);
    let mut ranked: Vec<(f32, Move)> = scores.into_iter().zip(moves).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let places = ranked.iter().zip(1..);
    places
        .map(|(&(_, action), place)| (action, f64::from(place)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::START;
    use yomi_core::Setup as _;

    fn position(sfen: &str) -> Position {
        Shogi::default().parse_state(sfen).unwrap()
    }

    fn number(name: &str, sfen: &str) -> Option<f64> {
        let mut known = Shogi::POSITION_NUMBERS.iter();
        let number = known.find(|number| number.name == name).unwrap();
        (number.of)(&Shogi::default(), &position(sfen))
    }

    fn of_moves(name: &str, sfen: &str) -> Vec<(String, f64)> {
        let mut known = Shogi::MOVE_NUMBERS.iter();
        let number = known.find(|number| number.name == name).unwrap();
        let found = (number.of)(&Shogi::default(), &position(sfen)).into_iter();
        found.map(|(action, n)| (action.to_string(), n)).collect()
    }

    /// A gold in hand mates before the king, guarded by a pawn; it also gives check from 4a, 6a, 4b and 6b, and so does the
    /// pawn, promoted or not.
    const MATE: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G17p 1";

    #[test]
    fn positions_have_the_numbers_that_one_counts_by_hand() {
        assert_eq!(number("mate", MATE), Some(1.0));
        assert_eq!(number("checks", MATE), Some(7.0));
        assert_eq!(number("threat", MATE), None);
        assert_eq!(number("escapes", MATE), Some(5.0), "a king on the edge");
        assert_eq!(number("pressure", MATE), Some(0.0));
        // The same position as the other side sees it: a pass would lose at once. The pawn guards 5b alone.
        let other = MATE.replace(" b ", " w ");
        assert_eq!(number("threat", &other), Some(1.0));
        assert_eq!(number("mate", &other), None);
        assert_eq!(number("escapes", &other), Some(4.0));
        assert_eq!(number("pressure", &other), Some(1.0));
        assert_eq!(number("moves", START), Some(30.0));
        assert!(number("progress", START).unwrap() < 16.0);
        // In check there is no pass.
        let check = "4k4/4G4/9/9/9/9/9/9/4K4 w 17p 1";
        assert_eq!(number("threat", check), None);
    }

    #[test]
    fn moves_have_their_level_and_their_rank() {
        let other = MATE.replace(" b ", " w ");
        let traps = of_moves("trap", &other);
        // A pawn before the king keeps the gold away; one in the corner does not.
        let level = |text: &str| traps.iter().find(|(action, _)| action == text);
        assert_eq!(level("P*9b").unwrap().1, 1.0);
        assert_eq!(level("P*5b"), None);
        let mut ranks = of_moves("rank", START);
        assert_eq!(ranks.len(), 30);
        ranks.sort_by(|a, b| a.1.total_cmp(&b.1));
        assert!(
            ranks
                .iter()
                .map(|(_, rank)| *rank)
                .eq((1..=30).map(f64::from))
        );
        let first = [ranks[0].0.as_str(), ranks[1].0.as_str()];
        assert!(
            first.contains(&"7g7f") && first.contains(&"2g2f"),
            "{first:?}"
        );
    }
}
