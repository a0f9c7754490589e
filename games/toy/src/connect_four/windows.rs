//! Static knowledge of connect four: windows of four cells.
//!
//! A window is a set of four cells in a row; there are 69. A window in which both sides have
//! discs is dead, any other still promises its holder a win. The features, the evaluation and the
//! prior of the game are all counts of windows.

use super::{Board, COLUMNS, Column, ConnectFour, ROWS, STRIDE};
use yomi_core::{Encode, Evaluator, FirstValue, Player, Prior, Rng, Scratch, logistic};

/// A set of four cells in a row, and the class it shares its features with.
#[derive(Clone, Copy)]
struct Window {
    cells: u64,
    class: u32,
}

const WINDOW_COUNT: usize = 69;
const CLASS_COUNT: u32 = 36;

/// All windows, those of one class side by side.
///
/// Windows are of one class if they are the same or mirror images of one another: 12 classes of
/// horizontal windows (6 rows, outer and inner), 12 of vertical (3 heights, 4 distances from the
/// edge), 12 of diagonal ones (3 heights, 4 places).
static WINDOWS: [Window; WINDOW_COUNT] = {
    let mut windows = [Window { cells: 0, class: 0 }; WINDOW_COUNT];
    let (mut count, mut class) = (0, 0);
    // Steps along the columns and along the rows.
    let directions: [(u8, u8); 3] = [(1, 0), (0, 1), (1, 1)];
    let mut d = 0;
    while d < directions.len() {
        let (across, up) = directions[d];
        let mut row = 0;
        while row + 3 * up < ROWS {
            let mut column = 0;
            while column + 3 * across < COLUMNS {
                let mirrored = COLUMNS - 1 - column;
                let mut cells = 0;
                let mut mirror = 0;
                let mut i = 0;
                while i < 4 {
                    cells |= 1 << (STRIDE * (column + i * across) + row + i * up);
                    mirror |= 1 << (STRIDE * (mirrored - i * across) + row + i * up);
                    i += 1;
                }
                // Horizontal and vertical windows meet their mirror images again further on, on
                // the right half of the board; rising diagonals never do.
                if d == 2 || column + 3 * across <= mirrored {
                    windows[count] = Window { cells, class };
                    count += 1;
                    if mirror != cells {
                        windows[count] = Window {
                            cells: mirror,
                            class,
                        };
                        count += 1;
                    }
                    class += 1;
                }
                column += 1;
            }
            row += 1;
        }
        d += 1;
    }
    assert!(count == WINDOW_COUNT && class == CLASS_COUNT);
    windows
};

/// Features per player whom the viewer may be.
const FEATURES_PER_VIEWER: u32 = CLASS_COUNT * 6;

impl Encode for ConnectFour {
    /// A window held by one side alone, with one, two or three discs in it, is one unit of the
    /// feature given by its class (see the source), its holder (viewer or opponent), the number
    /// of discs, and whether the viewer is the first or the second player: who must fill the
    /// board's odd cells decides what a threat is worth, so the two do not share weights. The
    /// last feature tells that the viewer has the move.
    fn feature_count(&self) -> usize {
        2 * FEATURES_PER_VIEWER as usize + 1
    }

    fn encode(&self, board: &Board, viewer: Player, features: &mut Vec<(u32, f32)>) {
        features.clear();
        let discs = board.discs();
        let (own, others) = (discs[viewer.index()], discs[viewer.other().index()]);
        let base = viewer.index() as u32 * FEATURES_PER_VIEWER;
        for window in &WINDOWS {
            let held = [own, others].map(|discs| (discs & window.cells).count_ones());
            let kind = match held {
                [mine @ 1..=3, 0] => mine - 1,
                [0, theirs @ 1..=3] => theirs + 2,
                _ => continue,
            };
            let feature = base + 6 * window.class + kind;
            // Classes have two windows at most and lie side by side: an equal feature is the last.
            match features.last_mut() {
                Some((last, amount)) if *last == feature => *amount += 1.0,
                _ => features.push((feature, 1.0)),
            }
        }
        if board.mover == viewer {
            features.push((2 * FEATURES_PER_VIEWER, 1.0));
        }
    }
}

yomi_core::parameters! {
    /// A static evaluation: windows of four cells in which only one side has discs still promise
    /// that side a row. Their weighted difference goes through the logistic function,
    /// `value = 1 / (1 + exp(-sum))`. It knows nothing of who will have to fill which cell. The
    /// default weights are those, rounded, of a logistic regression on games of players who take
    /// wins, avoid immediate losses and else move at random.
    pub struct WindowEvaluator {
        /// Weight of a window with three discs of one side and an empty cell.
        pub three: f64 = 0.5, in 0.0..=10.0;
        /// Weight of a window with two discs of one side and two empty cells.
        pub two: f64 = 0.17, in 0.0..=10.0;
        /// Weight of a window with one disc of one side and three empty cells.
        pub one: f64 = 0.04, in 0.0..=10.0;
    }
}

/// Counts of open windows, one side's minus the other's, by number of discs.
pub(super) fn lead(own: u64, others: u64) -> [i32; 5] {
    let mut lead = [0; 5];
    for window in &WINDOWS {
        let held = [own, others].map(|discs| (discs & window.cells).count_ones() as usize);
        match held {
            [discs, 0] => lead[discs] += 1,
            [0, discs] => lead[discs] -= 1,
            _ => {}
        }
    }
    lead
}

impl Evaluator<ConnectFour> for WindowEvaluator {
    fn evaluate(
        &self,
        _: &ConnectFour,
        board: &Board,
        _: &mut Scratch<Column>,
        _: &mut Rng,
    ) -> FirstValue {
        let [first, second] = board.discs();
        let lead = lead(first, second);
        let sum = self.three * f64::from(lead[3])
            + self.two * f64::from(lead[2])
            + self.one * f64::from(lead[1]);
        FirstValue(logistic(sum))
    }
}

/// What the columns are worth to [`CentrePrior`].
pub(super) const COLUMN_WEIGHTS: [f32; 7] = [1.0, 2.0, 3.0, 4.0, 3.0, 2.0, 1.0];

/// A prior that likes a column the more, the more rows of four pass through it: the middle first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CentrePrior;

impl Prior<ConnectFour> for CentrePrior {
    fn weigh(
        &self,
        _: &ConnectFour,
        _: &Board,
        columns: &[Column],
        weights: &mut [f32],
        _: &mut Scratch<Column>,
    ) {
        for (weight, column) in weights.iter_mut().zip(columns) {
            *weight = COLUMN_WEIGHTS[usize::from(column.0)];
        }
    }
}
