//! The signature of every benchmark: a count that changes only when behaviour changes.
//!
//! When a change of behaviour is meant, write the new numbers into
//! `tests/data/bench_signatures.txt`: that file is what `yomi bench --signatures` prints.

use crate::support::{printed, root};
use serde_json::Value;
use std::fmt::Write as _;

/// The benchmarks and their signatures, one a line, as a run with these arguments measures them.
fn signatures(args: &[&str]) -> String {
    let args: Vec<&str> = ["bench", "--json"].iter().chain(args).copied().collect();
    let mut measured = String::new();
    for line in printed(&args).lines() {
        let bench: Value = serde_json::from_str(line).expect("an object a line");
        let mut keys: Vec<&String> = bench.as_object().expect("an object").keys().collect();
        keys.retain(|key| *key != "note");
        assert_eq!(keys, ["bench", "rate", "signature", "unit"], "{line}");
        assert!(
            bench["rate"].as_f64().is_some_and(|rate| rate > 0.0),
            "{line}"
        );
        assert!(bench["unit"].is_string(), "{line}");
        let signature = match &bench["signature"] {
            Value::Null => "none".to_owned(),
            number => number.as_u64().expect("a whole number or null").to_string(),
        };
        let name = bench["bench"].as_str().expect("a text");
        writeln!(measured, "{name} {signature}").expect("memory is writable");
    }
    measured
}

#[test]
fn benchmarks_have_the_signatures_on_file() {
    let measured = printed(&["bench", "--signatures"]);
    let path = root().join("tests/data/bench_signatures.txt");
    let on_file = std::fs::read_to_string(path).expect("readable");
    assert!(measured.contains("connect-four/uct "), "{measured}");
    assert!(
        measured == on_file,
        "the file should now read\n{measured}\nbut reads\n{on_file}"
    );
}

#[test]
fn a_signature_does_not_depend_on_how_long_a_benchmark_runs() {
    for bench in [
        "pig",
        "tic-tac-toe/playout",
        "tic-tac-toe/uct",
        "tic-tac-toe/alpha-beta",
    ] {
        let after = |seconds| signatures(&["--only", bench, "--seconds", seconds]);
        let only = printed(&["bench", "--only", bench, "--signatures"]);
        assert!(only.starts_with(bench), "{only}");
        assert_eq!(after("0"), only);
        assert_eq!(after("0.2"), only);
    }
}
