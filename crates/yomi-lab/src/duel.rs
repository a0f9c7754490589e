//! Playing the match of one cell, through the arena and its records, and what can be read off it:
//! the score of a match, or the points along a trace.

use crate::manifest::{Side, Whose};
use crate::measurement::Observation;
use crate::plan::{Cell, EngineText, Round, located};
use crate::replay::{Replay, Spent};
use crate::{LabError, Observer};
use std::path::Path;
use yomi_arena::{
    Contest, Ending, GameRecord, Handover, HostFactory, MatchResult, Openings, Participant,
    Scoreboard, Standing, TestStanding,
};
use yomi_core::{Player, Stop};
use yomi_engine::Registry;
use yomi_stats::score::Pentanomial;

/// A match to be measured.
pub(crate) struct Match<'a> {
    /// The item's name, for messages.
    pub item: &'a str,
    pub registry: &'a Registry,
    pub cell: &'a Cell,
    pub round: &'a Round,
    pub openings: &'a Openings,
    /// When games change hands, if they do.
    pub handover: Option<Handover>,
    /// The folder of the record, and of the weights of networks that were taught for it.
    pub records: &'a Path,
}

impl Match<'_> {
    /// Plays every game that is not in the record yet.
    pub fn play(
        &self,
        workers: usize,
        stop: &Stop,
        observer: &dyn Observer,
    ) -> Result<Played, LabError> {
        let record = &self.records.join(&self.round.record);
        let watcher = Watcher {
            item: self.item,
            observer,
        };
        let options = yomi_arena::RunOptions::new()
            .workers(workers.max(1))
            .record(record)
            .stop(stop)
            .observer(&watcher);
        let result = self
            .contest()
            .run(&HostFactory::new(self.registry), &options)
            .map_err(|source| LabError::Arena {
                item: self.item.to_owned(),
                place: self.cell.place(),
                source: Box::new(source),
            })?;
        if result.ending == Ending::Stopped {
            return Err(LabError::Stopped);
        }
        self.read(result, record)
    }

    fn contest(&self) -> Contest {
        // The arena tells participants apart by name; an engine may well play itself.
        let Round {
            engine, opponent, ..
        } = self.round;
        let name = &engine.short;
        let rival = match &opponent.short {
            rival if rival == name => format!("{rival} (opponent)"),
            rival => rival.clone(),
        };
        let contest = Contest::new(&self.cell.game_text)
            .participant(Participant::new(name, &self.full(engine)))
            .participant(Participant::new(&rival, &self.full(opponent)))
            .pairs(usize::try_from(self.cell.size).unwrap_or(usize::MAX))
            .openings(self.openings.clone())
            .seed(self.round.seed.number());
        let contest = match &self.handover {
            None => contest,
            Some(handover) => contest.handover(handover.clone()),
        };
        match self.round.sprt {
            None => contest,
            Some(test) => contest.sprt_of_points(test),
        }
    }

    /// An engine with all its settings, the file of what it was taught among them.
    fn full(&self, engine: &EngineText) -> String {
        let at = |file: &str| located(self.records, file).to_string_lossy().into_owned();
        let mut spec = engine.spec.clone();
        if let Some(training) = self.cell.task.training() {
            spec = training.engine_with(&spec, &at(&training.weights()));
        }
        for training in &self.round.evaluations {
            spec = training.engine_with(&spec, &at(&training.weights()));
        }
        match spec == engine.spec {
            true => engine.full.clone(),
            false => self.cell.game.in_full(&spec),
        }
    }

    /// Goes over the games. One lost by a crash says nothing about strength, so it spoils the cell.
    fn read(&self, mut result: MatchResult, record: &Path) -> Result<Played, LabError> {
        if let Some(game) = result.games.iter().find(|game| game.reason.is_forfeit()) {
            return Err(self.broken(format!(
                "{} was not decided on the board: {} (in {})",
                game.id(),
                game.detail.as_deref().unwrap_or("no reason given"),
                record.display()
            )));
        }
        // Games that other workers had begun when the test decided do not count.
        let test = result.table.sprt;
        if let (Ending::Decided, Some(test)) = (result.ending, test) {
            result.games.retain(|game| (game.pair as u64) < test.pairs);
        }
        let mut referee = self.cell.game.referee();
        let replays = result
            .games
            .iter()
            .map(|game| {
                Replay::of(game, referee.as_mut())
                    .map_err(|error| self.broken(format!("{}: {error}", game.id())))
            })
            .collect::<Result<_, _>>()?;
        let mut standings = result.table.standings.into_iter();
        Ok(Played {
            standing: standings
                .next()
                .ok_or_else(|| self.broken("the match has no result".to_owned()))?,
            pairs: points_of_pairs(&result.games),
            test,
            replays,
        })
    }

    fn broken(&self, problem: impl ToString) -> LabError {
        LabError::broken(self.item, self.cell.place(), problem)
    }
}

