//! What machines read: the shape of every `--json` output.

use crate::support::{printed, root, run_in};
use serde_json::Value;

fn parsed(args: &[&str]) -> Value {
    let text = printed(args);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{args:?}: {error}\n{text}"))
}

/// The keys of an object, sorted.
fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    keys
}

#[test]
fn games_are_described() {
    let games = parsed(&["games", "--json"]);
    let games = games.as_array().expect("an array");
    for game in games {
        assert_eq!(keys(game), ["capabilities", "game", "settings", "summary"]);
        assert!(!game["summary"].as_str().expect("a text").is_empty());
    }
    let pig = games
        .iter()
        .find(|game| game["game"] == "pig")
        .expect("pig");
    let target = &pig["settings"][0];
    assert_eq!(target["name"], "target");
    assert_eq!(target["default"], "50");
    assert_eq!(target["type"], "integer");
    assert_eq!(
        (target["min"].as_f64(), target["max"].as_f64()),
        (Some(1.0), Some(10_000.0))
    );
    let capabilities = pig["capabilities"].as_array().expect("an array");
    assert!(capabilities.iter().any(|word| word == "discrete"));
    assert!(!capabilities.iter().any(|word| word == "deterministic"));
}

#[test]
fn every_engine_parameter_is_documented_and_its_default_can_be_written() {
    for game in parsed(&["games", "--json"]).as_array().expect("an array") {
        let game = game["game"].as_str().expect("a text");
        let engines = parsed(&["engines", game, "--json"]);
        let engines = engines.as_array().expect("an array");
        assert!(!engines.is_empty(), "{game}");
        for engine in engines {
            let name = engine["name"].as_str().expect("a text");
            let mut settings = Vec::new();
            for parameter in engine["parameters"].as_array().expect("an array") {
                assert!(
                    !parameter["doc"].as_str().expect("a text").is_empty(),
                    "{game} {name}"
                );
                let (key, default) = (&parameter["name"], &parameter["default"]);
                let pair = [key, default].map(|text| text.as_str().expect("a text"));
                settings.push(pair.join("="));
            }
            // A clock keeps this short, whatever the engine's own limits are.
            let spec = format!("{name}:{}", settings.join(","));
            let report = parsed(&[
                "analyze", game, "--engine", &spec, "--clock", "0.3", "--json",
            ]);
            assert_eq!(
                report["engine"],
                *spec.trim_end_matches(':'),
                "{game} {name}"
            );
        }
    }
}

#[test]
fn positions_are_told_in_full() {
    let shown = parsed(&["show", "connect-four", "--moves", "4 4 3", "--json"]);
    assert_eq!(
        keys(&shown),
        [
            "game",
            "legal",
            "legal_complete",
            "moves",
            "outcome",
            "to_move"
        ]
    );
    assert_eq!(shown["to_move"], "second");
    assert_eq!(shown["legal"].as_array().expect("an array").len(), 7);
    assert_eq!(shown["outcome"], Value::Null);
    let continuum = parsed(&["show", "two-peaks", "--json"]);
    assert_eq!(continuum["legal_complete"], false);
    assert!(!continuum["legal"].as_array().expect("an array").is_empty());
}

#[test]
fn chance_follows_the_seed() {
    let roll = |seed: &str| printed(&["show", "pig", "--moves", "roll", "--seed", seed]);
    let boards: Vec<String> = (0..8).map(|seed| roll(&seed.to_string())).collect();
    assert_eq!(boards[0], roll("0"));
    assert!(boards.iter().any(|board| *board != boards[0]));
}

#[test]
fn an_analysis_has_every_field_of_the_report() {
    let args = [
        "analyze",
        "tic-tac-toe",
        "--moves",
        "b2 a1",
        "--engine",
        "uct:simulations=200",
        "--json",
    ];
    let report = parsed(&args);
    let expected = [
        "best",
        "deepest",
        "depth",
        "elapsed",
        "engine",
        "game",
        "line",
        "line_is_shortest",
        "memory",
        "moves",
        "nodes",
        "position",
        "proven",
        "reason",
        "reproducible",
        "search_seed",
        "seed",
        "simulations",
        "to_move",
        "value",
    ];
    assert_eq!(keys(&report), expected);
    assert_eq!(report["seed"], 0);
    assert_eq!(report["simulations"], 200);
    assert_eq!(report["reason"], "simulations");
    assert_eq!(report["position"], serde_json::json!(["b2", "a1"]));
    assert_eq!(report["moves"][0]["move"], report["best"]);
    assert_eq!(report["line"][0], report["best"]);
    assert_eq!(report["moves"].as_array().expect("an array").len(), 7);
    assert_eq!(
        keys(&report["moves"][0]),
        ["move", "prior", "proven", "value", "visits"]
    );
}

#[test]
fn the_same_seed_gives_the_same_analysis_and_another_seed_another() {
    let analysis = |seed: &str| {
        let mut report = parsed(&[
            "analyze",
            "connect-four",
            "--engine",
            "uct:simulations=3000",
            "--seed",
            seed,
            "--json",
        ]);
        report["elapsed"].take();
        report
    };
    assert_eq!(analysis("1"), analysis("1"));
    assert_ne!(analysis("1")["moves"], analysis("2")["moves"]);
}

