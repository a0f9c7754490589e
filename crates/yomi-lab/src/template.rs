//! Texts with holes: `uct:simulations={budget}`.
//!
//! A hole is a variable's name in braces. Filling is one pass over the text, so a value that
//! itself holds braces stays as it is.

use std::collections::BTreeMap;

/// A text with named holes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    text: String,
    parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Text(String),
    Hole(String),
}

/// The names and values of one point of a sweep, as text.
pub type Variables = BTreeMap<String, String>;

impl Template {
    /// Reads a template; the error says what is wrong with the braces.
    ///
    /// ```
    /// use yomi_lab::Template;
    /// let template = Template::parse("uct:simulations={budget}").unwrap();
    /// let values = [("budget".to_owned(), "100".to_owned())].into();
    /// assert_eq!(template.fill(&values).unwrap(), "uct:simulations=100");
    /// assert!(Template::parse("uct:simulations={budget").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Template, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, from) = rest.split_at(at);
            if from.starts_with('}') {
                return Err(format!("'{text}' has a '}}' without a '{{'"));
            }
            let (name, after) = from[1..]
                .split_once('}')
                .ok_or_else(|| format!("'{text}' has a '{{' without a '}}'"))?;
            if !is_variable(name) {
                return Err(format!(
                    "'{{{name}}}' is no variable: expected a name of letters, digits and '_'"
                ));
            }
            parts.push(Part::Text(before.to_owned()));
            parts.push(Part::Hole(name.to_owned()));
            rest = after;
        }
        parts.push(Part::Text(rest.to_owned()));
        Ok(Template {
            text: text.to_owned(),
            parts,
        })
    }

    /// The template as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names of the holes, in order, repetitions included.
    pub fn holes(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Hole(name) => Some(name.as_str()),
            Part::Text(_) => None,
        })
    }

    /// The text with every hole filled; an error names the first hole that has no value.
    pub fn fill(&self, variables: &Variables) -> Result<String, String> {
        let mut filled = String::new();
        for part in &self.parts {
            filled.push_str(match part {
                Part::Text(text) => text,
                Part::Hole(name) => variables.get(name).ok_or_else(|| {
                    let known: Vec<String> =
                        variables.keys().map(|name| format!("{{{name}}}")).collect();
                    format!(
                        "unknown variable '{{{name}}}': expected one of {}",
                        known.join(", ")
                    )
                })?,
            });
        }
        Ok(filled)
    }
}

/// Whether a text can stand between braces.
pub(crate) fn is_variable(name: &str) -> bool {
    let mut characters = name.chars();
    characters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.len() <= 40
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(pairs: &[(&str, &str)]) -> Variables {
        pairs
            .iter()
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
            .collect()
    }

    #[test]
    fn holes_are_filled_once() {
        let template = Template::parse("{a}-{b}{a}").unwrap();
        assert_eq!(template.holes().collect::<Vec<_>>(), ["a", "b", "a"]);
        assert_eq!(
            template
                .fill(&variables(&[("a", "{b}"), ("b", "2")]))
                .unwrap(),
            "{b}-2{b}"
        );
    }

    #[test]
    fn errors_say_which_brace_or_name() {
        for (text, part) in [
            ("x={", "'{' without a '}'"),
            ("x=}", "'}' without a '{'"),
            ("x={}", "'{}' is no variable"),
            ("x={a b}", "'{a b}' is no variable"),
            ("x={{a}}", "'{{a}' is no variable"),
            ("x={9}", "'{9}' is no variable"),
        ] {
            let error = Template::parse(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        let error = Template::parse("{c}")
            .unwrap()
            .fill(&variables(&[("a", "1"), ("b", "2")]));
        assert_eq!(
            error.unwrap_err(),
            "unknown variable '{c}': expected one of {a}, {b}"
        );
    }
}
