//! A program with its options and limits, written as one line.
//!
//! Settings stand before the command, as a shell has the variables of a program before its name:
//!
//! ```text
//! nodes=10000 option.Threads=1 'option.Skill Level=3' fairy-stockfish --flag
//! ```
//!
//! | setting | sent before each move |
//! |---|---|
//! | `nodes=N` | `go nodes N` |
//! | `depth=N` | `go depth N` |
//! | `time=SECONDS` | `go movetime MILLISECONDS`, which not every program knows |
//! | `byoyomi=SECONDS` | `go btime 0 wtime 0 byoyomi MILLISECONDS`, which every program knows |
//!
//! Several limits go into one `go`. `option.NAME=VALUE` is sent once after the program was
//! started, as `setoption name NAME value VALUE`; `option.NAME` alone presses a button.

use super::UsiLimits;
use crate::program::{CommandLine, CommandLineError};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// What is set before a program is asked for anything.
const OPTION: &str = "option.";

/// A program, the options it is given and how far it may think.
///
/// ```
/// use yomi_protocol::usi::client::UsiRecipe;
/// let recipe: UsiRecipe = "nodes=10_000 option.Threads=1 fairy-stockfish".parse()?;
/// assert_eq!(recipe.to_string(), "nodes=10000 option.Threads=1 fairy-stockfish");
/// assert_eq!(recipe.limits().nodes, Some(10_000));
/// # Ok::<(), yomi_protocol::usi::client::RecipeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsiRecipe {
    command: CommandLine,
    limits: UsiLimits,
    /// Names and values in the order in which they were written; a button has no value.
    options: Vec<(String, Option<String>)>,
}

/// Why a recipe cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecipeError {
    /// The command line.
    #[error(transparent)]
    Command(#[from] CommandLineError),
    /// A setting that there is not.
    #[error(
        "there is no setting '{0}': expected nodes, depth, time, byoyomi or option.NAME before \
         the command"
    )]
    Unknown(String),
    /// A setting given twice.
    #[error("'{0}' is given twice")]
    Twice(String),
    /// A value that will not do.
    #[error("{setting}={value}: expected {expected}")]
    Value {
        /// The setting.
        setting: String,
        /// Its value.
        value: String,
        /// What would do.
        expected: &'static str,
    },
}

impl UsiRecipe {
    /// The program.
    pub fn command(&self) -> &CommandLine {
        &self.command
    }

    /// How far it may think.
    pub fn limits(&self) -> UsiLimits {
        self.limits
    }

    /// The options it is given; a button has no value.
    pub fn options(&self) -> &[(String, Option<String>)] {
        &self.options
    }

    fn set(&mut self, setting: &str, value: Option<&str>) -> Result<(), RecipeError> {
        if let Some(name) = setting.strip_prefix(OPTION) {
            if self.options.iter().any(|(other, _)| other == name) {
                return Err(RecipeError::Twice(setting.to_owned()));
            }
            let readable = |text: &str| !text.trim().is_empty() && !text.contains(char::is_control);
            if !readable(name) || !value.is_none_or(readable) {
                return Err(RecipeError::Value {
                    setting: setting.to_owned(),
                    value: value.unwrap_or_default().to_owned(),
                    expected: "option.NAME=VALUE, or option.NAME for a button",
                });
            }
            self.options
                .push((name.trim().to_owned(), value.map(|it| it.trim().to_owned())));
            return Ok(());
        }
        let value = value.unwrap_or_default();
        let limits = &mut self.limits;
        match setting {
            "nodes" => once(&mut limits.nodes, setting, value, "a number from 1", count),
            "depth" => once(&mut limits.depth, setting, value, "a number from 1", count),
            "time" => once(&mut limits.time, setting, value, SECONDS, seconds),
            "byoyomi" => once(&mut limits.byoyomi, setting, value, SECONDS, seconds),
            _ => Err(RecipeError::Unknown(setting.to_owned())),
        }
    }
}

fn once<T>(
    place: &mut Option<T>,
    setting: &str,
    value: &str,
    expected: &'static str,
    read: fn(&str) -> Option<T>,
) -> Result<(), RecipeError> {
    let read = read(value).ok_or_else(|| RecipeError::Value {
        setting: setting.to_owned(),
        value: value.to_owned(),
        expected,
    })?;
    match place.replace(read) {
        None => Ok(()),
        Some(_) => Err(RecipeError::Twice(setting.to_owned())),
    }
}

/// A number from 1; `_` may group its digits, as in the settings of our engines.
fn count<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Option<T> {
    let digits = text.replace('_', "");
    // The standard library would read a sign.
    let number = digits
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| digits.parse().ok())??;
    (number >= T::from(1)).then_some(number)
}

const SECONDS: &str = "a number of seconds from 0.001 to 604800";

/// At least the shortest time that can be told, at most a week.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.001..=604_800.0)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

