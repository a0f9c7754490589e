//! Positions of records: what holds in them and how engines answer there, counted by hand, resumed, refused.

use crate::support::{lasting, library, read};
use std::fs;
use std::path::Path;
use yomi_engine::Registry;
use yomi_lab::{Item, Library, Manifest, Observation, RunOptions, Scale, Summary, run};

/// Two games of connect four of six moves each. After five of them the first player threatens to complete a column, so
/// that every move but this one column loses at once. In the first game the second player overlooks it.
const GAMES: &str = "moves\n1 2 1 2 1 3\n4 5 4 5 4 4\n";

/// Who can fall into what: of all moves, and of the middle column alone.
const HOLDS: &str = r#"
title = "Traps"
claim = "Something."
kind = "positions"
measure = "holds"
game = "connect-four"
seed = 3
records = "games"

[sweep]
name = "discs"

[[series]]
label = "any move"
moves = "trap"
is = "1"

[[series]]
label = "the middle"
moves = "trap"
is = "1"
among = { distance = "0" }

[scale.quick]
positions = 12
values = ["0-4", "5", "0-", "30-"]

[[finding]]
text = "Traps come late."
series = "any move"
at = ["5"]
than = { at = "0-4" }
relation = ">"
"#;

const AGREEMENT: &str = r#"
title = "Agreement"
claim = "Something."
kind = "positions"
measure = "agreement"
game = "connect-four"
seed = 3
records = "games"
judge = "classical:depth=3,multi_pv=2"
where = { discs = "4-5" }

[sweep]
name = "clarity"

[[series]]
label = "alpha-beta"
engine = "alpha-beta:depth=2"

[scale.quick]
positions = 12
values = ["0-999", "1000-"]
"#;

const PLAYS: &str = r#"
title = "Traps played into"
claim = "Something."
kind = "positions"
measure = "plays"
game = "connect-four"
seed = 3
records = "games"

[sweep]
name = "depth"

[[series]]
label = "alpha-beta"
engine = "alpha-beta:depth={depth}"
moves = "trap"
is = "1"

[[series]]
label = "random"
engine = "random"
moves = "trap"
is = "1"

[scale.quick]
positions = 12
values = [2, 3]
"#;

const LOSS: &str = r#"
title = "Value lost"
claim = "Something."
kind = "positions"
measure = "loss"
game = "connect-four"
seed = 3
records = "games"
judge = "classical:depth=4,multi_pv=2"

[sweep]
name = "discs"

[[series]]
label = "the judge itself"
engine = "classical:depth=4,multi_pv=2"

[[series]]
label = "random"
engine = "random"

[scale.quick]
positions = 12
values = ["0-3", "4-"]
"#;

fn items(texts: &[(&str, &str)]) -> Vec<Item> {
    let folder = library(texts);
    Library::load(folder.path()).unwrap().items("").unwrap()
}

fn measured(out: &Path, items: &[Item], workers: usize, data: &Path) -> Result<Summary, String> {
    let options = RunOptions {
        workers,
        data: Some(data.to_owned()),
        ..RunOptions::new(out)
    };
    let done = run(items, Scale::Quick, &Registry::standard(), &options, &());
    done.map_err(|error| error.to_string())
}

/// A folder of data with these games.
fn data(games: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.tsv"), games).unwrap();
    folder
}

/// Positions and value of each row.
fn numbers(summary: &Summary, item: usize) -> Vec<(u64, f64)> {
    let rows = summary.items[item].rows.iter();
    rows.map(|row| (row.observation.count(), row.estimate.value))
        .collect()
}

