//! A static evaluation learned from records: a small network of two views, kept up to date move by
//! move.
//!
//! Each player's [view] of the board switches rows of weights on ([`rows`]): pieces on their
//! squares, in hand, at their distances from the viewer's king, and what attacks what. With `x_i(v)`
//! 1 for the rows that view `v` switches on and 0 for all others,
//!
//! ```text
//! t_k(v) = b_k + sum_i w_ik x_i(v)                  the hidden units' sums, 32 for each view
//! h_k(v) = min(max(t_k(v), 0), 1)
//! y      = c + sum_k u_k h_k(mover) + sum_k u'_k h_k(other)
//! score  = 600 y centipawns for the side to move
//! ```
//!
//! and the expected score is `1 / (1 + exp(-y))`. That is the efficiently updatable network of Nasu
//! (2018) in its smallest form: a move changes two to four pieces, so the sums of both views follow
//! it by adding and subtracting about ten rows; only a king's move asks for all rows of its owner's
//! view. Everything is in whole numbers, so sums that followed a game move by move equal those made
//! at its end.
//!
//! What attacks what ([`threats`]) cannot follow a move that cheaply, since a move may open and
//! close lines anywhere: those rows are looked up anew whenever a position is scored.
//!
//! Limits: left and right are told apart by the viewer's king; while it stands on the middle file,
//! mirror images may have slightly different scores.

pub mod rows;
pub mod threats;
pub mod view;

use crate::weights_file::{self, WeightsError};
use crate::{Board, Kind, Undo};
use arrayvec::ArrayVec;
use rows::{ROWS, held, placed};
use std::sync::{Arc, OnceLock};
use threats::Threats;
use view::View;
use yomi_core::Player;
use yomi_core::checksum::fnv1a;

/// Hidden units of each view.
pub const UNITS: usize = 32;
/// The fixed-point representation of 1 in the sums of the hidden units.
pub const SUM_SCALE: i16 = 512;
/// The fixed-point representation of 1 in the weights of the output.
pub const OUTPUT_SCALE: i16 = 512;
/// Centipawns of one unit of the output.
const CENTIPAWNS: i32 = 600;
/// No score is larger: room is left for proven wins.
const LARGEST_SCORE: i32 = 20_000;

/// The sums of the hidden units, or a row of weights.
pub type Row = [i16; UNITS];

const COUNT: usize = (ROWS + 1 + 2) * UNITS + 1;

/// The number of a row of zeros, after all others.
const NO_ROW: u16 = ROWS as u16;

/// A static evaluation.
///
/// ```
/// use yomi_shogi::{Board, evaluation::Evaluation};
/// let evaluation = Evaluation::shipped();
/// let mut board = Board::start();
/// let mut sums = evaluation.fresh(&board);
/// let undo = board.make("7g7f".parse().unwrap());
/// evaluation.update(&mut sums, &board, &undo);
/// assert_eq!(sums, evaluation.fresh(&board));
/// assert!(evaluation.score(&sums, &board).abs() < 300);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// All rows, and then one of zeros.
    rows: Vec<Row>,
    bias: Row,
    /// For the sums of the side to move, then for those of the other.
    output: [Row; 2],
    /// The bonus for the side to move (tempo).
    tempo: i16,
}

/// What the evaluation keeps up to date during a game: the sums of each player's view. Small
/// enough that a search keeps a copy per ply instead of taking changes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accumulator {
    sums: [Row; 2],
}

/// Sums that many rows are added to: first their numbers are gathered, then the rows are added four
/// at a time, which keeps the processor's vectors busy.
struct Sums<'a> {
    rows: &'a [Row],
    sums: Row,
    on: ArrayVec<u16, 64>,
}

impl<'a> Sums<'a> {
    #[inline]
    fn new(evaluation: &'a Evaluation, sums: &Row) -> Sums<'a> {
        Sums {
            rows: &evaluation.rows,
            sums: *sums,
            on: ArrayVec::new(),
        }
    }

    #[inline]
    fn add(&mut self, row: usize) {
        if self.on.is_full() {
            self.sums = with_rows(self.sums, self.rows, &self.on);
            self.on.clear();
        }
        self.on.push(row as u16);
    }

    #[inline]
    fn finish(mut self) -> Row {
        while self.on.len() % 4 != 0 {
            self.on.push(NO_ROW);
        }
        with_rows(self.sums, self.rows, &self.on)
    }
}

/// The sums with all these rows added; their number is a multiple of four. Sums that are a copy of
/// their own cannot overlap with rows, so nothing hinders the compiler.
fn with_rows(mut sums: Row, rows: &[Row], on: &[u16]) -> Row {
    let (fours, _) = on.as_chunks::<4>();
    for four in fours {
        let [a, b, c, d] = four.map(|row| &rows[row as usize]);
        for (k, sum) in sums.iter_mut().enumerate() {
            let first = a[k].wrapping_add(b[k]);
            let second = c[k].wrapping_add(d[k]);
            *sum = sum.wrapping_add(first.wrapping_add(second));
        }
    }
    sums
}

#[inline]
fn add(sums: &mut Row, row: &Row) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*weight);
    }
}

#[inline]
fn subtract(sums: &mut Row, row: &Row) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_sub(*weight);
    }
}

impl Evaluation {
    /// The evaluation that ships.
    pub fn shipped() -> Arc<Evaluation> {
        static SHIPPED: OnceLock<Arc<Evaluation>> = OnceLock::new();
        let shipped = SHIPPED.get_or_init(|| {
            let bytes = include_bytes!("../../../../weights/shogi/evaluation.bin");
            Arc::new(Evaluation::read(bytes).expect("what ships can be read"))
        });
        Arc::clone(shipped)
    }

