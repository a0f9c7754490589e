//! Boards with the values of moves, and maps of weights.

use yomi_core::Player;
use yomi_core::pictured::{BoardPosition, Grid, Measure, MoveValues, ValuedMove, WeightMap};
use yomi_draw::{Board, Outline, Paint, Picture, Point, Step, WeightMaps, WeightRow};

const COLUMNS: usize = 5;
const ROWS: usize = 4;
/// The side of a cell, and where the board begins without a title.
const CELL: f64 = 24.0;
const CORNER: Point = Point { x: 24.0, y: 12.0 };

fn grid() -> Grid {
    Grid::new(["a", "b", "c", "d", "e"], ROWS)
}

fn middle(corner: Point, side: f64, cell: usize) -> Point {
    let (row, column) = (cell / COLUMNS, cell % COLUMNS);
    Point::new(
        corner.x + side * (column as f64 + 0.5),
        corner.y + side * (row as f64 + 0.5),
    )
}

/// The colour that rectangles of a layer give to a point.
fn paint_at(picture: &Picture, layer: &str, point: Point) -> Option<Paint> {
    let covers = |steps: &[Step]| {
        let points = steps.iter().filter_map(|step| match *step {
            Step::Move(at) | Step::Line(at) => Some(at),
            Step::Curve(..) | Step::Close => None,
        });
        let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
        for at in points {
            low = [low[0].min(at.x), low[1].min(at.y)];
            high = [high[0].max(at.x), high[1].max(at.y)];
        }
        (low[0]..=high[0]).contains(&point.x) && (low[1]..=high[1]).contains(&point.y)
    };
    let shapes = picture.layer(layer).filter(|shape| match &shape.outline {
        Outline::Path(path) => path
            .steps
            .split_inclusive(|&step| step == Step::Close)
            .any(covers),
        _ => false,
    });
    shapes.filter_map(|shape| shape.fill).last()
}

fn valued(text: &str, cells: &[usize], kind: &str, value: f64) -> ValuedMove {
    ValuedMove {
        kind: Some(kind.to_owned()),
        value,
        ..ValuedMove::new(text, cells.to_vec())
    }
}

/// A piece in the middle of the last row, and moves around it, the same on the left and on the right.
fn board(measure: Measure) -> Board {
    let mut owners = vec![None; COLUMNS * ROWS];
    owners[17] = Some(Player::First);
    let moves = vec![
        valued("a2,b2", &[10, 11], "2", 0.3),
        valued("d2,e2", &[13, 14], "2", 0.3),
        valued("b2", &[11], "1", 0.4),
        valued("d2", &[13], "1", 0.4),
        valued("c3,c4", &[2, 7], "2", 0.6),
    ];
    Board {
        position: BoardPosition {
            grid: grid(),
            owners,
            last: Vec::new(),
            to_move: Some(Player::Second),
        },
        values: Some(MoveValues::new("test".to_owned(), measure, moves)),
        outlined: 2,
        explained: None,
        title: None,
    }
}

#[test]
fn a_cell_has_the_colour_of_the_best_move_that_takes_it() {
    let board = board(Measure::Score);
    let picture = board.picture();
    let colours = board.colours(board.values.as_ref().unwrap());
    assert_eq!(colours.range(), [0.3, 0.6]);
    let at = |cell| paint_at(&picture, "values", middle(CORNER, CELL, cell));
    let expected = [
        (10, Some(0.3)),
        (11, Some(0.4)),
        (2, Some(0.6)),
        (7, Some(0.6)),
        (12, None),
        (17, None),
    ];
    for (cell, value) in expected {
        assert_eq!(at(cell), value.map(|value| colours.paint(value)), "{cell}");
    }
    let taken = paint_at(&picture, "pieces", middle(CORNER, CELL, 17));
    assert!(taken.is_some());
    assert_eq!(paint_at(&picture, "pieces", middle(CORNER, CELL, 16)), None);
}

#[test]
fn symmetric_values_give_a_symmetric_board() {
    let picture = board(Measure::Probability).picture();
    for layer in ["board", "values", "pieces"] {
        for cell in 0..COLUMNS * ROWS {
            let mirrored = cell / COLUMNS * COLUMNS + (COLUMNS - 1 - cell % COLUMNS);
            let [here, there] =
                [cell, mirrored].map(|cell| paint_at(&picture, layer, middle(CORNER, CELL, cell)));
            assert_eq!(here, there, "{layer}, cell {cell}");
        }
    }
}

