//! Mate within a few plies, decided exactly.
//!
//! A position has a mate within n plies (n odd) if some check leaves, after every answer to it, a
//! mate within n - 2. That is searched as it stands, to depth 1, 3, 5, ... in turn, so the first
//! mate found is a shortest one: nothing is left out, neither interpositions that only delay the
//! end nor checks that look hopeless. The length is that of plain best play, in which the
//! defender goes down as late as possible. Positions repeat only where somebody could have been
//! faster, so repetition needs no rule of its own here; what came before the position asked about
//! is not known.
//!
//! What makes it fast:
//!
//! - the last ply is [`mate_in_one`], which lists no moves;
//! - answers that leave the fewest checks are tried first: one that leaves none refutes at once;
//! - checks with the fewest answers are tried first;
//! - results are kept in a small table by position. They hold whatever the path, so they also
//!   serve later questions, such as the next move of the same position.
//!
//! Time grows by a factor of about five for every two plies, so this is for short mates; long
//! ones are the business of [`MateSolver`](super::MateSolver).

use super::{list_checks, list_evasions, mate_in_one};
use crate::{Board, Move};
use yomi_core::Budget;

/// Finds mates within a few plies, and says for certain where there is none.
///
/// ```
/// use yomi_shogi::{Board, mate::ExactMate};
/// let mut board = Board::from_sfen("4k4/9/4P4/9/9/9/9/9/4K4 b 2G2r2b2g4s4n4l17p 1").unwrap();
/// let mut mates = ExactMate::default();
/// assert_eq!(mates.length(&mut board, 7), Some(1));
/// ```
pub struct ExactMate {
    /// Lists of moves, one for every ply.
    lists: Vec<Vec<Move>>,
    /// Moves being sorted, with what they are sorted by.
    ranked: Vec<(usize, usize, Move)>,
    table: Vec<Known>,
    nodes: u64,
    /// When to give up, if ever.
    patience: Option<Patience>,
}

/// For how long to look for a shorter mate.
struct Patience {
    most_nodes: u64,
    /// Nodes that count against the budget already.
    before: u64,
    budget: Budget,
    /// Whether it was lost: whatever was found out since then means nothing.
    lost: bool,
}

/// What is known about a position with the attacker to move.
#[derive(Clone, Copy)]
struct Known {
    key: u64,
    /// A check that mates, if any is known.
    check: Option<Move>,
    /// Within how many plies it mates.
    mate: u8,
    /// Within how many plies there surely is no mate.
    none: u8,
}

const UNKNOWN: Known = Known {
    key: 0,
    check: None,
    mate: u8::MAX,
    none: 0,
};

/// Entries of the table: half a megabyte, which processors keep close.
const TABLE: usize = 1 << 15;

impl Default for ExactMate {
    fn default() -> ExactMate {
        ExactMate {
            lists: Vec::new(),
            ranked: Vec::new(),
            table: vec![UNKNOWN; TABLE],
            nodes: 0,
            patience: None,
        }
    }
}

impl ExactMate {
    /// The longest mate that can be asked for.
    pub const MOST_PLIES: u32 = 63;

    /// How many plies the shortest mate takes for the side to move, if it takes no more than
    /// `plies`: one more than an even number.
    pub fn length(&mut self, board: &mut Board, plies: u32) -> Option<u32> {
        self.nodes = 0;
        self.shortest(board, plies.min(Self::MOST_PLIES))
    }

    /// The moves of a shortest mate, both sides playing their best, if it takes no more than
    /// `plies`.
    pub fn line(&mut self, board: &mut Board, plies: u32) -> Option<Vec<Move>> {
        let mut left = self.length(board, plies)?;
        let mut line = Vec::with_capacity(left as usize);
        let mut undone = Vec::with_capacity(left as usize);
        let mut answers = Vec::new();
        while let Some(check) = self.attack(board, left as u8, 0) {
            line.push(check);
            undone.push(board.make(check));
            list_evasions(board, &mut answers);
            let mut longest = None;
            for &answer in &answers {
                let undo = board.make(answer);
                let length = self.shortest(board, left - 2);
                board.unmake(undo);
                if length > longest.map(|(length, _)| length) {
                    longest = length.map(|length| (length, answer));
                }
            }
            let Some((length, answer)) = longest else {
                break;
            };
            line.push(answer);
            undone.push(board.make(answer));
            left = length;
        }
        undone.into_iter().rev().for_each(|undo| board.unmake(undo));
        Some(line)
    }

