//! A laboratory in miniature: one small game, two engines, a library in a temporary folder.
#![allow(dead_code, reason = "every test file uses a part of it")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use yomi_core::engine::{GameReferee, SearchEngine, list_all};
use yomi_core::game::{Deterministic, parse_listed};
use yomi_core::params::{ParamError, Parameters, Spec};
use yomi_core::{
    Discrete, Engine, Game, Limits, MoverValue, Notation, NotationError, Outcome, Player, Referee,
    Report, Request, Rng, Search, StopReason,
};
use yomi_engine::{AnyGame, Bench, EngineInfo, GameEntry, Registry, SetupError};

yomi_core::parameters! {
    /// A heap of stones: take one, two or three; who takes the last one wins.
    pub struct Nim {
        /// Stones at the start.
        pub stones: u32 = 10, in 1.0..=100.0;
    }
}

yomi_core::parameters! {
    /// A player that knows the theory and forgets it now and then.
    pub struct Careful {
        /// How often it plays by the theory.
        pub skill: f64 = 1.0, in 0.0..=1.0;
        /// Breaks down at this many stones.
        pub breaks_at: Option<u32> = None, in 0.0..=100.0;
    }
}

impl Game for Nim {
    type State = (u32, Player);
    type Action = u32;

    fn initial(&self) -> (u32, Player) {
        (self.stones, Player::First)
    }
    fn to_move(&self, state: &(u32, Player)) -> Player {
        state.1
    }
    fn outcome(&self, state: &(u32, Player)) -> Option<Outcome> {
        (state.0 == 0).then(|| Outcome::Win(state.1.other()))
    }
    fn step(&self, state: &mut (u32, Player), action: u32, _rng: &mut Rng) {
        *state = (state.0 - action, state.1.other());
    }
}

impl Discrete for Nim {
    fn actions(&self, state: &(u32, Player), actions: &mut Vec<u32>) {
        actions.clear();
        actions.extend(1..=state.0.min(3));
    }
}

impl Deterministic for Nim {}

impl Notation for Nim {
    fn move_format(&self) -> String {
        "how many stones to take, t1 to t3".to_owned()
    }
    fn format_action(&self, _state: &(u32, Player), action: u32) -> String {
        format!("t{action}")
    }
    fn parse_action(&self, state: &(u32, Player), text: &str) -> Result<u32, NotationError> {
        parse_listed(self, state, text)
    }
    fn render(&self, state: &(u32, Player)) -> String {
        format!("{} stones", state.0)
    }
}

impl Search<Nim> for Careful {
    fn search(&mut self, _game: &Nim, state: &(u32, Player), request: &Request) -> Report<u32> {
        assert!(self.breaks_at != Some(state.0), "broken on purpose");
        let mut rng = request.seed.rng();
        let by_theory = rng.unit() < self.skill && !state.0.is_multiple_of(4);
        let best = if by_theory {
            state.0 % 4
        } else {
            1 + rng.below(state.0.min(3))
        };
        Report {
            best,
            value: MoverValue::EVEN,
            proven: None,
            moves: Vec::new(),
            line: vec![best],
            simulations: 1,
            nodes: 1,
            depth: 1,
            memory: 0,
            elapsed: Duration::ZERO,
            reason: StopReason::Exhausted,
            seed: request.seed,
        }
    }
}

struct AnyNim(Arc<Nim>);

impl AnyGame for AnyNim {
    fn name(&self) -> &str {
        "nim"
    }
    fn capabilities(&self) -> Vec<&'static str> {
        vec!["discrete", "deterministic"]
    }
    fn referee(&self) -> Box<dyn Referee> {
        Box::new(GameReferee::new(Arc::clone(&self.0), list_all))
    }
    fn engines(&self) -> Vec<EngineInfo> {
        vec![EngineInfo {
            name: "careful".to_owned(),
            summary: "knows the theory".to_owned(),
            parameters: Careful::table(),
        }]
    }
    fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, SetupError> {
        if spec.name != "careful" {
            return Err(SetupError::UnknownEngine {
                name: spec.name.clone(),
                game: "nim".to_owned(),
                known: "careful".to_owned(),
            });
        }
        let wrong = |source: ParamError| SetupError::Parameter {
            of: "engine 'careful'".to_owned(),
            source,
        };
        let mut settings = spec.settings.clone();
        let search = Careful::take(&mut settings).map_err(wrong)?;
        settings.finish(&Careful::table()).map_err(wrong)?;
        let limits = Limits::simulations(1);
        let game = Arc::clone(&self.0);
        Ok(Box::new(SearchEngine::new(
            "careful",
            game,
            Box::new(search),
            limits,
        )))
    }
    fn divide(&self, _moves: &[String], _depth: u32) -> Result<Vec<(String, u64)>, SetupError> {
        Ok(Vec::new())
    }
    fn check(&self) -> Result<String, String> {
        Ok(String::new())
    }
    fn benches(&self) -> Vec<Bench> {
        Vec::new()
    }
}

