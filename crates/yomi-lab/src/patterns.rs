//! Sets of patterns of Go: learned from records, and what is measured of them.
//!
//! An experiment with pattern sets takes its records from a folder of data: `ordinary`, `disordered`, `ordinary-test` and
//! `disordered-test`, each a file with any ending that games of Go may have, or a folder of such files (shards). A small sample
//! comes with the program, for quick runs. Sets are learned once and kept beside learned evaluations, with the
//! fingerprint of the records that they were learned from.

use crate::data::Data;
use crate::foretold::Foretold;
use crate::measurement::Observation;
use crate::plan::{Cell, EvaluationTraining};
use crate::training::once;
use crate::{LabError, Observer};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use yomi_core::checksum::{FNV_OFFSET, fnv1a_after};
use yomi_core::params::Spec;
use yomi_core::{Seed, Stop};
use yomi_engine::go::patterns::PatternSet;
use yomi_go::pattern::Model;
use yomi_go::{Rules, SmallGo};
use yomi_run::Job;
use yomi_train::TrainingError;
use yomi_train::go::{
    Games, MatchedSizes, PatternParams, Recipe, foretell, learner, matched_sizes, playout_moves,
    training,
};

/// The kinds of records in a folder of data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Records {
    /// Games to learn from.
    Ordinary,
    /// Disordered records to learn from.
    Disordered,
    /// Games for the test.
    OrdinaryTest,
    /// Disordered records for the test.
    DisorderedTest,
}

impl Records {
    fn name(self) -> &'static str {
        match self {
            Records::Ordinary => "ordinary",
            Records::Disordered => "disordered",
            Records::OrdinaryTest => "ordinary-test",
            Records::DisorderedTest => "disordered-test",
        }
    }

    /// Those for the test of this name.
    pub fn test(name: &str) -> Option<Records> {
        match name {
            "ordinary" => Some(Records::OrdinaryTest),
            "disordered" => Some(Records::DisorderedTest),
            _ => None,
        }
    }
}

/// The names of the entries of a folder of data.
pub(crate) const ENTRIES: [&str; 4] =
    ["ordinary", "disordered", "ordinary-test", "disordered-test"];

/// The fingerprint of what a set is learned from: disordered records that come later leave a set without any as it is.
fn fingerprint(data: &Data, recipe: &Recipe) -> String {
    let wanted = [
        (Records::Ordinary, recipe.patterns.ordinary),
        (Records::Disordered, recipe.patterns.disordered),
    ];
    let learned = wanted.iter().filter(|(_, count)| *count != Some(0));
    let hash = learned.fold(FNV_OFFSET, |hash, (kind, _)| {
        fnv1a_after(hash, &data.hash(kind.name()).to_le_bytes())
    });
    format!("{hash:016x}")
}

fn read(data: &Data, game: &SmallGo, kinds: &[Records]) -> Result<Games, String> {
    let files = kinds.iter().flat_map(|kind| data.files(kind.name()));
    let files: Vec<PathBuf> = files.cloned().collect();
    Games::read(game, &files).map_err(|error| error.to_string())
}

/// A set of patterns to be learned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename = "patterns learned")]
struct PatternsLearned {
    /// The game, written out.
    game: String,
    /// What is learned, and how.
    patterns: String,
    /// The fingerprint of the data.
    data: String,
    /// What all randomness derives from.
    seed: Seed,
}

/// What came of it; the weights are on file when this comes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PatternsReport {
    data: String,
    ordinary: u64,
    disordered: u64,
    patterns: u64,
    moves: u64,
}

impl Job for PatternsLearned {
    type Output = PatternsReport;
}

/// A set of patterns of a cell.
pub(crate) struct PatternsRun<'a> {
    /// The item's name, for messages.
    pub item: &'a str,
    pub cell: &'a Cell,
    pub training: &'a EvaluationTraining,
    /// Where the report is, or will be.
    pub record: &'a Path,
    pub data: &'a Data,
    pub stop: &'a Stop,
    pub observer: &'a dyn Observer,
}

