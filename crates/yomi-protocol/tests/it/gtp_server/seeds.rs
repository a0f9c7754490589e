//! The same seed, the same games.

use super::support::server;

/// The replies to these lines, of an engine that plays at random.
fn replies(lines: &[&str]) -> Vec<String> {
    let mut server = server("blokus-duo", "picky");
    let reply = |line: &&str| server.answer(line).expect("a reply");
    lines.iter().map(reply).collect()
}

/// The last three replies.
fn ending(lines: &[&str]) -> Vec<String> {
    replies(lines).split_off(lines.len() - 3)
}

#[test]
fn after_a_seed_is_set_only_the_seed_counts() {
    let plain = ["set_random_seed 5", "clear_board", "g", "g", "g"];
    let after_others = [
        "g",
        "g",
        "clear_board",
        "g",
        "set_random_seed 5",
        "set_game Blokus Duo",
        "g",
        "g",
        "g",
    ];
    let other_seed = ["set_random_seed 6", "clear_board", "g", "g", "g"];
    assert_eq!(ending(&plain), ending(&after_others));
    assert_ne!(ending(&plain), ending(&other_seed));
}

#[test]
fn a_seed_set_within_a_game_counts_at_once() {
    let lines = |seed| ["play b e10", seed, "g", "g", "g"];
    let [first, second] = ["set_random_seed 5", "set_random_seed 6"].map(lines);
    assert_eq!(ending(&first), ending(&first));
    assert_ne!(ending(&first), ending(&second));
}

#[test]
fn every_game_of_a_session_is_another() {
    let replies = replies(&["g", "g", "g", "clear_board", "g", "g", "g"]);
    assert_ne!(replies[..3], replies[4..]);
}

#[test]
fn taking_back_and_thinking_again_gives_the_same_move() {
    let replies = replies(&["g", "g", "undo", "g"]);
    assert_eq!(replies[1], replies[3]);
}
