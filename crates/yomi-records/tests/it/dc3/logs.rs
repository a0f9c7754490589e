//! Logs as the official server writes them, and logs that are broken.

use std::path::{Path, PathBuf};
use yomi_curling::{Spin, Vector};
use yomi_records::dc3::Ending;
use yomi_records::dc3::Team;
use yomi_records::dc3::log::{self, Log, LogError};
use yomi_records::dc3::message::Update;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/it/dc3/logs")
        .join(name)
}

fn read(text: &str) -> Result<Log, LogError> {
    log::read(text.as_bytes())
}

fn official() -> String {
    std::fs::read_to_string(file("official.dcl2")).expect("a log")
}

#[test]
fn a_log_in_the_form_of_the_official_server_is_read() {
    let log = read(&official()).expect("a sound log");
    assert_eq!(log.game_id, "0b3ff5c2-7d35-4a34-9a6e-5f8f0a3b9d11");
    assert_eq!(
        (log.names.team0.as_str(), log.names.team1.as_str()),
        ("north", "south")
    );
    assert_eq!(log.game.ends, 2);
    let [first, second] = &log.shots[..] else {
        panic!("two shots were thrown, the third came too late");
    };
    assert_eq!((first.team, second.team), (Team::Team0, Team::Team1));
    assert_eq!(first.requested.velocity, Vector::new(0.125, 2.40234375));
    assert_eq!(first.actual.velocity, Vector::new(0.12890625, 2.3984375));
    assert_eq!(
        (first.actual.spin, second.actual.spin),
        (Spin::Ccw, Spin::Cw)
    );
    assert!(!first.foul && second.foul);
    assert_eq!(second.before.stones.get(0), Some(Vector::new(0.25, 35.5)));
    let result = log.result.expect("a result");
    assert_eq!(
        (result.winner, result.reason),
        (Some(Team::Team1), Ending::TimeLimit)
    );
    assert!(log.errors.is_empty() && !log.cut);
}

/// A client would take every update of these games for possible.
#[test]
fn what_servers_say_can_be() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/curling");
    let others = ["last-stone.dcl2", "two-draws-and-a-foul.dcl2"].map(|name| data.join(name));
    let mut count = 0;
    for path in others.into_iter().chain([file("official.dcl2")]) {
        let text = std::fs::read_to_string(&path).expect("a log");
        let game = read(&text).expect("a sound log").game;
        for line in text.lines() {
            let entry: serde_json::Value = serde_json::from_str(line).expect("JSON");
            if entry["log"]["cmd"] == "update" {
                let update: Update = serde_json::from_value(entry["log"].clone()).expect("JSON");
                assert_eq!(
                    update.state.check(&game, update.next_team),
                    Ok(()),
                    "{line}"
                );
                count += 1;
            }
        }
    }
    assert!(count > 8);
}

#[test]
fn a_log_of_a_game_that_broke_off_has_its_errors() {
    let text = official();
    let lines: Vec<&str> = text.lines().collect();
    let mut broken = lines[..lines.len() - 3].join("\n");
    broken.push_str("\n{\"tag\":\"err\",\"id\":99,\"log\":\"client 0: disconnected\"}\n");
    let log = read(&broken).expect("a log that breaks off");
    assert_eq!(log.errors, ["client 0: disconnected"]);
    assert_eq!((log.result, log.shots.len()), (None, 2));
}

/// Every kind of damage is told with its line.
#[test]
fn broken_logs_are_told_where_they_are_broken() {
    let damage = std::fs::read_to_string(file("damage.txt")).expect("a table");
    let mut count = 0;
    for row in damage.lines().filter(|row| !row.starts_with('#')) {
        let [line, find, replace, named, expected] = row
            .split(" | ")
            .map(str::trim)
            .collect::<Vec<_>>()
            .try_into()
            .unwrap_or_else(|_| panic!("five columns: {row}"));
        let line: usize = line.parse().expect("a number");
        let text: Vec<String> = official()
            .lines()
            .enumerate()
            .map(|(number, text)| match number + 1 == line {
                true => {
                    assert!(text.contains(find), "line {line} has no {find}");
                    text.replacen(find, replace, 1)
                }
                false => text.to_owned(),
            })
            .collect();
        let error = read(&(text.join("\n") + "\n")).expect_err(row);
        assert!(error.expected.contains(expected), "{row}: {error}");
        assert_eq!(error.line.to_string(), named, "{row}: {error}");
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn what_is_no_log_at_all() {
    for (text, expected) in [
        ("", "line 1: the log ends without dc"),
        ("\n\n", "line 2: the log ends without dc"),
        (
            "hello\n",
            "line 1: expected a JSON object with the fields tag and log",
        ),
        (
            "hello",
            "line 1: expected a JSON object with the fields tag and log",
        ),
    ] {
        let error = read(text).expect_err("no log").to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}
