//! Mates of any length: depth-first proof-number search (df-pn; A. Nagai, "Df-pn algorithm for
//! searching AND/OR trees and its applications", 2002).
//!
//! The proof number of a position is about how many positions still have to be shown won to prove
//! a mate, the disproof number how many to refute it. With the attacker to move the proof number
//! is the least among the moves and the disproof number that of all moves together; with the
//! defender it is the other way round. The search always goes where a proof or disproof is
//! nearest, and stays there until another place is nearer: every position is searched with two
//! thresholds, which are those of its parent less what its sisters contribute, and those of its
//! best sister and a quarter more (the 1 + epsilon trick of Pawlewicz and Lew, so that the search
//! does not jump to and fro between two sisters).
//!
//! "All moves together" is the greatest number plus one for every further open move (as in weak
//! proof-number search: Ueda, Hashimoto, Hashimoto and Iida, 2008), not the sum: lines that meet
//! again, which in shogi are many, would be counted over and over by a sum.
//!
//! Details:
//!
//! - Only checks are searched for the attacker. New positions are judged at once: mated, mate in
//!   one ([`mate_in_one`]), no check left.
//! - Moves that hardly differ wait for one another: pieces dropped between on one square, and a
//!   move with and without promotion. The next is looked at when the one before has failed.
//! - A position that was on the path before (or was there with at least as much in the attacker's
//!   hand) counts as no mate. Such a disproof may hold for this path only. It is filed under a
//!   hash of the path, along with the ply of the first position it counts on; once the search of
//!   that very position ends in a disproof it has become a plain one. (Kishimoto and Müller, 2004,
//!   treat this "graph history interaction" in full.) Proofs never depend on the path.
//! - Results wait in a table of fixed size: see `table`.
//!
//! A mate is only reported after every line of it was played out ([`proof`](super::proof)), so it
//! is certain. That there is none is certain but for two different positions of equal keys. Limits:
//! the mate found is not always the shortest; repetitions with positions before the one asked
//! about are not seen; and where the path grows beyond [`MOST_PLIES`](MateSolver::MOST_PLIES) plies
//! the search gives up on it and cannot say "no mate" any more.

use super::table::{INFINITE, NOTHING, Place, Table, Value};
use super::{list_checks, list_evasions, mate_in_one};
use crate::{Board, Kind, Move, zobrist};
use yomi_core::{Budget, Player, StopReason};

/// What became of a search for mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateVerdict {
    /// The side to move mates; a line in which the defender lives as long as it can against the
    /// attacker's moves.
    Mate(Vec<Move>),
    /// There is no mate by checks alone.
    NoMate,
    /// Nobody knows, for this reason.
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
/// assert_eq!(verdict, MateVerdict::Mate(vec!["G*5b".parse().unwrap()]));
/// ```
pub struct MateSolver {
    pub(super) table: Table,
    /// The children of all positions on the path, one after the other.
    children: Vec<Child>,
    /// The positions on the path.
    path: Vec<Step>,
    /// Lists of moves that nobody uses at the moment.
    spare: Vec<Vec<Move>>,
    pub(super) attacker: Player,
    nodes: u64,
    deepest: u32,
    /// Whether a path became too long.
    cut: bool,
    stopped: Option<StopReason>,
}

/// A position on the path.
#[derive(Clone, Copy)]
struct Step {
    place: Place,
    /// The hash of the path up to here.
    hash: u64,
}

