//! Boards, for pictures: positions, the values of moves and the weights of cells.
//!
//! A game on a board of cells implements [`Pictured`]; what is to be seen is plain data without the
//! game's type: a [`BoardPosition`], the [`MoveValues`] of its legal moves, the [`WeightMap`]s of a
//! linear evaluation. `yomi-draw` turns these into pictures.

use crate::{Deterministic, Discrete, Player};

/// The cells of a board, numbered row by row from the upper left one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The names of the columns from left to right.
    pub columns: Vec<String>,
    /// The names of the rows from top to bottom.
    pub rows: Vec<String>,
}

impl Grid {
    /// A board whose rows are numbered from the bottom and whose columns have these names.
    ///
    /// ```
    /// let grid = yomi_core::pictured::Grid::new(["a", "b", "c"], 2);
    /// assert_eq!((grid.cells(), grid.rows), (6, vec!["2".to_owned(), "1".to_owned()]));
    /// ```
    pub fn new(columns: impl IntoIterator<Item = impl Into<String>>, rows: usize) -> Grid {
        Grid {
            columns: columns.into_iter().map(Into::into).collect(),
            rows: (1..=rows).rev().map(|row| row.to_string()).collect(),
        }
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.columns.len() * self.rows.len()
    }
}

/// Games on a board of cells, each free or taken by a player, on which a move takes cells.
pub trait Pictured: Discrete + Deterministic {
    /// The board.
    fn grid(&self) -> Grid;

    /// The player who has taken a cell.
    fn owner(&self, state: &Self::State, cell: usize) -> Option<Player>;

    /// The cells that a legal action takes; none if it is a pass.
    fn cells(&self, state: &Self::State, action: Self::Action) -> Vec<usize>;

    /// What kind of action it is, such as the name of the piece, in games whose actions differ by
    /// more than their cells.
    fn kind(&self, _action: Self::Action) -> Option<String> {
        None
    }

    /// The position as its board shows it.
    fn board(&self, state: &Self::State) -> BoardPosition {
        let grid = self.grid();
        let over = self.outcome(state).is_some();
        BoardPosition {
            owners: (0..grid.cells())
                .map(|cell| self.owner(state, cell))
                .collect(),
            grid,
            to_move: (!over).then(|| self.to_move(state)),
        }
    }
}

/// A position as its board shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardPosition {
    /// The board.
    pub grid: Grid,
    /// Who has taken each cell.
    pub owners: Vec<Option<Player>>,
    /// The side to move; nobody once the game is over.
    pub to_move: Option<Player>,
}

/// The meaning of the values of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The expected score of the player who moves.
    Score,
    /// The probability of a prior.
    Probability,
}

impl Measure {
    /// In words, for captions.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Score => "expected score of the side to move",
            Measure::Probability => "probability of the move",
        }
    }

    /// A value in this measure.
    pub fn tell(self, value: f64) -> String {
        match self {
            Measure::Score => format!("{value:.3}"),
            Measure::Probability => format!("{:.2}%", 100.0 * value),
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
    /// See [`Pictured::kind`].
    pub kind: Option<String>,
    /// What it is worth.
    pub value: f64,
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

/// The weights of a linear evaluation for one kind of feature of the cells of a board, as the first
/// player sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct WeightMap {
    /// The kind of feature.
    pub name: String,
    /// The weight bound to each cell.
    pub cells: Vec<f64>,
    /// The weight that all cells share; it is not part of those of the cells.
    pub shared: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_counts_for_cells_and_kinds() {
        let valued = |text: &str, cells: &[usize], kind: &str, value| ValuedMove {
            text: text.to_owned(),
            cells: cells.to_vec(),
            kind: Some(kind.to_owned()),
            value,
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
