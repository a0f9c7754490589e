//! Values that may take several shapes: points of a sweep, thresholds, one or many names.

use super::{Point, Relation, raw::RawRelation};
use crate::template::is_variable;
use toml::Value;

/// The most characters a value of a sweep may have.
const VALUE_LENGTH: usize = 200;

/// One value as text, with the number it stands for if it is one.
pub fn scalar(value: &Value) -> Result<(String, Option<f64>), String> {
    match value {
        Value::Integer(number) => Ok((number.to_string(), Some(*number as f64))),
        Value::Float(number) if !number.is_finite() => {
            Err(format!("{number} is no value: expected a finite number"))
        }
        Value::Float(number) => bounded(number.to_string()).map(|text| (text, Some(*number))),
        Value::String(text) if text.trim().is_empty() => {
            Err("the text is empty: expected a number or a text".to_owned())
        }
        Value::String(text) if text.chars().any(char::is_control) => Err(format!(
            "{text:?} holds control characters: expected one line of text"
        )),
        Value::String(text) => bounded(text.clone()).map(|text| (text, None)),
        Value::Boolean(switch) => Ok((switch.to_string(), None)),
        other => Err(format!(
            "found {}, expected a number or a text",
            described(other)
        )),
    }
}

fn bounded(text: String) -> Result<String, String> {
    if text.len() > VALUE_LENGTH {
        return Err(format!(
            "the value is {} characters long: expected at most {VALUE_LENGTH}",
            text.len()
        ));
    }
    Ok(text)
}

/// A point of a sweep over `name`: a value, or a table of variables among which is `name`.
pub fn point(value: &Value, name: &str) -> Result<Point, String> {
    let Value::Table(table) = value else {
        let (label, number) = scalar(value)?;
        let variables = [(name.to_owned(), label.clone())].into();
        return Ok(Point {
            label,
            number,
            variables,
        });
    };
    let own = table
        .get(name)
        .ok_or_else(|| format!("the table lacks the sweep's own variable '{name}'"))?;
    let (label, number) = scalar(own)?;
    let mut variables = crate::Variables::new();
    for (key, value) in table {
        if !is_variable(key) {
            return Err(format!(
                "'{key}' is no variable: expected a name of letters, digits and '_'"
            ));
        }
        let (text, _) = scalar(value).map_err(|problem| format!("{key}: {problem}"))?;
        variables.insert(key.clone(), text);
    }
    Ok(Point {
        label,
        number,
        variables,
    })
}

/// One text, or several.
pub fn texts(value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::String(text) => Ok(vec![text.clone()]),
        Value::Array(items) if !items.is_empty() => items
            .iter()
            .map(|item| match item {
                Value::String(text) => Ok(text.clone()),
                other => Err(format!("found {}, expected a text", described(other))),
            })
            .collect(),
        Value::Array(_) => Err("the list is empty: expected at least one text".to_owned()),
        other => Err(format!(
            "found {}, expected a text or a list of texts",
            described(other)
        )),
    }
}

/// Between what a number must lie.
#[derive(Clone, Copy)]
pub struct Bounds {
    least: f64,
    most: f64,
}

impl Bounds {
    pub const SHARES: Bounds = Bounds {
        least: 0.0,
        most: 1.0,
    };
    pub const DIFFERENCES: Bounds = Bounds {
        least: -1.0,
        most: 1.0,
    };
    /// Any finite number.
    pub const NONE: Bounds = Bounds {
        least: f64::NEG_INFINITY,
        most: f64::INFINITY,
    };

    pub fn check(self, number: f64) -> Result<f64, String> {
        if number.is_finite() && (self.least..=self.most).contains(&number) {
            return Ok(number);
        }
        Err(format!("found {number}, expected {self}"))
    }
}

impl std::fmt::Display for Bounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.most.is_finite() {
            true => write!(f, "a number from {} to {}", self.least, self.most),
            false => f.write_str("a finite number"),
        }
    }
}

/// A relation with its threshold. Thresholds that everything or nothing satisfies are errors.
pub fn relation(word: &RawRelation, threshold: &Value, bounds: Bounds) -> Result<Relation, String> {
    let number = |value| number(value, bounds);
    match (word, threshold) {
        (RawRelation::Between, Value::Array(bounds)) => match bounds.as_slice() {
            [low, high] => {
                let (low, high) = (number(low)?, number(high)?);
                if low >= high {
                    return Err(format!("{low} is not below {high}: expected [low, high]"));
                }
                Ok(Relation::Between(low, high))
            }
            _ => Err(format!(
                "{} bounds, expected two: [low, high]",
                bounds.len()
            )),
        },
        (RawRelation::Between, other) => Err(format!(
            "found {}, expected [low, high] for 'between'",
            described(other)
        )),
        (RawRelation::Above, value) => match number(value)? {
            threshold if threshold == bounds.most => {
                Err(format!("nothing measured here can be above {threshold}"))
            }
            threshold => Ok(Relation::Above(threshold)),
        },
        (RawRelation::Below, value) => match number(value)? {
            threshold if threshold == bounds.least => {
                Err(format!("nothing measured here can be below {threshold}"))
            }
            threshold => Ok(Relation::Below(threshold)),
        },
    }
}

fn number(value: &Value, bounds: Bounds) -> Result<f64, String> {
    match value {
        Value::Integer(number) => bounds.check(*number as f64),
        Value::Float(number) => bounds.check(*number),
        other => Err(format!("found {}, expected {bounds}", described(other))),
    }
}

fn described(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "a text",
        Value::Integer(_) | Value::Float(_) => "a number",
        Value::Boolean(_) => "true or false",
        Value::Datetime(_) => "a date",
        Value::Array(_) => "a list",
        Value::Table(_) => "a table",
    }
}
