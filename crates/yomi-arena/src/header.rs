//! The first line of a record: is it one, and is it that of this contest?

use crate::ArenaError;
use crate::record::{Header, VERSION};
use serde_json::Value;
use std::path::Path;

/// How the contest of a record and the one to be played are related.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kinship {
    /// They are the same.
    Same,
    /// The record's is the same with fewer pairs.
    Shorter,
}

fn not_a_record(path: &Path, reason: String) -> ArenaError {
    ArenaError::NotARecord {
        path: path.to_owned(),
        reason,
    }
}

/// The error for a file without a complete header.
pub(crate) fn torn(path: &Path) -> ArenaError {
    not_a_record(path, "it has no complete first line".to_owned())
}

/// What a parser of one line of JSON said, without the place: it counts lines within the one that
/// it was given, which says nothing about the file.
pub fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.rfind(" at line ") {
        Some(end) if error.line() > 0 => message[..end].to_owned(),
        _ => message,
    }
}

/// The header as plain JSON, so that another version can be told from no record at all.
pub(crate) fn parse(path: &Path, bytes: &[u8]) -> Result<Value, ArenaError> {
    let value: Value = serde_json::from_slice(bytes).map_err(|error| {
        let reason = without_place(&error);
        not_a_record(path, format!("line 1 is not JSON ({reason})"))
    })?;
    match value.get("yomi_match") {
        None => Err(not_a_record(
            path,
            "line 1 has no field 'yomi_match'".to_owned(),
        )),
        Some(version) if version.as_u64() == Some(VERSION) => Ok(value),
        Some(version) => Err(ArenaError::Version {
            path: path.to_owned(),
            found: version.to_string(),
            expected: VERSION,
        }),
    }
}

/// How the header found is related to that of the contest; an error names the first field in
/// which they differ.
pub(crate) fn compare(path: &Path, found: &Value, header: &Header) -> Result<Kinship, ArenaError> {
    let shorter = found
        .get("pairs")
        .and_then(Value::as_u64)
        .and_then(|pairs| usize::try_from(pairs).ok())
        .filter(|pairs| (1..header.pairs).contains(pairs));
    let Some(pairs) = shorter else {
        return same(path, found, header).map(|()| Kinship::Same);
    };
    let header = Header {
        pairs,
        ..header.clone()
    };
    same(path, found, &header.sealed()).map(|()| Kinship::Shorter)
}

fn same(path: &Path, found: &Value, header: &Header) -> Result<(), ArenaError> {
    // Through text and back, so that both sides have gone through the same conversions.
    let expected: Value = serde_json::from_str(&header.to_line())
        .map_err(|error| not_a_record(path, error.to_string()))?;
    let fields = |value: &Value| -> Vec<String> {
        value
            .as_object()
            .map(|map| map.keys().cloned().collect())
            .unwrap_or_default()
    };
    let mut names = fields(&expected);
    names.extend(fields(found));
    // The fingerprint differs whenever anything does, and says the least about what.
    names.sort_by_key(|name| name == "fingerprint");
    match names
        .iter()
        .find(|name| found.get(name) != expected.get(name))
    {
        None => Ok(()),
        Some(name) => Err(ArenaError::HeaderDiffers {
            path: path.to_owned(),
            field: name.clone(),
            difference: difference(name, found.get(name), expected.get(name)),
        }),
    }
}

/// How a field differs, in words.
fn difference(field: &str, found: Option<&Value>, expected: Option<&Value>) -> String {
    // What a contest may lack is left out of its header rather than written as none.
    let optional = ["judge", "resign", "cpu_time"].contains(&field);
    let [found, expected] =
        [found, expected].map(|value| value.or(optional.then_some(&Value::Null)));
    let said = match (found, expected) {
        (None, _) => return format!("its {field} is missing"),
        (_, None) => return format!("it has a field '{field}', which no record has"),
        (Some(found), Some(expected)) => match field {
            "participants" => participants(found, expected),
            "game_details" => details("its game", found, expected),
            "fingerprint" => {
                return "its fingerprint does not belong to the rest of its first line".to_owned();
            }
            _ => None,
        }
        .or_else(|| {
            let [found, expected] = [plain(found)?, plain(expected)?];
            Some(format!(
                "its {field} is {found}, this contest's is {expected}"
            ))
        }),
    };
    let verb = if field.ends_with('s') {
        "differ"
    } else {
        "differs"
    };
    said.unwrap_or_else(|| format!("its {field} {verb} from this contest's"))
}

/// A value that reads well in a sentence.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Null => Some("none".to_owned()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Array(_) | Value::Object(_) => None,
    }
}

fn participants(found: &Value, expected: &Value) -> Option<String> {
    let names = |value: &Value| -> Option<Vec<String>> {
        value
            .as_array()?
            .iter()
            .map(|entry| Some(entry.get("name")?.as_str()?.to_owned()))
            .collect()
    };
    let (there, here) = (names(found)?, names(expected)?);
    if there != here {
        let [there, here] = [there, here].map(|names| names.join(", "));
        return Some(format!(
            "its participants are {there}; this contest's are {here}"
        ));
    }
    let pairs = found.as_array()?.iter().zip(expected.as_array()?);
    let (x, y) = pairs.into_iter().find(|(x, y)| x != y)?;
    let who = format!("its participant {}", x.get("name")?.as_str()?);
    details(&who, x.get("details")?, y.get("details")?)
}

/// The settings that only one of two specifications has.
fn details(who: &str, found: &Value, expected: &Value) -> Option<String> {
    let parts = |text: &'_ Value| -> Option<Vec<String>> {
        Some(
            text.as_str()?
                .split([',', ':'])
                .map(str::to_owned)
                .collect(),
        )
    };
    let (there, here) = (parts(found)?, parts(expected)?);
    let only = |mine: &[String], others: &[String]| {
        let only: Vec<&str> = mine
            .iter()
            .filter(|part| !others.contains(part))
            .map(String::as_str)
            .collect();
        match only.as_slice() {
            [] => "nothing else".to_owned(),
            _ => only.join(", "),
        }
    };
    Some(format!(
        "{who} has {}, where this contest's has {}",
        only(&there, &here),
        only(&here, &there)
    ))
}
