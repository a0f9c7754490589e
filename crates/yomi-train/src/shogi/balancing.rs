//! A balanced policy of playouts: mean rewards that are what a deep search says.
//!
//! Positions are drawn from records, one of a game at a time, without the first and the last moves. A search of a fixed depth says what each is worth;
//! the value to be learned is the reward that a playout with that result would get: 1 if the position is by a threshold
//! better than it looks without search, 0 if it is so much worse, and a half otherwise. Playouts are those of the
//! engine `paper-uct`: a few plies among the most probable moves, rewarded by the same threshold.

use super::Games;
use super::tables::Recorded;
use crate::training::TrainingError;
use std::sync::Arc;
use yomi_core::params::{Param, ParamError, Parameters as _, Settings};
use yomi_core::{
    Deterministic as _, Game as _, Limits, Player, Request, Rng, Scratch, Search as _, Seed, Stop,
};
use yomi_learn::WeightsFile;
use yomi_learn::balancing::{BalancingLearner, BalancingParams, Options, Valued, positions};
use yomi_learn::spread::spread;
use yomi_search::classical::{Classical, ClassicalParams};
use yomi_shogi::progress::Progress;
use yomi_shogi::transition::{FEATURES, Transitions, features_of};
use yomi_shogi::{Likely, Move, Position, Preference, Shogi};

/// The kind of the files of weights.
pub const KIND: &str = "balancing";

/// So many positions are valued between two messages about it.
const VALUED_AT_ONCE: usize = 200;

/// MiB for the table of each thread's search.
const MEMORY: u32 = 16;

yomi_core::choices! {
    /// The weights that a training begins with.
    pub enum Beginning {
        /// Those of the uniform policy.
        Zero = "zero",
        /// Those of the move probabilities learned from records.
        Transition = "transition",
    }
}

yomi_core::parameters! {
    /// Which positions are learned, and what playouts are like. The defaults are those of the paper `mcts-shogi`, where it gives them.
    pub struct BalancingPositions {
        /// Positions to learn from.
        pub positions: u32 = 3000, in 1..=10000000;
        /// Positions held out, of other games.
        pub tests: u32 = 500, in 0..=10000000;
        /// So many moves at the beginning of a game are left out, and so many at its end.
        pub margin: u32 = 10, in 0..=1000;
        /// The least progress of a position.
        pub progress_least: u32 = 0, in 0..=127;
        /// The most progress of a position.
        pub progress_most: u32 = 127, in 0..=127;
        /// Depth of the search that tells what positions are worth.
        pub depth: u32 = 8, in 1..=40;
        /// Plies of a playout.
        pub cut: u32 = 5, in 1..=1000;
        /// So many centipawns better than at its beginning, a playout is won.
        pub threshold: f64 = 100.0, in 0.0..=10000.0;
        /// The most probable moves, among which playouts choose.
        pub moves: u32 = 16, in 2..=600;
        /// The weights that the training begins with: `zero` (the uniform policy) or `transition` (the move probabilities).
        pub begin: Beginning = Beginning::Zero;
    }
}

/// Everything about a training of a balanced policy but the games.
#[derive(Clone, PartialEq, Debug)]
pub struct BalancingRecipe {
    /// Which positions.
    pub positions: BalancingPositions,
    /// How the policy is balanced.
    pub learner: BalancingParams,
}

impl BalancingRecipe {
    /// Reads settings.
    pub fn read(settings: &Settings) -> Result<BalancingRecipe, ParamError> {
        let mut settings = settings.clone();
        let recipe = BalancingRecipe {
            positions: BalancingPositions::take(&mut settings)?,
            learner: BalancingParams::take(&mut settings)?,
        };
        settings.finish(&BalancingRecipe::table())?;
        Ok(recipe)
    }

    /// All settings.
    pub fn table() -> Vec<Param> {
        [BalancingPositions::table(), BalancingParams::table()].concat()
    }
}

/// The playouts of `paper-uct`.
pub struct LikelyPlayouts {
    likely: Likely,
    plies: u32,
    threshold: i32,
}

impl LikelyPlayouts {
    /// Playouts of these settings, whatever their preference.
    pub fn new(positions: &BalancingPositions) -> LikelyPlayouts {
        LikelyPlayouts {
            likely: Likely {
                transitions: Arc::new(Transitions::shipped().clone()),
                most: positions.moves as usize,
                least: 0.0,
                preference: Preference::Uniform,
            },
            plies: positions.cut,
            threshold: positions.threshold.ceil() as i32,
        }
    }

    /// The reward of ending with one score after beginning with another, both as the first player sees them.
    fn reward_of(&self, score: i32, root: i32) -> f64 {
        match score.saturating_sub(root) {
            gain if gain >= self.threshold => 1.0,
            gain if gain <= -self.threshold => 0.0,
            _ => 0.5,
        }
    }
}

/// What a position looks like without search, in centipawns for the first player.
fn static_score(game: &Shogi, position: &Position) -> i32 {
    let score = game.evaluation().of(position.board());
    for_first(position, score)
}

fn for_first(position: &Position, score: i32) -> i32 {
    match position.board().side() {
        Player::First => score,
        Player::Second => -score,
    }
}

/// The score of a game that is over.
const WON: i32 = 1_000_000;

