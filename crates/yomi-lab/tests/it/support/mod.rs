//! A laboratory in miniature: one small game, two engines, a library in a temporary folder.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use yomi_core::engine::{GameReferee, RefereeParts, SearchEngine, list_all};
use yomi_core::game::{Deterministic, parse_listed};
use yomi_core::params::{ParamError, Parameters, Spec};
use yomi_core::{
    Discrete, Engine, Game, Limits, Notation, NotationError, Outcome, Player, Referee, Report,
    Request, Rng, Scored, Search, Stop, StopReason,
};
use yomi_engine::{
    AnyGame, Bench, EngineInfo, GameEntry, Registry, SetupError, TrainError, Trained, TrainingJob,
};
use yomi_lab::Observer;
use yomi_learn::learner::Watch;

yomi_core::parameters! {
    /// A heap of stones: take one, two or three; who takes the last one wins.
    pub struct Nim {
        /// Stones at the start.
        pub stones: u32 = 10, in 1.0..=100.0;
        /// Whether stones count as points.
        pub points: bool = true;
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

/// The stones left, whose move it is, and how many stones each player has taken.
pub type Heap = (u32, Player, [u32; 2]);

impl Game for Nim {
    type State = Heap;
    type Action = u32;

    fn initial(&self) -> Heap {
        (self.stones, Player::First, [0, 0])
    }
    fn to_move(&self, state: &Heap) -> Player {
        state.1
    }
    fn outcome(&self, state: &Heap) -> Option<Outcome> {
        (state.0 == 0).then(|| Outcome::Win(state.1.other()))
    }
    fn step(&self, state: &mut Heap, action: u32, _rng: &mut Rng) {
        let mut taken = state.2;
        taken[state.1.index()] += action;
        *state = (state.0 - action, state.1.other(), taken);
    }
}

/// Points are the stones that were taken.
impl Scored for Nim {
    fn score(&self, state: &Heap, player: Player) -> f64 {
        f64::from(state.2[player.index()])
    }
}

impl Discrete for Nim {
    fn actions(&self, state: &Heap, actions: &mut Vec<u32>) {
        actions.clear();
        actions.extend(1..=state.0.min(3));
    }
}

impl Deterministic for Nim {}

impl Notation for Nim {
    fn move_format(&self) -> String {
        "how many stones to take, t1 to t3".to_owned()
    }
    fn format_action(&self, _state: &Heap, action: u32) -> String {
        format!("t{action}")
    }
    fn parse_action(&self, state: &Heap, text: &str) -> Result<u32, NotationError> {
        parse_listed(self, state, text)
    }
    fn render(&self, state: &Heap) -> String {
        format!("{} stones", state.0)
    }
}

impl Search<Nim> for Careful {
    fn search_with_progress(
        &mut self,
        _game: &Nim,
        state: &Heap,
        request: &Request<u32>,
        _: &mut dyn FnMut(&Report<u32>),
    ) -> Report<u32> {
        assert!(self.breaks_at != Some(state.0), "broken on purpose");
        let mut rng = request.seed.rng();
        let by_theory = rng.unit() < self.skill && !state.0.is_multiple_of(4);
        let best = if by_theory {
            state.0 % 4
        } else {
            1 + rng.below(state.0.min(3))
        };
        Report {
            simulations: 1,
            nodes: 1,
            depth: 1,
            deepest: 1,
            reason: StopReason::Exhausted,
            ..Report::new(best, request.seed)
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
        let mut parts = RefereeParts::new(list_all);
        if self.0.points {
            parts = parts.scored();
        }
        Box::new(GameReferee::with_parts(Arc::clone(&self.0), parts))
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
    fn divide(
        &self,
        _: Option<&str>,
        _: &[String],
        _: u32,
    ) -> Result<Vec<(String, u64)>, SetupError> {
        Ok(Vec::new())
    }
    fn networks(&self) -> Vec<EngineInfo> {
        Vec::new()
    }
    fn train(
        &self,
        network: &Spec,
        _job: &TrainingJob<'_>,
        _watch: &Watch<'_>,
    ) -> Result<Trained, TrainError> {
        Err(TrainError::UnknownLearner {
            what: "network",
            name: network.name.clone(),
            game: "nim".to_owned(),
            known: "nothing".to_owned(),
        })
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

/// A trace: who takes more stones?
pub const TRACE: &str = r#"
title = "Skill is patient"
claim = "Theory takes what is left over four."
kind = "trace"
game = "nim:stones=20"
seed = 9
openings = { plies = 0 }

[sweep]
name = "move"
label = "moves played"

[[series]]
label = "skill, moving first"
engine = "careful:skill=1"
opponent = "careful:skill=0"
side = "first"

[[series]]
label = "novice, moving second"
engine = "careful:skill=1"
opponent = "careful:skill=0"
side = "first"
points = "opponent"

[[series]]
label = "skill on either side"
engine = "careful:skill=1"
opponent = "careful:skill=0"
side = "both"

[[series]]
label = "novice against novice"
engine = "careful:skill=0"
opponent = "careful:skill=0"

[scale.quick]
pairs = 15
values = [0, 1, 2, 5, 30]

[scale.standard]
pairs = 2
values = [1]

[scale.paper]
pairs = 2
values = [1]

[[finding]]
text = "Nobody has stones before the game."
series = ["skill, moving first", "novice, moving second"]
at = [0]
relation = "<"
threshold = 0.5

[[finding]]
text = "In the end skill has about half of the twenty."
series = "skill on either side"
at = [30]
relation = "between"
threshold = [5, 15]
paper = 11

[[finding]]
text = "Stones only become more."
series = "skill, moving first"
at = [5, 30]
than = { at = 1 }
relation = ">"
confidence = 0.99
"#;

/// A training: two networks, of which two learn from the same games.
pub const TRAINING: &str = r#"
title = "What a network learns"
claim = "Something."
kind = "training"
game = "blokus-duo"
seed = 10

[sweep]
name = "move"
label = "moves made"

[[series]]
label = "patterns"
network = "paper-network:hidden=16,epochs=2,test_share=0.25"

[[series]]
label = "pieces"
network = "network:hidden=16,epochs=2,test_share=0.25"

[[series]]
label = "pieces, late positions"
network = "network:hidden=16,epochs=2,test_share=0.25"
random_moves = [8, 16]

[scale.quick]
games = 12
teacher = "uct:simulations=10"
values = [0, 4, 18, 200]

[[finding]]
text = "The error is no larger than values can be."
series = "pieces"
at = [4, 18]
relation = "<"
threshold = 1.01

[[finding]]
text = "Nobody plays two hundred moves."
series = "pieces"
at = [200]
relation = ">"
threshold = 0

[[finding]]
text = "It errs alike late and early."
series = "pieces"
at = [18]
than = { at = 4 }
relation = "between"
threshold = [-1.5, 1.5]
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

/// The error of a manifest in which `from` was replaced by `to`.
pub fn parse_error(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "nothing to replace: {from}");
    match yomi_lab::Manifest::parse("f.toml", &text.replacen(from, to, 1)) {
        Ok(_) => panic!("accepted: {to}"),
        Err(error) => error.to_string(),
    }
}

/// Counts units and pulls the brake after some of them.
pub struct Brake {
    pub stop: Stop,
    after: u64,
    pub seen: AtomicU64,
    pub announced: AtomicU64,
}

impl Brake {
    pub fn new(after: u64) -> Brake {
        Brake {
            stop: Stop::default(),
            after,
            seen: AtomicU64::new(0),
            announced: AtomicU64::new(0),
        }
    }
}

impl Observer for Brake {
    fn item_started(&self, _item: &str, _title: &str, units: u64, done: u64) {
        self.announced.store(units - done, Ordering::Relaxed);
    }
    fn unit_finished(&self, _item: &str) {
        if self.seen.fetch_add(1, Ordering::Relaxed) + 1 == self.after {
            self.stop.raise();
        }
    }
}