/// A registry with one game.
pub fn registry() -> Registry {
    Registry::new().with(GameEntry::new("nim", "stones", Nim::table(), |settings| {
        Ok(Arc::new(AnyNim(Arc::new(Nim::take(settings)?))))
    }))
}

pub const PAPER: &str = "title = 'Stones'\nauthors = ['A. Nim', 'B. Heap']\nsource = 'Journal of Heaps, 1901.'\nsummary = 'Taking stones.'\nreferences = ['C. L. Bouton: Nim. 1901.']\n";

/// A match: skill against no skill.
pub const MATCH: &str = r#"
title = "Skill wins"
claim = """
Who knows the theory
wins.

More knowledge, more wins.
"""
kind = "match"
game = "nim:stones={stones}"
seed = 7
openings = { plies = 1 }

[sweep]
name = "skill"
label = "share of moves by the theory"

[[series]]
label = "against a novice"
engine = "careful:skill={skill}"
opponent = "careful:skill=0"

[[series]]
label = "against itself"
engine = "careful:skill={skill}"
opponent = "careful:skill={skill}"

[scale.quick]
pairs = 12
values = [{ skill = 0.0, stones = 10 }, { skill = 0.5, stones = 10 }, { skill = 1.0, stones = 11 }]

[scale.standard]
pairs = 40
values = [{ skill = 0.0, stones = 10 }, { skill = 1.0, stones = 11 }]

[scale.paper]
pairs = 1000
values = [{ skill = 0.25, stones = 10 }]

[[finding]]
text = "Full skill beats none."
series = "against a novice"
at = [1]
relation = ">"
threshold = 0.5
paper = 0.9

[[finding]]
text = "No skill beats no skill."
series = "against a novice"
at = [0]
relation = ">"
threshold = 0.9

[[finding]]
text = "Full skill scores more than none."
series = "against a novice"
than = { at = 0 }
relation = ">"

[[finding]]
text = "A novice is the easier opponent."
series = "against a novice"
at = [1]
than = { series = "against itself" }
relation = ">"
threshold = -0.1
paper = 0.4

[[finding]]
text = "Equal players score alike."
series = ["against a novice", "against itself"]
at = [0, 0.25]
rule = "any"
relation = "between"
threshold = [0.05, 0.95]
"#;

/// A decision: who finds the winning move?
pub const DECISION: &str = r#"
title = "Skill finds the move"
claim = "Nine stones: take one."
kind = "decision"
game = "nim"
seed = 8
moves = ["t1"]
right = ["t1"]

[sweep]
name = "skill"

[[series]]
label = "careful"
engine = "careful:skill={skill}"

[scale.quick]
runs = 40
values = [0, 0.5, 1]

[scale.standard]
runs = 60
values = [0, 1]

[scale.paper]
runs = 100
values = [0]

[[finding]]
text = "Full skill always finds it."
series = "careful"
at = [1]
relation = ">"
threshold = 0.8
"#;

/// A folder of papers with these items of the paper `stones`.
pub fn library(items: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "stones/paper.toml", PAPER);
    for (name, text) in items {
        write(folder.path(), &format!("stones/{name}.toml"), text);
    }
    folder
}

pub fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

pub fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A report without the section that differs from run to run.
pub fn lasting(report: &str) -> String {
    let (before, rest) = report
        .split_once("<!-- this run: begin -->")
        .expect("a begin");
    let (_, after) = rest.split_once("<!-- this run: end -->").expect("an end");
    format!("{before}{after}")
}
