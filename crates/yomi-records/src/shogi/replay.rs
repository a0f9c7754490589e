//! Between records and referees.

use super::builder::SIDES;
use super::ending::Ending;
use super::record::{End, ShogiRecord};
use crate::sgf::{Origin, ReplayError};
use yomi_core::engine::Step;
use yomi_core::foreign::quoted;
use yomi_core::{EngineError, Outcome, Referee};
use yomi_shogi::Board;

/// How often a position has come up when the game is over.
const REPETITIONS: usize = 4;

impl ShogiRecord {
    /// Plays the first `count` moves of the record (all, if there are fewer) on a referee that
    /// stands at the start of a game, and tells the steps that lead to where it then stands. A declaration
    /// that ended the game is played after all moves, if the referee takes it.
    ///
    /// An error if the referee refuses a move: the moves are legal, but by its rules the game may
    /// have been over, as the players may not have seen.
    pub fn replay(
        &self,
        referee: &mut dyn Referee,
        count: usize,
    ) -> Result<Vec<Step>, ReplayError> {
        let mut steps = Vec::new();
        if self.start != Board::start() {
            let text = self.start.to_sfen();
            let failed = |error: EngineError| ReplayError::Setup {
                after: 0,
                at: Origin::default(),
                reason: error.to_string(),
            };
            referee.set_position(&text).map_err(failed)?;
            steps.push(Step::SetUp(text));
        }
        for (i, played) in self.moves.iter().take(count).enumerate() {
            let mover = referee.to_move();
            let text = played.action.to_string();
            let (text, chance) = referee.play(&text).map_err(|error| ReplayError::Move {
                number: i + 1,
                at: Origin::default(),
                player: SIDES[mover.index()],
                text: quoted(&text),
                reason: error.to_string(),
            })?;
            let comments = &played.note.comments;
            steps.push(Step::Move {
                set_up: None,
                mover,
                text,
                chance,
                remark: (!comments.is_empty()).then(|| comments.join("\n")),
            });
        }
        let declared = self.end.as_ref().map(|end| end.ending) == Some(Ending::Declaration);
        if declared && count > self.moves.len() {
            let mover = referee.to_move();
            if let Ok((text, chance)) = referee.play("win") {
                steps.push(Step::Move {
                    set_up: None,
                    mover,
                    text,
                    chance,
                    remark: None,
                });
            }
        }
        Ok(steps)
    }

    /// Ends a game that a referee says is over, without anybody having said so before: by mate, by
    /// repetition, or for its length.
    pub fn end_by_rules(&mut self, outcome: Outcome) {
        let board = self.last_board();
        let ending = if !board.has_legal_move() {
            Ending::Mate
        } else if self.comes_up(board.key()) >= REPETITIONS {
            Ending::Repetition
        } else if outcome == Outcome::Draw {
            Ending::MaxMoves
        } else {
            Ending::Interruption
        };
        self.end = Some(End::new(ending));
        self.judge(Some(outcome));
    }

    /// How often a position comes up in the game.
    fn comes_up(&self, key: u64) -> usize {
        let mut board = self.start.clone();
        let mut count = usize::from(board.key() == key);
        for played in &self.moves {
            board.make(played.action);
            count += usize::from(board.key() == key);
        }
        count
    }
}
