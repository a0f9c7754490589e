//! Shogi keeps the promises of every trait it implements.

use yomi_core::{Setup as _, conformance};
use yomi_shogi::{Declaration, Position, Rules, Shogi};

/// The position without the number of the move, which keys do not tell apart.
fn describe(game: &Shogi, position: &Position) -> String {
    let text = game.format_state(position);
    let fields: Vec<&str> = text.split_whitespace().take(3).collect();
    fields.join(" ")
}

/// Random games, most of which end by the limit on their length.
fn check(moves: u32, declaration: Declaration, games: u32) {
    let game = Shogi::new(Rules { moves, declaration });
    conformance::suite(&game)
        .games(games)
        .plies(moves)
        .fingerprint(describe)
        .discrete()
        .deterministic()
        .indexed()
        .walkable()
        .setup()
        .interactive()
        .measured()
        .assert();
}

#[test]
fn by_the_rule_of_27_points() {
    check(512, Declaration::Points27, 6);
}

#[test]
fn by_the_rule_of_24_points() {
    check(200, Declaration::Points24, 6);
}

#[test]
fn without_declarations() {
    check(100, Declaration::Never, 6);
}
