//! Move ordering.
//!
//! The move of the table; captures that do not lose material, the greatest first; the killers and
//! the counter move; quiet moves by their history; captures that lose. Each stage lists its moves
//! only when it is reached, since most nodes are cut off before the end. In check all moves are
//! listed at once.

use super::history::{Before, History};
use yomi_core::Walk;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    ListTactical,
    Tactical,
    Special(u8),
    ListQuiet,
    Quiet,
    BadTactical,
    ListAll,
    All,
}

/// Buffers of one ply, so that nothing is allocated per node.
pub struct Lists<A> {
    moves: Vec<A>,
    /// Scores and places in `moves`, those already tried cut off at the front.
    scores: Vec<(i32, u16)>,
    bad: Vec<A>,
    weights: Vec<f32>,
}

impl<A> Default for Lists<A> {
    fn default() -> Self {
        Lists {
            moves: Vec::new(),
            scores: Vec::new(),
            bad: Vec::new(),
            weights: Vec::new(),
        }
    }
}

/// Deals the moves of a node one by one.
pub struct Picker<A> {
    stage: Stage,
    table: Option<A>,
    special: [Option<A>; 3],
    before: Before,
    next: usize,
    lists: Lists<A>,
    /// Whether only captures are picked.
    tactical_only: bool,
    /// The number of quiet moves picked by selection; after a few of them the rest is sorted.
    picked: u32,
    /// The weight of the logarithm of a move's probability; 0 if the game's probabilities are not used.
    prior_weight: f32,
}

/// A move to try.
pub struct Pick<A> {
    /// The move.
    pub action: A,
    /// Whether it is a capture known to lose material.
    pub loses: bool,
}

