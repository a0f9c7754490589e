//! What an experiment is: one table or figure of a paper, written down as data.
//!
//! A manifest is a TOML file. What every one has:
//!
//! ```toml
//! title = "UCT against flat Monte Carlo"
//! claim = "What the paper says, in words."
//! kind = "match"                  # or "trace", "decision", "training", "learning", "accuracy", "calibration", "preferences", "foretelling", "sizes", "positions"
//! game = "connect-four"           # a game as in the registry; may hold {variables}
//! seed = 1
//! confidence = 0.95               # of all intervals; this is the default
//!
//! [sweep]                         # the horizontal axis
//! name = "budget"
//! label = "simulations per move"
//!
//! [[series]]                      # one curve each
//! label = "UCT"
//! engine = "uct:simulations={budget}"
//! opponent = "flat:simulations={budget}"     # matches and traces only
//!
//! [scale.quick]                   # and, if wanted, [scale.standard], [scale.paper]
//! pairs = 10                      # matches and traces; a decision has `runs` instead
//! values = [100, 1000]            # or tables: { budget = 100, nodes = 2100 }
//! with = { depth = 3 }            # variables that are the same at all points, if wanted
//!
//! [[finding]]                     # what is expected
//! text = "UCT is stronger at equal budgets."
//! series = "UCT"                  # or a list
//! at = [1000]                     # points of the sweep; all of them if left out
//! rule = "all"                    # or "any": how many of the points must agree
//! relation = ">"                  # or "<", or "between" with threshold = [low, high]
//! threshold = 0.5
//! paper = 0.8                     # the paper's own number, if it gives one (for one point)
//! confidence = 0.99               # of this finding alone; the manifest's if left out
//! of = "second"                   # judge another number of the same points, see below
//! if_contradicted = "contradicted under our reading"    # the words of that verdict
//! ```
//!
//! What is judged is the number that the experiment measures, unless `of` names another one: of a
//! match the score of the games in which the engine moves `first` or `second`, or the share of
//! `draws`; of a training the `variance` of the test values, the error of guessing their mean; of a
//! calibration the value as `claimed` or as `realised`.
//! `if_contradicted` says in a contradicted finding's verdict what the contradiction does not
//! establish; the verdict itself follows from the numbers alone.
//!
//! A finding may compare: `than = { at = 100 }` means more than the same curve at 100,
//! `than = { series = "flat" }` more than another curve at the same point, and both together one
//! fixed point. The threshold is then that of the difference, and 0 if left out.
//!
//! A `match` plays colour-swapped pairs and measures the engine's score; it may say where games
//! begin (`openings = { plies = 2 }`, the default, or `openings = { list = ["4 4", "3 5"] }`); with
//! `openings = { plies = 2, largest = true }` openings are drawn among the moves that name the most squares.
//! With `openings = { records = "engine_games" }` games begin where those on record do, in an order drawn from the seed:
//! the file of that name in the folder of data. A series may have `openings` of its own, and a
//! `stage = { number = "progress", from = 32, to = 96, finisher = "classical:depth=6" }`: then its games begin where a number of the
//! position is first at least `from` (openings are cut there), and from `to` on the finisher plays for both sides.
//!
//! A series may carry the paper's table, games won, lost and drawn by the engine when it moves first
//! and when it moves second: `paper = { at = 1000, first = [89, 11, 0], second = [55, 40, 5] }`;
//! `at` is needed where the sweep has more than one point.
//!
//! A match whose paper does so may report Pearson's chi-square test of its points against one half beside
//! the interval (`chi_square = true`; [`chi_square_of_score`](yomi_stats::hypothesis::chi_square_of_score)).
//!
//! A scale of a match may end it early: with `sprt = { elo0 = 0, elo1 = 35, alpha = 0.05, beta = 0.05 }` its `pairs`
//! are the most there may be, and it stops at the pair at which the [sequential test](yomi_stats::sprt) of the
//! points decides. That test gives the verdict too ([`verdict`](crate::verdict)), so findings ask what it asks:
//! whether the score is above that of `elo0`.
//!
//! A `trace` plays one such match and follows the points of the players through it: the sweep is
//! over the number of moves played, and a series says whose points it shows
//! (`points = "engine"`, the default, or `"opponent"`) in which games (`side = "first"`, those in
//! which the engine moves first, `"second"` or `"both"`, the default). A game that is over keeps
//! its last points. Curves with the same engine and opponent come out of the same games.
//!
//! A `decision` searches one position (`moves = [...]`) once per seed and measures the share of
//! searches whose best move is one of `right = [...]`.
//!
//! A `training` lets a teacher play `games` games against itself, trains a network on them and
//! measures its squared error on positions of games kept for the test: the sweep is over the
//! number of moves made. A scale names its `games` and `teacher = "uct:simulations=1000"`, a series
//! its `network = "network:epochs=20"` instead of an engine, and may let the games begin with
//! random moves: `random_moves = [0, 24]` draws their number for each game. Curves with the same
//! random moves learn from the same games.
//!
//! A series of a match may have a `network` too, with `random_moves`, and its scales then `games` and
//! `teacher`: the network is taught before the match, and `{weights}` in the series' engine or
//! opponent stands for what it has learned.
//!
//! A match may learn evaluations first, `[evaluations]` with entries `name = "linear:best_of={n}"`:
//! `{name}` in engines and opponents stands for the weights. Items of a paper with the same seed share what
//! is learned. A scale of such a match may have `learnings = 4`, which is 1 if left out: the match is then repeated,
//! each time with evaluations that are learned anew with another seed, and the scores of these repetitions are the
//! observations. A series that plays with no learned evaluation is not repeated.
//!
//! A `learning` learns the evaluation of a series (`evaluation = "linear:updates=100"`) `runs` times, each
//! time with another seed. Its `measure` is the mean `weight` of a group of features (a series names it:
//! `group = "all"`), the mean relative `change` of such weights by an update (as the median over the last
//! tenth of the updates), or the processor `time`,
//! where that of another evaluation is 1 (`relative_to = "linear:best_of=1"`). The sweep counts updates if its
//! variable occurs in none of these (`"end"` is the last one), and otherwise the numbers are those after the last
//! update. Processor time is
//! the one number that another run does not give again.
//!
//! An `accuracy` learns the evaluation of a series, plays `games` games by its selection and measures, by the
//! number of moves made, the mean absolute error of values against `simulations` simulations; at `"all"` it is
//! that over all moves of a game.
//!
//! A `calibration` asks whether an engine gets what it claims. A scale's `teacher` plays `games` games against itself, of
//! each of which one position is taken; the engine of a series is asked about it, and what it claims to be worth is compared
//! with what the `judge = "flat:simulations={throws}"` says of the position when it may consider the chosen move
//! alone: the measured number is the mean of the difference.
//!
//! `preferences` are those of one engine that tells them (its report gives moves a share of a prior) in one `position`, the
//! start of the game if left out, after `moves`: the sweep counts ranks from 1, and the measured number is the
//! probability of the move of that rank; `of = "gain"` judges the points that it gains.
//!
//! Sets of patterns of Go are learned from the records in a folder of data (`yomi reproduce --data FOLDER`). A match may have some
//! among its `[evaluations]`: `b = "patterns:ordinary=20000,disordered=0,test_share=0"`. A `foretelling` measures how often the moves of the
//! first `games` test games are the most probable ones by the set of a series (`patterns = "patterns:..."`): the sweep has the
//! values `"ordinary"` and `"disordered"`, the two tests. `of` may name the mean `rank`, the mean log-`likelihood` and
//! `not0.9`, the share of moves held for at least 90 % sure that were not played.
//!
//! `positions` are those of records, the games in the entry `records` of the folder of data. What is told of them are numbers of
//! positions and of moves that the game tells by name ([`Measured`](yomi_core::Measured)). The `measure` is the share that
//! `holds` a legal move of a class (`moves = "trap", is = "1-3"`, perhaps `among = { rank = "1-16" }`), the `agreement` of an engine with the moves of the
//! records, the share of answers that engine `plays` of a class, or the mean `loss` in the eyes of the `judge`. The sweep is over
//! ranges of a number of positions (`sweep.name = "progress"`, values such as `"32-95"`), or over a variable of engines; `where` restricts
//! positions to ranges of other numbers. `clarity` is the gap between the judge's two best moves, in centipawns.
//!
//! `sizes` are those of the largest patterns that match around the legal moves of positions: of the first `games` ordinary test games
//! (`source = "records"` in a series) or of so many playouts from the empty board by the set itself
//! (`source = "playouts"`). With `sweep.name = "move"` the sweep is over moves, and what is measured is the mean size (1 where
//! nothing matches), or the share of the `size` of a series; with `sweep.name = "size"` it is the share of each size
//! before the `move` of the manifest.

