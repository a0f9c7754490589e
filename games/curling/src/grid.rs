//! The grid of throws that a search of the root compares.
//!
//! Draws to targets on a grid over the house and what lies before it, and hits: throws at targets on a line far
//! behind the house; each with both spins. With the defaults these are 2 x (63 x 31 + 189) = 4,284
//! throws. Those near the edge are a margin: they are simulated because an unsteady hand may execute
//! others as them, but only the 2,880 within may be chosen.
//!
//! What a throw is worth with noise is the mean over its neighbours, weighted by the kernel:
//!
//! - `target`: a normal density in target coordinates, with the deviations that a draw to the tee has. That is
//!   the paper's way, and not quite right, since the noise is added to the velocity: a hit comes out steadier than a
//!   draw, for instance.
//! - `noise`: the density of the executed velocity, times the area of velocities that a grid point stands
//!   for.
//!
//! Reference: K. Ohto and T. Tanaka, "Applying Monte Carlo tree search to curling AI", 2016, after
//! A. Kato, H. Iizuka and M. Yamamoto.

use crate::{Curling, Shot, Spin, State, Vector, aim};
use yomi_core::Noisy as _;
use yomi_core::continuous::ActionGrid;
use yomi_core::params::ParamError;

yomi_core::choices! {
    /// The likelihood of one throw of the grid being executed as another.
    pub enum GridKernel {
        /// Normal in target coordinates.
        Target = "target",
        /// The density of the noise in the quantities it acts on.
        Noise = "noise",
    }
}

yomi_core::parameters! {
    /// The targets of the grid, in metres from the tee: to the right, and along the throw.
    pub struct ShotGrid {
        /// x of the leftmost draws.
        pub draw_x: f64 = -2.265, in -10.0..=10.0;
        /// y of the shortest draws.
        pub draw_y: f64 = -6.11, in -20.0..=10.0;
        /// From draw to draw across the sheet.
        pub draw_step_x: f64 = 0.0725, in 0.001..=10.0;
        /// From draw to draw along the sheet.
        pub draw_step_y: f64 = 0.29, in 0.001..=10.0;
        /// Draws in a row.
        pub draw_columns: u32 = 63, in 1..=1000;
        /// Rows of draws.
        pub draw_rows: u32 = 31, in 1..=1000;
        /// Columns of draws on either side that are not chosen, and how far the kernel reaches.
        pub draw_margin_x: u32 = 6, in 0..=499;
        /// Rows of draws on either side that are not chosen, and how far the kernel reaches.
        pub draw_margin_y: u32 = 3, in 0..=499;
        /// x of the leftmost hits.
        pub hit_x: f64 = -3.42, in -10.0..=10.0;
        /// y of the targets of hits.
        pub hit_y: f64 = 9.919, in -20.0..=20.0;
        /// From hit to hit across the sheet.
        pub hit_step: f64 = 0.03625, in 0.001..=10.0;
        /// Number of hits.
        pub hit_columns: u32 = 189, in 1..=1000;
        /// Hits on either side that are not chosen, and how far the kernel reaches.
        pub hit_margin: u32 = 12, in 0..=499;
        /// How the values of neighbours count: by a normal density in target coordinates, or by that of the noise.
        pub kernel: GridKernel = GridKernel::Target;
    }
}

/// A rectangle of targets.
struct Block {
    /// How the names of its settings begin.
    name: &'static str,
    from: Vector,
    step: Vector,
    columns: usize,
    rows: usize,
    margin: (usize, usize),
}

impl Block {
    fn target(&self, column: usize, row: usize) -> Vector {
        self.from + Vector::new(self.step.x * column as f64, self.step.y * row as f64)
    }

    fn bad_value(&self, name: &str, value: impl ToString, expected: String) -> ParamError {
        ParamError::BadValue {
            name: format!("{}_{name}", self.name),
            value: value.to_string(),
            expected,
        }
    }

    fn out_of_reach(&self) -> ParamError {
        self.bad_value("x", self.from.x, "targets within reach".to_owned())
    }

