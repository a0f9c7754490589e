//! Patterns: invariance, matching, files.

use std::sync::Arc;
use yomi_core::{Deterministic, Discrete, FeatureLists, Game, MoveFeatures, Player, Scratch, Seed};
use yomi_go::pattern::counting::legal_points;
use yomi_go::pattern::{
    BadPatterns, Code, Counter, Dictionary, Geometry, LARGEST, LIBERTY_FEATURES, Matcher,
    PatternFeatures, SMALLEST,
};
use yomi_go::{Board, Position, Rules, SmallGo, Vertex};

pub fn game() -> SmallGo {
    SmallGo::new(Rules::default()).unwrap()
}

/// The moves of a random game.
pub fn random_game(seed: u64) -> Vec<(Player, Vertex)> {
    let game = game();
    let (mut position, mut scratch) = (game.initial(), Scratch::default());
    scratch.tracing = true;
    game.play_randomly(
        &mut position,
        u32::MAX,
        &mut scratch,
        &mut Seed::new(seed).rng(),
    );
    scratch.trace
}

/// The patterns that occur so often in the first 40 moves of some random games.
pub fn extracted(games: u64, least: u32) -> Dictionary {
    let geometry = Geometry::<2>::new(9);
    let mut dictionary = Dictionary::new(9);
    for size in SMALLEST..=LARGEST {
        let mut counter = Counter::new(&dictionary, size);
        for seed in 0..games {
            let mut position = game().initial();
            for (player, vertex) in random_game(seed).into_iter().take(40) {
                let mut matcher = Matcher::new(&geometry);
                matcher.set_up(&geometry, position.board());
                for point in legal_points(position.board(), player) {
                    counter.count(&geometry, &matcher, (point, player), 1);
                }
                game().apply(&mut position, vertex);
            }
        }
        let frequent = counter.frequent(least);
        dictionary = dictionary.with(&frequent);
    }
    dictionary
}

/// A point turned (1 to 3 quarters) and mirrored (from 4 on).
fn turned(point: Vertex, symmetry: usize) -> Vertex {
    if point.is_pass() {
        return point;
    }
    let (mut column, mut row) = point.place::<2>();
    if symmetry >= 4 {
        column = 8 - column;
    }
    for _ in 0..symmetry % 4 {
        (column, row) = (row, 8 - column);
    }
    Vertex::at::<2>(column, row)
}

/// The game after these moves, as a symmetry and an exchange of colours would have it.
fn position_after(moves: &[(Player, Vertex)], symmetry: usize, swap: bool) -> Position<2> {
    let mut position = game().initial();
    if swap {
        game().apply(&mut position, Vertex::PASS);
    }
    for &(_, vertex) in moves {
        game().apply(&mut position, turned(vertex, symmetry));
    }
    position
}

#[test]
fn codes_kept_through_a_game_are_those_of_the_board() {
    let geometry = Geometry::<2>::new(9);
    for seed in 0..20 {
        let mut matcher = Matcher::new(&geometry);
        let mut position = game().initial();
        for (player, vertex) in random_game(seed) {
            let foreign = *position.board().stones(player.other());
            game().apply(&mut position, vertex);
            if !vertex.is_pass() {
                matcher.put(&geometry, vertex, player);
            }
            let board = position.board();
            for gone in foreign.minus(board.stones(player.other())).iter() {
                matcher.take(&geometry, gone, player.other());
            }
            for point in board.empty().iter() {
                assert_eq!(matcher.code(point), Code::of(&geometry, board, point));
            }
        }
    }
}

#[test]
fn matches_kept_through_a_game_are_the_largest_there_are() {
    let geometry = Geometry::<2>::new(9);
    let dictionary = extracted(20, 3);
    let mut sizes = [0; LARGEST + 1];
    for seed in 100..110 {
        let mut matcher = Matcher::new(&geometry);
        let mut board = Board::<2>::new(9);
        for (ply, (player, vertex)) in random_game(seed).into_iter().enumerate() {
            let foreign = *board.stones(player.other());
            match vertex.is_pass() {
                true => board.lift_ko(),
                false => {
                    board.place(vertex, player);
                    matcher.put(&geometry, vertex, player);
                }
            }
            for gone in foreign.minus(board.stones(player.other())).iter() {
                matcher.take(&geometry, gone, player.other());
            }
            let asked = Player::BOTH[ply % 3 % 2];
            matcher.update(&dictionary, &board, asked);
            for point in board.empty().iter() {
                let code = Code::of(&geometry, &board, point).seen_by(asked);
                let expected = dictionary.largest(geometry.class(point), code);
                assert_eq!(matcher.largest(&dictionary, point, asked), expected);
                sizes[expected.map_or(0, |(_, size)| size)] += 1;
            }
        }
    }
    assert!(sizes[2..].iter().all(|&count| count > 0), "{sizes:?}");
}

