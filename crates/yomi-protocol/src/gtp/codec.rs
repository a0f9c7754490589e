//! Lines of GTP: what a controller sends and what a program answers.
//!
//! A request is one line, `[id] command [arguments]`; a reply is `=` (or `?` for a failure), the id
//! if there was one, a space, the text, and an empty line. The standard is the *Specification of
//! the Go Text Protocol, version 2, draft 2* (Farnebäck 2002), sections 2.1 to 2.7. Arguments in
//! double quotes may hold spaces, as in the dialect of Blokus programs; that is no part of the
//! standard.

pub use crate::lines::{LONGEST_LINE, Line, Lines};

/// A command as it was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The number to repeat in the reply.
    pub id: Option<String>,
    /// What to do.
    pub name: String,
    /// What with.
    pub arguments: Vec<String>,
}

impl Request {
    /// Reads a line; `None` if it is empty or holds only a comment.
    ///
    /// ```
    /// use yomi_protocol::gtp::codec::Request;
    ///
    /// let request = Request::parse("7 loadsgf \"my game.sgf\" 3 # the ending\r").unwrap();
    /// assert_eq!(request.id.as_deref(), Some("7"));
    /// assert_eq!(request.name, "loadsgf");
    /// assert_eq!(request.arguments, ["my game.sgf", "3"]);
    /// assert_eq!(Request::parse("  # nothing to do"), None);
    /// ```
    pub fn parse(line: &str) -> Option<Request> {
        let text = line.split('#').next().unwrap_or_default();
        let mut words = words(text).into_iter();
        let first = words.next()?;
        let is_number = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
        // A number alone is taken for a command, which nobody knows: it gets an answer too.
        let (id, name) = match (is_number, words.next()) {
            (true, Some(name)) => (Some(first), name),
            (_, second) => {
                let arguments = second.into_iter().chain(words).collect();
                return Some(Request {
                    id: None,
                    name: first,
                    arguments,
                });
            }
        };
        Some(Request {
            id,
            name,
            arguments: words.collect(),
        })
    }
}

/// Splits at white space outside of double quotes. Within quotes `\"` is a quote; an open quote
/// reaches to the end of the line. Control characters do not count.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            '\\' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                word.get_or_insert_default().push('"');
            }
            '\t' | ' ' if !quoted => words.extend(word.take()),
            '\t' => word.get_or_insert_default().push(' '),
            letter if letter.is_control() => {}
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// Writes a reply, its empty line at the end included. Empty lines within the text, which would
/// end it too early, become lines of one space.
///
/// ```
/// use yomi_protocol::gtp::codec::reply;
///
/// assert_eq!(reply(None, &Ok(String::new())), "= \n\n");
/// assert_eq!(reply(Some("3"), &Err("cannot undo".to_owned())), "?3 cannot undo\n\n");
/// ```
pub fn reply(id: Option<&str>, answer: &Result<String, String>) -> String {
    let (sign, text) = match answer {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let mut reply = format!("{sign}{} ", id.unwrap_or_default());
    for (number, line) in text.trim_end().lines().enumerate() {
        if number > 0 {
            reply.push('\n');
        }
        let start = reply.len();
        reply.extend(line.chars().filter(|&c| c == '\t' || !c.is_control()));
        if number > 0 && reply[start..].trim().is_empty() {
            reply.truncate(start);
            reply.push(' ');
        }
    }
    reply.push_str("\n\n");
    reply
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_as_the_standard_says() {
        let parsed = |line: &str| {
            let request = Request::parse(line)?;
            let id = request.id.unwrap_or_default();
            Some(format!(
                "{id}|{}|{}",
                request.name,
                request.arguments.join("|")
            ))
        };
        let cases = [
            ("", None),
            (" \t \r", None),
            ("#12 quit", None),
            ("quit", Some("|quit|")),
            ("1 quit\r", Some("1|quit|")),
            ("play\tb\u{7}\te10 # why not", Some("|play|b|e10")),
            ("007", Some("|007|")),
            ("7 8", Some("7|8|")),
            ("-1 quit", Some("|-1|quit")),
            (
                r#"a "b  c" d"e f"g "" "h\"i""#,
                Some(r#"|a|b  c|de fg||h"i"#),
            ),
            (r#"a "b c"#, Some("|a|b c")),
            (r"a b\c", Some(r"|a|b\c")),
        ];
        for (line, expected) in cases {
            assert_eq!(parsed(line).as_deref(), expected, "{line:?}");
        }
    }

    #[test]
    fn a_reply_has_exactly_one_empty_line() {
        let texts = ["", "a", "\na\n\n\nb\n\n", "\n\n", "a\r\n\tb\u{1b}[0m", " "];
        for text in texts {
            let reply = reply(None, &Ok(text.to_owned()));
            assert!(reply.starts_with("= "), "{reply:?}");
            assert_eq!(reply.find("\n\n"), Some(reply.len() - 2), "{reply:?}");
        }
    }
}
