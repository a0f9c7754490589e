//! A board, and the values of the legal moves on it.

use crate::cells::Cells;
use crate::colours::Colours;
use crate::label::{fitted, title};
use crate::list::{self, List};
use crate::palette::GROUND;
use crate::path::{Path, Point};
use crate::picture::{Layer, Outline, Picture, Shape};
use crate::{points, squares};
use yomi_core::pictured::{BoardPosition, Lines, MoveValues, ValuedMove};

/// The height of the strip with the title.
const TITLE: f64 = 30.0;
/// The space around everything, and for the names of rows and columns.
const MARGIN: f64 = 24.0;
/// The side of a cell.
const CELL: f64 = 24.0;

/// A position, and the values of its legal moves.
///
/// A cell has the colour of the best move that takes it. The best moves are outlined and listed, and, where
/// moves differ in kind, the best one of each kind. Where lines cross in points, a move is a disc with its value, and
/// the pattern that explains a move is outlined.
///
/// ```
/// use yomi_core::pictured::{BoardPosition, Grid};
/// use yomi_core::Player;
/// use yomi_draw::Board;
///
/// let position = BoardPosition {
///     grid: Grid::new(["a", "b"], 1),
///     owners: vec![Some(Player::First), None],
///     last: vec![0],
///     to_move: Some(Player::Second),
/// };
/// let board = Board { position, values: None, outlined: 3, explained: None, title: None };
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
    /// Which move's explanation is shown, by its place among the moves.
    pub explained: Option<usize>,
    /// A line above the picture.
    pub title: Option<String>,
}

impl Board {
    /// The picture.
    pub fn picture(&self) -> Picture {
        let top = self.title.as_ref().map_or(MARGIN / 2.0, |_| TITLE);
        let has_points = self.position.grid.lines != Lines::Between;
        let side = if has_points { points::CELL } else { CELL };
        let cells = Cells::new(&self.position.grid, Point::new(MARGIN, top), side);
        let board_bottom = top + cells.height() + MARGIN;
        let board_right = MARGIN + cells.width() + MARGIN / 2.0;
        let (mut width, mut height) = (board_right, board_bottom);
        let values = self.values.as_ref().map(|values| {
            let best = &values.moves[..values.moves.len().min(self.outlined)];
            (values, self.colours(values), best)
        });
        let explained = self.explained();
        let borrowed = values
            .as_ref()
            .map(|(values, colours, best)| (*values, colours, *best));
        let mut layers = match &self.position.grid.lines {
            Lines::Between => squares::layers(&cells, &self.position, borrowed),
            Lines::Through { dots } => {
                points::layers(&cells, &self.position, dots, borrowed, explained)
            }
        };
        if let Some((values, colours, best)) = values {
            let list = List {
                left: board_right + 8.0,
                values,
                columns: cells.columns,
                colours,
                mover: self.position.to_move,
                explained,
            };
            let (shapes, bottom) = list.shapes(top, best);
            let legend = Point::new(MARGIN, board_bottom);
            let legend_width = cells.width().min(240.0);
            let tell = |value| values.measure.tell(value);
            let mut scale = colours.legend(legend, legend_width, tell);
            let meaning = format!("{}, by {}", values.measure.name(), values.by);
            let below = Point::new(MARGIN, board_bottom + 34.0);
            width += list::WIDTH;
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
        let colours = Colours::rising(cells.into_iter().flatten());
        match self.position.grid.lines {
            Lines::Between => colours,
            Lines::Through { .. } => colours.on_wood(),
        }
    }

    /// The move whose weight is explained.
    fn explained(&self) -> Option<&ValuedMove> {
        let values = self.values.as_ref()?;
        values.moves.get(self.explained?)
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
