//! How reports write numbers.

use crate::Estimate;

/// What is said where nothing was measured.
pub const NOTHING: &str = "no test positions";

/// A number, or nothing where there is none.
pub fn optional(number: Option<f64>, decimals: usize) -> String {
    number
        .filter(|number| !number.is_nan())
        .map(|number| format!("{number:.decimals$}"))
        .unwrap_or_default()
}

/// 0.433; a difference always with its sign.
pub fn signed(number: f64, is_difference: bool, decimals: usize) -> String {
    match is_difference {
        false => format!("{number:.decimals$}"),
        true => format!("{number:+.decimals$}"),
    }
}

/// The interval of an estimate, or nothing where there is none.
pub fn interval(estimate: &Estimate, is_difference: bool, decimals: usize) -> String {
    match estimate.low.is_nan() {
        true => String::new(),
        false => format!(
            "{} to {}",
            signed(estimate.low, is_difference, decimals),
            signed(estimate.high, is_difference, decimals)
        ),
    }
}

/// 95 for 0.95, without the noise of binary fractions.
pub fn percent(confidence: f64) -> String {
    let text = format!("{:.2}", confidence * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// 1 experiment, 2 experiments.
pub fn counted(count: usize, thing: &str) -> String {
    if count == 1 {
        format!("1 {thing}")
    } else {
        format!("{count} {thing}s")
    }
}

/// With a capital letter.
pub fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + characters.as_str()
    })
}

/// What stands in a column of p-values: 0.0007 for "p = 0.0007", < 0.0001 for "p < 0.0001".
pub fn p_number(words: &str) -> &str {
    let number = words.strip_prefix("p ").unwrap_or(words);
    number.strip_prefix("= ").unwrap_or(number)
}
