//! What machines read: the shape of every `--json` output.

use crate::support::printed;
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
