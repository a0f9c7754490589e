//! The loop: one reply per command, flushed at once, until quit, the end or the stop.

use super::support::server;
use std::io::{self, Write};
use yomi_protocol::gtp::codec::{LONGEST_LINE, Line, Lines};
use yomi_protocol::gtp::server::{Feeder, Inbox};
use yomi_protocol::lines::LineSink as _;

/// What a server says to this input.
fn said(input: &[u8]) -> String {
    let mut out = Vec::new();
    server("tic-tac-toe", "picky:pick=0")
        .serve(Lines::new(input), &mut out)
        .expect("no trouble");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn the_end_of_the_input_ends_the_session_and_quit_ends_it_before() {
    assert_eq!(said(b""), "");
    assert_eq!(
        said(b"name\r\n\n# a remark\n1 version"),
        "= Yomi\n\n=1 0.1.0\n\n"
    );
    assert_eq!(said(b"2 quit\nname\n"), "=2 \n\n");
}

#[test]
fn a_line_without_end_is_refused_and_the_next_one_read() {
    let mut input = vec![b'x'; 3 * LONGEST_LINE];
    input.extend_from_slice(b"\nname\n");
    let expected = "? syntax error: the line is too long\n\n= Yomi\n\n";
    assert_eq!(said(&input), expected);
}

/// Counts how often it was flushed, and with how much.
#[derive(Default)]
struct Pipe {
    pending: Vec<u8>,
    flushed: Vec<String>,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8(std::mem::take(&mut self.pending)).expect("UTF-8");
        self.flushed.push(text);
        Ok(())
    }
}

#[test]
fn every_reply_is_flushed_by_itself() {
    let mut pipe = Pipe::default();
    let input: &[u8] = b"name\nfoo\n\nquit\n";
    server("tic-tac-toe", "picky")
        .serve(Lines::new(input), &mut pipe)
        .expect("no trouble");
    let expected = ["= Yomi\n\n", "? unknown command (foo)\n\n", "= \n\n"];
    assert_eq!(pipe.flushed, expected);
    assert!(pipe.pending.is_empty());
}

#[test]
fn a_closed_inbox_ends_the_session_after_the_reply() {
    let (feeder, inbox) = Inbox::new();
    let text = |text: &str| Ok(Line::Text(text.to_owned()));
    feeder.send(text("genmove b"));
    feeder.send(text("genmove w"));
    let mut server = server("tic-tac-toe", "picky:pick=0");
    // Ctrl-C in the middle of the first reply.
    let mut out = Closing(feeder, Vec::new());
    server.serve(inbox, &mut out).expect("no trouble");
    assert_eq!(out.1, b"= a1\n\n");
}

/// Closes the inbox as soon as anything is said.
struct Closing(Feeder, Vec<u8>);

impl Write for Closing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.close();
        self.1.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_engine_that_cannot_be_built_is_an_error_from_the_start() {
    let error = super::support::try_server("tic-tac-toe", "picky:pick=x");
    let error = error.err().expect("no engine");
    assert!(error.contains("parameter 'pick'"), "{error}");
}
