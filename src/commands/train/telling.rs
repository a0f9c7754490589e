//! What a training says: for people, or one object for machines.

use crate::text::{Align, Table, grouped};
use serde::Serialize;
use std::io::{self, Write};
use yomi_train::{Cell, Report};

/// Where the results of a training go.
pub struct Telling<'a> {
    out: &'a mut dyn Write,
    json: bool,
}

impl<'a> Telling<'a> {
    /// Tells on standard output; with `json` nothing but one object goes there.
    pub fn new(out: &'a mut dyn Write, json: bool) -> Telling<'a> {
        Telling { out, json }
    }

    /// A line beside the result.
    pub fn note(&mut self, line: &str) -> anyhow::Result<()> {
        match self.json {
            true => writeln!(io::stderr(), "note: {line}")?,
            false => writeln!(self.out, "{line}")?,
        }
        Ok(())
    }

    /// The result: as it is for machines, or in words.
    pub fn result<T: Serialize>(
        &mut self,
        result: &T,
        words: impl FnOnce(&T) -> String,
    ) -> anyhow::Result<()> {
        match self.json {
            true => writeln!(self.out, "{}", serde_json::to_string(result)?)?,
            false => self.out.write_all(words(result).as_bytes())?,
        }
        Ok(())
    }

    /// A report, which is a table.
    pub fn report(&mut self, report: &Report) -> anyhow::Result<()> {
        self.result(report, |report| format!("{}\n", render(report)))
    }
}

/// What was learned from, a table, and the remark below it.
fn render(report: &Report) -> String {
    let sources = report.learned_from.iter();
    let sources = sources.map(|&(count, name)| format!("{} {name}", grouped(count)));
    let sources = sources.collect::<Vec<_>>().join(" of ");
    let aligned = |(i, &name)| match i {
        0 => (name, Align::Left),
        _ => (name, Align::Right),
    };
    let columns: Vec<(&str, Align)> = report.columns.iter().enumerate().map(aligned).collect();
    let mut table = Table::new(&columns);
    for row in &report.rows {
        let cells = row.iter().map(|cell| match cell {
            Cell::Name(name) => name.clone(),
            Cell::Count(count) => grouped(*count),
            Cell::Number(value, digits) => format!("{value:.digits$}"),
        });
        table.row(cells.collect());
    }
    // A table of what was held out has no rows if nothing was.
    let table = (!report.rows.is_empty()).then(|| table.render());
    let parts = table.into_iter().chain(report.remark.clone());
    let parts: String = parts.map(|part| format!("\n{part}")).collect();
    format!("{sources} to learn from\n{parts}")
}
