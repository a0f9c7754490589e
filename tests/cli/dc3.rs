//! Digital Curling 3: real programs over real sockets.

use crate::support::{root, run_in, yomi};
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

/// A server that was started, and what it prints.
struct Hosting {
    child: Child,
    printed: BufReader<ChildStdout>,
    ports: [String; 2],
}

/// Starts a server in `folder` and waits until it listens.
fn host(folder: &Path, args: &[&str]) -> Hosting {
    let mut child = yomi()
        .args(["dc3-server", "--ports", "0", "0"])
        .args(args)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut printed = BufReader::new(child.stdout.take().expect("piped"));
    let ports = ["team0 port ", "team1 port "].map(|before| {
        loop {
            let mut line = String::new();
            let size = printed.read_line(&mut line).expect("UTF-8");
            assert!(size > 0, "the server ended before it listened");
            if let Some(port) = line.strip_prefix(before) {
                return port.trim().to_owned();
            }
        }
    });
    Hosting {
        child,
        printed,
        ports,
    }
}

impl Hosting {
    /// Waits for the end: whether it succeeded, what it printed, its errors.
    fn end(mut self) -> (bool, String, String) {
        let mut out = String::new();
        self.printed.read_to_string(&mut out).expect("UTF-8");
        let output = self.child.wait_with_output().expect("a child");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), out, errors)
    }
}

fn client(port: &str, engine: &str) -> Command {
    let mut command = yomi();
    command
        .args(["dc3", "--port", port, "--engine", engine, "--name", engine])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn text(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{out}{err}")
}

#[test]
fn two_of_our_programs_play_a_match_on_our_server() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let game = "curling:ends=1";
    let hosting = host(
        folder.path(),
        &["--game", game, "--log", "game.dcl2", "--seed", "3"],
    );
    let clients = [0, 1].map(|team| {
        let mut command = client(&hosting.ports[team], "random");
        command.spawn().expect("the program starts")
    });
    let told = clients.map(|client| {
        let output = client.wait_with_output().expect("a child");
        assert!(output.status.success(), "{}", text(&output));
        text(&output)
    });
    let (success, out, errors) = hosting.end();
    assert!(success, "{out}{errors}");
    assert!(out.contains("\nend 1: 0:0\n"), "{out}");
    let result = out.lines().last().expect("a result").to_owned();
    for client in &told {
        assert!(client.contains("team0: random; team1: random"), "{client}");
        // People count ends from 1.
        assert!(client.contains("\nend 1: 0:0\n"), "{client}");
        assert!(!client.contains("end 0"), "{client}");
        let last = client.lines().last().expect("a result");
        assert!(last.ends_with(&result), "{last} / {result}");
    }
    let log = std::fs::read(folder.path().join("game.dcl2")).expect("a log");
    let log = yomi_records::dc3::log::read(&log[..]).expect("a sound log");
    assert!(log.shots.len() >= 16);
    assert_eq!(log.result.expect("a result").to_string(), result);
}

#[test]
fn strangers_are_turned_away_and_the_match_goes_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let hosting = host(folder.path(), &["--game", "curling:ends=1"]);
    let addresses = [0, 1].map(|team| format!("127.0.0.1:{}", hosting.ports[team]));
    for address in &addresses {
        // One that only looks whether the port is open, and one that takes it for a web server.
        drop(TcpStream::connect(address).expect("a server"));
        let mut browser = TcpStream::connect(address).expect("a server");
        std::io::Write::write_all(&mut browser, b"GET / HTTP/1.1\r\n\r\n").expect("a server");
        let mut heard = String::new();
        // The answer may end in a reset, since not everything that was said is read.
        let _ = browser.read_to_string(&mut heard);
        assert!(heard.contains("\"cmd\":\"dc\""), "{heard}");
    }
    let clients = [0, 1].map(|team| {
        let mut command = client(&hosting.ports[team], "random");
        command.spawn().expect("the program starts")
    });
    for client in clients {
        let output = client.wait_with_output().expect("a child");
        assert!(output.status.success(), "{}", text(&output));
    }
    let (success, out, errors) = hosting.end();
    assert!(success, "{out}{errors}");
    for team in ["team0", "team1"] {
        let told = |why: &str| {
            let mut lines = errors.lines();
            lines.any(|line| {
                line.starts_with(&format!("note: {team}: 127.0.0.1:")) && line.contains(why)
            })
        };
        assert!(
            told("was turned away: the connection was closed"),
            "{errors}"
        );
        assert!(told("was turned away: expected a JSON object"), "{errors}");
    }
}

