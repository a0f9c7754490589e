//! A game as its players, its start, its moves and its end.

use super::ending::Ending;
use std::time::Duration;
use yomi_core::{Outcome, Player};
use yomi_shogi::{Board, Move};

/// One game of shogi. Its moves are legal, one after the other, from [`start`](ShogiRecord::start)
/// on: the readers see to that, and the writers rely on it.
#[derive(Clone, PartialEq, Debug)]
pub struct ShogiRecord {
    /// The names of black (or who receives the handicap) and of white.
    pub players: [Option<String>; 2],
    /// What else is known about the game, in the order of the file: a keyword and its value. A
    /// keyword is that of CSA where it has one (`EVENT`, `SITE`, `START_TIME`, `END_TIME`,
    /// `TIME_LIMIT`, `OPENING`, ...), else the one in the file.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Board,
    /// What was said before the first move.
    pub note: Note,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// The end, unless the record just stops.
    pub end: Option<End>,
    /// The result, where the record tells it and [`end`](ShogiRecord::end) does not, or not this
    /// one: a repetition that was a loss, a declaration that was wrong, a game broken off that was
    /// decided by others.
    pub judged: Option<Outcome>,
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedMove {
    /// The move; never the declaration, which is an [`Ending`].
    pub action: Move,
    /// How long it took.
    pub time: Option<Duration>,
    /// What was said about it.
    pub note: Note,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// How it came about.
    pub ending: Ending,
    /// How long the side to move thought before it.
    pub time: Option<Duration>,
    /// What was said about it.
    pub note: Note,
}

/// What was said about a moment of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// Comments, line by line. A line `* 123 +2726FU -8384FU` is what programs on Floodgate say;
    /// see [`evaluation`](Note::evaluation).
    pub comments: Vec<String>,
    /// The name of a bookmark, which KIF has.
    pub bookmark: Option<String>,
}

/// What a program thought of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// Centipawns, from black's point of view.
    pub score: i32,
    /// The expected line after the move, as it is in the file: moves of CSA, if the file is right.
    pub line: Vec<String>,
}

impl Note {
    /// What a program said about its move, as Floodgate has it since 2008: a comment of an
    /// asterisk, the value for black, and the expected line.
    ///
    /// ```
    /// use yomi_records::shogi::Note;
    ///
    /// let note = Note {
    ///     comments: vec!["* -120 -3334FU +2625FU".to_owned()],
    ///     bookmark: None,
    /// };
    /// let evaluation = note.evaluation().unwrap();
    /// assert_eq!(evaluation.score, -120);
    /// assert_eq!(evaluation.line, ["-3334FU", "+2625FU"]);
    /// ```
    pub fn evaluation(&self) -> Option<Evaluation> {
        self.comments.iter().find_map(|comment| {
            let mut words = comment.strip_prefix('*')?.split_whitespace();
            let score = words.next()?.parse().ok()?;
            let line = words.map(str::to_owned).collect();
            Some(Evaluation { score, line })
        })
    }
}

impl RecordedMove {
    /// A move of which nothing else is known.
    pub fn new(action: Move) -> RecordedMove {
        RecordedMove {
            action,
            time: None,
            note: Note::default(),
        }
    }
}

impl End {
    /// An end of which nothing else is known.
    pub fn new(ending: Ending) -> End {
        End {
            ending,
            time: None,
            note: Note::default(),
        }
    }
}

impl ShogiRecord {
    /// A record without moves.
    pub fn new(start: Board) -> ShogiRecord {
        ShogiRecord {
            players: [None, None],
            tags: Vec::new(),
            start,
            note: Note::default(),
            moves: Vec::new(),
            end: None,
            judged: None,
        }
    }

    /// Whose turn it is when the record ends.
    pub fn to_move(&self) -> Player {
        match self.moves.len() % 2 {
            0 => self.start.side(),
            _ => self.start.side().other(),
        }
    }

    /// The result, if there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.judged.or_else(|| self.natural_outcome())
    }

    /// Sets the result. It is kept only where the end of the game does not say the same.
    pub fn judge(&mut self, outcome: Option<Outcome>) {
        self.judged = outcome.filter(|_| outcome != self.natural_outcome());
    }

    fn natural_outcome(&self) -> Option<Outcome> {
        self.end.as_ref()?.ending.outcome(self.to_move())
    }

    /// The position after the last move.
    pub fn last_board(&self) -> Board {
        let mut board = self.start.clone();
        for played in &self.moves {
            board.make(played.action);
        }
        board
    }

    /// The value of a keyword of [`tags`](ShogiRecord::tags).
    pub fn tag(&self, keyword: &str) -> Option<&str> {
        let mut tags = self.tags.iter().filter(|(name, _)| name == keyword);
        tags.next().map(|(_, value)| value.as_str())
    }
}
