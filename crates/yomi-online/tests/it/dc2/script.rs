//! Conversations as data.
//!
//! ```text
//! == a login
//! ; a remark
//! > CONNECTED
//! < LOGIN yomi yomi yomi
//! > POSITION 2.375 4.88 ...
//! >> RANDOMSIZE 1 2\n\0
//! ! unknown HELLO
//! = error the server left after the login, before it said ISREADY
//! ```
//!
//! A conversation begins with `==` and its name. The server sends what follows `>`, with a zero byte
//! at the end, or what follows `>>` as it is, where `\0`, `\n`, `\r`, `\xHH` and `\\` stand for
//! bytes and `\*N` for so many letters; a message of stones may end in `...` for stones that are
//! not in play. The player must answer what follows `<`, ended as the message before it; a `*` at
//! the end stands for anything. Lines with `!` are the events and the line with `=` the end that a
//! test expects; when everything is said the server closes the connection. `engine NAME` chooses
//! the engine.

/// One side's turn to speak.
#[derive(Clone, PartialEq, Debug)]
pub enum Turn {
    /// The server sends these bytes.
    Send(Vec<u8>),
    /// The player must say this.
    Expect(String),
}

/// A conversation.
#[derive(Clone, Debug, Default)]
pub struct Conversation {
    /// Where it stands, and its name.
    pub place: String,
    /// Who says what.
    pub turns: Vec<Turn>,
    /// What is told about it, in order.
    pub events: Vec<String>,
    /// How it ends.
    pub end: String,
    /// The engine that answers.
    pub engine: String,
}

/// Reads a file of conversations.
pub fn parse(file: &str, text: &str) -> Vec<Conversation> {
    let mut conversations: Vec<Conversation> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        let place = format!("{file}:{}", number + 1);
        let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
        if sign == "==" {
            conversations.push(Conversation {
                place: format!("{place} ({rest})"),
                engine: "steady".to_owned(),
                ..Conversation::default()
            });
            continue;
        }
        let conversation = conversations.last_mut().expect("a conversation");
        match sign {
            ">" => {
                let mut bytes = padded(rest).into_bytes();
                bytes.push(0);
                conversation.turns.push(Turn::Send(bytes));
            }
            ">>" => conversation.turns.push(Turn::Send(unescaped(rest))),
            "<" => conversation.turns.push(Turn::Expect(rest.to_owned())),
            "!" => conversation.events.push(rest.to_owned()),
            "=" => conversation.end = rest.to_owned(),
            "engine" => conversation.engine = rest.to_owned(),
            _ => panic!("{place}: '{sign}' is no sign"),
        }
    }
    conversations
}

/// A message with the stones that are not in play written out.
fn padded(text: &str) -> String {
    let Some(start) = text.strip_suffix("...") else {
        return text.to_owned();
    };
    let mut words: Vec<&str> = start.split_whitespace().collect();
    while words.len() < 33 {
        words.push("0.000000");
    }
    words.join(" ")
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c != '\\' {
            bytes.extend_from_slice(c.to_string().as_bytes());
            continue;
        }
        let (sign, after) = rest.split_at(1);
        rest = after;
        match sign {
            "0" => bytes.push(0),
            "n" => bytes.push(b'\n'),
            "r" => bytes.push(b'\r'),
            "\\" => bytes.push(b'\\'),
            "x" => {
                let (digits, after) = rest.split_at(2);
                bytes.push(u8::from_str_radix(digits, 16).expect("two digits"));
                rest = after;
            }
            "*" => {
                let digits =
                    rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let (count, after) = rest.split_at(digits);
                bytes.extend(vec![b'x'; count.parse().expect("a number")]);
                rest = after;
            }
            _ => panic!("'\\{sign}' stands for nothing"),
        }
    }
    bytes
}

/// Whether the player said what it was to say.
pub fn fits(expected: &str, said: &str) -> bool {
    match expected.strip_suffix('*') {
        Some(start) => said.starts_with(start),
        None => said == expected,
    }
}
