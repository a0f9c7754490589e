//! Tactical playouts: answer the last move where it touches something, else play anywhere.
//!
//! A move is the first of these that applies, each with a probability of being looked for at all:
//!
//! 1. *Captures and escapes.* The last stone's chain is in atari: take it. It has put a chain of
//!    ours into atari: run if that gives two liberties, or take what holds it.
//! 2. *Shapes.* A point next to the last stone has one of the [patterns](crate::patterns) around
//!    it: play one of those, unless it is self-atari.
//! 3. *Anything* that fills no own eye, as in light playouts, but self-atari only sometimes.
//!
//! This is the scheme of MoGo (Gelly, Wang, Munos and Teytaud 2006). Limits: no ladders are read,
//! nakade are found only by chance.

use crate::board::{Board, Point};
use crate::game::Go;
use crate::patterns;
use crate::position::Position;
use crate::vertex::Vertex;
use yomi_core::{Outcome, Player, Policy, Rng, Scratch};

yomi_core::parameters! {
    /// How tactical playouts weigh what they see.
    pub struct Tactical {
        /// How often the last move is looked at for captures and escapes.
        pub capture: f64 = 0.9, in 0.0..=1.0;
        /// How often the surroundings of the last move are looked at for shapes.
        pub shape: f64 = 0.95, in 0.0..=1.0;
        /// How often a random move that would be self-atari is rejected.
        pub reject: f64 = 0.9, in 0.0..=1.0;
    }
}

/// The moves found worth considering.
struct Choices {
    points: [Vertex; 32],
    count: usize,
}

impl Choices {
    #[inline(always)]
    fn new() -> Choices {
        Choices {
            points: [Vertex::PASS; 32],
            count: 0,
        }
    }

    #[inline(always)]
    fn add(&mut self, point: Vertex) {
        if self.count < self.points.len() && !self.points[..self.count].contains(&point) {
            self.points[self.count] = point;
            self.count += 1;
        }
    }

    #[inline(always)]
    fn pick(&self, rng: &mut Rng) -> Option<Vertex> {
        match self.count {
            0 => None,
            count => Some(self.points[rng.below(count as u32) as usize]),
        }
    }
}

/// Whether something of this probability happens, by 16 random bits.
#[inline(always)]
fn happens(probability: f64, bits: u64) -> bool {
    ((bits & 0xFFFF) as f64) < probability * 65536.0
}

impl Tactical {
    /// What a playout plays.
    #[inline]
    fn vertex<const W: usize>(
        &self,
        board: &Board<W>,
        player: Player,
        last: Vertex,
        rng: &mut Rng,
    ) -> Vertex {
        let bits = rng.next_u64();
        if !last.is_pass() && board.point(last) == Point::stone(player.other()) {
            if happens(self.capture, bits)
                && let Some(point) = self.urgent(board, player, last, rng)
            {
                return point;
            }
            if happens(self.shape, bits >> 16)
                && let Some(point) = self.shaped(board, player, last, rng)
            {
                return point;
            }
        }
        self.anywhere(board, player, bits >> 32, rng)
    }

    #[inline(always)]
    fn urgent<const W: usize>(
        &self,
        board: &Board<W>,
        player: Player,
        last: Vertex,
        rng: &mut Rng,
    ) -> Option<Vertex> {
        let mut choices = Choices::new();
        if let Some(capture) = board.atari(last)
            && board.is_legal(capture, player)
        {
            choices.add(capture);
        }
        let own = Point::stone(player);
        for near in last.neighbours::<W>() {
            if board.point(near) == own {
                board.rescues(near, player, |point| choices.add(point));
            }
        }
        choices.pick(rng)
    }

    #[inline(always)]
    fn shaped<const W: usize>(
        &self,
        board: &Board<W>,
        player: Player,
        last: Vertex,
        rng: &mut Rng,
    ) -> Option<Vertex> {
        let table = patterns::table();
        let mut choices = Choices::new();
        for point in last.surrounding::<W>() {
            if board.point(point) == Point::Empty
                && patterns::is_shape(table, board, point)
                && board.is_legal(point, player)
                && !board.is_self_atari(point, player)
            {
                choices.add(point);
            }
        }
        choices.pick(rng)
    }

    #[inline(always)]
    fn anywhere<const W: usize>(
        &self,
        board: &Board<W>,
        player: Player,
        bits: u64,
        rng: &mut Rng,
    ) -> Vertex {
        let rejects = happens(self.reject, bits);
        for _ in 0..4 {
            let point = board.draw(player, rng);
            if point.is_pass() || !rejects || !board.is_self_atari(point, player) {
                return point;
            }
        }
        board.draw(player, rng)
    }
}

impl<const W: usize> Policy<Go<W>> for Tactical {
    fn choose(
        &self,
        game: &Go<W>,
        position: &Position<W>,
        scratch: &mut Scratch<Vertex>,
        rng: &mut Rng,
    ) -> Vertex {
        use yomi_core::Discrete as _;
        let vertex = self.vertex(&position.board, position.mover, position.last[0], rng);
        if vertex.is_pass() || position.is_legal(vertex) {
            return vertex;
        }
        game.random_action(position, &mut scratch.actions, rng)
    }

    fn play(
        &self,
        game: &Go<W>,
        position: &mut Position<W>,
        plies: u32,
        scratch: &mut Scratch<Vertex>,
        rng: &mut Rng,
    ) -> Option<Outcome> {
        game.play_out(position, plies, scratch, rng, |board, player, last, rng| {
            self.vertex(board, player, last, rng)
        })
    }
}