impl PatternsRun<'_> {
    /// Learns the set, or what is missing of that.
    pub fn run(&self) -> Result<PatternsReport, LabError> {
        if let Some(folder) = self.record.parent() {
            fs::create_dir_all(folder).map_err(LabError::io("create", folder))?;
        }
        let spec = &self.training.evaluation.spec;
        let recipe = self.recipe(spec, self.training.seed)?;
        let fingerprint = fingerprint(self.data, &recipe);
        let job = PatternsLearned {
            game: self.cell.game_text.clone(),
            patterns: spec.to_string(),
            data: fingerprint.clone(),
            seed: self.training.seed,
        };
        let finished = || self.observer.unit_finished(self.item);
        let report = once(job, self.record, self.stop, &finished, |job| {
            self.learn(job)
        })?;
        match report.data == fingerprint {
            true => Ok(report),
            false => Err(self.broken(format!(
                "{} was learned from other records: choose another --out",
                self.record.display()
            ))),
        }
    }

    fn learn(&self, job: &PatternsLearned) -> Result<PatternsReport, LabError> {
        let spec: Spec = job.patterns.parse().map_err(|error| self.broken(error))?;
        let recipe = self.recipe(&spec, job.seed)?;
        let game = self.game()?;
        let kinds = [Records::Ordinary, Records::Disordered];
        let games = read(self.data, &game, &kinds).map_err(|error| self.broken(error))?;
        let games = games.at_most(recipe.patterns.ordinary, recipe.patterns.disordered);
        let disordered = games.games.iter().filter(|game| game.disorder.is_some());
        let disordered = disordered.count() as u64;
        let ordinary = games.games.len() as u64 - disordered;
        let [wanted, more] = [recipe.patterns.ordinary, recipe.patterns.disordered];
        if wanted.is_some_and(|wanted| ordinary < wanted)
            || more.is_some_and(|more| disordered < more)
        {
            return Err(self.broken(format!(
                "the data have {ordinary} games and {disordered} disordered records: expected as many as \
                 '{}' says",
                job.patterns
            )));
        }
        let mut learner = learner(&Arc::new(game), &games, &recipe, |_| ());
        let out = self.record.with_extension("weights.json");
        let training = training(&games, &recipe, 9, &out, self.stop.clone());
        let learned = training.run(&mut learner, |_, _| ());
        let learned = learned.map_err(|error| match error {
            TrainingError::Stopped { .. } => LabError::Stopped,
            error => self.broken(error),
        })?;
        let moves = learned.learned_from.first().map_or(0, |&(count, _)| count);
        let set = self.set(&out)?;
        Ok(PatternsReport {
            data: job.data.clone(),
            ordinary,
            disordered,
            patterns: set.patterns() as u64,
            moves,
        })
    }

    fn recipe(&self, spec: &Spec, seed: Seed) -> Result<Recipe, LabError> {
        Recipe::read(spec, seed.number()).map_err(|error| self.broken(error))
    }

    fn set(&self, weights: &Path) -> Result<PatternSet, LabError> {
        let read = PatternSet::read(&weights.to_string_lossy());
        read.map_err(|error| self.broken(error))
    }

    /// The game that the patterns are of; the rules do not matter to its records.
    fn game(&self) -> Result<SmallGo, LabError> {
        let game = SmallGo::new(Rules::default());
        game.ok_or_else(|| self.broken("there is no board of nine rows"))
    }

    /// How well the set that was learned foretells the moves of the first test games, at most so many.
    pub fn foretold(&self, test: Records, most: u64) -> Result<Observation, LabError> {
        let game = self.game()?;
        let set = self.set(&self.record.with_extension("weights.json"))?;
        let games = read(self.data, &game, &[test]).map_err(|error| self.broken(error))?;
        let games = games.at_most(Some(most), Some(most));
        let features = set
            .features::<2>()
            .ok_or_else(|| self.broken("not of 9x9"))?;
        let params = PatternParams::default();
        let each = foretell(&game, &games, &params, (&features, set.weights()));
        let each = each.iter().filter(|found| found.count() > 0);
        let each: Vec<Foretold> = each.map(Foretold::from).collect();
        match each.len() {
            0 | 1 => Err(self.broken("the test has less than two games with moves to foretell")),
            _ => Ok(Observation::foretold(test.name(), each)),
        }
    }

    /// The sizes of the matches in the first positions of test games, or else of playouts by the set itself.
    pub fn sizes(&self, of_records: bool, most: u64) -> Result<Vec<Vec<MatchedSizes>>, LabError> {
        /// The paper looks at positions up to this move.
        const LAST: usize = 55;
        let game = self.game()?;
        let set = self.set(&self.record.with_extension("weights.json"))?;
        let features = set
            .features::<2>()
            .ok_or_else(|| self.broken("not of 9x9"))?;
        let dictionary = features.dictionary();
        if of_records {
            let kinds = [Records::OrdinaryTest];
            let games = read(self.data, &game, &kinds).map_err(|error| self.broken(error))?;
            let games = games.games.iter().take(most as usize);
            let sizes = games.map(|recorded| {
                let moves = &recorded.moves[..recorded.moves.len().min(LAST)];
                matched_sizes(&game, dictionary, moves)
            });
            return Ok(sizes.collect());
        }
        let model = Model::<2>::new(Arc::clone(dictionary), set.weights(), 1.0);
        let model = Arc::new(model.ok_or_else(|| self.broken("not of 9x9"))?);
        let seed = self.training.seed.child("playouts");
        let playouts = (0..most).map(|number| {
            let moves = playout_moves(&game, &model, LAST as u32, seed.index(number));
            matched_sizes(&game, dictionary, &moves)
        });
        Ok(playouts.collect())
    }

    fn broken(&self, problem: impl ToString) -> LabError {
        LabError::broken(self.item, self.cell.place(), problem)
    }
}

/// The shares of a size among the matches before a move, or their mean sizes, one for each position.
pub(crate) fn sizes_at(
    sizes: &[Vec<MatchedSizes>],
    number: usize,
    size: Option<usize>,
) -> Observation {
    let place = number.saturating_sub(1);
    let positions = sizes.iter().filter_map(|game| game.get(place));
    let sample = positions.filter_map(|found| match size {
        Some(size) => found.share(size),
        None => found.mean(),
    });
    Observation::Sample {
        sample: sample.collect(),
    }
}
