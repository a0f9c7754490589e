//! The shape of the files, before anything is checked.
//!
//! Unknown keys are errors everywhere. Where a key takes several shapes the value is kept as TOML
//! and read in [`super::values`], whose errors say more than a parser's "no variant matched".

use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawPaper {
    pub title: String,
    #[serde(default)]
    pub authors: Vec<String>,
    #[serde(default)]
    pub source: String,
    #[serde(default)]
    pub summary: String,
    #[serde(default)]
    pub references: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawManifest {
    pub title: String,
    pub claim: String,
    pub kind: RawKind,
    pub game: String,
    pub seed: u64,
    #[serde(default = "usual_confidence")]
    pub confidence: f64,
    pub sweep: RawSweep,
    pub openings: Option<RawOpenings>,
    pub moves: Option<Vec<String>>,
    pub right: Option<Vec<String>>,
    pub measure: Option<RawMeasure>,
    pub judge: Option<String>,
    pub position: Option<String>,
    pub records: Option<String>,
    #[serde(rename = "where")]
    pub conditions: Option<BTreeMap<String, String>>,
    #[serde(rename = "move")]
    pub at_move: Option<u64>,
    #[serde(default)]
    pub chi_square: bool,
    #[serde(default)]
    pub evaluations: BTreeMap<String, String>,
    #[serde(default)]
    pub series: Vec<RawSeries>,
    pub scale: RawScales,
    #[serde(default)]
    pub finding: Vec<RawFinding>,
}

fn usual_confidence() -> f64 {
    0.95
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum RawKind {
    Match,
    Trace,
    Decision,
    Training,
    Learning,
    Accuracy,
    Calibration,
    Preferences,
    Foretelling,
    Sizes,
    Positions,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub enum RawMeasure {
    Weight,
    Change,
    Time,
    Holds,
    Agreement,
    Plays,
    Loss,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawSweep {
    pub name: String,
    pub label: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawOpenings {
    pub plies: Option<u64>,
    pub list: Option<Vec<String>>,
    pub records: Option<String>,
    #[serde(default)]
    pub largest: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawStage {
    pub number: String,
    pub from: Option<f64>,
    pub to: Option<f64>,
    pub finisher: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawSeries {
    pub label: String,
    pub engine: Option<String>,
    pub opponent: Option<String>,
    pub openings: Option<RawOpenings>,
    pub stage: Option<RawStage>,
    pub network: Option<String>,
    pub random_moves: Option<Vec<u64>>,
    pub evaluation: Option<String>,
    pub group: Option<String>,
    pub relative_to: Option<String>,
    pub side: Option<RawSide>,
    pub points: Option<RawWhose>,
    pub paper: Option<RawTable>,
    pub patterns: Option<String>,
    pub source: Option<RawSource>,
    pub size: Option<u64>,
    pub moves: Option<String>,
    pub is: Option<String>,
    pub among: Option<BTreeMap<String, String>>,
    #[serde(rename = "where")]
    pub conditions: Option<BTreeMap<String, String>>,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum RawSource {
    Records,
    Playouts,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub enum RawSide {
    First,
    Second,
    Both,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub enum RawWhose {
    Engine,
    Opponent,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawTable {
    pub at: Option<Value>,
    pub first: Vec<u64>,
    pub second: Vec<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawScales {
    pub quick: RawExtent,
    pub standard: Option<RawExtent>,
    pub paper: Option<RawExtent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawExtent {
    pub pairs: Option<u64>,
    pub runs: Option<u64>,
    pub games: Option<u64>,
    pub positions: Option<u64>,
    pub simulations: Option<u64>,
    pub learnings: Option<u64>,
    #[serde(default)]
    pub with: BTreeMap<String, Value>,
    pub teacher: Option<String>,
    pub sprt: Option<RawSprt>,
    pub values: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawSprt {
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: f64,
    pub beta: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawFinding {
    pub text: String,
    pub series: Value,
    pub at: Option<Vec<Value>>,
    #[serde(default)]
    pub rule: RawRule,
    pub relation: RawRelation,
    pub threshold: Option<Value>,
    pub than: Option<RawThan>,
    pub confidence: Option<f64>,
    pub paper: Option<f64>,
    pub of: Option<RawQuantity>,
    pub if_contradicted: Option<String>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub enum RawQuantity {
    First,
    Second,
    Draws,
    Variance,
    Claimed,
    Realised,
    Gain,
    Rank,
    Likelihood,
    #[serde(rename = "not0.9")]
    NotSure,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawThan {
    pub series: Option<String>,
    pub at: Option<Value>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
pub enum RawRule {
    #[default]
    All,
    Any,
}

#[derive(Deserialize)]
pub enum RawRelation {
    #[serde(rename = ">")]
    Above,
    #[serde(rename = "<")]
    Below,
    #[serde(rename = "between")]
    Between,
}
