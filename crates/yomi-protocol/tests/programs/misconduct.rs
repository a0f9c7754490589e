//! What programs of others do that they should not, for those that do it on demand.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::process::{Command, exit};
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

pub fn without_end(text: &str) -> ! {
    loop {
        say(text);
    }
}

pub fn crash() -> ! {
    eprintln!("out of cheese\nredo from start");
    exit(3);
}

pub fn hang() -> ! {
    loop {
        sleep(Duration::from_secs(60));
    }
}

/// Floods standard error.
pub fn rant() {
    (0..40_000).for_each(|i| eprintln!("{i}: a line of which there are very many"));
}

/// Appends a line to FILE, if there is one.
pub fn note(file: Option<&str>, line: &str) {
    if let Some(path) = file {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let _ = file.and_then(|mut file| writeln!(file, "{line}"));
    }
}

/// Leaves a child behind that writes to FILE for ever.
pub fn leave_child(file: Option<&str>) {
    let program = std::env::current_exe().expect("this program has a path");
    let child = Command::new(program)
        .arg("heartbeat")
        .args(file)
        .spawn()
        .expect("it can be started again");
    // It is left alone on purpose.
    drop(child);
}

pub fn heartbeat(file: Option<&str>) -> ! {
    loop {
        note(file, "beat");
        sleep(Duration::from_millis(5));
    }
}
