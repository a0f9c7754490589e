//! Experiments run, resume, stop and report.

use crate::support::{DECISION, MATCH, TRACE, lasting, library, read, registry, write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use yomi_core::Stop;
use yomi_lab::{Item, LabError, Library, Observer, RunOptions, Scale, Summary, Verdict, run};

fn items() -> Vec<Item> {
    let folder = library(&[("wins", MATCH), ("finds", DECISION), ("takes", TRACE)]);
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
    for folder in [
        "",
        "stones/wins/quick/",
        "stones/finds/quick/",
        "stones/takes/quick/",
    ] {
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
    for item in ["wins", "finds", "takes"] {
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
    assert_eq!(verdicts(1), [Verdict::Reproduced; 3]);
    assert_eq!(
        verdicts(2),
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
fn a_point_that_was_not_measured_leaves_a_finding_undecided() {
    let named = MATCH
        .replacen("at = [1]\nrelation", "at = [1, 0.25]\nrelation", 1)
        .replacen("paper = 0.9\n", "", 1);
    let compared = named.replacen("than = { at = 0 }", "at = [1]\nthan = { at = 0.25 }", 1);
    assert!(compared.contains("[1, 0.25]") && compared.contains("{ at = 0.25 }"));
    let folder = library(&[("wins", &compared)]);
    let items = Library::load(folder.path()).unwrap().items("").unwrap();
    let out = tempfile::tempdir().unwrap();
    let options = RunOptions::new(out.path());
    let summary = run(&items, Scale::Quick, &registry(), &options, &()).unwrap();
    let findings = &summary.items[0].findings;
    // Full skill beats none, as with that point alone; a quarter of it may or may not.
    assert_eq!(findings[0].points[0].verdict, Verdict::Reproduced);
    for (finding, verdict) in [
        (0, Verdict::Undecided),
        (2, Verdict::Undecided),
        // One point of this one is enough.
        (4, Verdict::Reproduced),
    ] {
        assert_eq!(findings[finding].unmeasured, ["0.25"], "{finding}");
        assert_eq!(findings[finding].verdict, verdict, "{finding}");
    }
    let report = read(out.path(), "report.md");
    assert!(
        report.contains("<br>0.25: not measured at this scale |  | **undecided**"),
        "{report}"
    );
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
    // Of the four curves of the trace, three come out of one match.
    assert_eq!(records(out.path()).len(), 2 * (6 + 3 + 2));
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
    for after in [1, 5, 60, 100, 30, 20, 40] {
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
    for item in ["finds", "takes", "wins"] {
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
    for item in ["wins", "finds", "takes"] {
        let plot = read(out.path(), &format!("stones/{item}/quick/plot.svg"));
        assert!(page.contains(plot.trim()), "{item}");
    }
    for outside in ["<script", "<link", "<img", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    let csv = read(out.path(), "stones/wins/quick/data.csv");
    let columns: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(columns, [22; 7], "{csv}");
    let json: serde_json::Value =
        serde_json::from_str(&read(out.path(), "stones/wins/quick/data.json")).unwrap();
    assert_eq!(json["rows"].as_array().unwrap().len(), 6);
    assert_eq!(json["findings"][0]["verdict"], "reproduced");
}

#[test]
fn the_points_of_a_trace_are_those_of_its_games() {
    let out = tempfile::tempdir().unwrap();
    let summary = run_all(out.path(), 2).unwrap();
    let trace = &summary.items[1];
    let value = |series: &str, point: &str| {
        let row = trace
            .rows
            .iter()
            .find(|row| row.series == series && row.point == point)
            .unwrap();
        (row.estimate.value, row.record.clone())
    };
    let (mine, record) = value("skill, moving first", "2");
    let (theirs, same) = value("novice, moving second", "2");
    let (alike, other) = value("novice against novice", "30");
    assert_eq!(record, same, "one match for both");
    assert_ne!(record, other, "another match for the novices");
    // The same numbers, counted from the moves on record.
    let folder = out.path().join("stones/takes/quick/records");
    let games = |record: &str| yomi_arena::read_record(&folder.join(record)).unwrap().1;
    let taken = |text: &String| text[1..].parse::<f64>().unwrap();
    let mean = |numbers: Vec<f64>| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let with_skill_first = || games(&record).into_iter().filter(|game| game.game == 0);
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
    close(
        mine,
        mean(
            with_skill_first()
                .map(|game| taken(&game.moves[0]))
                .collect(),
        ),
    );
    close(
        theirs,
        mean(
            with_skill_first()
                .map(|game| taken(&game.moves[1]))
                .collect(),
        ),
    );
    // No game has thirty moves: its last points stay.
    let by_engine = |game: yomi_arena::GameRecord| -> f64 {
        game.moves
            .iter()
            .skip(game.game)
            .step_by(2)
            .map(taken)
            .sum()
    };
    close(
        alike,
        mean(games(&other).into_iter().map(by_engine).collect()),
    );
}

#[test]
fn the_papers_own_table_stands_beside_ours() {
    let paper =
        "opponent = \"careful:skill=0\"\npaper = { at = 1, first = [7, 2, 1], second = [6, 4, 0] }";
    let text = MATCH.replacen("opponent = \"careful:skill=0\"", paper, 1);
    let text = text.replacen("paper = 0.9\n", "confidence = 0.99\n", 1);
    let folder = library(&[("wins", &text)]);
    let items = Library::load(folder.path()).unwrap().items("").unwrap();
    let out = tempfile::tempdir().unwrap();
    let options = RunOptions::new(out.path());
    let summary = run(&items, Scale::Quick, &registry(), &options, &()).unwrap();
    let finding = &summary.items[0].findings[0];
    // (7.5 / 10 + 6 / 10) / 2
    assert_eq!(finding.paper, Some(0.675));
    assert_eq!(finding.confidence, 0.99);
    let p = finding.points[0].p.unwrap();
    assert_eq!(p < 0.01, finding.verdict == Verdict::Reproduced, "{p}");
    let report = read(out.path(), "report.md");
    let table: Vec<&str> = report
        .lines()
        .filter(|line| line.starts_with("| against a novice | 1 | ") && line.contains('-'))
        .collect();
    assert!(table[0].contains("| first | ") && table[0].ends_with("| 7-2-1 | 0.750 | 0.100 |"));
    assert!(table[1].contains("| second | ") && table[1].ends_with("| 6-4-0 | 0.600 | 0.000 |"));
    assert!(report.contains(", with 99 % confidence"), "{report}");
    let (_, this_run) = report.split_once("<!-- this run: begin -->").unwrap();
    assert!(this_run.contains("Thinking per move, stones/wins, series 'against a novice' at 1: "));
    let json: serde_json::Value =
        serde_json::from_str(&read(out.path(), "stones/wins/quick/data.json")).unwrap();
    let row = &json["rows"][2];
    assert_eq!(row["paper_games"]["second"]["losses"], 4);
    let side = |side: &str| row["observation"][side]["wins"].as_u64().unwrap();
    assert_eq!(
        side("first") + side("second"),
        row["observation"]["wins"].as_u64().unwrap()
    );
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

/// Another tree in the same file is another game, with records of its own.
#[test]
fn the_file_of_a_game_is_known_by_its_contents() {
    let out = tempfile::tempdir().unwrap();
    let tree = out.path().join("my.tree");
    let manifest = DECISION
        .replace(
            "game = \"nim\"",
            &format!("game = 'tree:file={}'", tree.display()),
        )
        .replace("moves = [\"t1\"]", "moves = []")
        .replace("right = [\"t1\"]", "right = ['a']")
        .replace("careful:skill={skill}", "flat:simulations={skill}")
        .replace("values = [0, 0.5, 1]", "values = [1]");
    let folder = library(&[("finds", &manifest)]);
    let items = Library::load(folder.path()).unwrap().items("").unwrap();
    let registry = yomi_engine::Registry::standard();
    for (text, records) in [
        ("(first a:first b:second)", 1),
        ("(first a:draw b:second)", 2),
        ("(first a:first b:second)", 2),
    ] {
        std::fs::write(&tree, text).unwrap();
        let options = RunOptions::new(out.path());
        run(&items, Scale::Quick, &registry, &options, &()).unwrap();
        let folder = out.path().join("stones/finds/quick/records");
        assert_eq!(
            std::fs::read_dir(folder).unwrap().count(),
            records,
            "{text}"
        );
    }
}
