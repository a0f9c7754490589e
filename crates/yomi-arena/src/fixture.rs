//! The games of a contest as jobs: everything that decides how a game goes.

use crate::guard::make_referee;
use crate::handover::check_number;
use crate::openings::Book;
use crate::record::{GameRecord, Header};
use crate::schedule::Schedule;
use crate::{ArenaError, Factory, GameId, Handover, OpeningLine, Participant};
use serde::{Deserialize, Serialize};
use yomi_core::{Clock, Referee, Seed};
use yomi_run::{Job, guarded};

/// A game to be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename = "match game")]
pub struct Fixture {
    /// The game, every setting written out.
    pub game: String,
    /// Which game of the contest.
    pub id: GameId,
    /// Who moves first, and who second.
    pub players: [Participant; 2],
    /// Where it begins.
    pub opening: OpeningLine,
    /// Chance in the opening derives from this.
    pub opening_seed: Seed,
    /// Everything random after the opening derives from this.
    pub seed: Seed,
    /// Each player's clock.
    pub clock: Option<Clock>,
    /// Whether time is counted in processor seconds.
    pub cpu_time: bool,
    /// A game this long is a draw.
    pub max_plies: usize,
    /// An engine that thinks less of its position at two of its moves in a row resigns.
    pub resign: Option<f64>,
    /// Who decides games that ended by the rules, where it is not our own referee.
    pub judge: Option<String>,
    /// From where on somebody else plays for both sides, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handover: Option<Handover>,
}

impl Job for Fixture {
    type Output = GameRecord;
}

/// The games of a contest, in their order.
pub(crate) struct Fixtures<'a> {
    header: &'a Header,
    pub schedule: Schedule,
    book: Book,
    /// Draws openings, and replays games of earlier runs.
    pub referee: Box<dyn Referee>,
    next: usize,
}

impl<'a> Fixtures<'a> {
    pub fn new(
        header: &'a Header,
        schedule: Schedule,
        factory: &dyn Factory,
    ) -> Result<Fixtures<'a>, ArenaError> {
        let mut referee = make_referee(factory, &header.game_details)?;
        if let Some(handover) = &header.handover {
            guarded(|| check_number(referee.as_ref(), &handover.number))
                .map_err(ArenaError::Referee)??;
        }
        let book = guarded(|| Book::new(&header.openings, &schedule, referee.as_mut()))
            .map_err(ArenaError::Referee)??;
        Ok(Fixtures {
            header,
            schedule,
            book,
            referee,
            next: 0,
        })
    }

    /// A game of the schedule.
    pub fn fixture(&mut self, id: GameId) -> Result<Fixture, ArenaError> {
        let (book, referee) = (&mut self.book, self.referee.as_mut());
        let opening = guarded(|| book.opening(referee, id.pairing, id.pair))
            .map_err(ArenaError::Referee)??;
        let seats = self.schedule.pairings[id.pairing].seats(id.game);
        let header = self.header;
        Ok(Fixture {
            game: header.game_details.clone(),
            id,
            players: seats.map(|seat| header.participants[seat].clone()),
            opening: opening.line(),
            opening_seed: opening.seed,
            seed: self.schedule.game_seed(id),
            clock: header.clock,
            cpu_time: header.cpu_time,
            max_plies: header.max_plies,
            resign: header.resign,
            judge: header.judge.clone(),
            handover: header.handover.clone(),
        })
    }
}

impl Iterator for Fixtures<'_> {
    type Item = Result<Fixture, ArenaError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.schedule.games() {
            return None;
        }
        let id = self.schedule.id(self.next);
        self.next += 1;
        Some(self.fixture(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_its_json() {
        let player = Participant::new;
        let fixture = Fixture {
            game: "digits:plies=8".to_owned(),
            id: GameId {
                pairing: 0,
                pair: 4,
                game: 1,
            },
            players: [player("a", "uct:simulations=10"), player("b", "random")],
            opening: vec!["1".to_owned(), "2".to_owned()].into(),
            opening_seed: Seed::new(11),
            seed: Seed::new(12),
            clock: None,
            cpu_time: false,
            max_plies: 100,
            resign: None,
            judge: None,
            handover: None,
        };
        assert_eq!(fixture.id().to_string(), "b5400ac225e9ff378d82bbd7fd0fc404");
        let text = serde_json::to_string(&fixture).unwrap();
        assert_eq!(serde_json::from_str::<Fixture>(&text).unwrap(), fixture);
    }
}
