//! A board, and the values of the legal moves on it.

use crate::cells::Cells;
use crate::colours::Colours;
use crate::label::{fitted, label, title};
use crate::palette::{GROUND, ICE, INK, LINE, team};
use crate::path::{Path, Point};
use crate::picture::{Anchor, Layer, Outline, Paint, Picture, Shape, Stroke};
use yomi_core::Player;
use yomi_core::pictured::{BoardPosition, MoveValues, ValuedMove};

/// The height of the strip with the title.
const TITLE: f64 = 30.0;
/// The space around everything, and for the names of rows and columns.
const MARGIN: f64 = 24.0;
/// The side of a cell.
const CELL: f64 = 24.0;
/// The width of the lists beside the board.
const LIST: f64 = 216.0;
/// The height of a line of the lists.
const LINE_HEIGHT: f64 = 15.0;

/// The colours of the lines around the best moves, in their order.
const OUTLINES: [Paint; 5] = [
    Paint::rgb(0x14202b),
    Paint::rgb(0x0b7a4b),
    Paint::rgb(0x8a3fb0),
    Paint::rgb(0xb4540a),
    Paint::rgb(0x5f6b76),
];

/// A position, and the values of its legal moves.
///
/// A cell has the colour of the best move that takes it. The best moves are outlined and listed, and, where
/// moves differ in kind, the best one of each kind.
///
/// ```
/// use yomi_core::pictured::{BoardPosition, Grid};
/// use yomi_core::Player;
/// use yomi_draw::Board;
///
/// let position = BoardPosition {
///     grid: Grid::new(["a", "b"], 1),
///     owners: vec![Some(Player::First), None],
///     to_move: Some(Player::Second),
/// };
/// let board = Board { position, values: None, outlined: 3, title: None };
/// assert!(board.picture().svg(200).contains("class=\"pieces\""));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// The position.
    pub position: BoardPosition,
    /// The values of its legal moves.
    pub values: Option<MoveValues>,
    /// How many of the best moves are outlined and listed.
    pub outlined: usize,
    /// A line above the picture.
    pub title: Option<String>,
}

impl Board {
    /// The picture.
    pub fn picture(&self) -> Picture {
        let top = self.title.as_ref().map_or(MARGIN / 2.0, |_| TITLE);
        let cells = Cells::new(&self.position.grid, Point::new(MARGIN, top), CELL);
        let board_bottom = top + cells.height() + MARGIN;
        let board_right = MARGIN + cells.width() + MARGIN / 2.0;
        let (mut width, mut height) = (board_right, board_bottom);
        let mut layers = vec![
            Layer::new("board", cells.filled(&self.free_cells())),
            Layer::new("values", Vec::new()),
            Layer::new("pieces", cells.pieces(&self.position.owners)),
            Layer::new("lines", vec![cells.lines(true)]),
        ];
        if let Some(values) = &self.values {
            let colours = self.colours(values);
            layers[1].shapes = cells.filled(&self.value_paints(values, &colours));
            let best = &values.moves[..values.moves.len().min(self.outlined)];
            layers.push(Layer::new("outlines", outlines(&cells, best)));
            layers.push(Layer::new("ranks", ranks(&cells, best)));
            let list = List {
                left: board_right + 8.0,
                values,
                columns: cells.columns,
                colours,
                mover: self.position.to_move,
            };
            let (shapes, bottom) = list.shapes(top, best);
            let legend = Point::new(MARGIN, board_bottom);
            let legend_width = cells.width().min(240.0);
            let tell = |value| values.measure.tell(value);
            let mut scale = colours.legend(legend, legend_width, tell);
            let meaning = format!("{}, by {}", values.measure.name(), values.by);
            let below = Point::new(MARGIN, board_bottom + 34.0);
            width += LIST;
            scale.push(fitted(below, &meaning, 7.0, width - 2.0 * MARGIN));
            layers.push(Layer::new("list", shapes));
            layers.push(Layer::new("legend", scale));
            height = bottom.max(board_bottom + 44.0);
        }
        layers.push(Layer::new("names", cells.names(&self.position.grid)));
        let titles = self.title.iter().map(|text| title(text, width, TITLE));
        layers.push(Layer::new("title", titles.collect()));
        let ground = Path::card(Point::default(), width, height, 6.0);
        let ground = vec![Shape::filled(Outline::Path(ground), GROUND)];
        layers.insert(0, Layer::new("ground", ground));
        Picture {
            width,
            height,
            description: self.description(),
            layers,
        }
    }

