//! Streams of analysis, interrupted at random moments: each ends with its empty line, and whatever
//! interrupted it gets its own reply.

use super::script::is_reply;
use super::support::server;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::VecDeque;
use std::io;
use std::time::Duration;
use yomi_core::Stop;
use yomi_protocol::gtp::codec::{Line, Request};
use yomi_protocol::gtp::server::{Alarm, Inbox, LineSource};
use yomi_protocol::lines::LineSink as _;

/// Commands, streams among them, and what is none.
const LINES: &[&str] = &[
    "lz-analyze",
    "lz-analyze b interval 1",
    "lz-analyze w 5 maxmoves 2",
    "lz-analyze mauve",
    "kata-analyze 1 ownership true",
    "kata-analyze B interval 2 minmoves 9",
    "kata-analyze avoid b D4 1",
    "lz-genmove_analyze b 1",
    "kata-genmove_analyze w",
    "kata-search_analyze 3",
    "genmove b",
    "reg_genmove w",
    "play b D4",
    "play w pass",
    "undo",
    "name",
    "nonsense",
    "boardsize 5",
    "",
    "# interrupt",
    "  # a remark",
    "\t",
];

/// The lines of a session, each with how often the server asks in vain before it is there.
struct Patient(VecDeque<(String, u32)>);

impl Patient {
    fn is_there(&mut self) -> bool {
        match self.0.front_mut() {
            None | Some((_, 0)) => true,
            Some((_, patience)) => {
                *patience -= 1;
                false
            }
        }
    }
}

impl LineSource for Patient {
    fn next_line(&mut self) -> Option<io::Result<Line>> {
        let (line, _) = self.0.pop_front()?;
        Some(Ok(Line::Text(line)))
    }

    fn wait(&mut self, _: Duration) -> bool {
        self.is_there()
    }

    fn watch(&mut self, alarm: Alarm, stop: &Stop) {
        if alarm == Alarm::AnyInput && self.is_there() {
            stop.raise();
        }
    }

    fn unwatch(&mut self) {}
}

/// A session of such lines; commands are numbered, so that replies can be told apart.
fn session() -> impl Strategy<Value = Vec<(String, u32)>> {
    let line = (prop::sample::select(LINES), 0..6u32);
    prop::collection::vec(line, 0..20).prop_map(|lines| {
        let numbered = |(number, (line, patience)): (usize, (&str, u32))| {
            let is_command = Request::parse(line).is_some();
            let id = if is_command {
                format!("{number} ")
            } else {
                String::new()
            };
            (format!("{id}{line}"), patience)
        };
        lines.into_iter().enumerate().map(numbered).collect()
    })
}

/// Every command has one reply of its own, in order, and streams have something to say.
fn check(lines: &[(String, u32)], out: &[u8]) -> Result<(), TestCaseError> {
    let out = String::from_utf8(out.to_vec()).expect("UTF-8");
    let requests = lines.iter().filter_map(|(line, _)| Request::parse(line));
    let requests: Vec<Request> = requests.collect();
    let replies: Vec<&str> = out.split_inclusive("\n\n").collect();
    prop_assert_eq!(replies.len(), requests.len(), "{}", out);
    for (request, reply) in requests.iter().zip(replies) {
        prop_assert!(is_reply(reply), "{reply:?}");
        let id = request.id.as_deref().expect("numbered");
        let answers = reply[1..].starts_with(&format!("{id} "));
        let streams = reply.starts_with(&format!("={id}\n"));
        prop_assert!(answers || streams, "{id}: {reply:?}");
        let is_analysis = request.name.ends_with("analyze") && reply.starts_with('=');
        prop_assert_eq!(streams, is_analysis, "{:?}: {}", request, reply);
        let mut body: Vec<&str> = reply.trim_end().lines().skip(1).collect();
        if streams && request.name != "lz-analyze" && request.name != "kata-analyze" {
            let play = body.pop().unwrap_or_default();
            prop_assert!(play.starts_with("play "), "{reply:?}");
        }
        if streams {
            let told = body.iter().all(|line| line.starts_with("info move "));
            prop_assert!(told && !body.is_empty(), "{reply:?}");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// The moment is a number of questions, and the seed is fixed, so that every run is the same.
    #[test]
    fn whatever_comes_in_and_when_streams_end_and_commands_are_answered(lines in session()) {
        let mut out = Vec::new();
        let source = Patient(lines.clone().into());
        server("go", "picky").serve(source, &mut out).expect("no trouble");
        check(&lines, &out)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// The moment is one in time, and the line comes from another thread while the engine thinks.
    #[test]
    fn lines_from_another_thread_interrupt_an_engine_at_work(lines in session()) {
        let (feeder, inbox) = Inbox::new();
        let sent = lines.clone();
        let thread = std::thread::spawn(move || {
            for (line, patience) in sent {
                std::thread::sleep(Duration::from_micros(400 * u64::from(patience)));
                feeder.send(Ok(Line::Text(line)));
            }
            feeder.end();
        });
        let mut out = Vec::new();
        let mut server = server("go", "picky:whim=dawdle");
        server.serve(inbox, &mut out).expect("no trouble");
        thread.join().expect("no panic");
        check(&lines, &out)?;
    }
}

/// What a server says to these lines until somebody stops listening.
struct Deaf(usize);

impl io::Write for Deaf {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(1).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_stream_that_nobody_listens_to_ends() {
    // No input will ever come: only the broken pipe can end this.
    let (feeder, inbox) = Inbox::new();
    feeder.send(Ok(Line::Text("lz-analyze 1".to_owned())));
    let mut server = server("tic-tac-toe", "picky");
    let error = server
        .serve(inbox, &mut Deaf(4))
        .expect_err("a broken pipe");
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

/// Ends the watched work as soon as it is watched for an interrupt.
struct Impatient(VecDeque<&'static str>);

impl LineSource for Impatient {
    fn next_line(&mut self) -> Option<io::Result<Line>> {
        let line = self.0.pop_front()?;
        Some(Ok(Line::Text(line.to_owned())))
    }

    fn wait(&mut self, _: Duration) -> bool {
        false
    }

    fn watch(&mut self, alarm: Alarm, stop: &Stop) {
        if alarm == Alarm::Interrupt {
            stop.raise();
        }
    }

    fn unwatch(&mut self) {}
}

#[test]
fn an_interrupted_search_still_plays_its_move() {
    let lines = ["time_settings 3600 0 0", "lz-genmove_analyze b 1", "undo"];
    let mut out = Vec::new();
    let mut server = server("go", "picky:pick=0,whim=dawdle");
    let source = Impatient(lines.into());
    server.serve(source, &mut out).expect("no trouble");
    let out = String::from_utf8(out).expect("UTF-8");
    assert_eq!(out.matches("info move").count(), 1, "{out}");
    assert!(
        out.contains("\nplay ") && out.ends_with("\n\n= \n\n"),
        "{out}"
    );
}
