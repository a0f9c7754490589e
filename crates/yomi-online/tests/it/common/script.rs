//! Conversations as data.
//!
//! ```text
//! # a remark
//! case what it is about
//! set games 1              a setting of the case
//! server accepts           the client connects, perhaps again
//! server login             the usual beginning; each server may know more such steps
//! server says hello
//! server hears E5          the next line must be this; * stands for anything
//! server hears nothing     the client hangs up
//! server sends hel         without a newline
//! server bytes ff fe 0a
//! server long 70000        a line of so many letters
//! server closes
//! leave                    somebody wants the client to leave after the game
//! told info hello          the next thing that a watcher is told; * as above
//! turned team0: no answer  the same about somebody who is turned away
//! end finished 1           how it ends; the text contains this, and what other such lines say
//! ```
//!
//! Steps are taken in order: what a step needs to have happened is waited for, never slept for.
//! Nothing that is told or handed on has the password in it, nor the setting `hides`.
//!
//! When all are taken the server is gone. The client is called `us`; `$PASSWORD` and `$VERSION` are
//! its password and its version.

use super::peer::Peer;
use super::puppet::Whim;
use super::{LONG, PASSWORD, RaiseAtEnd, options};
use std::collections::BTreeMap;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;
use yomi_core::Stop;
use yomi_online::common::{Options, Password};
use yomi_online::tcp::{ConnectError, connect};

/// A conversation.
pub struct Case {
    /// The file, the line and what it is about.
    pub place: String,
    /// Settings by name.
    pub settings: BTreeMap<String, String>,
    /// Who does what.
    pub steps: Vec<(String, String)>,
    /// What the watcher is told, in order.
    pub told: Vec<String>,
    /// What the text that tells the end contains.
    pub end: Vec<String>,
}

/// All cases of a folder of tests.
pub fn cases(folder: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .collect();
    paths.sort();
    let cases: Vec<Case> = paths.iter().flat_map(|path| parse(path)).collect();
    assert!(!cases.is_empty(), "there are no cases");
    cases
}

fn parse(path: &Path) -> Vec<Case> {
    let name = path.file_name().expect("a file").to_string_lossy();
    let text = fs::read_to_string(path).expect("a text");
    let mut cases: Vec<Case> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "case" {
            cases.push(Case {
                place: format!("{name}:{}: {rest}", number + 1),
                settings: BTreeMap::new(),
                steps: Vec::new(),
                told: Vec::new(),
                end: Vec::new(),
            });
            continue;
        }
        let case = cases.last_mut().expect("a case begins before this");
        match word {
            "set" => {
                let (key, value) = rest.split_once(' ').unwrap_or((rest, ""));
                case.settings.insert(key.to_owned(), value.to_owned());
            }
            "told" | "turned" => case.told.push(rest.to_owned()),
            "end" => case.end.push(rest.to_owned()),
            _ => case.steps.push((word.to_owned(), rest.to_owned())),
        }
    }
    for case in &cases {
        assert!(!case.end.is_empty(), "{}: how does it end?", case.place);
    }
    cases
}

/// What a client did in a conversation.
pub struct Told {
    /// What its watcher was told, in order.
    pub told: Vec<String>,
    /// How it ended.
    pub end: String,
    /// All else that was shown to anybody.
    pub shown: Vec<String>,
}

impl Case {
    /// A setting.
    pub fn setting(&self, key: &str, default: &str) -> String {
        let given = self.settings.get(key);
        given.map_or_else(|| default.to_owned(), String::clone)
    }

    /// A setting that is a number.
    pub fn number(&self, key: &str) -> Option<f64> {
        let given = self.settings.get(key);
        given.map(|text| text.parse().expect("a number"))
    }

    /// How the client plays.
    pub fn options(&self) -> Options {
        let seconds = |key| self.number(key).map_or(LONG, Duration::from_secs_f64);
        let resign = self.settings.get("resign");
        Options {
            games: self.number("games").map(|games| games as u32),
            resign: resign.map(|text| text.parse().expect("a value")),
            patience: seconds("patience"),
            idle: seconds("idle"),
            password: Password::new(&self.setting("password", PASSWORD)).expect("a password"),
            ..options("us")
        }
    }

