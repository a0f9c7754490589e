//! Blokus Duo as people have it: pieces with names and numbered orientations.
//!
//! Besides its squares a placement can be typed as the piece, the number of its orientation, and the square that the
//! cell marked `#` comes to lie on: `F 3 e10`. [`tell`](Interactive::tell) draws the pieces in hand and the orientations of
//! one. The marked cell is the left one of the lowest row, the first in the list of squares.

use crate::board::Board;
use crate::game::{BlokusDuo, Placement};
use crate::notation::{free_square, names_in_hand, objection, parse_square};
use crate::pieces::{self, PIECES, Shape};
use crate::tables::TABLES;
use yomi_core::interactive::{Ink, Sketch, Topic, board_sketch, letter};
use yomi_core::{Interactive, Notation as _, NotationError, Player};

/// How wide a terminal is.
const COLUMNS: usize = 80;

const TOPICS: &[Topic] = &[
    Topic {
        name: "pieces",
        argument: "",
        doc: "the shapes of the pieces in your hand",
    },
    Topic {
        name: "piece",
        argument: "NAME",
        doc: "the orientations of a piece, numbered",
    },
];

impl Interactive for BlokusDuo {
    fn sides(&self) -> [&'static str; 2] {
        ["Purple", "Orange"]
    }

    fn sketch(&self, boards: &[Board], last: Option<Placement>) -> Sketch {
        let Some(board) = boards.last() else {
            return Sketch::new();
        };
        let mut sketch = board_sketch(self, boards, last, |cell| free_square(board, cell));
        for player in Player::BOTH {
            sketch.end_line();
            let name = self.sides()[player.index()];
            sketch.add(Ink::Piece(player), format!("{name} ({})", letter(player)));
            let (score, names) = (self.points(board, player), names_in_hand(board, player));
            sketch.add(Ink::Plain, format!(" {score:2} points, has {names}"));
        }
        sketch
    }

    fn parse_typed(&self, board: &Board, text: &str) -> Result<Placement, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let piece = words.first().and_then(|word| piece_named(word));
        // The name of a long bar is that of a square, too: alone it is the square.
        let is_square = matches!(*words.as_slice(), [word] if parse_square(word).is_some());
        let (Some(piece), false) = (piece, is_square) else {
            return self.parse_action(board, text);
        };
        let wrong = |expected: String| NotationError::new(text, &expected);
        let (number, square) = match words[1..] {
            // As described: the name and all squares.
            [squares] if squares.contains(',') => {
                let placement = self.parse_action(board, squares)?;
                let found = usize::from(TABLES.form(placement.0).piece);
                return match found == piece {
                    true => Ok(placement),
                    false => Err(wrong(format!("the squares of {}", pieces::name(piece)))),
                };
            }
            [square] => (None, square),
            [number, square] => (Some(number), square),
            _ => return Err(wrong(typed_format(piece))),
        };
        let at = parse_square(square).ok_or_else(|| wrong(typed_format(piece)))?;
        let turned = orientations(piece);
        let placed = |shape: &Shape| shape_at(shape, at);
        if let Some(number) = number {
            let number: usize = number.parse().unwrap_or(0);
            let shape = (number > 0).then(|| turned.get(number - 1)).flatten();
            let shape = shape.ok_or_else(|| {
                let name = pieces::name(piece);
                wrong(format!(
                    "an orientation of {name} from 1 to {}",
                    turned.len()
                ))
            })?;
            let placement =
                placed(shape).ok_or_else(|| wrong("squares on the board".to_owned()))?;
            return match objection(board, placement) {
                None => Ok(placement),
                Some(expected) => Err(wrong(expected)),
            };
        }
        let fitting: Vec<(usize, Placement)> = (1..)
            .zip(&turned)
            .filter_map(|(number, shape)| Some((number, placed(shape)?)))
            .filter(|&(_, placement)| objection(board, placement).is_none())
            .collect();
        match fitting.as_slice() {
            [(_, placement)] => Ok(*placement),
            [] => {
                let only = (turned.len() == 1).then(|| placed(&turned[0])).flatten();
                Err(wrong(
                    only.and_then(|placement| objection(board, placement))
                        .unwrap_or_else(|| {
                            format!(
                                "a place where {} fits with its # on {square}",
                                pieces::name(piece)
                            )
                        }),
                ))
            }
            several => {
                let numbers: Vec<String> = several
                    .iter()
                    .map(|(number, _)| number.to_string())
                    .collect();
                Err(wrong(format!(
                    "one of the orientations {}",
                    numbers.join(", ")
                )))
            }
        }
    }

    fn typed_format(&self) -> String {
        "the squares of the piece such as e10,f10,f11, or its name, orientation and the square of \
         its # such as F 3 e10 ('pieces', 'piece F')"
            .to_owned()
    }

    fn describe_action(&self, board: &Board, placement: Placement) -> String {
        let piece = pieces::name(TABLES.form(placement.0).piece.into());
        format!("{piece} {}", self.format_action(board, placement))
    }

    fn topics(&self) -> &'static [Topic] {
        TOPICS
    }

    fn tell(&self, board: &Board, topic: &str, argument: &str) -> Result<Sketch, String> {
        let mover = board.mover();
        match (topic, argument.trim()) {
            ("pieces", "") => {
                let hand = (0..PIECES).filter(|piece| board.hand(mover) >> piece & 1 == 1);
                let shown = hand.map(|piece| (pieces::name(piece).to_owned(), flat(piece)));
                Ok(side_by_side(&shown.collect::<Vec<_>>(), mover))
            }
            ("piece", name) => {
                let piece = piece_named(name).ok_or_else(|| {
                    let names: Vec<&str> = (0..PIECES).map(pieces::name).collect();
                    format!("one of {}", names.join(" "))
                })?;
                let numbered = (1..).zip(orientations(piece));
                let shown = numbered.map(|(number, shape): (usize, _)| (number.to_string(), shape));
                Ok(side_by_side(&shown.collect::<Vec<_>>(), mover))
            }
            _ => Err(format!("nothing behind '{topic}'")),
        }
    }
}

