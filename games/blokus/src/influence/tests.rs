use super::*;
use crate::board::Drawn;
use crate::tables::TABLES;
use std::collections::BTreeSet;
use yomi_core::{Discrete, Seed};

/// Small whole weights, so that sums are exact in any order.
fn whole_weights(seed: u64) -> Vec<f32> {
    let mut rng = Seed::new(seed).rng();
    let weight = |_| rng.below(41) as f32 - 20.0;
    (0..Influence.count()).map(weight).collect()
}

/// The features by the words of the definition, square by square.
fn slow_features(board: &Board, player: Player) -> Vec<(usize, usize)> {
    let side = SIDE as i32;
    let inside = |x: i32, y: i32| (0..side).contains(&x) && (0..side).contains(&y);
    let at = |x: i32, y: i32| board.at(x as usize, y as usize);
    let is_own = |who: Player, x: i32, y: i32| inside(x, y) && at(x, y) == Some(who);
    let is_dead = |who: Player, x: i32, y: i32| {
        let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        inside(x, y)
            && !is_own(who, x, y)
            && beside.iter().any(|(dx, dy)| is_own(who, x + dx, y + dy))
    };
    let is_effective = |x: i32, y: i32| {
        let diagonal = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
        inside(x, y)
            && at(x, y).is_none()
            && !is_dead(player, x, y)
            && diagonal
                .iter()
                .any(|(dx, dy)| is_own(player, x + dx, y + dy))
    };
    // Every shortest path, step by step: whether none of them meets the opponent on the way.
    fn are_clear(from: (i32, i32), to: (i32, i32), blocks: &dyn Fn(i32, i32) -> bool) -> bool {
        if from == to {
            return true;
        }
        let step_x = ((to.0 - from.0).signum() + from.0, from.1);
        let step_y = (from.0, (to.1 - from.1).signum() + from.1);
        [step_x, step_y].into_iter().all(|next| {
            next == from || next == to || (!blocks(next.0, next.1) && are_clear(next, to, blocks))
        })
    }
    let mut features = Vec::new();
    for y in 0..side {
        for x in 0..side {
            let square = (y * side + x) as usize;
            if is_own(player, x, y) {
                features.push((SCORE, square));
            }
            if is_dead(player, x, y) {
                features.push((DEAD, square));
            }
            if !is_effective(x, y) {
                continue;
            }
            if is_dead(player.other(), x, y) {
                features.push((SETTLED, square));
            }
            for to_y in 0..side {
                for to_x in 0..side {
                    let (dx, dy) = ((to_x - x).abs(), (to_y - y).abs());
                    let kind = match (dx.min(dy), dx.max(dy)) {
                        (0, far @ 0..=3) => far as usize,
                        (1, 1) => 4,
                        (1, 2) => 5,
                        _ => continue,
                    };
                    let blocks = |x: i32, y: i32| is_own(player.other(), x, y);
                    if at(to_x, to_y).is_none()
                        && !is_dead(player, to_x, to_y)
                        && are_clear((x, y), (to_x, to_y), &blocks)
                    {
                        features.push((D0 + kind, (to_y * side + to_x) as usize));
                    }
                }
            }
        }
    }
    features.sort_unstable();
    features
}

/// Random games, with every position before its last move.
fn each_position(games: u64, mut visit: impl FnMut(&BlokusDuo, &Board)) {
    let game = BlokusDuo::default();
    for number in 0..games {
        let mut rng = Seed::new(number).rng();
        let mut board = game.initial();
        while game.outcome(&board).is_none() {
            visit(&game, &board);
            let placement = game.random_action(&board, &mut Vec::new(), &mut rng);
            game.apply(&mut board, placement);
        }
    }
}

fn sum(weights: &[f32], game: &BlokusDuo, board: &Board, player: Player) -> f32 {
    let mut features = Vec::new();
    Influence.encode(game, board, player, 0, &mut features);
    let parts = features.iter();
    parts
        .map(|&(index, amount)| weights[index as usize] * amount)
        .sum()
}

fn difference(weights: &[f32], game: &BlokusDuo, board: &Board) -> f32 {
    sum(weights, game, board, Player::First) - sum(weights, game, board, Player::Second)
}

#[test]
fn features_are_what_the_definition_says() {
    each_position(6, |_, board| {
        for player in Player::BOTH {
            let mut found = Vec::new();
            kept::each_feature(board, player, |kind, square| found.push((kind, square)));
            found.sort_unstable();
            assert_eq!(found, slow_features(board, player));
        }
    });
}