#[test]
fn the_best_moves_are_outlined_and_listed() {
    let texts = |picture: &Picture, layer: &str| -> Vec<String> {
        let shapes = picture.layer(layer);
        shapes
            .filter_map(|shape| match &shape.outline {
                Outline::Text(text) => Some(text.text.clone()),
                _ => None,
            })
            .collect()
    };
    let mut board = board(Measure::Score);
    let picture = board.picture();
    assert_eq!(picture.layer("outlines").count(), 2 * 2);
    assert_eq!(texts(&picture, "ranks"), ["1", "2"]);
    let list = texts(&picture, "list");
    assert_eq!(list[..4], ["Best moves", "1", "0.600", "c3,c4"]);
    assert_eq!(list[list.len() - 4..], ["2", "0.600", "1", "0.400"]);
    // Two cells, one above the other, have six sides; the line around the best lies inside them.
    let best = picture.layer("outlines").last().unwrap();
    let Outline::Path(path) = &best.outline else {
        panic!("an outline is a path");
    };
    assert_eq!(path.steps.len(), 2 * 6);
    for step in &path.steps {
        let (Step::Move(at) | Step::Line(at)) = *step else {
            panic!("straight lines");
        };
        assert!(at.x > CORNER.x + 2.0 * CELL && at.x < CORNER.x + 3.0 * CELL);
        assert!(at.y > CORNER.y && at.y < CORNER.y + 2.0 * CELL);
    }
    assert!(
        picture
            .description
            .contains("best move (test): c3,c4, 0.600")
    );
    // More than there are, none, and a game that is over.
    board.outlined = 100;
    assert_eq!(board.picture().layer("outlines").count(), 2 * 5);
    board.outlined = 0;
    assert_eq!(board.picture().layer("outlines").count(), 0);
    board.values = None;
    board.position.to_move = None;
    let picture = board.picture();
    assert!(picture.description.contains("the game is over"));
    assert_eq!(picture.layer("values").count(), 0);
    assert!(picture.svg(300).contains("class=\"names\""));
}

#[test]
fn all_maps_have_the_same_scale() {
    let map = |shared: f64, cells: &[(usize, f64)]| {
        let mut weights = vec![0.0; COLUMNS * ROWS];
        for &(cell, weight) in cells {
            weights[cell] = weight;
        }
        WeightMap {
            name: "near".to_owned(),
            cells: weights,
            shared,
        }
    };
    let row = |name: &str, map| WeightRow {
        name: name.to_owned(),
        maps: vec![map],
    };
    let mut maps = WeightMaps {
        grid: grid(),
        rows: vec![
            row("one", map(1.0, &[(0, 2.0), (4, 2.0)])),
            row("two", map(-0.5, &[(7, 3.5)])),
        ],
        with_shared: true,
        title: Some("Weights".to_owned()),
    };
    assert_eq!(maps.colours().range(), [-3.0, 3.0]);
    let colours = maps.colours();
    let picture = maps.picture();
    // The first map begins below the title, the name and the captions.
    let first = |cell| paint_at(&picture, "maps", middle(Point::new(16.0, 70.0), 8.0, cell));
    assert_eq!(first(0), Some(colours.paint(3.0)));
    assert_eq!(first(0), first(4));
    assert_eq!(first(1), Some(colours.paint(1.0)));
    let second_top = 70.0 + 18.0 + 22.0 + 8.0 * ROWS as f64 + 12.0;
    let corner = Point::new(16.0, second_top);
    let second = |cell| paint_at(&picture, "maps", middle(corner, 8.0, cell));
    assert_eq!(second(7), Some(colours.paint(3.0)));
    assert_eq!(second(0), Some(colours.paint(-0.5)));
    let svg = picture.svg(600);
    assert!(svg.contains("<title>Weights. Weights by square: one; two</title>"));
    maps.with_shared = false;
    assert_eq!(maps.colours().range(), [-3.5, 3.5]);
}
