//! What came out of an experiment, and what that says about what was expected.

use crate::estimate::Estimate;
use crate::manifest::{Experiment, Finding, PaperTable, Quantity, Relation, Rule, Than};
use crate::measurement::Observation;
use crate::plan::{Cell, Plan};
use crate::signature::Signed;
use crate::significance::p_value;
use crate::verdict::{Verdict, by_test, combine, judge};
use crate::{LabError, Scale, Variables};
use serde::Serialize;
use yomi_arena::TestStanding;
use yomi_stats::hypothesis::ChiSquareTest;

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
    /// What the numbers are: "score", "points", "share of right answers",
    /// "mean squared error".
    pub measure: String,
    /// One row per curve and point.
    pub rows: Vec<Row>,
    /// What was expected, judged.
    pub findings: Vec<Judgement>,
    /// The engines and networks it rests on, signed.
    pub engines: Vec<Signed>,
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
    /// The measured number.
    pub estimate: Estimate,
    /// The chi-square test of the score of a match, where the manifest asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chi_square: Option<ChiSquareTest>,
    /// The paper's number for it.
    pub paper: Option<f64>,
    /// The paper's games, by who moved first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paper_games: Option<PaperTable>,
    /// The file name of the record it was read off, of several matches that of the first; rows of a
    /// trace may share one.
    pub record: String,
}

/// A finding and the verdict on it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judgement {
    /// What was expected, in words.
    pub text: String,
    /// Where the number should lie, in words.
    pub expected: String,
    /// The same as a threshold or two.
    pub relation: Relation,
    /// Whether the numbers are differences between two points.
    pub comparison: bool,
    /// How many of the points must agree.
    pub rule: Rule,
    /// The points it was judged by.
    pub points: Vec<JudgedPoint>,
    /// The points it names that were not measured at this scale.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmeasured: Vec<String>,
    /// The paper's number.
    pub paper: Option<f64>,
    /// The confidence level of its intervals.
    pub confidence: f64,
    /// What the data say.
    pub verdict: Verdict,
    /// The verdict in words, where the manifest qualifies it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qualified: Option<String>,
}

impl Judgement {
    /// The verdict in words.
    pub fn verdict_text(&self) -> String {
        let words = self.qualified.clone();
        words.unwrap_or_else(|| self.verdict.to_string())
    }
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
    /// How likely numbers at least as far from the threshold are if it is the true value, to
    /// either side; not for a relation with two thresholds, nor for trainings, nor for matches that end
    /// when they are decided. See [`significance`](crate::significance).
    pub p: Option<f64>,
    /// The sequential test that gives the verdict, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<TestStanding>,
    /// What that says.
    pub verdict: Verdict,
}

