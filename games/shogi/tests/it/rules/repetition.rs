//! Games that repeat positions, from `../data/repetition.txt`.

use super::cases;
use super::compare::{Pair, outcome_of};
use super::slow_game::Verdict;
use super::turned;
use yomi_core::Game as _;

/// The moves of fields such as `3x 4i5h 4a5b 5h4i 5b4a`.
fn moves(rounds: &[&str]) -> Vec<String> {
    let mut moves = Vec::new();
    for round in rounds {
        let (times, line) = round.split_once("x ").expect("3x and moves");
        for _ in 0..times.parse::<usize>().expect("how often") {
            moves.extend(line.split_whitespace().map(str::to_owned));
        }
    }
    moves
}

/// Plays the moves by both rules; nothing but the last may end the game.
fn check(sfen: &str, moves: &[String], expected: Verdict) {
    let mut pair = Pair::new(sfen, 512);
    for (ply, text) in moves.iter().enumerate() {
        let place = format!("ply {ply} of {moves:?} from {sfen}");
        let legal = pair.slow.now().legal();
        assert_eq!(pair.slow.verdict(&legal), Verdict::GoesOn, "{place}");
        assert_eq!(pair.game.outcome(&pair.position), None, "{place}");
        let play = legal.iter().find(|play| play.to_string() == *text);
        pair.play(*play.unwrap_or_else(|| panic!("{text} is not legal: {place}")));
    }
    let legal = pair.slow.now().legal();
    assert_eq!(pair.slow.verdict(&legal), expected, "{moves:?} from {sfen}");
    assert_eq!(
        pair.game.outcome(&pair.position),
        outcome_of(expected),
        "{moves:?} from {sfen}"
    );
}

#[test]
fn games_end_as_they_should() {
    use Verdict::{BlackWins, Draw, GoesOn, WhiteWins};
    let mut ends = Vec::new();
    for case in cases::read(include_str!("../data/repetition.txt")) {
        let [first, rounds @ .., last] = &case[..] else {
            panic!("a position, rounds and an end, please: {case:?}");
        };
        let verdicts = [GoesOn, Draw, BlackWins, WhiteWins];
        let expected = verdicts.into_iter().find(|end| end.to_string() == *last);
        let expected = expected.unwrap_or_else(|| panic!("no such end: {last}"));
        let (sfen, moves) = (cases::sfen(first), moves(rounds));
        check(sfen, &moves, expected);
        let turned_moves: Vec<String> = moves.iter().map(|text| turned::play(text)).collect();
        let turned_end = match expected {
            BlackWins => WhiteWins,
            WhiteWins => BlackWins,
            same => same,
        };
        check(&turned::sfen(sfen), &turned_moves, turned_end);
        ends.push(expected);
    }
    let all_kinds = [GoesOn, Draw, BlackWins, WhiteWins];
    assert!(all_kinds.iter().all(|kind| ends.contains(kind)), "{ends:?}");
}

/// The longest game: a draw, unless the last move ends it in another way.
#[test]
fn too_long_a_game_is_a_draw() {
    let start = yomi_shogi::START;
    let quiet = moves(&["1x 7g7f 3c3d 2g2f 8c8d 2f2e"]);
    for limit in 1..=5 {
        let mut pair = Pair::new(start, limit as u32);
        for (ply, text) in quiet[..limit].iter().enumerate() {
            assert_eq!(pair.game.outcome(&pair.position), None, "{limit}: {ply}");
            pair.play_text(text);
        }
        assert_eq!(
            pair.game.outcome(&pair.position),
            outcome_of(Verdict::Draw),
            "{limit}"
        );
    }
    // Mate with the last move is mate.
    let mut pair = Pair::new("8k/9/8G/9/9/9/9/9/4K4 b G 1", 1);
    pair.play_text("G*1b");
    assert_eq!(
        pair.game.outcome(&pair.position),
        outcome_of(Verdict::BlackWins)
    );
    // A perpetual check that ends with the last move is one.
    let mut pair = Pair::new("8k/9/9/9/9/9/9/9/K6R1 b - 1", 12);
    for text in moves(&["3x 2i1i 1a2a 1i2i 2a1a"]) {
        pair.play_text(&text);
    }
    assert_eq!(
        pair.game.outcome(&pair.position),
        outcome_of(Verdict::WhiteWins)
    );
}
