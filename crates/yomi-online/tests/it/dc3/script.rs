//! Conversations as data.
//!
//! ```text
//! # a remark
//! case what it is about
//! set thinking 0.1 60      a setting of the case
//! 0 hears dc               the next line must have this command...
//! 0 hears update {"next_team": "team0"}      ...and these fields, perhaps among others
//! 0 hears nothing          the other side hangs up
//! 0 says {"cmd": "dc_ok", "name": "zero"}
//! 0 sends {"cmd":          without a newline
//! 0 bytes ff fe 0a
//! 0 long 70000             a line of so many letters
//! 0 closes
//! both ready               the usual beginning, up to the first update
//! turned team0: no answer  the next who was turned away, and why; the text begins with this
//! end team1 wins           how it ends; the text that says so contains this
//! ```
//!
//! Steps are taken in order: what a step needs to have happened is waited for, never slept for.

use super::support::Peer;
use serde_json::Value;
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
    /// Who is turned away from which port, and why.
    pub turned_away: Vec<String>,
    /// What the text that tells the end contains.
    pub end: Vec<String>,
}

/// The cases of a folder beside this file.
pub fn cases(folder: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/it/dc3")
        .join(folder);
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
                turned_away: Vec::new(),
                end: Vec::new(),
            });
            continue;
        }
        let case = cases.last_mut().expect("a case begins before this");
        match word {
            "set" => {
                let (key, value) = rest.split_once(' ').unwrap_or((rest, ""));
                case.settings.insert(key.to_owned(), value.to_owned());
            }
            "turned" => case.turned_away.push(rest.to_owned()),
            "end" => case.end.push(rest.to_owned()),
            _ => case.steps.push((word.to_owned(), rest.to_owned())),
        }
    }
    for case in &cases {
        assert!(!case.end.is_empty(), "{}: how does it end?", case.place);
    }
    cases
}

/// What a peer does in a step; the peer, unless it hung up.
pub fn act(mut peer: Peer, step: &str, place: &str) -> Option<Peer> {
    let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
    match verb {
        "hears" => hear(&mut peer, rest, place),
        "says" => peer.say(rest),
        "sends" => peer.send(rest.as_bytes()),
        "bytes" => {
            let bytes = rest.split_whitespace();
            let bytes = bytes.map(|byte| u8::from_str_radix(byte, 16).expect("hexadecimal"));
            peer.send(&bytes.collect::<Vec<u8>>());
        }
        "long" => peer.say(&"x".repeat(rest.parse().expect("a length"))),
        "closes" => {
            peer.close();
            return None;
        }
        _ => panic!("{place}: nobody can '{step}'"),
    }
    Some(peer)
}

fn hear(peer: &mut Peer, expected: &str, place: &str) {
    let (command, fields) = expected.split_once(' ').unwrap_or((expected, "{}"));
    let heard = peer.hear_json();
    if command == "nothing" {
        assert_eq!(heard, None, "{place}");
        return;
    }
    let heard = heard.unwrap_or_else(|| panic!("{place}: no {command}"));
    assert_eq!(heard["cmd"], command, "{place}: {heard}");
    let fields: Value = serde_json::from_str(fields).expect("JSON");
    assert!(contains(&heard, &fields), "{place}: {fields} in {heard}");
}

/// Whether everything in `part` is in `whole`.
fn contains(whole: &Value, part: &Value) -> bool {
    match part {
        Value::Object(fields) => fields
            .iter()
            .all(|(name, value)| whole.get(name).is_some_and(|whole| contains(whole, value))),
        _ => whole == part,
    }
}
