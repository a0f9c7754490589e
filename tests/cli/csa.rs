//! `yomi csa` as a server sees it: the program at the other end of a socket.

use crate::support::yomi;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

/// A server of one game, and the program on it.
struct Server {
    program: Child,
    lines: BufReader<TcpStream>,
}

impl Server {
    /// Starts the program, which plays by chance, and takes its login.
    fn start(folder: &Path, arguments: &[&str]) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        fs::write(folder.join("password.txt"), "tesuji\n").expect("writable");
        let program = yomi()
            .args(["csa", "--server", &address, "--name", "Yomi"])
            .args(["--password-file", "password.txt", "--engine", "random"])
            .args(["--records", "games", "--log", "csa.log"])
            .args(["--game", "test-300-10F"])
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (stream, _) = listener.accept().expect("the program connects");
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).expect("an option");
        let mut server = Server {
            program,
            lines: BufReader::new(stream),
        };
        assert_eq!(server.hear(), "LOGIN Yomi test-300-10F,tesuji");
        server.say("LOGIN:Yomi OK");
        server
    }

    fn say(&mut self, text: &str) {
        let text = format!("{text}\n");
        let said = self.lines.get_mut().write_all(text.as_bytes());
        said.expect("the program listens");
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.lines
            .read_line(&mut line)
            .expect("the program answers");
        line.trim_end().to_owned()
    }

    /// Begins a game in which the program is Black.
    fn begin(&mut self) {
        self.say(
            "BEGIN Game_Summary\nGame_ID:test+../x\nName+:Yomi\nName-:Shiro\nYour_Turn:+\n\
             To_Move:+\nBEGIN Time\nTotal_Time:300\nIncrement:10\nEND Time\nBEGIN Position\nPI\n+\n\
             END Position\nEND Game_Summary",
        );
        assert_eq!(self.hear(), "AGREE");
        self.say("START:test+../x");
    }

    /// Takes a move of the program and repeats it.
    fn take_move(&mut self) -> String {
        let line = self.hear();
        let (played, remark) = line.split_once(",'* ").expect("a move and a remark");
        assert!(remark.parse::<i64>().is_ok(), "{line}");
        self.say(&format!("{played},T1"));
        played.to_owned()
    }
}

fn record(folder: &Path) -> String {
    fs::read_to_string(folder.join("games/test+___x.csa")).expect("a record")
}

#[test]
fn a_game_is_told_and_written_down() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Server::start(folder.path(), &["--games", "1"]);
    server.begin();
    let first = server.take_move();
    server.say("-8384FU,T2");
    let second = server.take_move();
    server.say("#TIME_UP\n#WIN");
    assert_eq!(server.hear(), "LOGOUT");
    server.say("LOGOUT:completed");
    let ended = server.program.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&ended.stdout);
    let complaints = String::from_utf8_lossy(&ended.stderr);
    assert_eq!((&*complaints, ended.status.code()), ("", Some(0)), "{told}");
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(
        lines[0],
        "game test+../x: black against Shiro, 300 s + 10 s"
    );
    assert!(
        lines[1].starts_with(&format!("we play {first} value ")),
        "{told}"
    );
    assert_eq!(lines[2], "they play -8384FU");
    assert!(
        lines[3].starts_with(&format!("we play {second} value ")),
        "{told}"
    );
    assert_eq!(lines[4], "game test+../x: won, #TIME_UP after 3 moves");
    assert_eq!(lines[5], "games 1: won 1, lost 0, neither 0");
    let record = record(folder.path());
    let (moves, end) = record.split_once("%TIME_UP\n").expect("an end");
    assert!(moves.contains(&format!("\n{first}\nT1\n'** ")), "{record}");
    assert!(moves.contains("\n-8384FU\nT2\n"), "{record}");
    assert!(
        end.starts_with("'summary:time up:Yomi win:Shiro lose\n"),
        "{record}"
    );
    let log = fs::read_to_string(folder.path().join("csa.log")).expect("a log");
    assert!(log.contains(" > LOGIN Yomi test-300-10F,***\n"), "{log}");
    assert!(
        log.contains(" < #WIN\n") && !log.contains("tesuji"),
        "{log}"
    );
}

#[test]
fn what_was_played_is_on_disk_when_the_program_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Server::start(folder.path(), &[]);
    server.begin();
    let first = server.take_move();
    server.say("-8384FU,T2");
    // The next move shows that the last one was heard.
    let second = server.take_move();
    server.say("-8485FU,T2");
    server.hear();
    server.program.kill().expect("it can be killed");
    server.program.wait().expect("it ends");
    let record = record(folder.path());
    assert!(
        record.starts_with("'CSA encoding=UTF-8\nV3.0\nN+Yomi\nN-Shiro\n"),
        "{record}"
    );
    let moves: Vec<&str> = record
        .lines()
        .filter(|line| line.len() == 7 && line.starts_with(['+', '-']))
        .collect();
    assert_eq!(moves, [&*first, "-8384FU", &second, "-8485FU"], "{record}");
}
