//! Playouts by patterns: every move is drawn by its strength.
//!
//! The strengths of all points are kept up to date as stones come and go. A point is worked out anew for a player when
//! its pattern may have changed ([`Matcher`]), or when one of the chains next to it that
//! has, or had, few liberties has changed; distances from the last two moves are multiplied in at each
//! ply. Own eyes are never filled, and a pass is played only if there is nothing else.

use super::liberty::{FEW, liberty_features};
use super::matcher::Matcher;
use super::model::{Map, Model};
use super::tree::{Record, Told};
use crate::bits::Bits;
use crate::board::{Board, Point};
use crate::game::{Go, Mover};
use crate::position::Position;
use crate::vertex::Vertex;
use std::sync::Arc;
use yomi_core::{Outcome, Player, Policy, Rng, Scratch};

/// Liberties are worked out in so many parts, one before each of the first rounds of a search; later rounds have fewer looks.
const PAUSES: u32 = 4;

/// What is known of a player's moves, distances aside.
#[derive(Clone, Copy)]
struct Known<const W: usize> {
    /// The coefficients of patterns, far from the last move and near it.
    patterns: [Map<W>; 2],
    /// The coefficients of liberties; 0 where the player may not or should not move.
    liberties: Map<W>,
    /// Points next to stones or chains that have changed.
    changed: Bits<W>,
}

/// The strengths of the points of a board in play, kept incrementally.
pub(crate) struct Strengths<'a, const W: usize, T: Told = [f32; 2]> {
    model: &'a Model<W, T>,
    matcher: Matcher<W, Record<T>>,
    known: [Known<W>; 2],
}

impl<'a, const W: usize, T: Told> Strengths<'a, W, T> {
    pub fn new(model: &'a Model<W, T>, board: &Board<W>) -> Strengths<'a, W, T> {
        let known = Known {
            patterns: *model.on_empty(),
            liberties: [[0.0; 64]; W],
            changed: *board.empty(),
        };
        // Some 40 kilobytes, which are set up where they stay.
        let mut strengths = Strengths {
            model,
            matcher: *model.empty(),
            known: [known; 2],
        };
        strengths.matcher.set_up(model.geometry(), board);
        strengths
    }

    /// Works out what has changed for a player. Not inlined, so that where the player's maps are is worked out once and not with every
    /// address.
    #[inline(never)]
    fn update(&mut self, board: &Board<W>, player: Player) {
        let Known {
            patterns: [far, near],
            liberties,
            changed,
        } = &mut self.known[player.index()];
        let (far, near) = (far.as_flattened_mut(), near.as_flattened_mut());
        let model = self.model;
        let found = |point: Vertex, found: Record<T>| {
            [far[point.index()], near[point.index()]] = model.strengths(found);
        };
        let empty = board.empty();
        let mut left = changed.and(empty);
        *changed = Bits::EMPTY;
        // Liberties are worked out while the search waits for memory.
        let some = left.count().div_ceil(PAUSES);
        let mut work = |some: u32| {
            for _ in 0..some {
                let Some(point) = left.first() else {
                    return;
                };
                left = left.without_first();
                let mut coefficient = 0.0;
                if board.is_playable(point, player) {
                    coefficient = model.liberties(liberty_features(board, point, player));
                } else if board.ko() == Some(point) {
                    // Only for now.
                    changed.insert(point);
                }
                liberties.as_flattened_mut()[point.index()] = coefficient;
            }
        };
        let matcher = &mut self.matcher;
        matcher.search(model.tree(), empty, player, found, || work(some));
        work(u32::MAX);
    }

    /// The strengths of a player's moves.
    #[inline]
    pub fn of(
        &mut self,
        board: &Board<W>,
        player: Player,
        last: [Vertex; 2],
        strengths: &mut Map<W>,
    ) {
        self.update(board, player);
        let Known {
            patterns,
            liberties,
            ..
        } = &self.known[player.index()];
        self.model
            .with_distances(patterns, liberties, last, strengths);
    }

    /// What is known of the largest pattern at a point where a player's strengths were just asked for.
    pub fn pattern(&self, point: Vertex, player: Player) -> T {
        self.matcher.node(point, player).told
    }

    /// Marks the liberties of the chain of a stone.
    #[inline(always)]
    fn mark(&mut self, board: &Board<W>, stone: Vertex) {
        let liberties = board.liberties(stone);
        for known in &mut self.known {
            known.changed = known.changed.or(liberties);
        }
    }

    /// Marks the last liberties of the chains in atari next to the chain of a stone: whether taking them saves it
    /// has changed.
    fn mark_captures(&mut self, board: &Board<W>, stone: Vertex, player: Player) {
        let mut captures = Bits::EMPTY;
        board.holding_captures(stone, player, |point| captures.insert(point));
        let changed = &mut self.known[player.index()].changed;
        *changed = changed.or(&captures);
    }
}

impl<const W: usize, T: Told> Mover<W> for &mut Strengths<'_, W, T> {
    #[inline]
    fn choose(
        &mut self,
        board: &Board<W>,
        player: Player,
        last: [Vertex; 2],
        rng: &mut Rng,
    ) -> Vertex {
        let mut strengths = [[0.0; 64]; W];
        self.of(board, player, last, &mut strengths);
        draw(&strengths, rng)
    }

