//! The numbers by which experiments tell positions of connect four and moves apart.

use super::{Board, COLUMNS, Column, ConnectFour, Status};
use yomi_core::{Deterministic as _, Discrete as _, Measured, MoveNumber, PositionNumber};

impl Measured for ConnectFour {
    const POSITION_NUMBERS: &'static [PositionNumber<ConnectFour>] = &[
        PositionNumber {
            name: "discs",
            doc: "discs on the board",
            of: |_, board| Some(board.taken.count_ones().into()),
        },
        PositionNumber {
            name: "win",
            doc: "1 if the side to move can win at once; otherwise none",
            of: |_, board| wins(board).then_some(1.0),
        },
    ];

    const MOVE_NUMBERS: &'static [MoveNumber<ConnectFour>] = &[
        MoveNumber {
            name: "trap",
            doc: "1 if the opponent can win at once after the move; otherwise none",
            of: |_, board| {
                let mut columns = open(board);
                columns.retain(|&column| wins(&after(board, column)));
                columns.into_iter().map(|column| (column, 1.0)).collect()
            },
        },
        MoveNumber {
            name: "distance",
            doc: "columns between the column and the middle one",
            of: |_, board| {
                let distance = |column: Column| f64::from(column.0.abs_diff(COLUMNS / 2));
                let columns = open(board).into_iter();
                columns.map(|column| (column, distance(column))).collect()
            },
        },
    ];
}

fn open(board: &Board) -> Vec<Column> {
    let mut columns = Vec::new();
    ConnectFour.actions(board, &mut columns);
    columns
}

fn after(board: &Board, column: Column) -> Board {
    let mut next = *board;
    ConnectFour.apply(&mut next, column);
    next
}

/// Whether the side to move can win at once, if the game is not over.
fn wins(board: &Board) -> bool {
    let won = |column| matches!(after(board, column).status, Status::Won(_));
    board.status == Status::Going && open(board).into_iter().any(won)
}