    /// Rows and columns within the margin.
    fn inner(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (columns, rows, margin) = (self.columns, self.rows, self.margin);
        (margin.1..rows.saturating_sub(margin.1)).flat_map(move |row| {
            (margin.0..columns.saturating_sub(margin.0)).map(move |column| (column, row))
        })
    }
}

impl ShotGrid {
    fn blocks(&self) -> [Block; 2] {
        [
            Block {
                name: "draw",
                from: Vector::new(self.draw_x, self.draw_y),
                step: Vector::new(self.draw_step_x, self.draw_step_y),
                columns: self.draw_columns as usize,
                rows: self.draw_rows as usize,
                margin: (self.draw_margin_x as usize, self.draw_margin_y as usize),
            },
            Block {
                name: "hit",
                from: Vector::new(self.hit_x, self.hit_y),
                step: Vector::new(self.hit_step, 0.0),
                columns: self.hit_columns as usize,
                rows: 1,
                margin: (self.hit_margin as usize, 0),
            },
        ]
    }

    /// The throws at these targets.
    ///
    /// # Errors
    ///
    /// That names a setting, if a target is out of reach, the margins leave nothing to choose, or the throws or their
    /// neighbours are too many.
    ///
    /// ```
    /// use yomi_curling::{Curling, ShotGrid};
    /// let grid = ShotGrid::default().throws(&Curling::default()).unwrap();
    /// assert_eq!((grid.actions().len(), grid.choices().count()), (4284, 2880));
    /// ```
    pub fn throws(&self, game: &Curling) -> Result<ActionGrid<Shot>, ParamError> {
        self.check_size()?;
        let sheet = game.world.sheet();
        let mut throws = Vec::new();
        for block in self.blocks() {
            for spin in Spin::BOTH {
                for row in 0..block.rows {
                    for column in 0..block.columns {
                        let target = block.target(column, row);
                        let target = sheet.tee + Vector::new(target.x, target.y * sheet.forward);
                        let throw = aim::draw_to(game.world, target, spin);
                        throws.push(throw.ok_or_else(|| block.out_of_reach())?);
                    }
                }
            }
        }
        let mut grid = ActionGrid::new(throws.clone());
        let deviations = game.deviation_at_tee();
        let mut first = 0;
        for block in self.blocks() {
            for _ in Spin::BOTH {
                for (column, row) in block.inner() {
                    let at = |column: usize, row: usize| first + row * block.columns + column;
                    let rows = row - block.margin.1..=row + block.margin.1;
                    let near = rows.flat_map(|other_row| {
                        let columns = column - block.margin.0..=column + block.margin.0;
                        columns.map(move |other| (other, other_row))
                    });
                    let weight = |other: (usize, usize)| match self.kernel {
                        GridKernel::Target => {
                            let executed = block.target(other.0, other.1);
                            normal(executed - block.target(column, row), deviations)
                        }
                        GridKernel::Noise => {
                            let [intended, executed] =
                                [at(column, row), at(other.0, other.1)].map(|index| throws[index]);
                            let density = game.density(&State::default(), intended, executed);
                            density * area(&throws, first, &block, other)
                        }
                    };
                    let kernel = near.map(|other| (at(other.0, other.1), weight(other) as f32));
                    let kernel: Vec<_> = kernel.filter(|&(_, weight)| weight > 0.0).collect();
                    grid.choose(at(column, row), kernel);
                }
                first += block.columns * block.rows;
            }
        }
        Ok(grid)
    }

    /// Throws and weights of neighbours must fit into memory and be made in a second or two, and some must be left to
    /// choose.
    fn check_size(&self) -> Result<(), ParamError> {
        for block in self.blocks() {
            let chosen = block.inner().count();
            let around = (2 * block.margin.0 + 1) * (2 * block.margin.1 + 1);
            if block.columns * block.rows > MOST_THROWS {
                let most = format!("columns times rows up to {MOST_THROWS}");
                return Err(block.bad_value("columns", block.columns, most));
            }
            if chosen == 0 {
                let name = if block.name == "draw" {
                    "margin_x"
                } else {
                    "margin"
                };
                let expected = "margins that leave some throws to choose".to_owned();
                return Err(block.bad_value(name, block.margin.0, expected));
            }
            if chosen * around > MOST_WEIGHTS {
                let name = if block.name == "draw" {
                    "margin_x"
                } else {
                    "margin"
                };
                let expected = format!("throws times neighbours up to {MOST_WEIGHTS}");
                return Err(block.bad_value(name, block.margin.0, expected));
            }
        }
        Ok(())
    }
}

