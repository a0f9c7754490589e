//! The squares of a board: pieces and the values of moves as colours, the best moves outlined.

use crate::cells::Cells;
use crate::colours::Colours;
use crate::label::label;
use crate::palette::ICE;
use crate::path::Point;
use crate::picture::{Anchor, Layer, Paint, Shape, Stroke};
use yomi_core::pictured::{BoardPosition, MoveValues, ValuedMove};

/// The colours of the lines around the best moves, in their order.
const OUTLINES: [Paint; 5] = [
    Paint::rgb(0x14202b),
    Paint::rgb(0x0b7a4b),
    Paint::rgb(0x8a3fb0),
    Paint::rgb(0xb4540a),
    Paint::rgb(0x5f6b76),
];

/// The position, and the values of its moves with the best of them.
pub(crate) fn layers(
    cells: &Cells,
    position: &BoardPosition,
    values: Option<(&MoveValues, &Colours, &[ValuedMove])>,
) -> Vec<Layer> {
    let count = position.grid.cells();
    let mut layers = vec![
        Layer::new("board", cells.filled(&vec![Some(ICE); count])),
        Layer::new("values", Vec::new()),
        Layer::new("pieces", cells.pieces(&position.owners)),
        Layer::new("lines", vec![cells.lines(true)]),
    ];
    if let Some((values, colours, best)) = values {
        let paints = values.best_by_cell(count).into_iter();
        let paints = paints.map(|value| value.map(|value| colours.paint(value)));
        layers[1].shapes = cells.filled(&paints.collect::<Vec<_>>());
        layers.push(Layer::new("outlines", outlines(cells, best)));
        layers.push(Layer::new("ranks", ranks(cells, best)));
    }
    layers
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
