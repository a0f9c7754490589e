//! Mates of any length: depth-first proof-number search (df-pn; A. Nagai, "Df-pn algorithm for
//! searching AND/OR trees and its applications", 2002).
//!
//! The proof number of a position says how many positions must still be shown won, at least, to
//! prove a mate; the disproof number how many to refute it. With the attacker to move, the proof
//! number is the least among the moves, and the disproof number that of all moves together; with
//! the defender it is the other way round. The search goes where a proof or disproof is nearest
//! and stays there until another place is nearer: every position is searched with two thresholds,
//! which come from its parent's less what its sisters contribute, and from its best sister's
//! number and an eighth more (the 1 + epsilon trick of Pawlewicz and Lew, 2007, so that the search
//! does not jump to and fro between two sisters).
//!
//! "All moves together" is the sum for proof numbers. For disproof numbers it is the greatest and
//! one more for every further open move, as in weak proof-number search (Ueda, Hashimoto,
//! Hashimoto and Iida, 2008): many checks lead to the same positions in the end, and a sum would
//! count those over and over. This pair took the fewest nodes of the four possible ones.
//!
//! - Only checks are searched for the attacker. New positions are judged at once: mated, mate in
//!   one, no check left; otherwise the number of moves is a first guess.
//! - Moves that hardly differ wait for one another: pieces dropped between on one square, and the
//!   same move without promotion. The next is looked at when the one before has failed.
//! - A position that was on the path before, or was there with at least as much in the attacker's
//!   hand, counts as no mate. Such a disproof may hold for this path only. It is filed under a
//!   hash of the path, along with the ply of the first position it counts on; once the search of
//!   that very position ends in a disproof, it holds everywhere. (The "graph history interaction"
//!   of Kishimoto and Müller, 2004.) Proofs never depend on the path.
//! - Results are kept in a table of fixed size: see `table`.
//!
//! A mate is only reported after all its lines were played out on the board (see `proof`), so it
//! is certain. That there is none is certain unless two different positions have equal keys.
//! Limits: long mates found are often not the shortest; positions before the one asked about are
//! not known, so a mate may run into a fourth repetition with them; paths longer than
//! [`MateSolver::MOST_PLIES`] are given up, and "no mate" is not said then.

use super::children::{Child, Tally};
use super::exact::ExactMate;
use super::mate_in_one;
use super::table::Table;
use super::value::{INFINITE, NOTHING, Place, Value};
use crate::{Board, Kind, Move, zobrist};
use yomi_core::{Budget, Player, StopReason};

/// The result of a mate search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateVerdict {
    /// The side to move mates.
    Mate {
        /// A line in which the defender lives as long as it can against the checks that were found.
        line: Vec<Move>,
        /// Whether no mate by checks is shorter. If not, the length of the line is only a bound.
        is_shortest: bool,
    },
    /// There is no mate by checks alone.
    NoMate,
    /// Undecided, for this reason.
    Unknown(StopReason),
}

/// A proof-number search for mate, with its memory.
///
/// ```
/// use yomi_core::{Limits, Stop};
/// use yomi_shogi::{Board, mate::{MateSolver, MateVerdict}};
/// let board = Board::from_sfen("4k4/9/4P4/9/9/9/9/9/4K4 b 2G2r2b2g4s4n4l17p 1").unwrap();
/// let mut solver = MateSolver::new(1 << 20);
/// let mut budget = Limits::nodes(1000).start(&Stop::default());
/// let verdict = solver.solve(&board, &mut budget);
/// let line = vec!["G*5b".parse().unwrap()];
/// assert_eq!(verdict, MateVerdict::Mate { line, is_shortest: true });
/// ```
pub struct MateSolver {
    pub(super) table: Table,
    /// The children of all positions on the path, one after the other.
    pub(super) children: Vec<Child>,
    /// The positions on the path.
    pub(super) path: Vec<Step>,
    /// Buffers of moves that are not in use.
    pub(super) spare: Vec<Vec<Move>>,
    /// Shortens what was found.
    shortener: ExactMate,
    pub(super) attacker: Player,
    pub(super) nodes: u64,
    deepest: u32,
    /// Whether a path became too long.
    cut: bool,
    stopped: Option<StopReason>,
}

/// A position on the path.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub place: Place,
    /// The hash of the path up to here.
    pub hash: u64,
}

impl MateSolver {
    /// No path is followed further than this.
    pub const MOST_PLIES: u32 = 600;

    /// A solver whose table takes about so many bytes.
    pub fn new(bytes: usize) -> MateSolver {
        MateSolver {
            table: Table::new(bytes),
            children: Vec::new(),
            path: Vec::new(),
            spare: Vec::new(),
            shortener: ExactMate::default(),
            attacker: Player::First,
            nodes: 0,
            deepest: 0,
            cut: false,
            stopped: None,
        }
    }