/// The most throws of a block, with one spin.
const MOST_THROWS: usize = 100_000;

/// The most weights of neighbours of a block, with one spin.
const MOST_WEIGHTS: usize = 20_000_000;

/// The normal density of a shift of the target over its peak; without noise that of no shift only.
fn normal(shift: Vector, (across, along): (f64, f64)) -> f64 {
    let squared = |shift: f64, deviation: f64| match deviation > 0.0 {
        true => (shift / deviation) * (shift / deviation),
        false if shift == 0.0 => 0.0,
        false => f64::INFINITY,
    };
    libm::exp(-0.5 * (squared(shift.x, across) + squared(shift.y, along)))
}

/// The area of velocities that a throw of the grid stands for, up to a common factor; the width, where
/// targets are a line.
fn area(throws: &[Shot], first: usize, block: &Block, (column, row): (usize, usize)) -> f64 {
    let velocity =
        |column: usize, row: usize| throws[first + row * block.columns + column].velocity;
    let apart = |from: (usize, usize), to: (usize, usize), steps: usize| {
        (velocity(to.0, to.1) - velocity(from.0, from.1)) * (1.0 / steps.max(1) as f64)
    };
    let (left, right) = (
        column.saturating_sub(1),
        (column + 1).min(block.columns - 1),
    );
    let across = apart((left, row), (right, row), right - left);
    if block.rows == 1 {
        return across.length();
    }
    let (short, long) = (row.saturating_sub(1), (row + 1).min(block.rows - 1));
    let along = apart((column, short), (column, long), long - short);
    match block.columns {
        1 => along.length(),
        _ => across.dot(along.left()).abs(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::World;

    /// The GAT cup's noise has deviations of one column and one row at the tee, so the weights of the paper's
    /// kernel are those of a normal distribution at whole numbers of deviations; hits are 2 columns to one of them.
    #[test]
    fn the_kernel_of_targets_is_normal_in_columns_and_rows() {
        let game = Curling {
            world: World::Dc2,
            ..Curling::default()
        };
        let grid = ShotGrid::default().throws(&game).unwrap();
        let choices: Vec<_> = grid.choices().collect();
        let weight = |kernel: &[(u32, f32)], index: usize| {
            let found = kernel.iter().find(|&&(near, _)| near as usize == index);
            f64::from(found.expect("a neighbour").1)
        };
        let (draw, kernel) = choices[700];
        assert_eq!(kernel.len(), 13 * 7);
        for (columns, rows) in [(0, 0), (1, 0), (0, 1), (2, 1), (6, 3)] {
            let squared = f64::from(columns * columns + rows * rows);
            for side in [-1, 1] {
                let index = draw.wrapping_add_signed((side * (columns + 63 * rows)) as isize);
                let expected = (-0.5 * squared).exp();
                assert!((weight(kernel, index) - expected).abs() < 1e-6 * expected);
            }
        }
        let &(hit, kernel) = choices.last().unwrap();
        assert_eq!(kernel.len(), 25);
        for columns in [0, 1, 12] {
            let deviations = columns as f64 / 2.0;
            let expected = (-0.5 * deviations * deviations).exp();
            assert!((weight(kernel, hit - columns) - expected).abs() < 1e-6 * expected);
        }
    }

    /// Without noise a throw is worth what it is worth itself.
    #[test]
    fn without_noise_a_throw_has_no_neighbours() {
        let game = Curling {
            noise_scale: 0.0,
            ..Curling::default()
        };
        let grid = ShotGrid::default().throws(&game).unwrap();
        assert!(
            grid.choices()
                .all(|(index, kernel)| kernel == [(index as u32, 1.0)])
        );
    }
}