#[test]
fn what_is_kept_is_what_is_recomputed() {
    let game = BlokusDuo::default();
    for number in 0..30 {
        let weights = whole_weights(number);
        let tables = WeightTables::new(&weights);
        let mut rng = Seed::new(number).rng();
        let mut board = game.initial();
        let mut kept = Kept::new(&tables, &board);
        while game.outcome(&board).is_none() {
            let placement = game.random_action(&board, &mut Vec::new(), &mut rng).0;
            let (mover, before) = (board.mover(), kept.value());
            let gain = kept.gain(&tables, mover, placement);
            kept.place(&tables, mover, placement);
            board.place(placement);
            let now = difference(&weights, &game, &board);
            assert_eq!(kept.value(), now);
            assert_eq!(Kept::new(&tables, &board).value(), now);
            let sign = if mover == Player::First { 1.0 } else { -1.0 };
            assert_eq!(gain * sign, now - before);
        }
    }
}

#[test]
fn the_value_is_antisymmetric() {
    // A game turned by half a turn with the sides exchanged is worth the opposite, after every round.
    let game = BlokusDuo::default();
    let (mut rounds, mut uneven) = (0, 0);
    for number in 0..30 {
        let weights = whole_weights(number);
        let value = Influence.evaluator(&weights, 0.02);
        let mut rng = Seed::new(number).rng();
        let (mut board, mut other) = (game.initial(), game.initial());
        while [&board, &other].map(Board::mover) == [Player::First; 2] && !board.is_over() {
            let first = game.random_action(&board, &mut Vec::new(), &mut rng);
            game.apply(&mut board, first);
            if board.mover() == Player::First || board.is_over() {
                break;
            }
            let second = game.random_action(&board, &mut Vec::new(), &mut rng);
            game.apply(&mut board, second);
            game.apply(&mut other, second.turned());
            if other.mover() == Player::First {
                break;
            }
            game.apply(&mut other, first.turned());
            let sum = difference(&weights, &game, &board);
            assert_eq!(difference(&weights, &game, &other), -sum);
            let [here, there] = [&board, &other].map(|board| {
                let scratch = &mut Scratch::default();
                value.evaluate(&game, board, scratch, &mut rng).0
            });
            assert!((here + there - 1.0).abs() < 1e-12, "{here} {there}");
            rounds += 1;
            uneven += u32::from(sum != 0.0);
        }
    }
    assert!(rounds > 200 && uneven > 190, "{uneven} of {rounds} rounds");
}

#[test]
fn overlapping_influence_adds_up() {
    // The four corners of a domino: the squares between the two on either short side are two steps
    // from both, and are reached twice.
    let game = BlokusDuo::default();
    let mut board = game.initial();
    board.place(TABLES.find(&[(4, 4), (5, 4)]).unwrap());
    let mut features = Vec::new();
    Influence.encode(&game, &board, Player::First, 0, &mut features);
    let amount = |kind: usize, x: usize, y: usize| {
        let wanted = (kind * SQUARES + y * SIDE + x) as u32;
        let found = features.iter().find(|(index, _)| *index == wanted);
        found.map_or(0.0, |found| found.1)
    };
    // Left of the domino's end the square is dead; one further, both corners of that side reach it
    // diagonally.
    assert_eq!(amount(DEAD, 3, 4), 1.0);
    assert_eq!(amount(D0 + 4, 2, 4), 2.0);
    assert_eq!(amount(D0, 3, 3), 1.0);
}

#[test]
fn children_are_valued_as_positions_are() {
    let weights: Vec<f32> = whole_weights(7)
        .iter()
        .map(|weight| weight / 64.0)
        .collect();
    let value = Influence.evaluator(&weights, 0.02);
    let (mut scratch, mut rng) = (Scratch::default(), Seed::new(1).rng());
    each_position(3, |game, board| {
        let mut placements = Vec::new();
        game.actions(board, &mut placements);
        placements.truncate(40);
        let mut values = vec![FirstValue::EVEN; placements.len()];
        value.evaluate_children(
            game,
            board,
            &placements,
            &mut values,
            &mut scratch,
            &mut rng,
        );
        for (&placement, found) in placements.iter().zip(values) {
            let mut child = *board;
            game.apply(&mut child, placement);
            let expected = match game.outcome(&child) {
                Some(outcome) => outcome.value().0,
                None => value.evaluate(game, &child, &mut scratch, &mut rng).0,
            };
            assert!((found.0 - expected).abs() < 1e-5);
        }
    });
}

