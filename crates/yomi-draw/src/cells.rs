//! The cells of a board in a picture: filled, lined, named, and sets of them outlined.

use crate::label::label;
use crate::palette::{LINE, team};
use crate::path::{Path, Point};
use crate::picture::{Anchor, Outline, Paint, Shape, Stroke};
use yomi_core::Player;
use yomi_core::pictured::Grid;

/// Where the cells of a board are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells {
    /// The upper left corner of the board.
    pub corner: Point,
    /// The side of a cell.
    pub size: f64,
    pub columns: usize,
    pub rows: usize,
}

impl Cells {
    pub fn new(grid: &Grid, corner: Point, size: f64) -> Cells {
        Cells {
            corner,
            size,
            columns: grid.columns.len(),
            rows: grid.rows.len(),
        }
    }

    pub fn width(&self) -> f64 {
        self.size * self.columns as f64
    }

    pub fn height(&self) -> f64 {
        self.size * self.rows as f64
    }

    /// The upper left corner of a cell.
    fn corner_of(&self, cell: usize) -> Point {
        let (row, column) = (cell / self.columns, cell % self.columns);
        Point::new(
            self.corner.x + self.size * column as f64,
            self.corner.y + self.size * row as f64,
        )
    }

    /// The middle of a cell.
    pub fn middle(&self, cell: usize) -> Point {
        let corner = self.corner_of(cell);
        Point::new(corner.x + self.size / 2.0, corner.y + self.size / 2.0)
    }

    /// The cells that have a colour: one shape for each colour, cells side by side in one piece.
    pub fn filled(&self, paints: &[Option<Paint>]) -> Vec<Shape> {
        let mut shapes: Vec<(Paint, Path)> = Vec::new();
        let mut cell = 0;
        for row in paints.chunks(self.columns) {
            for run in row.chunk_by(|a, b| a == b) {
                if let Some(paint) = run[0] {
                    let width = self.size * run.len() as f64;
                    let piece = Path::rectangle(self.corner_of(cell), width, self.size);
                    match shapes.iter_mut().find(|known| known.0 == paint) {
                        Some((_, path)) => path.steps.extend(piece.steps),
                        None => shapes.push((paint, piece)),
                    }
                }
                cell += run.len();
            }
        }
        let shape = |(paint, path)| Shape::filled(Outline::Path(path), paint);
        shapes.into_iter().map(shape).collect()
    }

    /// The cells that players have taken.
    pub fn pieces(&self, owners: &[Option<Player>]) -> Vec<Shape> {
        let paint = |owner: &Option<Player>| owner.map(|owner| team(owner).handle);
        let paints: Vec<Option<Paint>> = owners.iter().map(paint).collect();
        self.filled(&paints)
    }

    /// The lines between cells, or only the frame.
    pub fn lines(&self, all: bool) -> Shape {
        let mut path = Path::rectangle(self.corner, self.width(), self.height());
        let mut line = |from: [f64; 2], to: [f64; 2]| {
            let ends = [from, to].map(|[x, y]| Point::new(self.corner.x + x, self.corner.y + y));
            path.steps.extend(Path::polyline(ends).steps);
        };
        for column in (1..self.columns).filter(|_| all) {
            let x = self.size * column as f64;
            line([x, 0.0], [x, self.height()]);
        }
        for row in (1..self.rows).filter(|_| all) {
            let y = self.size * row as f64;
            line([0.0, y], [self.width(), y]);
        }
        Shape::line(path, Stroke::new(LINE, 0.6))
    }

    /// The names of rows, on the left, and columns, below.
    pub fn names(&self, grid: &Grid) -> Vec<Shape> {
        const HEIGHT: f64 = 7.0;
        let rows = grid.rows.iter().enumerate().map(|(row, name)| {
            let y = self.middle(row * self.columns).y + HEIGHT / 2.0;
            let at = Point::new(self.corner.x - 11.0, y);
            label(at, name, HEIGHT, Anchor::Middle)
        });
        let columns = grid.columns.iter().enumerate().map(|(column, name)| {
            let below = self.corner.y + self.height() + 14.0;
            let at = Point::new(self.middle(column).x, below);
            label(at, name, HEIGHT, Anchor::Middle)
        });
        rows.chain(columns).collect()
    }