impl<A: Copy + PartialEq + std::fmt::Debug + Send + Sync + 'static> Picker<A> {
    /// All moves of a position.
    pub fn new(
        walk: &impl Walk<Action = A>,
        table: Option<A>,
        killers: [Option<A>; 2],
        counter: Option<A>,
        before: Before,
        lists: Lists<A>,
    ) -> Picker<A> {
        let table = table.filter(|&action| walk.is_legal(action));
        let counter = counter.filter(|_| !killers.contains(&counter));
        Picker {
            stage: Stage::Table,
            table,
            special: [killers[0], killers[1], counter],
            before,
            next: 0,
            lists,
            tactical_only: false,
            picked: 0,
            prior_weight: 0.0,
        }
    }

    /// Orders quiet moves by how probable they are, too.
    #[must_use]
    pub fn weighed(mut self, prior_weight: f32) -> Picker<A> {
        self.prior_weight = prior_weight;
        self
    }

    /// Tactical moves, or all moves in check.
    pub fn tactical(
        walk: &impl Walk<Action = A>,
        table: Option<A>,
        before: Before,
        lists: Lists<A>,
    ) -> Picker<A> {
        let useful =
            |&action: &A| walk.is_legal(action) && (walk.in_check() || walk.is_tactical(action));
        Picker {
            tactical_only: true,
            ..Picker::new(walk, table.filter(useful), [None; 2], None, before, lists)
        }
    }

    /// The buffers, for another node of the same ply.
    pub fn into_lists(self) -> Lists<A> {
        self.lists
    }

    /// No more quiet moves, please.
    pub fn skip_quiet(&mut self) {
        if matches!(
            self.stage,
            Stage::Special(_) | Stage::ListQuiet | Stage::Quiet
        ) {
            self.stage = Stage::BadTactical;
            self.next = 0;
        }
    }

    /// The next move.
    #[inline]
    pub fn next(&mut self, walk: &impl Walk<Action = A>, history: &History<A>) -> Option<Pick<A>> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = match walk.in_check() {
                        true => Stage::ListAll,
                        false => Stage::ListTactical,
                    };
                    if let Some(action) = self.table {
                        return Some(Pick {
                            action,
                            loses: false,
                        });
                    }
                }
                Stage::ListTactical => {
                    walk.tactical_moves(&mut self.lists.moves);
                    self.lists.bad.clear();
                    self.score_tactical(walk, history);
                    self.stage = Stage::Tactical;
                }
                Stage::Tactical => match self.best_left() {
                    Some(action) if Some(action) == self.table => {}
                    Some(action) => {
                        if walk.exchange_is_at_least(action, 0) {
                            return Some(Pick {
                                action,
                                loses: false,
                            });
                        }
                        self.lists.bad.push(action);
                    }
                    None if self.tactical_only => return None,
                    None => self.stage = Stage::Special(0),
                },
                Stage::Special(place) => {
                    self.stage = match place {
                        0 | 1 => Stage::Special(place + 1),
                        _ => Stage::ListQuiet,
                    };
                    if let Some(action) = self.special[usize::from(place)]
                        && Some(action) != self.table
                        && walk.is_legal(action)
                        && !walk.is_tactical(action)
                    {
                        return Some(Pick {
                            action,
                            loses: false,
                        });
                    }
                }
                Stage::ListQuiet => {
                    walk.moves(&mut self.lists.moves);
                    self.score_quiet(walk, history);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.best_left() {
                    Some(action) if self.was_tried(action) => {}
                    Some(action) => {
                        return Some(Pick {
                            action,
                            loses: false,
                        });
                    }
                    None => {
                        self.stage = Stage::BadTactical;
                        self.next = 0;
                    }
                },
                Stage::BadTactical => {
                    let action = *self.lists.bad.get(self.next)?;
                    self.next += 1;
                    return Some(Pick {
                        action,
                        loses: true,
                    });
                }
                Stage::ListAll => {
                    walk.moves(&mut self.lists.moves);
                    self.lists.bad.clear();
                    self.score_evasions(walk, history);
                    self.stage = Stage::All;
                }
                Stage::All => {
                    let action = self.best_left()?;
                    if Some(action) != self.table {
                        return Some(Pick {
                            action,
                            loses: false,
                        });
                    }
                }
            }
        }
    }

    fn was_tried(&self, action: A) -> bool {
        Some(action) == self.table || self.special.contains(&Some(action))
    }

    fn score(&mut self, mut score: impl FnMut(A) -> Option<i32>) {
        let Lists { moves, scores, .. } = &mut self.lists;
        scores.clear();
        for (place, &action) in (0..).zip(moves.iter()) {
            if let Some(score) = score(action) {
                scores.push((score, place));
            }
        }
        self.next = 0;
        self.picked = 0;
    }

    fn score_tactical(&mut self, walk: &impl Walk<Action = A>, history: &History<A>) {
        let before = self.before;
        self.score(|action| {
            let (gain, risk) = walk.gain(action);
            let known = history.capture(before, walk.slot(action));
            Some(8 * gain - risk / 4 + known / 4)
        });
    }

    fn score_quiet(&mut self, walk: &impl Walk<Action = A>, history: &History<A>) {
        let before = self.before;
        let mut weights = std::mem::take(&mut self.lists.weights);
        weights.clear();
        let prior = self.prior_weight;
        if prior > 0.0 {
            walk.weigh(&self.lists.moves, &mut weights);
        }
        let mut place = 0;
        self.score(|action| {
            let weight = weights
                .get(place)
                .map_or(0, |&weight| (prior * weight) as i32);
            place += 1;
            match walk.is_tactical(action) {
                true => None,
                false => Some(history.quiet(before, walk.slot(action)) + weight),
            }
        });
        self.lists.weights = weights;
    }

    fn score_evasions(&mut self, walk: &impl Walk<Action = A>, history: &History<A>) {
        let before = self.before;
        self.score(|action| {
            Some(match walk.is_tactical(action) {
                true => {
                    let (gain, risk) = walk.gain(action);
                    1_000_000 + 8 * gain - risk
                }
                false => history.quiet(before, walk.slot(action)),
            })
        });
    }

    /// The best move not yet dealt. The first few are looked for one by one; whoever wants more
    /// gets them sorted.
    #[inline]
    fn best_left(&mut self) -> Option<A> {
        const ONE_BY_ONE: u32 = 6;
        let scores = &mut self.lists.scores[self.next..];
        if scores.is_empty() {
            return None;
        }
        // Equal scores go by the place in the list, so that sorting and looking agree.
        let order = |&(score, place): &(i32, u16)| (score, std::cmp::Reverse(place));
        if self.picked < ONE_BY_ONE {
            let best = (1..scores.len()).fold(0, |best, other| {
                match order(&scores[other]) > order(&scores[best]) {
                    true => other,
                    false => best,
                }
            });
            scores.swap(0, best);
        } else if self.picked == ONE_BY_ONE {
            scores.sort_unstable_by_key(|entry| std::cmp::Reverse(order(entry)));
        }
        self.picked += 1;
        let place = scores[0].1;
        self.next += 1;
        Some(self.lists.moves[usize::from(place)])
    }
}