    #[inline]
    fn place(&mut self, board: &mut Board<W>, vertex: Vertex, player: Player) {
        let own = Point::stone(player);
        let neighbours = vertex.neighbours::<W>();
        let (mut joined, mut fewest) = (0, u32::MAX);
        let mut in_atari = false;
        let around = board.surroundings(vertex);
        for way in around.ways_to(player) {
            let liberties = board.liberties(neighbours[way]).count();
            joined += 1;
            fewest = fewest.min(liberties);
            in_atari |= liberties == 1;
        }
        let stones = *board.stones(player.other());
        let placed = board.place(vertex, player);
        let geometry = self.model.geometry();
        self.matcher.put(geometry, vertex, player);
        let mut next_to = Bits::of(vertex).spread();
        for diagonal in &vertex.surrounding::<W>()[4..] {
            // It may be an eye now, or no longer.
            let around = board.surroundings(*diagonal);
            let enclosed = Player::BOTH.map(|player| around.is_enclosed(player));
            next_to.insert_if(enclosed[0] | enclosed[1], *diagonal);
        }
        for Known {
            liberties, changed, ..
        } in &mut self.known
        {
            liberties.as_flattened_mut()[vertex.index()] = 0.0;
            *changed = changed.or(&next_to);
        }
        let after = board.liberties(vertex).count();
        if joined > 1 || fewest.min(after) <= FEW {
            self.mark(board, vertex);
            if in_atari || after == 1 {
                self.mark_captures(board, vertex, player);
            }
        }
        for way in board.surroundings(vertex).ways_to(player.other()) {
            let liberties = board.liberties(neighbours[way]).count();
            if liberties <= FEW {
                self.mark(board, neighbours[way]);
                if liberties == 1 {
                    self.mark_captures(board, neighbours[way], player.other());
                }
            }
        }
        if placed.captured > 0 {
            let gone = stones.minus(board.stones(player.other()));
            let around = gone.spread().spread();
            for known in &mut self.known {
                known.changed = known.changed.or(&around);
            }
            let mut seen = Bits::<W>::EMPTY;
            for stone in gone.iter() {
                self.matcher.take(geometry, stone, player.other());
                for near in stone.neighbours::<W>() {
                    if board.point(near) == own && !seen.has(board.chain(near)) {
                        seen.insert(board.chain(near));
                        self.mark(board, near);
                        self.mark_captures(board, near, player);
                    }
                }
            }
        }
    }
}

