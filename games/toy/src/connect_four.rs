//! Connect four: four in a row on an upright board of seven columns and six rows.
//!
//! **Rules.** The players take turns to drop a disc into a column that is not full; it falls to
//! the lowest free cell. Whoever first has four discs in a row, horizontally, vertically or
//! diagonally, wins; a full board without such a row is a draw. With best play the first player
//! wins by starting in the middle (Allen, 1988; Allis, 1988).
//!
//! **Notation.** A move is the number of its column, `1` to `7` from the left. The first player's
//! discs are drawn `X`, the second's `O`:
//!
//! ```text
//! 6 . . . . . . .
//! 5 . . . . . . .
//! 4 . . . . . . .
//! 3 . . . . . . .
//! 2 . . . O . . .
//! 1 . . . X . . .
//!   1 2 3 4 5 6 7
//! ```
//!
//! **The board in bits.** Cell (column, row) is bit `7 * column + row`. The seventh bit of every
//! column stays empty, so that no row of four wraps round from one column into the next, and
//! adding the lowest bit of a column to the set of taken cells carries to its lowest free one.
//! The side to move changes with every disc, so a position holds the discs of the side to move
//! and the set of all discs, and a move flips the former by one exclusive or.
//!
//! ```
//! use yomi_core::{Deterministic, Game, Notation, Outcome, Player};
//! use yomi_toy::ConnectFour;
//!
//! let mut state = ConnectFour.initial();
//! for text in ["4", "4", "3", "3", "2", "2", "1"] {
//!     let column = ConnectFour.parse_action(&state, text).unwrap();
//!     ConnectFour.apply(&mut state, column);
//! }
//! assert_eq!(ConnectFour.outcome(&state), Some(Outcome::Win(Player::First)));
//! ```

mod measures;
mod walk;
mod windows;

pub use walk::ConnectFourWalk;
pub use windows::{CentrePrior, WindowEvaluator};

use crate::hash::mix;
use yomi_core::interactive::{Sketch, board_sketch, free_cell};
use yomi_core::pictured::Grid;
use yomi_core::{
    Deterministic, Discrete, Game, Indexed, Interactive, Keyed, Notation, NotationError, Outcome,
    Pictured, Player, Rng, Symmetric, game::parse_listed,
};

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;
/// Bits per column: one more than there are rows.
const STRIDE: u8 = ROWS + 1;
const ALL_COLUMNS: u8 = (1 << COLUMNS) - 1;

/// The rules of connect four. There is nothing to set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConnectFour;

/// A column, the move of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// The column with this number, 0 at the left and 6 at the right; `None` beyond.
    pub fn new(number: u8) -> Option<Column> {
        (number < COLUMNS).then_some(Column(number))
    }

    /// The number of the column, 0 at the left.
    #[inline]
    pub fn number(self) -> u8 {
        self.0
    }
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Discs of the side to move.
    own: u64,
    /// All discs.
    taken: u64,
    /// One bit per column that is not full.
    open: u8,
    mover: Player,
    status: Status,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Going,
    Won(Player),
    Drawn,
}

/// How many columns are open, and which: row `open` holds the number of set bits and then their
/// places. Turns "the k-th open column" into one load.
static OPEN_COLUMNS: [[u8; 8]; 128] = {
    let mut table = [[0; 8]; 128];
    let mut open = 0;
    while open < 128 {
        let mut column = 0;
        while column < COLUMNS {
            if open >> column & 1 == 1 {
                table[open][0] += 1;
                table[open][table[open][0] as usize] = column;
            }
            column += 1;
        }
        open += 1;
    }
    table
};

/// The cell that a disc in a column falls to.
#[inline]
fn cell(taken: u64, column: Column) -> u64 {
    let shift = STRIDE * column.0;
    taken.wrapping_add(1 << shift) & (0b111_1111 << shift)
}

/// Whether a set of discs holds four in a row.
#[inline]
fn has_four(discs: u64) -> bool {
    // Steps to the neighbour above, to the lower right, right and upper right.
    let in_direction = |step: u8| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step))
    };
    in_direction(1) | in_direction(STRIDE - 1) | in_direction(STRIDE) | in_direction(STRIDE + 1)
        != 0
}

impl Board {
    /// The discs of the first and of the second player.
    #[inline]
    fn discs(&self) -> [u64; 2] {
        match self.mover {
            Player::First => [self.own, self.own ^ self.taken],
            Player::Second => [self.own ^ self.taken, self.own],
        }
    }
}

impl Game for ConnectFour {
    type State = Board;
    type Action = Column;

    fn initial(&self) -> Board {
        Board {
            own: 0,
            taken: 0,
            open: ALL_COLUMNS,
            mover: Player::First,
            status: Status::Going,
        }
    }

    #[inline]
    fn to_move(&self, board: &Board) -> Player {
        board.mover
    }

    #[inline]
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        match board.status {
            Status::Going => None,
            Status::Won(player) => Some(Outcome::Win(player)),
            Status::Drawn => Some(Outcome::Draw),
        }
    }

    #[inline]
    fn step(&self, board: &mut Board, column: Column, _: &mut Rng) {
        self.apply(board, column);
    }
}

