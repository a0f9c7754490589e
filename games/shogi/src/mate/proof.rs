//! Playing out a mate that the proof-number search claims, in every line.

use super::dfpn::MateSolver;
use super::{list_evasions, mate_in_one};
use crate::{Board, Move};
use std::collections::HashMap;
use yomi_core::Budget;

/// What is being played out, or is mate for certain.
struct Proof {
    /// By key: a check that mates within so many plies. `None` while the position is on the path.
    mates: HashMap<u64, Option<(Move, u32)>>,
    /// How often a part may still be searched anew.
    attempts: u32,
}

impl MateSolver {
    /// Checks a proof in the table move by move: the attacker plays what the table says, the
    /// defender everything. Where the table has lost a part, it is searched again. What is found
    /// then may lean on what leant on it; where that leads round in a circle, the part is searched
    /// once more from nothing. Returns the line in which the defender lives longest.
    pub(super) fn play_out(&mut self, board: &mut Board, budget: &mut Budget) -> Option<Vec<Move>> {
        let mut proof = Proof {
            mates: HashMap::new(),
            attempts: 20,
        };
        self.mate_length(board, &mut proof, 0, budget)?;
        let mut board = board.clone();
        let mut line = Vec::new();
        let mut answers = Vec::new();
        while let Some(&Some((check, _))) = proof.mates.get(&board.key()) {
            line.push(check);
            board.make(check);
            list_evasions(&board, &mut answers);
            let longest = answers.iter().copied().max_by_key(|&answer| {
                let undo = board.make(answer);
                let known = proof.mates.get(&board.key());
                board.unmake(undo);
                known.copied().flatten().map(|(_, length)| length)
            });
            let Some(answer) = longest else { break };
            line.push(answer);
            board.make(answer);
        }
        Some(line)
    }

    /// How many plies the proof's mate takes from a position with the attacker to move; `None` if
    /// there is no telling.
    fn mate_length(
        &mut self,
        board: &mut Board,
        proof: &mut Proof,
        ply: u32,
        budget: &mut Budget,
    ) -> Option<u32> {
        match proof.mates.get(&board.key()) {
            Some(&Some((_, length))) => return Some(length),
            Some(None) => {
                proof.attempts = proof.attempts.checked_sub(1)?;
                self.table.clear();
            }
            None => {}
        }
        if ply > Self::MOST_PLIES || self.is_interrupted(budget) {
            return None;
        }
        if let Some(check) = mate_in_one(board) {
            proof.mates.insert(board.key(), Some((check, 1)));
            return Some(1);
        }
        proof.mates.insert(board.key(), None);
        let check = self.claimed(board, budget)?;
        if !board.is_legal(check) {
            return None;
        }
        let undo = board.make(check);
        let longest = match board.in_check() {
            true => self.longest_answer(board, proof, ply + 1, budget),
            false => None,
        };
        board.unmake(undo);
        let length = longest? + 1;
        proof.mates.insert(board.key(), Some((check, length)));
        Some(length)
    }

    fn longest_answer(
        &mut self,
        board: &mut Board,
        proof: &mut Proof,
        ply: u32,
        budget: &mut Budget,
    ) -> Option<u32> {
        let mut answers = Vec::new();
        list_evasions(board, &mut answers);
        let mut longest = 0;
        for answer in answers {
            let undo = board.make(answer);
            let length = self.mate_length(board, proof, ply + 1, budget);
            board.unmake(undo);
            longest = longest.max(length? + 1);
        }
        Some(longest)
    }

    /// The check that mates according to the table, found again if need be.
    fn claimed(&mut self, board: &mut Board, budget: &mut Budget) -> Option<Move> {
        let place = self.place(board);
        if self.table.shortest_mate(place).is_none() {
            self.search(board, budget);
        }
        self.table.shortest_mate(place)
    }
}
