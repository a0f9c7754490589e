//! The numbers of a figure, for other programs.

use crate::ItemResult;
use crate::measurement::Observation;
use crate::plan::Plan;

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
    head.extend(match result.rows.first().map(|row| &row.observation) {
        Some(Observation::Decision { .. }) => vec!["right".to_owned()],
        Some(Observation::Trace { .. } | Observation::Sample { .. }) => Vec::new(),
        Some(Observation::Training { .. }) => {
            vec!["train_positions".to_owned(), "variance".to_owned()]
        }
        _ => [
            "wins",
            "draws",
            "losses",
            "first_wins",
            "first_draws",
            "first_losses",
            "second_wins",
            "second_draws",
            "second_losses",
            "pairs_0",
            "pairs_half",
            "pairs_1",
            "pairs_1_half",
            "pairs_2",
        ]
        .map(str::to_owned)
        .to_vec(),
    });
    let mut text = line(&head);
    for row in &result.rows {
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
        match &row.observation {
            Observation::Match {
                tally,
                first,
                second,
                pairs,
                ..
            } => {
                for tally in [tally, first, second] {
                    fields.extend([tally.wins, tally.draws, tally.losses].map(|n| n.to_string()));
                }
                fields.extend(pairs.counts.map(|n| n.to_string()));
            }
            Observation::Trace { .. } | Observation::Sample { .. } => {}
            Observation::Training {
                train_positions,
                variance,
                ..
            } => fields.extend([train_positions.to_string(), shown(*variance)]),
            Observation::Decision { right, .. } => fields.push(right.to_string()),
        }
        text.push_str(&line(&fields));
    }
    text
}

/// A number; nothing where nothing was measured.
fn shown(number: f64) -> String {
    match number.is_nan() {
        true => String::new(),
        false => number.to_string(),
    }
}

/// Everything in the result.
pub fn json(result: &ItemResult) -> String {
    // Text keys only and no type that can refuse: the two ways in which this could fail.
    let mut text =
        serde_json::to_string_pretty(result).expect("plain data is always writable as JSON");
    text.push('\n');
    text
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
