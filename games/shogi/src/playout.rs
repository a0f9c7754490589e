//! Random play: any legal move, or a mate in one where there is one.

use crate::mate::mate_in_one;
use crate::{Board, Move, Position, Shogi};
use yomi_core::{Game as _, Outcome, Policy, Rng, Scratch};

/// Plays a mate in one if there is one, else any legal move. Purely random games of shogi go on for
/// hundreds of moves past the first chance to end them; these end there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mating;

impl Mating {
    /// A move; `None` if there is no legal one.
    #[inline]
    fn draw(board: &Board, rng: &mut Rng) -> Option<Move> {
        mate_in_one(board).or_else(|| board.random_legal(rng))
    }
}

impl Policy<Shogi> for Mating {
    #[inline]
    fn choose(
        &self,
        _game: &Shogi,
        position: &Position,
        _scratch: &mut Scratch<Move>,
        rng: &mut Rng,
    ) -> Move {
        let drawn = Mating::draw(position.board(), rng);
        drawn.expect("a game that is not over has a legal move")
    }

    fn play(
        &self,
        game: &Shogi,
        position: &mut Position,
        plies: u32,
        scratch: &mut Scratch<Move>,
        rng: &mut Rng,
    ) -> Option<Outcome> {
        play_out(game, position, plies, scratch, rng, |position, _, rng| {
            Mating::draw(position.board(), rng)
        })
    }
}

/// Plays moves that `draw` finds until the game is over or so many are played. That there is no
/// legal move is found out by looking for one.
#[inline]
pub(crate) fn play_out(
    game: &Shogi,
    position: &mut Position,
    plies: u32,
    scratch: &mut Scratch<Move>,
    rng: &mut Rng,
    draw: impl Fn(&Position, &mut Scratch<Move>, &mut Rng) -> Option<Move>,
) -> Option<Outcome> {
    for _ in 0..plies {
        if let Some(outcome) = game.ended_early(position) {
            return game.outcome(position).or(Some(outcome));
        }
        let side = position.board().side();
        let Some(action) = draw(position, scratch, rng) else {
            return Some(Outcome::Win(side.other()));
        };
        if scratch.tracing {
            scratch.trace.push((side, action));
        }
        position.play(action);
    }
    game.outcome(position)
}
