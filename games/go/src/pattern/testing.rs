//! Games and patterns for tests.

use super::counting::{Counter, legal_points};
use super::dictionary::Dictionary;
use super::geometry::{Geometry, LARGEST, SMALLEST};
use super::matcher::Matcher;
use super::model::Model;
use crate::board::Board;
use crate::game::{Rules, SmallGo};
use crate::vertex::Vertex;
use std::sync::Arc;
use yomi_core::{Discrete as _, Game as _, MoveFeatures as _, Player, Scratch, Seed};

/// The moves of a random game.
pub fn random_game(number: u64) -> Vec<(Player, Vertex)> {
    let game = SmallGo::new(Rules::default()).unwrap();
    let (mut position, mut scratch) = (game.initial(), Scratch::default());
    scratch.tracing = true;
    let mut rng = Seed::new(number).rng();
    game.play_randomly(&mut position, u32::MAX, &mut scratch, &mut rng);
    scratch.trace
}

/// The patterns that occur so often in the first 40 moves of some random games.
pub fn extracted(games: u64, least: u32) -> Dictionary {
    let geometry = Geometry::<2>::new(9);
    let mut patterns = Vec::new();
    let mut dictionary = Dictionary::new(9);
    for size in SMALLEST..=LARGEST {
        let mut counter = Counter::new(&dictionary, size);
        for number in 0..games {
            let mut board = Board::<2>::new(9);
            for (player, vertex) in random_game(number).into_iter().take(40) {
                let mut matcher = Matcher::new(&geometry);
                matcher.set_up(&geometry, &board);
                for point in legal_points(&board, player) {
                    counter.count(&geometry, &matcher, (point, player), 1);
                }
                match vertex.is_pass() {
                    true => board.lift_ko(),
                    false => drop(board.place(vertex, player)),
                }
            }
        }
        patterns.extend(counter.frequent(least));
        dictionary = Dictionary::with_patterns(9, &patterns).unwrap();
    }
    dictionary
}

/// A model with patterns of all sizes and weights that are all different.
pub fn learned() -> Model<2> {
    let dictionary = Arc::new(extracted(20, 3));
    let features = super::PatternFeatures::<2>::new(Arc::clone(&dictionary)).unwrap();
    let weights = (0..features.count()).map(|i| (i * 37 % 101) as f32 / 50.0 - 1.0);
    Model::new(dictionary, &weights.collect::<Vec<_>>(), 1.0).unwrap()
}
