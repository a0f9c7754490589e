//! Logs of both generations in one form.

use std::fs;
use yomi_curling::{Shot, Spin, World};
use yomi_records::curling::{LogError, is_log, read};

#[test]
fn a_log_of_the_second_generation_tells_what_was_asked_for_and_what_was_carried_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.DCL");
    fs::write(&path, include_bytes!("dc2/logs/older.dcl")).unwrap();
    let game = read(&path).unwrap();
    assert_eq!(game.rules.world, World::Dc2);
    let throw = &game.throws[1];
    assert_eq!(throw.asked, Some(Shot::new(1.053141, -32.61152, Spin::Ccw)));
    assert_eq!(throw.carried_out, Some(Shot::new(1.0, -32.5, Spin::Ccw)));
    let points: Vec<Option<i32>> = game.throws.iter().map(|throw| throw.points).collect();
    assert_eq!(points, [None, None, Some(-1), None, None]);
}

#[test]
fn errors_name_the_file_and_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("bad.dcl"), "[GameInfo]\nrubbish\n").unwrap();
    fs::write(path("bad.dcl2"), "{}\n").unwrap();
    for (name, place) in [("bad.dcl", "line 2"), ("bad.dcl2", "line 1")] {
        let error = read(&path(name)).err().unwrap().to_string();
        assert!(error.contains(&format!("{name}: {place}")), "{error}");
    }
    assert!(matches!(
        read(&path("none.dcl")),
        Err(LogError::File { .. })
    ));
    assert!(matches!(read(&path("game.sgf")), Err(LogError::Ending(_))));
    assert!(!is_log(&path("game.sgf")));
}
