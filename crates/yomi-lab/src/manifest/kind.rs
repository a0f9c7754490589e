//! The kinds of experiments, each with what a curve of it is.

use super::{PositionExperiment, PositionMeasure};
use crate::Template;
use serde::Serialize;
use std::collections::BTreeMap;
use yomi_arena::Openings;
use yomi_stats::score::Tally;

/// What is measured.
#[derive(Clone, PartialEq, Debug)]
pub enum Experiment {
    /// The score of an engine against an opponent, over colour-swapped pairs.
    Match {
        /// The evaluations that are learned first, by the names of the variables that stand for their
        /// weights.
        evaluations: BTreeMap<String, Template>,
        /// The curves.
        series: Vec<Duel>,
    },
    /// The points of the players by the number of moves played, over colour-swapped pairs.
    Trace {
        /// Where games begin.
        openings: Openings,
        /// The curves.
        series: Vec<Trail>,
    },
    /// The share of searches of one position that find a right move.
    Decision {
        /// The moves that lead to the position.
        moves: Vec<String>,
        /// The moves that are right there.
        right: Vec<String>,
        /// The curves.
        series: Vec<Thinker>,
    },
    /// The error of a network on test positions, by the number of moves made.
    Training {
        /// The curves.
        series: Vec<TrainingSeries>,
    },
    /// What the learning of an evaluation is like: by the number of updates, or by its settings.
    Learning {
        /// Which number of it.
        measure: LearningMeasure,
        /// Whether the sweep counts updates.
        counts_updates: bool,
        /// The curves.
        series: Vec<LearningSeries>,
    },
    /// The probabilities of the moves that an engine prefers in a position, by rank.
    Preferences {
        /// The position, where moves alone do not lead to it.
        position: Option<String>,
        /// The moves that lead from there to the one that is asked about.
        moves: Vec<String>,
        /// The curves.
        series: Vec<Thinker>,
    },
    /// By how much the values that engines claim exceed what comes of their moves.
    Calibration {
        /// Who tells what comes of a move.
        judge: Template,
        /// The curves.
        series: Vec<Thinker>,
    },
    /// How well sets of patterns foretell the moves of test games.
    Foretelling {
        /// The curves.
        series: Vec<PatternSeries>,
    },
    /// How large the patterns are that match.
    Sizes {
        /// The move before which one looks, where the sweep is over sizes.
        at_move: Option<usize>,
        /// The curves.
        series: Vec<PatternSeries>,
    },
    /// What holds in positions of records, or is answered there.
    Positions(Box<PositionExperiment>),
    /// The error of a learned evaluation against simulations, by the number of moves made.
    Accuracy {
        /// The curves.
        series: Vec<LearningSeries>,
    },
}

impl Experiment {
    /// The labels of the curves, in order.
    pub fn labels(&self) -> Vec<&str> {
        match self {
            Experiment::Match { series, .. } => series.iter().map(|s| s.label.as_str()).collect(),
            Experiment::Trace { series, .. } => series.iter().map(|s| s.label.as_str()).collect(),
            Experiment::Decision { series, .. }
            | Experiment::Calibration { series, .. }
            | Experiment::Preferences { series, .. } => {
                series.iter().map(|s| s.label.as_str()).collect()
            }
            Experiment::Training { series } => series.iter().map(|s| s.label.as_str()).collect(),
            Experiment::Foretelling { series } | Experiment::Sizes { series, .. } => {
                series.iter().map(|s| s.label.as_str()).collect()
            }
            Experiment::Positions(positions) => {
                let series = positions.series.iter();
                series.map(|s| s.label.as_str()).collect()
            }
            Experiment::Learning { series, .. } | Experiment::Accuracy { series } => {
                series.iter().map(|s| s.label.as_str()).collect()
            }
        }
    }