impl Deterministic for ConnectFour {
    #[inline]
    fn apply(&self, board: &mut Board, column: Column) {
        debug_assert!(
            board.open >> column.0 & 1 == 1,
            "column {} is full",
            column.0 + 1
        );
        let disc = cell(board.taken, column);
        let discs = board.own | disc;
        board.own ^= board.taken;
        board.taken |= disc;
        // The column's top cell, if that is what was filled, becomes its bit among the columns.
        let filled = (disc >> (STRIDE * column.0 + ROWS - 1)) as u8 & 1;
        board.open &= !(filled << column.0);
        if has_four(discs) {
            board.status = Status::Won(board.mover);
        } else if board.open == 0 {
            board.status = Status::Drawn;
        }
        board.mover = board.mover.other();
    }
}

impl Discrete for ConnectFour {
    #[inline]
    fn actions(&self, board: &Board, columns: &mut Vec<Column>) {
        let row = &OPEN_COLUMNS[usize::from(board.open & ALL_COLUMNS)];
        columns.clear();
        columns.extend(row[1..=usize::from(row[0] & 7)].iter().map(|&c| Column(c)));
    }

    #[inline]
    fn random_action(&self, board: &Board, _: &mut Vec<Column>, rng: &mut Rng) -> Column {
        // While no column is full the draw need not wait for the table, nor the table for the
        // last move: processors run ahead through this branch. Both ways give the same column.
        if board.open == ALL_COLUMNS {
            return Column(rng.below(u32::from(COLUMNS)) as u8);
        }
        let row = &OPEN_COLUMNS[usize::from(board.open & ALL_COLUMNS)];
        // The `& 7` never changes anything; it spares the bounds check.
        Column(row[(1 + rng.below(u32::from(row[0])) as usize) & 7])
    }
}

impl Keyed for ConnectFour {
    /// Within a column, `own + taken` counts upwards through all colourings of one height before
    /// it reaches the next height, so the sum identifies the position; the mixing loses nothing.
    /// Keys of different positions never coincide.
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        mix(board.own + board.taken)
    }
}

impl Indexed for ConnectFour {
    fn index_count(&self) -> usize {
        usize::from(COLUMNS)
    }

    #[inline]
    fn index(&self, column: Column) -> usize {
        usize::from(column.0)
    }
}

impl Symmetric for ConnectFour {
    /// The identity, and left and right swapped.
    fn symmetry_count(&self) -> usize {
        2
    }

    fn transform_state(&self, board: &Board, symmetry: usize) -> Board {
        if symmetry == 0 {
            return *board;
        }
        let mirror = |cells: u64| {
            (0..COLUMNS).fold(0, |mirrored, column| {
                mirrored | (cells >> (STRIDE * column) & 0b111_1111) << (STRIDE * (6 - column))
            })
        };
        Board {
            own: mirror(board.own),
            taken: mirror(board.taken),
            open: board.open.reverse_bits() >> 1,
            ..*board
        }
    }

    fn transform_action(&self, column: Column, symmetry: usize) -> Column {
        if symmetry == 0 {
            column
        } else {
            Column(COLUMNS - 1 - column.0)
        }
    }
}

impl Pictured for ConnectFour {
    fn grid(&self) -> Grid {
        Grid::new((1..=COLUMNS).map(|column| column.to_string()), ROWS.into())
    }

    fn owner(&self, board: &Board, cell: usize) -> Option<Player> {
        let (row, column) = (cell / usize::from(COLUMNS), cell % usize::from(COLUMNS));
        let bit = 1u64 << (usize::from(STRIDE) * column + usize::from(ROWS) - 1 - row);
        let discs = board.discs();
        let mut players = Player::BOTH.into_iter();
        players.find(|player| discs[player.index()] & bit != 0)
    }

    /// Where the disc comes to lie.
    fn cells(&self, board: &Board, column: Column) -> Vec<usize> {
        let bit = cell(board.taken, column).trailing_zeros() as usize;
        let height = bit % usize::from(STRIDE);
        let row = usize::from(ROWS) - 1 - height;
        vec![row * usize::from(COLUMNS) + usize::from(column.0)]
    }
}

impl Notation for ConnectFour {
    fn move_format(&self) -> String {
        "a column that is not full, 1 to 7".to_owned()
    }

    fn format_action(&self, _: &Board, column: Column) -> String {
        (column.0 + 1).to_string()
    }

    fn parse_action(&self, board: &Board, text: &str) -> Result<Column, NotationError> {
        parse_listed(self, board, text)
    }

    fn render(&self, board: &Board) -> String {
        self.sketch(std::slice::from_ref(board), None).to_string()
    }
}

impl Interactive for ConnectFour {
    fn sides(&self) -> [&'static str; 2] {
        ["X", "O"]
    }

    fn sketch(&self, boards: &[Board], last: Option<Column>) -> Sketch {
        board_sketch(self, boards, last, free_cell)
    }
}
