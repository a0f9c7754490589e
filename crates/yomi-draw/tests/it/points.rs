//! Boards whose lines cross in points: stones, values in discs, patterns.

use yomi_core::Player;
use yomi_core::pictured::{
    BoardPosition, Explanation, Factor, Grid, MatchedPattern, Measure, MoveValues, Searched,
    ValuedMove,
};
use yomi_draw::{Board, Outline, Picture, Point};

const SIZE: usize = 5;
/// The side of a cell, and where the board begins without a title.
const CELL: f64 = 34.0;
const CORNER: Point = Point { x: 24.0, y: 12.0 };

fn middle(cell: usize) -> Point {
    let (row, column) = (cell / SIZE, cell % SIZE);
    Point::new(
        CORNER.x + CELL * (column as f64 + 0.5),
        CORNER.y + CELL * (row as f64 + 0.5),
    )
}

/// Where the discs of a layer are, and how large.
fn discs(picture: &Picture, layer: &str) -> Vec<(Point, f64)> {
    let shapes = picture.layer(layer);
    shapes
        .filter_map(|shape| match shape.outline {
            Outline::Circle { centre, radius } => Some((centre, radius)),
            _ => None,
        })
        .collect()
}

fn texts(picture: &Picture, layer: &str) -> Vec<String> {
    let shapes = picture.layer(layer);
    shapes
        .filter_map(|shape| match &shape.outline {
            Outline::Text(text) => Some(text.text.clone()),
            _ => None,
        })
        .collect()
}

/// Black in the centre, White beside it with the last move, Black to move.
fn board(values: Option<MoveValues>) -> Board {
    let mut owners = vec![None; SIZE * SIZE];
    owners[12] = Some(Player::First);
    owners[13] = Some(Player::Second);
    let grid = Grid::new(["A", "B", "C", "D", "E"], SIZE).with_points(vec![12]);
    Board {
        position: BoardPosition {
            grid,
            owners,
            last: vec![13],
            to_move: Some(Player::First),
        },
        values,
        outlined: 2,
        explained: Some(0),
        title: None,
    }
}

fn probabilities() -> MoveValues {
    let explanation = Explanation {
        factors: vec![
            Factor::new("pattern", "R2 near", 8.5),
            Factor::new(
                "liberties",
                "takes stones next to a chain of its own in atari",
                2.0,
            ),
        ],
        pattern: Some(MatchedPattern {
            size: 2,
            rows: ["", "", ""].map(str::to_owned).to_vec(),
            cells: vec![3, 7, 8, 9, 13],
        }),
    };
    let moves = vec![
        ValuedMove {
            value: 0.8,
            explanation: Some(explanation),
            ..ValuedMove::new("D4", vec![8])
        },
        ValuedMove {
            value: 0.197,
            ..ValuedMove::new("B2", vec![16])
        },
        ValuedMove {
            value: 0.001,
            ..ValuedMove::new("A1", vec![20])
        },
        ValuedMove {
            value: 0.002,
            ..ValuedMove::new("pass", Vec::new())
        },
    ];
    MoveValues::new("test".to_owned(), Measure::Probability, moves)
}

#[test]
fn stones_are_discs_on_the_points_and_the_last_is_marked() {
    let picture = board(None).picture();
    let stones = discs(&picture, "pieces");
    let places: Vec<Point> = stones.iter().map(|&(centre, _)| centre).collect();
    assert_eq!(places, [middle(12), middle(13)]);
    assert!(stones.iter().all(|&(_, radius)| radius < CELL / 2.0));
    let [black, white] = [0, 1].map(|number| {
        let stone = picture.layer("pieces").nth(number).unwrap();
        stone.fill.unwrap().rgb
    });
    assert!(black.iter().all(|&part| part < 64) && white.iter().all(|&part| part > 192));
    assert_eq!(picture.layer("last").count(), 1);
    assert_eq!(
        texts(&picture, "names"),
        ["5", "4", "3", "2", "1", "A", "B", "C", "D", "E"]
    );
    assert_eq!(picture.layer("values").count(), 0);
}

#[test]
fn likelier_moves_are_larger_and_have_their_percentages() {
    let picture = board(Some(probabilities())).picture();
    let moves = discs(&picture, "values");
    let places: Vec<Point> = moves.iter().map(|&(centre, _)| centre).collect();
    // The best last, so that it lies on top; a pass has no place.
    assert_eq!(places, [middle(20), middle(16), middle(8)]);
    assert!(
        moves.windows(2).all(|pair| pair[0].1 < pair[1].1),
        "{moves:?}"
    );
    assert_eq!(texts(&picture, "values"), ["20", "80"]);
    let list = texts(&picture, "list");
    assert_eq!(list[..4], ["Best moves", "1", "80.00%", "D4  pattern R2"]);
    let why = list.iter().position(|text| text == "Why D4").unwrap();
    assert_eq!(list[why + 1..why + 3], ["×8.50", "pattern: R2 near"]);
    // Long words go on in the next line.
    assert_eq!(
        list[why + 4..].join(" "),
        "liberties: takes stones next to a chain of its own in atari"
    );
    assert!(list.len() > why + 5);
    // The pattern is outlined once, with light around the line.
    assert_eq!(picture.layer("outlines").count(), 2);
    let mut plain = board(Some(probabilities()));
    plain.explained = Some(1);
    assert_eq!(plain.picture().layer("outlines").count(), 0);
}

#[test]
fn moves_of_a_search_have_values_and_visits() {
    let tried = |text: &str, cell, visits, value| ValuedMove {
        searched: Some(Searched {
            visits,
            value: Some(value),
        }),
        ..ValuedMove::new(text, vec![cell])
    };
    let moves = vec![
        tried("D4", 8, 12_345, 0.614),
        tried("B2", 16, 1_500, 0.05),
        tried("A1", 20, 900, 0.4),
        tried("A2", 15, 0, 0.0),
    ];
    let values = MoveValues::searched("uct".to_owned(), moves);
    let picture = board(Some(values)).picture();
    // Only the best have both.
    assert_eq!(
        texts(&picture, "values"),
        ["900", "5.0", "1.5k", "61", "12k"]
    );
    assert!(texts(&picture, "list").contains(&"D4  value 0.614, 12345 visits".to_owned()));
    assert!(texts(&picture, "legend").contains(&"share of the visits, by uct".to_owned()));
}

#[test]
fn the_picture_looks_as_it_always_did() {
    let mut board = board(Some(probabilities()));
    board.title = Some("Patterns".to_owned());
    let svg = board.picture().svg(480);
    let golden =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/golden/points.svg");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&golden, &svg).unwrap();
    }
    assert_eq!(svg, std::fs::read_to_string(golden).unwrap());
}
