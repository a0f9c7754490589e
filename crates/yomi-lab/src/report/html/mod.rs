//! Reports as a page of HTML that needs nothing else: style and drawings are inside, there are no
//! scripts.
//!
//! The page is for reading on paper and on a telephone too: tables and figures that are wider than
//! the page scroll by themselves, colours follow the reader's choice of light or dark, and what
//! colours say is said by shapes and words as well.

mod findings;

use super::document::{Block, CONTENTS, Cell, Key, THIS_RUN, THIS_RUN_TITLE, Table};
use std::collections::BTreeSet;
use std::fmt::{Result, Write};

const STYLE: &str = include_str!("style.css");

pub fn render(title: &str, blocks: &[Block]) -> String {
    let body = Page::new(blocks)
        .body(blocks)
        .expect("writing to a string cannot fail");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escaped(title)
    )
}

/// A page that is being written.
struct Page {
    out: String,
    /// Whether there are contents to go back to.
    has_contents: bool,
    /// The level of the last heading.
    level: u8,
    /// The keys that have their place: one of the same name further on gets none.
    placed: BTreeSet<Key>,
}

impl Page {
    fn new(blocks: &[Block]) -> Page {
        let is_contents = |block: &Block| matches!(block, Block::Contents(_));
        Page {
            out: String::new(),
            has_contents: blocks.iter().any(is_contents),
            level: 1,
            placed: BTreeSet::new(),
        }
    }

    fn body(mut self, blocks: &[Block]) -> std::result::Result<String, std::fmt::Error> {
        for block in blocks {
            self.block(block)?;
        }
        Ok(self.out)
    }

    fn block(&mut self, block: &Block) -> Result {
        match block {
            Block::Heading { level, text, key } => {
                self.level = *level;
                let id = self.id(key.as_deref());
                let up = match key.as_deref() {
                    Some(key) if key != CONTENTS => self.up(),
                    _ => "",
                };
                let text = escaped(text);
                writeln!(self.out, "<h{level}{id}>{text}{up}</h{level}>")
            }
            Block::Contents(chapters) => self.contents(chapters),
            Block::Text(text) => writeln!(self.out, "<p>{}</p>", escaped(text)),
            Block::List(entries) => {
                self.out.push_str("<ul>\n");
                for entry in entries {
                    writeln!(self.out, "<li>{}</li>", escaped(entry))?;
                }
                writeln!(self.out, "</ul>")
            }
            Block::Table(table) => self.table(table),
            Block::Summary(lines) => self.summary(lines),
            Block::Findings(findings) => findings
                .iter()
                .try_for_each(|finding| self.finding(finding)),
            Block::Figure { svg, caption, .. } => {
                self.out.push_str("<figure>\n");
                self.begin_scrolling("Figure")?;
                writeln!(
                    self.out,
                    "\n{}\n</div>\n<figcaption>{}</figcaption>\n</figure>",
                    svg.trim(),
                    escaped(caption)
                )
            }
            Block::ThisRun(entries) => {
                let id = self.id(Some(THIS_RUN));
                let up = self.up();
                writeln!(
                    self.out,
                    "<!-- this run: begin -->\n<section class=\"run\">\n<h2{id}>{THIS_RUN_TITLE}{up}</h2>\n<ul>"
                )?;
                for (name, value) in entries {
                    let (name, value) = (escaped(name), escaped(value));
                    writeln!(self.out, "<li>{name}: {value}</li>")?;
                }
                writeln!(self.out, "</ul>\n</section>\n<!-- this run: end -->")
            }
        }
    }

    /// The attribute that makes a place for links.
    fn id(&mut self, key: Option<&str>) -> String {
        match key {
            Some(key) if self.placed.insert(key.to_owned()) => {
                format!(" id=\"{}\"", escaped(key))
            }
            _ => String::new(),
        }
    }

