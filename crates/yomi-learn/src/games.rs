//! Games to learn from: an engine teaches by playing against itself.
//!
//! Every game begins with a number of uniformly random moves, drawn anew for each game from a
//! range; from there on the teacher plays both sides, and every position it thinks about is kept
//! with the value its search found. A range that reaches far into the game gives the learner
//! late positions of a kind that good play alone would never show it.
//!
//! Games go to a [ledger](crate::ledger) one by one; a run that was stopped or killed goes on
//! where it ended, and game number `n` is the same game whatever else is played.

use crate::ledger::{Ledger, LedgerError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use thiserror::Error;
use yomi_core::resources::{WorkerError, run_workers};
use yomi_core::{Engine, EngineError, Referee, Seed, Stop};

/// The version of the schema written and read here.
const VERSION: u64 = 1;

/// The first line of a file of games: how they are played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    yomi_games: u64,
    /// The game with all its settings.
    pub game: String,
    /// The engine that plays, with all its settings.
    pub teacher: String,
    /// The least and the most random moves at the beginning.
    pub random_moves: [u32; 2],
    /// What all randomness derives from.
    pub seed: u64,
}

impl Recipe {
    /// Games of this engine in this game.
    pub fn new(game: &str, teacher: &str, random_moves: [u32; 2], seed: u64) -> Recipe {
        Recipe {
            yomi_games: VERSION,
            game: game.to_owned(),
            teacher: teacher.to_owned(),
            random_moves,
            seed,
        }
    }
}

/// A game and what its teacher thought of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaughtGame {
    /// Which game, counted from 0.
    pub number: u64,
    /// How many moves at the beginning were random.
    pub random: u32,
    /// All moves.
    pub moves: Vec<String>,
    /// What the search found each position after the random moves to be worth for the first
    /// player.
    pub values: Vec<f32>,
    /// What the game ended with, for the first player.
    pub result: f32,
}

impl TaughtGame {
    /// What contradicts itself in it, if anything.
    fn check(&self) -> Result<(), String> {
        let whole = self.moves.len() == self.random as usize + self.values.len();
        let sane = |value: &f32| (0.0..=1.0).contains(value);
        if whole && self.values.iter().all(sane) && sane(&self.result) {
            return Ok(());
        }
        Err(format!(
            "game {} contradicts itself: expected a value from 0 to 1 for each of the moves that \
             were not random",
            self.number
        ))
    }
}

/// Why games could not be gathered.
#[derive(Debug, Error)]
pub enum GatherError {
    /// The file.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The teacher or the rules failed.
    #[error("game {number}: {source}")]
    Game {
        /// Which game.
        number: u64,
        /// What happened.
        source: EngineError,
    },
    /// The teacher found a value that is none.
    #[error("{0}")]
    Value(String),
    /// The teacher could not be made.
    #[error("the teacher could not be made: {0}")]
    Teacher(String),
    /// There are too few threads.
    #[error(transparent)]
    Workers(#[from] WorkerError),
}

/// Makes a referee.
pub type MakeReferee<'a> = dyn Fn() -> Box<dyn Referee> + Sync + 'a;
/// Makes a teacher.
pub type MakeTeacher<'a> = dyn Fn() -> Result<Box<dyn Engine>, String> + Sync + 'a;

/// Plays games to learn from.
pub struct Gathering<'a> {
    /// How the games are played.
    pub recipe: Recipe,
    /// The rules.
    pub referee: &'a MakeReferee<'a>,
    /// The engine.
    pub teacher: &'a MakeTeacher<'a>,
    /// How many games are played at the same time. Changes none of them.
    pub workers: usize,
    /// Ends the run early when raised.
    pub stop: Stop,
}