    /// The line around a set of cells, `inset` inside them.
    pub fn outline(&self, cells: &[usize], inset: f64) -> Path {
        let has = |x: i64, y: i64| {
            let inside =
                (0..self.columns as i64).contains(&x) && (0..self.rows as i64).contains(&y);
            inside && cells.contains(&(y as usize * self.columns + x as usize))
        };
        let mut path = Path::default();
        for &cell in cells {
            let middle = self.middle(cell);
            let (x, y) = ((cell % self.columns) as i64, (cell / self.columns) as i64);
            // Outwards, and along the side to its two ends.
            for (out_x, out_y) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
                if has(x + out_x, y + out_y) {
                    continue;
                }
                let half = self.size / 2.0;
                let ends = [-1, 1].map(|sign| {
                    let (along_x, along_y) = (-out_y * sign, out_x * sign);
                    let beside = has(x + along_x, y + along_y);
                    let corner = has(x + along_x + out_x, y + along_y + out_y);
                    // Up to the line that comes next: before the end, at it, or beyond.
                    let reach = match (beside, corner) {
                        (false, _) => half - inset,
                        (true, false) => half,
                        (true, true) => half + inset,
                    };
                    let out = half - inset;
                    Point::new(
                        middle.x + out * out_x as f64 + reach * along_x as f64,
                        middle.y + out * out_y as f64 + reach * along_y as f64,
                    )
                });
                path.steps.extend(Path::polyline(ends).steps);
            }
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::Step;
    use std::collections::HashMap;

    #[test]
    fn outlines_are_closed_and_lie_inside_their_cells() {
        let cells = Cells {
            corner: Point::new(3.0, 5.0),
            size: 10.0,
            columns: 4,
            rows: 4,
        };
        // A single cell, a row, a square, pieces with corners to the inside, at the edges, in two parts.
        let sets: [&[usize]; 7] = [
            &[5],
            &[4, 5, 6, 7],
            &[0, 1, 4, 5],
            &[1, 4, 5, 6, 9],
            &[0, 2, 4, 5, 6],
            &[0, 4, 5, 9, 10],
            &[0, 15],
        ];
        for set in sets {
            let mut ends: HashMap<(i64, i64), usize> = HashMap::new();
            for step in cells.outline(set, 2.0).steps {
                let (Step::Move(at) | Step::Line(at)) = step else {
                    panic!("{set:?}: {step:?}");
                };
                let inside = |&&cell: &&usize| {
                    let middle = cells.middle(cell);
                    (at.x - middle.x).abs() <= 5.0 && (at.y - middle.y).abs() <= 5.0
                };
                assert!(set.iter().any(|cell| inside(&cell)), "{set:?}: {at:?}");
                let rounded = [at.x, at.y].map(|x| (x * 1000.0).round() as i64);
                *ends.entry(rounded.into()).or_default() += 1;
            }
            assert!(!ends.is_empty());
            assert!(ends.values().all(|&count| count == 2), "{set:?}: {ends:?}");
        }
    }

    #[test]
    fn cells_of_a_colour_are_one_shape() {
        let cells = Cells {
            corner: Point::default(),
            size: 1.0,
            columns: 3,
            rows: 2,
        };
        let (red, blue) = (Some(Paint::rgb(0xff0000)), Some(Paint::rgb(0x0000ff)));
        let shapes = cells.filled(&[red, red, None, blue, red, red]);
        assert_eq!(shapes.len(), 2);
        let Outline::Path(path) = &shapes[0].outline else {
            panic!("{:?}", shapes[0]);
        };
        // Two rectangles, each of two cells.
        let corners = path
            .steps
            .iter()
            .filter(|step| matches!(step, Step::Move(_)));
        assert_eq!(corners.count(), 2);
    }
}