/// A move and where it leads.
#[derive(Clone, Copy)]
struct Child {
    action: Move,
    place: Place,
    /// From the point of view of whoever moves then.
    value: Value,
    /// Whether it waits for the child before it to fail.
    waits: bool,
    /// Whether it was looked at yet.
    seen: bool,
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
            attacker: Player::First,
            nodes: 0,
            deepest: 0,
            cut: false,
            stopped: None,
        }
    }

    /// Looks for a mate by the side to move. What was found out about other positions before is
    /// forgotten, so equal questions get equal answers.
    pub fn solve(&mut self, board: &Board, budget: &mut Budget) -> MateVerdict {
        self.table.clear();
        self.attacker = board.side();
        (self.nodes, self.deepest, self.stopped) = (0, 0, None);
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
        match self.play_out(&mut board, budget) {
            Some(line) => MateVerdict::Mate(line),
            None => MateVerdict::Unknown(self.stopped.unwrap_or(StopReason::Exhausted)),
        }
    }

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
        self.cut = false;
        self.children.clear();
        self.path.clear();
        if let Some(check) = mate_in_one(board) {
            let value = mate_in(1, true);
            let place = self.place(board);
            self.table.store(place, true, 0, value, check, 1);
            self.nodes += 1;
            return value;
        }
        let place = self.place(board);
        self.path.push(Step { place, hash: 0 });
        let mut value = self.expand(board, INFINITE, INFINITE, budget);
        // Thresholds can be passed by rounding alone.
        while value.phi != 0 && value.delta != 0 && self.stopped.is_none() {
            value = self.expand(board, INFINITE, INFINITE, budget);
        }
        value
    }

    /// Filed by the board alone, the attacker's hand beside.
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
        let first = self.children.len();
        self.list_children(board, attacking);
        if ply as u32 >= Self::MOST_PLIES {
            self.cut = true;
            self.children.truncate(first);
            return repetition(attacking, 0);
        }
        let mut tally;
        loop {
            tally = self.tally(board, first, attacking);
            let Tally { value, best, .. } = tally;
            if value.phi >= phi_threshold || value.delta >= delta_threshold {
                break;
            }
            self.stopped = self.stopped.or(budget.exhausted(0, self.nodes));
            if self.stopped.is_some() {
                break;
            }
            let child = self.children[best];
            let step = Step {
                place: child.place,
                hash: follow(hash, child.place),
            };
            // Perhaps it was solved elsewhere meanwhile.
            let known = self.table.look_up(step.place, !attacking, step.hash as u32);
            if let Some((known, _)) = known
                && (known.phi == 0 || known.delta == 0)
            {
                self.children[best].value = known;
                continue;
            }
            let room = tally.open.saturating_sub(1);
            let phi = delta_threshold
                .saturating_sub(room)
                .max(child.value.phi + 1);
            let second = tally.second;
            let delta = phi_threshold.min(second.saturating_add(second / 4 + 1));
            let undo = board.make(child.action);
            self.path.push(step);
            let value = self.expand(board, phi.min(INFINITE), delta.min(INFINITE), budget);
            self.path.pop();
            board.unmake(undo);
            self.children[best].value = value;
        }
        let mut value = tally.value;
        if value.depends != NOTHING && usize::from(value.depends) >= ply {
            value.depends = NOTHING;
        }
        let check = match attacking && value.phi == 0 {
            true => self.children[tally.best].action,
            false => Move::DECLARE,
        };
        self.children.truncate(first);
        let work = self.nodes - before;
        self.table
            .store(place, attacking, hash as u32, value, check, work);
        value
    }

    /// Adds the moves of a position to the children, judging nothing yet.
    fn list_children(&mut self, board: &mut Board, attacking: bool) {
        let mut moves = self.spare.pop().unwrap_or_default();
        match attacking {
            true => list_checks(board, &mut moves),
            false => list_evasions(board, &mut moves),
        }
        if !attacking {
            // Drops on one square side by side.
            moves.sort_by_key(|action| action.dropped().map(|kind| (action.to(), kind)));
        }
        let mut last: Option<Move> = None;
        for &action in &moves {
            let undo = board.make(action);
            let place = self.place(board);
            board.unmake(undo);
            let waits = last.is_some_and(|last| waits_for(board, action, last, attacking));
            self.children.push(Child {
                action,
                place,
                value: OPEN,
                waits,
                seen: false,
            });
            last = Some(action);
        }
        self.spare.push(moves);
    }

    /// The numbers of a position from those of its children.
    fn tally(&mut self, board: &mut Board, first: usize, attacking: bool) -> Tally {
        let mut tally = Tally {
            value: Value {
                phi: INFINITE,
                delta: 0,
                length: 0,
                depends: NOTHING,
            },
            best: first,
            second: INFINITE,
            open: 0,
        };
        // Of a disproof by all moves failing, and by one succeeding.
        let mut depends_on_all = NOTHING;
        let mut longest = 0;
        let mut before_failed = true;
        for index in first..self.children.len() {
            if self.children[index].waits && !before_failed {
                continue;
            }
            if !self.children[index].seen {
                self.judge(board, index, !attacking);
            }
            let Child { value: child, .. } = self.children[index];
            before_failed = child.phi == 0;
            if child.phi > 0 {
                tally.open += 1;
                tally.value.delta = tally.value.delta.max(child.phi);
            } else {
                depends_on_all = depends_on_all.min(child.depends);
                longest = longest.max(child.length);
            }
            let better = child.delta < tally.value.phi
                // Among successes the shortest mate, or the disproof that depends on least.
                || (child.delta == 0
                    && tally.value.phi == 0
                    && match attacking {
                        true => child.length < tally.value.length,
                        false => child.depends > tally.value.depends,
                    });
            if better {
                tally.second = tally.value.phi;
                tally.value.phi = child.delta;
                tally.value.length = child.length;
                tally.value.depends = child.depends;
                tally.best = index;
            } else if child.delta < tally.second {
                tally.second = child.delta;
            }
        }
        let value = &mut tally.value;
        if value.phi == 0 {
            value.delta = INFINITE;
            value.length += 1;
        } else if tally.open == 0 {
            value.delta = 0;
            value.phi = INFINITE;
            value.length = if attacking || first == self.children.len() {
                0
            } else {
                longest + 1
            };
            value.depends = depends_on_all;
        } else {
            value.delta = (value.delta + tally.open - 1).min(INFINITE);
            value.depends = NOTHING;
        }
        if attacking == (value.phi == 0) {
            value.depends = NOTHING;
        }
        tally
    }

    /// Looks at a child for the first time.
    fn judge(&mut self, board: &mut Board, index: usize, attacking: bool) {
        let child = self.children[index];
        self.children[index].seen = true;
        let hash = self.path.last().map_or(0, |step| step.hash);
        let hash = follow(hash, child.place);
        let known = self.table.look_up(child.place, attacking, hash as u32);
        if let Some((value, _)) = known
            && (value.phi == 0 || value.delta == 0)
        {
            self.children[index].value = value;
            return;
        }
        let repeats = |step: &Step| {
            step.place.key == child.place.key && step.place.hand.covers(child.place.hand)
        };
        if let Some(ply) = self.path.iter().position(repeats) {
            self.children[index].value = repetition(attacking, ply as u16);
            return;
        }
        if let Some((value, _)) = known {
            self.children[index].value = value;
            return;
        }
        self.nodes += 1;
        let undo = board.make(child.action);
        let mut moves = self.spare.pop().unwrap_or_default();
        let mut check = Move::DECLARE;
        let value = match attacking {
            true => match mate_in_one(board) {
                Some(mate) => {
                    check = mate;
                    mate_in(1, true)
                }
                None => {
                    list_checks(board, &mut moves);
                    match moves.len() as u32 {
                        0 => repetition(true, NOTHING),
                        count => Value {
                            delta: fresh_delta(count),
                            ..OPEN
                        },
                    }
                }
            },
            false => {
                list_evasions(board, &mut moves);
                match moves.len() as u32 {
                    0 => mate_in(0, false),
                    count => Value {
                        delta: fresh_delta(count),
                        ..OPEN
                    },
                }
            }
        };
        self.spare.push(moves);
        board.unmake(undo);
        self.table
            .store(child.place, attacking, hash as u32, value, check, 1);
        self.children[index].value = value;
    }

    /// Whether somebody wants the answer now.
    pub(super) fn is_stopped(&mut self, budget: &mut Budget) -> bool {
        self.stopped = self.stopped.or(budget.interrupted());
        self.stopped.is_some()
    }
}

