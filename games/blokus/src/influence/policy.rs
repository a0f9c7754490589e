//! Best-of-n play with the evaluation kept from move to move.
//!
//! At every ply `n` distinct legal placements are drawn, each set as likely as any other (all of them,
//! if there are fewer), and the one with the highest evaluation for its player is played; of equals
//! the one drawn first. Placements are drawn from the ways to cover corners without listing them,
//! unless there are so few that some might not be found; a placement drawn twice is drawn again.
//!
//! With `n = 1` the evaluation decides nothing and is not computed, unless it is asked for
//! ([`BestOfN::valuing_all`]): the games are the same.

use super::kept::Kept;
use super::weights::WeightTables;
use crate::board::{Board, Drawn, MOST_DRAWN};
use crate::game::{BlokusDuo, Placement};
use yomi_core::game::play_by_random_actions;
use yomi_core::{Game, Outcome, Policy, Rng, Scratch};

/// Plays the best of `n` random placements by the evaluation.
pub struct BestOfN {
    tables: WeightTables,
    n: usize,
    values_all: bool,
}

impl BestOfN {
    /// With these weights; `n` is at least 1 and at most 2048, which is more than there are ever.
    pub fn new(weights: &[f32], n: u32) -> BestOfN {
        BestOfN {
            tables: WeightTables::new(weights),
            n: (n as usize).clamp(1, MOST_DRAWN),
            values_all: false,
        }
    }

    /// The same play with the evaluation kept and every placement drawn valued, also with `n = 1`.
    #[must_use]
    pub fn valuing_all(self) -> BestOfN {
        BestOfN {
            values_all: true,
            ..self
        }
    }

    /// Whether placements are drawn and played without a look at the evaluation.
    fn is_random(&self) -> bool {
        self.n == 1 && !self.values_all
    }

    /// The best of the placements for the side to move.
    #[inline(always)]
    fn best(&self, board: &Board, kept: &Kept, drawn: &[u16]) -> u16 {
        let mut best = (drawn[0], f32::NEG_INFINITY);
        if drawn.len() > 1 || self.values_all {
            for &placement in drawn {
                let gain = kept.gain(&self.tables, board.mover(), placement);
                if gain > best.1 {
                    best = (placement, gain);
                }
            }
        }
        best.0
    }
}

impl Policy<BlokusDuo> for BestOfN {
    fn choose(
        &self,
        _: &BlokusDuo,
        board: &Board,
        _: &mut Scratch<Placement>,
        rng: &mut Rng,
    ) -> Placement {
        if self.is_random() {
            return Placement(board.random(rng));
        }
        let mut drawn = Drawn::new();
        board.draw_distinct(self.n, rng, &mut drawn);
        let kept = Kept::new(&self.tables, board);
        Placement(self.best(board, &kept, &drawn))
    }

    fn play(
        &self,
        game: &BlokusDuo,
        board: &mut Board,
        plies: u32,
        scratch: &mut Scratch<Placement>,
        rng: &mut Rng,
    ) -> Option<Outcome> {
        if self.is_random() {
            return match scratch.tracing {
                true => play_by_random_actions(game, board, plies, scratch, rng),
                false => {
                    board.play_randomly(plies, rng);
                    game.outcome(board)
                }
            };
        }
        let mut kept = Kept::new(&self.tables, board);
        let (tables, tracing) = (&self.tables, scratch.tracing);
        board.play_drawing(plies, self.n, rng, |board, drawn| {
            let placement = self.best(board, &kept, drawn);
            if tracing {
                scratch.trace.push((board.mover(), Placement(placement)));
            }
            kept.place(tables, board.mover(), placement);
            placement
        });
        game.outcome(board)
    }
}