#[test]
fn shares_of_positions_are_those_counted_by_hand() {
    let out = tempfile::tempdir().unwrap();
    let summary = measured(
        out.path(),
        &items(&[("holds", HOLDS)]),
        2,
        data(GAMES).path(),
    );
    let summary = summary.unwrap();
    let found = numbers(&summary, 0);
    assert_eq!(found[..3], [(10, 0.0), (2, 1.0), (12, 2.0 / 12.0)]);
    // In the second game the middle column is the one that does not lose.
    assert_eq!(found[4..7], [(10, 0.0), (2, 0.5), (12, 1.0 / 12.0)]);
    // No position has so many discs.
    assert!(found[3].0 == 0 && found[3].1.is_nan());
    let Observation::Positions { games, .. } = summary.items[0].rows[1].observation else {
        panic!("{:?}", summary.items[0].rows[1]);
    };
    assert_eq!(games, 2);
    let report = read(out.path(), "stones/holds/quick/report.md");
    assert!(report.contains("intervals are over games"), "{report}");
    let csv = read(out.path(), "stones/holds/quick/data.csv");
    assert!(csv.lines().next().unwrap().ends_with("games"), "{csv}");
}

#[test]
fn engines_answer_as_they_must() {
    let out = tempfile::tempdir().unwrap();
    let all = items(&[("agreement", AGREEMENT), ("loss", LOSS), ("plays", PLAYS)]);
    let summary = measured(out.path(), &all, 2, data(GAMES).path()).unwrap();
    // After five moves alone the best move is clear: the first game's player did not find it, the second's did.
    let agreement = numbers(&summary, 0);
    assert_eq!(agreement[0].0, 2);
    assert_eq!(agreement[1], (2, 0.5));
    let loss = numbers(&summary, 1);
    assert_eq!(
        (loss[0], loss[1]),
        ((8, 0.0), (4, 0.0)),
        "the judge loses nothing"
    );
    assert!(loss[2].1 >= 0.0 && loss[3].1 > loss[2].1, "{loss:?}");
    // Two plies are enough to see the trap.
    let plays = numbers(&summary, 2);
    assert_eq!((plays[0], plays[1]), ((2, 0.0), (2, 0.0)));
    assert_eq!(plays[2].0, 2);
    assert_eq!(
        summary.items[2].engines.len(),
        3,
        "{:?}",
        summary.items[2].engines
    );
}

#[test]
fn neither_workers_nor_a_kill_change_anything() {
    let all = items(&[("agreement", AGREEMENT), ("holds", HOLDS), ("loss", LOSS)]);
    let folder = data(GAMES);
    let [one, three] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let whole = measured(one.path(), &all, 1, folder.path()).unwrap();
    let again = measured(three.path(), &all, 3, folder.path()).unwrap();
    // Numbers that nothing is known of are not equal to themselves.
    let text = |summary: &Summary| format!("{:?}", summary.items);
    assert_eq!(text(&again), text(&whole));
    let report = |out: &Path| lasting(&read(out, "stones/loss/quick/report.md"));
    assert_eq!(report(three.path()), report(one.path()));
    let mut cut = 0;
    for entry in fs::read_dir(three.path().join("stones/positions")).unwrap() {
        let record = entry.unwrap().path();
        if record.extension().is_some_and(|ending| ending == "jsonl") {
            let text = fs::read_to_string(&record).unwrap();
            fs::write(&record, &text[..text.len() * 2 / 3]).unwrap();
            cut += 1;
        }
    }
    assert!(cut >= 5, "{cut} journals");
    let resumed = measured(three.path(), &all, 2, folder.path()).unwrap();
    assert_eq!(text(&resumed), text(&whole));
    assert_eq!(report(three.path()), report(one.path()));
}

#[test]
fn positions_of_more_games_are_drawn_from_all_of_them() {
    // With three positions of two games one has two of them.
    let fewer = HOLDS.replace("positions = 12", "positions = 3");
    let out = tempfile::tempdir().unwrap();
    let all = items(&[("holds", &fewer)]);
    let summary = measured(out.path(), &all, 1, data(GAMES).path()).unwrap();
    let Observation::Positions {
        positions, games, ..
    } = summary.items[0].rows[2].observation
    else {
        panic!("{:?}", summary.items[0].rows[2]);
    };
    assert_eq!((positions, games), (3, 2));
}

