//! Matches that are killed or stopped and go on.

use crate::support::{root, run_in, yomi};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// A match of some seconds on two workers.
const MATCH: [&str; 11] = [
    "match",
    "connect-four",
    "uct:simulations=1500",
    "flat:simulations=1500",
    "--pairs",
    "12",
    "--seed",
    "3",
    "--workers",
    "2",
    "--json",
];

/// What a match leaves behind: its table, and its games without the times they took.
#[derive(PartialEq, Debug)]
struct Result {
    table: Value,
    games: Vec<Value>,
}

fn result(stdout: &[u8], record: &Path) -> Result {
    let mut output: Value = serde_json::from_slice(stdout).expect("an object");
    assert_eq!(output["ending"], "complete");
    let text = fs::read_to_string(record).expect("readable");
    let mut games: Vec<Value> = text
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect();
    for game in &mut games {
        game["wall"].take();
        game["checksum"].take();
    }
    games.sort_by_key(|game| {
        ["pairing", "pair", "game"].map(|key| game[key].as_u64().expect("a number"))
    });
    Result {
        table: output["table"].take(),
        games,
    }
}

fn start(record: &Path) -> Child {
    yomi()
        .args(MATCH)
        .arg("--out")
        .arg(record)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// The length of a file that need not exist yet.
fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

/// Waits until the match has written something more, or is over.
fn wait_for_growth(child: &mut Child, record: &Path) -> bool {
    let before = length(record);
    while length(record) == before {
        if child.try_wait().expect("a child").is_some() {
            return false;
        }
        sleep(Duration::from_millis(1));
    }
    true
}

fn finish(folder: &Path, record: &Path) -> Result {
    let args: Vec<&str> = MATCH
        .into_iter()
        .chain(["--out", record.to_str().expect("UTF-8")])
        .collect();
    let output = run_in(folder, &args, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    result(&output.stdout, record)
}

#[test]
fn a_match_killed_again_and_again_is_the_same_match() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let alone = finish(&root(), &folder.path().join("alone.jsonl"));
    assert_eq!(alone.games.len(), 24);

    let record = folder.path().join("killed.jsonl");
    let mut killed_midway = 0;
    // Each run is killed a little later after it has written something, so that some kills fall
    // into a game and some into the writing of a line.
    for delay in [0, 1, 3, 7, 15, 31] {
        let mut child = start(&record);
        if wait_for_growth(&mut child, &record) {
            sleep(Duration::from_millis(delay));
            child.kill().expect("a child");
            killed_midway += 1;
        }
        child.wait().expect("a child");
    }
    assert!(
        killed_midway >= 3,
        "the match was over too soon to be killed"
    );
    assert_eq!(finish(&root(), &record), alone);

    // A line that is cut in the middle is played again.
    let bytes = fs::read(&record).expect("readable");
    fs::write(&record, &bytes[..bytes.len() - 20]).expect("writable");
    assert_eq!(finish(&root(), &record), alone);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_match_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let record = folder.path().join("stopped.jsonl");
    let mut child = yomi()
        .args([
            "match",
            "connect-four",
            "uct:simulations=1500",
            "flat:simulations=1500",
        ])
        .args(["--pairs", "100000", "--out"])
        .arg(&record)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The first growth may be the header alone.
    for _ in 0..3 {
        assert!(
            wait_for_growth(&mut child, &record),
            "the match ended by itself"
        );
    }
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.expect("kill starts").success());
    let output = child.wait_with_output().expect("a child");
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(
        err.contains("error: stopped; the same command goes on from"),
        "{err}"
    );
    assert!(
        out.contains("connect-four:"),
        "the table so far is shown: {out}"
    );
    let (_, games) = yomi_arena::read_record(&record).expect("a sound record");
    assert!(!games.is_empty());
}

