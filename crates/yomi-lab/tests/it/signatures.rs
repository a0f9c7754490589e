//! Results name the engines they rest on, and a check tells which ones are still the same.

use crate::support::*;
use std::path::Path;
use yomi_engine::Registry;
use yomi_lab::*;

const FOLDER: &str = "stones/wins/quick/";

fn run_wins(out: &Path, stop: yomi_core::Stop, observer: &dyn Observer) -> Result<(), LabError> {
    let folder = library(&[("wins", MATCH)]);
    let items = Library::load(folder.path()).unwrap().items("").unwrap();
    let options = RunOptions {
        stop,
        ..RunOptions::new(out)
    };
    run(&items, Scale::Quick, &registry(), &options, observer).map(|_| ())
}

fn run_whole(out: &Path) {
    run_wins(out, yomi_core::Stop::default(), &()).unwrap();
}

/// Rewrites a file of the item.
fn edit(out: &Path, name: &str, change: impl Fn(&str) -> String) {
    let name = format!("{FOLDER}{name}");
    let text = change(&read(out, &name));
    write(out, &name, &text);
}

/// The only result in the folder.
fn checked(out: &Path) -> Checked {
    let mut all = check(out, &registry()).unwrap();
    assert_eq!(all.len(), 1);
    all.remove(0)
}

fn signatures(out: &Path) -> Vec<String> {
    let json: serde_json::Value =
        serde_json::from_str(&read(out, &format!("{FOLDER}data.json"))).unwrap();
    let engines = json["engines"].as_array().unwrap().iter();
    engines
        .map(|engine| engine["signatures"][0].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_changed_signature_is_noticed() {
    let out = tempfile::tempdir().unwrap();
    run_whole(out.path());
    let found = checked(out.path());
    assert_eq!(
        (found.item.as_str(), found.scale),
        ("stones/wins", Scale::Quick)
    );
    assert_eq!(
        (found.standing, found.engines.len()),
        (Standing::Current, 0)
    );
    // The report has them too.
    let report = read(out.path(), "report.md");
    let known = signatures(out.path());
    assert!(known.iter().all(|signature| report.contains(signature)));
    edit(out.path(), "data.json", |text| {
        text.replace(&known[0], "0123456789abcdef")
    });
    let found = checked(out.path());
    assert_eq!(found.standing, Standing::Stale);
    let [engine] = &found.engines[..] else {
        panic!("{found:?}");
    };
    assert_eq!(engine.today.as_ref(), Some(&known[0]));
    assert!(
        engine.reason.contains("was 0123456789abcdef, now it is"),
        "{}",
        engine.reason
    );
    // An engine that can no longer be made gives no result again either.
    edit(out.path(), "data.json", |text| {
        text.replace("careful:skill=1,", "careful:skill=7,")
    });
    let found = checked(out.path());
    assert!(found.engines.iter().any(|engine| engine.today.is_none()));
}

#[test]
fn results_from_before_there_were_signatures_are_unknown() {
    let out = tempfile::tempdir().unwrap();
    run_whole(out.path());
    // As an earlier version has left them.
    std::fs::remove_file(out.path().join(format!("{FOLDER}engines.json"))).unwrap();
    edit(out.path(), "data.json", |text| {
        let mut json: serde_json::Value = serde_json::from_str(text).unwrap();
        json.as_object_mut().unwrap().remove("engines");
        json.to_string()
    });
    let found = checked(out.path());
    assert_eq!(
        (found.standing, found.engines.len()),
        (Standing::Unknown, 0)
    );
    // Reported again from the records, they are not signed after the event.
    run_whole(out.path());
    let found = checked(out.path());
    assert_eq!(found.standing, Standing::Unknown);
    assert!(
        found.engines[0].reason.contains("not all"),
        "{:?}",
        found.engines
    );
}

/// Stops a run after some games.
struct Brake {
    stop: yomi_core::Stop,
    left: std::sync::atomic::AtomicU64,
}

impl Observer for Brake {
    fn unit_finished(&self, _item: &str) {
        if self.left.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) == 1 {
            self.stop.raise();
        }
    }
}

#[test]
fn what_two_programs_made_does_not_pass_for_the_work_of_one() {
    let out = tempfile::tempdir().unwrap();
    let stop = yomi_core::Stop::default();
    let brake = Brake {
        stop: stop.clone(),
        left: 30.into(),
    };
    let error = run_wins(out.path(), stop, &brake).unwrap_err();
    assert!(matches!(error, LabError::Stopped), "{error}");
    // The first record is complete, the second half done, the others are not begun. Another program
    // made them.
    edit(out.path(), "engines.json", |text| {
        let mut json: serde_json::Value = serde_json::from_str(text).unwrap();
        for record in json.as_object_mut().unwrap().values_mut() {
            for engine in record.as_array_mut().unwrap() {
                engine["signatures"] = serde_json::json!(["aa"]);
            }
        }
        json.to_string()
    });
    run_whole(out.path());
    let found = checked(out.path());
    assert_eq!(found.standing, Standing::Stale);
    // The last two points of the second curve alone are today's: full skill, at eleven stones.
    let mixed = found
        .engines
        .iter()
        .filter(|engine| engine.signed.signatures.len() == 2);
    assert!(mixed.count() > 0, "{found:?}");
    let stale = |text: &str| {
        let mut engines = found.engines.iter();
        engines.any(|engine| engine.signed.text == text && engine.signed.game.contains("=11"))
    };
    assert!(!stale("careful:skill=1,breaks_at=none"), "{found:?}");
}

#[test]
fn a_folder_without_results_is_refused() {
    let out = tempfile::tempdir().unwrap();
    let error = check(out.path(), &registry()).unwrap_err().to_string();
    assert!(error.contains("no results in it"), "{error}");
    write(out.path(), "data.json", "{}");
    let error = check(out.path(), &registry()).unwrap_err().to_string();
    assert!(error.contains("data.json, line 1: these are no"), "{error}");
}

/// The committed results are readable, whatever they are worth today.
#[test]
fn the_results_that_ship_can_be_checked() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results/toys-standard");
    let found = check(&folder, &Registry::standard()).unwrap();
    let items: Vec<&str> = found.iter().map(|one| one.item.as_str()).collect();
    assert_eq!(items, ["toys/connect-four", "toys/trap"]);
}
