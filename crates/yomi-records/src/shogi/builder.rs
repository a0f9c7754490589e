//! A record that grows line by line, with the board beside it.

use super::ending::Ending;
use super::error::{RecordError, found};
use super::legality::{check_claim, why_illegal};
use super::record::{End, Note, RecordedMove, ShogiRecord};
use super::tags;
use std::time::Duration;
use yomi_core::Player;
use yomi_shogi::{Board, Move, Square};

/// What errors call the two sides.
pub(super) const SIDES: [&str; 2] = ["black", "white"];

/// A record of which the last lines have not been read.
pub(super) struct Builder {
    pub record: ShogiRecord,
    board: Board,
    /// Whether the position before the first move is settled.
    pub begun: bool,
    /// A move that cannot be played, which is an error unless the game ended by it.
    foul: Option<Foul>,
    /// Where the last move went.
    pub last: Option<Square>,
    /// The line that ended the game, and what it said.
    ended: Option<(usize, String)>,
}

struct Foul {
    mover: Player,
    text: String,
    error: RecordError,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder {
            record: ShogiRecord::new(Board::start()),
            board: Board::start(),
            begun: false,
            foul: None,
            last: None,
            ended: None,
        }
    }
}

impl Builder {
    /// Settles the position before the first move, unless that is done: the one that the lines before
    /// this tell, or what was expected of them.
    pub fn begin(
        &mut self,
        line: usize,
        position: impl FnOnce() -> Result<Board, String>,
    ) -> Result<(), RecordError> {
        if !self.begun {
            let wrong = |expected| RecordError::new(line, "another position before it", expected);
            self.start(position().map_err(wrong)?);
        }
        Ok(())
    }

    /// Sets the position before the first move.
    pub fn start(&mut self, board: Board) {
        self.record.start = board.clone();
        self.board = board;
        self.begun = true;
    }

    /// Sets a player's name; nothing is none.
    pub fn name(&mut self, player: Player, name: &str) {
        let name = (!name.is_empty()).then(|| name.to_owned());
        self.record.players[player.index()] = name;
    }

    /// Adds a tag, by the keyword that the record keeps it under; one without a value is none.
    pub fn tag(&mut self, keyword: &str, value: &str) {
        if !value.is_empty() {
            let tag = (tags::common(keyword).to_owned(), value.to_owned());
            self.record.tags.push(tag);
        }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of the next move.
    pub fn number(&self) -> usize {
        self.record.moves.len() + 1 + usize::from(self.foul.is_some())
    }

    /// Plays a move. `action` is what the text means on this board, or what was expected in its
    /// place.
    pub fn play(
        &mut self,
        line: usize,
        mover: Player,
        text: &str,
        action: Result<Move, String>,
    ) -> Result<(), RecordError> {
        self.go_on(line, text)?;
        let side = self.board.side();
        let expected = match action {
            _ if mover != side => format!("a move of {}", SIDES[side.index()]),
            Err(expected) => expected,
            Ok(action) => match why_illegal(&self.board, action) {
                Some(reason) => format!("a legal move: {reason}"),
                None => {
                    self.board.make(action);
                    self.last = Some(action.to());
                    self.record.moves.push(RecordedMove::new(action));
                    return Ok(());
                }
            },
        };
        let error = RecordError::new(line, found(text), expected).of_move(self.number());
        self.foul = Some(Foul {
            mover,
            text: text.to_owned(),
            error,
        });
        Ok(())
    }

    /// Ends the game. `ending` tells how, given whose turn it is.
    pub fn end(
        &mut self,
        line: usize,
        text: &str,
        ending: impl FnOnce(Player) -> Ending,
    ) -> Result<(), RecordError> {
        let ending = ending(self.board.side());
        let end = match (self.foul.take(), ending) {
            (Some(foul), Ending::Foul(_)) => {
                let mut end = End::new(Ending::Foul(foul.mover));
                end.note
                    .comments
                    .push(format!("illegal move: {}", foul.text));
                end
            }
            (foul, _) => {
                self.foul = foul;
                self.go_on(line, text)?;
                End::new(ending)
            }
        };
        self.record.end = Some(end);
        self.ended = Some((line, text.to_owned()));
        Ok(())
    }

    /// An error if nothing may follow any more.
    fn go_on(&self, line: usize, text: &str) -> Result<(), RecordError> {
        if let Some(foul) = &self.foul {
            return Err(foul.error.clone());
        }
        if self.record.end.is_some() {
            let expected = "nothing after the end of the game";
            return Err(RecordError::new(line, found(text), expected));
        }
        Ok(())
    }

    /// How long the last move, or the thought about the end, took. False if there is neither.
    pub fn spend(&mut self, time: Duration) -> bool {
        if self.foul.is_some() {
            return true;
        }
        let place = match (&mut self.record.end, self.record.moves.last_mut()) {
            (Some(end), _) => &mut end.time,
            (None, Some(played)) => &mut played.time,
            (None, None) => return false,
        };
        *place = Some(time);
        true
    }

    /// Where words about the present moment go.
    pub fn note(&mut self) -> &mut Note {
        match (&mut self.record.end, self.record.moves.last_mut()) {
            (Some(end), _) => &mut end.note,
            (None, Some(played)) => &mut played.note,
            (None, None) => &mut self.record.note,
        }
    }

    /// The record, unless it stops at a move that cannot be played, or at a win that was claimed
    /// without being one. `judge` completes it by what the file says elsewhere, and tells where if
    /// that ended the game.
    pub fn finish(
        self,
        judge: impl FnOnce(&mut ShogiRecord) -> Option<(usize, String)>,
    ) -> Result<ShogiRecord, RecordError> {
        if let Some(foul) = self.foul {
            return Err(foul.error);
        }
        let mut record = self.record;
        let judged = judge(&mut record);
        if let Some((line, text)) = self.ended.or(judged) {
            check_claim(&record, line, &text)?;
        }
        Ok(record)
    }
}
