//! Go as the rules say it, as plainly as it can be written.
//!
//! The board is a drawing: one letter per point, row by row from the top left. Chains, liberties
//! and areas are found by walking, every time. All boards of a game are kept, and a move that
//! would draw one of them again is refused (positional superko). Suicide is refused. Nothing here
//! is shared with the crate.

use std::collections::BTreeSet;

/// What a point of the drawing may be. Black's stones are `X`.
pub const EMPTY: char = '.';

/// A point: row from the top, column from the left.
pub type Place = (usize, usize);

/// Why a stone may not be put down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is a stone already.
    Occupied,
    /// Its chain would have no liberty.
    Suicide,
    /// The board was the same so many plies ago (passes counted), latest time.
    Repeats(usize),
}

/// A game and all its boards.
#[derive(Clone)]
pub struct Oracle {
    pub size: usize,
    /// Boards after each ply, the starting one first.
    pub boards: Vec<Vec<char>>,
    /// Who moves: `X` or `O`.
    pub mover: char,
    pub passes: usize,
}

pub fn other(colour: char) -> char {
    if colour == 'X' { 'O' } else { 'X' }
}

impl Oracle {
    pub fn new(size: usize) -> Oracle {
        Oracle::set_up(size, vec![EMPTY; size * size], 'X')
    }

    pub fn set_up(size: usize, board: Vec<char>, mover: char) -> Oracle {
        assert_eq!(board.len(), size * size);
        Oracle {
            size,
            boards: vec![board],
            mover,
            passes: 0,
        }
    }

    pub fn board(&self) -> &[char] {
        self.boards.last().unwrap()
    }

    pub fn at(&self, (row, column): Place) -> char {
        self.board()[row * self.size + column]
    }

    pub fn places(&self) -> Vec<Place> {
        let size = self.size;
        (0..size)
            .flat_map(|row| (0..size).map(move |column| (row, column)))
            .collect()
    }

    /// `E5`: letters from the left without `I`, numbers from the bottom.
    pub fn name(&self, (row, column): Place) -> String {
        let letter = "ABCDEFGHJKLMNOPQRST".chars().nth(column).unwrap();
        format!("{letter}{}", self.size - row)
    }

    /// The point with that name.
    pub fn place(&self, name: &str) -> Place {
        let named = |&place: &Place| self.name(place) == name;
        self.places().into_iter().find(named).expect("a point")
    }

    /// The board after a stone and what it captures, and how many those are.
    pub fn after(&self, place: Place) -> Result<(Vec<char>, usize), Refusal> {
        let size = self.size;
        if self.at(place) != EMPTY {
            return Err(Refusal::Occupied);
        }
        let mut board = self.board().to_vec();
        board[place.0 * size + place.1] = self.mover;
        let mut captured = 0;
        for near in neighbours(size, place) {
            if board[near.0 * size + near.1] == other(self.mover)
                && liberties(size, &board, near).is_empty()
            {
                for (row, column) in chain(size, &board, near) {
                    board[row * size + column] = EMPTY;
                    captured += 1;
                }
            }
        }
        if liberties(size, &board, place).is_empty() {
            return Err(Refusal::Suicide);
        }
        match self.boards.iter().rev().position(|old| *old == board) {
            // The board now is one ply before the one to come.
            Some(ago) => Err(Refusal::Repeats(ago + 1)),
            None => Ok((board, captured)),
        }
    }

    pub fn legal(&self) -> Vec<Place> {
        let places = self.places().into_iter();
        places.filter(|&place| self.after(place).is_ok()).collect()
    }

    /// Plays a legal move, `None` to pass; how many stones it captures.
    pub fn play(&mut self, place: Option<Place>) -> usize {
        let (board, captured) = match place {
            Some(place) => self.after(place).expect("a legal move"),
            None => (self.board().to_vec(), 0),
        };
        self.passes = if place.is_some() { 0 } else { self.passes + 1 };
        self.boards.push(board);
        self.mover = other(self.mover);
        captured
    }

