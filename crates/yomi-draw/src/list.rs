//! The lists beside a board: the best moves, what one of them comes from, the best of each kind.

use crate::colours::Colours;
use crate::label::{fitted, label, lines};
use crate::palette::{INK, LINE, team};
use crate::path::{Path, Point};
use crate::picture::{Anchor, Outline, Shape, Stroke};
use yomi_core::Player;
use yomi_core::pictured::{MoveValues, ValuedMove};

/// The width of the lists.
pub(crate) const WIDTH: f64 = 216.0;
/// The space beside and below them.
const MARGIN: f64 = 24.0;
/// The height of a line.
const LINE_HEIGHT: f64 = 15.0;

/// The lists beside the board.
pub(crate) struct List<'a> {
    /// Where they begin.
    pub left: f64,
    pub values: &'a MoveValues,
    /// The columns of the board.
    pub columns: usize,
    pub colours: Colours,
    pub mover: Option<Player>,
    /// The move whose weight is explained.
    pub explained: Option<&'a ValuedMove>,
}

impl List<'_> {
    /// The shapes below `top`, and where they end.
    pub fn shapes(&self, top: f64, best: &[ValuedMove]) -> (Vec<Shape>, f64) {
        let mut shapes = Vec::new();
        let mut y = top + 9.0;
        let heading = |y: f64, text: &str| {
            let at = Point::new(self.left, y);
            label(at, text, 8.0, Anchor::Start)
        };
        shapes.push(heading(y, "Best moves"));
        let beside_rank = if best.len() < 10 { 14.0 } else { 18.0 };
        for (rank, valued) in best.iter().enumerate() {
            y += LINE_HEIGHT;
            let number = Point::new(self.left, y);
            shapes.push(label(number, &(rank + 1).to_string(), 7.0, Anchor::Start));
            shapes.push(self.value(beside_rank, y, valued));
            let at = Point::new(self.left + 56.0, y);
            let text = match note(valued) {
                Some(note) => format!("{}  {note}", valued.text),
                None => valued.text.clone(),
            };
            shapes.push(fitted(at, &text, 7.0, WIDTH - 56.0 - MARGIN));
        }
        let explained = self.explained.and_then(|valued| {
            let explanation = valued.explanation.as_ref()?;
            Some((valued, explanation))
        });
        if let Some((valued, explanation)) = explained {
            y += 1.7 * LINE_HEIGHT;
            shapes.push(heading(y, &format!("Why {}", valued.text)));
            for factor in &explanation.factors {
                let at = Point::new(self.left, y + LINE_HEIGHT);
                let amount = format!("×{:.2}", factor.factor);
                shapes.push(label(at, &amount, 7.0, Anchor::Start));
                let words = format!("{}: {}", factor.kind, factor.feature);
                for line in lines(&words, 7.0, WIDTH - 42.0 - MARGIN) {
                    y += LINE_HEIGHT;
                    let at = Point::new(self.left + 42.0, y);
                    shapes.push(label(at, &line, 7.0, Anchor::Start));
                }
            }
        }
        let kinds = self.values.best_by_kind();
        if !kinds.is_empty() {
            y += 1.7 * LINE_HEIGHT;
            shapes.push(heading(y, "Best of each kind"));
        }
        for valued in kinds {
            y += LINE_HEIGHT;
            shapes.extend(self.miniature(y, valued));
            let kind = valued.kind.as_deref().unwrap_or_default();
            let at = Point::new(self.left + 32.0, y);
            shapes.push(label(at, kind, 7.0, Anchor::Start));
            shapes.push(self.value(56.0, y, valued));
            shapes.push(self.bar(98.0, y, valued));
        }
        (shapes, y + MARGIN / 2.0)
    }

    /// The value of a move, so far to the right.
    fn value(&self, right: f64, y: f64, valued: &ValuedMove) -> Shape {
        let at = Point::new(self.left + right, y);
        let value = self.values.measure.tell(valued.value);
        label(at, &value, 7.0, Anchor::Start)
    }

    /// A bar as long as the value is above the lowest of the scale, in its colour.
    fn bar(&self, right: f64, y: f64, valued: &ValuedMove) -> Shape {
        let [low, high] = self.colours.range();
        let share = ((valued.value - low) / (high - low)).clamp(0.0, 1.0);
        let share = if share.is_nan() { 1.0 } else { share };
        let corner = Point::new(self.left + right, y - 7.5);
        let width = 2.0 + share * (WIDTH - right - MARGIN);
        let bar = Path::rectangle(corner, width, 8.0);
        let paint = self.colours.paint(valued.value);
        Shape::filled(Outline::Path(bar), paint).outlined(Stroke::new(LINE, 0.5))
    }

    /// The cells of a move, small, in the colour of the player who makes it.
    fn miniature(&self, y: f64, valued: &ValuedMove) -> Option<Shape> {
        const SIDE: f64 = 3.0;
        let place = |cell: &usize| (cell % self.columns, cell / self.columns);
        let left = valued.cells.iter().map(|cell| place(cell).0).min()?;
        let top = valued.cells.iter().map(|cell| place(cell).1).min()?;
        let bottom = valued.cells.iter().map(|cell| place(cell).1).max()?;
        let middle = (bottom - top + 1) as f64 * SIDE / 2.0;
        let mut path = Path::default();
        for cell in &valued.cells {
            let (column, row) = place(cell);
            let corner = Point::new(
                self.left + (column - left) as f64 * SIDE,
                y - 3.5 - middle + (row - top) as f64 * SIDE,
            );
            path.steps.extend(Path::rectangle(corner, SIDE, SIDE).steps);
        }
        let fill = self.mover.map_or(INK, |mover| team(mover).handle);
        let shape = Shape::filled(Outline::Path(path), fill);
        Some(shape.outlined(Stroke::new(INK.faded(0.6), 0.4)))
    }
}

/// What is said of a move besides its value.
fn note(valued: &ValuedMove) -> Option<String> {
    if let Some(searched) = valued.searched {
        let value = searched.value.map(|value| format!("value {value:.3}, "));
        return Some(format!(
            "{}{} visits",
            value.unwrap_or_default(),
            searched.visits
        ));
    }
    let pattern = valued.explanation.as_ref()?.pattern.as_ref()?;
    Some(format!("pattern R{}", pattern.size))
}
