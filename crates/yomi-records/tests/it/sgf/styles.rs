//! Files in the styles of the programs and servers that write them: each `styles/NAME.sgf` is
//! read, told and compared with `styles/NAME.txt`.

use super::{go_referee, moves};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use yomi_core::engine::Step;
use yomi_records::sgf::{Dialect, GameRecord, Verdict, read_text};

const GO: Dialect = Dialect::GO;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/sgf/styles")
}

/// Everything that is known of a game, replayed.
fn told(record: &GameRecord) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}: {}", value.replace('\n', "\\n"));
    };
    for (name, value) in record.settings() {
        line(&name, &value);
    }
    let [first, second] = &record.players;
    for (name, value) in [
        ("black", first),
        ("white", second),
        ("date", &record.date),
        ("rules", &record.rules),
        ("comment", &record.comment),
    ] {
        if let Some(value) = value {
            line(name, value);
        }
    }
    if let Some(result) = &record.result {
        let verdict = Verdict::parse(result).map(|verdict| verdict.to_string());
        line("result", &verdict.unwrap_or_default());
    }
    if record.handicap > 0 {
        line("handicap", &record.handicap.to_string());
    }
    if let Some(setup) = &record.setup {
        line("setup", &setup.to_string());
    }
    line("moves", &moves(record).join(", "));
    for (i, played) in record.moves.iter().enumerate() {
        if let Some(comment) = &played.comment {
            line(&format!("of move {}", i + 1), comment);
        }
    }
    let mut referee = go_referee(&record.settings());
    match record.replay(referee.as_mut(), &GO, usize::MAX) {
        Ok(steps) => {
            for step in &steps {
                if let Step::SetUp(position) = step {
                    line("from", position);
                }
            }
            let played: Vec<String> = steps.iter().filter_map(played).collect();
            line("played", &played.join(" "));
            let over = referee.outcome().map(|outcome| outcome.to_string());
            line("over", &over.unwrap_or_else(|| "no".to_owned()));
        }
        Err(error) => line("error", &error.to_string()),
    }
    text
}

/// A move with the position that was set up for it.
fn played(step: &Step) -> Option<String> {
    match step {
        Step::SetUp(_) => None,
        Step::Move { set_up, text, .. } => Some(match set_up {
            Some(position) => format!("({position}) {text}"),
            None => text.clone(),
        }),
    }
}

#[test]
fn every_style_is_understood() {
    let mut seen = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "sgf") {
            continue;
        }
        seen += 1;
        let text = read_text(&path).unwrap();
        let games = GameRecord::parse_all(&text, &GO);
        let told: Vec<String> = games
            .iter()
            .map(|game| match game {
                Ok(record) => told(record),
                Err(error) => format!("not readable: {error}\n"),
            })
            .collect();
        let expected = std::fs::read_to_string(path.with_extension("txt")).unwrap_or_default();
        assert_eq!(told.join("---\n"), expected, "{}", path.display());
        assert_eq!(GameRecord::parse(&text, &GO), games[0]);
        for record in games.into_iter().flatten() {
            let written = record.to_sgf(&GO);
            assert_eq!(GameRecord::parse(&written, &GO), Ok(record), "{written}");
        }
    }
    assert_eq!(seen, 14);
}
