//! Disordered records: positions as playouts reach them, with the moves that a search finds there.
//!
//! A playout soon reaches positions far messier than those of good games, so that a move evaluator that
//! was taught by games is asked about shapes which it never saw. A disordered record follows the moves of
//! an *ordinary* game for `n1` plies, goes on for `n2` plies by the playout policy itself, and then has an
//! engine, the *teacher*, search and play `n3` moves. Of each search the best moves are recorded with
//! their win rates and visits; these are what is learned. (The paper
//! `disordered-records`: there `n1` is even in 4..20, `n2` even in 6..16, and `n3` is 6.)
//!
//! Record number `n` does not depend on others: it is a [job](DisorderedGame). Ordinary game number
//! `n` modulo their number is the one it follows.
//!
//! Limits: games without chance, whose moves are written without blanks.

use crate::generation::{GenerationError, Part, generate};
use crate::numbered::Numbered;
use serde::{Deserialize, Serialize};
use std::path::Path;
use yomi_core::checksum::{FNV_OFFSET, fnv1a_after};
use yomi_core::engine::{Host, TextReport};
use yomi_core::{Engine, EngineError, Referee, Rng, Seed, Stop};
use yomi_run::{Executor, Header, Job, Players};

/// The version of the schema written and read here.
const VERSION: u64 = 1;

/// How disordered records are made. The defaults are those of the paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DisorderParams {
    /// The least and the most moves taken from an ordinary game; between them every second number is drawn.
    pub n1: [u32; 2],
    /// The least and the most moves by the playout policy; between them every second number is drawn.
    pub n2: [u32; 2],
    /// Moves that are searched and played.
    pub n3: u32,
    /// How many of the best moves of each search are recorded.
    pub top: u32,
}

impl Default for DisorderParams {
    fn default() -> DisorderParams {
        DisorderParams {
            n1: [4, 20],
            n2: [6, 16],
            n3: 6,
            top: 6,
        }
    }
}

/// The first line of a file of disordered records: the settings of the run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DisorderedHeader {
    yomi_disordered: u64,
    /// The game with all its settings.
    pub game: String,
    /// The engine that searches, with all its settings.
    pub teacher: String,
    /// The engine that plays as playouts do, with all its settings.
    pub playouts: String,
    /// The least and the most moves taken from an ordinary game.
    pub n1: [u32; 2],
    /// The least and the most moves as in playouts.
    pub n2: [u32; 2],
    /// Moves that are searched.
    pub n3: u32,
    /// Moves that are recorded of each search.
    pub top: u32,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of ordinary games, and a hash of their beginnings.
    pub ordinary: String,
}

impl Header for DisorderedHeader {
    const FORMAT: &'static str = "yomi_disordered";
    const VERSION: u64 = VERSION;
    const KIND: &'static str = "file of disordered records";
    const RESULT: &'static str = "disordered record";
    const RUN: &'static str = "run";
}

/// A disordered record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DisorderedRecord {
    /// Its number, counted from 0.
    pub number: u64,
    /// Moves taken from an ordinary game.
    pub copied: u32,
    /// Moves after them that were drawn as in playouts.
    pub drawn: u32,
    /// All moves, with blanks between them; those that were searched come last.
    pub moves: String,
    /// What the searches found, one for each of the last moves.
    pub searches: Vec<Searched>,
}

/// What a search found: its best moves, the one that was played first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Searched {
    /// The moves, with blanks between them.
    pub moves: String,
    /// The win rate of each for the side to move.
    pub rates: Vec<f32>,
    /// The simulations of each.
    pub visits: Vec<u64>,
}