mod calibration;
mod check;
mod experiment;
mod finding;
mod kind;
mod learning;
mod patterns;
mod positions;
mod raw;
mod sequential;
mod stage;
mod training;
mod values;

use crate::{LabError, Scale, Template, Variables};
pub(crate) use check::WEIGHTS;
pub use kind::{
    Beginning, Duel, Experiment, LearningMeasure, LearningSeries, PaperTable, PatternSeries,
    Quantity, Side, Stage, Thinker, Trail, TrainingSeries, Whose,
};
pub(crate) use positions::CLARITY;
pub use positions::{Condition, MoveClass, PositionExperiment, PositionMeasure, PositionSeries};
use serde::Serialize;
use yomi_stats::sprt::SprtParameters;

/// A paper: what the items of its folder belong to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paper {
    /// The name of its folder.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Who wrote it.
    pub authors: Vec<String>,
    /// Where it appeared.
    pub source: String,
    /// What it is about.
    pub summary: String,
    /// Other works the items refer to.
    pub references: Vec<String>,
}

impl Paper {
    /// Reads a `paper.toml`. `file` names the file in errors.
    pub fn parse(name: &str, file: &str, text: &str) -> Result<Paper, LabError> {
        check::paper(name, file, text)
    }
}

/// One experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Manifest {
    /// The file, for messages.
    pub file: String,
    /// Its heading.
    pub title: String,
    /// What the paper says.
    pub claim: String,
    /// What all randomness derives from.
    pub seed: u64,
    /// The confidence level of all intervals.
    pub confidence: f64,
    /// The game.
    pub game: Template,
    /// Whether the chi-square test of its scores against one half is reported.
    pub chi_square: bool,
    /// What is measured, and on whom.
    pub experiment: Experiment,
    /// The horizontal axis.
    pub sweep: Sweep,
    /// What is expected.
    pub findings: Vec<Finding>,
    /// From the smallest; every experiment has the quick one.
    scales: Vec<(Scale, Extent)>,
}