    /// What networks are taught, in the order of the curves that have one.
    pub fn taught(&self) -> Vec<&TrainingSeries> {
        match self {
            Experiment::Match { series, .. } => {
                series.iter().filter_map(|s| s.taught.as_ref()).collect()
            }
            Experiment::Training { series } => series.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Whether what is measured lies between 0 and 1.
    pub fn measures_shares(&self) -> bool {
        match self {
            Experiment::Match { .. } | Experiment::Decision { .. } => true,
            Experiment::Positions(positions) => positions.measure != PositionMeasure::Loss,
            _ => false,
        }
    }

    /// Whether the points of a curve are looks at one and the same thing, which is therefore
    /// played or trained once.
    pub fn shares_points(&self) -> bool {
        match self {
            Experiment::Match { .. }
            | Experiment::Decision { .. }
            | Experiment::Calibration { .. } => false,
            Experiment::Trace { .. }
            | Experiment::Training { .. }
            | Experiment::Preferences { .. }
            | Experiment::Foretelling { .. }
            | Experiment::Sizes { .. }
            | Experiment::Accuracy { .. } => true,
            Experiment::Learning { counts_updates, .. } => *counts_updates,
            Experiment::Positions(positions) => positions.binned_by.is_some(),
        }
    }

    /// How many decimals the measured numbers are worth.
    pub(crate) fn decimals(&self) -> usize {
        match self {
            Experiment::Training { .. } => 5,
            Experiment::Learning {
                measure: LearningMeasure::Change,
                ..
            } => 5,
            _ => 3,
        }
    }

    /// The vertical axis, in words.
    pub fn measure(&self) -> &'static str {
        match self {
            Experiment::Match { .. } => "score",
            Experiment::Trace { .. } => "points",
            Experiment::Decision { .. } => "share of right answers",
            Experiment::Training { .. } => "mean squared error",
            Experiment::Learning { measure, .. } => match measure {
                LearningMeasure::Weight => "weight",
                LearningMeasure::Change => "relative change of a weight by an update",
                LearningMeasure::Time => "relative processor time",
            },
            Experiment::Accuracy { .. } => "mean absolute error",
            Experiment::Positions(positions) => match positions.measure {
                PositionMeasure::Holds => "share of positions",
                PositionMeasure::Agreement => "share of the records' moves",
                PositionMeasure::Plays => "share of answers",
                PositionMeasure::Loss => "value lost",
            },
            Experiment::Calibration { .. } => "claimed less realised value",
            Experiment::Preferences { .. } => "probability",
            Experiment::Foretelling { .. } => "match rate",
            Experiment::Sizes {
                at_move: Some(_), ..
            } => "share of matches",
            Experiment::Sizes { series, .. } => match series.iter().all(|one| one.size.is_some()) {
                true => "share of matches",
                false => "mean size of matches",
            },
        }
    }

    /// What one observation is called.
    pub fn unit(&self) -> &'static str {
        match self {
            Experiment::Match { .. } | Experiment::Trace { .. } => "pairs",
            Experiment::Decision { .. } => "runs",
            Experiment::Training { .. } => "games",
            Experiment::Learning { .. } => "runs",
            Experiment::Accuracy { .. } => "games",
            Experiment::Calibration { .. } | Experiment::Positions(_) => "positions",
            Experiment::Preferences { .. } => "ranking",
            Experiment::Foretelling { .. } | Experiment::Sizes { .. } => "games",
        }
    }
}

/// A curve of a match: who plays whom.
#[derive(Clone, PartialEq, Debug)]
pub struct Duel {
    /// Its name in the legend.
    pub label: String,
    /// Whose score is measured.
    pub engine: Template,
    /// Whom it plays.
    pub opponent: Template,
    /// Where its games begin.
    pub beginning: Beginning,
    /// Which part of them is played, if not all.
    pub stage: Option<Stage>,
    /// What the paper counted.
    pub paper: Option<PaperTable>,
    /// The network that is taught for it, if any.
    pub taught: Option<TrainingSeries>,
}

/// Where games begin.
#[derive(Clone, PartialEq, Debug)]
pub enum Beginning {
    /// After openings.
    Openings(Openings),
    /// Where games on record do, or their openings: the file of this name in the folder of data.
    Records(String),
}

