//! Jobs as data.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt;
use yomi_core::checksum::fnv1a_128;

/// A description that determines its result: game, engines, position, seed.
///
/// The JSON and the program are enough to run the job on any machine at any time, with the same result
/// (as far as engines are deterministic). So a file is named together with the hash of its contents,
/// and the member `job` of the JSON names the kind of job, which must be unique.
pub trait Job: Serialize + DeserializeOwned {
    /// The result: one line of a journal.
    type Output: Serialize + DeserializeOwned;

    /// The id: the same for the same JSON, in every run and version, independent of the order of
    /// members.
    ///
    /// Jobs are plain data: keys are texts and no type refuses to be written, so that this
    /// cannot fail.
    fn id(&self) -> JobId {
        let value = serde_json::to_value(self).expect("plain data is always writable as JSON");
        JobId::of(&value)
    }
}

/// The id of a job: a hash of its JSON with the members of objects in the order of their names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct JobId(u128);

impl JobId {
    /// The id of a job with this description.
    ///
    /// ```
    /// use serde_json::json;
    /// use yomi_run::JobId;
    /// let id = JobId::of(&json!({"b": 1, "a": [true, null, "\n"]}));
    /// assert_eq!(id, JobId::of(&json!({"a": [true, null, "\n"], "b": 1})));
    /// assert_eq!(id.to_string(), "ebd3eba6f53f433bffe0ce421065aece");
    /// ```
    pub fn of(description: &Value) -> JobId {
        let mut text = String::new();
        canonical(description, &mut text);
        JobId(fnv1a_128(text.as_bytes()))
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// JSON without blanks and with sorted members. Written here, since the order in which `serde_json`
/// writes them depends on a feature that any crate of a program may switch on.
fn canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by_key(|(name, _)| *name);
            list(text, ['{', '}'], sorted, |(name, value), text| {
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                canonical(value, text);
            });
        }
        Value::Array(values) => list(text, ['[', ']'], values, canonical),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            text.push_str(&value.to_string());
        }
    }
}

fn list<T>(
    text: &mut String,
    [open, close]: [char; 2],
    items: impl IntoIterator<Item = T>,
    write: impl Fn(T, &mut String),
) {
    text.push(open);
    for (place, item) in items.into_iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        write(item, text);
    }
    text.push(close);
}
