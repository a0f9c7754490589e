//! Reports as a page of HTML that needs nothing else: style and drawings are inside, there are no
//! scripts.

use super::document::{Block, Cell, Style};
use crate::Verdict;
use std::fmt::Write;

const CSS: &str = "\
:root { color-scheme: light dark; }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3, h4, h5 { line-height: 1.25; margin: 2em 0 .6em; }
h1 { margin-top: 0; }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .92rem; }
th, td { padding: .35rem .7rem; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; }
th { border-bottom-width: 2px; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code { font: .85rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.reproduced, .contradicted, .undecided { font-weight: 600; }
.reproduced { color: #1a7f4b; }
.contradicted { color: #c2372e; }
.undecided { color: #8a6d00; }
@media (prefers-color-scheme: dark) {
  .reproduced { color: #5fd39a; } .contradicted { color: #ff8a80; } .undecided { color: #e5c558; }
}
figure { margin: 1.5rem 0; }
figure svg { max-width: 100%; height: auto; background: #fff; border-radius: .5rem; }
figcaption { font-size: .9rem; opacity: .8; }
.run { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid #8884; font-size: .9rem; }
";

pub fn render(title: &str, blocks: &[Block]) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{CSS}</style>\n</head>\n<body>\n",
        escaped(title)
    );
    for block in blocks {
        write_block(&mut page, block).expect("writing to a string cannot fail");
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn write_block(out: &mut String, block: &Block) -> std::fmt::Result {
    match block {
        Block::Heading(level, text) => writeln!(out, "<h{level}>{}</h{level}>", escaped(text)),
        Block::Text(text) => writeln!(out, "<p>{}</p>", escaped(text)),
        Block::List(entries) => {
            out.push_str("<ul>\n");
            for entry in entries {
                writeln!(out, "<li>{}</li>", escaped(entry))?;
            }
            writeln!(out, "</ul>")
        }
        Block::Table { head, rows } => {
            out.push_str("<div class=\"table\"><table>\n<tr>");
            for text in head {
                write!(out, "<th>{}</th>", escaped(text))?;
            }
            out.push_str("</tr>\n");
            for row in rows {
                out.push_str("<tr>");
                for cell in row {
                    write_cell(out, cell)?;
                }
                out.push_str("</tr>\n");
            }
            writeln!(out, "</table></div>")
        }
        Block::Figure { svg, caption, .. } => {
            writeln!(
                out,
                "<figure>\n{}\n<figcaption>{}</figcaption>\n</figure>",
                svg.trim(),
                escaped(caption)
            )
        }
        Block::ThisRun(entries) => {
            out.push_str(
                "<!-- this run: begin -->\n<section class=\"run\">\n<h2>This run</h2>\n<ul>\n",
            );
            for (name, value) in entries {
                writeln!(out, "<li>{}: {}</li>", escaped(name), escaped(value))?;
            }
            writeln!(out, "</ul>\n</section>\n<!-- this run: end -->")
        }
    }
}

fn write_cell(out: &mut String, cell: &Cell) -> std::fmt::Result {
    let text = escaped(&cell.text);
    match cell.style {
        Style::Words => write!(out, "<td>{text}</td>"),
        Style::Number => write!(out, "<td class=\"number\">{text}</td>"),
        Style::Code if text.is_empty() => out.write_str("<td></td>"),
        Style::Code => write!(out, "<td><code>{text}</code></td>"),
        Style::Verdict(verdict) => {
            let class = match verdict {
                Verdict::Reproduced => "reproduced",
                Verdict::Contradicted => "contradicted",
                Verdict::Undecided => "undecided",
            };
            write!(out, "<td class=\"{class}\">{text}</td>")
        }
    }
}

fn escaped(text: &str) -> String {
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

    #[test]
    fn hostile_texts_stay_text() {
        let page = render(
            "<script>",
            &[
                Block::Text("</p><script>alert('x')</script>".to_owned()),
                Block::List(vec!["<img src=x>".to_owned()]),
                Block::Table {
                    head: vec!["<b>".to_owned()],
                    rows: vec![vec![Cell::code("<i>&\"")]],
                },
            ],
        );
        for markup in ["<script", "<img", "<b>", "<i>"] {
            assert!(!page.contains(markup), "{markup} in {page}");
        }
        assert!(page.contains("<code>&lt;i&gt;&amp;&quot;</code>"));
    }
}
