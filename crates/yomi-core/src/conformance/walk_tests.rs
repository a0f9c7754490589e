//! The checks of walks on a sound little game, and on the same game with flaws in its walk.

use super::suite;
use crate::game::parse_listed;
use crate::{
    Deterministic, Discrete, Ending, Game, Notation, NotationError, Outcome, Player, Rng, Walk,
    Walkable,
};

/// The players take one, two or three from a heap of twelve; whoever takes the last wins. A heap of
/// up to three is a threat to its player's opponent: that is being in check.
struct Nim(Flaw);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flaw {
    None,
    KeyNotUpdated,
    SideKept,
    UnmakeForgets,
    NullMoveStays,
    EndOverlooked,
    EndInvented,
    WrongWinner,
    MoveMissing,
    MoveTooMany,
    AlwaysLegal,
    CheckMissed,
    TacticalListTooLong,
    EvaluationDrifts,
    SlotTooLarge,
    ExchangeUpsideDown,
    WinDoesNotWin,
    ForcedLineDoesNotWin,
    ProbabilityMissing,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Heap {
    left: u8,
    mover: Player,
}

impl Game for Nim {
    type State = Heap;
    type Action = u8;

    fn initial(&self) -> Heap {
        Heap {
            left: 12,
            mover: Player::First,
        }
    }

    fn to_move(&self, heap: &Heap) -> Player {
        heap.mover
    }

    fn outcome(&self, heap: &Heap) -> Option<Outcome> {
        (heap.left == 0).then(|| Outcome::Win(heap.mover.other()))
    }

    fn step(&self, heap: &mut Heap, take: u8, _: &mut Rng) {
        heap.left -= take;
        heap.mover = heap.mover.other();
    }
}

impl Discrete for Nim {
    fn actions(&self, heap: &Heap, takes: &mut Vec<u8>) {
        takes.clear();
        takes.extend(1..=heap.left.min(3));
    }
}

impl Deterministic for Nim {}

impl Notation for Nim {
    fn move_format(&self) -> String {
        "1 to 3".to_owned()
    }

    fn format_action(&self, _: &Heap, take: u8) -> String {
        take.to_string()
    }

    fn parse_action(&self, heap: &Heap, text: &str) -> Result<u8, NotationError> {
        parse_listed(self, heap, text)
    }

    fn render(&self, heap: &Heap) -> String {
        format!("{} left", heap.left)
    }
}

struct NimWalk {
    flaw: Flaw,
    heap: Heap,
    key: u64,
    earlier: Vec<Heap>,
    drift: i32,
}

impl Walkable for Nim {
    type Walk = NimWalk;

    fn walk(&self, heap: &Heap) -> NimWalk {
        NimWalk {
            flaw: self.0,
            heap: *heap,
            key: key(heap),
            earlier: Vec::new(),
            drift: 0,
        }
    }
}

fn key(heap: &Heap) -> u64 {
    2 * u64::from(heap.left) + heap.mover.index() as u64
}

impl NimWalk {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == flaw
    }
}

impl Walk for NimWalk {
    type Action = u8;

    fn make(&mut self, take: u8) {
        self.earlier.push(self.heap);
        self.heap.left -= take;
        if !self.has(Flaw::SideKept) {
            self.heap.mover = self.heap.mover.other();
        }
        if !self.has(Flaw::KeyNotUpdated) {
            self.key = key(&self.heap);
        }
        self.drift += i32::from(self.has(Flaw::EvaluationDrifts));
    }

    fn make_null(&mut self) {
        self.earlier.push(self.heap);
        if !self.has(Flaw::NullMoveStays) {
            self.heap.mover = self.heap.mover.other();
        }
    }

