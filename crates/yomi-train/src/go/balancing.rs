//! Balanced playouts of Go: mean results that are what a search says.
//!
//! Positions are drawn from records, one of a game at a time. A search by an engine says what each is worth: a probability of winning,
//! which is what the mean reward of playouts should be (won 1, lost 0). Playouts go on to the end of the game. They are those of a set of
//! patterns, few of whose weights move ([`Movable`]).
//!
//! Silver and Tesauro (2009) had the values from a search of the same kind; Huang, Coulom and Lin (2010) found that on 9x9 such playouts
//! win more games in the search than those whose moves are the most probable ones of records.

use super::games::Games;
use super::{changed, with_changed};
use std::path::Path;
use std::sync::Arc;
use yomi_core::checksum::{FNV_OFFSET, fnv1a_after};
use yomi_core::params::{Param, ParamError, Parameters as _, Settings};
use yomi_core::{Deterministic as _, Game as _, Policy, Rng, Scratch, Seed, Stop};
use yomi_go::pattern::{BalancedPlayer, Dictionary, Movable, MovableSet};
use yomi_go::{Go, Position, Tactical, Vertex};
use yomi_learn::WeightsFile;
use yomi_learn::balancing::positions;
use yomi_learn::balancing::{BalancingLearner, BalancingParams, Player, Playouts, Trace, Valued};
use yomi_learn::training::{Training, TrainingError};
use yomi_search::policy::Uniform;

/// What is learned, as the command names it.
pub const BALANCING: &str = "balancing";

yomi_core::parameters! {
    /// Which positions are learned, and where the weights begin.
    pub struct BalancingPositions {
        /// The set of patterns to begin with: one that ships, or a file made by `yomi train go`; if empty, the first that ships.
        pub set: String = String::new();
        /// Positions to learn from.
        pub positions: u32 = 2000, in 0..=10000000;
        /// Positions held out, of other games.
        pub tests: u32 = 400, in 0..=10000000;
        /// Of so many of the games no position is learned: those held out are theirs.
        pub test_share: f64 = 0.2, in 0.0..=0.9;
        /// The first position of a game: after so many moves.
        pub first_move: u32 = 6, in 0..=1000;
        /// The last one.
        pub last_move: u32 = 60, in 0..=1000;
    }
}

/// What suits playouts to the end of the game better than the defaults, which are for short ones.
const SUITABLE: [(&str, &str); 4] = [
    ("epochs", "5"),
    ("rate", "0.03"),
    ("playouts", "50"),
    ("gradients", "50"),
];

/// Everything about a training of balanced playouts but the games.
#[derive(Clone, PartialEq, Debug)]
pub struct BalancingRecipe {
    /// Which positions, and where to begin.
    pub positions: BalancingPositions,
    /// Which weights move.
    pub movable: Movable,
    /// How the policy is balanced.
    pub learner: BalancingParams,
}

impl BalancingRecipe {
    /// Reads settings.
    ///
    /// ```
    /// use yomi_train::go::BalancingRecipe;
    ///
    /// let settings = |text: &str| format!("balancing:{text}").parse::<yomi_core::params::Spec>().unwrap().settings;
    /// let recipe = BalancingRecipe::read(&settings("patterns=3,epochs=4")).unwrap();
    /// assert_eq!((recipe.movable.patterns, recipe.learner.epochs, recipe.learner.playouts), (3, 4, 50));
    /// assert!(BalancingRecipe::read(&settings("cut=5")).is_err());
    /// ```
    pub fn read(settings: &Settings) -> Result<BalancingRecipe, ParamError> {
        let mut settings = with_changed(settings, &SUITABLE);
        let recipe = BalancingRecipe {
            positions: BalancingPositions::take(&mut settings)?,
            movable: Movable::take(&mut settings)?,
            learner: BalancingParams::take(&mut settings)?,
        };
        settings.finish(&BalancingRecipe::table())?;
        Ok(recipe)
    }

    /// All settings.
    pub fn table() -> Vec<Param> {
        let learner = changed(BalancingParams::table(), &SUITABLE);
        [BalancingPositions::table(), Movable::table(), learner].concat()
    }
}