#[test]
fn a_match_is_told_in_full() {
    let args = [
        "match",
        "tic-tac-toe",
        "uct:simulations=40",
        "flat:simulations=40",
        "--pairs",
        "4",
        "--json",
    ];
    let result = parsed(&args);
    assert_eq!(
        keys(&result),
        [
            "ending",
            "out",
            "played",
            "resumed",
            "seed",
            "table",
            "torn_line"
        ]
    );
    assert_eq!(result["ending"], "complete");
    assert_eq!(
        (&result["played"], &result["resumed"]),
        (&Value::from(8), &Value::from(0))
    );
    let standing = &result["table"]["standings"][0];
    assert_eq!(standing["a"], "uct:simulations=40");
    let games = &standing["games"];
    let total: u64 = ["wins", "draws", "losses"]
        .iter()
        .filter_map(|key| games[key].as_u64())
        .sum();
    assert_eq!(total, 8);
    let score = standing["score"].as_f64().expect("a number");
    let [low, high] =
        ["low", "high"].map(|key| standing["score_interval"][key].as_f64().expect("a number"));
    assert!(low <= score && score <= high);
    // Workers change nothing.
    let alone: Vec<&str> = args.into_iter().chain(["--workers", "1"]).collect();
    assert_eq!(parsed(&alone)["table"], result["table"]);
}

#[test]
fn counts_of_paths_are_told() {
    let counted = parsed(&[
        "perft",
        "connect-four",
        "3",
        "--moves",
        "4 4",
        "--divide",
        "--json",
    ]);
    let expected = ["count", "depth", "divide", "game", "moves", "seconds"];
    assert_eq!(keys(&counted), expected);
    assert_eq!(
        (&counted["count"], &counted["depth"]),
        (&343.into(), &3.into())
    );
    let first = &counted["divide"][0];
    assert_eq!((&first["move"], &first["count"]), (&"1".into(), &49.into()));
    let counted = parsed(&["perft", "connect-four", "1", "--json"]);
    assert_eq!(
        (counted.get("divide"), &counted["count"]),
        (None, &7.into())
    );
}

#[test]
fn a_check_of_a_game_is_told() {
    let checked = parsed(&["check", "tic-tac-toe", "--json"]);
    assert_eq!(keys(&checked), ["details", "game", "sound"]);
    assert_eq!(checked["sound"], true);
}

#[test]
fn the_experiments_are_listed() {
    let listed = parsed(&["reproduce", "toys", "--list", "--json"]);
    let listed = listed.as_array().expect("an array");
    let trap = listed
        .iter()
        .find(|item| item["item"] == "toys/trap")
        .expect("the traps");
    assert_eq!(keys(trap), ["item", "paper", "paper_title", "title"]);
    assert!(listed.iter().all(|item| item["paper"] == "toys"));
}

#[test]
fn records_are_listed_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.blksgf");
    std::fs::write(
        &file,
        "(;GM[Blokus Duo]PB[Ann];B[e10])(;GM[Blokus Duo];B[e1])",
    )
    .unwrap();
    let file = file.to_str().unwrap();
    let list = parsed(&["records", "list", file, "--json"]);
    assert_eq!(list["game"], "blokus-duo");
    assert_eq!(list["games"][0]["first"], "Ann");
    assert_eq!(
        (&list["games"][1]["name"], &list["games"][1]["moves"]),
        (&"2".into(), &1.into())
    );
    let output = run_in(
        &root(),
        &["records", "check", "blokus-duo", file, "--json"],
        "",
    );
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).unwrap();
    let told: Vec<Value> = told
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (&told[0]["moves"], &told[0]["to_move"]),
        (&1.into(), &"second".into())
    );
    assert!(
        told[1]["error"].as_str().unwrap().contains("e10"),
        "{}",
        told[1]
    );

    let record = folder.path().join("match.jsonl");
    let record = record.to_str().unwrap();
    printed(&[
        "match",
        "tic-tac-toe",
        "random",
        "flat:simulations=9",
        "--pairs",
        "1",
        "--out",
        record,
    ]);
    let list = parsed(&["records", "list", record, "--json"]);
    assert_eq!(list["games"].as_array().map(Vec::len), Some(2));
    assert_eq!(list["games"][0]["reason"], "rules");
}

#[test]
fn trainings_tell_what_they_found() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.jsonl");
    let games = games.to_str().unwrap();
    let teacher = [
        "--teacher",
        "uct:simulations=30",
        "--games",
        "4",
        "--out",
        games,
    ];
    let mut args = vec!["train", "games", "blokus-duo", "--json"];
    args.extend(teacher);
    let filled = parsed(&args);
    assert_eq!(
        (&filled["games"], &filled["file"]),
        (&4.into(), &games.into())
    );
    let moves = folder.path().join("moves.json");
    let learned = parsed(&[
        "train",
        "moves",
        "blokus-duo",
        "moves:epochs=1",
        "--games",
        games,
        "--json",
        "--out",
        moves.to_str().unwrap(),
    ]);
    assert_eq!(keys(&learned), ["learned_from", "remark", "rows"]);
    let weights = folder.path().join("linear.json");
    let evaluation = parsed(&[
        "train",
        "evaluation",
        "connect-four",
        "linear:updates=3",
        "--json",
        "--out",
        weights.to_str().unwrap(),
    ]);
    assert!(evaluation["curve"].is_array(), "{evaluation}");
}

#[test]
fn completions_know_games_engines_and_experiments() {
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&["completions", shell]);
        for word in ["blokus-duo", "classical", "toys/trap", "mcts-shogi"] {
            assert!(script.contains(word), "{word} in the script for {shell}");
        }
    }
}