    /// Looks for a mate by the side to move. Nothing is kept from earlier questions, so equal
    /// questions get equal answers.
    ///
    /// Where there is a mate, about as much work as it took to find goes into a shorter one, so
    /// mates of up to nine plies or so are usually shortest.
    pub fn solve(&mut self, board: &Board, budget: &mut Budget) -> MateVerdict {
        self.table.clear();
        self.attacker = board.side();
        (self.nodes, self.deepest, self.stopped, self.cut) = (0, 0, None, false);
        let mut board = board.clone();
        let value = self.search(&mut board, budget);
        if let Some(reason) = self.stopped {
            return MateVerdict::Unknown(reason);
        }
        if value.phi != 0 {
            return match self.cut {
                true => MateVerdict::Unknown(StopReason::Depth),
                false => MateVerdict::NoMate,
            };
        }
        let Some(line) = self.play_out(&mut board, budget) else {
            return MateVerdict::Unknown(self.stopped.unwrap_or(StopReason::Nodes));
        };
        let most = self.nodes + Self::LEAST_SHORTENING;
        let below = line.len() as u32;
        let shortener = &mut self.shortener;
        let (shorter, is_shortest) = shortener.shorten(&mut board, below, most, self.nodes, budget);
        self.nodes += self.shortener.nodes();
        MateVerdict::Mate {
            line: shorter.unwrap_or(line),
            is_shortest,
        }
    }

    /// Nodes that always may go into a shorter mate: a few milliseconds.
    const LEAST_SHORTENING: u64 = 10_000;

    /// Positions looked at in the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The longest path of the last search.
    pub fn deepest(&self) -> u32 {
        self.deepest
    }

    /// Memory of the table in bytes.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// How full the table is, 0 to 1.
    pub fn fill(&self) -> f64 {
        self.table.fill()
    }

    /// Searches a position with the attacker to move until it is solved or the budget is spent.
    pub(super) fn search(&mut self, board: &mut Board, budget: &mut Budget) -> Value {
        self.children.clear();
        self.path.clear();
        let place = self.place(board);
        if let Some(check) = mate_in_one(board) {
            let value = Value::mate(1, true);
            self.table.store(place, true, 0, value, check, 1);
            self.nodes += 1;
            return value;
        }
        self.path.push(Step { place, hash: 0 });
        self.expand(board, INFINITE, INFINITE, budget)
    }

    /// A position as the table files it: by the board alone, the attacker's hand beside.
    pub(super) fn place(&self, board: &Board) -> Place {
        let mut key = board.key();
        for owner in Player::BOTH {
            let hand = board.hand(owner);
            for kind in Kind::HAND {
                key ^= zobrist::held(owner, kind, hand.count(kind));
            }
        }
        Place {
            key,
            hand: board.hand(self.attacker),
        }
    }

    /// Searches the last position of the path until one of its numbers reaches its threshold.
    fn expand(
        &mut self,
        board: &mut Board,
        phi_threshold: u32,
        delta_threshold: u32,
        budget: &mut Budget,
    ) -> Value {
        let ply = self.path.len() - 1;
        let Step { place, hash } = self.path[ply];
        let attacking = board.side() == self.attacker;
        let before = self.nodes;
        self.nodes += 1;
        self.deepest = self.deepest.max(ply as u32);
        if ply as u32 >= Self::MOST_PLIES {
            self.cut = true;
            return Value::no_mate(attacking, 0);
        }
        let first = self.children.len();
        self.list_children(board, attacking);
        let (mut value, best) = loop {
            let tally = self.tally(board, first, attacking);
            let value = tally.value;
            if value.phi >= phi_threshold || value.delta >= delta_threshold || self.is_spent(budget)
            {
                break (value, tally.best);
            }
            let child = self.children[tally.best];
            let step = Step {
                place: child.place,
                hash: child.place.after(hash),
            };
            // Perhaps it was solved elsewhere meanwhile.
            let known = self.table.look_up(step.place, !attacking, step.hash as u32);
            if let Some(known) = known.filter(|known| known.is_solved()) {
                self.children[tally.best].value = known;
                continue;
            }
            let (phi, delta) = tally.thresholds(child.value.phi, phi_threshold, delta_threshold);
            let undo = board.make(child.action);
            self.path.push(step);
            let value = self.expand(board, phi, delta, budget);
            self.path.pop();
            board.unmake(undo);
            self.children[tally.best].value = value;
        };
        if value.depends != NOTHING && usize::from(value.depends) >= ply {
            value.depends = NOTHING;
        }
        let check = match attacking && value.phi == 0 {
            true => self.children[best].action,
            false => Move::DECLARE,
        };
        self.children.truncate(first);
        let work = self.nodes - before;
        self.table
            .store(place, attacking, hash as u32, value, check, work);
        value
    }

    fn is_spent(&mut self, budget: &mut Budget) -> bool {
        self.stopped = self.stopped.or(budget.exhausted(0, self.nodes));
        self.stopped.is_some()
    }

    /// Whether somebody wants the answer now, whatever it has cost so far.
    pub(super) fn is_interrupted(&mut self, budget: &mut Budget) -> bool {
        self.stopped = self.stopped.or(budget.interrupted());
        self.stopped.is_some()
    }
}

impl Tally {
    /// The thresholds for the best child, whose phi this is, from those of its parent.
    fn thresholds(&self, phi: u32, phi_threshold: u32, delta_threshold: u32) -> (u32, u32) {
        let room = delta_threshold.saturating_sub(self.by_sisters);
        let sister = self.second.saturating_add(self.second / 8 + 1);
        (room.max(phi + 1), sister.min(phi_threshold))
    }
}
