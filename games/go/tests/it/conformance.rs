//! Go keeps the promises of every trait it implements.

use yomi_core::{Setup as _, conformance};
use yomi_go::{Go, Rules, Shapes, Tactical};

fn check<const W: usize>(size: u32, games: u32) {
    let game = Go::<W>::new(Rules {
        size,
        komi: 7.0,
        ..Rules::default()
    })
    .unwrap();
    conformance::suite(&game)
        .games(games)
        .plies(20 * size * size)
        .fingerprint(|game, position| game.format_state(position))
        .discrete()
        .deterministic()
        .indexed()
        .scored()
        .setup()
        .territorial()
        .pictured()
        .interactive()
        .policy("tactical", Tactical::default())
        .experience("shapes", Shapes::default())
        .assert();
}

#[test]
fn on_5x5() {
    check::<2>(5, 40);
    check::<7>(5, 10);
}

#[test]
fn on_7x7() {
    check::<2>(7, 15);
}

#[test]
fn on_9x9() {
    check::<2>(9, 8);
}

#[test]
fn on_13x13() {
    check::<7>(13, 3);
}
