//! Reports as Markdown.

use super::document::{Block, Cell, Style};
use std::fmt::Write;

pub fn render(blocks: &[Block]) -> String {
    let mut text = String::new();
    for block in blocks {
        if !text.is_empty() {
            text.push('\n');
        }
        write_block(&mut text, block).expect("writing to a string cannot fail");
    }
    text
}

fn write_block(out: &mut String, block: &Block) -> std::fmt::Result {
    match block {
        Block::Heading(level, heading) => {
            writeln!(
                out,
                "{} {}",
                "#".repeat(usize::from(*level)),
                escaped(heading)
            )
        }
        Block::Text(paragraph) => writeln!(out, "{}", guarded(&escaped(paragraph))),
        Block::List(entries) => entries
            .iter()
            .try_for_each(|entry| writeln!(out, "- {}", escaped(entry))),
        Block::Table { head, rows } => {
            let numbers = |column: usize| {
                rows.first()
                    .and_then(|row| row.get(column))
                    .is_some_and(|c| c.style == Style::Number)
            };
            let head: Vec<String> = head.iter().map(|text| escaped(text)).collect();
            writeln!(out, "| {} |", head.join(" | "))?;
            let rule: Vec<&str> = (0..head.len())
                .map(|i| if numbers(i) { "---:" } else { "---" })
                .collect();
            writeln!(out, "| {} |", rule.join(" | "))?;
            rows.iter().try_for_each(|row| {
                let cells: Vec<String> = row.iter().map(cell).collect();
                writeln!(out, "| {} |", cells.join(" | "))
            })
        }
        Block::Figure { file, caption, .. } => {
            writeln!(out, "![the figure]({file})\n\n{}", escaped(caption))
        }
        Block::ThisRun(entries) => {
            writeln!(out, "<!-- this run: begin -->\n\n## This run\n")?;
            for (name, value) in entries {
                writeln!(out, "- {}: {}", escaped(name), escaped(value))?;
            }
            writeln!(out, "\n<!-- this run: end -->")
        }
    }
}

fn cell(cell: &Cell) -> String {
    match cell.style {
        Style::Words | Style::Number => escaped(&cell.text),
        Style::Verdict(_) => format!("**{}**", cell.text),
        // A bar ends a cell even within code.
        Style::Code if cell.text.is_empty() => String::new(),
        Style::Code => format!("`{}`", cell.text.replace('|', "\\|").replace('`', "'")),
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
            Block::Table {
                head: vec!["a|b".to_owned()],
                rows: vec![
                    vec![Cell::words("x | <script>\ny")],
                    vec![Cell::code("a|`b`")],
                ],
            },
        ];
        assert_eq!(
            render(&blocks),
            "\\# not a heading\n\n| a\\|b |\n| --- |\n| x \\| \\<script> y |\n| `a\\|'b'` |\n"
        );
    }
}