impl Searched {
    /// The moves of a report with their win rates, at most `top` of them. Four digits are more than any search is
    /// sure of, and keep the file small.
    fn of(report: &TextReport, top: usize) -> Searched {
        let tried = report.moves.iter().filter(|entry| entry.visits > 0);
        let valued = tried.filter_map(|entry| Some((entry, entry.value?.0)));
        let best: Vec<_> = valued.take(top).collect();
        let texts: Vec<&str> = best.iter().map(|(entry, _)| entry.text.as_str()).collect();
        let rates = best
            .iter()
            .map(|(_, value)| ((value * 1e4).round() / 1e4) as f32);
        Searched {
            moves: texts.join(" "),
            rates: rates.collect(),
            visits: best.iter().map(|(entry, _)| entry.visits).collect(),
        }
    }

    /// The moves, each with its win rate and its visits.
    pub fn best(&self) -> impl Iterator<Item = (&str, f32, u64)> {
        let figures = self.rates.iter().zip(&self.visits);
        let moves = self.moves.split_whitespace().zip(figures);
        moves.map(|(text, (&rate, &visits))| (text, rate, visits))
    }
}

impl Numbered for DisorderedRecord {
    fn number(&self) -> u64 {
        self.number
    }

    fn check(&self) -> Result<(), String> {
        let moves = self.moves.split_whitespace().count();
        let whole = moves == (self.copied + self.drawn) as usize + self.searches.len();
        let sane = self.searches.iter().all(|search| {
            let count = search.moves.split_whitespace().count();
            let rates = &search.rates;
            count == rates.len()
                && count == search.visits.len()
                && rates.iter().all(|rate| (0.0..=1.0).contains(rate))
        });
        match whole && sane {
            true => Ok(()),
            false => Err(format!(
                "record {} contradicts itself: expected a search for each of the last moves, with a win rate \
                 from 0 to 1 and a number of visits for each of its moves",
                self.number
            )),
        }
    }
}

/// The job of one disordered record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename = "disordered record")]
pub struct DisorderedGame {
    /// The game with all its settings.
    pub game: String,
    /// The engine that searches.
    pub teacher: String,
    /// The engine that plays as playouts do.
    pub playouts: String,
    /// The moves taken from an ordinary game, with blanks between them.
    pub opening: String,
    /// The number of moves after them that are drawn as in playouts.
    pub n2: u32,
    /// The number of moves that are searched then.
    pub n3: u32,
    /// The number of moves recorded of each search.
    pub top: u32,
    /// The seed of the randomness of all records.
    pub seed: u64,
    /// The number of the record, counted from 0.
    pub number: u64,
}

impl Job for DisorderedGame {
    type Output = DisorderedRecord;
}

/// A number drawn from every second one in a range.
fn every_second(rng: &mut Rng, [least, most]: [u32; 2]) -> u32 {
    least + 2 * rng.below(most.saturating_sub(least) / 2 + 1)
}

fn record_seed(seed: u64, number: u64) -> Seed {
    Seed::new(seed).child("disordered record").index(number)
}

impl DisorderedGame {
    /// Makes the record; `None` if it was stopped before its end. A copied move that the rules of this game refuse
    /// (those that it was played by may allow other repetitions) ends the copy.
    pub fn play(
        &self,
        referee: &mut dyn Referee,
        playouts: &mut dyn Engine,
        teacher: &mut dyn Engine,
        stop: &Stop,
    ) -> Result<Option<DisorderedRecord>, EngineError> {
        let seed = record_seed(self.seed, self.number);
        referee.new_game(seed.child("chance"));
        playouts.new_game(seed.child("playouts"))?;
        teacher.new_game(seed.child("teacher"))?;
        let mut play = |text: &str, [one, other]: [&mut dyn Engine; 2]| {
            let (text, chance) = referee.play(text)?;
            one.play(&text, chance)?;
            other.play(&text, chance)?;
            Ok::<bool, EngineError>(referee.outcome().is_some())
        };
        let (mut moves, mut searches) = (Vec::new(), Vec::new());
        let (mut copied, mut drawn, mut is_over) = (0, 0, false);
        for text in self.opening.split_whitespace() {
            match play(text, [playouts, teacher]) {
                Ok(over) => is_over = over,
                Err(EngineError::IllegalMove(_)) => break,
                Err(error) => return Err(error),
            }
            moves.push(text.to_owned());
            copied += 1;
        }
        while drawn < self.n2 && !is_over {
            let text = playouts.choose(None, stop)?.best;
            is_over = play(&text, [playouts, teacher])?;
            moves.push(text);
            drawn += 1;
        }
        while searches.len() < self.n3 as usize && !is_over {
            let report = teacher.choose(None, stop)?;
            if stop.is_raised() {
                return Ok(None);
            }
            searches.push(Searched::of(&report, self.top as usize));
            is_over = play(&report.best, [playouts, teacher])?;
            moves.push(report.best);
        }
        Ok(Some(DisorderedRecord {
            number: self.number,
            copied,
            drawn,
            moves: moves.join(" "),
            searches,
        }))
    }
}

