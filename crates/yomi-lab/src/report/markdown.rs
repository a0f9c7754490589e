//! Reports as Markdown.

use super::anchors::anchors;
use super::document::{Block, Cell, Chapter, Section, SummaryLine, THIS_RUN_TITLE, Table};
use super::finding_view::FindingView;
use crate::Verdict;
use std::collections::BTreeMap;
use std::fmt::{Result, Write};

/// Where headings are, by their keys.
type Anchors<'a> = BTreeMap<&'a str, String>;

pub fn render(blocks: &[Block]) -> String {
    let anchors = anchors(blocks);
    let mut text = String::new();
    for block in blocks {
        if !text.is_empty() {
            text.push('\n');
        }
        write_block(&mut text, block, &anchors).expect("writing to a string cannot fail");
    }
    text
}

fn write_block(out: &mut String, block: &Block, anchors: &Anchors) -> Result {
    match block {
        Block::Heading { level, text, .. } => {
            writeln!(out, "{} {}", "#".repeat(usize::from(*level)), escaped(text))
        }
        Block::Contents(chapters) => {
            (chapters.iter()).try_for_each(|chapter| write_chapter(out, chapter, anchors))
        }
        Block::Text(paragraph) => writeln!(out, "{}", guarded(&escaped(paragraph))),
        Block::List(entries) => entries
            .iter()
            .try_for_each(|entry| writeln!(out, "- {}", escaped(entry))),
        Block::Table(table) => write_table(out, table),
        Block::Summary(lines) => write_summary(out, lines, anchors),
        Block::Findings(findings) => write_findings(out, findings),
        Block::Figure { file, caption, .. } => {
            writeln!(out, "![the figure]({file})\n\n{}", escaped(caption))
        }
        Block::ThisRun(entries) => {
            writeln!(out, "<!-- this run: begin -->\n\n## {THIS_RUN_TITLE}\n")?;
            for (name, value) in entries {
                writeln!(out, "- {}: {}", escaped(name), escaped(value))?;
            }
            writeln!(out, "\n<!-- this run: end -->")
        }
    }
}

fn write_chapter(out: &mut String, chapter: &Chapter, anchors: &Anchors) -> Result {
    writeln!(out, "- {}", link(&chapter.text, &chapter.key, anchors))?;
    for section in &chapter.sections {
        let verdicts = verdicts(section);
        let link = link(&section.text, &section.key, anchors);
        writeln!(out, "  - {link}{verdicts}")?;
    }
    Ok(())
}

/// ": 2 reproduced, 1 undecided"; nothing without findings.
fn verdicts(section: &Section) -> String {
    let counts = [
        Verdict::Reproduced,
        Verdict::Contradicted,
        Verdict::Undecided,
    ]
    .map(|verdict| {
        let marks = section.marks.iter();
        (
            marks.filter(|mark| mark.verdict == verdict).count(),
            verdict,
        )
    });
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let words: Vec<String> = counts
        .map(|(count, verdict)| format!("{count} {verdict}"))
        .collect();
    match words[..] {
        [] => String::new(),
        _ => format!(" ({})", words.join(", ")),
    }
}

fn write_table(out: &mut String, table: &Table) -> Result {
    let is_number = |column: usize| {
        let mut cells = table.rows.iter().filter_map(|row| row.get(column));
        cells.any(|cell| matches!(cell, Cell::Number(_)))
    };
    let head: Vec<String> = table.head.iter().map(|text| escaped(text)).collect();
    let right: Vec<bool> = (0..head.len()).map(is_number).collect();
    write_rows(
        out,
        &head,
        &right,
        table.rows.iter().map(|row| row.iter().map(cell).collect()),
    )
}

fn write_rows(
    out: &mut String,
    head: &[String],
    right: &[bool],
    rows: impl Iterator<Item = Vec<String>>,
) -> Result {
    writeln!(out, "| {} |", head.join(" | "))?;
    let rule: Vec<&str> = (right.iter())
        .map(|&right| if right { "---:" } else { "---" })
        .collect();
    writeln!(out, "| {} |", rule.join(" | "))?;
    for row in rows {
        writeln!(out, "| {} |", row.join(" | "))?;
    }
    Ok(())
}

/// All findings: of several points their range, as every point stands with its item.
fn write_summary(out: &mut String, lines: &[SummaryLine], anchors: &Anchors) -> Result {
    let head = [
        "experiment",
        "finding",
        "expected",
        "measured",
        "paper",
        "verdict",
    ];
    let rows = lines.iter().map(|line| {
        let measured = escaped(&line.finding.in_brief());
        let mut row = vec![link(&line.item, &line.item, anchors)];
        row.extend(finding_row(&line.finding, measured));
        row
    });
    write_rows(out, &head.map(str::to_owned), &[false; 6], rows)
}

fn write_findings(out: &mut String, findings: &[FindingView]) -> Result {
    let head = ["finding", "expected", "measured", "paper", "verdict"];
    let rows = findings.iter().map(|finding| {
        let lines = finding.in_full();
        let lines: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
        finding_row(finding, lines.join("<br>")).to_vec()
    });
    write_rows(out, &head.map(str::to_owned), &[false; 5], rows)
}

fn finding_row(finding: &FindingView, measured: String) -> [String; 5] {
    [
        escaped(&finding.text),
        escaped(&finding.expected),
        measured,
        escaped(&finding.paper),
        format!("**{}**", escaped(&finding.words)),
    ]
}

fn link(text: &str, key: &str, anchors: &Anchors) -> String {
    match anchors.get(key) {
        Some(anchor) => format!("[{}](#{anchor})", escaped(text)),
        None => escaped(text),
    }
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Words(text) | Cell::Number(text) => escaped(text),
        // A bar ends a cell even within code.
        Cell::Code(text) if text.is_empty() => String::new(),
        Cell::Code(text) => format!("`{}`", text.replace('|', "\\|").replace('`', "'")),
        Cell::Numbers(numbers) => {
            let lines: Vec<String> = (numbers.iter())
                .map(|(name, number)| format!("{}: {}", escaped(name), escaped(number)))
                .collect();
            lines.join("<br>")
        }
    }
}

/// One line with nothing in it that Markdown would read as markup.
fn escaped(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '<' | '[' | ']' | '|' => {
                line.push('\\');
                line.push(c);
            }
            c if c.is_control() => line.push(' '),
            c => line.push(c),
        }
    }
    line
}

/// A paragraph must not begin like a heading, a quotation or a list.
fn guarded(line: &str) -> String {
    match line.chars().next() {
        Some('#' | '>' | '-' | '+' | '=' | '~') => format!("\\{line}"),
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_texts_stay_text() {
        let blocks = [
            Block::Text("# not a heading".to_owned()),
            Block::Table(Table {
                title: "hostile",
                head: vec!["a|b".to_owned()],
                rows: vec![
                    vec![Cell::words("x | <script>\ny")],
                    vec![Cell::code("a|`b`")],
                    vec![Cell::Numbers(vec![
                        ("*t1*".to_owned(), "1|2".to_owned()),
                        ("t2".to_owned(), "3".to_owned()),
                    ])],
                ],
            }),
        ];
        assert_eq!(
            render(&blocks),
            "\\# not a heading\n\n| a\\|b |\n| --- |\n| x \\| \\<script> y |\n| `a\\|'b'` |\n\
             | \\*t1\\*: 1\\|2<br>t2: 3 |\n"
        );
    }
}
