//! Journals: cut anywhere, damaged anywhere, of earlier versions, foreign, in use.

use crate::support::{Sum, SumHeader, SumResult, old_form};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use yomi_run::{Journal, JournalError, Place, read_journal};

const HEADER: SumHeader = SumHeader::new(7, 2);

fn open_as(path: &Path, header: &SumHeader) -> Result<(Journal, Vec<SumResult>), JournalError> {
    let mut results = Vec::new();
    let journal = Journal::open(path, header, |result: SumResult, place: Place| {
        if results.contains(&result) {
            return Err(place.bad(format!("{} is there twice", result.number)));
        }
        results.push(result);
        Ok(())
    })?;
    Ok((journal, results))
}

fn open(path: &Path) -> Result<(Journal, Vec<SumResult>), JournalError> {
    open_as(path, &HEADER)
}

/// A journal of three results.
fn journal(folder: &TempDir) -> PathBuf {
    let path = folder.path().join("x.jsonl");
    let (mut journal, found) = open(&path).unwrap();
    assert!(found.is_empty());
    for number in 0..3 {
        journal.append(&Sum::new(7, number).run()).unwrap();
    }
    path
}

#[test]
fn lines_are_json_with_a_checksum_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(journal(&folder)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..2],
        [
            r#"{"yomi_sums":1,"seed":7,"size":2,"checksum":"04d5c1f501f52910"}"#,
            r#"{"number":0,"sum":7,"checksum":"230027cdaf817a5c"}"#,
        ]
    );
    for line in lines {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(value["checksum"].is_string());
    }
}

#[test]
fn whatever_is_cut_off_the_end_only_the_torn_line_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = journal(&folder);
    let new = fs::read_to_string(&path).unwrap();
    for whole in [old_form(&new), new] {
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let complete = whole[..length].rfind('\n').map_or(0, |end| end + 1);
            let lines = whole[..length].matches('\n').count();
            let (journal, found) = open(&path).unwrap();
            assert_eq!(found.len(), lines.saturating_sub(1), "cut at {length}");
            assert_eq!(journal.torn_line(), complete < length, "cut at {length}");
            let after = fs::read_to_string(&path).unwrap();
            if lines > 0 {
                assert_eq!(after, whole[..complete], "cut at {length}");
            } else {
                assert!(after.starts_with("{\"yomi_sums\"") && after.ends_with("\"}\n"));
            }
        }
    }
}

#[test]
fn every_flipped_bit_is_noticed_or_costs_the_last_line_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = journal(&folder);
    let whole = fs::read(&path).unwrap();
    let last = whole[..whole.len() - 1]
        .iter()
        .rposition(|&b| b == b'\n')
        .unwrap()
        + 1;
    let mut cut = 0;
    for bit in 0..whole.len() * 8 {
        let mut damaged = whole.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &damaged).unwrap();
        let line = 1 + whole[..bit / 8].iter().filter(|&&b| b == b'\n').count();
        match open(&path) {
            Err(error) => {
                let error = error.to_string();
                // A journal's first line that is none is no longer called a line.
                let named = error.contains(&format!("x.jsonl, line {line}: "));
                assert!(named || line == 1, "bit {bit}: {error}");
                assert_eq!(fs::read(&path).unwrap(), damaged, "bit {bit}");
            }
            Ok((journal, found)) => {
                assert!(journal.torn_line(), "bit {bit} passed");
                assert_eq!((line, found.len()), (4, 2), "bit {bit}");
                assert_eq!(fs::read(&path).unwrap(), whole[..last], "bit {bit}");
                cut += 1;
            }
        }
    }
    assert_eq!(cut, 8, "only the bits of the last newline tear a line off");
}

