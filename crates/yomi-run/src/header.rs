//! The first line of a journal, and its comparison with the run to be resumed.

use crate::JournalError;
use crate::line::{unsealed, without_place};
use serde::Serialize;
use serde_json::Value;
use std::path::Path;

/// The first line of a journal: everything that decides what its results are.
///
/// A run is resumed only on a journal with an equal header.
pub trait Header: Serialize + Sized {
    /// The field that identifies the kind of file; its value is the version of the format.
    const FORMAT: &'static str;
    /// The version written and read here.
    const VERSION: u64;
    /// The word for such a file in messages: `match record`.
    const KIND: &'static str;
    /// The word for a line of it: `game record`.
    const RESULT: &'static str;
    /// The word for the run: `contest`.
    const RUN: &'static str;
    /// Fields that are left out rather than written as `null`.
    const OPTIONAL: &'static [&'static str] = &[];
    /// Fields that are derived from others, and are compared last.
    const DERIVED: &'static [&'static str] = &[];

    /// A message for a field that differs, in place of the general one.
    fn difference(field: &str, found: &Value, expected: &Value) -> Option<String> {
        let _ = (field, found, expected);
        None
    }

    /// The header that an earlier run, which this one only makes longer, would have had, if the one
    /// found may be it. If the two are equal, the file is replaced by one with the new header and
    /// the same results.
    fn shorter(&self, found: &Value) -> Option<Self> {
        let _ = found;
        None
    }
}

/// How the run of a journal and the one at hand are related.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kinship {
    /// They are the same.
    Same,
    /// The journal's is the same, only shorter.
    Shorter,
}

fn not_a_journal<H: Header>(path: &Path, reason: String) -> JournalError {
    JournalError::NotAJournal {
        path: path.to_owned(),
        kind: H::KIND,
        reason,
    }
}

/// The error for a file without a complete header.
pub(crate) fn torn<H: Header>(path: &Path) -> JournalError {
    not_a_journal::<H>(path, "it has no complete first line".to_owned())
}

/// The header as plain JSON, so that another version can be distinguished from a file that is no
/// journal; and whether it has a checksum.
pub(crate) fn parse<H: Header>(path: &Path, line: &[u8]) -> Result<(Value, bool), JournalError> {
    let (json, has_checksum) = unsealed(line).map_err(|reason| JournalError::BadLine {
        path: path.to_owned(),
        line: 1,
        reason,
    })?;
    let value: Value = serde_json::from_slice(&json).map_err(|error| {
        let reason = without_place(&error);
        not_a_journal::<H>(path, format!("line 1 is not JSON ({reason})"))
    })?;
    match value.get(H::FORMAT) {
        None => Err(not_a_journal::<H>(
            path,
            format!("line 1 has no field '{}'", H::FORMAT),
        )),
        Some(version) if version.as_u64() == Some(H::VERSION) => Ok((value, has_checksum)),
        Some(version) => Err(JournalError::Version {
            path: path.to_owned(),
            kind: H::KIND,
            found: version.to_string(),
            expected: H::VERSION,
        }),
    }
}

/// How the header found is related to the one expected; an error names the first field in which
/// they differ.
pub(crate) fn compare<H: Header>(
    path: &Path,
    found: &Value,
    header: &H,
) -> Result<Kinship, JournalError> {
    match header.shorter(found) {
        None => same(path, found, header).map(|()| Kinship::Same),
        Some(shorter) => same(path, found, &shorter).map(|()| Kinship::Shorter),
    }
}

fn same<H: Header>(path: &Path, found: &Value, header: &H) -> Result<(), JournalError> {
    // Through text and back, so that both sides have gone through the same conversions.
    let expected: Value = serde_json::to_string(header)
        .and_then(|text| serde_json::from_str(&text))
        .map_err(|error| JournalError::io(path, "compare")(error.into()))?;
    let fields = |value: &Value| -> Vec<String> {
        value
            .as_object()
            .map(|map| map.keys().cloned().collect())
            .unwrap_or_default()
    };
    let mut names = fields(&expected);
    names.extend(fields(found));
    names.sort_by_key(|name| H::DERIVED.contains(&name.as_str()));
    match names
        .iter()
        .find(|name| found.get(name) != expected.get(name))
    {
        None => Ok(()),
        Some(name) => Err(JournalError::HeaderDiffers {
            path: path.to_owned(),
            run: H::RUN,
            field: name.clone(),
            difference: difference::<H>(name, found.get(name), expected.get(name)),
        }),
    }
}

/// How a field differs, in words.
fn difference<H: Header>(field: &str, found: Option<&Value>, expected: Option<&Value>) -> String {
    let optional = H::OPTIONAL.contains(&field);
    let [found, expected] =
        [found, expected].map(|value| value.or(optional.then_some(&Value::Null)));
    let (found, expected) = match (found, expected) {
        (None, _) => return format!("its {field} is missing"),
        (_, None) => return format!("it has a field '{field}', which no {} has", H::KIND),
        (Some(found), Some(expected)) => (found, expected),
    };
    if let Some(said) = H::difference(field, found, expected) {
        return said;
    }
    if H::DERIVED.contains(&field) {
        return format!("its {field} does not belong to the rest of its first line");
    }
    if let (Some(found), Some(expected)) = (plain(found), plain(expected)) {
        return format!("its {field} is {found}, this {}'s is {expected}", H::RUN);
    }
    let verb = match field.ends_with('s') {
        true => "differ",
        false => "differs",
    };
    format!("its {field} {verb} from this {}'s", H::RUN)
}

/// A value that reads well in a sentence.
fn plain(value: &Value) -> Option<String> {
    /// A list of a few numbers, say.
    const SHORT: usize = 40;
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Null => Some("none".to_owned()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Array(_) => Some(value.to_string()).filter(|text| text.len() <= SHORT),
        Value::Object(_) => None,
    }
}
