//! Patterns of Go: found in records of games, and learned from their moves.
//!
//! The patterns that occur often enough around legal moves are registered ([`extract`]); then the weights
//! of all features are fitted to the moves that were played, by the softmax learner that serves all games
//! ([`MoveLearner`]). One game in so many is held out and tells how well its moves are foretold.

mod balancing;
mod disorder;
mod evaluation;
mod extraction;
mod games;
mod import;
mod sizes;
#[cfg(test)]
mod tests;

pub use crate::table::TableError;
pub use balancing::{
    BALANCING, BalancingRecipe, Drawn, balancing_learner, balancing_training, unmoved,
    without_patterns,
};
pub use disorder::{Disorder, DisorderedLessons};
pub use evaluation::{Figures, evaluate, foretell};
pub use extraction::extract;
pub use games::{Games, Recorded};
pub use import::{Filter, ImportedGame, ImportedHeader, ResultFilter, import, rank};
pub use sizes::{MatchedSizes, matched_sizes, playout_moves};

use std::path::Path;
use std::sync::Arc;
use yomi_core::params::{Param, ParamError, Parameters as _, Settings, Spec};
use yomi_core::{Deterministic as _, Game as _, Seed, Stop};
use yomi_go::pattern::{Dictionary, PatternFeatures};
use yomi_go::{Go, PackedPosition, Position};
use yomi_learn::moves::{MoveLearner, MoveLearnerParams};
use yomi_learn::training::Training;

yomi_core::parameters! {
    /// How patterns are found and which moves are learned. The defaults are those of the paper `disordered-records`.
    pub struct PatternParams {
        /// A pattern that occurs so often around legal moves is registered.
        pub threshold: u32 = 100, in 1..=1000000000;
        /// The first move of a game that is learned; patterns are found from the beginning.
        pub first_move: u32 = 5, in 1..=1000;
        /// The last move that is looked at.
        pub last_move: u32 = 55, in 1..=1000;
        /// At most so many ordinary games, the first ones.
        pub ordinary: Option<u64> = None, in 0.0..=1e12;
        /// At most so many disordered records, the first ones.
        pub disordered: Option<u64> = None, in 0.0..=1e12;
    }
}

/// What is learned: everything about it but the games.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// Which patterns and moves.
    pub patterns: PatternParams,
    /// What disordered records teach.
    pub disorder: DisorderedLessons,
    /// How weights are learned.
    pub learner: MoveLearnerParams,
    /// The seed of all randomness.
    pub seed: u64,
}

/// What suits many features better than the defaults of small models.
const SUITABLE: [(&str, &str); 3] = [("epochs", "4"), ("batch", "512"), ("decay", "0.005")];

impl Recipe {
    /// Reads settings such as `patterns:threshold=50,ordinary=10000,epochs=4`; the name is not looked at.
    ///
    /// ```
    /// use yomi_train::go::Recipe;
    ///
    /// let recipe = Recipe::read(&"patterns:threshold=50".parse().unwrap(), 1).unwrap();
    /// assert_eq!((recipe.patterns.threshold, recipe.learner.epochs), (50, 4));
    /// assert!(Recipe::read(&"patterns:treshold=50".parse().unwrap(), 1).is_err());
    /// ```
    pub fn read(spec: &Spec, seed: u64) -> Result<Recipe, ParamError> {
        let mut settings = with_changed(&spec.settings, &SUITABLE);
        let recipe = Recipe {
            patterns: PatternParams::take(&mut settings)?,
            disorder: DisorderedLessons::take(&mut settings)?,
            learner: MoveLearnerParams::take(&mut settings)?,
            seed,
        };
        settings.finish(&Recipe::table())?;
        Ok(recipe)
    }

    /// All settings.
    pub fn table() -> Vec<Param> {
        let learner = changed(MoveLearnerParams::table(), &SUITABLE);
        [PatternParams::table(), DisorderedLessons::table(), learner].concat()
    }
}

