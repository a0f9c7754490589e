//! Experiments run, resume, stop and report.

mod support;

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use support::{DECISION, MATCH, lasting, library, read, registry, write};
use yomi_core::Stop;
use yomi_lab::{Item, LabError, Library, Observer, RunOptions, Scale, Summary, Verdict, run};

fn items() -> Vec<Item> {
    let folder = library(&[("wins", MATCH), ("finds", DECISION)]);
    Library::load(folder.path()).unwrap().items("").unwrap()
}

fn run_all(out: &Path, workers: usize) -> Result<Summary, LabError> {
    let options = RunOptions {
        workers,
        ..RunOptions::new(out)
    };
    run(&items(), Scale::Quick, &registry(), &options, &())
}

/// Every file that must be the same in every run, with its lasting contents.
fn lasting_files(out: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for folder in ["", "stones/wins/quick/", "stones/finds/quick/"] {
        for name in ["report.md", "report.html"] {
            files.push((
                format!("{folder}{name}"),
                lasting(&read(out, &format!("{folder}{name}"))),
            ));
        }
        if !folder.is_empty() {
            for name in ["plot.svg", "data.csv", "data.json", "manifest.toml"] {
                files.push((
                    format!("{folder}{name}"),
                    read(out, &format!("{folder}{name}")),
                ));
            }
        }
    }
    files
}

fn records(out: &Path) -> Vec<std::path::PathBuf> {
    let mut paths = Vec::new();
    for item in ["wins", "finds"] {
        let folder = out.join(format!("stones/{item}/quick/records"));
        for entry in std::fs::read_dir(folder).unwrap() {
            paths.push(entry.unwrap().path());
        }
    }
    paths.sort();
    paths
}

#[test]
fn reports_are_the_same_for_any_number_of_workers() {
    let (one, three) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let summary = run_all(one.path(), 1).unwrap();
    let again = run_all(three.path(), 3).unwrap();
    assert_eq!(summary.items, again.items);
    for (a, b) in lasting_files(one.path())
        .into_iter()
        .zip(lasting_files(three.path()))
    {
        assert_eq!(a, b);
    }
}

#[test]
fn verdicts_are_what_the_game_says() {
    let out = tempfile::tempdir().unwrap();
    let summary = run_all(out.path(), 2).unwrap();
    let verdicts = |item: usize| -> Vec<Verdict> {
        summary.items[item]
            .findings
            .iter()
            .map(|finding| finding.verdict)
            .collect()
    };
    assert_eq!(summary.items[0].item, "stones/finds");
    assert_eq!(verdicts(0), [Verdict::Reproduced]);
    assert_eq!(
        verdicts(1),
        [
            Verdict::Reproduced,
            Verdict::Contradicted,
            // Half the skill, the other point of this one, is not enough in so few games.
            Verdict::Undecided,
            Verdict::Reproduced,
            Verdict::Reproduced
        ]
    );
    let row = &summary.items[0].rows[2];
    assert_eq!(
        (
            row.point.as_str(),
            row.estimate.value,
            row.observation.count()
        ),
        ("1", 1.0, 40)
    );
}

#[test]
fn a_finding_without_points_at_this_scale_is_undecided() {
    let folder = library(&[("wins", MATCH)]);
    let items = Library::load(folder.path()).unwrap().items("").unwrap();
    let out = tempfile::tempdir().unwrap();
    let options = RunOptions {
        workers: 2,
        ..RunOptions::new(out.path())
    };
    let summary = run(&items, Scale::Paper, &registry(), &options, &()).unwrap();
    assert_eq!(summary.items[0].findings[0].verdict, Verdict::Undecided);
    assert!(read(out.path(), "report.md").contains("not measured at this scale"));
}

#[test]
fn another_seed_is_another_experiment() {
    let out = tempfile::tempdir().unwrap();
    let first = run_all(out.path(), 1).unwrap();
    let options = RunOptions {
        seed: Some(99),
        ..RunOptions::new(out.path())
    };
    let second = run(&items(), Scale::Quick, &registry(), &options, &()).unwrap();
    assert_eq!(second.items[0].seed, 99);
    assert_ne!(first.items[0].rows, second.items[0].rows);
    // The records of the first are still there: nothing was overwritten.
    assert_eq!(records(out.path()).len(), 2 * (6 + 3));
}

/// Counts units and pulls the brake after some of them.
struct Brake<'a> {
    stop: &'a Stop,
    after: u64,
    seen: AtomicU64,
    resumed: AtomicU64,
    total: AtomicU64,
}

impl<'a> Brake<'a> {
    fn new(stop: &'a Stop, after: u64) -> Brake<'a> {
        let zero = || AtomicU64::new(0);
        Brake {
            stop,
            after,
            seen: zero(),
            resumed: zero(),
            total: zero(),
        }
    }
}

impl Observer for Brake<'_> {
    fn item_started(&self, _item: &str, _title: &str, units: u64, done: u64) {
        self.total.fetch_add(units, Ordering::Relaxed);
        self.resumed.fetch_add(done, Ordering::Relaxed);
    }
    fn unit_finished(&self, _item: &str) {
        if self.seen.fetch_add(1, Ordering::Relaxed) + 1 == self.after {
            self.stop.raise();
        }
    }
}

