//! The texts in the table `errors.txt`, each with the error it must be.

use super::table;
use std::fs;
use yomi_records::shogi::{Format, read_file};

#[test]
fn what_is_wrong_is_named_with_line_and_move() {
    let mut faults = Vec::new();
    for row in table("errors.txt") {
        // A text may hold the sign that separates columns.
        let (format, error) = (&row[0], &row[row.len() - 1]);
        let text = row[1..row.len() - 1].join(" | ").replace("\\n", "\n");
        let format: Format = format.parse().expect("a format");
        let found = format.read_all(&text).remove(0);
        let found = found.expect_err(&text).to_string();
        if !found.starts_with(error.as_str()) {
            faults.push(format!("{text}\n  {found}\n  {error}"));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn one_bad_game_does_not_hide_the_others() {
    let text = "PI\n+\n+7776FU\n/\nPI\n+\n+7775FU\n/\n+2726FU\n%TORYO\n";
    let games = Format::Csa.read_all(text);
    let errors: Vec<_> = games.iter().map(|game| game.as_ref().err()).collect();
    assert_eq!(games.len(), 3);
    assert!(errors[0].is_none() && errors[2].is_none());
    assert_eq!(
        errors[1].map(|error| (error.line, error.number)),
        Some((7, Some(1)))
    );
}

#[test]
fn what_is_no_file_is_not_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert!(read_file(folder.path()).is_err());
    assert!(read_file(&folder.path().join("none.csa")).is_err());
}

#[test]
fn the_json_kifu_format_is_called_by_its_name() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = r#"{"header":{"先手":"Ann"},"moves":[{},{"move":{"from":{"x":7,"y":7}}}]}"#;
    for name in ["game.jkf", "game.JKF", "game.json", "game.kif", "game"] {
        let path = folder.path().join(name);
        fs::write(&path, format!("\u{feff}\n{text}\n")).expect("writable");
        let error = read_file(&path).expect_err(name).to_string();
        assert_eq!(
            error,
            "this is a file of the JSON Kifu Format (.jkf): expected CSA, KIF or lines of USI"
        );
    }
}
