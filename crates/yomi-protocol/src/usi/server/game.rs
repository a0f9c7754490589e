//! The position that the board has on its table, and the way to it.
//!
//! A referee goes the whole way, so that a wrong move is found here and named, and never reaches
//! an engine. A way that only goes on from the one before is gone from its end.
//!
//! Boards have rules of their own about when a game ends: one may go on after a fourth repetition,
//! or after more moves than our rules allow. Where a move follows an end, or a move is asked for
//! there, the same position is set up anew, with nothing before it: then the game goes on, unless
//! it is over for good.

use crate::usi::codec::Place;
use yomi_core::engine::{History, Step};
use yomi_core::foreign::{quoted, sentence};
use yomi_core::{EngineError, Outcome, Player, Referee};

/// The position.
pub struct Game {
    referee: Box<dyn Referee>,
    history: History,
    /// The way here as the board wrote it.
    place: Place,
}

impl Game {
    /// The start of a game.
    pub fn new(mut referee: Box<dyn Referee>, start: History) -> Game {
        referee.new_game(start.seed);
        Game {
            referee,
            history: start,
            place: Place::default(),
        }
    }

    /// The way here.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Whose move it is.
    pub fn to_move(&self) -> Player {
        self.referee.to_move()
    }

    /// The result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.referee.outcome()
    }

    /// Every legal move.
    pub fn legal(&self) -> Vec<String> {
        self.referee.legal().moves
    }

    /// The way here as the board wrote it.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The start of this game.
    fn start(&self) -> History {
        History::new(self.history.seed, self.history.engine_seed)
    }

    /// Goes to a place. An error says what is wrong with the way there, and nothing has changed.
    /// `referee` makes referees.
    pub fn go_to(
        &mut self,
        place: &Place,
        referee: &dyn Fn() -> Box<dyn Referee>,
    ) -> Result<(), String> {
        let ahead = place.moves.strip_prefix(self.place.moves.as_slice());
        match ahead {
            Some(ahead) if place.start == self.place.start => {
                let old = self.place.clone();
                let walked = self.walk(ahead);
                if walked.is_err() {
                    // What was walked already is taken back by going the old way again.
                    *self = Game::at(&old, self.start(), referee())?;
                }
                walked
            }
            _ => {
                *self = Game::at(place, self.start(), referee())?;
                Ok(())
            }
        }
    }

    /// A game at this place.
    pub fn at(place: &Place, start: History, referee: Box<dyn Referee>) -> Result<Game, String> {
        let mut game = Game::new(referee, start);
        if let Some(text) = &place.start {
            let set_up = game.referee.set_position(text);
            set_up.map_err(|error| format!("position: {error}"))?;
            game.place.start = Some(text.clone());
            game.history.steps.push(Step::SetUp(text.clone()));
        }
        game.walk(&place.moves)?;
        Ok(game)
    }

    fn walk(&mut self, moves: &[String]) -> Result<(), String> {
        for written in moves {
            let number = self.place.moves.len() + 1;
            let wrong = |error: EngineError| {
                format!("position: move {number}, {}: {error}", quoted(written))
            };
            let anew = match self.referee.outcome() {
                None => None,
                Some(outcome) => {
                    let anew = self.position_anew();
                    let anew =
                        anew.ok_or_else(|| wrong(EngineError::GameOver(outcome.to_string())))?;
                    self.referee.set_position(&anew).map_err(wrong)?;
                    if let Some(outcome) = self.referee.outcome() {
                        return Err(wrong(EngineError::GameOver(outcome.to_string())));
                    }
                    Some(anew)
                }
            };
            let mover = self.referee.to_move();
            let (text, chance) = self.referee.play(written).map_err(wrong)?;
            self.place.moves.push(written.clone());
            self.history.steps.push(Step::Move {
                set_up: anew,
                mover,
                text,
                chance,
                remark: None,
            });
        }
        Ok(())
    }

    /// The position as text, as if nothing had happened before it; `None` in games whose positions
    /// have no text.
    pub fn position_anew(&self) -> Option<String> {
        let text = self.referee.position()?;
        // The fourth field of an SFEN counts the moves.
        let is_counted = text
            .rsplit_once(' ')
            .filter(|(_, last)| last.parse::<u64>().is_ok());
        Some(match is_counted {
            Some((board, _)) if board.split(' ').count() == 3 => format!("{board} 1"),
            _ => text,
        })
    }

    /// Whether these moves lead to the end of the game.
    pub fn is_over_after(&mut self, line: &[String]) -> bool {
        let mut played = 0;
        for text in line {
            if self.referee.outcome().is_some() || self.referee.play(text).is_err() {
                break;
            }
            played += 1;
        }
        let is_over = played == line.len() && self.referee.outcome().is_some();
        for _ in 0..played {
            // What was just played can be taken back.
            let _ = self.referee.undo();
        }
        is_over
    }
}

/// Where the game stands, in one line for a person.
pub fn standing(place: &Place) -> String {
    let start = match &place.start {
        None => "startpos".to_owned(),
        Some(text) => sentence(text),
    };
    match place.moves.len() {
        0 => start,
        count => format!("{start} and {count} moves"),
    }
}