/// Positions drawn from records, those to learn from first.
pub struct Drawn<const W: usize> {
    learned: usize,
    positions: Vec<(String, Position<W>)>,
}

impl<const W: usize> Drawn<W> {
    /// Draws positions from games.
    pub fn new(
        game: &Go<W>,
        games: &Games,
        recipe: &BalancingRecipe,
        seed: Seed,
    ) -> Result<Drawn<W>, TrainingError> {
        let wanted = &recipe.positions;
        let is_test = |number: usize| yomi_learn::is_for_test(number as u64, wanted.test_share);
        let [tested, learned]: [Vec<usize>; 2] = [true, false].map(|of_test| {
            let all = 0..games.games.len();
            all.filter(|&number| is_test(number) == of_test).collect()
        });
        let draw = |among: &[usize], count: u32, rng: &mut Rng| {
            let eligible = |place: usize| eligible(game, &games.games[among[place]].moves, wanted);
            positions::draw(among.len(), count as usize, eligible, rng)
        };
        let mut positions = draw(
            &learned,
            wanted.positions,
            &mut seed.child("positions").rng(),
        );
        if positions.is_empty() && recipe.learner.epochs > 0 {
            return Err(TrainingError::NothingToLearn(
                "position to learn from (after so many moves, of games that are not for the test)",
            ));
        }
        let learned = positions.len();
        positions.extend(draw(&tested, wanted.tests, &mut seed.child("tests").rng()));
        Ok(Drawn { learned, positions })
    }

    /// The moves that lead to each position, with blanks between them.
    pub fn moves(&self) -> Vec<String> {
        let moves = self.positions.iter().map(|(moves, _)| moves.clone());
        moves.collect()
    }

    /// The positions to learn from and those held out, with their values for the first player.
    fn valued(self, values: &[f64]) -> [Vec<Valued<Position<W>>>; 2] {
        let valued = self.positions.into_iter().zip(values);
        let mut examples: Vec<Valued<Position<W>>> = valued
            .map(|((_, state), &value)| Valued { state, value })
            .collect();
        let tests = examples.split_off(self.learned.min(examples.len()));
        [examples, tests]
    }
}

/// The positions of a game that may be drawn: before its end, and before any move that our rules forbid.
fn eligible<const W: usize>(
    game: &Go<W>,
    moves: &[Vertex],
    wanted: &BalancingPositions,
) -> Vec<(String, Position<W>)> {
    let mut position: Position<W> = game.initial();
    let mut texts: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for &vertex in moves.iter().take(wanted.last_move as usize + 1) {
        // Of a finished game nothing is to be played out, and after a pass the end is near.
        let is_eligible = texts.len() >= wanted.first_move as usize && position.passes() == 0;
        if is_eligible {
            found.push((texts.join(" "), position.clone()));
        }
        if !vertex.is_pass() && !position.is_legal(vertex) {
            break;
        }
        texts.push(vertex.text::<W>());
        game.apply(&mut position, vertex);
    }
    found
}

/// Playouts by a set of patterns some of whose weights move.
struct PatternsMoving<const W: usize>(MovableSet<W>);

impl<const W: usize> Playouts<Go<W>> for PatternsMoving<W> {
    fn count(&self) -> usize {
        self.0.count()
    }

    fn player<'a>(&'a self, game: &'a Go<W>, theta: &'a [f32]) -> Box<dyn Player<Go<W>> + 'a> {
        let player = self.0.player(theta);
        Box::new(Moving { game, player })
    }
}

struct Moving<'a, const W: usize> {
    game: &'a Go<W>,
    player: BalancedPlayer<'a, W>,
}

impl<const W: usize> Player<Go<W>> for Moving<'_, W> {
    fn play(&mut self, root: &Position<W>, rng: &mut Rng, trace: Option<&mut Trace>) -> (f64, u32) {
        let (outcome, plies) = self.player.play(self.game, root, rng, trace);
        (outcome.value().0, plies)
    }
}

/// Playouts by a policy none of whose weights move, to compare with.
pub fn unmoved<const W: usize>(policy: impl Policy<Go<W>> + 'static) -> Arc<dyn Playouts<Go<W>>> {
    Arc::new(Unmoved(policy))
}

