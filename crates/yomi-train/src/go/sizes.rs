//! How large the patterns are that match: around the legal moves of positions, of games and of playouts.
//!
//! The messier a position, the smaller are the patterns that are known around its moves. Positions that playouts reach are
//! messier than those of games, which is what the paper `disordered-records` begins with.

use std::sync::Arc;
use yomi_core::{Deterministic as _, Game as _, Policy as _, Scratch, Seed};
use yomi_go::pattern::counting::legal_points;
use yomi_go::pattern::{Dictionary, Geometry, LARGEST, Matcher, Model, PatternPlayouts};
use yomi_go::{Go, Position, Vertex};

/// How many legal moves of a position have a largest match of each size; at place 1, those without any.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatchedSizes([u16; LARGEST + 1]);

impl MatchedSizes {
    /// The share of the moves with a largest match of this size; `None` without moves.
    ///
    /// ```
    /// use yomi_train::go::MatchedSizes;
    /// assert_eq!(MatchedSizes::default().share(3), None);
    /// ```
    pub fn share(&self, size: usize) -> Option<f64> {
        let all: u16 = self.0.iter().sum();
        let of_size = f64::from(*self.0.get(size)?);
        (all > 0).then(|| of_size / f64::from(all))
    }

    /// The mean size; `None` without moves.
    pub fn mean(&self) -> Option<f64> {
        let all: u16 = self.0.iter().sum();
        let sizes = self.0.iter().enumerate();
        let sum: f64 = sizes
            .map(|(size, &count)| size as f64 * f64::from(count))
            .sum();
        (all > 0).then(|| sum / f64::from(all))
    }
}

/// The sizes before each of the first moves of a game: the first one is that of the empty board.
pub fn matched_sizes<const W: usize>(
    game: &Go<W>,
    dictionary: &Dictionary,
    moves: &[Vertex],
) -> Vec<MatchedSizes> {
    let geometry = Geometry::<W>::new(game.size());
    let mut position: Position<W> = game.initial();
    let mut found = Vec::new();
    for &vertex in moves {
        let (board, mover) = (position.board(), position.mover());
        // From nothing each time: what is counted must not rest on the incremental search that it is about.
        let mut matcher = Matcher::new(&geometry);
        matcher.set_up(&geometry, board);
        matcher.update(dictionary, board, mover);
        let mut sizes = MatchedSizes::default();
        for point in legal_points(board, mover) {
            let largest = matcher.largest(dictionary, point, mover);
            sizes.0[largest.map_or(1, |(_, size)| size)] += 1;
        }
        found.push(sizes);
        game.apply(&mut position, vertex);
    }
    found
}

/// The first moves of a playout from the empty board by the probabilities of patterns.
pub fn playout_moves<const W: usize>(
    game: &Go<W>,
    model: &Arc<Model<W>>,
    plies: u32,
    seed: Seed,
) -> Vec<Vertex> {
    let mut scratch = Scratch {
        tracing: true,
        ..Scratch::default()
    };
    let mut position: Position<W> = game.initial();
    let policy = PatternPlayouts(Arc::clone(model));
    policy.play(game, &mut position, plies, &mut scratch, &mut seed.rng());
    scratch
        .trace
        .into_iter()
        .map(|(_, vertex)| vertex)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::MoveFeatures as _;
    use yomi_go::pattern::PatternFeatures;
    use yomi_go::{Rules, SmallGo};

    #[test]
    fn without_patterns_all_moves_match_nothing() {
        let game = SmallGo::new(Rules::default()).unwrap();
        let dictionary = Arc::new(Dictionary::new(9));
        let features = PatternFeatures::<2>::new(Arc::clone(&dictionary)).unwrap();
        let weights = vec![0.0; features.count()];
        let model = Arc::new(Model::new(Arc::clone(&dictionary), &weights, 1.0).unwrap());
        let moves = playout_moves(&game, &model, 20, Seed::new(1));
        assert_eq!(moves.len(), 20);
        assert_ne!(moves, playout_moves(&game, &model, 20, Seed::new(2)));
        let sizes = matched_sizes(&game, &dictionary, &moves);
        assert_eq!(sizes.len(), 20);
        for (made, sizes) in sizes.iter().enumerate() {
            assert_eq!(sizes.mean(), Some(1.0));
            assert_eq!((sizes.share(1), sizes.share(7)), (Some(1.0), Some(0.0)));
            assert!(usize::from(sizes.0[1]) <= 81 - made + 8);
        }
    }
}
