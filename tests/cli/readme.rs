//! The README's tour works as it is written, from top to bottom.

use crate::support::{root, yomi};
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The lines of a page that are commands of the program, in order.
fn commands(page: &str) -> Vec<&str> {
    let mut is_code = false;
    let mut commands = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if is_code && line.starts_with("yomi ") {
            commands.push(line);
        }
    }
    commands
}

#[cfg(unix)]
#[test]
fn the_tour_works_as_written() {
    let page = fs::read_to_string(root().join("README.md")).unwrap();
    // In a folder with what a clone has, so that the files it writes are not left in this one.
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(root()).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name() != "reports" {
            std::os::unix::fs::symlink(entry.path(), folder.path().join(entry.file_name()))
                .unwrap();
        }
    }
    let program = yomi().get_program().to_owned();
    let programs = Path::new(&program).parent().unwrap().to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([programs].into_iter().chain(env::split_paths(&others))).unwrap();
    let commands = commands(&page);
    assert!(
        commands.len() > 12,
        "the tour has {} commands",
        commands.len()
    );
    for command in commands {
        // A program of others that need not be there.
        if command.contains("'gtp:") {
            continue;
        }
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(folder.path())
            .env("PATH", &path)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {errors}");
    }
    for file in [
        "match.jsonl",
        "mine.json",
        "board.svg",
        "likely.svg",
        "takeout.svg",
        "reports/report.html",
    ] {
        assert!(folder.path().join(file).is_file(), "{file} was not written");
    }
}
