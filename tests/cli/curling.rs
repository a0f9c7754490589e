//! Pictures of curling in files, and whole logs.

use crate::support::{printed, root, run_in};
use std::fs;

const TAKE_OUT: [&str; 9] = [
    "curling",
    "draw",
    "--position",
    "@docs/images/curling-takeout.json",
    "--shot",
    "0.1308,2.5422,ccw",
    "--noise",
    "200",
    "--out",
];

#[test]
fn the_picture_of_the_readme_is_what_its_command_draws() {
    let mut args = TAKE_OUT.to_vec();
    args.push("-");
    let svg = printed(&args);
    let path = root().join("docs/images/curling-takeout.svg");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &svg).unwrap();
    }
    assert_eq!(svg, fs::read_to_string(path).unwrap());
}

#[test]
fn a_png_has_the_width_asked_for_and_the_same_bytes_every_time() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |name: &str, width: &str| {
        let path = folder.path().join(name);
        let mut args = TAKE_OUT.to_vec();
        let out = path.display().to_string();
        args.extend([out.as_str(), "--width", width]);
        let told = printed(&args);
        assert!(told.starts_with("stone 11 comes to lie at"), "{told}");
        fs::read(path).unwrap()
    };
    let picture = draw("a.png", "300");
    assert_eq!(picture[..8], *b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
    // The header: 480 x 898 units shrunk to 300 pixels across.
    assert_eq!((number(16), number(20)), (300, 561));
    assert_eq!(picture, draw("b.png", "300"));
    assert_ne!(picture, draw("c.png", "301"));
}

#[test]
fn logs_of_both_generations_are_thrown_again() {
    let folder = root().join("tests/data/curling");
    let replay = |file: &str| {
        let output = run_in(&folder, &["curling", "replay", file], "");
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let text = replay("last-two-stones.dcl");
    for line in [
        "Alice (first) against Bob (second): Alice wins 1:0",
        "1.15  first   -0.9531  -29.6115  cw    2.431 5.511           4  0.22 mm",
        "1.16  second   0.9791  -29.7967  ccw   2.569 5.766           5  0.20 mm  first 1",
        "throws: 2; compared: 2; with the same stones left: 2",
        "points: the same in 1 of 1 ends",
    ] {
        assert!(text.lines().any(|known| known == line), "{line}\n{text}");
    }
    // The sheet is cleared after the last stone: only the points can be compared.
    let text = replay("last-stone.dcl2");
    for line in [
        "north (first) against south (second): team1 wins 0:1",
        "1.16  second  0.1563  2.3924  ccw   0.400 38.199          3      -  second 1",
        "throws: 1; compared: 0; with the same stones left: 0",
        "points: the same in 1 of 1 ends",
    ] {
        assert!(text.lines().any(|known| known == line), "{line}\n{text}");
    }
    let text = replay("two-draws-and-a-foul.dcl2");
    for line in [
        "north (first) against south (second): the log breaks off",
        " 1.2  second  -0.0541  3.3124  cw    foul: put back        1  0.00 mm",
        "throws: 3; compared: 3; with the same stones left: 3",
    ] {
        assert!(text.lines().any(|known| known == line), "{line}\n{text}");
    }
}

#[test]
fn a_log_that_tells_otherwise_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let log = fs::read_to_string(root().join("tests/data/curling/last-two-stones.dcl")).unwrap();
    let replay = |log: &str| {
        fs::write(folder.path().join("game.dcl"), log).unwrap();
        let output = run_in(folder.path(), &["curling", "replay", "game.dcl"], "");
        String::from_utf8(output.stdout).unwrap()
    };
    // The last stone lies ten centimetres farther.
    let text = replay(&log.replace("2.569140 5.765909", "2.569140 5.665909"));
    assert!(text.contains("at most 99.83 mm (1.16)"), "{text}");
    // It is gone.
    let text = replay(&log.replace("2.569140 5.765909", "0.000000 0.000000"));
    assert!(text.contains("other stones"), "{text}");
    // The points are the other side's.
    let text = replay(&log.replace("SCORE=SCORE 1\n", "SCORE=SCORE -1\n"));
    assert!(text.contains("second 1, ours first 1"), "{text}");
    assert!(text.contains("points: the same in 0 of 1 ends"), "{text}");
}

#[test]
fn a_throw_of_a_log_is_drawn() {
    let folder = root().join("tests/data/curling");
    let args = [
        "curling",
        "replay",
        "two-draws-and-a-foul.dcl2",
        "--shot",
        "1.2",
        "--out",
        "-",
    ];
    let output = run_in(&folder, &args, "");
    let svg = String::from_utf8(output.stdout).unwrap();
    assert!(
        svg.contains("<title>End 1, stone 2: south (foul) (1 stone)</title>"),
        "{svg}"
    );
    assert!(svg.contains("class=\"paths\""));
}

/// The points of the side that throws first, and how many ends have them.
fn counted(table: &str) -> Vec<(i32, u64)> {
    let lines = table.lines().skip(1).take(17);
    let counts = lines.map(|line| {
        let mut cells = line.split_whitespace();
        let points = cells.next().unwrap().parse().unwrap();
        (points, cells.next().unwrap().parse().unwrap())
    });
    counts.filter(|&(_, count)| count > 0).collect()
}

#[test]
fn ends_are_counted_and_engines_judge_by_them() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = |args: &str| {
        let args: Vec<&str> = args.split(' ').collect();
        let output = run_in(folder, &args, "");
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    };
    let logs = root().join("tests/data/curling");
    for name in ["last-two-stones.dcl", "last-stone.dcl2"] {
        fs::copy(logs.join(name), folder.join(name)).unwrap();
    }
    // The first player threw first and has one point.
    let (told, _) = run("curling scores --games last-two-stones.dcl");
    assert_eq!(counted(&told), [(1, 1)]);
    assert!(
        told.contains("1 ends of 1 games, world dc2; 0 left out"),
        "{told}"
    );

    run(
        "train games curling:world=dc2,ends=3 --teacher rules --games 4 --seed 2 --out games.jsonl",
    );
    let scores = "curling scores --games games.jsonl --games last-two-stones.dcl";
    let (told, _) = run(&format!("{scores} --out scores.json"));
    let all: u64 = counted(&told).iter().map(|&(_, count)| count).sum();
    assert!(all > 12, "{told}");
    let (told, _) = run(&format!("{scores} --greatest-lead 0"));
    let close: u64 = counted(&told).iter().map(|&(_, count)| count).sum();
    assert!(
        told.contains(&format!("; {} left out", all - close)),
        "{told}"
    );
    assert!((5..all).contains(&close), "{told}");

    let file = fs::read_to_string(folder.join("scores.json")).unwrap();
    let file: serde_json::Value = serde_json::from_str(&file).unwrap();
    assert_eq!(file["variant"], "world=dc2");
    let weights = file["weights"].as_array().unwrap().iter();
    let sum: f64 = weights.map(|weight| weight.as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{sum}");
    let engine = "--engine pure-mc:simulations=50,scores=scores.json";
    let (told, _) = run(&format!("analyze curling:world=dc2 {engine}"));
    assert!(told.contains("(2,870 more)"), "{told}");
    let (_, error) = run(&format!("analyze curling:world=fcv1 {engine}"));
    assert!(
        error.contains("weights are for world=dc2: expected world=fcv1"),
        "{error}"
    );
    let (_, error) = run(&format!("{scores} --games last-stone.dcl2"));
    assert!(
        error.contains("last-stone.dcl2: the games are of world fcv1: expected dc2"),
        "{error}"
    );
}