#[test]
fn features_are_the_same_turned_mirrored_and_with_colours_exchanged() {
    let features = PatternFeatures::<2>::new(Arc::new(extracted(20, 3))).unwrap();
    for seed in 200..206 {
        let moves = random_game(seed);
        let moves = &moves[..30];
        let straight = position_after(moves, 0, false);
        let points: Vec<Vertex> = legal_points(straight.board(), straight.mover()).collect();
        let mut expected = FeatureLists::default();
        features.encode(&game(), &straight, &points, &mut expected);
        for symmetry in 0..8 {
            for swap in [false, true] {
                let position = position_after(moves, symmetry, swap);
                let points: Vec<Vertex> = points
                    .iter()
                    .map(|&point| turned(point, symmetry))
                    .collect();
                let mut found = FeatureLists::default();
                features.encode(&game(), &position, &points, &mut found);
                assert_eq!(found, expected, "symmetry {symmetry}, swap {swap}");
            }
        }
    }
    let patterns = features.dictionary().patterns().len();
    assert_eq!(features.count(), 2 * patterns + 36 + LIBERTY_FEATURES);
}

/// On an empty board each location class is a pattern of its own, and no two look alike.
#[test]
fn the_edge_tells_patterns_apart() {
    let geometry = Geometry::<2>::new(9);
    let empty = Board::<2>::new(9);
    let mut seen = std::collections::BTreeMap::new();
    for index in 0..81 {
        let point = Vertex::at::<2>(index % 9, index / 9);
        let code = Code::of(&geometry, &empty, point);
        let known = seen.entry(geometry.class(point)).or_insert(code);
        assert_eq!(*known, code, "{}", point.text::<2>());
    }
    assert_eq!(seen.len(), 15);
    // The edge is in sight up to three points away: four distances, in either direction.
    let codes: std::collections::BTreeSet<Code> = seen.into_values().collect();
    assert_eq!(codes.len(), 10);
}

#[test]
fn patterns_come_back_from_bytes_and_damage_is_noticed() {
    let dictionary = extracted(10, 12);
    let bytes = dictionary.to_bytes();
    let again = Dictionary::from_bytes(&bytes).unwrap();
    assert_eq!(again.patterns(), dictionary.patterns());
    assert_eq!(again.to_bytes(), bytes);
    for length in (0..bytes.len()).step_by(41) {
        let cut = Dictionary::from_bytes(&bytes[..length]);
        assert_eq!(cut.err(), Some(BadPatterns::Short), "{length}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(
        Dictionary::from_bytes(&longer).err(),
        Some(BadPatterns::Long)
    );
    let other = [&[40], &bytes[1..]].concat();
    assert_eq!(
        Dictionary::from_bytes(&other).err(),
        Some(BadPatterns::Board(40))
    );
    // Whatever bytes there are, they are patterns or an error.
    let mut rng = Seed::new(5).rng();
    for _ in 0..200 {
        let mut damaged = bytes.clone();
        let place = rng.below(damaged.len() as u32) as usize;
        damaged[place] ^= 1 << rng.below(8);
        let _ = Dictionary::from_bytes(&damaged);
    }
}

#[test]
fn counts_are_added_up_and_thresholds_kept() {
    let geometry = Geometry::<2>::new(9);
    let dictionary = Dictionary::new(9);
    let matcher = Matcher::new(&geometry);
    let corner = Vertex::at::<2>(0, 0);
    let count = |times: &[u32]| {
        let mut counter = Counter::new(&dictionary, 2);
        for &times in times {
            counter.count(&geometry, &matcher, (corner, Player::First), times);
        }
        counter
    };
    let mut counter = count(&[2, 1]);
    assert_eq!((counter.distinct(), counter.frequent(3).len()), (1, 1));
    assert!(counter.frequent(4).is_empty());
    counter.merge(count(&[1]));
    assert_eq!(counter.frequent(4).len(), 1);
}