impl Options<Shogi> for LikelyPlayouts {
    fn count(&self) -> usize {
        FEATURES
    }

    fn options(&self, _: &Shogi, position: &Position, scratch: &mut Scratch<Move>) {
        let Scratch {
            actions,
            scores,
            move_features,
            ..
        } = scratch;
        let (board, last) = (position.board(), position.last());
        self.likely.consider(board, last, actions, scores);
        features_of(board, last, actions, move_features);
    }

    fn plies(&self) -> u32 {
        self.plies
    }

    fn reward(&self, game: &Shogi, root: &Position, end: &Position) -> f64 {
        let score = match game.outcome(end) {
            Some(outcome) => ((outcome.value().0 - 0.5) * 2.0) as i32 * WON,
            None => static_score(game, end),
        };
        self.reward_of(score, static_score(game, root))
    }
}

/// A learner of a balanced policy from positions of these games, with so many threads. `watch` is told how many positions have
/// been valued, of how many.
pub fn learner(
    games: &Games,
    recipe: &BalancingRecipe,
    seed: Seed,
    workers: usize,
    mut watch: impl FnMut(usize, usize),
) -> Result<BalancingLearner<Shogi>, TrainingError> {
    let game = Shogi::default();
    let positions = &recipe.positions;
    let playouts = LikelyPlayouts::new(positions);
    let drawn = |games: Vec<&Recorded>, count: u32, name: &str| {
        let mut rng = seed.child(name).rng();
        draw(&game, &games, positions, count, &mut rng)
    };
    let examples = drawn(games.learned().collect(), positions.positions, "positions");
    if examples.is_empty() {
        let what = "position to learn from (that far from both ends, of such progress)";
        return Err(TrainingError::NothingToLearn(what));
    }
    let tests = drawn(games.tested().collect(), positions.tests, "tests");
    let learned = examples.len();
    let mut valued = Vec::with_capacity(learned + tests.len());
    let mut left = [examples, tests].concat();
    let all = left.len();
    while !left.is_empty() {
        let rest = left.split_off(left.len().min(VALUED_AT_ONCE));
        valued.extend(value(&game, &playouts, left, positions.depth, workers));
        left = rest;
        watch(valued.len(), all);
    }
    let tests = valued.split_off(learned);
    let examples = valued;
    // What play rounds to is what the file has.
    let write = |theta: &[f32], made_by: &str| {
        let weights = Transitions::rounded(theta).weights();
        let file = WeightsFile::of_moves("shogi", KIND, made_by, weights);
        file.to_text().into_bytes()
    };
    let (game, playouts) = (Arc::new(game), Arc::new(playouts));
    let parts = [examples, tests];
    let begin = match positions.begin {
        Beginning::Zero => vec![0.0; FEATURES],
        Beginning::Transition => Transitions::shipped().weights(),
    };
    let learner =
        BalancingLearner::new(game, playouts, recipe.learner.clone(), parts, begin, write);
    let learner = learner.with_seed(seed.child("playouts"), workers);
    Ok(learner.compared_with("transition", Transitions::shipped().weights()))
}

/// Draws positions, one of a game at a time, each once. Fewer, if there are no more.
fn draw(
    game: &Shogi,
    games: &[&Recorded],
    wanted: &BalancingPositions,
    count: u32,
    rng: &mut Rng,
) -> Vec<Position> {
    let progress = Progress::shipped();
    let range = wanted.progress_least..=wanted.progress_most;
    let margin = wanted.margin as usize;
    let eligible = |number: usize| {
        let recorded = games[number];
        let last = recorded.moves.len().saturating_sub(margin);
        let mut position = Position::new(recorded.start.clone());
        let mut eligible = Vec::new();
        for (ply, &action) in recorded.moves.iter().enumerate().take(last) {
            let fits = || range.contains(&u32::from(progress.of(position.board())));
            if ply >= margin && game.outcome(&position).is_none() && fits() {
                eligible.push(position.clone());
            }
            game.apply(&mut position, action);
        }
        eligible
    };
    positions::draw(games.len(), count as usize, eligible, rng)
}

/// What a search of this depth says about positions, as rewards.
fn value(
    game: &Shogi,
    playouts: &LikelyPlayouts,
    positions: Vec<Position>,
    depth: u32,
    workers: usize,
) -> Vec<Valued<Position>> {
    let make = || {
        Classical::new(ClassicalParams {
            memory: MEMORY,
            ..ClassicalParams::default()
        })
    };
    let value = |search: &mut Classical<Shogi>, number: usize| {
        let position = &positions[number];
        // Nothing is kept from one position to the next, so that the order changes nothing.
        search.reset();
        let request = Request::new(Limits::depth(depth), Seed::new(0));
        let value = search.search(game, position, &request).value;
        let score = for_first(position, value.to_centipawns() as i32);
        playouts.reward_of(score, static_score(game, position))
    };
    let count = positions.len();
    let values = match spread(workers, count, &Stop::default(), make, value) {
        Ok(Some((values, _))) => values,
        _ => {
            let mut search = make();
            (0..count)
                .map(|number| value(&mut search, number))
                .collect()
        }
    };
    let valued = positions.into_iter().zip(values);
    valued
        .map(|(state, value)| Valued { state, value })
        .collect()
}