/// Makes disordered records.
pub struct DisorderGenerator<'a> {
    header: DisorderedHeader,
    /// The beginnings of the ordinary games.
    ordinary: Vec<String>,
    /// Makes the rules and the engines.
    host: &'a dyn Host,
}

impl<'a> DisorderGenerator<'a> {
    /// A generator for a game with all its settings, two engines (the teacher, and the one that plays as playouts
    /// do) with all theirs, and the moves of ordinary games with blanks between them; `None` without any.
    pub fn new(
        host: &'a dyn Host,
        [game, teacher, playouts]: [&str; 3],
        params: &DisorderParams,
        ordinary: Vec<String>,
        seed: u64,
    ) -> Option<DisorderGenerator<'a>> {
        let hash = ordinary.iter().fold(FNV_OFFSET, |hash, moves| {
            fnv1a_after(fnv1a_after(hash, moves.as_bytes()), b";")
        });
        let header = DisorderedHeader {
            yomi_disordered: VERSION,
            game: game.to_owned(),
            teacher: teacher.to_owned(),
            playouts: playouts.to_owned(),
            n1: params.n1,
            n2: params.n2,
            n3: params.n3,
            top: params.top,
            seed,
            ordinary: format!("{} games, {hash:016x}", ordinary.len()),
        };
        (!ordinary.is_empty()).then_some(DisorderGenerator {
            header,
            ordinary,
            host,
        })
    }

    /// The job of a record.
    pub fn job(&self, number: u64) -> DisorderedGame {
        let header = &self.header;
        let mut rng = record_seed(header.seed, number).child("lengths").rng();
        let [n1, n2] = [header.n1, header.n2].map(|range| every_second(&mut rng, range));
        let followed = &self.ordinary[(number % self.ordinary.len() as u64) as usize];
        let opening: Vec<&str> = followed.split_whitespace().take(n1 as usize).collect();
        DisorderedGame {
            game: header.game.clone(),
            teacher: header.teacher.clone(),
            playouts: header.playouts.clone(),
            opening: opening.join(" "),
            n2,
            n3: header.n3,
            top: header.top,
            seed: header.seed,
            number,
        }
    }

    /// Makes records until the file has all numbers of its part; returns how many of these it has. `watch` hears of
    /// every record on file.
    pub fn run(
        &self,
        path: &Path,
        part: Part,
        executor: &Executor,
        watch: &(dyn Fn(u64) + Sync),
    ) -> Result<u64, GenerationError> {
        let job = |number| self.job(number);
        generate(&self.header, job, (path, part), executor, watch, || {
            let [mut players, mut searchers] = [0, 1].map(|_| Players::new(self.host));
            Ok(move |job: &DisorderedGame| {
                let fail = GenerationError::Teacher;
                let (referee, playouts) = players.get(&job.game, &job.playouts).map_err(fail)?;
                let (_, teacher) = searchers.get(&job.game, &job.teacher).map_err(fail)?;
                let record = job.play(referee, playouts, teacher, &executor.stop);
                record.map_err(|source| GenerationError::Game {
                    number: job.number,
                    source,
                })
            })
        })
    }
}