fn fresh_delta(count: u32) -> u32 {
    count
}

/// The numbers of a position and where they come from.
struct Tally {
    value: Value,
    /// The child with the least delta.
    best: usize,
    /// The second least delta.
    second: u32,
    /// How many children are open.
    open: u32,
}

/// A position about which nothing is known.
const OPEN: Value = Value {
    phi: 1,
    delta: 1,
    length: 0,
    depends: NOTHING,
};

/// A proven position.
const fn mate_in(plies: u16, attacking: bool) -> Value {
    let (phi, delta) = if attacking {
        (0, INFINITE)
    } else {
        (INFINITE, 0)
    };
    Value {
        phi,
        delta,
        length: plies,
        depends: NOTHING,
    }
}

/// A position without mate, if that on ply `depends` of the path has none.
const fn repetition(attacking: bool, depends: u16) -> Value {
    let (phi, delta) = if attacking {
        (INFINITE, 0)
    } else {
        (0, INFINITE)
    };
    Value {
        phi,
        delta,
        length: 0,
        depends,
    }
}

/// Whether a move need only be looked at once the one listed before it has failed.
fn waits_for(board: &Board, action: Move, last: Move, attacking: bool) -> bool {
    if action.to() != last.to() {
        return false;
    }
    match (action.from(), last.from()) {
        // Dropped between on one square.
        (None, None) => !attacking,
        // Without promotion, after the same move with it. Where both are quite different moves,
        // neither waits.
        (Some(from), Some(other)) if from == other => {
            let kind = board.kind_on(from);
            matches!(kind, Kind::Pawn | Kind::Bishop | Kind::Rook) || !attacking
        }
        _ => false,
    }
}

/// The hash of a longer path.
fn follow(hash: u64, place: Place) -> u64 {
    let mut word = hash ^ place.key;
    word = (word ^ (word >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    for kind in Kind::HAND {
        word = word.wrapping_mul(31) + u64::from(place.hand.count(kind));
    }
    word ^ (word >> 32)
}
