//! A finding as reports show it: words, numbers, and the picture of its intervals.

use super::document::Key;
use super::picture::{Bar, Picture};
use super::wording::{NOTHING, counted, interval, optional, percent, signed};
use crate::manifest::{Manifest, Rule};
use crate::result::{JudgedPoint, Judgement};
use crate::{Estimate, Verdict, significance};
use yomi_arena::TestStanding;
use yomi_stats::elo::score_from_elo;
use yomi_stats::sprt::SprtVerdict;

const UNMEASURED: &str = "not measured at this scale";

/// A finding, ready to be set.
pub struct FindingView {
    pub key: Key,
    /// What was expected, in words.
    pub text: String,
    /// Where the number should lie.
    pub expected: String,
    /// The paper's number, or nothing.
    pub paper: String,
    pub verdict: Verdict,
    /// The verdict in words.
    pub words: String,
    /// The name of the sweep, which the points are points of.
    pub sweep: String,
    /// The confidence of the intervals, in percent.
    pub confidence: String,
    pub points: Vec<PointView>,
    /// The points it names that were not measured.
    pub unmeasured: Vec<String>,
    /// The intervals against the threshold; nothing where none was measured.
    pub picture: Option<Picture>,
}

/// One point of a finding.
pub struct PointView {
    pub series: String,
    pub point: String,
    /// What was measured, or that nothing was.
    pub value: String,
    /// Its interval, or nothing.
    pub interval: String,
    /// The p-value, or nothing.
    pub p: String,
    /// What the sequential test says, or nothing.
    pub test: String,
    pub verdict: Verdict,
    /// Which bar of the picture it is.
    pub bar: Option<usize>,
    number: f64,
}

impl FindingView {
    /// The finding `number`, counted from 1, of the item whose key is given.
    pub fn new(item: &str, number: usize, finding: &Judgement, manifest: &Manifest) -> FindingView {
        let decimals = manifest.experiment.decimals();
        let several = finding.points.len() > 1;
        let mut bars = Vec::new();
        let mut points = Vec::new();
        for point in &finding.points {
            let mut view = PointView::new(point, finding.comparison, decimals);
            if point.estimate.value.is_finite() {
                view.bar = Some(bars.len());
                let place = several.then(|| format!("{}, {}", point.series, point.point));
                bars.push(Bar::new(point, place, finding.comparison, decimals));
            }
            points.push(view);
        }
        let shares = manifest.experiment.measures_shares() && !finding.comparison;
        let picture = Picture::new(finding.relation, finding.paper, bars, shares);
        FindingView {
            key: finding_key(item, number),
            text: finding.text.clone(),
            expected: expected(finding, manifest),
            paper: optional(finding.paper, decimals),
            verdict: finding.verdict,
            words: finding.verdict_text(),
            sweep: manifest.sweep.name.clone(),
            confidence: percent(finding.confidence),
            points,
            unmeasured: finding.unmeasured.clone(),
            picture,
        }
    }

    /// What was measured in one line: of several points their range.
    pub fn in_brief(&self) -> String {
        let unmeasured = match self.unmeasured.len() {
            0 => String::new(),
            missing => format!("; {} {UNMEASURED}", counted(missing, "point")),
        };
        let measured = match &self.points[..] {
            [] => return UNMEASURED.to_owned(),
            [point] => point.in_words(),
            points => {
                let known = || points.iter().filter(|point| point.number.is_finite());
                let of = |a: &&PointView, b: &&PointView| a.number.total_cmp(&b.number);
                match (known().min_by(of), known().max_by(of)) {
                    (Some(least), Some(most)) => {
                        let range = match least.value == most.value {
                            true => least.value.clone(),
                            false => format!("{} to {}", least.value, most.value),
                        };
                        format!("{range} at {}", counted(known().count(), "point"))
                    }
                    _ => NOTHING.to_owned(),
                }
            }
        };
        format!("{measured}{unmeasured}")
    }

    /// What was measured, a line for each point; with the names of the points where there are several.
    pub fn in_full(&self) -> Vec<String> {
        let Some(first) = self.points.first() else {
            return vec![UNMEASURED.to_owned()];
        };
        if self.points.len() == 1 && self.unmeasured.is_empty() {
            return vec![first.in_words()];
        }
        let one_series = (self.points.iter()).all(|point| point.series == first.series);
        let measured = self.points.iter().map(|point| {
            let series = match one_series {
                true => String::new(),
                false => format!("{}, ", point.series),
            };
            format!("{series}{}: {}", point.point, point.in_words())
        });
        let missing = self.unmeasured.iter();
        let missing = missing.map(|point| format!("{point}: {UNMEASURED}"));
        measured.chain(missing).collect()
    }
}

impl PointView {
    fn new(point: &JudgedPoint, is_difference: bool, decimals: usize) -> PointView {
        let Estimate { value, .. } = point.estimate;
        let known = !value.is_nan();
        PointView {
            series: point.series.clone(),
            point: point.point.clone(),
            value: match known {
                true => signed(value, is_difference, decimals),
                false => NOTHING.to_owned(),
            },
            interval: interval(&point.estimate, is_difference, decimals),
            p: (point.p.filter(|_| known)).map_or_else(String::new, significance::shown),
            test: (point.test.as_ref().filter(|_| known)).map_or_else(String::new, decision),
            verdict: point.verdict,
            bar: None,
            number: value,
        }
    }

    /// 0.917 (0.723 to 0.979), p = 0.0007
    fn in_words(&self) -> String {
        let mut words = self.value.clone();
        if !self.interval.is_empty() {
            words.push_str(&format!(" ({})", self.interval));
        }
        if !self.p.is_empty() {
            words.push_str(&format!(", {}", self.p));
        }
        if !self.test.is_empty() {
            words.push_str(&format!("; {}", self.test));
        }
        words
    }
}

/// The key of a finding of an item, counted from 1.
pub fn finding_key(item: &str, number: usize) -> Key {
    format!("{item}/finding-{number}")
}

/// Where the number should lie, at how many of the points, and with which confidence.
fn expected(finding: &Judgement, manifest: &Manifest) -> String {
    let named = match finding.points.len() {
        0 => 0,
        measured => measured + finding.unmeasured.len(),
    };
    let mut expected = match (named, finding.rule) {
        (0 | 1, _) => finding.expected.clone(),
        (_, Rule::All) => format!("{} at all of these", finding.expected),
        (_, Rule::Any) => format!("{} at one of these", finding.expected),
    };
    if finding.confidence != manifest.confidence {
        let confidence = percent(finding.confidence);
        expected.push_str(&format!(", with {confidence} % confidence"));
    }
    expected
}

/// What a sequential test says.
fn decision(test: &TestStanding) -> String {
    let pairs = test.pairs;
    let accepted = |elo: f64| {
        let score = score_from_elo(elo);
        format!("sequential test: {score:.3} accepted after {pairs} pairs")
    };
    match test.status.verdict {
        SprtVerdict::AcceptH0 => accepted(test.parameters.elo0),
        SprtVerdict::AcceptH1 => accepted(test.parameters.elo1),
        SprtVerdict::Continue => format!("sequential test: undecided after {pairs} pairs"),
    }
}
