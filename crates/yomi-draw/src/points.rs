//! The points of a board, where its lines cross: stones, and the values of moves as discs with numbers.
//!
//! The larger the value of a move, the larger and darker its disc. A number stands in a disc that has room for it: the
//! value in percent, and where the moves come from a search, the expected score in percent above the number of visits.

use crate::cells::Cells;
use crate::colours::Colours;
use crate::label::label_in;
use crate::palette::{INK, WOOD, WOOD_LINE, stone};
use crate::path::{Path, Point};
use crate::picture::{Anchor, Layer, Outline, Paint, Shape, Stroke};
use yomi_core::Player;
use yomi_core::pictured::{BoardPosition, Measure, MoveValues, ValuedMove};

/// The side of a cell: room for two lines of digits.
pub(crate) const CELL: f64 = 34.0;
/// The radius of a stone, a little less than half a cell.
const STONE: f64 = 0.475 * CELL;
/// The radius of the disc of a move that has no number.
const SMALL: f64 = 1.6;
/// Moves with less than this of the largest value have no number.
const TELLING: f64 = 0.004;
/// The line around a pattern.
const PATTERN: Paint = Paint::rgb(0xb4540a);
/// The line around the best move.
const BEST: Paint = Paint::rgb(0xd8232a);

/// The position, the values of its moves with the best of them, and the pattern of a move.
pub(crate) fn layers(
    cells: &Cells,
    position: &BoardPosition,
    dots: &[usize],
    values: Option<(&MoveValues, &Colours, &[ValuedMove])>,
    explained: Option<&ValuedMove>,
) -> Vec<Layer> {
    let card = Path::card(cells.corner, cells.width(), cells.height(), 4.0);
    let board = Shape::filled(Outline::Path(card), WOOD);
    let mut lines = vec![crossing(cells)];
    lines.extend(
        dots.iter()
            .map(|&cell| Shape::disc(cells.middle(cell), 2.3, WOOD_LINE)),
    );
    let mut layers = vec![
        Layer::new("board", vec![board]),
        Layer::new("lines", lines),
        Layer::new("pieces", stones(cells, position)),
        Layer::new("last", last(cells, position)),
    ];
    if let Some((values, colours, best)) = values {
        layers.push(Layer::new("values", discs(cells, values, colours, best)));
        let pattern = explained.and_then(|valued| outline(cells, valued));
        layers.push(Layer::new(
            "outlines",
            pattern.into_iter().flatten().collect(),
        ));
    }
    layers
}

/// The lines, which end at the outermost points.
fn crossing(cells: &Cells) -> Shape {
    let (columns, rows) = (cells.columns, cells.rows);
    let across = (0..rows).map(|row| [row * columns, (row + 1) * columns - 1]);
    let along = (0..columns).map(|column| [column, (rows - 1) * columns + column]);
    let mut path = Path::default();
    for ends in across.chain(along) {
        let ends = ends.map(|cell| cells.middle(cell));
        path.steps.extend(Path::polyline(ends).steps);
    }
    Shape::line(path, Stroke::new(WOOD_LINE, 0.8))
}

fn taken(position: &BoardPosition) -> impl Iterator<Item = (usize, Player)> {
    let owners = position.owners.iter().enumerate();
    owners.filter_map(|(cell, owner)| Some((cell, (*owner)?)))
}

fn stones(cells: &Cells, position: &BoardPosition) -> Vec<Shape> {
    let stone = |(cell, owner)| {
        let [fill, edge] = stone(owner);
        Shape::disc(cells.middle(cell), STONE, fill).outlined(Stroke::new(edge, 0.9))
    };
    taken(position).map(stone).collect()
}

/// A ring on each stone of the last move.
fn last(cells: &Cells, position: &BoardPosition) -> Vec<Shape> {
    let marked = taken(position).filter(|(cell, _)| position.last.contains(cell));
    let ring = |(cell, owner): (usize, Player)| {
        let ring = Path::circle(cells.middle(cell), 0.5 * STONE);
        Shape::line(ring, Stroke::new(stone(owner.other())[0], 1.8))
    };
    marked.map(ring).collect()
}