    fn unmake(&mut self) {
        if let Some(heap) = self.earlier.pop() {
            self.heap = heap;
            if !self.has(Flaw::UnmakeForgets) {
                self.key = key(&heap);
            }
        }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn ending(&self) -> Option<Ending> {
        let winner = match self.has(Flaw::WrongWinner) {
            true => self.heap.mover,
            false => self.heap.mover.other(),
        };
        let over = match self.flaw {
            // A move that is listed leaves nothing to the default for positions without any.
            Flaw::EndOverlooked | Flaw::MoveTooMany => false,
            Flaw::EndInvented => self.heap.left <= 1,
            _ => self.heap.left == 0,
        };
        over.then_some(Ending::Final(Outcome::Win(winner)))
    }

    fn without_moves(&self) -> Outcome {
        Outcome::Draw
    }

    fn to_move(&self) -> Player {
        self.heap.mover
    }

    fn in_check(&self) -> bool {
        (1..=3).contains(&self.heap.left) && !self.has(Flaw::CheckMissed)
    }

    fn evaluate(&mut self) -> i32 {
        i32::from(self.heap.left % 4) + self.drift
    }

    fn moves(&self, takes: &mut Vec<u8>) {
        takes.clear();
        let most = match self.flaw {
            Flaw::MoveMissing => 2,
            Flaw::MoveTooMany => 4,
            _ => 3,
        };
        takes.extend(1..=self.heap.left.min(most));
    }

    fn tactical_moves(&self, takes: &mut Vec<u8>) {
        self.moves(takes);
        if !self.has(Flaw::TacticalListTooLong) {
            takes.retain(|&take| self.is_tactical(take));
        }
    }

    fn is_legal(&self, take: u8) -> bool {
        self.has(Flaw::AlwaysLegal) || (1..=self.heap.left.min(3)).contains(&take)
    }

    fn is_tactical(&self, take: u8) -> bool {
        take == self.heap.left
    }

    fn gives_check(&self, take: u8) -> bool {
        (1..=3).contains(&(self.heap.left - take))
    }

    fn gain(&self, take: u8) -> (i32, i32) {
        (i32::from(take), 0)
    }

    fn exchange_is_at_least(&self, take: u8, threshold: i32) -> bool {
        let reaches = i32::from(take) >= threshold;
        reaches != self.has(Flaw::ExchangeUpsideDown)
    }

    fn winning_move(&self) -> Option<u8> {
        match self.flaw {
            Flaw::WinDoesNotWin => Some(1),
            _ => (self.heap.left <= 3).then_some(self.heap.left),
        }
    }

    fn forced_win(&self, _: &mut crate::Budget) -> (Option<Vec<u8>>, u64) {
        let line = match self.flaw {
            Flaw::ForcedLineDoesNotWin if self.heap.left > 5 => Some(vec![1, 1, 1]),
            _ => None,
        };
        (line, 0)
    }

    fn weigh(&self, takes: &[u8], scores: &mut Vec<f32>) {
        scores.clear();
        let missing = usize::from(self.has(Flaw::ProbabilityMissing));
        scores.resize(takes.len() + missing, 0.0);
    }

    const SLOTS: usize = 3;

    fn slot(&self, take: u8) -> usize {
        usize::from(take - u8::from(!self.has(Flaw::SlotTooLarge)))
    }
}

fn violation(flaw: Flaw) -> Option<(&'static str, String)> {
    let game = Nim(flaw);
    let result = suite(&game).discrete().deterministic().walkable().run();
    result
        .err()
        .map(|violation| (violation.check, violation.expected))
}

#[test]
fn a_sound_walk_passes() {
    assert_eq!(violation(Flaw::None), None);
}

#[test]
fn every_flaw_of_a_walk_is_found() {
    let flaws = [
        (Flaw::KeyNotUpdated, "fresh"),
        (Flaw::SideKept, "fresh"),
        (Flaw::UnmakeForgets, "leave no trace"),
        (Flaw::NullMoveStays, "a null move"),
        (Flaw::EndOverlooked, "end where and as"),
        (Flaw::EndInvented, "end where and as"),
        (Flaw::WrongWinner, "end where and as"),
        (Flaw::MoveMissing, "list all actions"),
        (Flaw::MoveTooMany, "actions of the game"),
        (Flaw::AlwaysLegal, "told from others"),
        (Flaw::CheckMissed, "give check"),
        (Flaw::TacticalListTooLong, "tactical moves"),
        (Flaw::EvaluationDrifts, "fresh"),
        (Flaw::SlotTooLarge, "slots"),
        (Flaw::ExchangeUpsideDown, "exchanges"),
        (Flaw::WinDoesNotWin, "to win"),
        (Flaw::ForcedLineDoesNotWin, "to win"),
        (Flaw::ProbabilityMissing, "logarithms"),
    ];
    for (flaw, part) in flaws {
        let (check, expected) = violation(flaw).unwrap_or_else(|| panic!("{flaw:?} passes"));
        assert_eq!(check, "walkable", "{flaw:?}: {expected}");
        assert!(expected.contains(part), "{flaw:?}: {expected}");
    }
}
