//! A file's nodes, whatever the game.

use super::text::{Place, SgfError};
use std::fmt::Write as _;

/// A name with its values: `B[e10,f10]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The name, in capital letters and digits.
    pub name: String,
    /// What the brackets hold, escapes resolved and every line break a single newline.
    pub values: Vec<String>,
    /// Where it stands.
    pub place: Place,
}

/// A step of the game: what a `;` begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The properties in the order of the file.
    pub properties: Vec<Property>,
    /// The nodes that may follow, as indices into [`Tree::nodes`]; the first is the main line.
    pub children: Vec<usize>,
    /// Where it stands.
    pub place: Place,
}

impl Property {
    /// The error of a property that must not stand where it does.
    pub(super) fn unexpected(&self, expected: &str) -> SgfError {
        SgfError::new(self.place, format!("the property {}", self.name), expected)
    }
}

impl Node {
    /// The first property of this name.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|known| known.name == name)
    }

    /// Its first value with line breaks made spaces: what the format calls a simple text.
    pub fn simple_text(&self, name: &str) -> Option<String> {
        let value = self.property(name)?.values.first()?;
        Some(value.replace('\n', " "))
    }
}

/// One game with all its variations. [`Tree::parse`] reads one, [`Tree::to_sgf`] writes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// All nodes, each before those that follow it; the first is the root.
    pub nodes: Vec<Node>,
}

impl Tree {
    /// A tree of one variation; each node is given as names with their values.
    pub fn line(nodes: Vec<Vec<(&str, Vec<String>)>>) -> Tree {
        let last = nodes.len().saturating_sub(1);
        let node = |(i, properties): (usize, Vec<(&str, Vec<String>)>)| Node {
            properties: properties
                .into_iter()
                .map(|(name, values)| Property {
                    name: name.to_owned(),
                    values,
                    place: Place::START,
                })
                .collect(),
            children: (i < last).then_some(i + 1).into_iter().collect(),
            place: Place::START,
        };
        Tree {
            nodes: nodes.into_iter().enumerate().map(node).collect(),
        }
    }

    /// The nodes from the root along the first variation.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        std::iter::successors(self.nodes.first(), |node| {
            node.children.first().map(|&child| &self.nodes[child])
        })
    }

    /// The tree as text: a node per line, variations in parentheses.
    pub fn to_sgf(&self) -> String {
        enum Step {
            Open(usize),
            Close,
        }
        let mut text = String::new();
        let mut steps = vec![Step::Open(0)];
        while let Some(step) = steps.pop() {
            let Step::Open(start) = step else {
                text.push_str(")\n");
                continue;
            };
            text.push('(');
            steps.push(Step::Close);
            let mut next = Some(start);
            while let Some(node) = next.and_then(|index| self.nodes.get(index)) {
                write_node(&mut text, node);
                next = match node.children.as_slice() {
                    [only] => Some(*only),
                    several => {
                        steps.extend(several.iter().rev().map(|&child| Step::Open(child)));
                        None
                    }
                };
            }
        }
        text
    }
}

fn write_node(text: &mut String, node: &Node) {
    text.push(';');
    for property in &node.properties {
        text.push_str(&property.name);
        for value in &property.values {
            let value = value.replace('\\', "\\\\").replace(']', "\\]");
            // Writing to a string cannot fail.
            let _ = write!(text, "[{value}]");
        }
    }
    text.push('\n');
}