    pub fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// A player's stones, and the empty points from which only they can be reached.
    pub fn area(&self, colour: char) -> usize {
        let mut owned = 0;
        let mut looked_at = BTreeSet::new();
        for place in self.places() {
            if self.at(place) == colour {
                owned += 1;
            } else if self.at(place) == EMPTY && !looked_at.contains(&place) {
                let region = chain(self.size, self.board(), place);
                let around = region.iter().flat_map(|&at| neighbours(self.size, at));
                let colours: BTreeSet<char> = around.map(|at| self.at(at)).collect();
                if colours.contains(&colour) && !colours.contains(&other(colour)) {
                    owned += region.len();
                }
                looked_at.extend(region);
            }
        }
        owned
    }

    /// Whether an empty point is a one-point eye of a player: all neighbours are the player's
    /// stones, and the opponent holds too few of the diagonal points to make it false: in the
    /// middle of the board at most one of four, at the edge and in the corner none.
    pub fn is_eye(&self, place: Place, colour: char) -> bool {
        let near = neighbours(self.size, place);
        let across = diagonals(self.size, place);
        let lost = across.iter().filter(|&&at| self.at(at) == other(colour));
        let allowed = if across.len() == 4 { 1 } else { 0 };
        self.at(place) == EMPTY
            && near.iter().all(|&at| self.at(at) == colour)
            && lost.count() <= allowed
    }

    /// The board and the mover as one line of text, a ko (if given) behind.
    pub fn text(&self, ko: Option<Place>) -> String {
        let row_text = |row: &[char]| {
            let mut text = String::new();
            let mut run = 0;
            for &point in row {
                if point == EMPTY {
                    run += 1;
                } else {
                    if run > 0 {
                        text += &run.to_string();
                    }
                    run = 0;
                    text.push(point);
                }
            }
            if run > 0 {
                text += &run.to_string();
            }
            text
        };
        let rows: Vec<String> = self.board().chunks(self.size).map(row_text).collect();
        let mover = if self.mover == 'X' { "b" } else { "w" };
        let ko = ko.map(|place| format!(" {}", self.name(place)));
        format!("{} {mover}{}", rows.join("/"), ko.unwrap_or_default())
    }
}

/// The points next to a point.
pub fn neighbours(size: usize, place: Place) -> Vec<Place> {
    shifted(size, place, &[(-1, 0), (1, 0), (0, -1), (0, 1)])
}

/// The points diagonally next to a point.
fn diagonals(size: usize, place: Place) -> Vec<Place> {
    shifted(size, place, &[(-1, -1), (1, 1), (1, -1), (-1, 1)])
}

fn shifted(size: usize, (row, column): Place, shifts: &[(i32, i32)]) -> Vec<Place> {
    let inside = |at: i32| (0..size as i32).contains(&at);
    shifts
        .iter()
        .map(|(down, right)| (row as i32 + down, column as i32 + right))
        .filter(|&(row, column)| inside(row) && inside(column))
        .map(|(row, column)| (row as usize, column as usize))
        .collect()
}

/// All points that are connected to a point by points like it.
pub fn chain(size: usize, board: &[char], place: Place) -> BTreeSet<Place> {
    let colour = board[place.0 * size + place.1];
    let mut found = BTreeSet::from([place]);
    let mut to_visit = vec![place];
    while let Some(at) = to_visit.pop() {
        for near in neighbours(size, at) {
            if board[near.0 * size + near.1] == colour && found.insert(near) {
                to_visit.push(near);
            }
        }
    }
    found
}

/// The empty points next to a chain.
pub fn liberties(size: usize, board: &[char], place: Place) -> BTreeSet<Place> {
    chain(size, board, place)
        .into_iter()
        .flat_map(|stone| neighbours(size, stone))
        .filter(|near| board[near.0 * size + near.1] == EMPTY)
        .collect()
}
