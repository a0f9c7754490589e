//! A board that talks to a server on another thread, and an engine that does as it is told.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use yomi_core::engine::Resignation;
use yomi_core::engine::{
    Effort, Engine, EngineInfo, GameReferee, GameRules, Host, HostedGame, Question, Referee,
    TextMove, TextReport, list_all,
};
use yomi_core::params::{Kind, Param, Parameters, Spec};
use yomi_core::{EngineError, Limits, MoverValue, Proven, Seed, StopReason};
use yomi_protocol::lines::{Line, LineSink};
use yomi_protocol::usi::server::{Feeder, Inbox, Server};
use yomi_toy::TicTacToe;

yomi_core::choices! {
    /// What to do.
    pub enum Whim {
        /// What was asked.
        None = "none",
        /// Tell nothing before the end.
        Silent = "silent",
        /// Never mind limits.
        Overstay = "overstay",
        /// Panic.
        Panic = "panic",
        /// Refuse to think.
        Fail = "fail",
        /// Think without knowing of limits of others.
        Plain = "plain",
    }
}

yomi_core::parameters! {
    /// Plays the first legal move.
    pub struct PatientParams {
        /// What to do.
        pub whim: Whim = Whim::None;
        /// How many lines to tell.
        pub multi_pv: u32 = 1, in 1..=9;
        /// What every position is worth.
        pub value: f64 = 0.5, in 0.0..=1.0;
        /// Not to be set to 13.
        pub luck: u32 = 7, in 0..=100, formerly "fortune";
    }
}

/// What engines were told, in order.
pub type Diary = Arc<Mutex<Vec<String>>>;

struct Patient {
    params: PatientParams,
    board: Box<dyn Referee>,
    diary: Diary,
}

impl Patient {
    fn note(&self, text: String) {
        self.diary.lock().expect("whole").push(text);
    }

    fn report(&self, depth: u32, reason: StopReason, only: &[String]) -> TextReport {
        let legal = self.board.legal().moves;
        let best = only.first().unwrap_or(&legal[0]).clone();
        let line: Vec<String> = legal.iter().take(2).cloned().collect();
        let entry = |text: &String| TextMove {
            text: text.clone(),
            visits: 1,
            value: Some(MoverValue(self.params.value)),
            prior: None,
            proven: None,
            line: Vec::new(),
        };
        TextReport {
            line: if line[0] == best {
                line
            } else {
                vec![best.clone()]
            },
            value: MoverValue(self.params.value),
            proven: (self.params.value == 0.0).then_some(Proven::Loss),
            moves: legal.iter().map(entry).collect(),
            nodes: 10 * u64::from(depth),
            depth,
            deepest: depth + 1,
            fill: Some(0.25),
            reason,
            ..TextReport::of_move(&best)
        }
    }
}

impl Engine for Patient {
    fn name(&self) -> &str {
        "patient"
    }

    fn new_game(&mut self, seed: Seed) -> Result<(), EngineError> {
        self.note("new game".to_owned());
        self.board.new_game(seed);
        Ok(())
    }

    fn play(&mut self, text: &str, _: Seed) -> Result<(), EngineError> {
        self.note(format!("play {text}"));
        self.board.play(text).map(|_| ())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        self.note("undo".to_owned());
        self.board.undo()
    }

    /// A ply every tenth of a millisecond, without end unless there is a limit.
    fn think(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        let limits = match question.effort {
            Effort::Own(_) => {
                self.note("think".to_owned());
                let report = self.report(1, StopReason::Depth, &[]);
                tell(&report);
                return Ok(report);
            }
            Effort::Within(limits) => limits,
            Effort::Endless => Limits::default(),
        };
        let is_endless = question.effort == Effort::Endless;
        match self.params.whim {
            Whim::Panic => panic!("as I was told"),
            Whim::Plain => return Err(EngineError::NoAnalysis),
            Whim::Fail => {
                return Err(EngineError::Broken {
                    engine: "patient".to_owned(),
                    reason: "it had enough".to_owned(),
                });
            }
            _ => {}
        }
        let Limits { depth, nodes, .. } = limits;
        let time = limits.allowance();
        let only = question.only.join(" ");
        self.note(format!("consider {depth:?} {nodes:?} {only}"));
        let started = Instant::now();
        let mut told = started;
        let keeps_limits = !is_endless && self.params.whim != Whim::Overstay;
        for ply in 1.. {
            let reason = if question.stop.is_raised() {
                Some(StopReason::Stopped)
            } else if !keeps_limits {
                None
            } else if depth.is_some_and(|depth| ply >= depth) {
                Some(StopReason::Depth)
            } else if nodes.is_some_and(|nodes| 10 * u64::from(ply) >= nodes) {
                Some(StopReason::Nodes)
            } else if time.is_some_and(|time| started.elapsed() >= time) {
                Some(StopReason::Time)
            } else if limits.is_unlimited() {
                Some(StopReason::Decided)
            } else {
                None
            };
            let now = reason.unwrap_or(StopReason::Depth);
            let report = self.report(ply, now, &question.only);
            let is_due = match self.params.whim {
                Whim::Silent => question.progress.is_some_and(|time| told.elapsed() >= time),
                _ => true,
            };
            if reason.is_some() || is_due {
                told = Instant::now();
                tell(&report);
            }
            if reason.is_some() {
                return Ok(report);
            }
            thread::sleep(Duration::from_micros(100));
        }
        unreachable!("plies have no end")
    }
}

