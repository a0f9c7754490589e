//! The positions of all suites, checked against the game.

use crate::failure::usage;
use anyhow::Context as _;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use yomi_core::read_text;
use yomi_core::suite::{self, SuiteError, TestPosition};
use yomi_engine::AnyGame;

/// The longest file that is read as a suite.
const SUITE_BYTES: usize = 16 << 20;

/// A position and where it comes from.
pub struct SuiteQuestion {
    /// The file.
    pub file: PathBuf,
    /// The position with its answers.
    pub known: TestPosition,
}

impl SuiteQuestion {
    /// The error for what is wrong with a key of this position.
    pub fn error(&self, key: &str, problem: impl ToString) -> anyhow::Error {
        in_file(&self.file, &self.known.error(key, problem))
    }
}

/// Reads suites; names are unique in all of them together, since seeds derive from them.
pub fn read(files: &[PathBuf], game: &dyn AnyGame) -> anyhow::Result<Vec<SuiteQuestion>> {
    let mut referee = game.referee();
    let mut questions: Vec<SuiteQuestion> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        let text = read_text(file, SUITE_BYTES)
            .with_context(|| format!("cannot read the suite {}", file.display()))?;
        for mut known in suite::read(&text).map_err(|error| in_file(file, &error))? {
            known
                .check(referee.as_mut())
                .map_err(|error| in_file(file, &error))?;
            let question = SuiteQuestion {
                file: file.clone(),
                known,
            };
            let name = &question.known.name;
            if let Some(&place) = places.get(name) {
                let other: &SuiteQuestion = &questions[place];
                let problem = format!(
                    "the name '{name}' is that of {}, line {} too",
                    other.file.display(),
                    other.known.line("name")
                );
                return Err(question.error("name", problem));
            }
            places.insert(name.clone(), questions.len());
            questions.push(question);
        }
    }
    Ok(questions)
}

fn in_file(file: &Path, SuiteError { line, problem }: &SuiteError) -> anyhow::Error {
    usage(format!("{}, line {line}: {problem}", file.display()))
}
