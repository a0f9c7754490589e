//! What a server has said about a game, put together: stones, whose turn it is, the score.

use super::from_server::SetState;
use yomi_core::Player;
use yomi_curling::{MAX_ENDS, State, Stones};

/// A position in a game, before a shot.
#[derive(Clone, PartialEq, Debug)]
pub struct Situation {
    /// The stones in play, in the coordinates of the world `dc2`.
    pub stones: Stones,
    /// Where the game stands.
    pub state: SetState,
    /// The points of the ends that are over; above 0 if they are the first side's.
    pub scores: Vec<i8>,
}

impl Situation {
    /// Puts together what POSITION, SETSTATE and every SCORE said. Only stones that were thrown
    /// can lie there: after the last stone of an end servers tell where the stones of that end
    /// lie, and then that the next end begins, without telling that the sheet was cleared.
    pub fn new(mut stones: Stones, state: SetState, scores: &[i8]) -> Situation {
        for stone in usize::from(state.shot)..yomi_curling::STONES {
            stones.remove(stone);
        }
        // The score of the end before may still be on its way.
        let scores = scores
            .iter()
            .copied()
            .take(usize::from(state.end))
            .collect();
        Situation {
            stones,
            state,
            scores,
        }
    }

    /// Who threw first in this end.
    ///
    /// ```
    /// use yomi_core::Player;
    /// use yomi_records::dc2::from_server::SetState;
    /// use yomi_records::dc2::situation::Situation;
    ///
    /// let state = SetState { shot: 3, end: 1, ends: 8, to_move: Player::First };
    /// let situation = Situation::new(Default::default(), state, &[-2]);
    /// assert_eq!(situation.first(), Player::Second);
    /// ```
    pub fn first(&self) -> Player {
        self.state.first()
    }

    /// The shots that the side to move still has in this game, this one included.
    pub fn shots_left(&self) -> u32 {
        let here = (17_u32.saturating_sub(u32::from(self.state.shot)) / 2).max(1);
        let ends = self.state.ends.saturating_sub(self.state.end + 1);
        here + 8 * u32::from(ends)
    }

    /// The position as the game `curling` knows it. An end without a score counts as nobody's.
    pub fn position(&self) -> State {
        let mut scores = [0; MAX_ENDS];
        for (score, points) in scores.iter_mut().zip(&self.scores) {
            *score = *points;
        }
        let extra = self.scores.iter().skip(MAX_ENDS);
        State {
            end: self.state.end,
            shot: self.state.shot,
            first: self.first(),
            scores,
            extra_score: extra.fold(0, |sum: i8, points| sum.saturating_add(*points)),
            stones: self.stones,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_curling::Vector;

    fn state(shot: u8, end: u8, to_move: Player) -> SetState {
        let ends = 2;
        SetState {
            shot,
            end,
            ends,
            to_move,
        }
    }

    #[test]
    fn stones_that_were_not_thrown_do_not_lie_there() {
        let mut stones = Stones::default();
        stones.set(0, Vector::new(2.0, 5.0));
        stones.set(15, Vector::new(2.5, 5.0));
        let middle = Situation::new(stones, state(15, 0, Player::Second), &[]);
        assert_eq!(
            middle
                .stones
                .iter()
                .map(|(stone, _)| stone)
                .collect::<Vec<_>>(),
            [0]
        );
        let next = Situation::new(stones, state(0, 1, Player::First), &[]);
        assert!(next.stones.is_empty());
    }

    #[test]
    fn the_game_knows_the_position() {
        let mut stones = Stones::default();
        stones.set(1, Vector::new(2.5, 4.875));
        let situation = Situation::new(stones, state(2, 1, Player::Second), &[-2, 1]);
        let position = situation.position();
        assert_eq!(
            (position.to_move(), position.first),
            (Player::Second, Player::Second)
        );
        assert_eq!((position.lead(), position.stones), (-2, stones));
        let unknown = Situation::new(stones, state(2, 1, Player::Second), &[]);
        assert_eq!(unknown.position().lead(), 0);
    }

    #[test]
    fn shots_are_counted_to_the_end_of_the_game() {
        let left = |shot, end| {
            Situation::new(Stones::default(), state(shot, end, Player::First), &[]).shots_left()
        };
        assert_eq!(
            [left(0, 0), left(1, 0), left(14, 0), left(15, 0)],
            [16, 16, 9, 9]
        );
        assert_eq!([left(0, 1), left(15, 1), left(15, 7)], [8, 1, 1]);
    }
}
