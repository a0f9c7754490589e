//! What a measurement says about an expectation.
//!
//! The interval decides, never the number alone. If every value the interval leaves possible is
//! as expected, the finding is *reproduced*; if none is, it is *contradicted*; else the data do
//! not tell yet, and it is *undecided*. For one point:
//!
//! | expected | reproduced | contradicted |
//! |---|---|---|
//! | above t | low > t | high <= t |
//! | below t | high < t | low >= t |
//! | between a and b | a <= low and high <= b | high < a or low > b |
//!
//! Over several points, under the rule *all* every point must be reproduced, and one that is
//! contradicted contradicts the whole; under *any* it is the other way round. A point that a finding
//! names and that was not measured at this scale counts as undecided.
//!
//! A match that a sequential test may end has its verdict from that test instead, because the interval of a
//! match that stops when it looks decided claims too much: *reproduced* if the test accepts that the score is
//! that of its second hypothesis (H1) rather than that of its first (H0, the threshold), *contradicted* if it is the other
//! way round, and *undecided* if all pairs were played without an answer. An advantage that is much smaller than that of H1 is
//! therefore called contradicted.
//!
//! Limits: each interval holds with the stated confidence by itself. Of twenty findings at 95 %,
//! one may be expected to get a wrong verdict by chance alone.

use crate::manifest::{Relation, Rule};
use serde::{Deserialize, Serialize};
use std::fmt;
use yomi_stats::sprt::SprtVerdict;

/// What the data say about an expectation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The interval lies where it should.
    Reproduced,
    /// The interval lies where it should not.
    Contradicted,
    /// The interval lies on both sides.
    Undecided,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Reproduced => "reproduced",
            Verdict::Contradicted => "contradicted",
            Verdict::Undecided => "undecided",
        })
    }
}

/// The verdict on one point whose true value lies in `low..=high`.
///
/// ```
/// use yomi_lab::{Relation, Verdict, judge};
/// assert_eq!(judge(Relation::Above(0.5), 0.51, 0.7), Verdict::Reproduced);
/// assert_eq!(judge(Relation::Above(0.5), 0.49, 0.7), Verdict::Undecided);
/// ```
pub fn judge(relation: Relation, low: f64, high: f64) -> Verdict {
    let (reproduced, contradicted) = match relation {
        Relation::Above(threshold) => (low > threshold, high <= threshold),
        Relation::Below(threshold) => (high < threshold, low >= threshold),
        Relation::Between(least, most) => {
            (least <= low && high <= most, high < least || low > most)
        }
    };
    match (reproduced, contradicted) {
        (true, _) => Verdict::Reproduced,
        (_, true) => Verdict::Contradicted,
        _ => Verdict::Undecided,
    }
}

/// The verdict of a sequential test of what is expected (H1) against the threshold (H0).
pub fn by_test(verdict: SprtVerdict) -> Verdict {
    match verdict {
        SprtVerdict::AcceptH1 => Verdict::Reproduced,
        SprtVerdict::AcceptH0 => Verdict::Contradicted,
        SprtVerdict::Continue => Verdict::Undecided,
    }
}

/// The verdict over several points.
pub fn combine(rule: Rule, verdicts: &[Verdict]) -> Verdict {
    let all = |wanted| !verdicts.is_empty() && verdicts.iter().all(|&v| v == wanted);
    let any = |wanted| verdicts.contains(&wanted);
    let (reproduced, contradicted) = match rule {
        Rule::All => (all(Verdict::Reproduced), any(Verdict::Contradicted)),
        Rule::Any => (any(Verdict::Reproduced), all(Verdict::Contradicted)),
    };
    match (reproduced, contradicted) {
        (true, _) => Verdict::Reproduced,
        (_, true) => Verdict::Contradicted,
        _ => Verdict::Undecided,
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict::{Contradicted, Reproduced, Undecided};
    use super::*;

    #[test]
    fn the_borders_of_every_relation() {
        let (above, below) = (Relation::Above(0.5), Relation::Below(0.5));
        let between = Relation::Between(0.4, 0.6);
        let next = f64::next_up;
        let before = f64::next_down;
        for (relation, low, high, expected) in [
            (above, next(0.5), 0.9, Reproduced),
            (above, 0.5, 0.9, Undecided),
            (above, 0.1, next(0.5), Undecided),
            (above, 0.1, 0.5, Contradicted),
            (above, 0.5, 0.5, Contradicted),
            (below, 0.1, before(0.5), Reproduced),
            (below, 0.1, 0.5, Undecided),
            (below, before(0.5), 0.9, Undecided),
            (below, 0.5, 0.9, Contradicted),
            (between, 0.4, 0.6, Reproduced),
            (between, before(0.4), 0.6, Undecided),
            (between, 0.4, next(0.6), Undecided),
            (between, 0.1, 0.4, Undecided),
            (between, 0.1, before(0.4), Contradicted),
            (between, 0.6, 0.9, Undecided),
            (between, next(0.6), 0.9, Contradicted),
            (between, 0.0, 1.0, Undecided),
        ] {
            assert_eq!(
                judge(relation, low, high),
                expected,
                "{relation:?} {low} {high}"
            );
        }
    }

    #[test]
    fn nothing_follows_from_not_a_number() {
        for relation in [
            Relation::Above(0.5),
            Relation::Below(0.5),
            Relation::Between(0.1, 0.9),
        ] {
            assert_eq!(judge(relation, f64::NAN, f64::NAN), Undecided);
        }
    }

    #[test]
    fn rules_over_several_points() {
        for (verdicts, all, any) in [
            (&[][..], Undecided, Undecided),
            (&[Reproduced], Reproduced, Reproduced),
            (&[Contradicted], Contradicted, Contradicted),
            (&[Undecided], Undecided, Undecided),
            (&[Reproduced, Undecided], Undecided, Reproduced),
            (&[Reproduced, Contradicted], Contradicted, Reproduced),
            (&[Undecided, Contradicted], Contradicted, Undecided),
            (&[Contradicted, Contradicted], Contradicted, Contradicted),
        ] {
            assert_eq!(combine(Rule::All, verdicts), all, "all of {verdicts:?}");
            assert_eq!(combine(Rule::Any, verdicts), any, "any of {verdicts:?}");
        }
    }
}
