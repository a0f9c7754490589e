//! Positions in little memory, for learners that keep millions of them.
//!
//! The stones, who moves, the ko and the last two moves: 48 bytes on boards up to 9x9. What is forgotten is the history,
//! and with it repetitions longer than a ko.

use crate::bits::Bits;
use crate::board::Board;
use crate::game::Go;
use crate::position::Position;
use crate::vertex::Vertex;
use std::borrow::Cow;
use yomi_core::{Player, Stored};

/// A position without its history.
#[derive(Clone, Debug)]
pub struct PackedPosition<const W: usize> {
    stones: [Bits<W>; 2],
    last: [Vertex; 2],
    ko: Vertex,
    mover: Player,
    passes: u8,
}

impl<const W: usize> Stored<Go<W>> for PackedPosition<W> {
    fn store(_: &Go<W>, position: &Position<W>) -> PackedPosition<W> {
        let board = &position.board;
        PackedPosition {
            stones: Player::BOTH.map(|player| *board.stones(player)),
            last: position.last,
            ko: board.ko().unwrap_or(Vertex::PASS),
            mover: position.mover,
            passes: position.passes,
        }
    }

    fn restore(&self, game: &Go<W>) -> Cow<'_, Position<W>> {
        let of = |player: Player| {
            let points = self.stones[player.index()].iter();
            points.map(move |point| (point, player))
        };
        let stones: Vec<_> = of(Player::First).chain(of(Player::Second)).collect();
        let board = Board::with_stones(game.size(), &stones);
        let mut board = board.expect("the stones of a position have liberties");
        board.set_ko(self.ko);
        let mut position = Position::set_up(board, self.mover);
        position.last = self.last;
        position.passes = self.passes;
        Cow::Owned(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Rules, SmallGo};
    use yomi_core::{Deterministic as _, Discrete as _, Game as _, Scratch, Seed};

    #[test]
    fn positions_come_back_with_their_moves() {
        assert!(size_of::<PackedPosition<2>>() <= 48);
        let game = SmallGo::new(Rules::default()).unwrap();
        for seed in 0..20 {
            let (mut played, mut scratch) = (game.initial(), Scratch::default());
            scratch.tracing = true;
            game.play_randomly(&mut played, 100, &mut scratch, &mut Seed::new(seed).rng());
            let mut position = game.initial();
            for &(_, vertex) in &scratch.trace {
                game.apply(&mut position, vertex);
                let again = PackedPosition::store(&game, &position);
                let again = again.restore(&game).into_owned();
                assert_eq!(again.board.hash(), position.board.hash());
                assert_eq!(
                    (again.last, again.mover, again.passes),
                    (position.last, position.mover, position.passes)
                );
                for point in position.board.empty().iter() {
                    let legal = |board: &Board<2>| board.is_legal(point, position.mover);
                    assert_eq!(legal(&again.board), legal(&position.board));
                    for near in point.neighbours::<2>() {
                        if position.board.stones(position.mover).has(near) {
                            let liberties = |board: &Board<2>| *board.liberties(near);
                            assert_eq!(liberties(&again.board), liberties(&position.board));
                        }
                    }
                }
            }
        }
    }
}
