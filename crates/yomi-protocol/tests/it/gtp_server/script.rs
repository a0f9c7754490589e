//! Sessions as data.
//!
//! ```text
//! ; a remark
//! > play b e10
//! =
//! > showboard
//! =
//! 14 *
//! ...
//! ```
//!
//! A line after `> ` is sent; what follows is the reply, without the empty line at its end. A
//! line that ends in `*` stands for every line that begins so, and `...` for any lines up to the
//! end of the reply. A line that gets no reply is followed by none. Spaces at the end of a line do
//! not count, except that the reply must begin with the sign, the id and a space (or, if it is a
//! stream, the end of the line). `$FOLDER` is a
//! folder of the session's own. A reply's line that would be taken for a remark has a `\` before it.

/// A line and the reply to it.
pub struct Exchange {
    place: String,
    /// What is sent.
    pub line: String,
    expected: Vec<String>,
}

/// Reads a session.
pub fn parse(name: &str, text: &str, folder: &str) -> Vec<Exchange> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.replace("$FOLDER", folder);
        if line.trim().is_empty() || line.starts_with(';') {
            continue;
        }
        if let Some(sent) = line.strip_prefix('>') {
            exchanges.push(Exchange {
                place: format!("{name}:{}", number + 1),
                line: sent.strip_prefix(' ').unwrap_or(sent).to_owned(),
                expected: Vec::new(),
            });
        } else if let Some(last) = exchanges.last_mut() {
            let line = line.strip_prefix('\\').unwrap_or(&line);
            last.expected.push(line.trim_end().to_owned());
        } else {
            panic!("{name}:{}: nothing was sent before this", number + 1);
        }
    }
    exchanges
}

impl Exchange {
    /// Whether there is to be a reply.
    pub fn has_reply(&self) -> bool {
        !self.expected.is_empty()
    }

    /// What is wrong with the reply, which is all of it as it was received.
    pub fn fault(&self, reply: Option<&str>) -> Option<String> {
        let shown = reply.unwrap_or("nothing at all");
        let right = match reply {
            None => !self.has_reply(),
            Some(reply) => is_reply(reply) && self.matches(reply),
        };
        let expected = self.expected.join("\n");
        let fault = || {
            format!(
                "{}: {}\n--- expected\n{expected}\n--- received\n{shown}\n---",
                self.place, self.line
            )
        };
        (!right).then(fault)
    }

    fn matches(&self, reply: &str) -> bool {
        let mut lines = reply.trim_end_matches('\n').lines();
        for expected in &self.expected {
            if expected == "..." {
                return true;
            }
            let Some(line) = lines.next() else {
                return false;
            };
            let fits = match expected.strip_suffix('*') {
                Some(start) => line.starts_with(start),
                None => line.trim_end() == expected,
            };
            if !fits {
                return false;
            }
        }
        lines.next().is_none()
    }
}

/// Whether this is exactly one reply: sign, id, space (or the end of the line), text, empty line.
pub fn is_reply(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(['=', '?']) else {
        return false;
    };
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.starts_with([' ', '\n']) && text.find("\n\n") == Some(text.len() - 2)
}
