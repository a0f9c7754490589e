//! The board of Go as people have it: Black and White, prisoners, komi.

use crate::board::Point;
use crate::game::Go;
use crate::position::Position;
use crate::vertex::Vertex;
use yomi_core::interactive::{Ink, Sketch, board_sketch, letter};
use yomi_core::{Interactive, Player};

impl<const W: usize> Interactive for Go<W> {
    fn sides(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }

    fn sketch(&self, positions: &[Position<W>], last: Option<Vertex>) -> Sketch {
        let Some(position) = positions.last() else {
            return Sketch::new();
        };
        let mut sketch = board_sketch(self, positions, last, |cell| self.free_point(cell));
        sketch.end_line();
        let prisoners = self.prisoners(positions);
        for player in Player::BOTH {
            let name = self.sides()[player.index()];
            sketch.add(Ink::Piece(player), format!("{name} ({})", letter(player)));
            let captured = prisoners[player.index()];
            sketch.add(Ink::Plain, format!(" captured {captured}. "));
        }
        sketch.add(Ink::Plain, format!("Komi {}.", self.komi()));
        if last.is_some_and(Vertex::is_pass) {
            let passed = self.sides()[position.mover().other().index()];
            sketch.add(Ink::Plain, format!(" {passed} passed."));
        }
        sketch
    }
}

impl<const W: usize> Go<W> {
    /// The stones that each player has taken off since the first of these positions.
    fn prisoners(&self, positions: &[Position<W>]) -> [u32; 2] {
        let mut taken = [0; 2];
        let stones = |position: &Position<W>, wanted: Point| {
            let all = 0..self.size() * self.size();
            let vertices = all.map(|i| Vertex::at::<W>(i % self.size(), i / self.size()));
            vertices
                .filter(|&vertex| position.board().point(vertex) == wanted)
                .count() as u32
        };
        for pair in positions.windows(2) {
            for (player, others) in Player::BOTH.into_iter().zip([Point::White, Point::Black]) {
                let [before, after] = [&pair[0], &pair[1]].map(|position| stones(position, others));
                taken[player.index()] += before.saturating_sub(after);
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use yomi_core::Notation as _;
    use yomi_core::{Deterministic as _, Game as _};

    #[test]
    fn prisoners_and_the_last_stone_are_seen() {
        let rules = Rules {
            size: 5,
            ..Rules::default()
        };
        let go = Go::<2>::new(rules).unwrap();
        let mut positions = vec![go.initial()];
        let mut last = None;
        for text in ["B1", "A1", "A2", "pass", "C3"] {
            let mut next = positions.last().unwrap().clone();
            let vertex = go.parse_action(&next, text).unwrap();
            go.apply(&mut next, vertex);
            positions.push(next);
            last = Some(vertex);
        }
        let drawn = go.sketch(&positions, last).to_string();
        assert!(drawn.contains(" 3 . .(X). . 3"), "{drawn}");
        assert!(
            drawn.ends_with("Black (X) captured 1. White (O) captured 0. Komi 7."),
            "{drawn}"
        );
        let drawn = go.sketch(&positions[..5], Some(Vertex::PASS)).to_string();
        assert!(
            drawn.ends_with("White passed.") && !drawn.contains("(X)."),
            "{drawn}"
        );
    }
}
