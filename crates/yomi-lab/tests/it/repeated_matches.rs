//! Matches that are repeated over several learnings of their evaluations.

use crate::learnings::{PLAYED, items, learned, run_all};
use crate::support::{Brake, lasting, read};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::Ordering;
use yomi_engine::Registry;
use yomi_lab::*;

/// The match with what is learned, so often, beside one with nothing learned.
fn repeated(learnings: u32) -> String {
    let shipped = "[[series]]\nlabel = \"nothing learned\"\nengine = \
                   \"alpha-beta:depth=2,evaluator=linear,linear_weights=zero\"\nopponent = \
                   \"alpha-beta:depth=1,evaluator=linear,linear_weights=zero\"\n\n[scale.quick]\n";
    PLAYED.replacen(
        "[scale.quick]\n",
        &format!("{shipped}learnings = {learnings}\n"),
        1,
    )
}

fn plan(text: &str) -> Plan {
    let items = items(&[("played", text)]);
    Plan::new(&items[0], Scale::Quick, &Registry::standard(), None).unwrap()
}

/// The records of a plan's matches, in order.
fn records(plan: &Plan) -> Vec<String> {
    let rounds = plan.cells.iter().flat_map(|cell| cell.task.rounds());
    rounds.map(|round| round.record.clone()).collect()
}

fn record(out: &Path, name: &str) -> String {
    read(out, &format!("stones/played/quick/records/{name}"))
}

fn lasting_files(out: &Path) -> Vec<String> {
    let names = ["plot.svg", "data.csv", "data.json"];
    let files = names.map(|name| read(out, &format!("stones/played/quick/{name}")));
    let report = lasting(&read(out, "report.md"));
    files.into_iter().chain([report]).collect()
}

#[test]
fn with_one_learning_a_match_is_what_it_always_was() {
    let default = plan(PLAYED);
    let seeds: Vec<u64> = (default.cells.iter().map(|cell| cell.seed.number())).collect();
    assert_eq!(
        seeds,
        [
            17060659979421926134,
            5957232162538458478,
            9918865563784043973,
            17750230758710611333
        ]
    );
    let learned = default.cells.last().unwrap().task.evaluations();
    let learned: Vec<u64> = learned.map(|training| training.seed.number()).collect();
    assert_eq!(learned, [8646923819252810299, 14196919746708559890]);
    let one = plan(&repeated(1));
    assert_eq!(records(&one)[..4], records(&default));
    for cell in &one.cells {
        let [round] = cell.task.rounds() else {
            panic!("{:?}", cell.task);
        };
        assert_eq!((&round.record, round.seed), (&cell.record, cell.seed));
    }
    let out = tempfile::tempdir().unwrap();
    let items = items(&[("played", &repeated(1))]);
    let summary = run_all(out.path(), &items, &Brake::new(u64::MAX)).unwrap();
    for row in &summary.items[0].rows {
        assert!(
            matches!(row.observation, Observation::Match { .. }),
            "{row:?}"
        );
    }
    let report = read(out.path(), "report.md");
    assert!(report.contains("| won | drawn | lost |"), "{report}");
    assert!(
        !report.contains("| learning |") && !report.contains("learnings"),
        "{report}"
    );
}