/// A stage of games: the engines meet there and nowhere else.
#[derive(Clone, PartialEq, Debug)]
pub struct Stage {
    /// The number of positions that tells how far a game has come.
    pub number: String,
    /// Openings are cut where the number first is at least this.
    pub from: Option<f64>,
    /// From where on somebody else plays for both sides, and who.
    pub to: Option<(f64, Template)>,
}

/// A number of a point that a finding can judge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Quantity {
    /// What the experiment measures.
    #[default]
    Measure,
    /// The score of the games in which the engine of a match moves first.
    First,
    /// Of those in which it moves second.
    Second,
    /// The share of drawn games in a match.
    Draws,
    /// The variance of the test values of a training: the error of guessing their mean.
    Variance,
    /// What the engine of a calibration claims.
    Claimed,
    /// What comes of its move.
    Realised,
    /// The points that a preferred move gains.
    Gain,
    /// The mean rank of the moves played.
    Rank,
    /// The mean logarithm of their probability.
    Likelihood,
    /// Of the moves held for at least 90 % sure, the share that was not played.
    NotSure,
}

/// Games as the paper counted them, from the point of view of the curve's engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PaperTable {
    /// The point of the sweep, by label; the only one there is if `None`.
    #[serde(skip)]
    pub at: Option<String>,
    /// Those in which the engine moved first.
    pub first: Tally,
    /// Those in which it moved second.
    pub second: Tally,
}

impl PaperTable {
    /// Points per game, both sides weighing alike, as they do in pairs of games.
    pub fn score(&self) -> f64 {
        let rate = |tally: &Tally| tally.rate().unwrap_or(0.5);
        (rate(&self.first) + rate(&self.second)) / 2.0
    }

    /// The share of drawn games.
    pub fn draws(&self) -> Option<f64> {
        let games = self.first.games() + self.second.games();
        (games > 0).then(|| (self.first.draws + self.second.draws) as f64 / games as f64)
    }
}

/// A curve of a trace: whose points, in which games.
#[derive(Clone, PartialEq, Debug)]
pub struct Trail {
    /// Its name in the legend.
    pub label: String,
    /// Who plays.
    pub engine: Template,
    /// Whom it plays.
    pub opponent: Template,
    /// In which games.
    pub side: Side,
    /// Whose points.
    pub whose: Whose,
}

/// The games in which an engine has a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Side {
    /// Those in which it moves first.
    First,
    /// Those in which it moves second.
    Second,
    /// All.
    #[default]
    Both,
}

/// Whose points a curve shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Whose {
    /// The engine's.
    #[default]
    Engine,
    /// The opponent's.
    Opponent,
}

/// A curve where engines are asked and play nobody: who is asked.
#[derive(Clone, PartialEq, Debug)]
pub struct Thinker {
    /// Its name in the legend.
    pub label: String,
    /// Who is asked.
    pub engine: Template,
}

/// A number of the learning of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LearningMeasure {
    /// The mean weight of a group of features.
    Weight,
    /// The mean relative change of the weights of a group by an update.
    Change,
    /// Processor time, relative to that of another evaluation.
    Time,
}

/// A curve of a learning or of the accuracy of what was learned.
#[derive(Clone, PartialEq, Debug)]
pub struct LearningSeries {
    /// Its name in the legend.
    pub label: String,
    /// What is learned.
    pub evaluation: Template,
    /// Whose weights.
    pub group: Option<String>,
    /// Whose processor time is 1.
    pub relative_to: Option<Template>,
}

/// A curve of a set of patterns.
#[derive(Clone, PartialEq, Debug)]
pub struct PatternSeries {
    /// Its name in the legend.
    pub label: String,
    /// What is learned.
    pub patterns: Template,
    /// Whether the positions are those of test games, or else of playouts by the set itself.
    pub of_records: bool,
    /// The size whose share is measured, if it is not the mean size.
    pub size: Option<usize>,
}

/// A curve of a training: what is taught, and from which games.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingSeries {
    /// Its name in the legend.
    pub label: String,
    /// What is taught.
    pub network: Template,
    /// The least and the most random moves at the beginning of the games.
    pub random_moves: [u32; 2],
}
