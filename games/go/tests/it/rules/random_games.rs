//! Random games on all kinds of boards, in which the crate and the oracle must agree on
//! everything at every ply. Captures are preferred now and then, own eyes are filled, and players
//! pass for no reason: so kos, repetitions, suicides and deaths of large chains all come up, and
//! are counted to prove it.

use super::compare::{Hashes, Pair, Seen};
use super::oracle::{Oracle, Place};
use yomi_core::{Rng, Seed};

/// How a game is played.
struct Manner {
    plies: usize,
    /// In how many of 100 plies a capture is played if there is one.
    captures: u32,
    /// In how many of 100 plies the mover passes.
    passes: u32,
    /// Whether own eyes are left alone while there is anything else.
    keeps_eyes: bool,
}

fn choose(oracle: &Oracle, manner: &Manner, rng: &mut Rng) -> Option<Place> {
    let mut places = oracle.legal();
    if manner.keeps_eyes {
        places.retain(|&place| !oracle.is_eye(place, oracle.mover));
    }
    if rng.below(100) < manner.passes {
        return None;
    }
    if rng.below(100) < manner.captures {
        let takes = |place: &&Place| oracle.after(**place).is_ok_and(|(_, taken)| taken > 0);
        let captures: Vec<Place> = places.iter().filter(takes).copied().collect();
        if !captures.is_empty() {
            return rng.pick(&captures);
        }
    }
    rng.pick(&places)
}

fn play<const W: usize>(
    start: &Oracle,
    manner: &Manner,
    hashes: &mut Hashes,
    seen: &mut Seen,
    rng: &mut Rng,
) {
    let mut pair = Pair::<W>::new(start.clone());
    pair.check(hashes, seen);
    while !pair.oracle.is_over() && pair.oracle.boards.len() <= manner.plies {
        let place = choose(&pair.oracle, manner, rng);
        pair.play(place);
        pair.check(hashes, seen);
    }
}

fn random_games<const W: usize>(size: usize, games: usize) -> Seen {
    let (mut seen, mut hashes) = (Seen::default(), Hashes::default());
    let start = Oracle::new(size);
    for number in 0..games {
        let mut rng = Seed::new(5).index(size as u64).index(number as u64).rng();
        let manner = Manner {
            plies: 4 * size * size,
            captures: [0, 30, 90][number % 3],
            passes: [0, 1, 5][number / 3 % 3],
            keeps_eyes: number % 2 == 0,
        };
        play::<W>(&start, &manner, &mut hashes, &mut seen, &mut rng);
    }
    seen
}

/// Everything that random games reach by themselves.
fn assert_varied(seen: &Seen) {
    let counts = [
        seen.kos,
        seen.longer_repeats,
        seen.suicides,
        seen.large_captures,
        seen.passes,
        seen.ends,
        seen.eyes,
    ];
    assert!(counts.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn on_5x5() {
    let seen = random_games::<2>(5, 120);
    assert_varied(&seen);
    assert!(seen.two_for_one > 0, "{seen:?}");
    assert!(seen.drawn_games > 0, "{seen:?}");
}

#[test]
fn on_5x5_in_the_large_frame() {
    assert_varied(&random_games::<7>(5, 30));
}

#[test]
fn on_6x6() {
    assert_varied(&random_games::<2>(6, 40));
}

#[test]
fn on_7x7() {
    assert_varied(&random_games::<2>(7, 24));
}

#[test]
fn on_9x9() {
    assert_varied(&random_games::<2>(9, 12));
}

#[test]
fn on_13x13() {
    let seen = random_games::<7>(13, 3);
    assert!(
        seen.kos > 0 && seen.suicides > 0 && seen.eyes > 0,
        "{seen:?}"
    );
}

#[test]
fn on_19x19() {
    let seen = random_games::<7>(19, 2);
    assert!(
        seen.kos > 0 && seen.suicides > 0 && seen.eyes > 0,
        "{seen:?}"
    );
}

/// Three kos at once, each to be taken at any time: sooner or later somebody wants to take one
/// back when all three have changed hands twice.
#[test]
fn with_three_kos() {
    let board = "XO.O.....\
                 .XO......\
                 .........\
                 .........\
                 .........\
                 .........\
                 .........\
                 .XO...XO.\
                 X.XO.XO.O";
    let start = Oracle::set_up(9, board.chars().collect(), 'X');
    let (mut seen, mut hashes) = (Seen::default(), Hashes::default());
    for number in 0..12 {
        let manner = Manner {
            plies: 10,
            captures: 98,
            passes: 0,
            keeps_eyes: true,
        };
        let mut rng = Seed::new(3).index(number).rng();
        play::<2>(&start, &manner, &mut hashes, &mut seen, &mut rng);
    }
    assert!(seen.triple_kos > 0 && seen.kos > 0, "{seen:?}");
}