#[test]
fn files_of_earlier_versions_are_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = journal(&folder);
    let old = old_form(&fs::read_to_string(&path).unwrap());
    fs::write(&path, &old).unwrap();
    let (mut journal, found) = open(&path).unwrap();
    assert_eq!(found.len(), 3);
    for number in 3..6 {
        journal.append(&Sum::new(7, number).run()).unwrap();
    }
    drop(journal);
    let mixed = fs::read_to_string(&path).unwrap();
    assert!(mixed.starts_with(&old));
    assert_eq!(mixed.matches("checksum").count(), 3);
    assert_eq!(open(&path).unwrap().1.len(), 6);

    // Once lines have checksums, one without is damaged, whatever else it says.
    let lines: Vec<&str> = mixed.split_inclusive('\n').collect();
    let stripped: String = [&lines[..5], &[&old_form(lines[5])], &lines[6..]]
        .concat()
        .concat();
    fs::write(&path, &stripped).unwrap();
    let error = open(&path).map(|_| ()).unwrap_err().to_string();
    assert!(
        error.contains("line 6: the line has no checksum"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), stripped);

    // Every flipped bit of a new line, the first one included.
    let begin = old.len();
    for bit in begin * 8..(mixed.len() - 1) * 8 {
        let mut damaged = mixed.clone().into_bytes();
        damaged[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &damaged).unwrap();
        assert!(open(&path).is_err(), "bit {bit} passed");
    }
}

#[test]
fn a_longer_run_replaces_the_header_and_keeps_the_results() {
    let folder = tempfile::tempdir().unwrap();
    let path = journal(&folder);
    let new = fs::read_to_string(&path).unwrap();
    let longer = SumHeader::new(7, 5);
    for short in [old_form(&new), new] {
        fs::write(&path, &short).unwrap();
        let (mut journal, found) = open_as(&path, &longer).unwrap();
        assert_eq!(found.len(), 3);
        journal.append(&Sum::new(7, 3).run()).unwrap();
        drop(journal);
        let long = fs::read_to_string(&path).unwrap();
        let results = |text: &str| text[text.find('\n').unwrap()..].to_owned();
        assert!(results(&long).starts_with(&results(&short)));
        assert_eq!(open_as(&path, &longer).unwrap().1.len(), 4);
        // Not back again, and nothing else is left in the folder.
        let error = open(&path).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("its size is 5, this sum's is 2"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), long);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

#[test]
fn other_damage_is_an_error_that_names_the_line_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = journal(&folder);
    let whole = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let edited = lines[1].replace("\"sum\":7", "\"sum\":8");
    for (text, message) in [
        (
            format!("{}{edited}", lines[0]),
            "line 2: the line is damaged: its checksum is ",
        ),
        (
            format!("{}{}{}", lines[0], lines[1], lines[1]),
            "line 3: 0 is there twice",
        ),
        (
            format!("{}{}", lines[0], lines[0]),
            "line 2: this is no sum: unknown field",
        ),
        (
            format!("{}\n{}", lines[0], lines[1]),
            "line 2: this is no sum: EOF",
        ),
        (
            lines[0].replace(":7,", ":8,"),
            "line 1: the line is damaged",
        ),
        (
            old_form(lines[0]).replace(":7,", ":8,"),
            "another sum: its seed is 8, this sum's is 7",
        ),
        (
            old_form(lines[0]).replace("{", "{\"x\":1,"),
            "it has a field 'x', which no file of sums has",
        ),
        (
            old_form(lines[0]).replace("sums\":1", "sums\":2"),
            "version 2, expected version 1",
        ),
        (
            old_form(lines[0]).replace("yomi_sums", "sums"),
            "line 1 has no field 'yomi_sums'",
        ),
        (
            "hello\n".to_owned(),
            "is no file of sums: line 1 is not JSON",
        ),
        (
            "hello".to_owned(),
            "is no file of sums: it has no complete first line",
        ),
    ] {
        fs::write(&path, &text).unwrap();
        let error = open(&path).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(message), "{text:?}: {error}");
        assert!(error.contains("x.jsonl"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn a_journal_has_one_writer_and_any_number_of_readers() {
    let folder = tempfile::tempdir().unwrap();
    let path = journal(&folder);
    let _held = open(&path).unwrap();
    let error = open(&path).map(|_| ()).unwrap_err();
    assert!(matches!(error, JournalError::InUse { .. }), "{error}");
    let mut count = 0;
    let header: SumHeader = read_journal(&path, |_: SumResult, _| {
        count += 1;
        Ok::<_, JournalError>(())
    })
    .unwrap();
    assert_eq!((header, count), (HEADER, 3));
}

#[test]
fn only_regular_files_are_journals() {
    let folder = tempfile::tempdir().unwrap();
    let error = open(folder.path()).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("expected a regular file"), "{error}");
}
