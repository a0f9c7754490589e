//! Records of shogi: what is read, what is refused and where, and that what is written is read
//! again.

mod cut;
mod good;
mod hostile;
mod round_trip;
mod wrong;

use std::fs;
use std::path::PathBuf;

/// A file of these tests.
fn path(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    folder.join("tests/it/shogi").join(name)
}

/// The rows of a table in a file, without remarks.
fn table(name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path(name)).expect("readable");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split(" | ").map(str::to_owned).collect())
        .collect()
}
