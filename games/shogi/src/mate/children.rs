//! The moves of a position in the proof-number search: what each leads to, and what all of them
//! together say about the position.

use super::dfpn::{MateSolver, Step};
use super::value::{INFINITE, NOTHING, Place, Value};
use super::{list_checks, list_evasions, mate_in_one};
use crate::{Bitboard, Board, Kind, Move};

/// A move and where it leads.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub action: Move,
    pub place: Place,
    /// From the point of view of whoever moves then.
    pub value: Value,
    /// Whether it waits for the child before it to fail.
    waits: bool,
    /// Whether it was looked at yet.
    seen: bool,
}

/// The numbers of a position and where they come from.
pub(super) struct Tally {
    pub value: Value,
    /// The child with the least delta.
    pub best: usize,
    /// The second least delta.
    pub second: u32,
    /// What the best child's sisters contribute to the position's delta.
    pub by_sisters: u32,
}

impl MateSolver {
    /// Adds the moves of a position to the children, looking at none yet.
    pub(super) fn list_children(&mut self, board: &mut Board, attacking: bool) {
        let mut moves = self.spare.pop().unwrap_or_default();
        if attacking {
            list_checks(board, &mut moves);
        } else {
            list_evasions(board, &mut moves);
            // Drops on one square side by side.
            moves.sort_by_key(|action| action.dropped().map(|kind| (action.to(), kind)));
        }
        let mut last = None;
        for &action in &moves {
            let undo = board.make(action);
            let place = self.place(board);
            board.unmake(undo);
            self.children.push(Child {
                action,
                place,
                value: Value::OPEN,
                waits: last.is_some_and(|last| waits_for(board, action, last, attacking)),
                seen: false,
            });
            last = Some(action);
        }
        self.spare.push(moves);
    }

    /// The numbers of the path's last position from those of its children, the first of which is
    /// at this place.
    pub(super) fn tally(&mut self, board: &mut Board, first: usize, attacking: bool) -> Tally {
        let mut tally = Tally {
            value: Value {
                phi: INFINITE,
                delta: 0,
                length: 0,
                depends: NOTHING,
            },
            best: first,
            second: INFINITE,
            by_sisters: 0,
        };
        let mut open = 0;
        // If every move fails: the first position that depends on, and the longest line.
        let (mut depends, mut longest) = (NOTHING, None);
        let mut last_failed = true;
        for index in first..self.children.len() {
            if self.children[index].waits && !last_failed {
                continue;
            }
            if !self.children[index].seen {
                self.judge(board, index, !attacking);
            }
            let child = self.children[index].value;
            last_failed = child.phi == 0;
            if last_failed {
                depends = depends.min(child.depends);
                longest = longest.max(Some(child.length));
            } else {
                open += 1;
                tally.value.delta = match attacking {
                    true => tally.value.delta.max(child.phi),
                    false => tally
                        .value
                        .delta
                        .saturating_add(child.phi)
                        .min(INFINITE - 1),
                };
            }
            // Among moves that succeed, the shortest mate or the disproof that depends on least.
            let better = child.delta < tally.value.phi
                || (child.delta == 0
                    && match attacking {
                        true => child.length < tally.value.length,
                        false => child.depends > tally.value.depends,
                    });
            if better {
                tally.second = tally.value.phi;
                tally.value = Value {
                    delta: tally.value.delta,
                    phi: child.delta,
                    ..child
                };
                tally.best = index;
            } else {
                tally.second = tally.second.min(child.delta);
            }
        }
        let value = &mut tally.value;
        if value.phi == 0 {
            value.delta = INFINITE;
            value.length += 1;
        } else if open == 0 {
            (value.phi, value.delta) = (INFINITE, 0);
            value.depends = depends;
            value.length = longest.map_or(0, |longest| longest + 1);
        } else {
            tally.by_sisters = match attacking {
                true => open - 1,
                false => value.delta - self.children[tally.best].value.phi,
            };
            if attacking {
                value.delta = (value.delta + open - 1).min(INFINITE - 1);
            }
            value.depends = NOTHING;
        }
        if value.is_proof(attacking) {
            value.depends = NOTHING;
        }
        tally
    }

    /// Looks at a child for the first time.
    fn judge(&mut self, board: &mut Board, index: usize, attacking: bool) {
        let child = self.children[index];
        let hash = child
            .place
            .after(self.path.last().map_or(0, |step| step.hash));
        let known = self.table.look_up(child.place, attacking, hash as u32);
        let repeats = |step: &Step| {
            step.place.key == child.place.key && step.place.hand.covers(child.place.hand)
        };
        let value = match known {
            Some(value) if value.is_solved() => value,
            _ => match self.path.iter().position(repeats) {
                Some(ply) => Value::no_mate(attacking, ply as u16),
                None => known.unwrap_or_else(|| {
                    let undo = board.make(child.action);
                    let (value, check) = self.first_guess(board, attacking);
                    board.unmake(undo);
                    self.table
                        .store(child.place, attacking, hash as u32, value, check, 1);
                    value
                }),
            },
        };
        self.children[index].value = value;
        self.children[index].seen = true;
    }

    /// What can be said about a new position, and a check that mates if there is one.
    fn first_guess(&mut self, board: &Board, attacking: bool) -> (Value, Move) {
        self.nodes += 1;
        if attacking && let Some(check) = mate_in_one(board) {
            return (Value::mate(1, true), check);
        }
        let mut moves = self.spare.pop().unwrap_or_default();
        let value = if attacking {
            list_checks(board, &mut moves);
            match moves.len() as u32 {
                0 => Value::no_mate(true, NOTHING),
                delta => Value {
                    delta,
                    ..Value::OPEN
                },
            }
        } else {
            list_evasions(board, &mut moves);
            // Drops on one square wait for one another.
            let is_drop = |action: &&Move| action.dropped().is_some();
            let drops: Bitboard = moves.iter().filter(is_drop).map(|drop| drop.to()).collect();
            let others = moves.iter().filter(|action| !is_drop(action)).count();
            match others as u32 + drops.count() {
                0 => Value::mate(0, false),
                delta => Value {
                    delta,
                    ..Value::OPEN
                },
            }
        };
        self.spare.push(moves);
        (value, Move::DECLARE)
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
        // Without promotion, after the same move with it. The attacker's silvers, knights and
        // lances are quite different pieces afterwards.
        (Some(from), Some(other)) if from == other => {
            !attacking || matches!(board.kind_on(from), Kind::Pawn | Kind::Bishop | Kind::Rook)
        }
        _ => false,
    }
}
