//! Trees as text: reading and writing.

use super::build::Builder;
use super::{Label, Node, NodeId, TreeError, TreeGame};
use std::fmt;
use std::str::FromStr;
use yomi_core::{FirstValue, Outcome, Player};

/// The text cut into words, each with its place.
struct Words<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

#[derive(Clone, Copy)]
struct Word<'a> {
    /// Empty at the end of the text.
    text: &'a str,
    line: usize,
    column: usize,
}

impl Word<'_> {
    fn expected(&self, expected: &str) -> TreeError {
        let found = match self.text {
            "" => "the end of the text".to_owned(),
            text if text.chars().count() > 40 => {
                format!("'{}...'", text.chars().take(40).collect::<String>())
            }
            text => format!("'{text}'"),
        };
        TreeError::Syntax {
            line: self.line,
            column: self.column,
            expected: expected.to_owned(),
            found,
        }
    }
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Words<'a> {
        Words {
            rest: text,
            line: 1,
            column: 1,
        }
    }

    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        for c in skipped.chars() {
            if c == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
        self.rest = rest;
        skipped
    }

    /// The next word: a bracket, a colon, or anything up to one of these or white space.
    fn next(&mut self) -> Word<'a> {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.skip(blank);
            if !self.rest.starts_with(';') {
                break;
            }
            self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
        let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ':' | ';');
        let length = match self.rest.chars().next() {
            None => 0,
            Some('(' | ')' | ':') => 1,
            Some(_) => self.rest.find(ends).unwrap_or(self.rest.len()),
        };
        let (line, column) = (self.line, self.column);
        let text = self.skip(length);
        Word { text, line, column }
    }
}

/// A node whose closing bracket has not come yet.
struct OpenNode {
    player: Player,
    children: Vec<(Label, NodeId)>,
    /// The label of the edge that is being read.
    label: Option<Label>,
}

fn read_player(word: Word<'_>) -> Result<Player, TreeError> {
    match word.text {
        "first" => Ok(Player::First),
        "second" => Ok(Player::Second),
        _ => Err(word.expected("who chooses, 'first' or 'second'")),
    }
}

fn read_leaf(word: Word<'_>) -> Result<Outcome, TreeError> {
    match word.text {
        "first" => return Ok(Outcome::Win(Player::First)),
        "second" => return Ok(Outcome::Win(Player::Second)),
        "draw" => return Ok(Outcome::Draw),
        _ => {}
    }
    let numeric = word
        .text
        .starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    match word.text.parse::<f64>() {
        Ok(1.0) => Ok(Outcome::Win(Player::First)),
        Ok(0.0) => Ok(Outcome::Win(Player::Second)),
        Ok(payoff) if (0.0..=1.0).contains(&payoff) => Ok(Outcome::Payoff(FirstValue(payoff))),
        _ if numeric => Err(word.expected("a payoff from 0 to 1")),
        _ => Err(word.expected("'(', 'first', 'second', 'draw' or a payoff from 0 to 1")),
    }
}

impl FromStr for TreeGame {
    type Err = TreeError;

    /// Reads the text form. An explicit stack takes the place of recursion, so that no depth of
    /// brackets is too much.
    fn from_str(text: &str) -> Result<TreeGame, TreeError> {
        let mut words = Words::new(text);
        let mut builder = Builder::default();
        let mut open: Vec<OpenNode> = Vec::new();
        loop {
            // A tree is due: the root, or what a label leads to.
            let word = words.next();
            let mut done = if word.text == "(" {
                let player = read_player(words.next())?;
                open.push(OpenNode {
                    player,
                    children: Vec::new(),
                    label: None,
                });
                None
            } else if open.is_empty() {
                return Err(word.expected("'('"));
            } else {
                Some(builder.leaf(read_leaf(word)?)?)
            };
            // Hand finished subtrees upwards until some node wants another edge.
            while let Some(node) = open.last_mut() {
                if let Some(child) = done.take()
                    && let Some(label) = node.label.take()
                {
                    node.children.push((label, child));
                }
                let word = words.next();
                if word.text == ")" && !node.children.is_empty() {
                    let children = std::mem::take(&mut node.children);
                    done = Some(builder.choice(node.player, children)?);
                    open.pop();
                } else {
                    node.label = Some(read_label(word, node, &mut builder)?);
                    let colon = words.next();
                    if colon.text != ":" {
                        return Err(colon.expected("':' after the label"));
                    }
                    break;
                }
            }
            if let Some(root) = done {
                let word = words.next();
                return match word.text {
                    "" => Ok(builder.finish(root)),
                    _ => Err(word.expected("the end of the text")),
                };
            }
        }
    }
}

fn read_label(word: Word<'_>, node: &OpenNode, builder: &mut Builder) -> Result<Label, TreeError> {
    let allowed = |c: char| c.is_alphanumeric() || "_-+*".contains(c);
    if word.text.is_empty() || !word.text.chars().all(allowed) {
        return Err(word.expected(match node.children.len() {
            0 => "the label of an edge",
            _ => "the label of an edge or ')'",
        }));
    }
    let label = builder.label(word.text)?;
    if node.children.iter().any(|&(other, _)| other == label) {
        return Err(word.expected("a label that this node does not have yet"));
    }
    Ok(label)
}

impl fmt::Display for TreeGame {
    /// Writes the text form. Shared subtrees are written out each time.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is still to be written, next item last.
        enum Item {
            Tree(NodeId),
            Label(Label),
            Close,
        }
        let mut items = vec![Item::Tree(self.root())];
        while let Some(item) = items.pop() {
            match item {
                Item::Close => f.write_str(")")?,
                Item::Label(label) => write!(f, " {}:", self.labels[usize::from(label.0)])?,
                Item::Tree(id) => match self.node(id) {
                    Node::Leaf(Outcome::Win(player)) => write!(f, "{player}")?,
                    Node::Leaf(Outcome::Draw) => f.write_str("draw")?,
                    Node::Leaf(Outcome::Payoff(value)) => write!(f, "{}", value.0)?,
                    Node::Choice { player, .. } => {
                        write!(f, "({player}")?;
                        items.push(Item::Close);
                        for edge in self.edges(id).iter().rev() {
                            items.push(Item::Tree(edge.child));
                            items.push(Item::Label(edge.label));
                        }
                    }
                },
            }
        }
        Ok(())
    }
}
