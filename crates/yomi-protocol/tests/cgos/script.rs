//! Conversations as data.
//!
//! ```text
//! # a remark
//! case what it is about
//! set games 1              a setting of the case
//! server accepts           the client connects, perhaps again
//! server login             the usual beginning, up to the password
//! server says setup 7 9 7 60000 them us
//! server hears E5          the next line must be this; * stands for anything
//! server hears nothing     the client hangs up
//! server sends genm        without a newline
//! server bytes ff fe 0a
//! server long 70000        a line of so many letters
//! server closes
//! leave                    somebody wants the client to leave after the game
//! told info hello          the next thing that a watcher is told; * as above
//! end finished 1           how it ends; the text contains this
//! ```
//!
//! Steps are taken in order: what a step needs to have happened is waited for, never slept for.
//! Nothing that is told or handed on has the password in it, nor the setting `hides`.
//!
//! When all are taken the server is gone. The client is called `us`; `$PASSWORD` and `$VERSION` are
//! its password and its version.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A conversation.
pub struct Case {
    /// The file, the line and what it is about.
    pub place: String,
    /// Settings by name.
    pub settings: BTreeMap<String, String>,
    /// Who does what.
    pub steps: Vec<(String, String)>,
    /// What the watcher is told, in order.
    pub told: Vec<String>,
    /// What the text that tells the end contains.
    pub end: String,
}

/// All cases.
pub fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cgos/conversations");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .collect();
    paths.sort();
    let cases: Vec<Case> = paths.iter().flat_map(|path| parse(path)).collect();
    assert!(!cases.is_empty(), "there are no cases");
    cases
}

fn parse(path: &Path) -> Vec<Case> {
    let name = path.file_name().expect("a file").to_string_lossy();
    let text = fs::read_to_string(path).expect("a text");
    let mut cases: Vec<Case> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "case" {
            cases.push(Case {
                place: format!("{name}:{}: {rest}", number + 1),
                settings: BTreeMap::new(),
                steps: Vec::new(),
                told: Vec::new(),
                end: String::new(),
            });
            continue;
        }
        let case = cases.last_mut().expect("a case begins before this");
        match word {
            "set" => {
                let (key, value) = rest.split_once(' ').unwrap_or((rest, ""));
                case.settings.insert(key.to_owned(), value.to_owned());
            }
            "told" => case.told.push(rest.to_owned()),
            "end" => rest.clone_into(&mut case.end),
            _ => case.steps.push((word.to_owned(), rest.to_owned())),
        }
    }
    for case in &cases {
        assert!(!case.end.is_empty(), "{}: how does it end?", case.place);
    }
    cases
}

/// Whether a text is what was expected.
pub fn fits(expected: &str, found: &str) -> bool {
    let mut parts = expected.split('*');
    let Some(mut rest) = parts.next().and_then(|start| found.strip_prefix(start)) else {
        return false;
    };
    let mut last = None;
    for part in parts {
        last = Some(part);
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    match last {
        None => rest.is_empty(),
        Some(last) => last.is_empty() || found.ends_with(last),
    }
}