/// How a placement of a piece is typed.
fn typed_format(piece: usize) -> String {
    let name = pieces::name(piece);
    format!(
        "{name}, the number of its orientation and a square, such as {name} 1 e10 ('piece {name}')"
    )
}

fn piece_named(text: &str) -> Option<usize> {
    (0..PIECES).find(|&piece| pieces::name(piece).eq_ignore_ascii_case(text))
}

/// The orientations of a piece; their numbers count from 1.
fn orientations(piece: usize) -> Vec<Shape> {
    let shapes = pieces::shapes().into_iter();
    shapes
        .filter(|shape| usize::from(shape.piece) == piece)
        .collect()
}

/// The orientation that needs the fewest rows.
fn flat(piece: usize) -> Shape {
    let mut shapes = orientations(piece);
    shapes.sort_by_key(|shape| shape.height);
    shapes.swap_remove(0)
}

/// The cell of a shape by which it is placed.
fn anchor(shape: &Shape) -> (i8, i8) {
    let lowest = shape.squares.iter().map(|&(_, y)| y).max().unwrap_or(0);
    let row = shape.squares.iter().filter(|&&(_, y)| y == lowest);
    (row.map(|&(x, _)| x).min().unwrap_or(0), lowest)
}

/// The shape with its anchor on a square, if all of it is on the board.
fn shape_at(shape: &Shape, (x, y): (u8, u8)) -> Option<Placement> {
    let (left, low) = anchor(shape);
    let place = |(dx, dy): (i8, i8)| {
        let x = u8::try_from(i16::from(x) + i16::from(dx - left)).ok()?;
        let y = u8::try_from(i16::from(y) + i16::from(dy - low)).ok()?;
        Some((x, y))
    };
    let squares: Option<Vec<(u8, u8)>> = shape.squares.iter().copied().map(place).collect();
    TABLES.find(&squares?).map(Placement)
}

/// Shapes under their titles, as many in a row as there is room for.
fn side_by_side(shown: &[(String, Shape)], player: Player) -> Sketch {
    let width = |(title, shape): &(String, Shape)| title.len().max(usize::from(shape.width)) + 3;
    let mut sketch = Sketch::new();
    let mut rest = shown;
    while !rest.is_empty() {
        let mut used = 0;
        let fitting = rest.iter().take_while(|shown| {
            used += width(shown);
            used <= COLUMNS
        });
        let (row, after) = rest.split_at(fitting.count().max(1));
        if rest.len() < shown.len() {
            sketch.end_line();
        }
        for one in row {
            sketch.add(Ink::Plain, format!("{:<w$}", one.0, w = width(one)));
        }
        let height = row.iter().map(|(_, shape)| shape.height).max().unwrap_or(0);
        for y in 0..height as i8 {
            sketch.end_line();
            for one in row {
                draw_row(&mut sketch, &one.1, y, width(one), player);
            }
        }
        if !after.is_empty() {
            sketch.end_line();
        }
        rest = after;
    }
    sketch
}

fn draw_row(sketch: &mut Sketch, shape: &Shape, y: i8, width: usize, player: Player) {
    for x in 0..width as i8 {
        if !shape.squares.contains(&(x, y)) {
            sketch.add(Ink::Plain, " ");
        } else if (x, y) == anchor(shape) {
            sketch.add(Ink::Tile(player), "#");
        } else {
            sketch.add(Ink::Tile(player), letter(player).to_string());
        }
    }
}