    /// The scale of colours of the cells that moves can take.
    pub fn colours(&self, values: &MoveValues) -> Colours {
        let cells = values.best_by_cell(self.position.grid.cells());
        Colours::rising(cells.into_iter().flatten())
    }

    fn free_cells(&self) -> Vec<Option<Paint>> {
        vec![Some(ICE); self.position.grid.cells()]
    }

    fn value_paints(&self, values: &MoveValues, colours: &Colours) -> Vec<Option<Paint>> {
        let best = values.best_by_cell(self.position.grid.cells());
        best.into_iter()
            .map(|value| value.map(|value| colours.paint(value)))
            .collect()
    }

    fn description(&self) -> String {
        let taken = self.position.owners.iter().flatten().count();
        let mover = match self.position.to_move {
            Some(player) => format!("{player} to move"),
            None => "the game is over".to_owned(),
        };
        let best = self.values.as_ref().and_then(|values| {
            let best = values.moves.first()?;
            let value = values.measure.tell(best.value);
            let (by, text) = (&values.by, &best.text);
            Some(format!("; best move ({by}): {text}, {value}"))
        });
        let board = format!(
            "A board with {taken} cells taken, {mover}{}",
            best.unwrap_or_default()
        );
        match &self.title {
            Some(title) => format!("{title}. {board}"),
            None => board,
        }
    }
}

fn outlines(cells: &Cells, best: &[ValuedMove]) -> Vec<Shape> {
    // The best on top, and each further inside, so that they can be told apart where they overlap.
    let numbered = best.iter().enumerate().rev();
    let shapes = |(rank, valued): (usize, &ValuedMove)| {
        let inset = 1.6 + 2.3 * (rank % OUTLINES.len()) as f64;
        let paint = OUTLINES[rank % OUTLINES.len()];
        let path = cells.outline(&valued.cells, inset);
        // Light around the line, which must be seen on light cells and on dark ones.
        [(ICE, 3.0), (paint, 1.6)]
            .map(|(paint, width)| Shape::line(path.clone(), Stroke::new(paint, width)))
    };
    numbered.flat_map(shapes).collect()
}

/// The number of each of the best moves in one of its cells, where few others are.
fn ranks(cells: &Cells, best: &[ValuedMove]) -> Vec<Shape> {
    const HEIGHT: f64 = 7.5;
    let mut used = Vec::new();
    let mut shapes = Vec::new();
    for (rank, valued) in best.iter().enumerate() {
        let crowd = |cell: &&usize| {
            let moves = best.iter().filter(|other| other.cells.contains(cell));
            (used.contains(*cell), moves.count())
        };
        let Some(&cell) = valued.cells.iter().min_by_key(crowd) else {
            continue;
        };
        used.push(cell);
        let middle = cells.middle(cell);
        let at = Point::new(middle.x, middle.y + HEIGHT / 2.0);
        let paint = OUTLINES[rank % OUTLINES.len()];
        let disc = Shape::disc(middle, 7.2, ICE).outlined(Stroke::new(paint, 1.0));
        shapes.push(disc);
        shapes.push(label(at, &(rank + 1).to_string(), HEIGHT, Anchor::Middle));
    }
    shapes
}

/// The lists beside the board.
struct List<'a> {
    left: f64,
    values: &'a MoveValues,
    columns: usize,
    colours: Colours,
    mover: Option<Player>,
}

impl List<'_> {
    /// The shapes below `top`, and where they end.
    fn shapes(&self, top: f64, best: &[ValuedMove]) -> (Vec<Shape>, f64) {
        let mut shapes = Vec::new();
        let mut y = top + 9.0;
        let heading = |y: f64, text: &str| {
            let at = Point::new(self.left, y);
            label(at, text, 8.0, Anchor::Start)
        };
        shapes.push(heading(y, "Best moves"));
        for (rank, valued) in best.iter().enumerate() {
            y += LINE_HEIGHT;
            let number = Point::new(self.left, y);
            shapes.push(label(number, &(rank + 1).to_string(), 7.0, Anchor::Start));
            shapes.push(self.value(14.0, y, valued));
            let at = Point::new(self.left + 56.0, y);
            shapes.push(fitted(at, &valued.text, 7.0, LIST - 56.0 - MARGIN));
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
        let width = 2.0 + share * (LIST - right - MARGIN);
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