/// Playouts that know no patterns, by name: uniform and tactical ones.
pub fn without_patterns<const W: usize>() -> [(&'static str, Arc<dyn Playouts<Go<W>>>); 2] {
    [
        ("uniform", unmoved(Uniform)),
        ("tactical", unmoved(Tactical::default())),
    ]
}

struct Unmoved<P>(P);

impl<const W: usize, P: Policy<Go<W>>> Playouts<Go<W>> for Unmoved<P> {
    fn count(&self) -> usize {
        0
    }

    fn player<'a>(&'a self, game: &'a Go<W>, _: &'a [f32]) -> Box<dyn Player<Go<W>> + 'a> {
        Box::new(ByPolicy {
            game,
            policy: &self.0,
            scratch: Scratch::default(),
        })
    }
}

struct ByPolicy<'a, const W: usize, P> {
    game: &'a Go<W>,
    policy: &'a P,
    scratch: Scratch<Vertex>,
}

impl<const W: usize, P: Policy<Go<W>>> Player<Go<W>> for ByPolicy<'_, W, P> {
    fn play(&mut self, root: &Position<W>, rng: &mut Rng, _: Option<&mut Trace>) -> (f64, u32) {
        let mut position = root.clone();
        let scratch = &mut self.scratch;
        let outcome = self
            .policy
            .play(self.game, &mut position, u32::MAX, scratch, rng);
        let outcome = outcome.expect("a playout without a limit has an end");
        (outcome.value().0, 0)
    }
}

/// A learner of balanced playouts from these positions with their values, with so many threads, that begins with a set of patterns;
/// `None` if the set is for other boards.
pub fn balancing_learner<const W: usize>(
    game: &Arc<Go<W>>,
    (drawn, values): (Drawn<W>, &[f64]),
    recipe: &BalancingRecipe,
    (dictionary, weights): (Arc<Dictionary>, &[f32]),
    (seed, workers): (Seed, usize),
) -> Option<BalancingLearner<Go<W>>> {
    let fits = dictionary.board_size() == game.size();
    let set = MovableSet::new(dictionary, weights, &recipe.movable).filter(|_| fits)?;
    let playouts = Arc::new(PatternsMoving(set));
    let written = Arc::clone(&playouts);
    let write = move |theta: &[f32], made_by: &str| {
        let set = &written.0;
        let file = WeightsFile::of_moves("go", super::MODEL, made_by, set.weights(theta));
        file.with_features(&set.patterns()).to_text().into_bytes()
    };
    let zero = vec![0.0; playouts.0.count()];
    let (game, params) = (Arc::clone(game), recipe.learner.clone());
    let valued = drawn.valued(values);
    let learner = BalancingLearner::new(game, playouts, params, valued, zero, write);
    Some(learner.with_seed(seed.child("playouts"), workers))
}

/// The training of such a learner: its values are those of a teacher with all its settings, it begins with these weights.
pub fn balancing_training(
    games: &Games,
    recipe: &BalancingRecipe,
    (teacher, values, weights): (&str, &[f64], &[f32]),
    (size, seed): (usize, u64),
    (out, stop): (&Path, Stop),
) -> Training {
    let BalancingRecipe {
        positions,
        movable,
        learner,
    } = recipe;
    let entries = [positions.entries(), movable.entries(), learner.entries()].concat();
    let entries: Vec<String> = entries
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let made_by = format!(
        "yomi train go {BALANCING}:{} --teacher {teacher} --size {size} --seed {seed}, from {} games",
        entries.join(","),
        games.games.len(),
    );
    let hash = |hash: u64, bytes: &[u8]| fnv1a_after(hash, bytes);
    let values = values.iter().fold(FNV_OFFSET, |before, value| {
        hash(before, &value.to_le_bytes())
    });
    let start = weights.iter().fold(FNV_OFFSET, |before, weight| {
        hash(before, &weight.to_le_bytes())
    });
    Training {
        epochs: learner.epochs,
        seed: Seed::new(seed),
        out: out.to_owned(),
        checkpoint: out.with_extension("checkpoint"),
        fingerprint: format!(
            "yomi {} {made_by}; contents {:016x}, values {values:016x}, start {start:016x}",
            env!("CARGO_PKG_VERSION"),
            games.contents
        ),
        made_by,
        stop,
    }
}