#[test]
fn a_client_that_goes_away_loses_and_the_result_is_on_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let hosting = host(folder.path(), &["--log", "game.dcl2"]);
    let other = client(&hosting.ports[1], "random")
        .spawn()
        .expect("the program starts");
    let address = format!("127.0.0.1:{}", hosting.ports[0]);
    let stream = TcpStream::connect(address).expect("a server");
    let mut reader = BufReader::new(stream.try_clone().expect("a socket"));
    let mut answer = |command: &str, answer: &str| {
        let mut line = String::new();
        while !line.contains(command) {
            line.clear();
            assert!(reader.read_line(&mut line).expect("UTF-8") > 0, "{command}");
        }
        std::io::Write::write_all(&mut &stream, answer.as_bytes()).expect("a server");
    };
    let name = r"runaway\u001b[31m\nteam0 wins 9:0";
    let greeting = format!("{{\"cmd\":\"dc_ok\",\"name\":\"{name}\"}}\n");
    answer("\"dc\"", &greeting);
    answer(
        "is_ready",
        "{\"cmd\":\"ready_ok\",\"player_order\":[0,1,2,3]}\n",
    );
    answer("update", "{\"cmd\":");
    stream.shutdown(std::net::Shutdown::Both).expect("a socket");
    let output = other.wait_with_output().expect("a child");
    assert!(output.status.success(), "{}", text(&output));
    assert!(
        text(&output).contains("won: team1 wins"),
        "{}",
        text(&output)
    );
    // Nobody makes others print what was not told.
    let shown = r"runaway\u{1b}[31m\nteam0 wins 9:0";
    let begins = format!("we are team1; team0: {shown}; team1: random\n");
    assert!(text(&output).contains(&begins), "{}", text(&output));
    let (success, out, errors) = hosting.end();
    assert!(success, "{out}{errors}");
    assert!(out.contains(&format!("team0 ready: {shown}\n")), "{out}");
    let result = format!("team1 wins by forfeit: team0 ({shown}): the connection was closed");
    assert!(
        out.lines()
            .last()
            .is_some_and(|last| last.starts_with(&result)),
        "{out}"
    );
    let log = std::fs::read_to_string(folder.path().join("game.dcl2")).expect("a log");
    assert!(log.contains("\"forfeit\""), "{log}");
}

#[test]
fn a_server_to_which_nobody_comes_says_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let hosting = host(folder.path(), &["--timeout", "0.05", "--log", "logs"]);
    let (success, _, errors) = hosting.end();
    assert!(!success);
    assert_eq!(
        errors,
        "error: no contest: team0 did not connect within 0.05 s\n"
    );
    let mut games = std::fs::read_dir(folder.path().join("logs")).expect("a folder");
    let game = games.next().expect("a match").expect("a folder").path();
    let log = std::fs::read_to_string(game.join("game.dcl2")).expect("a log");
    assert!(log.contains("no_contest"), "{log}");
}

#[test]
fn a_configuration_of_the_official_server_serves() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let config = root().join("crates/yomi-online/tests/it/dc3/config.json");
    let config = config.to_str().expect("a path");
    let args = [
        "--config",
        config,
        "--timeout",
        "0.05",
        "--log",
        "game.dcl2",
    ];
    let (success, _, errors) = host(folder.path(), &args).end();
    assert!(!success && errors.contains("did not connect"), "{errors}");
    let log = std::fs::read(folder.path().join("game.dcl2")).expect("a log");
    let log = yomi_records::dc3::log::read(&log[..]).expect("a sound log");
    assert_eq!(log.rules.setting.max_end, 8);
}

#[test]
fn a_configuration_with_players_nobody_knows_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let config = root().join("crates/yomi-online/tests/it/dc3/config.json");
    let config = std::fs::read_to_string(config).expect("a file");
    let config = config.replacen("\"identical\"", "\"wobbly\"", 1);
    std::fs::write(folder.path().join("config.json"), config).expect("a file");
    let args = ["dc3-server", "--config", "config.json"];
    let output = run_in(folder.path(), &args, "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(&output),
        "error: cannot read the configuration config.json: a player of team1: expected type \
         identical or normal_dist\n"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_server_and_a_client_that_wait() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let hosting = host(folder.path(), &[]);
    let mut waiting = client(&hosting.ports[0], "random")
        .spawn()
        .expect("the program starts");
    let interrupt = |child: &Child| {
        let id = child.id().to_string();
        let kill = Command::new("kill").args(["-INT", &id]).status();
        assert!(kill.expect("kill starts").success());
    };
    let mut hosting = hosting;
    let mut line = String::new();
    while !line.contains("ready") {
        assert!(hosting.printed.read_line(&mut line).expect("UTF-8") > 0);
    }
    interrupt(&waiting);
    let status = waiting.wait().expect("a child");
    assert_eq!(status.code(), Some(130));
    let (success, _, errors) = hosting.end();
    assert!(!success);
    assert!(
        errors.contains("error: no contest: team0: the connection was closed"),
        "{errors}"
    );

    let hosting = host(folder.path(), &[]);
    interrupt(&hosting.child);
    let (success, _, errors) = hosting.end();
    assert!(!success);
    assert_eq!(errors, "error: no contest: stopped\n");
}