#[test]
fn every_learning_plays_a_match_of_its_own() {
    let items = items(&[("played", &repeated(2))]);
    let two = plan(&repeated(2));
    // Four matches twice and two once, six games each; three evaluations twice.
    assert_eq!(two.units(), (4 * 2 + 2) * 6 + 3 * 2);
    let out = tempfile::tempdir().unwrap();
    let brake = Brake::new(u64::MAX);
    let summary = run_all(out.path(), &items, &brake).unwrap();
    assert_eq!(brake.seen.load(Ordering::Relaxed), two.units());
    assert_eq!(learned(out.path(), ".weights.json"), 6);
    let mut seeds = BTreeSet::new();
    for (cell, row) in two.cells.iter().zip(&summary.items[0].rows) {
        let rounds = cell.task.rounds();
        assert_eq!(row.record, rounds[0].record);
        if row.series == "nothing learned" {
            assert_eq!(rounds.len(), 1);
            assert!(matches!(row.observation, Observation::Match { .. }));
            continue;
        }
        let Observation::Repeated { scores: sample, .. } = &row.observation else {
            panic!("{row:?}");
        };
        let mut texts = Vec::new();
        for round in rounds {
            // Both sides play with the weights of the same learning, and no other's.
            let text = record(out.path(), &round.record);
            for training in cell.task.evaluations() {
                let own = (round.evaluations.iter()).any(|one| one.record == training.record);
                assert_eq!(text.contains(&training.weights()), own, "{text}");
                seeds.insert(training.seed.number());
            }
            texts.push(text);
        }
        let scores: Vec<f64> = texts.iter().map(|text| score(text)).collect();
        assert_eq!(*sample, scores);
        assert_ne!(openings(&texts[0]), openings(&texts[1]));
        assert!((row.estimate.value - (scores[0] + scores[1]) / 2.0).abs() < 1e-12);
        let Estimate { low, high, .. } = row.estimate;
        assert!(0.0 <= low && low < high && high <= 1.0, "{row:?}");
    }
    // The first learning's matches are those of a single one.
    let first = |plan: &Plan| -> Vec<String> {
        (plan.cells.iter().map(|cell| cell.record.clone())).collect()
    };
    assert_eq!(first(&two), records(&plan(&repeated(1))));
    assert_eq!(seeds.len(), 6);
    // The report names every learning with its seed, and the score that it had.
    let report = read(out.path(), "report.md");
    for seed in seeds {
        assert!(report.contains(&format!("| {seed} |")), "{seed}: {report}");
    }
    let Observation::Repeated { scores: sample, .. } = &summary.items[0].rows[0].observation else {
        panic!();
    };
    for part in [
        "score of each learning".to_owned(),
        "3 pairs per point and learning, 2 learnings".to_owned(),
        "| 2 x 3 |".to_owned(),
        format!("| 1: {:.3}<br>2: {:.3} |", sample[0], sample[1]),
    ] {
        assert!(report.contains(&part), "{part}: {report}");
    }
    let csv = read(out.path(), "stones/played/quick/data.csv");
    let columns = |line: &str| line.matches(',').count();
    let widths: BTreeSet<usize> = csv.lines().map(columns).collect();
    assert_eq!(widths.len(), 1, "{csv}");
    let standings = check(out.path(), &Registry::standard()).unwrap();
    assert_eq!(standings[0].standing, Standing::Current, "{standings:?}");
}

#[test]
fn a_killed_run_resumes_in_any_of_the_matches() {
    let items = items(&[("played", &repeated(3))]);
    let whole = tempfile::tempdir().unwrap();
    run_all(whole.path(), &items, &Brake::new(u64::MAX)).unwrap();
    let out = tempfile::tempdir().unwrap();
    // In the first match, in the second learning, in the second match, and so on.
    for after in [4, 4, 3, 7, 9, 20] {
        let error = run_all(out.path(), &items, &Brake::new(after)).unwrap_err();
        assert!(matches!(error, LabError::Stopped), "{error}");
    }
    // Killed in the middle of a line of the second match.
    let second = &records(&plan(&repeated(3)))[1];
    let path = format!("stones/played/quick/records/{second}");
    let path = out.path().join(path);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
    let rest = Brake::new(u64::MAX);
    run_all(out.path(), &items, &rest).unwrap();
    let seen = rest.seen.load(Ordering::Relaxed);
    assert!(seen > 0);
    assert_eq!(seen, rest.announced.load(Ordering::Relaxed));
    assert_eq!(lasting_files(out.path()), lasting_files(whole.path()));
    let again = Brake::new(u64::MAX);
    run_all(out.path(), &items, &again).unwrap();
    assert_eq!(again.seen.load(Ordering::Relaxed), 0);
    assert_eq!(again.announced.load(Ordering::Relaxed), 0);
}

fn games(record: &str) -> impl Iterator<Item = serde_json::Value> {
    let lines = record.lines().skip(1);
    lines.map(|line| serde_json::from_str(line).unwrap())
}

/// The engine's points per game; it moves first in each pair's first game.
fn score(record: &str) -> f64 {
    let points = games(record).map(|game| {
        let first = game["score_first"].as_f64().unwrap();
        match game["game"].as_u64() {
            Some(0) => first,
            _ => 1.0 - first,
        }
    });
    // By pairs, as the mean of the match is.
    let points: Vec<f64> = points.collect();
    let pairs = points.chunks(2).map(|pair| (pair[0] + pair[1]) / 2.0);
    pairs.sum::<f64>() / (points.len() / 2) as f64
}

fn openings(record: &str) -> BTreeSet<String> {
    games(record)
        .map(|game| game["opening"].to_string())
        .collect()
}