impl Gathering<'_> {
    /// Plays games until the file has numbers `0..games`; returns how many it has. `watch` hears
    /// of every game on file.
    pub fn run(
        &self,
        path: &Path,
        games: u64,
        watch: &(dyn Fn(u64) + Sync),
    ) -> Result<u64, GatherError> {
        let mut done = BTreeSet::new();
        let ledger = Ledger::open(path, &self.recipe, |game: TaughtGame| {
            game.check()?;
            match done.insert(game.number) {
                true => Ok(()),
                false => Err(format!("game {} is there twice", game.number)),
            }
        })?;
        let count = done.range(..games).count() as u64;
        watch(count);
        let desk = Mutex::new(Desk {
            ledger,
            done,
            next: 0,
            games,
            count,
            failure: None,
        });
        run_workers(self.workers.max(1), || {
            if let Err(error) = self.work(&desk, watch) {
                lock(&desk).failure.get_or_insert(error);
            }
        })?;
        let desk = desk
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        match desk.failure {
            Some(error) => Err(error),
            None => Ok(desk.count),
        }
    }

    fn work(&self, desk: &Mutex<Desk>, watch: &(dyn Fn(u64) + Sync)) -> Result<(), GatherError> {
        let mut referee = (self.referee)();
        let mut teacher = (self.teacher)().map_err(GatherError::Teacher)?;
        loop {
            let number = {
                let mut desk = lock(desk);
                match desk.failure {
                    Some(_) => None,
                    None => desk.next_missing(),
                }
            };
            let Some(number) = number else { return Ok(()) };
            let played = self
                .play(number, referee.as_mut(), teacher.as_mut())
                .map_err(|source| GatherError::Game { number, source })?;
            let Some(game) = played else { return Ok(()) };
            game.check().map_err(GatherError::Value)?;
            let mut desk = lock(desk);
            desk.ledger.append(&game)?;
            desk.count += 1;
            watch(desk.count);
        }
    }

    /// One game; `None` if it was stopped before its end.
    fn play(
        &self,
        number: u64,
        referee: &mut dyn Referee,
        teacher: &mut dyn Engine,
    ) -> Result<Option<TaughtGame>, EngineError> {
        let seed = Seed::new(self.recipe.seed).child("game").index(number);
        let mut rng = seed.child("random moves").rng();
        let [least, most] = self.recipe.random_moves;
        let random = least + rng.below(most.saturating_sub(least).saturating_add(1));
        referee.new_game(seed.child("chance"));
        teacher.new_game(seed.child("teacher"))?;
        let mut values = Vec::new();
        let mut random_played = 0;
        let result = loop {
            if let Some(outcome) = referee.outcome() {
                break outcome.value();
            }
            let text = if random_played < random {
                random_played += 1;
                let mut moves = referee.legal().moves;
                moves.swap_remove(rng.below(moves.len() as u32) as usize)
            } else {
                let report = teacher.think(None, &self.stop)?;
                if self.stop.is_raised() {
                    return Ok(None);
                }
                let value = report.value.to_first(referee.to_move()).0;
                // Four digits are more than any search is sure of, and keep the file small.
                values.push(((value * 1e4).round() / 1e4) as f32);
                report.best
            };
            let (text, chance) = referee.play(&text)?;
            teacher.play(&text, chance)?;
        };
        Ok(Some(TaughtGame {
            number,
            random: random_played,
            moves: referee.moves(),
            values,
            result: result.0 as f32,
        }))
    }
}

struct Desk {
    ledger: Ledger,
    /// The games that were on file at the beginning.
    done: BTreeSet<u64>,
    /// The next number to look at, and where to end.
    next: u64,
    games: u64,
    count: u64,
    failure: Option<GatherError>,
}

impl Desk {
    fn next_missing(&mut self) -> Option<u64> {
        while self.done.contains(&self.next) {
            self.next += 1;
        }
        let number = self.next;
        self.next += 1;
        (number < self.games).then_some(number)
    }
}

/// A worker that panicked leaves the desk as it was before its game.
fn lock<'a>(desk: &'a Mutex<Desk>) -> std::sync::MutexGuard<'a, Desk> {
    desk.lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Reads a file of games in the order of their numbers.
pub fn read_games(path: &Path) -> Result<(Recipe, Vec<TaughtGame>), LedgerError> {
    let mut games = std::collections::BTreeMap::new();
    let recipe: Recipe = crate::ledger::read(path, |game: TaughtGame| {
        game.check()?;
        let number = game.number;
        match games.insert(number, game) {
            None => Ok(()),
            Some(_) => Err(format!("game {number} is there twice")),
        }
    })?;
    if recipe.yomi_games != VERSION {
        return Err(LedgerError::Line {
            path: path.to_owned(),
            line: 1,
            problem: format!(
                "the games have format version {}: expected {VERSION}",
                recipe.yomi_games
            ),
        });
    }
    Ok((recipe, games.into_values().collect()))
}
