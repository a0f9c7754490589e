//! The values of the legal moves of a position.

use super::Explanation;

/// The meaning of the values of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The expected score of the player who moves.
    Score,
    /// The probability of a prior.
    Probability,
    /// The share of the visits of a search.
    Visits,
}

impl Measure {
    /// In words, for captions.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Score => "expected score of the side to move",
            Measure::Probability => "probability of the move",
            Measure::Visits => "share of the visits",
        }
    }

    /// A value in this measure.
    pub fn tell(self, value: f64) -> String {
        match self {
            Measure::Score => format!("{value:.3}"),
            Measure::Probability | Measure::Visits => format!("{:.2}%", 100.0 * value),
        }
    }
}

/// A legal move and its value.
#[derive(Clone, PartialEq, Debug)]
pub struct ValuedMove {
    /// In the game's notation.
    pub text: String,
    /// The cells it takes.
    pub cells: Vec<usize>,
    /// See [`Pictured::kind`](super::Pictured::kind).
    pub kind: Option<String>,
    /// What it is worth.
    pub value: f64,
    /// What a search found out about it.
    pub searched: Option<Searched>,
    /// Where the weight of a prior comes from.
    pub explanation: Option<Explanation>,
}

impl ValuedMove {
    /// A move that is worth nothing yet.
    pub fn new(text: &str, cells: Vec<usize>) -> ValuedMove {
        ValuedMove {
            text: text.to_owned(),
            cells,
            kind: None,
            value: 0.0,
            searched: None,
            explanation: None,
        }
    }
}

/// What a search found out about a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Searched {
    /// How often it was tried.
    pub visits: u64,
    /// The expected score of the player who moves, if there is one.
    pub value: Option<f64>,
}

/// The values of all legal moves of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveValues {
    /// The evaluator or prior.
    pub by: String,
    /// The meaning of the values.
    pub measure: Measure,
    /// The moves, the best first; of equals the one that the game lists first.
    pub moves: Vec<ValuedMove>,
}

impl MoveValues {
    /// Values of moves in any order.
    pub fn new(by: String, measure: Measure, mut moves: Vec<ValuedMove>) -> MoveValues {
        moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        MoveValues { by, measure, moves }
    }

    /// For each cell of a board of so many cells the value of the best move that takes it.
    pub fn best_by_cell(&self, cells: usize) -> Vec<Option<f64>> {
        let mut best = vec![None; cells];
        for valued in &self.moves {
            for &cell in &valued.cells {
                if let Some(best) = best.get_mut(cell) {
                    best.get_or_insert(valued.value);
                }
            }
        }
        best
    }

    /// The moves of a search in its order, the best first. They are measured by their shares of the visits, or by
    /// their values where a search has no visits; moves without either are left out.
    ///
    /// ```
    /// use yomi_core::pictured::{Measure, MoveValues, Searched, ValuedMove};
    ///
    /// let tried = |text: &str, visits| {
    ///     let searched = Searched { visits, value: Some(0.5) };
    ///     ValuedMove { searched: Some(searched), ..ValuedMove::new(text, vec![]) }
    /// };
    /// let values = MoveValues::searched("uct".to_owned(), vec![tried("a", 30), tried("b", 10)]);
    /// assert_eq!((values.measure, values.moves[0].value), (Measure::Visits, 0.75));
    /// ```
    pub fn searched(by: String, mut moves: Vec<ValuedMove>) -> MoveValues {
        let visits = |valued: &ValuedMove| valued.searched.map_or(0, |searched| searched.visits);
        let total: u64 = moves.iter().map(visits).sum();
        let measure = match total {
            0 => Measure::Score,
            _ => Measure::Visits,
        };
        moves.retain_mut(|valued| {
            let value = match measure {
                Measure::Visits => Some(visits(valued) as f64 / total as f64),
                _ => valued.searched.and_then(|searched| searched.value),
            };
            valued.value = value.unwrap_or_default();
            value.is_some()
        });
        MoveValues { by, measure, moves }
    }

    /// The best move of each kind, the best kind first; none if the moves have no kinds.
    pub fn best_by_kind(&self) -> Vec<&ValuedMove> {
        let mut best: Vec<&ValuedMove> = Vec::new();
        for valued in self.moves.iter().filter(|valued| valued.kind.is_some()) {
            if best.iter().all(|known| known.kind != valued.kind) {
                best.push(valued);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_counts_for_cells_and_kinds() {
        let valued = |text: &str, cells: &[usize], kind: &str, value| ValuedMove {
            kind: Some(kind.to_owned()),
            value,
            ..ValuedMove::new(text, cells.to_vec())
        };
        let moves = vec![
            valued("a", &[0, 1], "long", 0.3),
            valued("b", &[1], "short", 0.5),
            valued("c", &[1, 2], "long", 0.7),
            valued("d", &[0], "short", 0.5),
        ];
        let values = MoveValues::new("test".to_owned(), Measure::Score, moves);
        let order: String = values.moves.iter().map(|m| m.text.as_str()).collect();
        assert_eq!(order, "cbda");
        assert_eq!(
            values.best_by_cell(4),
            [Some(0.5), Some(0.7), Some(0.7), None]
        );
        let kinds: Vec<&str> = values
            .best_by_kind()
            .iter()
            .map(|m| m.text.as_str())
            .collect();
        assert_eq!(kinds, ["c", "b"]);
    }
}
