//! Where the games of a match begin: openings of the manifest, or games on record, cut where a stage begins.
//!
//! Records are entries of the [folder of data](crate::data). All matches of an item take them in the same order, drawn from the seed, and each takes the first that have what it asks for: so matches
//! over one stage begin from the same positions, whoever plays.

use crate::LabError;
use crate::data::Data;
use crate::manifest::Beginning;
use crate::plan::{Cell, Start};
use std::collections::HashSet;
use std::path::Path;
use yomi_arena::{OpeningLine, Openings};
use yomi_core::Seed;
use yomi_train::table::TableError;
use yomi_train::text_games;

/// Where a match looks for its openings.
pub(crate) struct OpeningSource<'a> {
    /// The item's name, for messages.
    pub item: &'a str,
    pub cell: &'a Cell,
    pub start: &'a Start,
    /// The folder of data, if the item has any.
    pub data: Option<&'a Data>,
    /// What the order of the records derives from.
    pub order: Seed,
}

impl OpeningSource<'_> {
    /// The openings of a match whose seed is this.
    pub fn openings(&self, seed: Seed) -> Result<Openings, LabError> {
        let from = self.start.stage.as_ref().and_then(|stage| {
            let below = stage.to.as_ref().map(|(at, _)| *at);
            Some((stage.number.as_str(), (stage.from?, below)))
        });
        let (lines, place) = match &self.start.beginning {
            Beginning::Records(name) => (self.recorded(name)?, name.as_str()),
            Beginning::Openings(Openings::Listed(lines)) if from.is_some() => {
                (lines.clone(), "openings")
            }
            Beginning::Openings(openings) => return Ok(openings.clone()),
        };
        let most = usize::try_from(self.cell.size).unwrap_or(usize::MAX);
        let lines = match from {
            None => lines.into_iter().take(most).collect(),
            Some((number, stage)) => {
                let mut referee = self.cell.game.referee();
                let how = (seed.number(), most);
                let reached = Openings::reaching(&lines, referee.as_mut(), number, stage, how);
                let reached = reached.map_err(|error| self.broken(format!("{place}: {error}")))?;
                if reached.openings.is_empty() {
                    let (from, below) = stage;
                    let below =
                        below.map_or_else(String::new, |below| format!(" and below {below}"));
                    return Err(self.broken(format!(
                        "{place}: none of {} games has a position of {number} {from} or more{below}",
                        lines.len()
                    )));
                }
                reached.openings
            }
        };
        Ok(Openings::Listed(lines))
    }

    /// The games on record, each once, in the order of the item.
    fn recorded(&self, name: &str) -> Result<Vec<OpeningLine>, LabError> {
        let files = self.data.map_or(&[][..], |data| data.files(name));
        let (mut lines, mut known) = (Vec::new(), HashSet::new());
        for path in files {
            let games = games_of(path).map_err(|error| self.broken(error))?;
            for line in games {
                if known.insert(line.clone()) {
                    lines.push(line);
                }
            }
        }
        if lines.is_empty() {
            return Err(self.broken(format!("there are no games in '{name}'")));
        }
        let mut rng = self.order.child(name).rng();
        for last in (1..lines.len()).rev() {
            lines.swap(last, rng.below(last as u32 + 1) as usize);
        }
        Ok(lines)
    }

    fn broken(&self, problem: impl ToString) -> LabError {
        LabError::broken(self.item, self.cell.place(), problem)
    }
}

/// The games of a file, or its openings.
fn games_of(path: &Path) -> Result<Vec<OpeningLine>, TableError> {
    if let Some(lines) = text_games::plain_lines(path)? {
        let Ok(lines) = lines.iter().map(|line| line.parse()).collect();
        return Ok(lines);
    }
    let games = text_games::read(path)?.into_iter();
    let games = games.map(|game| OpeningLine {
        position: game.start,
        moves: game.moves,
    });
    Ok(games.collect())
}
