//! The learned evaluation, for searches of all kinds.

use crate::{Move, Position, Shogi};
use yomi_core::{Evaluator, FirstValue, MoverValue, Rng, Scratch};

/// What the game's [evaluation](crate::evaluation) says about a position, from nothing: for
/// searches that do not carry it along.
#[derive(Clone, Copy, Debug, Default)]
pub struct StaticEvaluation;

impl Evaluator<Shogi> for StaticEvaluation {
    fn evaluate(
        &self,
        game: &Shogi,
        position: &Position,
        _scratch: &mut Scratch<Move>,
        _rng: &mut Rng,
    ) -> FirstValue {
        let score = game.evaluation().of(position.board());
        MoverValue::from_centipawns(f64::from(score)).to_first(position.board().side())
    }
}