    /// The way back.
    fn up(&self) -> &'static str {
        match self.has_contents {
            true => " <a class=\"up\" href=\"#contents\">contents</a>",
            false => "",
        }
    }

    /// Begins what may be wider than the page; whoever has no pointer scrolls it with the keys.
    fn begin_scrolling(&mut self, title: &str) -> Result {
        let title = escaped(title);
        write!(
            self.out,
            "<div class=\"table\" role=\"region\" aria-label=\"{title}\" tabindex=\"0\">"
        )
    }

    fn table(&mut self, table: &Table) -> Result {
        self.begin_scrolling(table.title)?;
        self.out.push_str("<table>\n<thead><tr>");
        for (column, text) in table.head.iter().enumerate() {
            let mut cells = table.rows.iter().filter_map(|row| row.get(column));
            let class = match cells.any(|cell| matches!(cell, Cell::Number(_))) {
                true => " class=\"number\"",
                false => "",
            };
            write!(self.out, "<th scope=\"col\"{class}>{}</th>", escaped(text))?;
        }
        self.out.push_str("</tr></thead>\n<tbody>\n");
        for row in &table.rows {
            self.out.push_str("<tr>");
            for (column, cell) in row.iter().enumerate() {
                self.cell(cell, column == 0)?;
            }
            self.out.push_str("</tr>\n");
        }
        writeln!(self.out, "</tbody></table></div>")
    }

    fn cell(&mut self, cell: &Cell, is_first: bool) -> Result {
        let (tag, scope) = match is_first {
            true => ("th", " scope=\"row\""),
            false => ("td", ""),
        };
        let out = &mut self.out;
        match cell {
            Cell::Words(text) => write!(out, "<{tag}{scope}>{}</{tag}>", escaped(text)),
            Cell::Number(text) => {
                let text = escaped(text);
                write!(out, "<{tag}{scope} class=\"number\">{text}</{tag}>")
            }
            Cell::Code(text) if text.is_empty() => write!(out, "<{tag}{scope}></{tag}>"),
            Cell::Code(text) => {
                let text = escaped(text);
                write!(
                    out,
                    "<{tag}{scope} class=\"code\"><code>{text}</code></{tag}>"
                )
            }
            Cell::Numbers(numbers) => {
                write!(out, "<{tag}{scope}><table>")?;
                for (name, number) in numbers {
                    let (name, number) = (escaped(name), escaped(number));
                    write!(
                        out,
                        "<tr><th scope=\"row\">{name}</th><td class=\"number\">{number}</td></tr>"
                    )?;
                }
                write!(out, "</table></{tag}>")
            }
        }
    }
}

/// Text that is nothing but text within HTML and SVG.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use crate::report::document::{Chapter, Mark, Section};

    #[test]
    fn hostile_texts_stay_text() {
        let page = render(
            "<script>",
            &[
                Block::anchored(1, "<b>", "\"><b>"),
                Block::Contents(vec![Chapter {
                    key: "\"><b>".to_owned(),
                    text: "<i>".to_owned(),
                    sections: vec![Section {
                        key: "\"><b>".to_owned(),
                        text: "<i>".to_owned(),
                        marks: vec![Mark {
                            key: "\"><b>".to_owned(),
                            text: "\"><i>".to_owned(),
                            verdict: Verdict::Undecided,
                            words: "\"><i>".to_owned(),
                        }],
                    }],
                }]),
                Block::Text("</p><script>alert('x')</script>".to_owned()),
                Block::List(vec!["<img src=x>".to_owned()]),
                Block::Table(Table {
                    title: "\"><b>",
                    head: vec!["<b>".to_owned()],
                    rows: vec![
                        vec![Cell::code("<i>&\"")],
                        vec![Cell::Numbers(vec![("<b>".to_owned(), "<i>".to_owned())])],
                    ],
                }),
                Block::ThisRun(vec![("<b>".to_owned(), "<i>".to_owned())]),
            ],
        );
        for markup in ["<script", "<img", "<b>", "<i>"] {
            assert!(!page.contains(markup), "{markup} in {page}");
        }
        assert!(page.contains("<code>&lt;i&gt;&amp;&quot;</code>"));
    }

    #[test]
    fn a_key_has_one_place() {
        let page = render(
            "twice",
            &[
                Block::anchored(2, "A paper", "paper"),
                Block::anchored(2, "The paper again", "paper"),
            ],
        );
        assert_eq!(page.matches("id=\"paper\"").count(), 1, "{page}");
    }
}