/// Settings with other values for those that are not given.
fn with_changed(settings: &Settings, defaults: &[(&str, &str)]) -> Settings {
    let mut settings = settings.clone();
    for &(name, value) in defaults {
        if !settings.0.iter().any(|(given, _)| given == name) {
            settings.0.push((name.to_owned(), value.to_owned()));
        }
    }
    settings
}

/// A table with other defaults.
fn changed(mut table: Vec<Param>, defaults: &[(&str, &str)]) -> Vec<Param> {
    for param in &mut table {
        if let Some((_, value)) = defaults.iter().find(|(name, _)| *name == param.name) {
            (*value).clone_into(&mut param.default);
        }
    }
    table
}

/// The name of the model in files of weights.
pub const MODEL: &str = "patterns";

/// Finds patterns and prepares a learner of their weights. `told` hears of each size of patterns.
pub fn learner<const W: usize>(
    game: &Arc<Go<W>>,
    games: &Games,
    recipe: &Recipe,
    told: impl FnMut(&str),
) -> MoveLearner<Go<W>, PackedPosition<W>> {
    let learner = &recipe.learner;
    let is_test = |number: usize| yomi_learn::is_for_test(number as u64, learner.test_share);
    let numbered = games.games.iter().enumerate();
    let to_learn = numbered.filter(|(number, _)| !is_test(*number));
    let to_learn: Vec<&Recorded> = to_learn.map(|(_, recorded)| recorded).collect();
    let dictionary = extract(game, &to_learn, recipe, told);
    prepared(game, games, recipe, Arc::new(dictionary))
}

/// A learner of the weights of these patterns.
fn prepared<const W: usize>(
    game: &Arc<Go<W>>,
    games: &Games,
    recipe: &Recipe,
    dictionary: Arc<Dictionary>,
) -> MoveLearner<Go<W>, PackedPosition<W>> {
    let bytes = dictionary.to_bytes();
    let features = PatternFeatures::<W>::new(dictionary).expect("patterns of this game's board");
    let params = recipe.learner.clone();
    let learner = MoveLearner::new(Arc::clone(game), ["go", MODEL], Arc::new(features), params);
    let mut learner = learner.with_features(bytes);
    let PatternParams {
        first_move,
        last_move,
        ..
    } = recipe.patterns;
    for (number, recorded) in games.games.iter().enumerate() {
        let mut position: Position<W> = game.initial();
        for (made, &vertex) in recorded.moves.iter().enumerate().take(last_move as usize) {
            let place = (number as u64, made);
            match &recorded.disorder {
                _ if made + 1 < first_move as usize => (),
                None => learner.add(place, &position, vertex),
                Some(disorder) => {
                    let good = disorder.good_moves(made, &recipe.disorder);
                    let weight = recipe.disorder.total_weight as f32;
                    learner.add_good(place, &position, (&good, weight));
                }
            }
            game.apply(&mut position, vertex);
        }
    }
    learner
}

/// The training of such a learner.
pub fn training(games: &Games, recipe: &Recipe, size: usize, out: &Path, stop: Stop) -> Training {
    let Recipe {
        patterns,
        disorder,
        learner,
        seed,
    } = recipe;
    let entries = [patterns.entries(), disorder.entries(), learner.entries()].concat();
    let entries: Vec<String> = entries
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let disordered = games
        .games
        .iter()
        .filter(|game| game.disorder.is_some())
        .count();
    let made_by = format!(
        "yomi train go {MODEL}:{} --size {size} --seed {seed}, from {} games and {disordered} disordered records",
        entries.join(","),
        games.games.len() - disordered,
    );
    Training {
        epochs: learner.epochs,
        seed: Seed::new(*seed),
        out: out.to_owned(),
        checkpoint: out.with_extension("checkpoint"),
        fingerprint: format!(
            "yomi {} {made_by}; contents {:016x}",
            env!("CARGO_PKG_VERSION"),
            games.contents
        ),
        made_by,
        stop,
    }
}