#[test]
fn another_match_does_not_write_into_the_same_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let play = |seed: &str| {
        let args = [
            "match",
            "tic-tac-toe",
            "flat:simulations=9",
            "flat:simulations=18",
            "--pairs",
            "2",
        ];
        let args: Vec<&str> = args
            .into_iter()
            .chain(["--out", "games.jsonl", "--seed", seed])
            .collect();
        run_in(folder.path(), &args, "")
    };
    assert!(play("1").status.success());
    let before = fs::read(folder.path().join("games.jsonl")).expect("readable");
    let other = play("2");
    assert_eq!(other.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&other.stderr);
    assert!(
        errors.contains("games.jsonl belongs to another contest: its seed is 1"),
        "{errors}"
    );
    assert_eq!(
        fs::read(folder.path().join("games.jsonl")).expect("readable"),
        before
    );
    // The same command again finds everything done.
    assert!(play("1").status.success());
    assert_eq!(
        fs::read(folder.path().join("games.jsonl")).expect("readable"),
        before
    );
}

#[test]
fn the_same_match_written_differently_or_longer_goes_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let play = |engine: &str, pairs: &str| {
        let args = ["match", "tic-tac-toe", engine, "flat:simulations=18"];
        let more = ["--pairs", pairs, "--out", "games.jsonl", "--json"];
        let args: Vec<&str> = args.into_iter().chain(more).collect();
        run_in(folder.path(), &args, "")
    };
    let counts = |engine: &str, pairs: &str| {
        let output = play(engine, pairs);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let result: Value = serde_json::from_slice(&output.stdout).expect("an object");
        [&result["resumed"], &result["played"]].map(|count| count.as_u64().expect("a number"))
    };
    assert_eq!(counts("uct:simulations=1000,solver=true", "2"), [0, 4]);
    assert_eq!(counts("uct:solver=true,simulations=1_000", "2"), [4, 0]);
    assert_eq!(counts("uct:simulations=1000,solver=true", "3"), [4, 2]);
    let (header, games) =
        yomi_arena::read_record(&folder.path().join("games.jsonl")).expect("a sound record");
    assert_eq!((header.pairs, games.len()), (3, 6));
    assert!(header.participants[0].details.contains("exploration="));
    assert!(header.program.starts_with("yomi "));

    for (engine, pairs, complaint) in [
        (
            "uct:simulations=1000",
            "2",
            "its pairs is 3, this contest's is 2",
        ),
        (
            "uct:simulations=999",
            "3",
            "its participants are uct:simulations=1000, ",
        ),
    ] {
        let output = play(engine, pairs);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains(complaint), "{errors}");
    }
}

const MY_TREE: &str = "(first a:(second x:first y:draw) b:(second x:second y:first))\n";

/// A record of an earlier version, without its last game: the same command goes on with it, and ends
/// with the same games.
#[test]
fn records_of_earlier_versions_are_gone_on_with() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("my.tree"), MY_TREE).expect("writable");
    for (name, command) in [
        (
            "match.jsonl",
            "match connect-four uct:simulations=60 flat:simulations=60 --pairs 3 --seed 5",
        ),
        (
            "match-weights.jsonl",
            "match blokus-duo uct:simulations=20,evaluator=network,exploration=0.5,initial_visits=100,initial_at=visited uct:simulations=20 --pairs 1 --seed 5",
        ),
        (
            "games.jsonl",
            "train games connect-four --teacher uct:simulations=60 --random 0..8 --games 4 --seed 3",
        ),
        // These name the file of their game by its path alone.
        (
            "match-tree.jsonl",
            "match tree:file=my.tree flat:simulations=10 random --pairs 2 --seed 5",
        ),
        (
            "games-tree.jsonl",
            "train games tree:file=my.tree --teacher flat:simulations=10 --random 0..1 --games 3 --seed 3",
        ),
    ] {
        let whole = root().join("tests/data/records-0.1").join(name);
        let whole = fs::read_to_string(whole).expect("readable");
        let record = folder.path().join(name);
        let kept = whole.trim_end().rfind('\n').expect("several lines") + 1;
        fs::write(&record, &whole[..kept]).expect("writable");
        let mut args: Vec<&str> = command.split_whitespace().collect();
        args.extend(["--out", name]);
        let output = run_in(folder.path(), &args, "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {errors}");
        let now = fs::read_to_string(&record).expect("readable");
        assert!(now.starts_with(&whole[..kept]), "{command}");
        let noted = errors.contains("note: the record does not say what was in the files of tree:");
        assert_eq!(noted, name.ends_with("-tree.jsonl"), "{errors}");
        assert_eq!(
            timeless(&now).last(),
            timeless(&whole).last(),
            "{command}: the same game"
        );
    }
}

