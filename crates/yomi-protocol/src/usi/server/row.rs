//! One option: a row of somebody's table of parameters as a board sees it.

use super::standard::Standard;
use crate::usi::codec::{Declaration, EMPTY, Widget};
use yomi_core::foreign::quoted;
use yomi_core::params::{Kind, Param};

/// How our parameters write that there is no value.
const NONE: &str = "none";

/// Whose parameter it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The server's own.
    Server,
    /// The engine's.
    Engine,
    /// A setting of the rules.
    Rules,
}

/// An option.
pub struct Row {
    /// The name that boards know.
    pub name: String,
    /// Whose it is.
    pub owner: Owner,
    /// The parameter.
    pub param: Param,
    standard: Option<&'static Standard>,
}

impl Row {
    /// The option for a parameter, by everybody's name for it if there is one.
    pub fn new(owner: Owner, param: Param, among: &'static [Standard]) -> Row {
        let standard = Standard::of(&param.name, among);
        let name = standard.map_or(param.name.as_str(), |known| known.name);
        Row {
            name: name.to_owned(),
            owner,
            param,
            standard,
        }
    }

    /// The same by our name for it, with a word before it.
    pub fn renamed(mut self, word: &str) -> Row {
        self.name = format!("{word}_{}", self.param.name);
        self
    }

    /// Whether this is its name: the usual one of USI, or ours, present or former, however words are joined.
    pub fn is_called(&self, name: &str) -> bool {
        let plain = |name: &str| name.replace([' ', '-', '_'], "").to_lowercase();
        let former = self.param.former.as_ref();
        let mut names = [&self.name, &self.param.name].into_iter().chain(former);
        names.any(|known| plain(known) == plain(name))
    }

    /// How it is offered, given its value now.
    pub fn declaration(&self, value: &str) -> Declaration {
        Declaration {
            name: self.name.clone(),
            widget: self.widget(value),
        }
    }

    fn widget(&self, value: &str) -> Widget {
        let value = self.theirs(value);
        match &self.param.kind {
            Kind::Switch if !self.param.optional => Widget::Check(value == "true"),
            Kind::Switch => self.combo(value, &["true".to_owned(), "false".to_owned()]),
            Kind::Choice { words } => self.combo(value, words),
            Kind::Integer { min, max } => {
                let (min, max) = (bounded(*min), bounded(*max));
                let none = self.none_number();
                let number = match value.as_str() {
                    NONE => none,
                    number => number.replace('_', "").parse().ok(),
                };
                match number {
                    Some(number) => Widget::Spin {
                        default: number,
                        min: none.unwrap_or(min).min(min).min(number),
                        max: max.max(number),
                    },
                    None => Widget::Text(value),
                }
            }
            Kind::Number { .. } => Widget::Text(value),
            // All texts of ours are names of files.
            Kind::Text => Widget::File(value),
        }
    }

    fn combo(&self, default: String, words: &[String]) -> Widget {
        let mut words: Vec<String> = words.iter().map(|word| self.theirs(word)).collect();
        if self.param.optional && !words.iter().any(|word| word == NONE) {
            words.insert(0, NONE.to_owned());
        }
        Widget::Combo { default, words }
    }

    fn theirs(&self, word: &str) -> String {
        let theirs = self.standard.and_then(|known| known.theirs(word));
        theirs.unwrap_or(word).to_owned()
    }

    /// The number that stands for none, where a number may be missing: nought, if that is none of
    /// the numbers, else the one below.
    fn none_number(&self) -> Option<i64> {
        match self.param.kind {
            Kind::Integer { min, .. } if self.param.optional => Some(i64::from(min > 0.0) - 1),
            _ => None,
        }
    }

    /// A value as our parameter has it, or why it cannot have that.
    pub fn read(&self, value: Option<&str>) -> Result<String, String> {
        let text = match (value, &self.param.kind) {
            (Some(text), _) if text == EMPTY => "",
            (Some(text), _) => text,
            (None, Kind::Text) => "",
            (None, _) => return Err(self.refusal("nothing")),
        };
        let refusal = || self.refusal(&quoted(text));
        let ours = self.standard.and_then(|known| known.ours(text));
        let text = ours.unwrap_or(text);
        if self.param.optional && text.eq_ignore_ascii_case(NONE) {
            return Ok(NONE.to_owned());
        }
        match &self.param.kind {
            Kind::Switch => {
                let word = text.to_lowercase();
                let is_word = ["true", "false"].contains(&word.as_str());
                is_word.then_some(word).ok_or_else(refusal)
            }
            Kind::Choice { words } => {
                let known = words.iter().find(|word| word.eq_ignore_ascii_case(text));
                known.cloned().ok_or_else(refusal)
            }
            Kind::Integer { min, max } => {
                let number: i64 = text.parse().map_err(|_| refusal())?;
                if self.none_number() == Some(number) {
                    return Ok(NONE.to_owned());
                }
                let fits = (*min..=*max).contains(&(number as f64));
                fits.then(|| number.to_string()).ok_or_else(refusal)
            }
            Kind::Number { min, max } => {
                let number: f64 = text.parse().map_err(|_| refusal())?;
                let fits = (*min..=*max).contains(&number);
                fits.then(|| number.to_string()).ok_or_else(refusal)
            }
            Kind::Text => Ok(text.to_owned()),
        }
    }