    /// Holds the conversation, and checks that all was as expected. `client` is given what makes
    /// connections and what says whether to leave; `act` takes steps that not every server knows,
    /// and gives the others back.
    pub fn hold(
        &self,
        client: impl FnOnce(Dial, &dyn Fn() -> bool) -> Told + Send,
        act: impl Fn(&mut Peer, &str, &str) -> bool,
    ) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let (leave, over) = (Stop::default(), Stop::default());
        let Told { told, end, shown } = std::thread::scope(|scope| {
            let (leaves, gone) = (leave.clone(), over.clone());
            let client = scope.spawn(move || {
                let mut dial = || {
                    assert!(!gone.is_raised(), "{}: nobody listens any more", self.place);
                    connect("127.0.0.1", port, LONG)
                };
                client(&mut dial, &|| leaves.is_raised())
            });
            let end = RaiseAtEnd(over);
            self.serve(&listener, &leave, act);
            drop(end);
            client.join().expect("no panic")
        });
        self.check_end(&end);
        let right = told.len() == self.told.len()
            && std::iter::zip(&self.told, &told).all(|(wanted, told)| fits(wanted, told));
        assert!(right, "{}: {told:#?}", self.place);
        let everything = [told, shown, vec![end]].concat().join("\n");
        let secret = self.setting("password", PASSWORD);
        for hidden in [self.setting("hides", &secret), secret] {
            let is_hidden = !everything.contains(&hidden);
            assert!(is_hidden, "{}: {everything}", self.place);
        }
    }

    /// Checks how it ended.
    pub fn check_end(&self, end: &str) {
        let told = self.end.iter().all(|text| end.contains(text));
        assert!(told, "{}: {end}", self.place);
    }

    /// An engine that makes the moves of the case, and this one afterwards.
    pub fn puppet(&self, afterwards: &'static str) -> Whim {
        let moves = self.setting("moves", "");
        Whim::Puppet {
            moves: moves.split_whitespace().map(str::to_owned).collect(),
            afterwards,
            value: self.setting("value", "0.5").parse().expect("a number"),
        }
    }

    /// The server does as the case says, and is gone at the end.
    fn serve(
        &self,
        listener: &TcpListener,
        leave: &Stop,
        act: impl Fn(&mut Peer, &str, &str) -> bool,
    ) {
        let mut peer = None;
        let secret = self.setting("password", PASSWORD);
        for (who, step) in &self.steps {
            let place = format!("{} [{who} {step}]", self.place);
            if who == "leave" {
                leave.raise();
                continue;
            }
            assert_eq!(who, "server", "{place}: nobody is called so");
            if step == "accepts" {
                let (stream, _) = listener.accept().expect("a client");
                peer = Some(Peer::new(stream));
                continue;
            }
            let mut server = peer.take().unwrap_or_else(|| panic!("{place}: no client"));
            let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
            let rest = rest
                .replace("$PASSWORD", &secret)
                .replace("$VERSION", env!("CARGO_PKG_VERSION"));
            peer = match act(&mut server, verb, &rest) {
                true => Some(server),
                false => server.act(verb, &rest, &place),
            };
        }
        if let Some(peer) = peer {
            peer.close();
        }
    }
}

/// Makes connections.
pub type Dial<'a> = &'a mut dyn FnMut() -> Result<TcpStream, ConnectError>;

/// Whether a text is what was expected.
pub fn fits(expected: &str, found: &str) -> bool {
    let mut parts = expected.split('*');
    let Some(mut rest) = parts.next().and_then(|start| found.strip_prefix(start)) else {
        return false;
    };
    let mut last = None;
    for part in parts {
        last = Some(part);
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    match last {
        None => rest.is_empty(),
        Some(last) => last.is_empty() || found.ends_with(last),
    }
}
