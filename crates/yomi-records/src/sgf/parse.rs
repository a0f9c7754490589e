//! Reading a tree.

use super::text::{MAX_BYTES, Place, SgfError};
use super::tree::{Node, Property, Tree};
use std::iter::Peekable;
use std::str::Chars;
use yomi_core::foreign::quoted;

impl Tree {
    /// Reads the one game of a text. White space and a byte order mark may stand before it.
    ///
    /// ```
    /// use yomi_records::sgf::Tree;
    ///
    /// let tree = Tree::parse("(;C[a \\] in a comment](;B[aa])(;B[bb]))").unwrap();
    /// assert_eq!(tree.nodes[0].children, [1, 2]);
    /// assert_eq!(tree.nodes[0].simple_text("C").unwrap(), "a ] in a comment");
    /// assert!(Tree::parse("(;B[aa]").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Tree, SgfError> {
        let mut reader = Reader::new(text, false)?;
        reader.skip_space();
        let tree = reader.tree()?;
        reader.skip_space();
        match reader.rest.peek() {
            None => Ok(tree),
            Some(_) => Err(reader.unexpected("the end of the text")),
        }
    }

    /// Reads the first game of a text, after which others may follow. A `tolerant` reader passes over the faults
    /// of real files: anything before the game and after it, private properties in small letters, and an end
    /// without the last parentheses, where nothing but them is missing.
    ///
    /// ```
    /// use yomi_records::sgf::Tree;
    ///
    /// let text = "From: me (of course)\n\n(;C[hello]sc[10];B[aa]";
    /// assert_eq!(Tree::parse_first(text, true).unwrap().nodes.len(), 2);
    /// assert!(Tree::parse_first(text, false).is_err());
    /// assert!(Tree::parse_first("(;C[hello];B[a", true).is_err());
    /// assert_eq!(Tree::parse_first("(;B[aa])(;B[", false).unwrap().nodes.len(), 1);
    /// ```
    pub fn parse_first(text: &str, tolerant: bool) -> Result<Tree, SgfError> {
        let mut reader = Reader::new(text, tolerant)?;
        reader.skip_to_game();
        let tree = reader.tree()?;
        reader.check_after()?;
        Ok(tree)
    }

    /// Reads all games of such a text. If there is none, or one is broken, that error is the last
    /// thing the iterator gives.
    pub fn parse_all(text: &str, tolerant: bool) -> impl Iterator<Item = Result<Tree, SgfError>> {
        let (mut reader, mut failure) = match Reader::new(text, tolerant) {
            Ok(reader) => (Some(reader), None),
            Err(error) => (None, Some(Err(error))),
        };
        let mut games = 0;
        std::iter::from_fn(move || {
            let Some(current) = &mut reader else {
                return failure.take();
            };
            let found = current.skip_to_game();
            if !found && games > 0 {
                return None;
            }
            games += 1;
            let tree = current.tree();
            let tree = tree.and_then(|tree| current.check_after().map(|()| tree));
            if tree.is_err() {
                reader = None;
            }
            Some(tree)
        })
    }
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    /// Of the next character.
    place: Place,
    /// Whether faults that real files have are read over.
    tolerant: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, tolerant: bool) -> Result<Reader<'a>, SgfError> {
        if text.len() > MAX_BYTES {
            let found = format!("{} bytes", text.len());
            let expected = format!("at most {MAX_BYTES}");
            return Err(SgfError::new(Place::START, found, expected));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Ok(Reader {
            rest: text.chars().peekable(),
            place: Place::START,
            tolerant,
        })
    }

    /// Whether a game follows. A tolerant reader goes on to the next `(` that a `;` follows. Where there is none,
    /// nothing but white space is skipped.
    fn skip_to_game(&mut self) -> bool {
        self.skip_space();
        if !self.tolerant {
            return self.rest.peek().is_some();
        }
        let (start, place) = (self.rest.clone(), self.place);
        while let Some(&next) = self.rest.peek() {
            let mut ahead = self.rest.clone().skip(1);
            if next == '(' && ahead.find(|letter| !letter.is_whitespace()) == Some(';') {
                return true;
            }
            self.next_folded();
        }
        (self.rest, self.place) = (start, place);
        false
    }

    /// After a game there must be another one or the end, unless faults are read over.
    fn check_after(&mut self) -> Result<(), SgfError> {
        self.skip_space();
        match self.rest.peek() {
            Some(next) if *next != '(' && !self.tolerant => {
                Err(self.unexpected("the end of the text, or '(;', with which another game begins"))
            }
            _ => Ok(()),
        }
    }

    /// One game, from its `(` to the `)` that ends it.
    fn tree(&mut self) -> Result<Tree, SgfError> {
        let mut nodes: Vec<Node> = Vec::new();
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
                None if self.tolerant => break,
                _ => return Err(self.unexpected("';', '(', ')' or a property such as C[...]")),
            }
        }
        Ok(Tree { nodes })
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
        // Some programs have private properties of that kind. Nobody else can know them.
        if name.is_empty() && !self.tolerant {
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
