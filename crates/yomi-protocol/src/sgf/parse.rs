//! Reading a tree.

use super::error::{Place, SgfError};
use super::text::MAX_BYTES;
use super::tree::{Node, Property, Tree};
use crate::foreign::quoted;
use std::iter::Peekable;
use std::str::Chars;

impl Tree {
    /// Reads the one game of a text. White space and a byte order mark may stand before it.
    ///
    /// ```
    /// use yomi_protocol::sgf::Tree;
    ///
    /// let tree = Tree::parse("(;C[a \\] in a comment](;B[aa])(;B[bb]))").unwrap();
    /// assert_eq!(tree.nodes[0].children, [1, 2]);
    /// assert_eq!(tree.nodes[0].simple_text("C").unwrap(), "a ] in a comment");
    /// assert!(Tree::parse("(;B[aa]").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Tree, SgfError> {
        if text.len() > MAX_BYTES {
            let found = format!("{} bytes", text.len());
            let expected = format!("at most {MAX_BYTES}");
            return Err(SgfError::new(Place::START, found, expected));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Reader {
            rest: text.chars().peekable(),
            place: Place::START,
        }
        .tree()
    }
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    /// Of the next character.
    place: Place,
}

impl Reader<'_> {
    fn tree(mut self) -> Result<Tree, SgfError> {
        let mut nodes: Vec<Node> = Vec::new();
        self.skip_space();
        self.expect('(', "'(;', with which a game begins")?;
        // For each parenthesis still open, the node that its variation follows.
        let mut open: Vec<Option<usize>> = vec![None];
        let mut last: Option<usize> = None;
        self.skip_space();
        self.demand(';', "';', with which a node begins")?;
        while !open.is_empty() {
            self.skip_space();
            match self.rest.peek() {
                Some(';') => {
                    let node = self.node()?;
                    if let Some(parent) = last {
                        let child = nodes.len();
                        nodes[parent].children.push(child);
                    }
                    last = Some(nodes.len());
                    nodes.push(node);
                }
                Some('(') => {
                    open.push(last);
                    self.next();
                    self.skip_space();
                    self.demand(';', "';', with which a variation begins")?;
                }
                Some(')') => {
                    last = open.pop().flatten();
                    self.next();
                    self.skip_space();
                    if self.rest.peek() == Some(&';') {
                        return Err(self.unexpected("'(' or ')' after a variation"));
                    }
                }
                _ => return Err(self.unexpected("';', '(', ')' or a property such as C[...]")),
            }
        }
        self.skip_space();
        match self.rest.peek() {
            None => Ok(Tree { nodes }),
            Some('(') => Err(self.unexpected("the end of the text: a record holds one game")),
            Some(_) => Err(self.unexpected("the end of the text")),
        }
    }

    fn node(&mut self) -> Result<Node, SgfError> {
        let place = self.place;
        self.next();
        let mut properties = Vec::new();
        loop {
            self.skip_space();
            match self.rest.peek() {
                Some(letter) if letter.is_ascii_alphanumeric() => properties.push(self.property()?),
                _ => break,
            }
        }
        Ok(Node {
            properties,
            children: Vec::new(),
            place,
        })
    }

    fn property(&mut self) -> Result<Property, SgfError> {
        let place = self.place;
        let mut name = String::new();
        while let Some(&letter) = self.rest.peek()
            && letter.is_ascii_alphanumeric()
        {
            // Versions before 4 wrote `GaMe` for `GM`.
            if !letter.is_ascii_lowercase() {
                name.push(letter);
            }
            self.next();
        }
        if name.is_empty() {
            let found = "a name in small letters only";
            return Err(SgfError::new(place, found, "a property such as C[...]"));
        }
        let mut values = Vec::new();
        self.skip_space();
        self.demand(
            '[',
            &format!("'[', with which a value of {} begins", quoted(&name)),
        )?;
        while self.rest.peek() == Some(&'[') {
            self.next();
            values.push(self.value()?);
            self.skip_space();
        }
        Ok(Property {
            name,
            values,
            place,
        })
    }

    /// The value up to its bracket, which is taken too.
    fn value(&mut self) -> Result<String, SgfError> {
        let mut value = String::new();
        loop {
            match self.next_folded() {
                None => return Err(self.unexpected("']'")),
                Some(']') => return Ok(value),
                Some('\\') => match self.next_folded() {
                    None => return Err(self.unexpected("']'")),
                    // An escaped line break only breaks the line of the file.
                    Some('\n') => {}
                    Some(character) => value.push(spaced(character)),
                },
                Some(character) => value.push(spaced(character)),
            }
        }
    }

    /// The next character, any of the four ways to break a line as one newline.
    fn next_folded(&mut self) -> Option<char> {
        let character = self.next()?;
        let partner = match character {
            '\n' => '\r',
            '\r' => '\n',
            other => return Some(other),
        };
        if self.rest.peek() == Some(&partner) {
            self.rest.next();
            self.place.line += usize::from(character == '\r');
            self.place.column = 1;
        } else if character == '\r' {
            self.place.line += 1;
            self.place.column = 1;
        }
        Some('\n')
    }

    fn next(&mut self) -> Option<char> {
        let character = self.rest.next()?;
        if character == '\n' {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
        Some(character)
    }

    fn skip_space(&mut self) {
        while self.rest.peek().is_some_and(|next| next.is_whitespace()) {
            self.next_folded();
        }
    }

    fn expect(&mut self, wanted: char, expected: &str) -> Result<(), SgfError> {
        self.demand(wanted, expected)?;
        self.next();
        Ok(())
    }

    /// Like `expect`, but leaves the character.
    fn demand(&mut self, wanted: char, expected: &str) -> Result<(), SgfError> {
        if self.rest.peek() == Some(&wanted) {
            Ok(())
        } else {
            Err(self.unexpected(expected))
        }
    }

    fn unexpected(&mut self, expected: &str) -> SgfError {
        let found = match self.rest.peek() {
            None => "the end of the text".to_owned(),
            Some(&character) => quoted(character.encode_utf8(&mut [0; 4])),
        };
        SgfError::new(self.place, found, expected)
    }
}

/// White space other than a line break is a space.
fn spaced(character: char) -> char {
    if character != '\n' && character.is_whitespace() {
        ' '
    } else {
        character
    }
}
