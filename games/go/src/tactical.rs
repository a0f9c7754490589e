//! Tactical playouts: local answers to the last move, otherwise random moves.
//!
//! A move is the first of these that applies, each with a probability of being looked for at all:
//!
//! 1. *Nakade.* The last stone stands next to a small eye space of its side that one stone in the
//!    right place makes a single eye: that place.
//! 2. *Captures and escapes.* The last stone's chain is in atari: take it. It has put a chain of
//!    ours into atari: run if that gives two liberties, or take what holds it.
//! 3. *Shapes.* A point next to the last stone has one of the [patterns](crate::patterns) around
//!    it: play one of those, unless it is self-atari.
//! 4. *Anything* that fills no own eye, as in light playouts, but self-atari of a few stones only
//!    sometimes and of many stones never, unless it is [nakade](crate::self_atari); rather a pass, so that a seki stays one.
//!
//! This is the scheme of MoGo (Gelly, Wang, Munos and Teytaud 2006). Limits: no ladders are
//! read.

use crate::board::{Board, Point};
use crate::game::Go;
use crate::patterns;
use crate::position::Position;
use crate::vertex::Vertex;
use yomi_core::{Outcome, Player, Policy, Rng, Scratch};

yomi_core::parameters! {
    /// How tactical playouts weigh what they see.
    pub struct Tactical {
        /// How often the last move is looked at for nakade.
        pub nakade: f64 = 1.0, in 0.0..=1.0;
        /// How often the last move is looked at for captures and escapes.
        pub capture: f64 = 0.9, in 0.0..=1.0;
        /// How often the surroundings of the last move are looked at for shapes.
        pub shape: f64 = 0.95, in 0.0..=1.0;
        /// How often a random move that would be self-atari is rejected.
        pub reject: f64 = 0.9, in 0.0..=1.0;
        /// So many stones are never put into self-atari by a random move, unless they are nakade.
        pub heavy: u32 = 4, in 1..=1000;
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
    fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline(always)]
    fn pick(&self, rng: &mut Rng) -> Option<Vertex> {
        match self.count {
            0 => None,
            count => Some(self.points[rng.below(count as u32) as usize]),
        }
    }
}

/// The settings in the form of the inner loop: probabilities as bounds on 16 random bits.
struct Chooser {
    shapes: &'static [u64; 1024],
    nakade: u64,
    capture: u64,
    shape: u64,
    reject: u64,
    heavy: u32,
}

impl Tactical {
    fn chooser(&self) -> Chooser {
        let bound = |probability: f64| (probability * 65536.0) as u64;
        Chooser {
            shapes: patterns::table(),
            nakade: bound(self.nakade),
            capture: bound(self.capture),
            shape: bound(self.shape),
            reject: bound(self.reject),
            heavy: self.heavy,
        }
    }
}

impl Chooser {
    /// The choice of a move in a playout.
    #[inline]
    fn vertex<const W: usize>(
        &self,
        board: &Board<W>,
        player: Player,
        last: Vertex,
        rng: &mut Rng,
    ) -> Vertex {
        let bits = rng.next_u64();
        if !last.is_pass() && board.point(last) != Point::Empty {
            let mut choices = Choices::new();
            if (bits >> 48) < self.nakade {
                self.nakade(board, player, last, &mut choices);
            }
            if choices.is_empty() && (bits & 0xFFFF) < self.capture {
                self.urgent(board, player, last, &mut choices);
            }
            if choices.is_empty() && (bits >> 16 & 0xFFFF) < self.shape {
                self.shaped(board, player, last, &mut choices);
            }
            if let Some(point) = choices.pick(rng) {
                return point;
            }
        }
        self.anywhere(board, player, bits >> 32, rng)
    }

    /// The vital point of a small eye next to the opponent's last stone.
    #[inline(always)]
    fn nakade<const W: usize>(
        &self,
        board: &Board<W>,
        player: Player,
        last: Vertex,
        choices: &mut Choices,
    ) {
        let neighbours = last.neighbours::<W>();
        for way in board.surroundings(last).empty_ways() {
            // Diagonal points come last.
            let Some(&near) = neighbours.get(way) else {
                break;
            };
            if board.surroundings(near).may_be_eye_space(player.other())
                && let Some(vital) = board.vital_point(near, player)
                && board.is_legal(vital, player)
            {
                choices.add(vital);
            }
        }
    }

    /// Captures and escapes next to the opponent's last stone.
    #[inline(always)]
    fn urgent<const W: usize>(
        &self,
        board: &Board<W>,
        player: Player,
        last: Vertex,
        choices: &mut Choices,
    ) {
        if let Some(capture) = board.atari(last)
            && board.is_legal(capture, player)
        {
            choices.add(capture);
        }
        let neighbours = last.neighbours::<W>();
        for way in board.surroundings(last).ways_to(player) {
            board.rescues(neighbours[way], player, |point| choices.add(point));
        }
    }

    /// Shapes next to the last stone.
    #[inline(always)]
    fn shaped<const W: usize>(
        &self,
        board: &Board<W>,
        player: Player,
        last: Vertex,
        choices: &mut Choices,
    ) {
        let surrounding = last.surrounding::<W>();
        for way in board.surroundings(last).empty_ways() {
            let point = surrounding[way];
            if patterns::is_shape(self.shapes, board, point)
                && board.is_legal(point, player)
                && !board.is_self_atari(point, player)
            {
                choices.add(point);
            }
        }
    }

    /// Any point that fills no own eye, self-atari of a few stones only sometimes, of many only if it is nakade: a
    /// pass if there is nothing else.
    #[inline(always)]
    fn anywhere<const W: usize>(
        &self,
        board: &Board<W>,
        player: Player,
        bits: u64,
        rng: &mut Rng,
    ) -> Vertex {
        let least = match (bits & 0xFFFF) < self.reject {
            true => 1,
            false => self.heavy,
        };
        for _ in 0..4 {
            let point = board.draw(player, rng);
            if point.is_pass() {
                return point;
            }
            let stones = board.self_atari(point, player);
            if stones < least || (stones > 2 && board.is_nakade(point, player)) {
                return point;
            }
        }
        self.lightest(board, player, rng)
    }

    /// The first point from a random one on, along the list of empty ones, that puts no stone into
    /// atari; else one that puts few there; else a pass.
    fn lightest<const W: usize>(&self, board: &Board<W>, player: Player, rng: &mut Rng) -> Vertex {
        let count = board.vacant_count();
        let start = rng.below(count);
        let mut fallback = Vertex::PASS;
        for i in 0..count {
            let number = if start + i < count {
                start + i
            } else {
                start + i - count
            };
            let point = board.vacant(number);
            if board.is_playable(point, player) {
                match board.self_atari(point, player) {
                    0 => return point,
                    stones if stones < self.heavy || board.is_nakade(point, player) => {
                        fallback = point;
                    }
                    _ => {}
                }
            }
        }
        fallback
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
        let chooser = self.chooser();
        let vertex = chooser.vertex(&position.board, position.mover, position.last[0], rng);
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
        let chooser = self.chooser();
        let choose = |board: &Board<W>, player, last, rng: &mut Rng| {
            chooser.vertex(board, player, last, rng)
        };
        game.play_out(position, plies, scratch, rng, choose)
    }
}