    fn refusal(&self, found: &str) -> String {
        let (name, none) = (&self.name, self.none_number());
        let expected = match &self.param.kind {
            Kind::Choice { words } => {
                let words: Vec<String> = words.iter().map(|word| self.theirs(word)).collect();
                format!("one of {}", words.join(", "))
            }
            kind => kind.to_string(),
        };
        let none = none.map_or_else(String::new, |number| format!(", or {number} for none"));
        format!("option {name}: {found} is not {expected}{none}")
    }
}

/// A bound that boards can hold, which count in 32 bits.
fn bounded(bound: f64) -> i64 {
    bound.clamp(0.0, f64::from(i32::MAX)) as i64
}

#[cfg(test)]
mod tests {
    use super::super::standard::{ENGINES, RULES};
    use super::*;

    fn row(name: &str, kind: Kind, optional: bool, default: &str) -> Row {
        let param = Param {
            name: name.to_owned(),
            kind,
            optional,
            default: default.to_owned(),
            doc: String::new(),
            only_with: None,
            former: None,
            unrecorded: None,
        };
        let among = if name == "declaration" {
            RULES
        } else {
            ENGINES
        };
        Row::new(Owner::Engine, param, among)
    }

    fn whole(min: f64, max: f64) -> Kind {
        Kind::Integer { min, max }
    }

    #[test]
    fn every_kind_of_parameter_is_offered_and_read() {
        let words = |words: &[&str]| Kind::Choice {
            words: words.iter().map(|word| (*word).to_owned()).collect(),
        };
        // The option, its line, and values with how they are read; `None` if they are refused.
        type Reading = (&'static str, Option<&'static str>);
        let cases: [(Row, &str, &[Reading]); 8] = [
            (
                row("memory", whole(1.0, 65_536.0), false, "64"),
                "USI_Hash type spin default 64 min 1 max 65536",
                &[
                    ("128", Some("128")),
                    ("0", None),
                    ("-1", None),
                    ("", None),
                    ("1e3", None),
                ],
            ),
            (
                row("nodes", whole(1.0, 1e12), true, "none"),
                "nodes type spin default 0 min 0 max 2147483647",
                &[
                    ("0", Some("none")),
                    ("none", Some("none")),
                    ("99999999999", Some("99999999999")),
                    ("-1", None),
                ],
            ),
            (
                row("pick", whole(0.0, f64::INFINITY), true, "3"),
                "pick type spin default 3 min -1 max 2147483647",
                &[("-1", Some("none")), ("0", Some("0")), ("-2", None)],
            ),
            (
                row("killers", Kind::Switch, false, "true"),
                "killers type check default true",
                &[("False", Some("false")), ("yes", None)],
            ),
            (
                row("share", Kind::Number { min: 0.0, max: 1.0 }, false, "0.5"),
                "share type string default 0.5",
                &[
                    ("0.25", Some("0.25")),
                    ("1.5", None),
                    ("nan", None),
                    ("", None),
                ],
            ),
            (
                row("declaration", words(&["none", "24", "27"]), false, "27"),
                "EnteringKingRule type combo default CSARule27 \
                 var NoEnteringKing var CSARule24 var CSARule27",
                &[
                    ("CSARule24", Some("24")),
                    ("noenteringking", Some("none")),
                    ("27", Some("27")),
                    ("TryRule", None),
                ],
            ),
            (
                row("policy", words(&["Uniform", "tactical"]), true, "none"),
                "policy type combo default none var none var Uniform var tactical",
                &[
                    ("uniform", Some("Uniform")),
                    ("none", Some("none")),
                    ("x", None),
                ],
            ),
            (
                row("weights", Kind::Text, false, ""),
                "weights type filename default <empty>",
                &[("<empty>", Some("")), ("a b.bin", Some("a b.bin"))],
            ),
        ];
        for (row, line, readings) in cases {
            let told = row.declaration(&row.param.default).to_string();
            assert_eq!(told, format!("option name {line}"));
            for &(text, value) in readings {
                let read = row.read(Some(text));
                let shown = row.name.clone();
                assert_eq!(read.ok().as_deref(), value, "{shown} {text:?}");
            }
        }
    }

    #[test]
    fn names_are_found_however_their_words_are_joined() {
        let row = row("multi_pv", whole(1.0, 9.0), false, "1");
        for name in ["MultiPV", "multi_pv", "Multi PV", "multi-pv"] {
            assert!(row.is_called(name), "{name}");
        }
        let hash = super::tests::row("memory", whole(1.0, 9.0), false, "1");
        assert!(hash.is_called("memory") && hash.is_called("USI Hash"));
        assert!(!row.is_called("MultiPVs"));
        assert_eq!(
            row.read(Some("ten")).unwrap_err(),
            "option MultiPV: 'ten' is not a whole number in 1..=9"
        );
        assert!(row.read(None).unwrap_err().contains("nothing is not"));
    }
}
