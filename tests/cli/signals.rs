//! Requests to end: real signals to the real program, which has programs of others running.
#![cfg(unix)]

use crate::support::yomi;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// A program in the language of the shell that hangs when it is asked for a move, or idles and does
/// not hear when it is told to quit. It says which processes it is made of.
const PROGRAM: &str = r#"
wait_for_ever() {
    sleep 1000 &
    echo $! >$1.child
    touch $1.waits
    wait
}
while read id command rest; do
    # Only this command comes without a number.
    [ $id = quit ] && command=quit
    case $command in
        list_commands) printf '=%s clear_board\nplay\ngenmove\nquit\n\n' $id ;;
        clear_board) echo $$ >$1.parent; printf '=%s\n\n' $id ;;
        genmove) wait_for_ever $1 ;;
        # The trial before the match is allowed to end.
        quit) [ -e playing.waits ] || exit; wait_for_ever $1 ;;
        *) printf '=%s\n\n' $id ;;
    esac
done
"#;

fn start(folder: &Path) -> Child {
    fs::write(folder.join("program.sh"), PROGRAM).expect("writable");
    let programs = ["gtp:sh program.sh playing", "gtp:sh program.sh idle"];
    yomi()
        .args(["match", "tic-tac-toe"])
        .args(programs)
        .args(["--program-timeout", "600", "--workers", "1"])
        .args(["--openings", "none"])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Sends a signal; says whether there was anybody to get it.
fn send(signal: &str, child: &Child) -> bool {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status();
    sent.expect("kill starts").success()
}

/// Waits until a program of the match hangs, or the match is over.
fn wait_for(program: &str, folder: &Path, child: &mut Child) {
    let hangs = folder.join(format!("{program}.waits"));
    while !hangs.exists() && child.try_wait().expect("a child").is_none() {
        sleep(Duration::from_millis(5));
    }
}

/// Whether a process runs; one that only waits to be buried does not.
fn runs(pid: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", pid]).output();
    let state = String::from_utf8(state.expect("ps starts").stdout).expect("letters");
    !matches!(state.trim().chars().next(), None | Some('Z'))
}

/// Processes that were killed may take a moment to end; those that nobody killed sleep for long.
fn assert_all_ended(folder: &Path) {
    let said = ["playing.parent", "playing.child", "idle.parent"];
    let said = said.map(|file| fs::read_to_string(folder.join(file)).expect("it said so"));
    for pid in said.iter().map(|pid| pid.trim()) {
        let mut waits = 0;
        while runs(pid) {
            assert!(waits < 2000, "process {pid} was left behind");
            waits += 1;
            sleep(Duration::from_millis(5));
        }
    }
}

fn words(output: &Output) -> [String; 2] {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

/// Whether this process was started with hang-ups ignored (`nohup`), as the programs that it starts then
/// are too: ours then goes on after a hang-up, as `nohup` asks.
fn hang_ups_are_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The first signal has the lowest bit.
    ignored.is_some_and(|mask| mask & 1 == 1)
}

#[test]
fn every_request_to_end_gives_the_summary_and_leaves_no_program_behind() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        if signal == "-HUP" && hang_ups_are_ignored() {
            eprintln!("not tested: hang-ups, which this process was started to ignore");
            continue;
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut child = start(folder.path());
        wait_for("playing", folder.path(), &mut child);
        assert!(send(signal, &child));
        let output = child.wait_with_output().expect("a child");
        let [out, errors] = words(&output);
        assert_eq!(output.status.code(), Some(code), "{signal}: {errors}");
        assert!(errors.contains("error: stopped; "), "{signal}: {errors}");
        assert!(out.contains("0 games in 0 pairs"), "{signal}: {out}");
        assert_all_ended(folder.path());
    }
}

#[test]
fn a_second_request_ends_at_once_and_leaves_no_program_behind() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut child = start(folder.path());
    wait_for("playing", folder.path(), &mut child);
    assert!(send("-INT", &child));
    // It does not hear that it should quit, and is given some time.
    wait_for("idle", folder.path(), &mut child);
    send("-TERM", &child);
    let output = child.wait_with_output().expect("a child");
    let [_, errors] = words(&output);
    // If we came too late, the polite end was over first.
    let code = output.status.code();
    assert!([Some(143), Some(130)].contains(&code), "{code:?} {errors}");
    assert_all_ended(folder.path());
}

#[test]
fn a_match_under_nohup_outlives_its_terminal() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let record = folder.path().join("games.jsonl");
    let child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_yomi"))
        .args(["match", "connect-four"])
        .args(["uct:simulations=500", "flat:simulations=500"])
        .args(["--pairs", "20", "--out"])
        .arg(&record)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    while yomi_arena::read_record(&record).map_or(0, |(_, games)| games.len()) == 0 {
        sleep(Duration::from_millis(1));
    }
    assert!(send("-HUP", &child));
    let output = child.wait_with_output().expect("a child");
    let [out, errors] = words(&output);
    assert!(output.status.success(), "{errors}");
    assert!(out.contains("40 games in 20 pairs"), "{out}");
}
