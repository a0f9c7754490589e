//! The first line of a record among those of other runs: how it differs, and which match is the same
//! but for its length.

use crate::record::{Header, VERSION};
use serde_json::Value;

impl yomi_run::Header for Header {
    const FORMAT: &'static str = "yomi_match";
    const VERSION: u64 = VERSION;
    const KIND: &'static str = "match record";
    const RESULT: &'static str = "game record";
    const RUN: &'static str = "contest";
    const OPTIONAL: &'static [&'static str] =
        &["judge", "resign", "handover", "cpu_time", "sprt_of_points"];
    const DERIVED: &'static [&'static str] = &["fingerprint"];

    fn difference(field: &str, found: &Value, expected: &Value) -> Option<String> {
        match field {
            "participants" => participants(found, expected),
            "game_details" => details("its game", found, expected),
            _ => None,
        }
    }

    /// Only the number of pairs may have grown.
    fn shorter(&self, found: &Value) -> Option<Header> {
        let pairs = usize::try_from(found.get("pairs")?.as_u64()?).ok()?;
        let header = Header {
            pairs,
            ..self.clone()
        };
        (1..self.pairs).contains(&pairs).then(|| header.sealed())
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
        let only = mine.iter().filter(|part| !others.contains(part));
        only.map(String::as_str).collect::<Vec<&str>>().join(", ")
    };
    let (there, here) = (only(&there, &here), only(&here, &there));
    Some(match (there.as_str(), here.as_str()) {
        ("", here) => format!("{who} lacks {here}, which this contest's has"),
        (there, "") => format!("{who} has {there}, which this contest's lacks"),
        (there, here) => format!("{who} has {there}, where this contest's has {here}"),
    })
}