/// The same name with other contents is another game: nothing is mixed.
#[test]
fn the_file_of_a_game_is_known_by_its_contents() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("my.tree");
    let records = [
        "match tree:file=my.tree random random --seed 5 --out m.jsonl --pairs",
        "train games tree:file=my.tree --teacher flat:simulations=10 --random 0 --out g.jsonl --games",
    ];
    let run = |command: &str, number: &str| {
        let args: Vec<&str> = command.split_whitespace().chain([number]).collect();
        let output = run_in(folder.path(), &args, "");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), errors)
    };
    for command in records {
        fs::write(&file, MY_TREE).expect("writable");
        for number in ["1", "2"] {
            let (success, errors) = run(command, number);
            assert!(success && !errors.contains("note: the record"), "{errors}");
        }
        fs::write(&file, MY_TREE.replace("draw", "first")).expect("writable");
        let (success, errors) = run(command, "3");
        assert!(!success, "{command}");
        assert!(errors.contains("file=my.tree#"), "{errors}");
    }
}

/// Searches of one position, as `yomi reproduce toys/trap --scale quick` of an earlier version left
/// them: what is missing is asked again, and the answers are the same.
#[test]
fn decisions_of_earlier_versions_are_gone_on_with() {
    let name = "plain-uct-100-simulations-3-1ad4167b6a1dff57.jsonl";
    let whole = root().join("tests/data/records-0.1").join(name);
    let whole = fs::read_to_string(whole).expect("readable");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        fs::write(path, text).expect("writable");
    };
    // Of the item, the one curve and the one point that the record belongs to.
    write(
        "papers/toys/paper.toml",
        "title = 'Toys'\nsource = ''\nsummary = ''",
    );
    let item = "title = 'Traps'\nclaim = ''\nkind = 'decision'\ngame = 'trap:level={level},width=4'\n\
                moves = []\nright = ['safe']\nseed = 2008\n[sweep]\nname = 'level'\n\
                [[series]]\nlabel = 'plain UCT, 100 simulations'\n\
                engine = 'uct:simulations=100,solver=false'\n\
                [scale.quick]\nruns = 50\nvalues = [3]\n\
                [[finding]]\ntext = 'It falls in.'\nseries = 'plain UCT, 100 simulations'\n\
                at = [3]\nrelation = '<'\nthreshold = 0.5\n";
    write("papers/toys/trap.toml", item);
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let kept = lines[..40].concat();
    let record = format!("out/toys/trap/quick/records/{name}");
    write(&record, &(kept.clone() + &lines[40][..20]));
    let args = [
        "reproduce",
        "toys/trap",
        "--papers",
        "papers",
        "--out",
        "out",
    ];
    let output = run_in(folder.path(), &args, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let now = fs::read_to_string(folder.path().join(&record)).expect("readable");
    assert!(now.starts_with(&kept));
    let sorted = |text: &str| {
        let mut lines = timeless(text);
        lines.sort_by_key(|line| line["run"].as_u64());
        lines
    };
    assert_eq!(sorted(&now), sorted(&whole));
    assert_eq!(now.matches("\"checksum\"").count(), 51 - 40);
}

/// The lines of a record, without how long games took and the checksums of that.
fn timeless(text: &str) -> Vec<Value> {
    let lines = text.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).expect("an object a line");
        if let Some(line) = line.as_object_mut() {
            line.remove("wall");
            // Records of version 0.1 do not have them.
            line.remove("findings");
            line.remove("checksum");
        }
        line
    });
    lines.collect()
}
