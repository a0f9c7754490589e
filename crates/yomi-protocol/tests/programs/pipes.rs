//! How programs of the tests talk, and keep silent.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

/// Writes to standard output.
pub fn say(text: &str) {
    let mut out = io::stdout().lock();
    // Whoever does not listen any more has ended the test.
    if out
        .write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .is_err()
    {
        exit(1);
    }
}

/// Appends a line to FILE, if there is one.
pub fn note(file: Option<&str>, line: &str) {
    if let Some(path) = file {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let _ = file.and_then(|mut file| writeln!(file, "{line}"));
    }
}

pub fn hang() -> ! {
    loop {
        sleep(Duration::from_secs(60));
    }
}
