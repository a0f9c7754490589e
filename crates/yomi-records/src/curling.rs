//! Game logs of both generations of Digital Curling in one form.

use crate::dc2;
use crate::dc3::{self, GameState, Team};
use std::path::{Path, PathBuf};
use thiserror::Error;
use yomi_core::{Player, read_file};
use yomi_curling::{Curling, STONES, Shot, State, Stones, World, owner};

/// A log that cannot be read.
#[derive(Debug, Error)]
pub enum LogError {
    /// The name does not tell the format.
    #[error("{}: expected a log whose name ends in .dcl (Digital Curling 2) or .dcl2 (Digital Curling 3)", .0.display())]
    Ending(PathBuf),
    /// The file cannot be read.
    #[error("cannot read the log {}: {source}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// The error.
        source: std::io::Error,
    },
    /// A line is wrong.
    #[error("cannot read the log {}: {problem}", path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// The line, and what was expected there.
        problem: String,
    },
}

/// A game on record.
pub struct Game {
    /// Its rules.
    pub rules: Curling,
    /// Who played.
    pub names: [String; 2],
    /// The throws, in order.
    pub throws: Vec<Throw>,
    /// How it ended.
    pub result: String,
}

/// One throw on record.
pub struct Throw {
    /// The position before it.
    pub before: State,
    /// What the player asked for, before noise; nothing if the log does not tell.
    pub asked: Option<Shot>,
    /// What was carried out; nothing if the player gave up or the log breaks off.
    pub carried_out: Option<Shot>,
    /// Where the stones lay afterwards, where the log tells.
    pub after: Option<Stones>,
    /// The first player's points less the second's, if the throw ended an end.
    pub points: Option<i32>,
}

impl Throw {
    /// Who threw.
    pub fn side(&self) -> Player {
        owner(usize::from(self.before.shot), self.before.first)
    }

    /// End and throw, counted from 1.
    pub fn label(&self) -> (u16, u16) {
        (
            u16::from(self.before.end) + 1,
            u16::from(self.before.shot) + 1,
        )
    }
}

/// The generation of a log by the name of its file.
fn world_of(path: &Path) -> Option<World> {
    let extension = path.extension()?;
    let known = [("dcl", World::Dc2), ("dcl2", World::Fcv1)];
    let found = known
        .into_iter()
        .find(|(name, _)| extension.eq_ignore_ascii_case(name));
    found.map(|(_, world)| world)
}

/// Whether the name of a file is that of a log.
///
/// ```
/// use yomi_records::curling::is_log;
/// assert!(is_log("cup/final.dcl".as_ref()) && is_log("GAME.DCL2".as_ref()));
/// assert!(!is_log("games.jsonl".as_ref()));
/// ```
pub fn is_log(path: &Path) -> bool {
    world_of(path).is_some()
}

/// Reads a log; the name of the file tells the format.
///
/// # Errors
///
/// Name the file and, where its contents are at fault, the line.
pub fn read(path: &Path) -> Result<Game, LogError> {
    /// A game with every frame of every throw has some hundred million.
    const LOG_BYTES: usize = 1 << 30;
    let world = world_of(path).ok_or_else(|| LogError::Ending(path.to_owned()))?;
    let bytes = read_file(path, LOG_BYTES).map_err(|source| LogError::File {
        path: path.to_owned(),
        source,
    })?;
    let wrong = |problem: String| LogError::Line {
        path: path.to_owned(),
        problem,
    };
    match world {
        World::Dc2 => {
            let log = dc2::log::read(&bytes).map_err(|error| wrong(error.to_string()))?;
            Ok(from_dc2(log))
        }
        World::Fcv1 => {
            let log = dc3::log::read(&bytes[..]).map_err(|error| wrong(error.to_string()))?;
            Ok(from_dc3(log))
        }
    }
}

fn from_dc2(log: dc2::log::Log) -> Game {
    let ends = log.shots.iter().map(|shot| shot.before.state.ends).max();
    let rules = Curling {
        world: World::Dc2,
        ends: ends.map_or(10, |ends| u32::from(ends).clamp(1, 10)),
        ..Curling::default()
    };
    let throws = log.shots.iter().map(|shot| {
        let before = shot.before.position();
        let (end, number) = (usize::from(before.end), usize::from(before.shot));
        let points = log.scores.get(end).filter(|_| number + 1 == STONES);
        Throw {
            before,
            asked: shot.asked.filter(|_| number < STONES),
            // There are no more stones than that, whatever the log says.
            carried_out: shot.carried_out.filter(|_| number < STONES),
            after: shot.after,
            points: points.map(|&points| i32::from(points)),
        }
    });
    let throws = throws.collect();
    let result = match (&log.conclusion, log.total) {
        (Some(end), Some([a, b])) if !end.winner.is_empty() => {
            format!("{} wins {a}:{b}", end.winner)
        }
        (Some(end), None) if !end.winner.is_empty() => format!("{} wins", end.winner),
        (_, Some([a, b])) => format!("{a}:{b}"),
        (_, None) => "the log breaks off".to_owned(),
    };
    Game {
        rules,
        names: log.players.map(|player| player.name),
        throws,
        result,
    }
}

fn from_dc3(log: dc3::log::Log) -> Game {
    let throws = log.shots.iter().map(|shot| {
        let ended = shot.after.end != shot.before.end || shot.after.game_result.is_some();
        let after = || shot.after.to_state(&log.game).ok();
        Throw {
            before: shot.before,
            asked: Some(shot.requested),
            carried_out: Some(shot.actual),
            // The last throw of an end clears the sheet.
            after: (!ended).then(after).flatten().map(|state| state.stones),
            points: ended
                .then(|| points(&shot.after, shot.before.end, &log.game))
                .flatten(),
        }
    });
    let result = match &log.result {
        Some(result) => result.to_string(),
        None => "the log breaks off".to_owned(),
    };
    Game {
        throws: throws.collect(),
        names: [log.names.team0.clone(), log.names.team1.clone()],
        result,
        rules: log.game.clone(),
    }
}

/// The points of an end, as the state after it tells them.
fn points(after: &GameState, end: u8, game: &Curling) -> Option<i32> {
    let [first, second] = Team::BOTH.map(|team| {
        if u32::from(end) < game.ends {
            after.scores[team].get(usize::from(end)).copied().flatten()
        } else {
            after.extra_end_score[team]
        }
    });
    Some(i32::from(first?) - i32::from(second?))
}
