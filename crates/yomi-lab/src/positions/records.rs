//! The games of an entry of a folder of data, and which positions of them are looked at.
//!
//! Positions are drawn so that every game gives its share and a larger number of them only adds some: position `n` is
//! of game `n` modulo the number of games, the next one of a random order of the positions of this game in which a move was
//! played. Games that are too short leave gaps in the numbers.

use crate::LabError;
use crate::data::Data;
use serde::{Deserialize, Serialize};
use yomi_core::{Referee, Seed};
use yomi_train::table::TableError;
use yomi_train::text_games::{self, TextGame};

/// The games of an entry.
pub(crate) struct Records {
    /// The hash of the files.
    pub fingerprint: String,
    /// The games, each with its file and place in it.
    games: Vec<(String, TextGame)>,
}

impl Records {
    /// Reads the games of an entry.
    pub fn read(data: &Data, entry: &str) -> Result<Records, LabError> {
        let mut games = Vec::new();
        for path in data.files(entry) {
            let wrong = |problem| LabError::Data {
                folder: path.clone(),
                problem,
            };
            let read = text_games::read(path).map_err(|error| match error {
                TableError::Contents { problem, .. } => wrong(problem),
                error => wrong(error.to_string()),
            })?;
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let placed = read.into_iter();
            games.extend(placed.map(|game| (format!("{file}, {}", game.place), game)));
        }
        Ok(Records {
            fingerprint: format!("{:016x}", data.hash(entry)),
            games,
        })
    }

    /// The positions with numbers below `count` that there are: number, game, ply.
    pub fn drawn(&self, count: u64, seed: Seed) -> Vec<Drawn> {
        let games = self.games.len() as u64;
        let mut drawn = Vec::new();
        for (game, (_, record)) in (0..).zip(&self.games) {
            let mut plies: Vec<usize> = (0..record.moves.len()).collect();
            seed.child("drawn").index(game).rng().shuffle(&mut plies);
            let numbers = (game..count).step_by(games as usize);
            drawn.extend(
                numbers
                    .zip(plies)
                    .map(|(number, ply)| Drawn { number, game, ply }),
            );
        }
        drawn.sort_by_key(|drawn| drawn.number);
        drawn
    }

    /// What leads to a position, and the move that was played there.
    pub fn position(&self, drawn: &Drawn) -> PositionText {
        let (place, game) = &self.games[drawn.game as usize];
        PositionText {
            place: place.clone(),
            start: game.start.clone(),
            moves: game.moves[..drawn.ply].to_vec(),
            played: game.moves[drawn.ply].clone(),
        }
    }
}

/// A position that is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Drawn {
    /// Its number.
    pub number: u64,
    /// The number of its game.
    pub game: u64,
    /// How many moves lead to it.
    pub ply: usize,
}

/// A position of a record as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct PositionText {
    /// The file and the game.
    place: String,
    /// Where the game begins, if not at the start of the game.
    pub start: Option<String>,
    /// The moves that lead from there to the position.
    pub moves: Vec<String>,
    /// The move of the record.
    played: String,
}

impl PositionText {
    /// Lets a referee play to the position; every move with the seed of its chance is told. Errors name the file, the game and the
    /// move.
    pub fn reach(
        &self,
        referee: &mut dyn Referee,
        mut tell: impl FnMut(&str, Seed) -> Result<(), String>,
    ) -> Result<(), String> {
        referee.new_game(Seed::new(0));
        if let Some(start) = &self.start {
            let set_up = referee.set_position(start);
            set_up.map_err(|error| format!("{}, start '{start}': {error}", self.place))?;
        }
        for (i, text) in self.moves.iter().enumerate() {
            let played = referee.play(text);
            let (spelled, chance) = played.map_err(|error| self.at_move(i, error))?;
            tell(&spelled, chance)?;
        }
        match referee.outcome() {
            None => Ok(()),
            Some(outcome) => {
                Err(self.at_move(self.moves.len(), format!("the game is over: {outcome}")))
            }
        }
    }

    /// The move of the record in the game's own spelling, in the position.
    pub fn played(&self, referee: &mut dyn Referee) -> Result<String, String> {
        let played = referee.play(&self.played);
        let (spelled, _) = played.map_err(|error| self.at_move(self.moves.len(), error))?;
        referee.undo().map_err(|error| error.to_string())?;
        Ok(spelled)
    }

    fn at_move(&self, number: usize, problem: impl ToString) -> String {
        format!(
            "{}, move {}: {}",
            self.place,
            number + 1,
            problem.to_string()
        )
    }
}
