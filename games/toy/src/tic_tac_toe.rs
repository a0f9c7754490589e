//! Tic-tac-toe: three in a row on a board of three by three.
//!
//! **Rules.** The players take turns to mark an empty cell, the first with `X`, the second with
//! `O`. Whoever first has three marks in a row, column or diagonal wins; a full board without
//! such a row is a draw. With best play it is a draw.
//!
//! **Notation.** A cell is its column letter and its row number, `a1` at the lower left and `c3`
//! at the upper right:
//!
//! ```text
//! 3 . . O
//! 2 . X .
//! 1 . . .
//!   a b c
//! ```
//!
//! ```
//! use yomi_core::{Deterministic, Game, Notation, Outcome, Player};
//! use yomi_toy::TicTacToe;
//!
//! let mut state = TicTacToe.initial();
//! for text in ["b2", "a1", "b1", "a2", "b3"] {
//!     let cell = TicTacToe.parse_action(&state, text).unwrap();
//!     TicTacToe.apply(&mut state, cell);
//! }
//! assert_eq!(TicTacToe.outcome(&state), Some(Outcome::Win(Player::First)));
//! ```

use crate::hash::mix;
use yomi_core::interactive::{Sketch, board_sketch, free_cell};
use yomi_core::pictured::Grid;
use yomi_core::{
    Deterministic, Discrete, Encode, Game, Indexed, Interactive, Keyed, Notation, NotationError,
    Outcome, Pictured, Player, Rng, Symmetric, game::parse_listed,
};

/// The rules of tic-tac-toe. There is nothing to set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TicTacToe;

/// A position: one bit per cell and player. Bit `3 * row + column` is the cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Board {
    marks: [u16; 2],
}

/// One of the nine cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell of this column and row, both in `0..3`; `None` off the board.
    pub fn new(column: u8, row: u8) -> Option<Cell> {
        (column < 3 && row < 3).then_some(Cell(3 * row + column))
    }

    fn bit(self) -> u16 {
        1 << self.0
    }
}

const FULL: u16 = 0b111_111_111;

/// The eight rows of three.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

impl Board {
    fn taken(&self) -> u16 {
        self.marks[0] | self.marks[1]
    }

    fn mover(&self) -> Player {
        if self.taken().count_ones().is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }
}

impl Game for TicTacToe {
    type State = Board;
    type Action = Cell;

    fn initial(&self) -> Board {
        Board::default()
    }

    #[inline]
    fn to_move(&self, board: &Board) -> Player {
        board.mover()
    }

    #[inline]
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        for player in Player::BOTH {
            let own = board.marks[player.index()];
            if LINES.iter().any(|&line| line & !own == 0) {
                return Some(Outcome::Win(player));
            }
        }
        (board.taken() == FULL).then_some(Outcome::Draw)
    }

    #[inline]
    fn step(&self, board: &mut Board, cell: Cell, _: &mut Rng) {
        self.apply(board, cell);
    }
}

impl Deterministic for TicTacToe {
    #[inline]
    fn apply(&self, board: &mut Board, cell: Cell) {
        board.marks[board.mover().index()] |= cell.bit();
    }
}

impl Discrete for TicTacToe {
    fn actions(&self, board: &Board, cells: &mut Vec<Cell>) {
        let taken = board.taken();
        cells.clear();
        cells.extend((0..9).map(Cell).filter(|cell| taken & cell.bit() == 0));
    }
}

impl Keyed for TicTacToe {
    /// The two sets of marks say everything, whose move it is included.
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        mix(u64::from(board.marks[0]) << 16 | u64::from(board.marks[1]))
    }
}

impl Indexed for TicTacToe {
    fn index_count(&self) -> usize {
        9
    }

    #[inline]
    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.0)
    }
}

impl Symmetric for TicTacToe {
    fn symmetry_count(&self) -> usize {
        8
    }

    fn transform_state(&self, board: &Board, symmetry: usize) -> Board {
        let turn = |marks: u16| {
            (0..9)
                .map(Cell)
                .filter(|cell| marks & cell.bit() != 0)
                .fold(0, |turned, cell| {
                    turned | self.transform_action(cell, symmetry).bit()
                })
        };
        Board {
            marks: board.marks.map(turn),
        }
    }

    /// Bit 0 of the number mirrors left and right, bit 1 up and down, bit 2 swaps the two axes:
    /// together these make all eight symmetries of the square.
    fn transform_action(&self, cell: Cell, symmetry: usize) -> Cell {
        let (mut column, mut row) = (cell.0 % 3, cell.0 / 3);
        if symmetry & 1 != 0 {
            column = 2 - column;
        }
        if symmetry & 2 != 0 {
            row = 2 - row;
        }
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        Cell(3 * row + column)
    }
}

impl Encode for TicTacToe {
    /// Every row of three has four features: one or two marks of the viewer alone in it, one or
    /// two of the opponent alone. The last feature tells that the viewer has the move.
    fn feature_count(&self) -> usize {
        4 * LINES.len() + 1
    }

    fn encode(&self, board: &Board, viewer: Player, features: &mut Vec<(u32, f32)>) {
        features.clear();
        let own = board.marks[viewer.index()];
        let others = board.marks[viewer.other().index()];
        for (number, &line) in (0u32..).zip(&LINES) {
            let counts = [own & line, others & line].map(u16::count_ones);
            match counts {
                [mine @ 1..=2, 0] => features.push((4 * number + mine - 1, 1.0)),
                [0, theirs @ 1..=2] => features.push((4 * number + 1 + theirs, 1.0)),
                _ => {}
            }
        }
        if board.mover() == viewer {
            features.push((4 * LINES.len() as u32, 1.0));
        }
    }
}

impl Notation for TicTacToe {
    fn move_format(&self) -> String {
        "an empty cell, a1 to c3".to_owned()
    }

    fn format_action(&self, _: &Board, cell: Cell) -> String {
        format!("{}{}", char::from(b'a' + cell.0 % 3), cell.0 / 3 + 1)
    }

    fn parse_action(&self, board: &Board, text: &str) -> Result<Cell, NotationError> {
        parse_listed(self, board, text)
    }

    fn render(&self, board: &Board) -> String {
        self.sketch(std::slice::from_ref(board), None).to_string()
    }
}

impl Pictured for TicTacToe {
    fn grid(&self) -> Grid {
        Grid::new(["a", "b", "c"], 3)
    }

    fn owner(&self, board: &Board, cell: usize) -> Option<Player> {
        let bit = pictured_cell(cell).bit();
        let mut players = Player::BOTH.into_iter();
        players.find(|player| board.marks[player.index()] & bit != 0)
    }

    fn cells(&self, _: &Board, cell: Cell) -> Vec<usize> {
        (0..9)
            .filter(|&shown| pictured_cell(shown) == cell)
            .collect()
    }
}

/// Pictures count cells from the upper row.
fn pictured_cell(cell: usize) -> Cell {
    let (column, row) = (cell % 3, 2 - cell / 3);
    Cell((3 * row + column) as u8)
}

impl Interactive for TicTacToe {
    fn sides(&self) -> [&'static str; 2] {
        ["X", "O"]
    }

    fn sketch(&self, boards: &[Board], last: Option<Cell>) -> Sketch {
        board_sketch(self, boards, last, free_cell)
    }
}
