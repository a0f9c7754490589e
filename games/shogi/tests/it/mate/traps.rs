//! Moves after which the opponent mates soon.

use super::brute::can_mate;
use super::scatter::scatter;
use yomi_core::Seed;
use yomi_shogi::mate::list_checks;
use yomi_shogi::traps::{LEVELS, Traps};
use yomi_shogi::{Board, Move};

#[test]
fn levels_are_those_found_by_trying_everything() {
    let mut rng = Seed::new(11).rng();
    let mut traps = Traps::default();
    let (mut moves, mut checks) = (Vec::new(), Vec::new());
    let mut found = [0; 3];
    for _ in 0..60 {
        let mut board = scatter(&mut rng);
        // White, whose king is always there, is the one to be mated.
        let Some(action) = board.random_legal(&mut rng) else {
            continue;
        };
        board.make(action);
        let known = traps.of(&board);
        board.legal(&mut moves);
        for &action in &moves {
            let mut after = board.clone();
            after.make(action);
            list_checks(&after, &mut checks);
            // Trying everything takes long where there are many checks.
            let plies = match checks.len() {
                0..=5 => 5,
                6..=15 => 3,
                _ => 1,
            };
            let levels = LEVELS.into_iter().filter(|&level| level <= plies);
            let level = levels
                .into_iter()
                .find(|&level| can_mate(&mut after, level));
            let told = known.iter().find(|(trap, _)| *trap == action);
            let told = told
                .map(|&(_, level)| level)
                .filter(|&level| level <= plies);
            assert_eq!(told, level, "{action} in {}", board.to_sfen());
            if let Some(level) = level {
                found[level as usize / 2] += 1;
            }
        }
    }
    assert!(found.iter().all(|&count| count > 2), "{found:?}");
}

/// Level, move and position.
const KNOWN: &str = include_str!("traps.txt");

#[test]
fn known_traps_of_every_level() {
    let mut traps = Traps::default();
    let mut levels = Vec::new();
    let lines = KNOWN.lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let mut words = line.splitn(3, ' ');
        let mut word = || words.next().expect(line);
        let level: u32 = word().parse().expect(line);
        let action: Move = word().parse().expect(line);
        let board = Board::from_sfen(word()).expect(line);
        assert_eq!(traps.level(&board, action), Some(level), "{line}");
        assert!(traps.of(&board).contains(&(action, level)), "{line}");
        levels.push(level);
    }
    levels.dedup();
    assert_eq!(levels, LEVELS);
}