/// A match that was played.
pub(crate) struct Played {
    standing: Standing,
    /// The engine's points per game in each pair.
    pairs: Vec<f64>,
    /// The sequential test, if it has one.
    test: Option<TestStanding>,
    replays: Vec<Replay>,
}

impl Played {
    /// The score of the engine.
    pub fn score(&self) -> Observation {
        let standing = &self.standing;
        Observation::Match {
            tally: standing.games,
            first: standing.as_first,
            second: standing.as_second,
            pairs: standing.pairs,
            graded: standing.graded.then(|| self.pairs.clone()),
            test: self.test,
        }
    }

    /// The pairs of games by the engine's points.
    pub fn pentanomial(&self) -> Pentanomial {
        self.standing.pairs
    }

    /// The points of the engine per game.
    pub fn mean(&self) -> f64 {
        self.pairs.iter().sum::<f64>() / self.pairs.len().max(1) as f64
    }

    /// Somebody's points in each pair after this many moves, in games in which the engine has
    /// this side. The two games of a pair share their opening, so they are one observation.
    pub fn points(&self, side: Side, whose: Whose, moves: usize) -> Observation {
        let wanted = |replay: &&Replay| match side {
            Side::First => replay.side == Player::First,
            Side::Second => replay.side == Player::Second,
            Side::Both => true,
        };
        let of_whom = |[engine, opponent]: [f64; 2]| match whose {
            Whose::Engine => engine,
            Whose::Opponent => opponent,
        };
        let sample = self
            .replays
            .chunk_by(|x, y| x.pair == y.pair)
            .filter_map(|pair| {
                let games = pair.iter().filter(wanted);
                let points: Vec<f64> = games
                    .filter_map(|replay| replay.after(moves).map(of_whom))
                    .collect();
                let count = points.len() as f64;
                (count > 0.0).then(|| points.iter().sum::<f64>() / count)
            });
        Observation::Trace {
            sample: sample.collect(),
        }
    }

    /// What the engine and its opponent spent, all games together.
    pub fn spent(&self) -> [Spent; 2] {
        self.replays
            .iter()
            .fold([Spent::default(); 2], |sum, replay| {
                [sum[0].plus(&replay.spent[0]), sum[1].plus(&replay.spent[1])]
            })
    }
}

/// The engine's points per game in each pair; it has the first side in each pair's first game.
fn points_of_pairs(games: &[GameRecord]) -> Vec<f64> {
    let points = |game: &GameRecord| match game.game {
        0 => game.score_first,
        _ => 1.0 - game.score_first,
    };
    games
        .chunk_by(|x, y| x.pair == y.pair)
        .map(|pair| pair.iter().map(points).sum::<f64>() / pair.len() as f64)
        .collect()
}

struct Watcher<'a> {
    item: &'a str,
    observer: &'a dyn Observer,
}

impl yomi_arena::Observer for Watcher<'_> {
    fn game_finished(&self, _game: &GameRecord, _board: &Scoreboard) {
        self.observer.unit_finished(self.item);
    }
}
