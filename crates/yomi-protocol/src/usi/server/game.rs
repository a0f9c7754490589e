//! The position that the board has on its table, and the way to it.
//!
//! The position is kept in a session without an engine: a wrong move is found here and named, and
//! never reaches an engine, which may be searching meanwhile. What two places have in common is not
//! gone again.
//!
//! Boards have rules of their own about when a game ends: one may go on after a fourth repetition,
//! or after more moves than our rules allow. Where a move follows an end, or a move is asked for
//! there, the same position is set up anew, with nothing before it: then the game goes on, unless
//! it is over for good.

use crate::usi::codec::Place;
use yomi_core::Referee;
use yomi_core::engine::{History, Session};
use yomi_core::foreign::{quoted, sentence};

/// The position.
pub struct Game {
    session: Session<()>,
    /// The way here as the board wrote it.
    place: Place,
}

impl Game {
    /// The start of a game.
    pub fn new(referee: Box<dyn Referee>, start: History) -> Game {
        Game {
            session: Session::without_engine(referee, start),
            place: Place::default(),
        }
    }

    /// A game at this place.
    pub fn at(place: &Place, start: History, referee: Box<dyn Referee>) -> Result<Game, String> {
        let mut game = Game::new(referee, start);
        game.walk(place)?;
        Ok(game)
    }

    /// The game as our rules see it.
    pub fn session(&self) -> &Session<()> {
        &self.session
    }

    /// The same, for what is no step of the game.
    pub fn session_mut(&mut self) -> &mut Session<()> {
        &mut self.session
    }

    /// The way here as the board wrote it.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Goes to a place. An error says what is wrong with the way there, and nothing has changed.
    pub fn go_to(&mut self, place: &Place) -> Result<(), String> {
        let old = self.place.clone();
        let gone = self.go_back(place).and_then(|()| self.walk(place));
        if gone.is_err() {
            self.go_back(&old).and_then(|()| self.walk(&old))?;
        }
        gone
    }

    /// Takes back what is not on the way to this place.
    fn go_back(&mut self, place: &Place) -> Result<(), String> {
        let pairs = self.place.moves.iter().zip(&place.moves);
        let same = pairs.take_while(|(here, there)| here == there).count();
        let is_same_start = self.place.start == place.start;
        let (start, moves) = match is_same_start {
            true => (place.start.clone(), same),
            false => (None, 0),
        };
        let steps = usize::from(start.is_some()) + moves;
        let undone = self.session.undo_to(steps);
        undone.map_err(|error| format!("position: {error}"))?;
        self.place.start = start;
        self.place.moves.truncate(moves);
        Ok(())
    }

    /// Goes the rest of the way to a place.
    fn walk(&mut self, place: &Place) -> Result<(), String> {
        if let Some(text) = &place.start
            && self.place.start.is_none()
        {
            let set_up = self.session.set_up(text);
            set_up.map_err(|error| format!("position: {error}"))?;
            self.place.start = Some(text.clone());
        }
        for written in place.moves.iter().skip(self.place.moves.len()) {
            let is_over = self.session.referee().outcome().is_some();
            let anew = is_over.then(|| self.position_anew()).flatten();
            self.session.play_from(anew, written).map_err(|error| {
                let number = self.place.moves.len() + 1;
                format!("position: move {number}, {}: {error}", quoted(written))
            })?;
            self.place.moves.push(written.clone());
        }
        Ok(())
    }

    /// The position as text, as if nothing had happened before it; `None` in games whose positions
    /// have no text.
    pub fn position_anew(&self) -> Option<String> {
        let text = self.session.referee().position()?;
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
        let here = self.session.history().steps.len();
        let is_legal = line.iter().all(|text| self.session.play(text).is_ok());
        let is_over = is_legal && self.session.referee().outcome().is_some();
        // What was just played can be taken back.
        let _ = self.session.undo_to(here);
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use yomi_core::Seed;
    use yomi_core::engine::{GameReferee, RefereeParts, list_all};
    use yomi_go::{Rules, SmallGo};

    fn referee() -> Box<dyn Referee> {
        let rules = Rules {
            size: 5,
            ..Rules::default()
        };
        let go = SmallGo::new(rules).unwrap();
        let parts = RefereeParts::new(list_all).setup();
        Box::new(GameReferee::with_parts(Arc::new(go), parts))
    }

    /// Wherever a game was before, it goes to a place as one does that was nowhere, past an end of the
    /// game too; from a wrong place it comes back.
    #[test]
    fn places_do_not_depend_on_the_way_there() {
        let start = || History::numbered(Seed::new(1), 2);
        let stone = Game::at(&place(None, "C3"), start(), referee()).unwrap();
        let stone = stone.session().referee().position();
        let mut game = Game::new(referee(), start());
        for (position, moves) in [
            (None, "C3 D4 pass pass B2 A1"),
            (None, "C3 D4 pass pass B2 pass"),
            (None, "C3 D4 pass pass"),
            (None, "C3 D4 pass B2"),
            (stone.clone(), ""),
            (stone.clone(), "D4 pass pass B2"),
            (stone.clone(), "D4 C4"),
            (None, "D4 C4"),
            (None, ""),
        ] {
            let there = place(position, moves);
            let fresh = Game::at(&there, start(), referee()).unwrap();
            for wrong in ["C3 C3", "C3 D4 pass pass C3 B2", "Z9"] {
                let was_at = game.place.clone();
                assert!(game.go_to(&place(None, wrong)).is_err(), "{wrong}");
                assert_eq!(game.place, was_at);
            }
            game.go_to(&there).unwrap();
            assert_eq!(game.place, there);
            assert_eq!(game.session.history(), fresh.session.history());
            let board = |game: &Game| game.session.referee().render();
            assert_eq!(board(&game), board(&fresh));
        }
    }

    fn place(start: Option<String>, moves: &str) -> Place {
        Place {
            start,
            moves: moves.split_whitespace().map(str::to_owned).collect(),
        }
    }
}
