//! Boards, for pictures: positions, the values of moves and the weights of cells.
//!
//! A game on a board of cells implements [`Pictured`]; what is to be seen is plain data without the
//! game's type: a [`BoardPosition`], the [`MoveValues`] of its legal moves with [`Explanation`]s, the
//! [`WeightMap`]s of a linear evaluation. `yomi-draw` turns these into pictures.

mod explanation;
mod values;

pub use explanation::{Explanation, Factor, MatchedPattern};
pub use values::{Measure, MoveValues, Searched, ValuedMove};

use crate::{Deterministic, Discrete, Player};

/// Where the lines of a board run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Lines {
    /// Between the cells, which are squares.
    #[default]
    Between,
    /// Through the cells, which are the points where lines cross.
    Through {
        /// The cells marked by a dot.
        dots: Vec<usize>,
    },
}

/// The cells of a board, numbered row by row from the upper left one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The names of the columns from left to right.
    pub columns: Vec<String>,
    /// The names of the rows from top to bottom.
    pub rows: Vec<String>,
    /// Where its lines run.
    pub lines: Lines,
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
            lines: Lines::Between,
        }
    }

    /// The same board with lines through its cells and these dots.
    ///
    /// ```
    /// use yomi_core::pictured::{Grid, Lines};
    ///
    /// let grid = Grid::new(["A", "B", "C"], 3).with_points(vec![4]);
    /// assert_eq!(grid.lines, Lines::Through { dots: vec![4] });
    /// ```
    #[must_use]
    pub fn with_points(self, dots: Vec<usize>) -> Grid {
        let lines = Lines::Through { dots };
        Grid { lines, ..self }
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

    /// The cells that the last action took, in games whose states know it.
    fn last(&self, _state: &Self::State) -> Vec<usize> {
        Vec::new()
    }

    /// The position as its board shows it.
    fn board(&self, state: &Self::State) -> BoardPosition {
        let grid = self.grid();
        let over = self.outcome(state).is_some();
        BoardPosition {
            owners: (0..grid.cells())
                .map(|cell| self.owner(state, cell))
                .collect(),
            last: self.last(state),
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
    /// The cells that the last move took; none where that is not known.
    pub last: Vec<usize>,
    /// The side to move; nobody once the game is over.
    pub to_move: Option<Player>,
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
