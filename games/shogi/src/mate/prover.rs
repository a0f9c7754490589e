//! Mates for tree searches: positions won by checks alone, by the number of plies.
//!
//! Level k stands for a mate within 2k + 1 plies. Level 0 is a look of less than a microsecond, each further one takes
//! about five times as long as the one before.
//!
//! Limits: the position is taken by itself. A mate that would repeat a position of the game for the fourth time is not told from others. One that the game is too short for is.

use super::{ExactMate, mate_in_one};
use crate::{Move, Position, Shogi};
use yomi_core::{Prover, Provers};

yomi_core::parameters! {
    /// Mates within so many plies.
    #[derive(Copy)]
    pub struct Mates {
        /// Plies of the longest mate that is looked for.
        pub plies: u32 = 7, in 1..=15;
    }
}

impl Provers<Shogi> for Mates {
    fn prover(&self) -> Box<dyn Prover<Shogi>> {
        Box::new(Prove {
            mates: ExactMate::default(),
            most: self.plies,
        })
    }

    fn levels(&self) -> u32 {
        self.plies.div_ceil(2)
    }
}

struct Prove {
    mates: ExactMate,
    most: u32,
}

impl Prove {
    /// The longest mate of a level, if the game may last so long.
    fn plies(&self, game: &Shogi, position: &Position, level: u32) -> Option<u32> {
        let plies = (2 * level + 1).min(self.most);
        (position.plies() + plies <= game.rules().moves).then_some(plies)
    }
}

impl Prover<Shogi> for Prove {
    fn is_won(&mut self, game: &Shogi, position: &Position, level: u32) -> bool {
        match self.plies(game, position, level) {
            None => false,
            Some(1 | 2) => mate_in_one(position.board()).is_some(),
            Some(plies) => {
                let mut board = position.board().clone();
                self.mates.length(&mut board, plies).is_some()
            }
        }
    }

    fn winning_line(&mut self, game: &Shogi, position: &Position, level: u32) -> Option<Vec<Move>> {
        let plies = self.plies(game, position, level)?;
        self.mates.line(&mut position.board().clone(), plies)
    }
}
