//! What came out of an experiment, and what that says about what was expected.

use crate::manifest::{Finding, Rule, Than};
use crate::measurement::{Estimate, Observation};
use crate::plan::Plan;
use crate::verdict::{Verdict, combine, judge};
use crate::{LabError, Scale, Variables};
use serde::Serialize;

/// The result of one item.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ItemResult {
    /// `paper/item`.
    pub item: String,
    /// Its heading.
    pub title: String,
    /// How much of it was run.
    pub scale: Scale,
    /// What all randomness derived from.
    pub seed: u64,
    /// The confidence level of all intervals.
    pub confidence: f64,
    /// What the numbers are: "score", "share of right answers".
    pub measure: String,
    /// One row per curve and point.
    pub rows: Vec<Row>,
    /// What was expected, judged.
    pub findings: Vec<Judgement>,
}

/// One point of one curve.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The curve.
    pub series: String,
    /// The point of the sweep.
    pub point: String,
    /// The point as a number, if it is one.
    pub number: Option<f64>,
    /// All variables at this point.
    pub variables: Variables,
    /// What was observed.
    pub observation: Observation,
    /// The measured share.
    pub estimate: Estimate,
    /// The paper's number for it.
    pub paper: Option<f64>,
}

/// A finding and the verdict on it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judgement {
    /// What was expected, in words.
    pub text: String,
    /// Where the number should lie.
    pub expected: String,
    /// Whether the numbers are differences between two points.
    pub comparison: bool,
    /// How many of the points must agree.
    pub rule: Rule,
    /// The points it was judged by.
    pub points: Vec<JudgedPoint>,
    /// The paper's number.
    pub paper: Option<f64>,
    /// What the data say.
    pub verdict: Verdict,
}

/// One point of a finding.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JudgedPoint {
    /// The curve.
    pub series: String,
    /// The point of the sweep.
    pub point: String,
    /// What was measured there, or by how much more than at the other point.
    pub estimate: Estimate,
    /// What that says.
    pub verdict: Verdict,
}

impl ItemResult {
    /// Judges what was observed in the cells of a plan, in their order.
    pub(crate) fn of(plan: &Plan, observations: Vec<Observation>) -> Result<ItemResult, LabError> {
        let manifest = plan.manifest();
        let mut rows = Vec::new();
        for (cell, observation) in plan.cells.iter().zip(observations) {
            let paper = manifest
                .findings
                .iter()
                .find(|finding| {
                    finding.paper.is_some()
                        && finding.than.is_none()
                        && speaks_of(finding, &cell.label, &cell.point.label)
                })
                .and_then(|finding| finding.paper);
            rows.push(Row {
                series: cell.label.clone(),
                point: cell.point.label.clone(),
                number: cell.point.number,
                variables: cell.point.variables.clone(),
                estimate: observation.estimate(manifest.confidence)?,
                observation,
                paper,
            });
        }
        let findings = manifest
            .findings
            .iter()
            .map(|finding| judgement(finding, &rows))
            .collect();
        Ok(ItemResult {
            item: plan.item.path(),
            title: manifest.title.clone(),
            scale: plan.scale,
            seed: plan.seed,
            confidence: manifest.confidence,
            measure: manifest.experiment.measure().to_owned(),
            rows,
            findings,
        })
    }

    /// How many findings got this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.findings
            .iter()
            .filter(|finding| finding.verdict == verdict)
            .count()
    }
}

fn speaks_of(finding: &Finding, series: &str, point: &str) -> bool {
    let at = finding
        .at
        .as_ref()
        .is_none_or(|at| at.iter().any(|label| label == point));
    at && finding.series.iter().any(|label| label == series)
}

fn judgement(finding: &Finding, rows: &[Row]) -> Judgement {
    let points: Vec<JudgedPoint> = rows
        .iter()
        .filter(|row| speaks_of(finding, &row.series, &row.point))
        .filter_map(|row| {
            let estimate = match &finding.than {
                None => row.estimate,
                Some(than) => row.estimate.minus(&other_side(than, row, rows)?.estimate),
            };
            Some(JudgedPoint {
                series: row.series.clone(),
                point: row.point.clone(),
                estimate,
                verdict: judge(finding.relation, estimate.low, estimate.high),
            })
        })
        .collect();
    let verdicts: Vec<Verdict> = points.iter().map(|point| point.verdict).collect();
    Judgement {
        text: finding.text.clone(),
        expected: expected(finding),
        comparison: finding.than.is_some(),
        rule: finding.rule,
        points,
        paper: finding.paper,
        verdict: combine(finding.rule, &verdicts),
    }
}

/// What a row is compared with, if that was measured; never the row itself.
fn other_side<'a>(than: &Than, row: &Row, rows: &'a [Row]) -> Option<&'a Row> {
    let series = than.series.as_ref().unwrap_or(&row.series);
    let point = than.at.as_ref().unwrap_or(&row.point);
    let same = *series == row.series && *point == row.point;
    rows.iter()
        .find(|other| !same && other.series == *series && other.point == *point)
}

fn expected(finding: &Finding) -> String {
    let Some(than) = &finding.than else {
        return finding.relation.to_string();
    };
    let other = match (&than.series, &than.at) {
        (Some(series), Some(at)) => format!("{series} at {at}"),
        (Some(series), None) => series.clone(),
        (None, Some(at)) => format!("at {at}"),
        (None, None) => String::new(),
    };
    format!("{} compared with {other}", finding.relation)
}
