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
use yomi_core::foreign::{quoted, sentence};
use yomi_core::{EngineError, Outcome, Player, Referee, Seed};

/// A move on the way.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The position set up anew before it, where the game was over by our rules.
    pub anew: Option<String>,
    /// The move as the board wrote it.
    written: String,
    /// The move as the game spells it.
    pub text: String,
    /// Where its chance was drawn from.
    pub chance: Seed,
}

/// The way to a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Route {
    /// The seed of the game that it is part of.
    pub seed: Seed,
    /// The position that it begins at; `None` is the start of the game.
    pub start: Option<String>,
    /// The moves.
    pub steps: Vec<Step>,
}

/// The position.
pub struct Game {
    referee: Box<dyn Referee>,
    route: Route,
}

impl Game {
    /// The start of a game.
    pub fn new(mut referee: Box<dyn Referee>, seed: Seed) -> Game {
        referee.new_game(seed);
        let route = Route {
            seed,
            start: None,
            steps: Vec::new(),
        };
        Game { referee, route }
    }

    /// The way here.
    pub fn route(&self) -> &Route {
        &self.route
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

    /// Where this leads: the position as a place.
    pub fn place(&self) -> Place {
        let moves = self.route.steps.iter().map(|step| step.written.clone());
        Place {
            start: self.route.start.clone(),
            moves: moves.collect(),
        }
    }

    /// Goes to a place. An error says what is wrong with the way there, and nothing has changed.
    /// `referee` makes referees.
    pub fn go_to(
        &mut self,
        place: &Place,
        referee: &dyn Fn() -> Box<dyn Referee>,
    ) -> Result<(), String> {
        let done = self.route.steps.len();
        let ahead = place.moves.get(done..);
        let extends = |(step, text): (&Step, &String)| step.written == *text;
        let mut pairs = self.route.steps.iter().zip(&place.moves);
        match ahead {
            Some(ahead) if place.start == self.route.start && pairs.all(extends) => {
                let walked = self.walk(ahead);
                if walked.is_err() {
                    // What was walked already is taken back by going the old way again.
                    self.route.steps.truncate(done);
                    let old = self.place();
                    *self = Game::at(&old, self.route.seed, referee())?;
                }
                walked
            }
            _ => {
                *self = Game::at(place, self.route.seed, referee())?;
                Ok(())
            }
        }
    }

    /// A game at this place.
    pub fn at(place: &Place, seed: Seed, referee: Box<dyn Referee>) -> Result<Game, String> {
        let mut game = Game::new(referee, seed);
        if let Some(text) = &place.start {
            let set_up = game.referee.set_position(text);
            set_up.map_err(|error| format!("position: {error}"))?;
            game.route.start = Some(text.clone());
        }
        game.walk(&place.moves)?;
        Ok(game)
    }

    fn walk(&mut self, moves: &[String]) -> Result<(), String> {
        for written in moves {
            let number = self.route.steps.len() + 1;
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
            let (text, chance) = self.referee.play(written).map_err(wrong)?;
            self.route.steps.push(Step {
                anew,
                written: written.clone(),
                text,
                chance,
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