#[test]
fn bad_data_are_named() {
    let all = items(&[("holds", HOLDS)]);
    for (games, problem) in [
        (
            "moves\n4 4\n4 9\n",
            "games.tsv, game 2, move 2: '9' is not a legal move",
        ),
        (
            "moves\n1 2 1 2 1 2 1 2\n",
            "games.tsv, game 1, move 8: the game is over",
        ),
        ("result\nb\n", "expected names of columns"),
        ("moves\n", "there are no games with moves"),
        ("moves\tstart\n4\tX\n", "games.tsv, game 1, start 'X'"),
    ] {
        let out = tempfile::tempdir().unwrap();
        let error = measured(out.path(), &all, 1, data(games).path()).unwrap_err();
        assert!(error.contains(problem), "{games}: {error}");
    }
    let out = tempfile::tempdir().unwrap();
    let empty = tempfile::tempdir().unwrap();
    let error = measured(out.path(), &all, 1, empty.path()).unwrap_err();
    assert!(error.contains("there is no 'games'"), "{error}");
    let options = RunOptions::new(out.path());
    let error = run(&all, Scale::Quick, &Registry::standard(), &options, &()).unwrap_err();
    let told = error.to_string();
    assert!(told.contains("no sample comes with 'stones'"), "{told}");
}

#[test]
fn manifests_that_make_no_sense_are_refused() {
    for (text, from, to, problem) in [
        (
            HOLDS,
            "\"holds\"",
            "\"weight\"",
            "measure: expected 'holds', 'agreement'",
        ),
        (
            HOLDS,
            "records = \"games\"\n",
            "",
            "records: expected the name of an entry",
        ),
        (
            HOLDS,
            "is = \"1\"",
            "is = \"9-1\"",
            "series[0].is: '9-1' is no range",
        ),
        (
            HOLDS,
            "is = \"1\"",
            "is = \"none\"",
            "series[0].is: expected a range of numbers",
        ),
        (HOLDS, "moves = \"trap\"\n", "", "series[0].moves: missing"),
        (
            HOLDS,
            "is = \"1\"",
            "is = \"1\"\nengine = \"random\"",
            "series[0].engine: nobody is asked",
        ),
        (
            HOLDS,
            "\"30-\"",
            "\"x\"",
            "scale.quick.values[3]: 'x' is no range",
        ),
        (
            HOLDS,
            "positions = 12",
            "games = 12",
            "this kind of experiment has 'positions' instead",
        ),
        (
            HOLDS,
            "records = \"games\"",
            "records = \"games\"\njudge = \"random\"",
            "judge: nobody asks for it",
        ),
        (
            AGREEMENT,
            "judge = \"classical:depth=3,multi_pv=2\"\n",
            "",
            "judge: missing",
        ),
        (
            AGREEMENT,
            "engine = \"alpha-beta:depth=2\"",
            "moves = \"trap\"",
            "series[0].engine: missing",
        ),
        (
            AGREEMENT,
            "{ discs = \"4-5\" }",
            "{ discs = \"five\" }",
            "where.discs: 'five' is no range",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        let text = text.replacen(from, to, 1);
        let error = Manifest::parse("x.toml", &text).unwrap_err().to_string();
        assert!(error.contains(problem), "{to}: {error}");
    }
    // What needs the game is found when the experiment is planned.
    for (text, from, to, problem) in [
        (
            HOLDS,
            "name = \"discs\"",
            "name = \"progress\"",
            "sweep.name (scale quick, progress = 0-4): unknown number 'progress': expected one of discs, win, clarity",
        ),
        (
            HOLDS,
            "moves = \"trap\"",
            "moves = \"capture\"",
            "unknown number 'capture': expected one of trap, distance",
        ),
        (HOLDS, "distance =", "rank =", "series[1].among"),
        (AGREEMENT, "discs =", "stones =", "unknown number 'stones'"),
        (HOLDS, "\"connect-four\"", "\"pig\"", "'pig' has chance"),
    ] {
        assert!(text.contains(from), "{from}");
        let text = text.replacen(from, to, 1);
        let all = items(&[("bad", &text)]);
        let out = tempfile::tempdir().unwrap();
        let error = measured(out.path(), &all, 1, data(GAMES).path()).unwrap_err();
        assert!(error.contains(problem), "{to}: {error}");
    }
}
