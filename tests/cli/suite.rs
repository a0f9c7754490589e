//! Suites of positions: the answers depend on neither workers nor the order of positions, and the suite that ships is sound.

use crate::support::{printed, root, run_in};
use serde_json::Value;
use std::fs;

const SUITE: &str = "suites/go/life-and-death.txt";

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn workers_and_order_change_nothing() {
    let text = fs::read_to_string(root().join(SUITE)).expect("readable");
    let blocks = text.split("\n\n").filter(|block| block.starts_with("name"));
    let mut blocks: Vec<&str> = blocks.take(12).collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut asked = |workers: &str| {
        fs::write(folder.path().join("some.txt"), blocks.join("\n\n")).expect("writable");
        blocks.reverse();
        let engine = "best:simulations=50";
        let args = [
            "suite",
            "go",
            "some.txt",
            "--engine",
            engine,
            "--json",
            "--workers",
            workers,
        ];
        let output = run_in(folder.path(), &args, "");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        parsed(&String::from_utf8_lossy(&output.stdout))
    };
    let sorted = |report: &Value| {
        let answers = report["engines"][0]["answers"].as_array().expect("a list");
        let mut answers: Vec<String> = answers.iter().map(Value::to_string).collect();
        answers.sort();
        answers
    };
    let (one, reversed, three) = (asked("1"), asked("1"), asked("3"));
    assert_eq!(sorted(&one).len(), 12);
    assert_eq!(one, three);
    assert_eq!(sorted(&one), sorted(&reversed));
}

#[test]
fn the_suite_that_ships_is_asked_in_full() {
    let report = parsed(&printed(&[
        "suite", "go", SUITE, "--engine", "random", "--seed", "5", "--json",
    ]));
    assert_eq!(report["game"], "go");
    assert_eq!(report["files"], serde_json::json!([SUITE]));
    assert_eq!(report["seed"], 5);
    let engine = &report["engines"][0];
    assert_eq!(engine["engine"], "random");
    let answers = engine["answers"].as_array().expect("a list");
    assert!(answers.len() >= 100);
    assert_eq!(engine["asked"], answers.len());
    let kinds = engine["kinds"].as_object().expect("an object");
    let asked = kinds
        .values()
        .map(|kind| kind["asked"].as_u64().expect("a number"));
    assert_eq!(asked.sum::<u64>(), answers.len() as u64);
    let solved = answers.iter().filter(|answer| answer["solved"] == true);
    assert_eq!(engine["solved"], solved.count());
    for answer in answers {
        let right = answer["right"].as_array().expect("a list");
        assert_eq!(
            answer["solved"],
            right.contains(&answer["best"]),
            "{answer}"
        );
    }
    let counting = &report["counting"];
    let counted = counting["positions"].as_array().expect("a list");
    assert_eq!(counting["counted"], counted.len());
    assert!(counted.len() >= 20);
}