/// Draws a point by its strength; a pass if none has any.
#[inline]
pub(crate) fn draw<const W: usize>(strengths: &Map<W>, rng: &mut Rng) -> Vertex {
    const PART: usize = 16;
    let strengths = strengths.as_flattened();
    let sum = |part: &[f32]| -> f32 {
        let mut sums = [0.0; 4];
        for four in part.chunks_exact(4) {
            for (sum, strength) in sums.iter_mut().zip(four) {
                *sum += strength;
            }
        }
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    };
    let mut sums = [[0.0_f32; 64 / PART]; W];
    let sums = sums.as_flattened_mut();
    for (total, part) in sums.iter_mut().zip(strengths.chunks_exact(PART)) {
        *total = sum(part);
    }
    let total: f32 = sums.iter().sum();
    if total <= 0.0 {
        return Vertex::PASS;
    }
    let mut left = rng.unit() as f32 * total;
    let mut last = Vertex::PASS;
    for (number, (sum, part)) in sums.iter().zip(strengths.chunks_exact(PART)).enumerate() {
        if left >= *sum && number + 1 < 4 * W {
            left -= sum;
            continue;
        }
        for (i, &strength) in part.iter().enumerate() {
            if strength > 0.0 {
                last = Vertex::from_index(PART * number + i);
                left -= strength;
                if left < 0.0 {
                    return last;
                }
            }
        }
    }
    // Rounding may leave a little behind the last point, or all behind a part.
    match last.is_pass() {
        false => last,
        true => {
            let found = strengths.iter().rposition(|&strength| strength > 0.0);
            Vertex::from_index(found.unwrap_or(0))
        }
    }
}

/// Playouts by the strengths of a model.
#[derive(Clone)]
pub struct PatternPlayouts<const W: usize>(pub Arc<Model<W>>);

impl<const W: usize> Policy<Go<W>> for PatternPlayouts<W> {
    fn choose(
        &self,
        game: &Go<W>,
        position: &Position<W>,
        scratch: &mut Scratch<Vertex>,
        rng: &mut Rng,
    ) -> Vertex {
        use yomi_core::Discrete as _;
        let mut strengths = Strengths::new(&self.0, &position.board);
        let vertex = (&mut strengths).choose(&position.board, position.mover, position.last, rng);
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
        let mut strengths = Strengths::new(&self.0, &position.board);
        game.play_out(position, plies, scratch, rng, &mut strengths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Rules, SmallGo};
    use crate::pattern::testing::{learned, random_game};
    use yomi_core::{Game as _, Seed};

    /// Strengths kept through random games, with many captures and kos, are those of a fresh look at every
    /// position, for both players.
    #[test]
    fn incremental_strengths_are_those_of_a_fresh_look() {
        let model = learned();
        for number in 0..60 {
            let mut board = Board::<2>::new(9);
            let mut kept = Strengths::new(&model, &board);
            let mut last = [Vertex::PASS; 2];
            for (ply, (player, vertex)) in random_game(number).into_iter().enumerate() {
                if vertex.is_pass() {
                    board.lift_ko();
                } else {
                    (&mut kept).place(&mut board, vertex, player);
                }
                last = [vertex, last[0]];
                // Not at every ply for each player, so that marks have to wait.
                for asked in Player::BOTH {
                    if ply % 3 != asked.index() {
                        let (mut found, mut fresh) = ([[0.0; 64]; 2], [[0.0; 64]; 2]);
                        kept.of(&board, asked, last, &mut found);
                        Strengths::new(&model, &board).of(&board, asked, last, &mut fresh);
                        assert_eq!(found, fresh, "game {number}, ply {ply}, {asked:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn moves_are_drawn_by_their_strengths() {
        let mut strengths = [[0.0; 64]; 2];
        for (place, strength) in [(11, 1.0), (40, 2.0), (64, 0.5), (99, 4.5)] {
            strengths.as_flattened_mut()[place] = strength;
        }
        let mut rng = Seed::new(1).rng();
        let mut counts = [0_i32; 128];
        for _ in 0..80_000 {
            counts[draw(&strengths, &mut rng).index()] += 1;
        }
        for (place, expected) in [(11, 10_000), (40, 20_000), (64, 5_000), (99, 45_000)] {
            assert!((counts[place] - expected).abs() < 500, "{counts:?}");
        }
        assert_eq!(draw(&[[0.0; 64]; 2], &mut rng), Vertex::PASS);
    }

    #[test]
    fn playouts_end_and_are_repeatable() {
        let playouts = PatternPlayouts(Arc::new(learned()));
        let game = SmallGo::new(Rules::default()).unwrap();
        let play = |seed: u64| {
            let (mut position, mut scratch) = (game.initial(), Scratch::default());
            scratch.tracing = true;
            let mut rng = Seed::new(seed).rng();
            let outcome = playouts.play(&game, &mut position, u32::MAX, &mut scratch, &mut rng);
            (outcome.unwrap(), scratch.trace)
        };
        assert_eq!(play(3), play(3));
        assert_ne!(play(3).1, play(4).1);
    }
}