impl ItemResult {
    /// Judges what was observed in the cells of a plan, in their order.
    pub(crate) fn of(
        plan: &Plan,
        observations: Vec<Observation>,
        engines: Vec<Signed>,
    ) -> Result<ItemResult, LabError> {
        let manifest = plan.manifest();
        let mut rows = Vec::new();
        for (cell, observation) in plan.cells.iter().zip(observations) {
            let paper_games = paper_games(plan, cell).cloned();
            rows.push(Row {
                series: cell.label.clone(),
                point: cell.point.label.clone(),
                number: cell.point.number,
                variables: cell.point.variables.clone(),
                estimate: observation.estimate(manifest.confidence)?,
                chi_square: match manifest.chi_square {
                    true => observation.chi_square()?,
                    false => None,
                },
                observation,
                paper: paper_games
                    .as_ref()
                    .map(PaperTable::score)
                    .or_else(|| paper_number(plan, cell)),
                paper_games,
                record: cell.record.clone(),
            });
        }
        let findings = manifest
            .findings
            .iter()
            .map(|finding| judgement(finding, &rows, manifest.confidence))
            .collect::<Result<_, _>>()?;
        Ok(ItemResult {
            item: plan.item.path(),
            title: manifest.title.clone(),
            scale: plan.scale,
            seed: plan.seed,
            confidence: manifest.confidence,
            measure: manifest.experiment.measure().to_owned(),
            rows,
            findings,
            engines,
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

/// The paper's own number for a cell, if a finding gives it.
fn paper_number(plan: &Plan, cell: &Cell) -> Option<f64> {
    let findings = plan.manifest().findings.iter();
    findings
        .filter(|finding| finding.than.is_none())
        .filter(|finding| speaks_of(finding, &cell.label, &cell.point.label))
        .find_map(|finding| finding.paper)
}

/// The paper's games for a cell, if its series gives them.
fn paper_games<'a>(plan: &'a Plan, cell: &Cell) -> Option<&'a PaperTable> {
    let Experiment::Match { series, .. } = &plan.manifest().experiment else {
        return None;
    };
    let table = series.get(cell.series)?.paper.as_ref()?;
    let here = |at: &String| *at == cell.point.label;
    table.at.as_ref().is_none_or(here).then_some(table)
}

fn speaks_of(finding: &Finding, series: &str, point: &str) -> bool {
    let at = finding
        .at
        .as_ref()
        .is_none_or(|at| at.iter().any(|label| label == point));
    at && finding.series.iter().any(|label| label == series)
}

fn judgement(finding: &Finding, rows: &[Row], usual: f64) -> Result<Judgement, LabError> {
    let confidence = finding.confidence.unwrap_or(usual);
    let mut points = Vec::new();
    // The number a finding without one of its own speaks of, if there is just one.
    let mut papers = Vec::new();
    for row in rows {
        if !speaks_of(finding, &row.series, &row.point) {
            continue;
        }
        let other = match &finding.than {
            None => None,
            Some(than) => match other_side(than, row, rows) {
                None => continue,
                other => other,
            },
        };
        let measured = |level: f64| match other {
            None => row.observation.quantity(finding.of, level),
            Some(other) => {
                let paired = row.record == other.record;
                row.observation
                    .minus(&other.observation, finding.of, paired, level)
            }
        };
        let estimate = measured(confidence)?;
        let p = match finding.relation {
            Relation::Above(threshold) | Relation::Below(threshold)
                if row.observation.has_every_level()
                    && row.observation.test().is_none()
                    && !estimate.value.is_nan() =>
            {
                Some(p_value(threshold, measured)?)
            }
            _ => None,
        };
        points.push(JudgedPoint {
            series: row.series.clone(),
            point: row.point.clone(),
            estimate,
            p,
            test: row.observation.test().copied(),
            verdict: match row.observation.test() {
                Some(test) => by_test(test.status.verdict),
                None => judge(finding.relation, estimate.low, estimate.high),
            },
        });
        papers.push(paper_quantity(finding.of, row).filter(|_| other.is_none()));
    }
    let unmeasured = unmeasured(finding, rows);
    // What was not measured is as open as what was measured too roughly.
    let measured = points.iter().map(|point| point.verdict);
    let verdicts: Vec<Verdict> = measured
        .chain(unmeasured.iter().map(|_| Verdict::Undecided))
        .collect();
    let verdict = combine(finding.rule, &verdicts);
    let qualified = finding.if_contradicted.clone();
    Ok(Judgement {
        text: finding.text.clone(),
        expected: expected(finding),
        relation: finding.relation,
        comparison: finding.than.is_some(),
        rule: finding.rule,
        points,
        unmeasured,
        paper: finding.paper.or(match papers[..] {
            [paper] => paper,
            _ => None,
        }),
        confidence,
        verdict,
        qualified: qualified.filter(|_| verdict == Verdict::Contradicted),
    })
}

/// The points that a finding names, to judge or to compare with, and that no row has.
fn unmeasured(finding: &Finding, rows: &[Row]) -> Vec<String> {
    let compared = finding.than.as_ref().and_then(|than| than.at.as_ref());
    let named = finding.at.iter().flatten().chain(compared);
    let missing = named.filter(|label| rows.iter().all(|row| row.point != **label));
    missing.cloned().collect()
}

/// The paper's number for what a finding judges.
fn paper_quantity(of: Quantity, row: &Row) -> Option<f64> {
    let games = row.paper_games.as_ref();
    match of {
        Quantity::Measure => row.paper,
        Quantity::First => games?.first.rate(),
        Quantity::Second => games?.second.rate(),
        Quantity::Draws => games?.draws(),
        Quantity::Variance
        | Quantity::Claimed
        | Quantity::Realised
        | Quantity::Gain
        | Quantity::Rank
        | Quantity::Likelihood
        | Quantity::NotSure => None,
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
    let of = match finding.of {
        Quantity::Measure => "",
        Quantity::First => ", moving first",
        Quantity::Second => ", moving second",
        Quantity::Draws => " of the games drawn",
        Quantity::Variance => ", guessing the mean",
        Quantity::Claimed => " as claimed",
        Quantity::Realised => " as realised",
        Quantity::Gain => " points gained",
        Quantity::Rank => ", mean rank",
        Quantity::Likelihood => ", mean log-likelihood",
        Quantity::NotSure => ", Not0.9",
    };
    let Some(than) = &finding.than else {
        return format!("{}{of}", finding.relation);
    };
    let other = match (&than.series, &than.at) {
        (Some(series), Some(at)) => format!("{series} at {at}"),
        (Some(series), None) => series.clone(),
        (None, Some(at)) => format!("at {at}"),
        (None, None) => String::new(),
    };
    format!("{}{of} compared with {other}", finding.relation)
}
