//! The numbers of a figure, for other programs.

use crate::estimate::average;
use crate::measurement::Observation;
use crate::plan::Plan;
use crate::{ItemResult, Row};
use serde::Serialize as _;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};
use std::io::{Result, Write};

/// One line per curve and point.
pub fn csv(plan: &Plan, result: &ItemResult) -> String {
    let sweep = &plan.manifest().sweep.name;
    let others: Vec<&String> = plan
        .points()
        .first()
        .map(|point| {
            point
                .variables
                .keys()
                .filter(|name| *name != sweep)
                .collect()
        })
        .unwrap_or_default();
    let mut head = vec!["series".to_owned(), sweep.clone()];
    head.extend(others.iter().map(|name| (*name).clone()));
    head.extend(["count", "value", "low", "high", "paper"].map(str::to_owned));
    // A series that plays with nothing learned may stand beside one that is repeated over learnings.
    let details: Vec<Vec<Detail>> = result.rows.iter().map(|row| details(row)).collect();
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in details.iter().flatten() {
        if !names.contains(name) {
            names.push(name);
        }
    }
    head.extend(names.iter().map(|name| (*name).to_owned()));
    let mut text = line(&head);
    for (row, details) in result.rows.iter().zip(details) {
        let mut fields = vec![row.series.clone(), row.point.clone()];
        fields.extend(
            others
                .iter()
                .map(|name| row.variables.get(*name).cloned().unwrap_or_default()),
        );
        fields.push(row.observation.count().to_string());
        let estimate = row.estimate;
        fields.extend([estimate.value, estimate.low, estimate.high].map(shown));
        fields.push(
            row.paper
                .map(|number| number.to_string())
                .unwrap_or_default(),
        );
        let number_of = |name: &&str| {
            let found = details.iter().find(|(known, _)| known == name);
            found.map(|(_, number)| number.clone()).unwrap_or_default()
        };
        fields.extend(names.iter().map(number_of));
        text.push_str(&line(&fields));
    }
    text
}

/// A column and what stands in it.
type Detail = (&'static str, String);

/// What some rows have and others have not.
fn details(row: &Row) -> Vec<Detail> {
    let mut details = of_kind(row);
    if let Some(test) = &row.chi_square {
        details.push(("chi_square", shown(test.statistic)));
        details.push(("chi_square_p", shown(test.p_value)));
    }
    if let Some(test) = row.observation.test() {
        details.push(("sprt_pairs", test.pairs.to_string()));
        details.push(("sprt_llr", shown(test.status.llr)));
    }
    details
}

/// What one kind of observation has and others have not.
fn of_kind(row: &Row) -> Vec<Detail> {
    match &row.observation {
        Observation::Match {
            tally,
            first,
            second,
            pairs,
            ..
        } => {
            let games = [
                (["wins", "draws", "losses"], tally),
                (["first_wins", "first_draws", "first_losses"], first),
                (["second_wins", "second_draws", "second_losses"], second),
            ];
            let games = games.into_iter().flat_map(|(names, tally)| {
                let counts = [tally.wins, tally.draws, tally.losses];
                names.into_iter().zip(counts)
            });
            let names = [
                "pairs_0",
                "pairs_half",
                "pairs_1",
                "pairs_1_half",
                "pairs_2",
            ];
            let pairs = names.into_iter().zip(pairs.counts);
            let both = games.chain(pairs);
            both.map(|(name, count)| (name, count.to_string()))
                .collect()
        }
        Observation::Repeated { scores, .. } => {
            let scores: Vec<String> = scores.iter().map(|&score| shown(score)).collect();
            vec![("scores", scores.join(" "))]
        }
        Observation::Trace { .. } | Observation::Sample { .. } => Vec::new(),
        Observation::Positions { games, .. } => vec![("games", games.to_string())],
        Observation::Training {
            train_positions,
            variance,
            ..
        } => vec![
            ("train_positions", train_positions.to_string()),
            ("variance", shown(*variance)),
        ],
        Observation::Preference { text, gained, .. } => vec![
            ("move", text.clone()),
            ("gained", shown(gained.unwrap_or(f64::NAN))),
        ],
        Observation::Calibration { claimed, realised } => vec![
            ("claimed", shown(average(claimed))),
            ("realised", shown(average(realised))),
        ],
        Observation::Foretold {
            mean_rank,
            log_likelihood,
            not_0_9,
            ..
        } => vec![
            ("mean_rank", shown(*mean_rank)),
            ("log_likelihood", shown(*log_likelihood)),
            ("not_0_9", shown(*not_0_9)),
        ],
        Observation::Decision { right, .. } => vec![("right", right.to_string())],
    }
}

/// A number; nothing where nothing was measured.
fn shown(number: f64) -> String {
    match number.is_nan() {
        true => String::new(),
        false => number.to_string(),
    }
}

/// Everything in the result: a line for each member of an object, lists in a line of their own.
pub fn json(result: &ItemResult) -> String {
    let mut text = Vec::new();
    let mut writer = Serializer::with_formatter(&mut text, Listed::default());
    // Text keys only and no type that can refuse: the two ways in which this could fail.
    let written = result.serialize(&mut writer);
    written.expect("plain data is always writable as JSON");
    text.push(b'\n');
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// JSON whose objects take a line for each member, and whose lists stay in one: a sample may have thousands of numbers.
#[derive(Default)]
struct Listed {
    objects: PrettyFormatter<'static>,
}

impl Formatter for Listed {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.objects.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.objects.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.objects.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.objects.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.objects.end_object_value(writer)
    }
}

/// Numbers of a sample with six significant digits: thousands of them are on file.
pub(crate) fn to_six_digits<S: serde::Serializer>(
    sample: &[f64],
    writer: S,
) -> std::result::Result<S::Ok, S::Error> {
    let rounded = |number: &f64| format!("{number:.5e}").parse().unwrap_or(*number);
    writer.collect_seq(sample.iter().map(rounded))
}

fn line(fields: &[String]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
    fields.join(",") + "\n"
}

/// RFC 4180: quotes around a field that holds a comma, a quote or a line break.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn fields_with_commas_and_quotes_are_quoted() {
        let fields = ["plain", "a, b", "say \"x\""].map(str::to_owned);
        assert_eq!(super::line(&fields), "plain,\"a, b\",\"say \"\"x\"\"\"\n");
    }
}
