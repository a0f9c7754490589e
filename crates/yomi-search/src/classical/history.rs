//! History heuristics: quiet moves that caused cut-offs elsewhere in the tree are tried sooner.
//!
//! There are four kinds of statistics, from general to specific: cut-offs by a piece moving to a square
//! (*history*, Schaeffer 1989), the same after the previous move and after the one
//! before that (*continuation history*), the last refutation of the previous move (*counter
//! move*, Uiterwijk 1992), and moves that cut off in sibling positions (*killers*, Akl and Newborn
//! 1977; those are kept with the ply). A count `h` moves towards a bonus `b` by
//! `h += b - h * |b| / 16384`, so it stays within ±16384 and old bonuses decay.

/// Counts stay within this either way.
const LIMIT: i32 = 16_384;

/// The memories of one search. Moves are known by their slot.
pub struct History<A> {
    slots: usize,
    /// By side to move and slot.
    main: Vec<i16>,
    /// By the slot of an earlier move (one more for none) and slot.
    continuation: Vec<i16>,
    /// By side to move, captures only.
    captures: Vec<i16>,
    /// The last answer to a move that cut off.
    counters: Vec<Option<A>>,
}

/// The context of a move: the side to move, and the slots of the last two moves.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    /// 0 or 1.
    pub side: usize,
    /// The slots of the last move and the one before it; the number of slots where there was none.
    pub slots: [usize; 2],
}

impl<A: Copy> History<A> {
    /// Empty statistics for moves with this number of slots.
    pub fn new(slots: usize) -> History<A> {
        History {
            slots,
            main: vec![0; 2 * slots],
            continuation: vec![0; (slots + 1) * slots],
            captures: vec![0; 2 * slots],
            counters: vec![None; slots + 1],
        }
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        size_of_val(&self.main[..])
            + size_of_val(&self.continuation[..])
            + size_of_val(&self.captures[..])
            + size_of_val(&self.counters[..])
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.main.fill(0);
        self.continuation.fill(0);
        self.captures.fill(0);
        self.counters.fill(None);
    }

    /// The history score of a quiet move.
    #[inline]
    pub fn quiet(&self, before: Before, slot: usize) -> i32 {
        let [last, earlier] = before.slots;
        i32::from(self.main[before.side * self.slots + slot])
            + i32::from(self.continuation[last * self.slots + slot])
            + i32::from(self.continuation[earlier * self.slots + slot])
    }

    /// The history score of a capture.
    #[inline]
    pub fn capture(&self, before: Before, slot: usize) -> i32 {
        self.captures[before.side * self.slots + slot].into()
    }

    /// The move that last refuted the last move.
    #[inline]
    pub fn counter(&self, before: Before) -> Option<A> {
        self.counters[before.slots[0]]
    }

    /// A quiet move was good (or, with a negative bonus, bad).
    #[inline]
    pub fn reward_quiet(&mut self, before: Before, slot: usize, bonus: i32) {
        let [last, earlier] = before.slots;
        nudge(&mut self.main[before.side * self.slots + slot], bonus);
        nudge(&mut self.continuation[last * self.slots + slot], bonus);
        nudge(&mut self.continuation[earlier * self.slots + slot], bonus);
    }

    /// A capture was good or bad.
    #[inline]
    pub fn reward_capture(&mut self, before: Before, slot: usize, bonus: i32) {
        nudge(&mut self.captures[before.side * self.slots + slot], bonus);
    }

    /// A quiet move refuted the last move.
    #[inline]
    pub fn answer(&mut self, before: Before, action: A) {
        self.counters[before.slots[0]] = Some(action);
    }
}

#[inline]
fn nudge(count: &mut i16, bonus: i32) {
    let old = i32::from(*count);
    *count = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// The bonus of a cut-off at this depth.
#[inline]
pub fn bonus(depth: i32) -> i32 {
    (depth * depth * 8 + 90 * depth).min(2_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_stay_within_their_limit_and_fade() {
        let mut history: History<u8> = History::new(3);
        let before = Before {
            side: 1,
            slots: [0, 3],
        };
        for _ in 0..10_000 {
            history.reward_quiet(before, 2, 2_000);
        }
        let most = history.quiet(before, 2);
        assert!(most > 3 * 15_000 && most <= 3 * LIMIT);
        history.reward_quiet(before, 2, -2_000);
        assert!(history.quiet(before, 2) < most - 3 * 2_000);
        assert_eq!(history.quiet(before, 1), 0);
        history.answer(before, 9);
        assert_eq!(history.counter(before), Some(9));
        history.forget();
        assert_eq!(
            (history.quiet(before, 2), history.counter(before)),
            (0, None)
        );
    }
}