    /// An evaluation of these weights, rounded to whole numbers: `rows` has [`ROWS`] times
    /// [`UNITS`] of them, row by row, `output` those for the side to move and then those for the
    /// other. What does not fit is cut off.
    pub fn rounded(rows: &[f32], bias: &[f32], output: &[f32], tempo: f32) -> Evaluation {
        let round = |weight: f32, scale: i16| weights_file::round(weight * f32::from(scale));
        let row = |weights: &[f32], scale: i16| {
            let mut row = [0; UNITS];
            for (rounded, &weight) in row.iter_mut().zip(weights) {
                *rounded = round(weight, scale);
            }
            row
        };
        let mut rounded: Vec<Row> = rows
            .chunks(UNITS)
            .map(|weights| row(weights, SUM_SCALE))
            .collect();
        rounded.resize(ROWS, [0; UNITS]);
        rounded.push([0; UNITS]);
        let (mover, other) = output.split_at(UNITS.min(output.len()));
        Evaluation {
            rows: rounded,
            bias: row(bias, SUM_SCALE),
            output: [row(mover, OUTPUT_SCALE), row(other, OUTPUT_SCALE)],
            tempo: round(tempo, OUTPUT_SCALE),
        }
    }

    /// Reads a file of weights.
    pub fn read(bytes: &[u8]) -> Result<Evaluation, WeightsError> {
        let weights = weights_file::read("evaluation", COUNT, bytes)?;
        let (all, rest) = weights.as_chunks::<UNITS>();
        let mut rows = all[..ROWS].to_vec();
        rows.push([0; UNITS]);
        Ok(Evaluation {
            rows,
            bias: all[ROWS],
            output: [all[ROWS + 1], all[ROWS + 2]],
            tempo: rest[0],
        })
    }

    /// The bytes of a file of these weights, made by this command.
    pub fn write(&self, made_by: &str) -> Vec<u8> {
        let rows = self.rows[..ROWS].iter();
        let rows = rows.chain([&self.bias]).chain(&self.output);
        let mut weights: Vec<i16> = rows.flatten().copied().collect();
        weights.push(self.tempo);
        weights_file::write("evaluation", made_by, &weights)
    }

    /// A fingerprint of the evaluation.
    pub fn fingerprint(&self) -> u64 {
        fnv1a(&self.write(""))
    }

    /// The sums of a position, from nothing.
    pub fn fresh(&self, board: &Board) -> Accumulator {
        let sums = Player::BOTH.map(|viewer| self.fresh_view(board, viewer));
        Accumulator { sums }
    }

    fn fresh_view(&self, board: &Board, viewer: Player) -> Row {
        let mut sums = Sums::new(self, &self.bias);
        let view = View::new(board, viewer);
        rows::for_each_followed(board, &view, |row| sums.add(row));
        sums.finish()
    }

    /// Follows a move. `board` is the position after it; a passed turn changes nothing.
    #[inline]
    pub fn update(&self, accumulator: &mut Accumulator, board: &Board, undo: &Undo) {
        let (Some(action), Some(moved)) = (undo.action(), undo.moved()) else {
            return;
        };
        let mover = moved.owner;
        let to = action.to();
        let mut arrived = moved;
        if action.promotes() {
            arrived.kind = moved.kind.promoted().unwrap_or(moved.kind);
        }
        for viewer in Player::BOTH {
            if moved.kind == Kind::King && mover == viewer {
                // Every piece is at another distance, and perhaps on the other wing.
                accumulator.sums[viewer as usize] = self.fresh_view(board, viewer);
                continue;
            }
            let view = View::new(board, viewer);
            let mut sums = accumulator.sums[viewer as usize];
            for row in placed(&view, arrived, to) {
                add(&mut sums, &self.rows[row]);
            }
            if let Some(from) = action.from() {
                for row in placed(&view, moved, from) {
                    subtract(&mut sums, &self.rows[row]);
                }
                if let Some(captured) = undo.captured() {
                    for row in placed(&view, captured, to) {
                        subtract(&mut sums, &self.rows[row]);
                    }
                    let kind = captured.kind.raw();
                    let before = board.hand(mover).count(kind) - 1;
                    add(&mut sums, &self.rows[held(&view, mover, kind, before)]);
                }
            } else {
                let left = board.hand(mover).count(moved.kind);
                subtract(&mut sums, &self.rows[held(&view, mover, moved.kind, left)]);
            }
            accumulator.sums[viewer as usize] = sums;
        }
    }

    /// The score of a position in centipawns for the side to move.
    pub fn score(&self, accumulator: &Accumulator, board: &Board) -> i32 {
        let mut views =
            Player::BOTH.map(|player| Sums::new(self, &accumulator.sums[player as usize]));
        rows::for_each_threat(&Threats::new(board), |rows| {
            views[0].add(rows[0]);
            views[1].add(rows[1]);
        });
        let views = views.map(Sums::finish);
        let mover = board.side();
        let mut total = i32::from(self.tempo) * i32::from(SUM_SCALE);
        for (player, output) in [mover, mover.other()].into_iter().zip(&self.output) {
            let said = views[player as usize]
                .iter()
                .zip(output)
                .map(|(&sum, &weight)| i32::from(sum.clamp(0, SUM_SCALE)) * i32::from(weight));
            total += said.sum::<i32>();
        }
        let scale = i64::from(SUM_SCALE) * i64::from(OUTPUT_SCALE);
        let score = i64::from(total) * i64::from(CENTIPAWNS) / scale;
        (score as i32).clamp(-LARGEST_SCORE, LARGEST_SCORE)
    }

    /// [`Evaluation::score`] of a position by itself.
    pub fn of(&self, board: &Board) -> i32 {
        self.score(&self.fresh(board), board)
    }
}
