//! What a prior by patterns says about its weights.

use crate::pattern::{extracted, game, random_game};
use std::sync::Arc;
use yomi_core::pictured::{Explanation, Pictured as _};
use yomi_core::{Deterministic, Discrete, Game, MoveFeatures as _, Prior, Scratch};
use yomi_go::pattern::{Model, PatternFeatures, PatternPrior, distance};
use yomi_go::{Point, Position, SmallGo, Vertex};

fn prior(temperature: f32) -> PatternPrior<2> {
    let dictionary = Arc::new(extracted(20, 3));
    let features = PatternFeatures::<2>::new(Arc::clone(&dictionary)).unwrap();
    let weights = (0..features.count()).map(|i| (i * 37 % 101) as f32 / 50.0 - 1.0);
    let weights: Arc<[f32]> = weights.collect();
    let model = Model::new(dictionary, &weights, temperature).unwrap();
    PatternPrior::new(Arc::new(model), weights, temperature)
}

/// The weights of all legal moves, and their explanations.
fn weighed(
    prior: &PatternPrior<2>,
    position: &Position<2>,
) -> (Vec<Vertex>, Vec<f32>, Vec<Explanation>) {
    let game = game();
    let mut vertices = Vec::new();
    game.actions(position, &mut vertices);
    let mut weights = vec![0.0; vertices.len()];
    let scratch = &mut Scratch::default();
    prior.weigh(&game, position, &vertices, &mut weights, scratch);
    let explained = prior.explain(&game, position, &vertices).unwrap();
    (vertices, weights, explained)
}

/// Positions of random games with the last of them late in the game.
fn positions() -> impl Iterator<Item = (SmallGo, Position<2>)> {
    [(100, 0), (101, 7), (102, 33), (103, 60), (104, 95)]
        .into_iter()
        .map(|(seed, moves)| {
            let mut position = game().initial();
            for (_, vertex) in random_game(seed).into_iter().take(moves) {
                game().apply(&mut position, vertex);
            }
            (game(), position)
        })
}

#[test]
fn factors_multiply_to_the_weights_of_the_prior() {
    for temperature in [0.5, 1.0, 3.0] {
        let prior = prior(temperature);
        for (_, position) in positions() {
            let (vertices, weights, explained) = weighed(&prior, &position);
            let total: f64 = weights.iter().copied().map(f64::from).sum();
            let product: f64 = explained.iter().map(Explanation::weight).sum();
            for ((vertex, &weight), explanation) in vertices.iter().zip(&weights).zip(&explained) {
                let shares = [f64::from(weight) / total, explanation.weight() / product];
                let gap = (shares[0] - shares[1]).abs();
                assert!(gap < 1e-5, "{vertex:?}: {shares:?}");
                assert_eq!(vertex.is_pass(), explanation.factors[0].kind == "pass");
                let is_eye = explanation.factors.iter().any(|known| known.kind == "eye");
                assert_eq!(is_eye, weight == 0.0, "{vertex:?}");
            }
        }
    }
}

/// What a reader sees around a point: as large as the pattern, with the mover's stones as X.
fn around(game: &SmallGo, position: &Position<2>, point: Vertex, size: usize) -> Vec<String> {
    let reach = [1, 1, 2, 2, 3, 3][size - 2];
    let (column, row) = point.place::<2>();
    let letter = |x: i32, y: i32| {
        if (x, y) == (0, 0) {
            return '*';
        }
        if distance(x, y) as usize > size {
            return ' ';
        }
        let (column, row) = (column as i32 + x, row as i32 + y);
        let on_board = 0..game.size() as i32;
        if !on_board.contains(&column) || !on_board.contains(&row) {
            return '#';
        }
        let near = Vertex::at::<2>(column as usize, row as usize);
        match position.board().point(near) {
            Point::Empty => '.',
            stone if stone == Point::stone(position.mover()) => 'X',
            _ => 'O',
        }
    };
    let rows = (-reach..=reach).rev();
    rows.map(|y| (-reach..=reach).map(|x| letter(x, y)).collect())
        .collect()
}

#[test]
fn the_pattern_is_what_is_around_the_move() {
    let prior = prior(1.0);
    let mut sizes = [0; 8];
    for (game, position) in positions() {
        let (vertices, _, explained) = weighed(&prior, &position);
        for (&vertex, explanation) in vertices.iter().zip(&explained) {
            let Some(pattern) = &explanation.pattern else {
                continue;
            };
            sizes[pattern.size] += 1;
            let expected = around(&game, &position, vertex, pattern.size);
            assert_eq!(pattern.rows, expected, "{}", vertex.text::<2>());
            let shown = pattern.rows.concat();
            let inside = shown.chars().filter(|letter| !" #".contains(*letter));
            assert_eq!(pattern.cells.len(), inside.count());
            let own = game.cells(&position, vertex)[0];
            assert!(pattern.cells.contains(&own));
            let taken = pattern.cells.iter();
            let taken = taken.filter(|&&cell| game.owner(&position, cell).is_some());
            let stones = shown.chars().filter(|letter| "XO".contains(*letter));
            assert_eq!(taken.count(), stones.count());
            let words = &explanation.factors[0].feature;
            assert!(words.starts_with(&format!("R{}", pattern.size)), "{words}");
        }
    }
    assert!(sizes[2..].iter().all(|&count| count > 0), "{sizes:?}");
}

#[test]
fn features_are_told_in_words() {
    let game = game();
    let mut position = game.initial();
    for text in ["E5", "E4", "D4", "A1", "F4", "A9", "J9"] {
        game.apply(&mut position, Vertex::parse::<2>(text, 9).unwrap());
    }
    // White to move; Black may take at E3, which White can prevent.
    let prior = prior(1.0);
    let escape = Vertex::parse::<2>("E3", 9).unwrap();
    let explained = prior.explain(&game, &position, &[escape]).unwrap();
    let words: Vec<(&str, &str)> = explained[0]
        .factors
        .iter()
        .map(|known| (known.kind.as_str(), known.feature.as_str()))
        .collect();
    for expected in [
        ("last move", "16 away"),
        ("move before", "16 away"),
        (
            "liberties",
            "saves one stone from atari, with three liberties or more",
        ),
    ] {
        assert!(words.contains(&expected), "{words:?}");
    }
}

/// A pass is no point: with a ko on the board and a stone in the corner, next to which its number lies, it was taken for one.
#[test]
fn a_pass_is_explained_beside_a_ko_and_a_stone_in_the_corner() {
    let mut position = game().initial();
    for text in "D5 E5 E6 F6 E4 F4 A1 G5 F5".split(' ') {
        let vertex = Vertex::parse::<2>(text, 9).unwrap();
        game().apply(&mut position, vertex);
    }
    assert!(position.board().ko().is_some());
    let (vertices, _, explained) = weighed(&prior(1.0), &position);
    let pass = vertices.iter().position(|vertex| vertex.is_pass()).unwrap();
    let kinds: Vec<&str> = explained[pass]
        .factors
        .iter()
        .map(|known| known.kind.as_ref())
        .collect();
    assert_eq!(kinds, ["pass"]);
}
