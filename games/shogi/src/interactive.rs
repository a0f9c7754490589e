//! The board and moves of shogi as people have them.

use crate::notation::held;
use crate::{Move, Position, Shogi, Square, typed};
use yomi_core::interactive::{Ink, Sketch};
use yomi_core::{Interactive, NotationError, Player};

/// The names of the players.
const SIDES: [&str; 2] = ["Sente", "Gote"];

impl Interactive for Shogi {
    fn sides(&self) -> [&'static str; 2] {
        SIDES
    }

    fn sketch(&self, states: &[Position], last: Option<Move>) -> Sketch {
        let mut sketch = Sketch::new();
        let Some(position) = states.last() else {
            return sketch;
        };
        let board = position.board();
        let marked = last.filter(|&last| last != Move::DECLARE).map(Move::to);
        hand(&mut sketch, position, Player::Second);
        sketch.end_line();
        sketch.add(Ink::Faint, "  9  8  7  6  5  4  3  2  1");
        sketch.end_line();
        for rank in 1..=9 {
            let mut is_after_mark = false;
            for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
                let Some(piece) = board.piece(square) else {
                    sketch.add(Ink::Faint, if is_after_mark { " ." } else { "  ." });
                    is_after_mark = false;
                    continue;
                };
                let room = if is_after_mark { 2 } else { 3 };
                is_after_mark = marked == Some(square);
                if is_after_mark {
                    let text = format!("({piece}");
                    sketch.add(Ink::Last(piece.owner), format!("{text:>room$})"));
                } else {
                    sketch.add(
                        Ink::Piece(piece.owner),
                        format!("{:>room$}", piece.to_string()),
                    );
                }
            }
            let rank = char::from(b'a' + rank as u8 - 1);
            sketch.add(
                Ink::Faint,
                format!("{}{rank}", if is_after_mark { " " } else { "  " }),
            );
            sketch.end_line();
        }
        hand(&mut sketch, position, Player::First);
        sketch
    }

    fn parse_typed(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        typed::parse(self, position, text)
    }

    fn typed_format(&self) -> String {
        typed::FORMAT.to_owned()
    }
}

/// `Gote (small letters) in hand: P2 B`.
fn hand(sketch: &mut Sketch, position: &Position, player: Player) {
    const LETTERS: [&str; 2] = ["capitals", "small letters"];
    let held = held(position.board(), player);
    sketch.add(Ink::Piece(player), SIDES[player.index()]);
    let letters = LETTERS[player.index()];
    sketch.add(Ink::Plain, format!(" ({letters}) in hand: {held}"));
}
