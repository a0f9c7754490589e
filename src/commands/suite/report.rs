//! What engines answered: tables for people, an object for machines.

use super::ask::{Answer, Answers};
use super::counting::{Count, Finding};
use super::load::SuiteQuestion;
use crate::text::{Align, Table, wrap};
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::Write;
use std::path::PathBuf;
use yomi_core::params::Spec;

/// The result of a suite.
pub struct Report<'a> {
    /// The game.
    pub game: &'a Spec,
    /// The suites.
    pub files: &'a [PathBuf],
    /// The user's seed.
    pub seed: u64,
    /// The positions.
    pub questions: &'a [SuiteQuestion],
    /// The name of every engine and its answers.
    pub engines: Vec<(&'a String, &'a Answers)>,
    /// What counting says of positions whose stones have a known status.
    pub counts: &'a [Count<'a>],
}

/// How many positions were solved, of how many that were answered.
#[derive(Clone, Copy, Default, Serialize)]
struct Solved {
    solved: u64,
    asked: u64,
}

impl Solved {
    fn add(&mut self, solved: bool) {
        self.solved += u64::from(solved);
        self.asked += 1;
    }

    fn text(self) -> String {
        format!("{}/{}", self.solved, self.asked)
    }
}

/// An answer for machines.
#[derive(Serialize)]
struct Written<'a> {
    name: &'a str,
    kind: &'a str,
    right: &'a [String],
    solved: bool,
    #[serde(flatten)]
    answer: &'a Answer,
}

impl<'a> Report<'a> {
    /// The tables, and all that was not solved.
    pub fn write(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let files: Vec<String> = (self.files.iter())
            .map(|file| file.display().to_string())
            .collect();
        let count = self.questions.len();
        let about = format!(
            "{count} positions of {}, seed {}.",
            files.join(", "),
            self.seed
        );
        writeln!(out, "{}", wrap(&about, 0))?;
        write!(out, "{}", self.table())?;
        for &(engine, answers) in &self.engines {
            self.write_unsolved(engine, answers, out)?;
        }
        self.write_counting(out)
    }

    /// Solved positions by kind and engine.
    fn table(&self) -> String {
        let names = (self.engines.iter()).map(|(name, _)| (name.as_str(), Align::Right));
        let columns: Vec<_> = [("solved", Align::Left)].into_iter().chain(names).collect();
        let mut table = Table::new(&columns);
        let mut row = |name: &str, of_kind: &dyn Fn(&str) -> bool| {
            let cells = self.engines.iter();
            let cells = cells.map(|(_, answers)| self.solved(answers, of_kind).text());
            table.row([name.to_owned()].into_iter().chain(cells).collect());
        };
        for kind in self.kinds() {
            row(kind, &|other| other == kind);
        }
        row("all", &|_| true);
        table.render()
    }

    /// The kinds in the order of the suites.
    fn kinds(&self) -> Vec<&'a str> {
        let mut kinds = Vec::new();
        for question in self.questions {
            let kind = question.known.kind.as_str();
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds
    }

    fn solved(&self, answers: &Answers, of_kind: &dyn Fn(&str) -> bool) -> Solved {
        let mut solved = Solved::default();
        for (&place, answer) in answers {
            let known = &self.questions[place].known;
            if of_kind(&known.kind) {
                solved.add(known.is_right(&answer.best));
            }
        }
        solved
    }

    fn write_unsolved(
        &self,
        engine: &str,
        answers: &Answers,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let mut table = Table::new(&[
            ("position", Align::Left),
            ("kind", Align::Left),
            ("answer", Align::Left),
            ("value", Align::Right),
            ("right", Align::Left),
        ]);
        let mut unsolved = 0;
        for (&place, answer) in answers {
            let known = &self.questions[place].known;
            if known.is_right(&answer.best) {
                continue;
            }
            unsolved += 1;
            table.row(vec![
                known.name.clone(),
                known.kind.clone(),
                answer.best.clone(),
                format!("{:.4}", answer.value),
                known.right.join(" "),
            ]);
        }
        if unsolved > 0 {
            writeln!(out, "\nNot solved by {engine}:\n")?;
            write!(out, "{}", table.render())?;
        }
        Ok(())
    }

    /// How far counting agrees with what is known, and where it does not.
    fn write_counting(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.counts.is_empty() {
            return Ok(());
        }
        let (agree, counted) = (self.agreeing(), self.counts.len());
        writeln!(out, "\nCounting: {agree} of {counted} agree.\n")?;
        let mut table = Table::new(&[("known", Align::Left), ("agree", Align::Right)]);
        for what in ["dead", "seki", "score"] {
            let mut solved = Solved::default();
            let findings = self.counts.iter().flat_map(|count| &count.findings);
            let findings = findings.filter(|finding| finding.what == what);
            findings.for_each(|finding| solved.add(finding.agrees));
            if solved.asked > 0 {
                table.row(vec![what.to_owned(), solved.text()]);
            }
        }
        write!(out, "{}", table.render())?;
        if agree < counted {
            writeln!(out, "\nCounted otherwise:\n")?;
        }
        for count in self.counts {
            for finding in count.findings.iter().filter(|finding| !finding.agrees) {
                let Finding {
                    what, found, known, ..
                } = finding;
                let line = format!("{}: {what} {found}; known: {known}", count.name);
                write!(out, "{}", wrap(&line, 2))?;
            }
        }
        Ok(())
    }

    fn agreeing(&self) -> usize {
        self.counts.iter().filter(|count| count.agrees()).count()
    }

    /// One object.
    pub fn write_json(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut object = Map::new();
        let mut member = |name: &str, value: Value| object.insert(name.to_owned(), value);
        member("game", serde_json::to_value(self.game)?);
        member("files", serde_json::to_value(self.files)?);
        member("seed", self.seed.into());
        let engines = self
            .engines
            .iter()
            .map(|(engine, answers)| self.object(engine, answers));
        member("engines", Value::Array(engines.collect::<Result<_, _>>()?));
        if !self.counts.is_empty() {
            member(
                "counting",
                serde_json::json!({
                    "agree": self.agreeing(),
                    "counted": self.counts.len(),
                    "positions": self.counts,
                }),
            );
        }
        writeln!(out, "{}", Value::Object(object))?;
        Ok(())
    }

    /// What one engine answered.
    fn object(&self, engine: &str, answers: &Answers) -> serde_json::Result<Value> {
        let mut kinds = Map::new();
        for kind in self.kinds() {
            let solved = self.solved(answers, &|other| other == kind);
            kinds.insert(kind.to_owned(), serde_json::to_value(solved)?);
        }
        let written = answers.iter().map(|(&place, answer)| {
            let known = &self.questions[place].known;
            Written {
                name: &known.name,
                kind: &known.kind,
                right: &known.right,
                solved: known.is_right(&answer.best),
                answer,
            }
        });
        let Solved { solved, asked } = self.solved(answers, &|_| true);
        Ok(serde_json::json!({
            "engine": engine,
            "solved": solved,
            "asked": asked,
            "kinds": kinds,
            "answers": written.collect::<Vec<_>>(),
        }))
    }
}
