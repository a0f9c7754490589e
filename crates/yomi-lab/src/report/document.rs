//! A report before it is Markdown or HTML.

use crate::Verdict;

/// A part of a report. All texts are plain; the renderers escape what needs escaping.
pub enum Block {
    /// A heading of level 1 to 6.
    Heading(u8, String),
    /// A paragraph.
    Text(String),
    /// A list with bullets.
    List(Vec<String>),
    /// A table.
    Table {
        head: Vec<String>,
        rows: Vec<Vec<Cell>>,
    },
    /// A drawing: the file it is in, as seen from the report, and the SVG itself.
    Figure {
        file: String,
        svg: String,
        caption: String,
    },
    /// What is different in every run.
    ThisRun(Vec<(String, String)>),
}

/// A cell of a table.
pub struct Cell {
    pub text: String,
    pub style: Style,
}

/// How a cell is set.
#[derive(Clone, Copy, PartialEq)]
pub enum Style {
    Words,
    Number,
    Code,
    Verdict(Verdict),
}

impl Cell {
    pub fn words(text: impl Into<String>) -> Cell {
        Cell {
            text: text.into(),
            style: Style::Words,
        }
    }

    pub fn number(text: impl Into<String>) -> Cell {
        Cell {
            text: text.into(),
            style: Style::Number,
        }
    }

    pub fn code(text: impl Into<String>) -> Cell {
        Cell {
            text: text.into(),
            style: Style::Code,
        }
    }

    pub fn verdict(verdict: Verdict, text: String) -> Cell {
        Cell {
            text,
            style: Style::Verdict(verdict),
        }
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