impl Manifest {
    /// Reads a manifest. `file` names the file in errors.
    pub fn parse(file: &str, text: &str) -> Result<Manifest, LabError> {
        check::manifest(file, text)
    }

    /// How much of the experiment is run at this scale, if it has it.
    pub fn extent(&self, scale: Scale) -> Option<&Extent> {
        let mut scales = self.scales.iter();
        scales
            .find(|(known, _)| *known == scale)
            .map(|(_, extent)| extent)
    }

    /// The scales it has.
    pub(crate) fn scale_words(&self) -> Vec<&'static str> {
        self.scales.iter().map(|(scale, _)| scale.word()).collect()
    }

    /// An error about one key of this manifest.
    pub(crate) fn error(&self, key: &str, problem: String) -> LabError {
        LabError::Manifest {
            file: self.file.clone(),
            key: key.to_owned(),
            problem,
        }
    }
}

/// The horizontal axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sweep {
    /// The variable that changes from point to point.
    pub name: String,
    /// The axis in words.
    pub label: String,
}

/// How much of an experiment is run.
#[derive(Clone, PartialEq, Debug)]
pub struct Extent {
    /// Pairs of games, searches, or games to learn from.
    pub size: u64,
    /// Who plays the games to learn from.
    pub teacher: Option<Template>,
    /// How many games there are to learn from, in trainings and in matches that teach networks.
    pub games: Option<u64>,
    /// How many simulations tell what a value should be.
    pub simulations: Option<u32>,
    /// How often a match is repeated, each time with evaluations learned anew.
    pub learnings: u64,
    /// The sequential test that may end a match before all its pairs are played.
    pub sprt: Option<SprtParameters>,
    /// The points of the sweep, in order.
    pub points: Vec<Point>,
}

/// One value of the sweep.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// The value of the sweep's variable, as text: what tells points apart.
    pub label: String,
    /// The same as a number, if it is one.
    pub number: Option<f64>,
    /// All variables at this point.
    pub variables: Variables,
}

/// Something that is expected of the result.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// In words.
    pub text: String,
    /// The curves it speaks of, by label.
    pub series: Vec<String>,
    /// The points it speaks of, by label; all if `None`.
    pub at: Option<Vec<String>>,
    /// What it is compared with; if nothing, the measured number itself is judged.
    pub than: Option<Than>,
    /// How many of the points must agree.
    pub rule: Rule,
    /// Where the true value (or difference) should lie.
    pub relation: Relation,
    /// The confidence level of its intervals; that of the manifest if `None`.
    pub confidence: Option<f64>,
    /// The paper's own number.
    pub paper: Option<f64>,
    /// Which number of the points is judged.
    pub of: Quantity,
    /// The words of the verdict if it is contradicted.
    pub if_contradicted: Option<String>,
}

/// The other side of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Than {
    /// The other curve; the same one if `None`.
    pub series: Option<String>,
    /// The other point; the same one if `None`.
    pub at: Option<String>,
}

/// How many of several points must agree with a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Every one.
    #[default]
    All,
    /// At least one.
    Any,
}

/// Where a true value should lie.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// Above this.
    Above(f64),
    /// Below this.
    Below(f64),
    /// Between these, both included.
    Between(f64, f64),
}

impl std::fmt::Display for Relation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Relation::Above(threshold) => write!(f, "> {threshold}"),
            Relation::Below(threshold) => write!(f, "< {threshold}"),
            Relation::Between(low, high) => write!(f, "{low} to {high}"),
        }
    }
}