/// The moves, the best on top with a ring around it.
fn discs(cells: &Cells, values: &MoveValues, colours: &Colours, best: &[ValuedMove]) -> Vec<Shape> {
    let largest = colours.range()[1];
    let mut shapes = Vec::new();
    for (rank, valued) in values.moves.iter().enumerate().rev() {
        let share = (valued.value / largest).clamp(0.0, 1.0);
        for &cell in &valued.cells {
            let middle = cells.middle(cell);
            let fill = colours.paint(valued.value);
            if share.is_nan() || share < TELLING {
                // Small enough for a dot of the board to be seen below.
                let disc = Shape::disc(middle, SMALL, fill);
                shapes.extend((valued.value > 0.0).then_some(disc));
                continue;
            }
            let radius = (0.62 + 0.38 * share.sqrt()) * STONE;
            let disc = Shape::disc(middle, radius, fill);
            let ring = match rank {
                0 => Stroke::new(BEST, 2.2),
                _ => Stroke::new(INK.faded(0.5), 0.6),
            };
            shapes.push(disc.outlined(ring));
            let lines = numbers(values.measure, valued, rank < best.len());
            shapes.extend(written(middle, radius, &lines, contrast(fill)));
        }
    }
    shapes
}

/// What stands in the disc of a move.
fn numbers(measure: Measure, valued: &ValuedMove, is_best: bool) -> Vec<String> {
    match (measure, valued.searched) {
        (Measure::Visits, Some(searched)) if is_best => {
            let value = searched.value.map(percent);
            value.into_iter().chain([count(searched.visits)]).collect()
        }
        (Measure::Visits, Some(searched)) => vec![count(searched.visits)],
        _ => vec![percent(valued.value)],
    }
}

/// A share in percent with two or three digits.
fn percent(share: f64) -> String {
    match 100.0 * share {
        percent if percent < 9.95 => format!("{percent:.1}"),
        percent => format!("{percent:.0}"),
    }
}

/// A number in at most four characters.
fn count(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..9_950 => format!("{:.1}k", number as f64 / 1e3),
        9_950..999_500 => format!("{:.0}k", number as f64 / 1e3),
        _ => format!("{:.1}M", number as f64 / 1e6),
    }
}

/// Lines of text in the middle of a disc.
fn written(middle: Point, radius: f64, lines: &[String], paint: Paint) -> Vec<Shape> {
    let height = match lines.len() {
        0 | 1 => 0.62 * radius,
        _ => 0.5 * radius,
    };
    let gap = 0.4 * height;
    let whole = lines.len() as f64 * (height + gap) - gap;
    let baseline = |line: usize| middle.y - whole / 2.0 + height + line as f64 * (height + gap);
    let lines = lines.iter().enumerate();
    lines
        .map(|(line, text)| {
            let at = Point::new(middle.x, baseline(line));
            label_in(at, text, height, Anchor::Middle, paint)
        })
        .collect()
}

/// Dark on light, light on dark.
fn contrast(ground: Paint) -> Paint {
    let [red, green, blue] = ground.rgb.map(f64::from);
    match 0.3 * red + 0.59 * green + 0.11 * blue > 140.0 {
        true => INK,
        false => Paint::rgb(0xffffff),
    }
}

/// The line around the pattern of a move, light on both sides, so that it is seen on stones of both colours.
fn outline(cells: &Cells, valued: &ValuedMove) -> Option<[Shape; 2]> {
    let pattern = valued.explanation.as_ref()?.pattern.as_ref()?;
    let path = cells.outline(&pattern.cells, 0.8);
    let lines = [(Paint::rgb(0xffffff).faded(0.75), 4.0), (PATTERN, 2.0)];
    Some(lines.map(|(paint, width)| Shape::line(path.clone(), Stroke::new(paint, width))))
}
