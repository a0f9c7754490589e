//! The command line of a program, split as a shell would split it.
//!
//! Blanks separate words. Within `'...'` everything stands for itself; within `"..."` a backslash
//! makes the next `"` or `\` stand for itself; elsewhere it does so for any character. Nothing
//! else of a shell is here: no variables, no patterns, no pipes. Whoever wants those gives
//! `sh -c '...'`. No shell sees the words, so none of them can be mistaken for a command.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A program and its arguments.
///
/// ```
/// use yomi_protocol::program::CommandLine;
/// let command: CommandLine = r#"pentobi-gtp --book "my books/duo,1.blksgf""#.parse()?;
/// assert_eq!(command.program(), "pentobi-gtp");
/// assert_eq!(command.arguments(), ["--book", "my books/duo,1.blksgf"]);
/// assert_eq!(command.to_string(), "pentobi-gtp --book 'my books/duo,1.blksgf'");
/// # Ok::<(), yomi_protocol::program::CommandLineError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    program: String,
    arguments: Vec<String>,
}

/// Why a command line cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandLineError {
    /// There is no word in it.
    #[error("the command is missing")]
    Empty,
    /// A quotation mark has no partner.
    #[error("the quotation mark {mark} at character {position} is never closed")]
    Unclosed {
        /// The mark.
        mark: char,
        /// Where it stands, counted from 1.
        position: usize,
    },
    /// A backslash stands at the end.
    #[error("the backslash at the end stands before nothing")]
    Backslash,
    /// No program can be given this.
    #[error("a NUL character cannot be part of a command")]
    Nul,
}

impl CommandLine {
    /// The program.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Its arguments.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// The program and its arguments.
    pub(crate) fn into_words(self) -> impl Iterator<Item = String> {
        std::iter::once(self.program).chain(self.arguments)
    }

    /// The first of these words is the program.
    pub(crate) fn from_words(
        words: impl IntoIterator<Item = String>,
    ) -> Result<CommandLine, CommandLineError> {
        let mut words = words.into_iter();
        Ok(CommandLine {
            program: words.next().ok_or(CommandLineError::Empty)?,
            arguments: words.collect(),
        })
    }
}

impl FromStr for CommandLine {
    type Err = CommandLineError;

    fn from_str(text: &str) -> Result<CommandLine, CommandLineError> {
        if text.contains('\0') {
            return Err(CommandLineError::Nul);
        }
        CommandLine::from_words(split(text)?)
    }
}

fn split(text: &str) -> Result<Vec<String>, CommandLineError> {
    let mut words = Vec::new();
    // An empty word is one too, if it was quoted.
    let mut word: Option<String> = None;
    let mut letters = text.chars().zip(1..);
    while let Some((letter, position)) = letters.next() {
        match letter {
            ' ' | '\t' | '\n' | '\r' => words.extend(word.take()),
            mark @ ('\'' | '"') => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next() {
                        None => return Err(CommandLineError::Unclosed { mark, position }),
                        Some((letter, _)) if letter == mark => break,
                        Some(('\\', _)) if mark == '"' => match letters.next() {
                            Some((letter @ ('"' | '\\'), _)) => word.push(letter),
                            Some((letter, _)) => word.extend(['\\', letter]),
                            None => return Err(CommandLineError::Unclosed { mark, position }),
                        },
                        Some((letter, _)) => word.push(letter),
                    }
                }
            }
            '\\' => {
                let (letter, _) = letters.next().ok_or(CommandLineError::Backslash)?;
                word.get_or_insert_default().push(letter);
            }
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    Ok(words)
}

/// One spelling for all command lines that mean the same; reading it gives the same again.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_word(f, &self.program)?;
        for argument in &self.arguments {
            f.write_str(" ")?;
            write_word(f, argument)?;
        }
        Ok(())
    }
}

fn write_word(f: &mut fmt::Formatter<'_>, word: &str) -> fmt::Result {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./=:,+@%^".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        f.write_str(word)
    } else {
        write!(f, "'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        for (text, words) in [
            ("a b  c", &["a", "b", "c"][..]),
            (" a\tb\n", &["a", "b"]),
            ("a 'b c' \"d e\"", &["a", "b c", "d e"]),
            ("a'b'\"c\"d", &["abcd"]),
            ("a '' \"\"", &["a", "", ""]),
            (r"a\ b \'", &["a b", "'"]),
            (r#""a\"b\\c\d" '\'"#, &[r#"a"b\c\d"#, r"\"]),
            (
                "a $B *.c | d # e ~",
                &["a", "$B", "*.c", "|", "d", "#", "e", "~"],
            ),
            ("a x=1,y=2", &["a", "x=1,y=2"]),
        ] {
            let command: CommandLine = text.parse().unwrap();
            let mut all = vec![command.program()];
            all.extend(command.arguments().iter().map(String::as_str));
            assert_eq!(all, words, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_split_says_why() {
        for (text, error) in [
            ("", "the command is missing"),
            ("  \t", "the command is missing"),
            (
                "a 'b",
                "the quotation mark ' at character 3 is never closed",
            ),
            (
                "a \"b\\",
                "the quotation mark \" at character 3 is never closed",
            ),
            ("a b\\", "the backslash at the end stands before nothing"),
            ("a\0b", "a NUL character cannot be part of a command"),
        ] {
            let found = text.parse::<CommandLine>().unwrap_err();
            assert_eq!(found.to_string(), error, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn whatever_can_be_split_is_spelled_in_one_way(text in r#"[ab '"\\\n,é]{0,20}"#) {
            if let Ok(command) = text.parse::<CommandLine>() {
                let spelled = command.to_string();
                prop_assert_eq!(spelled.parse::<CommandLine>(), Ok(command));
            }
        }
    }
}
