//! A report before it is Markdown or HTML.

use super::finding_view::FindingView;
use crate::Verdict;

/// What a heading is called by the links that lead to it; it has no blanks.
pub type Key = String;

/// A part of a report. All texts are plain; the renderers escape what needs escaping.
pub enum Block {
    /// A heading of level 1 to 6.
    Heading {
        level: u8,
        text: String,
        /// Where links may lead to it.
        key: Option<Key>,
    },
    /// What stands in the report, with links.
    Contents(Vec<Chapter>),
    /// A paragraph.
    Text(String),
    /// A list with bullets.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// The findings of all items, a line for each.
    Summary(Vec<SummaryLine>),
    /// The findings of one item, with every point.
    Findings(Vec<FindingView>),
    /// A drawing: the file it is in, as seen from the report, and the SVG itself.
    Figure {
        file: String,
        svg: String,
        caption: String,
    },
    /// What is different in every run.
    ThisRun(Vec<(String, String)>),
}

impl Block {
    /// A heading that no link leads to.
    pub fn heading(level: u8, text: impl Into<String>) -> Block {
        Block::Heading {
            level,
            text: text.into(),
            key: None,
        }
    }

    /// A heading that links lead to.
    pub fn anchored(level: u8, text: impl Into<String>, key: impl Into<Key>) -> Block {
        Block::Heading {
            level,
            text: text.into(),
            key: Some(key.into()),
        }
    }
}

/// The key of the contents.
pub const CONTENTS: &str = "contents";
/// The key of the table of all findings.
pub const SUMMARY: &str = "findings";
/// The key of what is different in every run.
pub const THIS_RUN: &str = "this-run";
/// The heading of what is different in every run.
pub const THIS_RUN_TITLE: &str = "This run";

/// A line of the contents, and those beneath it.
pub struct Chapter {
    pub key: Key,
    pub text: String,
    pub sections: Vec<Section>,
}

/// An item in the contents.
pub struct Section {
    pub key: Key,
    pub text: String,
    pub marks: Vec<Mark>,
}

/// A finding in the contents.
pub struct Mark {
    pub key: Key,
    pub text: String,
    pub verdict: Verdict,
    /// The verdict in words.
    pub words: String,
}

/// A finding in the table of all findings.
pub struct SummaryLine {
    /// `paper/item`, which is its key too.
    pub item: String,
    pub finding: FindingView,
}

/// Rows of cells; the first cell of a row says what the row is about.
pub struct Table {
    /// What is in it, for who does not see what stands around it.
    pub title: &'static str,
    pub head: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    Words(String),
    Number(String),
    Code(String),
    /// Names, each with its number: a table within the table.
    Numbers(Vec<(String, String)>),
}

impl Cell {
    pub fn words(text: impl Into<String>) -> Cell {
        Cell::Words(text.into())
    }

    pub fn number(text: impl Into<String>) -> Cell {
        Cell::Number(text.into())
    }

    pub fn code(text: impl Into<String>) -> Cell {
        Cell::Code(text.into())
    }
}

/// The paragraphs of a text: separated by empty lines, other line breaks do not count.
pub fn paragraphs(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut words: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim).chain([""]) {
        if !line.is_empty() {
            words.push(line);
        } else if !words.is_empty() {
            blocks.push(Block::Text(words.join(" ")));
            words.clear();
        }
    }
    blocks
}