    /// A shortest mate, if it takes less than `below` plies and is found within so many nodes and
    /// within the budget, of which `before` nodes are gone; and whether it is certain that there is
    /// none shorter than that, or than `below`.
    pub(super) fn shorten(
        &mut self,
        board: &mut Board,
        below: u32,
        most_nodes: u64,
        before: u64,
        budget: &Budget,
    ) -> (Option<Vec<Move>>, bool) {
        self.table.fill(UNKNOWN);
        self.patience = Some(Patience {
            most_nodes,
            before,
            budget: budget.clone(),
            lost: false,
        });
        // Lengths are odd.
        let most_plies = below.saturating_sub(2);
        let found = self.length(board, most_plies);
        let patience = self.patience.take();
        // What is found at one depth comes after all shorter depths were searched to their end.
        let is_certain = found.is_some()
            || (patience.is_some_and(|patience| !patience.lost) && most_plies <= Self::MOST_PLIES);
        let spent = self.nodes;
        let line = found.and_then(|length| self.line(board, length));
        self.nodes += spent;
        (line, is_certain)
    }

    /// Positions looked at since the last question was asked.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn shortest(&mut self, board: &mut Board, plies: u32) -> Option<u32> {
        if plies == 0 {
            return None;
        }
        self.nodes += 1;
        if mate_in_one(board).is_some() {
            return Some(1);
        }
        let known = self.known(board);
        let none = known.none.max(1);
        self.table[Self::slot(board)] = Known { none, ..known };
        let mut depths = (3..=plies).step_by(2);
        depths.find(|&depth| self.attack(board, depth as u8, 0).is_some())
    }

    fn known(&self, board: &Board) -> Known {
        let known = self.table[Self::slot(board)];
        match known.key == board.key() {
            true => known,
            false => Known {
                key: board.key(),
                ..UNKNOWN
            },
        }
    }

    fn lost_patience(&mut self) -> bool {
        let nodes = self.nodes;
        self.patience.as_mut().is_some_and(|patience| {
            let all = patience.before + nodes;
            patience.lost |=
                nodes >= patience.most_nodes || patience.budget.exhausted(0, all).is_some();
            patience.lost
        })
    }

    fn slot(board: &Board) -> usize {
        board.key() as usize % TABLE
    }

    /// A check that mates within `depth` plies, an odd number.
    fn attack(&mut self, board: &mut Board, depth: u8, ply: usize) -> Option<Move> {
        self.nodes += 1;
        if depth == 1 {
            return mate_in_one(board);
        }
        let mut known = self.known(board);
        if known.mate <= depth {
            return known.check;
        }
        if known.none >= depth {
            return None;
        }
        if known.none == 0
            && let Some(check) = mate_in_one(board)
        {
            (known.mate, known.check) = (1, Some(check));
            self.table[Self::slot(board)] = known;
            return known.check;
        }
        if self.lost_patience() {
            return None;
        }
        let mut checks = self.take_list(ply);
        list_checks(board, &mut checks);
        if depth > 3 && checks.len() > 1 {
            self.rank(board, &mut checks, ply, |search, board, ply| {
                let mut answers = search.take_list(ply);
                list_evasions(board, &mut answers);
                let count = answers.len();
                search.lists[ply] = answers;
                count
            });
        }
        let found = checks.iter().copied().find(|&check| {
            let undo = board.make(check);
            let mates = self.all_lose(board, depth - 1, ply + 1);
            board.unmake(undo);
            mates
        });
        self.lists[ply] = checks;
        match found {
            Some(_) => (known.mate, known.check) = (depth, found),
            None if self.lost_patience() => return None,
            None => known.none = depth,
        }
        self.table[Self::slot(board)] = known;
        found
    }

    /// Whether every answer to a check lets the attacker mate within `depth` plies, an even
    /// number that counts the answer.
    fn all_lose(&mut self, board: &mut Board, depth: u8, ply: usize) -> bool {
        self.nodes += 1;
        let mut answers = self.take_list(ply);
        list_evasions(board, &mut answers);
        if depth > 2 && answers.len() > 1 {
            self.rank(board, &mut answers, ply, |search, board, ply| {
                let mut checks = search.take_list(ply);
                list_checks(board, &mut checks);
                let count = checks.len();
                search.lists[ply] = checks;
                count
            });
        }
        let all = answers.iter().all(|&answer| {
            let undo = board.make(answer);
            let loses = self.attack(board, depth - 1, ply + 1).is_some();
            board.unmake(undo);
            loses
        });
        self.lists[ply] = answers;
        all
    }

    /// Sorts moves by what is said of the positions they lead to, the least first.
    fn rank(
        &mut self,
        board: &mut Board,
        moves: &mut [Move],
        ply: usize,
        mut count: impl FnMut(&mut ExactMate, &Board, usize) -> usize,
    ) {
        let mut ranked = std::mem::take(&mut self.ranked);
        ranked.clear();
        for (place, &action) in moves.iter().enumerate() {
            let undo = board.make(action);
            ranked.push((count(self, board, ply + 1), place, action));
            board.unmake(undo);
        }
        ranked.sort_unstable();
        for (place, &(_, _, action)) in moves.iter_mut().zip(&ranked) {
            *place = action;
        }
        self.ranked = ranked;
    }

    fn take_list(&mut self, ply: usize) -> Vec<Move> {
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        std::mem::take(&mut self.lists[ply])
    }
}
