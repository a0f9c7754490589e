//! Runs the cases in `tests/cli/*.txt`.
//!
//! ```text
//! # a remark
//! $ yomi show tic-tac-toe --moves "a1 b2"
//! file openings.txt a1 b2\n
//! in  a line typed by the user
//! out a text that standard output contains
//! not a text that standard output does not contain
//! end the last line of standard output
//! err a text that standard error contains
//! exit 0
//! ```
//!
//! The program runs in a folder of its own with nothing in it but the files of the case, in whose
//! text `\n` stands for a newline and `\t` for a tab. Every case states its exit code last. Whatever the case, a failure prints one line to standard
//! error, which begins with `error: `, and nothing ever panics.

use crate::support::{root, run_in};
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Default)]
struct Case {
    place: String,
    args: Vec<String>,
    files: Vec<(String, String)>,
    input: String,
    out: Vec<String>,
    not: Vec<String>,
    end: Option<String>,
    err: Vec<String>,
}

#[test]
fn the_program_does_what_the_case_files_say() {
    let mut cases = Vec::new();
    for path in case_files() {
        let name = path
            .file_name()
            .expect("a file")
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(&path).expect("readable");
        cases.extend(parse(&name, &text));
    }
    assert!(!cases.is_empty(), "there are no cases");
    let faults = faults_of(&cases);
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// What is wrong with any case, in their order. Each has a folder of its own, so they run side by side.
fn faults_of(cases: &[(Case, i32)]) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            match cases.get(place) {
                Some((case, exit)) => found.push((place, check(case, *exit))),
                None => return found,
            }
        }
    };
    let mut found = std::thread::scope(|scope| {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let found = workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("no panic"));
        found.collect::<Vec<_>>()
    });
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().flat_map(|(_, faults)| faults).collect()
}

fn case_files() -> Vec<std::path::PathBuf> {
    let folder = root().join("tests/cli");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("readable")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    files
}

fn parse(file: &str, text: &str) -> Vec<(Case, i32)> {
    let mut cases = Vec::new();
    let mut case: Option<Case> = None;
    for (number, line) in text.lines().enumerate() {
        let place = format!("{file}:{}", number + 1);
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "$" {
            assert!(case.is_none(), "{place}: the case before has no exit code");
            let args = split_args(rest).split_off(1);
            case = Some(Case {
                place,
                args,
                ..Case::default()
            });
            continue;
        }
        let current = case
            .as_mut()
            .unwrap_or_else(|| panic!("{place}: no case begins before this"));
        match word {
            "file" => {
                let (name, text) = rest.split_once(' ').unwrap_or((rest, ""));
                current.files.push((
                    name.to_owned(),
                    text.replace("\\n", "\n").replace("\\t", "\t"),
                ));
            }
            "in" => current.input.push_str(&format!("{rest}\n")),
            "out" => current.out.push(rest.to_owned()),
            "not" => current.not.push(rest.to_owned()),
            "end" => current.end = Some(rest.to_owned()),
            "err" => current.err.push(rest.to_owned()),
            "exit" => {
                let exit = rest
                    .parse()
                    .unwrap_or_else(|_| panic!("{place}: no exit code"));
                cases.extend(case.take().map(|case| (case, exit)));
            }
            _ => panic!("{place}: '{word}' is no word of a case"),
        }
    }
    assert!(case.is_none(), "{file}: the last case has no exit code");
    cases
}

/// Splits at spaces, except within double quotes.
fn split_args(text: &str) -> Vec<String> {
    let mut args = Vec::new();
    for (i, part) in text.split('"').enumerate() {
        if i % 2 == 1 {
            args.push(part.to_owned());
        } else {
            args.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    args
}

/// What the program did otherwise than the case says.
fn check(case: &Case, exit: i32) -> Vec<String> {
    let args: Vec<&str> = case.args.iter().map(String::as_str).collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in &case.files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        fs::write(path, text).expect("writable");
    }
    let output = run_in(folder.path(), &args, &case.input);
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    let mut faults = Vec::new();
    if output.status.code() != Some(exit) {
        faults.push(format!(
            "expected exit code {exit}, got {:?}",
            output.status.code()
        ));
    }
    if exit != 0 && !(err.starts_with("error: ") && err.lines().count() == 1) {
        faults.push("expected one line that begins with 'error: ' on standard error".to_owned());
    }
    if err.contains("panicked") {
        faults.push("it panicked".to_owned());
    }
    for text in case.out.iter().filter(|text| !out.contains(text.as_str())) {
        faults.push(format!("standard output does not contain '{text}'"));
    }
    for text in case.not.iter().filter(|text| out.contains(text.as_str())) {
        faults.push(format!("standard output contains '{text}'"));
    }
    for text in case.err.iter().filter(|text| !err.contains(text.as_str())) {
        faults.push(format!("standard error does not contain '{text}'"));
    }
    if let Some(end) = &case.end
        && out.lines().last() != Some(end)
    {
        faults.push(format!("the last line is not '{end}'"));
    }
    if faults.is_empty() {
        return faults;
    }
    vec![format!(
        "{}: yomi {}\n  {}\n--- standard output\n{out}--- standard error\n{err}---",
        case.place,
        args.join(" "),
        faults.join("\n  ")
    )]
}
