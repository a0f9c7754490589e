//! Playouts among the most probable moves.
//!
//! Of hundreds of legal moves nearly all lose something, and a playout that may choose any of them says little about
//! the position it began in. Here only the moves of highest [probability](crate::transition) are considered, and one of them is
//! chosen by a *policy*: each as likely, by its probability among them, or by other weights of the same
//! features. A mate in one is always played.
//!
//! This is how the paper `mcts-shogi` plays ("Analysis of the Monte-Carlo tree search in shogi", GPW 2011): 16 moves, its
//! policies *uniform*, *transition* and *balancing*.
//!
//! Limits: a declaration has no features, and so may not be among the most probable moves of a tree; a sacrifice that nobody played in the records is not among the 16, whatever it is worth.

use crate::mate::mate_in_one;
use crate::playout::play_out;
use crate::transition::Transitions;
use crate::{Board, Move, Position, Shogi};
use std::sync::Arc;
use yomi_core::{Outcome, Policy, Rng, Scratch};

/// How one of the most probable moves is chosen.
#[derive(Clone, Debug)]
pub enum Preference {
    /// Each as likely.
    Uniform,
    /// By their probability.
    Transition,
    /// By the probability that other weights give them.
    Learned(Arc<Transitions>),
}

/// Plays one of the most probable moves.
#[derive(Clone, Debug)]
pub struct Likely {
    /// What is probable.
    pub transitions: Arc<Transitions>,
    /// How many moves are considered.
    pub most: usize,
    /// A move of a lower share of the probability of those considered is not (the first always is).
    pub least: f32,
    /// How one of them is chosen.
    pub preference: Preference,
}

impl Likely {
    /// A move; `None` if there is no legal one. `last` is the move that led here.
    fn draw(
        &self,
        board: &Board,
        last: Option<Move>,
        scratch: &mut Scratch<Move>,
        rng: &mut Rng,
    ) -> Option<Move> {
        let Scratch {
            actions, scores, ..
        } = scratch;
        self.consider(board, last, actions, scores);
        if let [only] = actions[..] {
            return Some(only);
        }
        match &self.preference {
            Preference::Uniform => return rng.pick(actions),
            Preference::Transition => {}
            Preference::Learned(weights) => weights.score(board, last, actions, scores),
        }
        drawn(actions, scores, rng)
    }

    /// Replaces `actions` by the moves that are considered, the most probable ones first, and `scores` by the logarithms of their probabilities, up to
    /// a constant: a mate in one alone, if there is one; none if there is no legal move. `last` is the move that led here.
    pub fn consider(
        &self,
        board: &Board,
        last: Option<Move>,
        actions: &mut Vec<Move>,
        scores: &mut Vec<f32>,
    ) {
        if let Some(mate) = mate_in_one(board) {
            actions.clear();
            scores.clear();
            actions.push(mate);
            scores.push(0.0);
            return;
        }
        board.legal(actions);
        self.transitions.score(board, last, actions, scores);
        keep_best(actions, scores, self.most);
        self.leave_out(actions, scores);
    }

    /// Leaves out what is too improbable, of moves in falling order.
    fn leave_out(&self, actions: &mut Vec<Move>, scores: &mut Vec<f32>) {
        let Some(&best) = scores.first() else {
            return;
        };
        if self.least <= 0.0 {
            return;
        }
        let total: f32 = scores.iter().map(|score| libm::expf(score - best)).sum();
        let least = best + libm::logf(self.least * total);
        let count = scores.partition_point(|&score| score >= least).max(1);
        actions.truncate(count);
        scores.truncate(count);
    }
}

/// Keeps the moves of the highest scores, best first; of equal ones those that come first.
fn keep_best(actions: &mut Vec<Move>, scores: &mut Vec<f32>, most: usize) {
    let mut count = 0;
    for place in 0..actions.len() {
        let (action, score) = (actions[place], scores[place]);
        if count == most {
            if score <= scores[count - 1] {
                continue;
            }
            count -= 1;
        }
        // The sorted beginning never reaches the place that is read.
        let mut free = count;
        while free > 0 && scores[free - 1] < score {
            (actions[free], scores[free]) = (actions[free - 1], scores[free - 1]);
            free -= 1;
        }
        (actions[free], scores[free]) = (action, score);
        count += 1;
    }
    actions.truncate(count);
    scores.truncate(count);
}

