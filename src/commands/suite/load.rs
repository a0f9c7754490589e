//! The positions of all suites, checked against the game.

use super::counting::points;
use crate::failure::usage;
use anyhow::Context as _;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use yomi_core::params::Spec;
use yomi_core::read_text;
use yomi_core::suite::{self, SuiteError, TestPosition};
use yomi_engine::{AnyGame, Registry};

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

/// Reads suites for a game of these settings; names are unique in all of them together, since seeds derive from them.
pub fn read(
    files: &[PathBuf],
    (registry, spec): (&Registry, &Spec),
    game: &dyn AnyGame,
) -> anyhow::Result<Vec<SuiteQuestion>> {
    let mut referee = game.referee();
    let mut questions: Vec<SuiteQuestion> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        let text = read_text(file, SUITE_BYTES)
            .with_context(|| format!("cannot read the suite {}", file.display()))?;
        for mut known in suite::read(&text).map_err(|error| in_file(file, &error))? {
            check_game(&known, registry, spec).map_err(|error| in_file(file, &error))?;
            known
                .check(referee.as_mut())
                .map_err(|error| in_file(file, &error))?;
            let question = SuiteQuestion {
                file: file.clone(),
                known,
            };
            if let Some(score) = &question.known.score {
                points(score).map_err(|problem| question.error("score", problem))?;
            }
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

/// Whether the answers of a position hold for a game of these settings.
fn check_game(known: &TestPosition, registry: &Registry, asked: &Spec) -> Result<(), SuiteError> {
    let Some((line, game)) = &known.game else {
        return Ok(());
    };
    let error = |problem| SuiteError {
        line: *line,
        problem,
    };
    let named: Spec = game
        .parse()
        .map_err(|problem| error(format!("'{game}' is no game with settings: {problem}")))?;
    let in_full = |spec: &Spec| spec.in_full(registry.parameters(&spec.name));
    match in_full(&named) == in_full(asked) {
        true => Ok(()),
        false => Err(error(format!(
            "the answers hold for {game}, and the game is {asked}: expected `yomi suite {game} ...`"
        ))),
    }
}

fn in_file(file: &Path, SuiteError { line, problem }: &SuiteError) -> anyhow::Error {
    usage(format!("{}, line {line}: {problem}", file.display()))
}