#[test]
fn a_stopped_run_resumes_to_the_same_report() {
    let whole = tempfile::tempdir().unwrap();
    run_all(whole.path(), 1).unwrap();
    let expected = lasting_files(whole.path());
    let out = tempfile::tempdir().unwrap();
    let mut seen = 0;
    // Stopped again and again, a different number of units in each time.
    for after in [1, 5, 60, 100, 30, 20] {
        let options = RunOptions {
            workers: 2,
            ..RunOptions::new(out.path())
        };
        let brake = Brake::new(&options.stop, after);
        let error = run(&items(), Scale::Quick, &registry(), &options, &brake).unwrap_err();
        assert!(matches!(error, LabError::Stopped), "{error}");
        seen += brake.seen.load(Ordering::Relaxed);
    }
    let options = RunOptions::new(out.path());
    let last = Brake::new(&options.stop, u64::MAX);
    run(&items(), Scale::Quick, &registry(), &options, &last).unwrap();
    assert_eq!(lasting_files(out.path()), expected);
    assert_eq!(
        last.resumed.load(Ordering::Relaxed),
        seen,
        "what was finished was kept"
    );
    assert_eq!(
        last.total.load(Ordering::Relaxed),
        seen + last.seen.load(Ordering::Relaxed),
        "and nothing was done twice"
    );
}

#[test]
fn records_that_lost_their_tail_are_completed() {
    let out = tempfile::tempdir().unwrap();
    run_all(out.path(), 1).unwrap();
    let expected = lasting_files(out.path());
    for (number, path) in records(out.path()).into_iter().enumerate() {
        let bytes = std::fs::read(&path).unwrap();
        // Some lose half a line, some most of their lines, one even half of its header.
        let keep = match number % 3 {
            0 => bytes.len() - 7,
            1 => bytes.len() / 3,
            _ => 20,
        };
        std::fs::write(&path, &bytes[..keep]).unwrap();
    }
    // A report and data cut in the middle are simply written again.
    for name in ["stones/wins/quick/data.csv", "report.md"] {
        let text = read(out.path(), name);
        write(out.path(), name, &text[..text.len() / 2]);
    }
    run_all(out.path(), 2).unwrap();
    assert_eq!(lasting_files(out.path()), expected);
}

#[test]
fn a_damaged_record_is_an_error_that_names_the_line() {
    for item in ["finds", "wins"] {
        let out = tempfile::tempdir().unwrap();
        run_all(out.path(), 1).unwrap();
        let path = records(out.path())
            .into_iter()
            .find(|path| path.to_string_lossy().contains(&format!("stones/{item}/")))
            .unwrap();
        let mut lines: Vec<String> = std::fs::read_to_string(&path)
            .unwrap()
            .lines()
            .map(str::to_owned)
            .collect();
        lines[3] = "{\"run\": oops".to_owned();
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        let error = run_all(out.path(), 1).unwrap_err().to_string();
        assert!(
            error.contains("line 4") && error.contains(".jsonl"),
            "{error}"
        );
    }
}

#[test]
fn an_engine_that_breaks_down_is_an_error_and_not_a_result() {
    for (text, from, to, message) in [
        (
            DECISION,
            "engine = \"careful:skill={skill}\"",
            "engine = \"careful:skill={skill},breaks_at=9\"",
            "stones/item, series 'careful' at 0: the engine panicked",
        ),
        (
            MATCH,
            "opponent = \"careful:skill=0\"",
            "opponent = \"careful:skill=0,breaks_at=9\"",
            "stones/item, series 'against a novice' at 0: game",
        ),
    ] {
        let folder = library(&[("item", &text.replacen(from, to, 1))]);
        let items = Library::load(folder.path()).unwrap().items("").unwrap();
        let out = tempfile::tempdir().unwrap();
        let options = RunOptions {
            workers: 2,
            ..RunOptions::new(out.path())
        };
        let error = run(&items, Scale::Quick, &registry(), &options, &())
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn pages_are_complete_in_themselves() {
    let out = tempfile::tempdir().unwrap();
    run_all(out.path(), 1).unwrap();
    let page = read(out.path(), "report.html");
    assert_eq!(page.matches("<svg").count(), 2);
    for outside in ["<script", "<link", "<img", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    let csv = read(out.path(), "stones/wins/quick/data.csv");
    let columns: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(columns, [16; 7], "{csv}");
    let json: serde_json::Value =
        serde_json::from_str(&read(out.path(), "stones/wins/quick/data.json")).unwrap();
    assert_eq!(json["rows"].as_array().unwrap().len(), 6);
    assert_eq!(json["findings"][0]["verdict"], "reproduced");
}

#[test]
fn the_report_reads_as_it_always_did() {
    let out = tempfile::tempdir().unwrap();
    run_all(out.path(), 1).unwrap();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/report.md");
    let report = lasting(&read(out.path(), "report.md"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&golden, &report).unwrap();
    }
    assert_eq!(report, std::fs::read_to_string(golden).unwrap());
}
