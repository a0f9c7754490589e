//! What programs of others do that they should not, for those that do it on demand.

use crate::pipes::{hang, note, say};
use std::io;
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

pub fn without_end(text: &str) -> ! {
    loop {
        say(text);
    }
}

pub fn crash() -> ! {
    eprintln!("out of cheese\nredo from start");
    exit(3);
}

/// Floods standard error.
pub fn rant() {
    (0..40_000).for_each(|i| eprintln!("{i}: a line of which there are very many"));
}

/// Leaves a child behind that writes to FILE for ever.
fn leave_child(file: Option<&str>) {
    let program = std::env::current_exe().expect("this program has a path");
    let child = Command::new(program)
        .arg("heartbeat")
        .args(file)
        .spawn()
        .expect("it can be started again");
    // It is left alone on purpose.
    drop(child);
}

fn heartbeat(file: Option<&str>) -> ! {
    loop {
        note(file, "beat");
        sleep(Duration::from_millis(5));
    }
}

/// Runs a program, `PROGRAM MODE [FILE]`, which is given its mode and every line up to `quit`; what of a
/// line is `noted` goes to FILE.
pub fn attend(noted: fn(&str) -> &str, mut obey: impl FnMut(&str, &str)) {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_default();
    let file = arguments.next();
    if mode == "heartbeat" {
        heartbeat(file.as_deref());
    }
    note(file.as_deref(), "start");
    match mode.as_str() {
        "crash-at-start" => crash(),
        "hang-at-start" => hang(),
        "leave-child" => leave_child(file.as_deref()),
        _ => {}
    }
    for line in io::stdin().lines() {
        let Ok(line) = line else { break };
        note(file.as_deref(), noted(&line));
        if line == "quit" {
            break;
        }
        obey(&mode, &line);
    }
    if mode == "ignore-quit" {
        hang();
    }
}
