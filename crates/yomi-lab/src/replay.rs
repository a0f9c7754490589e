//! Recorded games gone over again: whose move it was, and the points after every move.
//!
//! A record tells the moves but neither whose they were (in some games a side may be passed over)
//! nor the points in between, so each game is played once more by its rules.

use yomi_arena::GameRecord;
use yomi_core::{EngineError, Player, Referee};

/// One game, seen from the side of the engine that is measured.
pub(crate) struct Replay {
    /// Which pair it belongs to.
    pub pair: usize,
    /// The side of the engine that is measured.
    pub side: Player,
    /// The points of the engine and of its opponent at the start and after every move, in games
    /// that have points.
    pub points: Vec<[f64; 2]>,
    /// What the engine and its opponent spent.
    pub spent: [Spent; 2],
}

/// What one side spent on its moves.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Spent {
    /// How many it made, the opening aside.
    pub moves: u64,
    /// Simulations.
    pub simulations: u64,
    /// Nodes.
    pub nodes: u64,
    /// Seconds of thinking.
    pub seconds: f64,
}

impl Spent {
    /// Together with another game's.
    pub fn plus(self, other: &Spent) -> Spent {
        Spent {
            moves: self.moves + other.moves,
            simulations: self.simulations + other.simulations,
            nodes: self.nodes + other.nodes,
            seconds: self.seconds + other.seconds,
        }
    }
}

impl Replay {
    /// Goes over a game. The engine that is measured has the first side in each pair's first
    /// game.
    pub fn of(game: &GameRecord, referee: &mut dyn Referee) -> Result<Replay, EngineError> {
        let side = match game.game {
            0 => Player::First,
            _ => Player::Second,
        };
        let mut made = [0; 2];
        let mut points = Vec::new();
        game.begin(referee)?;
        points.extend(referee.score());
        for text in &game.opening {
            referee.play(text)?;
            points.extend(referee.score());
        }
        referee.reseed(game.seed);
        for (index, text) in game.moves.iter().enumerate() {
            // Later moves are those of whoever finishes the game.
            if index < game.own_moves() {
                made[referee.to_move().index()] += 1;
            }
            referee.play(text)?;
            points.extend(referee.score());
        }
        let spent = [side, side.other()].map(|player| Spent {
            moves: made[player.index()],
            simulations: game.simulations[player.index()],
            nodes: game.nodes[player.index()],
            seconds: game.wall.thinking[player.index()],
        });
        if side == Player::Second {
            points.iter_mut().for_each(|both| both.reverse());
        }
        Ok(Replay {
            pair: game.pair,
            side,
            points,
            spent,
        })
    }

    /// The points of the engine and of its opponent after this many moves. A game that is over
    /// keeps its last points.
    pub fn after(&self, moves: usize) -> Option<[f64; 2]> {
        let last = self.points.len().checked_sub(1)?;
        self.points.get(moves.min(last)).copied()
    }
}