/// Whether a word before the program is a setting, and if so which and to what. A word with a
/// slash before its `=` is the program: it has a path.
fn setting(word: &str) -> Option<(&str, Option<&str>)> {
    match word.split_once('=') {
        Some((name, _)) if name.contains('/') && !name.starts_with(OPTION) => None,
        Some((name, value)) => Some((name, Some(value))),
        None => word.starts_with(OPTION).then_some((word, None)),
    }
}

impl FromStr for UsiRecipe {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<UsiRecipe, RecipeError> {
        let all: CommandLine = text.parse()?;
        let words: Vec<String> = all.into_words().collect();
        let settings: Vec<_> = words.iter().map_while(|word| setting(word)).collect();
        let command = CommandLine::from_words(words[settings.len()..].iter().cloned())?;
        let mut recipe = UsiRecipe {
            command,
            limits: UsiLimits::default(),
            options: Vec::new(),
        };
        for (name, value) in settings {
            recipe.set(name, value)?;
        }
        Ok(recipe)
    }
}

/// One spelling for all recipes that mean the same; reading it gives the same again.
impl fmt::Display for UsiRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UsiLimits {
            nodes,
            depth,
            time,
            byoyomi,
        } = self.limits;
        let seconds = |time: Duration| time.as_secs_f64();
        let limits = [
            nodes.map(|nodes| format!("nodes={nodes}")),
            depth.map(|depth| format!("depth={depth}")),
            time.map(|time| format!("time={}", seconds(time))),
            byoyomi.map(|byoyomi| format!("byoyomi={}", seconds(byoyomi))),
        ];
        let options = self.options.iter().map(|(name, value)| match value {
            Some(value) => format!("{OPTION}{name}={value}"),
            None => format!("{OPTION}{name}"),
        });
        let words = limits
            .into_iter()
            .flatten()
            .chain(options)
            .chain(self.command.clone().into_words());
        match CommandLine::from_words(words) {
            Ok(line) => line.fmt(f),
            // The command has at least one word.
            Err(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn spelled(text: &str) -> String {
        let recipe: Result<UsiRecipe, _> = text.parse();
        recipe.map_or_else(|error| error.to_string(), |recipe| recipe.to_string())
    }

    #[test]
    fn recipes_are_read_and_spelled_in_one_way() {
        for (text, same) in [
            ("prog", "prog"),
            (" prog  -a=1 'b c'", "prog -a=1 'b c'"),
            ("depth=4 nodes=1_000 prog", "nodes=1000 depth=4 prog"),
            ("time=0.50 byoyomi=10 prog", "time=0.5 byoyomi=10 prog"),
            (
                "option.B=x=y option.A=1 option.Clear prog",
                "option.B=x=y option.A=1 option.Clear prog",
            ),
            (
                "'option.Skill Level=3' 'option.Book File=a b/c' prog",
                "'option.Skill Level=3' 'option.Book File=a b/c' prog",
            ),
            ("nodes=1 ./odd=name x=1", "nodes=1 ./odd=name x=1"),
        ] {
            assert_eq!(spelled(text), same, "{text}");
            assert_eq!(spelled(same), same, "{text}");
        }
    }

    #[test]
    fn what_is_no_recipe_says_why() {
        for (text, error) in [
            ("", "the command is missing"),
            ("nodes=5", "the command is missing"),
            ("prog 'a", "the quotation mark ' at character 6"),
            ("node=5 prog", "there is no setting 'node': expected nodes,"),
            ("nodes=5 nodes=6 prog", "'nodes' is given twice"),
            ("option.A=1 option.A=2 prog", "'option.A' is given twice"),
            ("nodes=0 prog", "nodes=0: expected a number from 1"),
            ("nodes=+5 prog", "nodes=+5: expected a number"),
            ("nodes= prog", "nodes=: expected a number"),
            ("depth=1e3 prog", "depth=1e3: expected a number"),
            ("time=-1 prog", "time=-1: expected a number of seconds"),
            (
                "byoyomi=nan prog",
                "byoyomi=nan: expected a number of seconds",
            ),
            ("option.=3 prog", "option.=3: expected option.NAME=VALUE"),
            ("option.A= prog", "option.A=: expected option.NAME=VALUE"),
            ("'option.A=1\nquit' prog", "expected option.NAME=VALUE"),
        ] {
            assert!(spelled(text).contains(error), "{text}: {}", spelled(text));
        }
    }

    proptest! {
        #[test]
        fn whatever_can_be_read_is_spelled_in_one_way(
            text in r"(nodes=|depth=|time=|option\.|a|=|1|0\.5|_| |'|/){0,12}"
        ) {
            if let Ok(recipe) = text.parse::<UsiRecipe>() {
                prop_assert_eq!(recipe.to_string().parse::<UsiRecipe>(), Ok(recipe));
            }
        }
    }
}
