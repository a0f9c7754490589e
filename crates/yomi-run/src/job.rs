//! What is to be done, as data.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt;
use yomi_core::checksum::fnv1a_128;

/// A description from which everything follows: game, engines, position, seed.
///
/// Whoever has its JSON and the program can do it, anywhere and at any time, and gets the same result
/// (as far as engines are deterministic). So it holds no file's name without the hash of what is in it, and its JSON
/// names its kind: a member `job`, which no other kind of job has the same.
pub trait Job: Serialize + DeserializeOwned {
    /// What comes of it: one line of a journal.
    type Output: Serialize + DeserializeOwned;

    /// Its name: the same for the same JSON, in every run and version, whatever the order of its members.
    ///
    /// Jobs are plain data: keys are texts and no type refuses to be written, so that this
    /// cannot fail.
    fn id(&self) -> JobId {
        let value = serde_json::to_value(self).expect("plain data is always writable as JSON");
        JobId::of(&value)
    }
}

/// The name of a job: a hash of its JSON with the members of objects in the order of their names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct JobId(u128);

impl JobId {
    /// The name of a job with this description.
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
