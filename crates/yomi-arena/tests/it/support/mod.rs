//! What the tests share.

mod contest;
pub mod digits;
pub mod habits;

pub use contest::{Contest, Participant};

use digits::{Clever, Digits, Random};
use std::sync::Arc;
use yomi_arena::{GameRecord, MatchResult, RunOptions};

pub fn random(name: &str, game: &Arc<Digits>) -> Participant {
    Participant::search(name, game, || Random)
}

pub fn clever(name: &str, game: &Arc<Digits>) -> Participant {
    Participant::search(name, game, || Clever)
}

/// A clever player against a random one.
pub fn unequal(game: Digits, pairs: usize) -> Contest {
    let game = Arc::new(game);
    Contest::of("digits", &game)
        .participant(clever("clever", &game))
        .participant(random("random", &game))
        .pairs(pairs)
        .seed(2026)
}

pub fn play(contest: &Contest, workers: usize) -> MatchResult {
    contest.run(&RunOptions::new().workers(workers)).unwrap()
}

/// The games without what the wall clock said.
pub fn timeless(games: &[GameRecord]) -> Vec<GameRecord> {
    games.iter().map(GameRecord::without_wall).collect()
}

/// A record as earlier versions wrote it. Whoever changes a record that has checksums hears of those
/// and of nothing else.
pub fn without_checksums(text: &str) -> String {
    let old = text.lines().map(|line| match line.rfind(",\"checksum\"") {
        Some(end) => format!("{}}}\n", &line[..end]),
        None => format!("{line}\n"),
    });
    old.collect()
}