/// Draws a move by the exponential of its score; `None` if there is none.
fn drawn(actions: &[Move], scores: &mut [f32], rng: &mut Rng) -> Option<Move> {
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for score in scores.iter_mut() {
        *score = libm::expf(*score - best);
        total += *score;
    }
    let mut left = rng.unit() as f32 * total;
    for (&action, &share) in actions.iter().zip(scores.iter()) {
        left -= share;
        if left < 0.0 {
            return Some(action);
        }
    }
    // Only rounding can lead here.
    actions.last().copied()
}

impl Policy<Shogi> for Likely {
    fn choose(
        &self,
        _game: &Shogi,
        position: &Position,
        scratch: &mut Scratch<Move>,
        rng: &mut Rng,
    ) -> Move {
        let drawn = self.draw(position.board(), position.last(), scratch, rng);
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
        play_out(
            game,
            position,
            plies,
            scratch,
            rng,
            |position, scratch, rng| self.draw(position.board(), position.last(), scratch, rng),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transition::normalise;
    use yomi_core::{Game as _, Seed, Setup as _};

    fn likely(preference: Preference, most: usize, least: f32) -> Likely {
        Likely {
            transitions: Arc::new(Transitions::shipped().clone()),
            most,
            least,
            preference,
        }
    }

    /// The moves of the start by falling probability, with their shares.
    fn ranked(position: &Position) -> Vec<(Move, f32)> {
        let (mut moves, mut shares) = (Vec::new(), Vec::new());
        position.board().legal(&mut moves);
        Transitions::shipped().score(position.board(), position.last(), &moves, &mut shares);
        let mut ranked: Vec<(Move, f32)> = moves.into_iter().zip(shares).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }

    fn counts(policy: &Likely, position: &Position, draws: u32) -> Vec<(Move, u32)> {
        let game = Shogi::default();
        let (mut scratch, mut rng) = (Scratch::default(), Seed::new(7).rng());
        let mut counts: Vec<(Move, u32)> = Vec::new();
        for _ in 0..draws {
            let drawn = policy.choose(&game, position, &mut scratch, &mut rng);
            match counts.iter_mut().find(|(action, _)| *action == drawn) {
                Some((_, count)) => *count += 1,
                None => counts.push((drawn, 1)),
            }
        }
        counts
    }

    #[test]
    fn the_most_probable_moves_are_drawn_and_no_others() {
        let position = Shogi::default().initial();
        let ranked = ranked(&position);
        for (most, preference) in [(16, Preference::Uniform), (5, Preference::Transition)] {
            let found = counts(&likely(preference, most, 0.0), &position, 4_000);
            assert_eq!(found.len(), most);
            let best = &ranked[..most];
            assert!(
                found
                    .iter()
                    .all(|(action, _)| best.iter().any(|(known, _)| known == action))
            );
        }
    }

    #[test]
    fn they_are_drawn_by_their_probability_among_each_other() {
        let position = Shogi::default().initial();
        let ranked = ranked(&position);
        let mut shares: Vec<f32> = ranked[..4].iter().map(|(_, score)| *score).collect();
        normalise(&mut shares);
        let draws = 20_000;
        let weights = Arc::new(Transitions::shipped().clone());
        for preference in [Preference::Transition, Preference::Learned(weights)] {
            let found = counts(&likely(preference, 4, 0.0), &position, draws);
            for ((action, _), share) in ranked.iter().zip(&shares) {
                let count = found
                    .iter()
                    .find(|(known, _)| known == action)
                    .map_or(0, |(_, count)| *count);
                let expected = share * draws as f32;
                assert!(
                    (count as f32 - expected).abs() < 5.0 * expected.sqrt(),
                    "{action}: {count} {expected}"
                );
            }
        }
        // Those below the least share are left out; the others share theirs.
        let least = (shares[1] + shares[2]) / 2.0;
        assert_eq!(
            counts(&likely(Preference::Uniform, 4, least), &position, 1_000).len(),
            2
        );
        assert_eq!(
            counts(&likely(Preference::Uniform, 4, 1.0), &position, 100).len(),
            1
        );
    }

    #[test]
    fn a_mate_in_one_is_always_played() {
        let game = Shogi::default();
        let position = game
            .parse_state("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")
            .unwrap();
        let found = counts(&likely(Preference::Uniform, 1, 0.0), &position, 100);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0.to_string(), "G*5b");
    }
}
