//! What a program offers to be set: its `option` lines.
//!
//! `option name LimitDepth type spin default 10 min 4 max 10`. Programs pass over options that they
//! do not have, and over values that they cannot use, often without a word; a match would then
//! measure something else than it says. So what is to be set is first held against what is offered.

use std::collections::BTreeMap;

/// Options that every program may be given, though not every program lists them.
const COMMON: &str = "USI_";

/// What a program said that can be set.
#[derive(Debug, Default)]
pub(super) struct Offer(BTreeMap<String, Kind>);

/// The values that an option takes.
#[derive(PartialEq, Eq, Debug)]
enum Kind {
    /// Whole numbers from the first to the second.
    Number(i64, i64),
    /// `true` or `false`.
    Switch,
    /// One of these words.
    Choice(Vec<String>),
    /// None at all.
    Button,
    /// Any text, or a type that is not known here.
    Anything,
}

impl Offer {
    /// Takes note of an `option` line; one that cannot be read is passed over.
    pub fn add(&mut self, line: &str) {
        if let Some((name, kind)) = read(line) {
            self.0.insert(name, kind);
        }
    }

    /// Why this cannot be set, if it cannot: what follows the program's name in a message.
    pub fn objection(&self, name: &str, value: Option<&str>) -> Option<String> {
        let Some(kind) = self.0.get(name) else {
            if name.starts_with(COMMON) {
                return None;
            }
            let known: Vec<&str> = self.0.keys().map(String::as_str).collect();
            return Some(format!(
                "has no option '{name}'; it has: {}",
                known.join(", ")
            ));
        };
        let expected = kind.expectation(value)?;
        Some(match value {
            Some(value) => format!("cannot set '{name}' to '{value}': expected {expected}"),
            None => format!("cannot set '{name}' to nothing: expected {expected}"),
        })
    }
}

impl Kind {
    /// What would have done, if this value does not.
    fn expectation(&self, value: Option<&str>) -> Option<String> {
        let fits = |good: bool, expected: String| (!good).then_some(expected);
        match (self, value) {
            (Kind::Button, value) => fits(value.is_none(), "no value: it is a button".to_owned()),
            (Kind::Number(least, most), value) => {
                let number: Option<i64> = value.and_then(|text| text.parse().ok());
                let good = number.is_some_and(|number| (*least..=*most).contains(&number));
                fits(good, format!("a whole number from {least} to {most}"))
            }
            (Kind::Switch, value) => {
                let good = matches!(value, Some("true" | "false"));
                fits(good, "true or false".to_owned())
            }
            (Kind::Choice(words), value) => {
                let good = value.is_some_and(|value| words.iter().any(|word| word == value));
                fits(good, format!("one of {}", words.join(", ")))
            }
            (Kind::Anything, value) => fits(value.is_some(), "a text".to_owned()),
        }
    }
}

/// Names and defaults may hold blanks: a name ends at the word `type`, a choice at the next `var`.
fn read(line: &str) -> Option<(String, Kind)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["option", "name", rest @ ..] = words.as_slice() else {
        return None;
    };
    let end = rest.iter().position(|word| *word == "type")?;
    let (name, rest) = (rest[..end].join(" "), &rest[end + 1..]);
    let (kind, details) = rest.split_first()?;
    let bound = |key: &str| {
        let pair = details.windows(2).rfind(|pair| pair[0] == key)?;
        pair[1].parse::<i64>().ok()
    };
    let kind = match *kind {
        "spin" => Kind::Number(
            bound("min").unwrap_or(i64::MIN),
            bound("max").unwrap_or(i64::MAX),
        ),
        "check" => Kind::Switch,
        "combo" => {
            let choices = details.split(|word| *word == "var").skip(1);
            Kind::Choice(choices.map(|words| words.join(" ")).collect())
        }
        "button" => Kind::Button,
        _ => Kind::Anything,
    };
    (!name.is_empty()).then_some((name, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_held_against_what_is_offered() {
        let mut offer = Offer::default();
        for line in [
            "option name LimitDepth type spin default 10 min 4 max 10",
            "option name Skill Level type spin default 20 min -20 max 20",
            "option name Clear Hash type button",
            "option name Book type check default true",
            "option name Style type combo default Solid var Solid var Very Risky",
            "option name Book File type string default <empty>",
            "option name Loose type spin",
            "option name Odd type filename default x",
            "option nonsense",
            "option name type spin",
            "option name Cut",
        ] {
            offer.add(line);
        }
        for (name, value, objection) in [
            ("LimitDepth", Some("4"), None),
            ("Skill Level", Some("-20"), None),
            ("Clear Hash", None, None),
            ("Book", Some("false"), None),
            ("Style", Some("Very Risky"), None),
            ("Book File", Some("a b.db"), None),
            ("Loose", Some("-7"), None),
            ("Odd", Some("y"), None),
            ("USI_Hash", Some("16"), None),
            (
                "LimitDepth",
                Some("3"),
                Some("cannot set 'LimitDepth' to '3': expected a whole number from 4 to 10"),
            ),
            (
                "LimitDepth",
                None,
                Some("cannot set 'LimitDepth' to nothing: expected a whole number from 4 to 10"),
            ),
            (
                "Clear Hash",
                Some("1"),
                Some("cannot set 'Clear Hash' to '1': expected no value: it is a button"),
            ),
            (
                "Book",
                Some("yes"),
                Some("cannot set 'Book' to 'yes': expected true or false"),
            ),
            (
                "Style",
                Some("Risky"),
                Some("cannot set 'Style' to 'Risky': expected one of Solid, Very Risky"),
            ),
            (
                "Book File",
                None,
                Some("cannot set 'Book File' to nothing: expected a text"),
            ),
            (
                "limitdepth",
                Some("4"),
                Some(
                    "has no option 'limitdepth'; it has: Book, Book File, Clear Hash, LimitDepth, \
                     Loose, Odd, Skill Level, Style",
                ),
            ),
        ] {
            assert_eq!(
                offer.objection(name, value).as_deref(),
                objection,
                "{name} {value:?}"
            );
        }
    }
}
