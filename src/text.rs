//! Laying text out for a terminal: tables, wrapped paragraphs, readable numbers.

use unicode_width::UnicodeWidthStr as _;

/// How wide a line may be.
pub const WIDTH: usize = 88;

/// On which side the cells of a column are filled up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows of cells under a heading, in columns as wide as their widest cell.
pub struct Table {
    aligns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns.
    pub fn new(columns: &[(&str, Align)]) -> Table {
        Table {
            aligns: columns.iter().map(|&(_, align)| align).collect(),
            rows: vec![columns.iter().map(|&(name, _)| name.to_owned()).collect()],
        }
    }

    /// Adds a row; missing cells stay empty.
    pub fn row(&mut self, mut cells: Vec<String>) {
        cells.resize(self.aligns.len(), String::new());
        self.rows.push(cells);
    }

    /// The table as lines, each ended by a newline.
    pub fn render(&self) -> String {
        let widths: Vec<usize> = (0..self.aligns.len())
            .map(|i| {
                self.rows
                    .iter()
                    .map(|row| row[i].chars().count())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let mut text = String::new();
        for row in &self.rows {
            let cells: Vec<String> = row
                .iter()
                .zip(self.aligns.iter().zip(&widths))
                .map(|(cell, (align, &width))| match align {
                    Align::Left => format!("{cell:<width$}"),
                    Align::Right => format!("{cell:>width$}"),
                })
                .collect();
            text.push_str(cells.join("  ").trim_end());
            text.push('\n');
        }
        text
    }
}

/// The paragraph broken into lines of at most [`WIDTH`] with this many spaces before each.
pub fn wrap(paragraph: &str, indent: usize) -> String {
    wrap_to(paragraph, indent, WIDTH)
}

/// The paragraph broken into lines of at most so many letters.
pub fn wrap_to(paragraph: &str, indent: usize, width: usize) -> String {
    let margin = " ".repeat(indent);
    let mut text = String::new();
    let mut line = margin.clone();
    for word in paragraph.split_whitespace() {
        if line.len() > indent {
            if line.width() + 1 + word.width() > width {
                text.push_str(&line);
                text.push('\n');
                line.clone_from(&margin);
            } else {
                line.push(' ');
            }
        }
        line.push_str(word);
    }
    text.push_str(&line);
    text.push('\n');
    text
}

/// A count with its digits in groups of three: `1,234,567`.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of bytes in the unit that suits it.
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    if count < 1024 {
        return format!("{count} bytes");
    }
    let mut amount = count as f64 / 1024.0;
    let mut unit = 0;
    while amount >= 1024.0 && unit + 1 < UNITS.len() {
        amount /= 1024.0;
        unit += 1;
    }
    format!("{amount:.1} {}", UNITS[unit])
}

/// A rate with three or four telling digits: `1.62 M`, `734 k`, `12.5`.
pub fn rate(rate: f64) -> String {
    let (amount, unit) = match rate {
        r if r >= 1e9 => (r / 1e9, " G"),
        r if r >= 1e6 => (r / 1e6, " M"),
        r if r >= 1e4 => (r / 1e3, " k"),
        r => (r, ""),
    };
    match amount {
        a if a >= 100.0 => format!("{a:.0}{unit}"),
        a if a >= 10.0 => format!("{a:.1}{unit}"),
        a => format!("{a:.2}{unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_line_up() {
        let mut table = Table::new(&[("move", Align::Left), ("visits", Align::Right)]);
        table.row(vec!["a1".to_owned(), "1,000".to_owned()]);
        table.row(vec!["b".to_owned()]);
        assert_eq!(table.render(), "move  visits\na1     1,000\nb\n");
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(
            [0, 1023, 1536, 3 << 20].map(bytes),
            ["0 bytes", "1023 bytes", "1.5 KiB", "3.0 MiB"]
        );
        assert_eq!(
            [0.5, 12.34, 9_999.0, 12_345.0, 1.62e6].map(rate),
            ["0.50", "12.3", "9999", "12.3 k", "1.62 M"]
        );
    }

    #[test]
    fn paragraphs_are_broken_between_words() {
        let text = wrap(&"word ".repeat(40), 4);
        assert!(text.lines().count() > 1);
        assert!(
            text.lines()
                .all(|line| line.len() <= WIDTH && line.starts_with("    word"))
        );
        assert_eq!(text.split_whitespace().count(), 40);
        assert_eq!(wrap("", 2), "  \n");
    }
}