#[test]
fn the_best_of_all_is_greedy_and_the_best_of_one_is_anything() {
    let weights = whole_weights(3);
    let tables = WeightTables::new(&weights);
    let (greedy, uniform) = (BestOfN::new(&weights, 256), BestOfN::new(&weights, 1));
    let mut scratch = Scratch::default();
    let mut compared = 0;
    each_position(10, |game, board| {
        let (mut rng, mut same) = (Seed::new(5).rng(), Seed::new(5).rng());
        let one = uniform.choose(game, board, &mut scratch, &mut rng);
        assert_eq!(one.0, board.random(&mut same));
        let mut placements = Vec::new();
        game.actions(board, &mut placements);
        if placements.len() <= 256 {
            compared += 1;
            let kept = Kept::new(&tables, board);
            let gain = |placement: Placement| kept.gain(&tables, board.mover(), placement.0);
            let most = placements.iter().map(|&p| gain(p)).fold(f32::MIN, f32::max);
            let chosen = greedy.choose(game, board, &mut scratch, &mut rng);
            assert_eq!(gain(chosen), most);
        }
    });
    assert!(compared > 50);
}

#[test]
fn whole_games_are_made_of_choices() {
    let game = BlokusDuo::default();
    for (number, n) in [(0, 2), (1, 4), (2, 8), (3, 64), (4, 256), (5, 1)] {
        let weights: Vec<f32> = whole_weights(number).iter().map(|w| w / 7.0).collect();
        let policy = BestOfN::new(&weights, n);
        let (mut rng, mut slow_rng) = (Seed::new(number).rng(), Seed::new(number).rng());
        let (mut board, mut slow) = (game.initial(), game.initial());
        let mut scratch = Scratch {
            tracing: true,
            ..Scratch::default()
        };
        policy.play(&game, &mut board, 1000, &mut scratch, &mut rng);
        let mut moves = Vec::new();
        while game.outcome(&slow).is_none() {
            let chosen = policy.choose(&game, &slow, &mut Scratch::default(), &mut slow_rng);
            moves.push((slow.mover(), chosen));
            game.apply(&mut slow, chosen);
        }
        assert_eq!(scratch.trace, moves, "n = {n}");
        assert_eq!(board, slow);
        assert_eq!(rng.next_u64(), slow_rng.next_u64());
    }
}

#[test]
fn valuing_what_is_played_anyway_changes_no_game() {
    let game = BlokusDuo::default();
    let weights = whole_weights(1);
    for (number, n) in (0..60).zip([1, 1, 1, 8].into_iter().cycle()) {
        let played = [
            BestOfN::new(&weights, n),
            BestOfN::new(&weights, n).valuing_all(),
        ]
        .map(|policy| {
            let (mut rng, mut board) = (Seed::new(number).rng(), game.initial());
            let outcome = policy.play(&game, &mut board, 1000, &mut Scratch::default(), &mut rng);
            (outcome, board, rng.next_u64())
        });
        assert!(played[0].0.is_some());
        assert_eq!(played[0], played[1], "game {number}, n = {n}");
    }
}

#[test]
fn placements_are_drawn_without_replacement_and_each_as_likely() {
    let mut positions = 0;
    each_position(3, |game, board| {
        let mut placements = Vec::new();
        game.actions(board, &mut placements);
        // Both ways of drawing: from a list, and without one.
        for n in [2, 9, 30] {
            let mut drawn = Drawn::new();
            board.draw_distinct(n, &mut Seed::new(n as u64).rng(), &mut drawn);
            let distinct: BTreeSet<u16> = drawn.iter().copied().collect();
            assert_eq!(distinct.len(), n.min(placements.len()));
            assert!(distinct.iter().all(|&placement| board.is_legal(placement)));
        }
        if (12..200).contains(&placements.len()) && positions < 6 {
            positions += 1;
            let mut counts = vec![0u32; 13_729];
            let (mut rng, mut drawn) = (Seed::new(9).rng(), Drawn::new());
            let (draws, n) = (20_000, 4);
            for _ in 0..draws {
                board.draw_distinct(n, &mut rng, &mut drawn);
                drawn
                    .iter()
                    .for_each(|&placement| counts[usize::from(placement)] += 1);
            }
            let share = (draws * n) as f64 / placements.len() as f64;
            let squares = placements.iter().map(|placement| {
                let error = f64::from(counts[usize::from(placement.0)]) - share;
                error * error / share
            });
            // Chi-square over its degrees of freedom, which draws without replacement make smaller.
            let ratio = squares.sum::<f64>() / (placements.len() - 1) as f64;
            assert!((0.3..2.0).contains(&ratio), "{ratio}");
        }
    });
    assert!(positions > 3);
}
