//! Shogi as a [`Game`].

use crate::evaluation::Evaluation;
use crate::playout::play_out;
use crate::{Board, Move, Position, Rules};
use std::sync::Arc;
use yomi_core::{Deterministic, Discrete, Game, Indexed, Keyed, Outcome, Player, Rng, Scratch};

/// The rules of shogi.
///
/// ```
/// use yomi_core::{Discrete, Game};
/// use yomi_shogi::Shogi;
/// let game = Shogi::default();
/// let mut moves = Vec::new();
/// game.actions(&game.initial(), &mut moves);
/// assert_eq!(moves.len(), 30);
/// ```
#[derive(Clone, Debug)]
pub struct Shogi {
    rules: Rules,
    evaluation: Arc<Evaluation>,
}

impl Default for Shogi {
    fn default() -> Shogi {
        Shogi::new(Rules::default())
    }
}

impl Shogi {
    /// Shogi by these rules, with the evaluation that ships.
    pub fn new(rules: Rules) -> Shogi {
        Shogi::evaluated_by(rules, Evaluation::shipped())
    }

    /// Shogi by these rules, with this evaluation.
    pub fn evaluated_by(rules: Rules, evaluation: Arc<Evaluation>) -> Shogi {
        Shogi { rules, evaluation }
    }

    /// How the game has ended although there may be legal moves.
    #[inline]
    pub(crate) fn ended_early(&self, position: &Position) -> Option<Outcome> {
        let too_long = || position.plies() >= self.rules.moves;
        position
            .ended()
            .or_else(|| too_long().then_some(Outcome::Draw))
    }

    /// The static evaluation.
    pub fn evaluation(&self) -> &Arc<Evaluation> {
        &self.evaluation
    }

    /// The settings of the rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl Game for Shogi {
    type State = Position;
    type Action = Move;

    fn initial(&self) -> Position {
        Position::new(Board::start())
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.board().side()
    }

    /// A side without a legal move has lost, mated or not.
    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.last() == Some(Move::DECLARE) {
            return position.ended();
        }
        if !position.board().has_legal_move() {
            return Some(Outcome::Win(position.board().side().other()));
        }
        self.ended_early(position)
    }

    #[inline]
    fn step(&self, position: &mut Position, action: Move, _rng: &mut Rng) {
        self.apply(position, action);
    }
}

impl Deterministic for Shogi {
    #[inline]
    fn apply(&self, position: &mut Position, action: Move) {
        if action == Move::DECLARE {
            let claim = self.rules.declaration.claim(position.board());
            // Only a declaration that the rules allow is legal; any other would lose the game.
            let lost = Outcome::Win(position.board().side().other());
            position.declare(claim.unwrap_or(lost));
        } else {
            position.play(action);
        }
    }
}

impl Discrete for Shogi {
    fn actions(&self, position: &Position, actions: &mut Vec<Move>) {
        position.board().legal(actions);
        if self.rules.declaration.claim(position.board()).is_some() {
            actions.push(Move::DECLARE);
        }
    }

    #[inline]
    fn playout_actions(&self, position: &Position, actions: &mut Vec<Move>) {
        position.board().legal(actions);
    }

    #[inline]
    fn random_action(&self, position: &Position, _scratch: &mut Vec<Move>, rng: &mut Rng) -> Move {
        let drawn = position.board().random_legal(rng);
        drawn.expect("a game that is not over has a legal move")
    }

    fn play_randomly(
        &self,
        position: &mut Position,
        plies: u32,
        scratch: &mut Scratch<Move>,
        rng: &mut Rng,
    ) -> Option<Outcome> {
        play_out(self, position, plies, scratch, rng, |position, _, rng| {
            position.board().random_legal(rng)
        })
    }
}

impl Keyed for Shogi {
    /// The board's key. How often the position was there before is not part of it.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.board().key()
    }
}

impl Indexed for Shogi {
    fn index_count(&self) -> usize {
        Move::INDEX_COUNT
    }

    #[inline]
    fn index(&self, action: Move) -> usize {
        action.index()
    }
}
