//! Playing the match of one cell, through the arena and its records.

use crate::measurement::Observation;
use crate::plan::{Cell, EngineText};
use crate::{LabError, Observer};
use std::path::Path;
use std::sync::Arc;
use yomi_arena::{Contest, Ending, GameRecord, MatchResult, Openings, Participant, Scoreboard};
use yomi_core::Stop;

/// A match to be measured.
pub(crate) struct Match<'a> {
    /// The item's name, for messages.
    pub item: &'a str,
    pub cell: &'a Cell,
    pub engine: &'a EngineText,
    pub opponent: &'a EngineText,
    pub openings: &'a Openings,
}

impl Match<'_> {
    /// Plays every game that is not in the record yet and counts the results.
    pub fn run(
        &self,
        record: &Path,
        workers: usize,
        stop: &Stop,
        observer: &dyn Observer,
    ) -> Result<Observation, LabError> {
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
            .run(&options)
            .map_err(|source| LabError::Arena {
                item: self.item.to_owned(),
                place: self.cell.place(),
                source: Box::new(source),
            })?;
        if result.ending == Ending::Stopped {
            return Err(LabError::Stopped);
        }
        self.count(&result, record)
    }

    fn contest(&self) -> Contest {
        let game = Arc::clone(&self.cell.game);
        // The arena tells participants apart by name; an engine may well play itself.
        let name = self.engine.short.clone();
        let mut rival = self.opponent.short.clone();
        if rival == name {
            rival.push_str(" (opponent)");
        }
        Contest::new(&self.cell.game_text, Arc::new(move || Ok(game.referee())))
            .participant(self.participant(&name, self.engine))
            .participant(self.participant(&rival, self.opponent))
            .pairs(usize::try_from(self.cell.size).unwrap_or(usize::MAX))
            .openings(self.openings.clone())
            .seed(self.cell.seed.number())
    }

    fn participant(&self, name: &str, engine: &EngineText) -> Participant {
        let (game, spec) = (Arc::clone(&self.cell.game), engine.spec.clone());
        Participant::new(name, move || game.engine(&spec).map_err(Into::into))
            .with_details(&engine.full)
    }

    /// The counts. A game lost by a crash says nothing about strength, so it spoils the cell.
    fn count(&self, result: &MatchResult, record: &Path) -> Result<Observation, LabError> {
        if let Some(game) = result.games.iter().find(|game| game.reason.is_forfeit()) {
            return Err(LabError::Broken {
                item: self.item.to_owned(),
                place: self.cell.place(),
                problem: format!(
                    "{} was not decided on the board: {} (in {})",
                    game.id(),
                    game.detail.as_deref().unwrap_or("no reason given"),
                    record.display()
                ),
            });
        }
        let standing = result
            .table
            .standings
            .first()
            .ok_or_else(|| LabError::Broken {
                item: self.item.to_owned(),
                place: self.cell.place(),
                problem: "the match has no result".to_owned(),
            })?;
        Ok(Observation::Match {
            tally: standing.games,
            pairs: standing.pairs,
            graded: standing.graded.then(|| points_of_pairs(&result.games)),
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
