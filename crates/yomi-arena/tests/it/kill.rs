//! A match in a process that is killed without warning, again and again.

use crate::support::digits::Digits;
use crate::support::{Contest, play, timeless, unequal};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;
use yomi_arena::RunOptions;
use yomi_core::Seed;

const RECORD: &str = "YOMI_ARENA_TEST_RECORD";

fn contest() -> Contest {
    unequal(
        Digits {
            plies: 30,
            dice: true,
            graded: false,
        },
        1500,
    )
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |data| data.len())
}

/// Plays itself as a child process (told apart by the environment), kills it each time the record
/// has grown by a random number of bytes, and in the end lets it finish.
#[test]
fn a_match_killed_at_random_moments_is_the_same_match() {
    if let Ok(path) = std::env::var(RECORD) {
        contest()
            .run(&RunOptions::new().workers(2).record(path))
            .unwrap();
        return;
    }
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("killed.jsonl");
    let child = || {
        Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "kill::a_match_killed_at_random_moments_is_the_same_match",
            ])
            .env(RECORD, &path)
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    let mut rng = Seed::new(99).rng();
    let mut kills = 0;
    while kills < 12 {
        let enough = length(&path) + 1 + u64::from(rng.below(60_000));
        let mut running = child();
        while length(&path) < enough && running.try_wait().unwrap().is_none() {
            sleep(Duration::from_micros(u64::from(rng.below(300))));
        }
        running.kill().unwrap();
        if running.wait().unwrap().success() {
            break;
        }
        kills += 1;
    }
    assert!(kills > 3, "the match was over before it could be killed");
    assert!(child().wait().unwrap().success());

    let resumed = contest().run(&RunOptions::new().record(&path)).unwrap();
    let undisturbed = play(&contest(), 2);
    assert_eq!((resumed.played, resumed.resumed), (0, 3000));
    assert_eq!(timeless(&resumed.games), timeless(&undisturbed.games));
    assert_eq!(resumed.table, undisturbed.table);
}
