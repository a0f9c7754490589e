//! Training from nothing to a player, as a user does it.

use crate::support::{root, run_in, yomi};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn run(folder: &Path, args: &str) -> String {
    let args: Vec<&str> = args.split(' ').collect();
    let output = run_in(folder, &args, "");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn games_make_a_network_and_the_network_plays() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let games =
        "train games blokus-duo --teacher uct:simulations=30 --random 0..20 --out games.jsonl";
    run(folder, &format!("{games} --games 4"));
    run(folder, &format!("{games} --games 8"));
    let lines = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 9, "a header and eight games");

    let network = "train network blokus-duo network:epochs=3,test_share=0.25 --games games.jsonl";
    let told = run(folder, &format!("{network} --out mine.safetensors"));
    assert!(
        told.contains("after 3 epochs: mean squared error"),
        "{told}"
    );
    let report = fs::read_to_string(folder.join("mine.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["curve"].as_array().unwrap().len(), 3);
    assert!(
        fs::read_to_string(folder.join("mine.svg"))
            .unwrap()
            .contains("<svg")
    );
    assert!(!folder.join("mine.checkpoint").exists());

    // The same games and settings give the same bytes.
    run(folder, &format!("{network} --out again.safetensors"));
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(bytes("mine.safetensors"), bytes("again.safetensors"));

    let other = network.replace("epochs=3", "epochs=1");
    run(folder, &format!("{other} --out other.safetensors"));

    let analysis = |engine: &str| {
        run(
            folder,
            &format!("analyze blokus-duo --json --engine {engine}"),
        )
    };
    let value = |text: String| -> f64 {
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        report["report"]["value"]
            .as_f64()
            .or(report["value"].as_f64())
            .unwrap()
    };
    let mine = value(analysis(
        "uct:evaluator=network,initial_visits=100,simulations=500,network_weights=mine.safetensors",
    ));
    let shipped = value(analysis(
        "uct:evaluator=network,initial_visits=100,simulations=500",
    ));
    assert_ne!(mine, shipped);
    let play = "match blokus-duo uct:evaluator=network,initial_visits=100,simulations=30,network_weights=mine.safetensors random --out m.jsonl --pairs";
    run(folder, &format!("{play} 1"));
    // The same name with other contents is another engine: nothing is mixed.
    let again = run_in(
        folder,
        &format!("{play} 2").split(' ').collect::<Vec<_>>(),
        "",
    );
    assert!(again.status.success());
    fs::write(folder.join("mine.safetensors"), bytes("other.safetensors")).unwrap();
    let refused = run_in(
        folder,
        &format!("{play} 3").split(' ').collect::<Vec<_>>(),
        "",
    );
    assert!(!refused.status.success());
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(error.contains("belongs to another contest"), "{error}");
}

#[test]
fn weights_without_a_checksum_are_used_with_a_note_and_damaged_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let shipped = root().join("weights/blokus-duo/network.safetensors");
    let mut bytes = fs::read(shipped).unwrap();
    let form = yomi_learn::checksum::Form::Safetensors;
    fs::write(
        folder.join("old.safetensors"),
        &form.checked(&bytes).unwrap().bytes,
    )
    .unwrap();
    fs::write(folder.join("new.safetensors"), &bytes).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(folder.join("bad.safetensors"), &bytes).unwrap();
    let engine = |file: &str| {
        format!(
            "uct:evaluator=network,initial_visits=100,simulations=10,network_weights={file}.safetensors"
        )
    };
    let analyze = |file: &str| {
        let args = ["analyze", "blokus-duo", "--json", "--engine", &engine(file)];
        let output = run_in(folder, &args, "");
        let [out, errors] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.success(), out, errors)
    };
    let (success, _, errors) = analyze("new");
    assert!(success && errors.is_empty(), "{errors}");
    let (success, out, errors) = analyze("old");
    assert!(success && out.starts_with('{'), "{errors}");
    assert!(
        errors.starts_with("note: old.safetensors: it has no checksum"),
        "{errors}"
    );
    let (success, _, errors) = analyze("bad");
    assert!(!success);
    assert!(
        errors.contains("'bad.safetensors' is not a file of such weights (it is damaged"),
        "{errors}"
    );
    // A match that was begun with the file as it was before it had a checksum goes on.
    let play = |pairs: &str| {
        let engine = engine("mine");
        run_in(
            folder,
            &[
                "match",
                "blokus-duo",
                &engine,
                "random",
                "--out",
                "m.jsonl",
                "--pairs",
                pairs,
            ],
            "",
        )
    };
    fs::copy(
        folder.join("old.safetensors"),
        folder.join("mine.safetensors"),
    )
    .unwrap();
    assert!(play("1").status.success());
    fs::copy(
        folder.join("new.safetensors"),
        folder.join("mine.safetensors"),
    )
    .unwrap();
    let output = play("2");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(
        fs::read_to_string(folder.join("m.jsonl"))
            .unwrap()
            .lines()
            .count(),
        5
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_an_update_that_searches() {
    let folder = tempfile::tempdir().unwrap();
    let learn = "train evaluation connect-four linear:fit=search,depth=30 --out mine.json";
    let child = yomi()
        .args(learn.split(' '))
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    sleep(Duration::from_millis(500));
    let id = child.id().to_string();
    let interrupt = Command::new("kill").args(["-INT", &id]).status();
    assert!(interrupt.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(
        error.contains("stopped after 0 updates; the same command goes on"),
        "{error}"
    );
    assert!(folder.path().join("mine.checkpoint").exists());
}

#[test]
fn a_killed_evaluation_resumes_and_plays_better_than_at_its_start() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let learn = "train evaluation connect-four linear:best_of=3,simulations=20,gain=0.2,step=2,updates=1000 \
                 --seed 0";
    let whole = format!("{learn} --workers 1 --out whole.json");
    let told = run(folder, &whole);
    assert!(told.contains("after 1,000 updates by "), "{told}");
    let report = fs::read_to_string(folder.join("whole.report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["curve"].as_array().unwrap().len(), 500);
    let svg = fs::read_to_string(folder.join("whole.svg")).unwrap();
    assert!(svg.contains("Mean relative change"));
    assert!(!folder.join("whole.checkpoint").exists());

    let pieces = |workers: u32| format!("{learn} --workers {workers} --out pieces.json");
    let mut killed = yomi()
        .args(pieces(1).split(' '))
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let checkpoint = folder.join("pieces.checkpoint");
    while !checkpoint.exists() && killed.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(5));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(checkpoint.exists(), "it was done too soon to be killed");
    let stopped = fs::read_to_string(&checkpoint).unwrap();
    let stopped: serde_json::Value = serde_json::from_str(&stopped).unwrap();
    let updates = stopped["state"]["updates"].as_u64().unwrap();
    assert!((1..1000).contains(&updates), "{updates} updates");
    run(folder, &pieces(2));
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(bytes("whole.json"), bytes("pieces.json"));
    assert!(!checkpoint.exists());

    let player =
        |weights: &str| format!("alpha-beta:depth=1,evaluator=linear,linear_weights={weights}");
    let (mine, start) = (player("pieces.json"), player("zero"));
    let played = run(
        folder,
        &format!("match connect-four {mine} {start} --pairs 50 --json"),
    );
    let played: serde_json::Value = serde_json::from_str(&played).unwrap();
    let score = played["table"]["standings"][0]["score"].as_f64();
    assert!(score.is_some_and(|score| score > 0.75), "{played}");
}

#[test]
fn games_of_go_make_patterns_and_the_patterns_foretell_and_play() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let games = "train games go --teacher uct:simulations=30 --random 0..4 --games 12";
    run(folder, &format!("{games} --out games.jsonl"));
    let patterns = "train go patterns:threshold=4,epochs=3,test_share=0.25 --games games.jsonl";
    let told = run(folder, &format!("{patterns} --out mine.json"));
    assert!(told.contains("size 7: "), "{told}");
    assert!(told.contains("log-likelihood"), "{told}");
    // The same games and settings give the same bytes.
    run(folder, &format!("{patterns} --out again.json"));
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(bytes("mine.json"), bytes("again.json"));

    let foretold = |set: &str| -> serde_json::Value {
        let eval = format!("records eval --game go --policy patterns{set} games.jsonl --json");
        serde_json::from_str(&run(folder, &eval)).unwrap()
    };
    let (mine, shipped) = (foretold(":set=mine.json"), foretold(""));
    for found in [&mine, &shipped] {
        assert_eq!(found["games"], 12);
        assert!((0.0..=1.0).contains(&found["match_rate"].as_f64().unwrap()));
        assert!(found["mean_rank"].as_f64().unwrap() >= 1.0);
        assert!((0.0..=1.0).contains(&found["not_0_9"].as_f64().unwrap()));
    }
    // What was learned from these very games foretells them better.
    let likelihood = |found: &serde_json::Value| found["log_likelihood"].as_f64().unwrap();
    assert!(likelihood(&mine) > likelihood(&shipped));
    let table = run(
        folder,
        "records eval --game go --policy patterns games.jsonl",
    );
    assert!(table.contains("match rate"), "{table}");

    let engine = "uct:selection=puct,prior=patterns,patterns_prior_set=mine.json,policy=patterns,simulations=20";
    let analysis = run(folder, &format!("analyze go --json --engine {engine}"));
    let analysis: serde_json::Value = serde_json::from_str(&analysis).unwrap();
    assert!(
        analysis["moves"]
            .as_array()
            .is_some_and(|moves| !moves.is_empty())
    );
}

/// A training whose search was cut short goes on from the values on file, and ends with the same bytes.
#[test]
fn playouts_of_go_are_balanced_and_play() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let games = "train games go --teacher uct:simulations=20 --random 0..8 --games 16";
    run(folder, &format!("{games} --out games.jsonl"));
    let settings = "positions=6,tests=4,test_share=0.3,epochs=2,batch=3,playouts=6,gradients=6,test_playouts=8";
    let train = |out: &str| {
        let teacher = "--teacher best:simulations=30 --games games.jsonl";
        run(
            folder,
            &format!("train go balancing:{settings} {teacher} --out {out}"),
        )
    };
    let told = train("mine.json");
    for line in ["epoch 2: ", "before", "after", "uniform", "tactical", "e  "] {
        assert!(told.contains(line), "{line}: {told}");
    }
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let values = read("mine.values.jsonl");
    let lines: Vec<&str> = values.lines().collect();
    assert_eq!(lines.len(), 11, "{values}");
    let some = lines[..5].join("\n") + "\n{\"cut";
    fs::write(folder.join("again.values.jsonl"), some).unwrap();
    train("again.json");
    assert_eq!(read("mine.json"), read("again.json"));

    let only = "train go balancing:epochs=0,positions=0,tests=4,test_share=0.3,test_playouts=8";
    let told = run(
        folder,
        &format!(
            "{only} --games games.jsonl --teacher best:simulations=30 --compare mine.json --out errors.json"
        ),
    );
    assert!(
        told.contains("mine.json") && !told.contains("after"),
        "{told}"
    );
    assert!(!folder.join("errors.json").exists());

    let engine = "uct:policy=patterns,patterns_set=mine.json,simulations=10";
    let matched = format!("match go {engine} uct:policy=patterns,simulations=10 --pairs 1");
    assert!(run(folder, &matched).contains('%'));
}