#[derive(Clone, Default)]
struct Workshop {
    diary: Diary,
    /// The engines made, as they were asked for.
    made: Diary,
}

impl GameRules for Workshop {
    fn referee(&self) -> Box<dyn Referee> {
        Box::new(GameReferee::new(Arc::new(TicTacToe), list_all))
    }

    fn engines(&self) -> Vec<EngineInfo> {
        vec![EngineInfo {
            name: "patient".to_owned(),
            summary: "plays the first legal move".to_owned(),
            parameters: PatientParams::table(),
        }]
    }

    fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, String> {
        let mut settings = spec.settings.clone();
        let params = PatientParams::take(&mut settings).map_err(|error| error.to_string())?;
        if params.luck == 13 {
            return Err("that would be bad luck".to_owned());
        }
        self.made.lock().expect("whole").push(spec.to_string());
        Ok(Box::new(Patient {
            params,
            board: self.referee(),
            diary: Arc::clone(&self.diary),
        }))
    }
}

/// The host of one game, which has nine moves.
struct Club(Workshop);

impl Host for Club {
    fn settings(&self, _: &str) -> Vec<Param> {
        vec![Param {
            name: "moves".to_owned(),
            kind: Kind::Integer { min: 1.0, max: 9.0 },
            optional: false,
            default: "9".to_owned(),
            doc: String::new(),
            only_with: None,
            former: None,
            unrecorded: None,
        }]
    }

    fn game(&self, spec: &Spec) -> Result<Arc<dyn GameRules>, String> {
        match spec.get("moves") {
            None | Some("9") => Ok(Arc::new(self.0.clone())),
            _ => Err("this game has nine moves".to_owned()),
        }
    }
}

/// Takes lines to whoever reads them.
struct Outlet {
    line: Vec<u8>,
    lines: Sender<String>,
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = String::from_utf8(std::mem::take(&mut self.line)).expect("UTF-8");
            let sent = self.lines.send(line);
            sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A board at the other end.
pub struct Talk {
    feeder: Feeder,
    /// What the server says.
    pub lines: Receiver<String>,
    server: JoinHandle<io::Result<()>>,
    workshop: Workshop,
}

impl Talk {
    /// Begins to talk to a server with this engine.
    pub fn new(engine: &str) -> Talk {
        let spec: Spec = engine.parse().expect("a spec");
        let (feeder, inbox) = Inbox::new();
        let (sender, lines) = channel();
        let workshop = Workshop::default();
        let host = Club(workshop.clone());
        let server = thread::spawn(move || {
            let rule = Resignation::new(0.1);
            let game = HostedGame::new(&host, &Spec::named("tic-tac-toe")).expect("nine moves");
            let server = Server::new(game, spec, Seed::new(1), rule);
            let mut outlet = Outlet {
                line: Vec::new(),
                lines: sender,
            };
            server.expect("an engine").serve(inbox, &mut outlet)
        });
        Talk {
            feeder,
            lines,
            server,
            workshop,
        }
    }

    /// Sends a line.
    pub fn send(&self, line: &str) {
        self.feeder.send(Ok(Line::Text(line.to_owned())));
    }

    /// What the server says up to a line that begins so.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            let line = self.lines.recv().expect("more to be said");
            let is_last = line.starts_with(start);
            said.push(line);
            if is_last {
                return said;
            }
        }
    }

    /// The next line that is no information about a search.
    pub fn answer(&self) -> String {
        loop {
            let line = self.lines.recv().expect("an answer");
            if !line.starts_with("info depth") {
                return line;
            }
        }
    }

    /// What the engines were told since this was last asked.
    pub fn told(&self) -> Vec<String> {
        std::mem::take(&mut *self.workshop.diary.lock().expect("whole"))
    }

    /// The engines made since this was last asked.
    pub fn made(&self) -> Vec<String> {
        std::mem::take(&mut *self.workshop.made.lock().expect("whole"))
    }

    /// Ends the input; what the server still says.
    pub fn end(self) -> Vec<String> {
        self.feeder.end();
        self.server.join().expect("no panic").expect("no fault");
        self.lines.iter().collect()
    }

    /// Stops listening, then says something.
    pub fn leave(self, last: &str) -> io::Result<()> {
        drop(self.lines);
        self.feeder.send(Ok(Line::Text(last.to_owned())));
        self.server.join().expect("no panic")
    }
}
