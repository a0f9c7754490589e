//! The sheet from above, on its side: stones come from the left, so the left of the thrower is up.

use super::{SIDES, from_tee, label, place_text};
use crate::{Curling, STONES, State, Vector, World, owner};
use yomi_core::Player;
use yomi_core::interactive::{Ink, Sketch};

/// Letters in a row: from a little before the hog line to a little behind the back line.
const COLUMNS: usize = 66;
/// Rows from one side line to the other. With what is said around it all fits 24 lines.
const ROWS: usize = 17;
/// Metres before the hog line that are to be seen.
const MARGIN: f64 = 0.15;

/// Where else a label goes, nearest first, if another one is in its place.
const SHIFTS: [isize; 9] = [0, 1, -1, 2, -2, 3, -3, 4, -4];

/// The letters of the picture and what they are.
struct Canvas {
    world: World,
    cells: [[(Ink, char); COLUMNS]; ROWS],
}

impl Canvas {
    /// Ice, house and lines.
    fn empty(world: World) -> Canvas {
        let sheet = world.sheet();
        let mut canvas = Canvas {
            world,
            cells: [[(Ink::Faint, ' '); COLUMNS]; ROWS],
        };
        let tee = sheet.tee;
        for radius in [sheet.house_radius, 1.22, 0.61] {
            for degree in 0..720 {
                let (sin, cos) = libm::sincos((f64::from(degree) / 2.0).to_radians());
                let at = Vector::new(tee.x + radius * cos, tee.y + radius * sin);
                canvas.put(at, Ink::Faint, '.');
            }
        }
        for (y, letter) in [(sheet.hog_line, '|'), (sheet.back_line, '|')] {
            for row in 0..ROWS {
                if let Some((_, column)) = canvas.place(Vector::new(tee.x, y)) {
                    canvas.cells[row][column] = (Ink::Faint, letter);
                }
            }
        }
        canvas.put(tee, Ink::Mark, '+');
        canvas
    }

    /// The row and the column of a place, if it is to be seen.
    fn place(&self, at: Vector) -> Option<(usize, usize)> {
        let sheet = self.world.sheet();
        let seen_from = (sheet.hog_line - sheet.tee.y) * sheet.forward - MARGIN;
        let seen_to = (sheet.back_line - sheet.tee.y) * sheet.forward + 2.0 * MARGIN;
        let (right, behind) = from_tee(self.world, at);
        let row = (right + (sheet.right - sheet.left) / 2.0) / (sheet.right - sheet.left);
        let column = (behind - seen_from) / (seen_to - seen_from);
        let (row, column) = (row * ROWS as f64, column * COLUMNS as f64);
        let is_seen = (0.0..ROWS as f64).contains(&row) && (0.0..COLUMNS as f64).contains(&column);
        is_seen.then_some((row as usize, column as usize))
    }

    fn put(&mut self, at: Vector, ink: Ink, letter: char) {
        if let Some((row, column)) = self.place(at) {
            self.cells[row][column] = (ink, letter);
        }
    }

    /// Writes a stone's label with its middle at the place.
    fn stone(&mut self, at: Vector, ink: Ink, label: &str) {
        let Some((row, column)) = self.place(at) else {
            return;
        };
        let middle = column.saturating_sub(label.len() / 2);
        let last = COLUMNS - label.len();
        // Beside a stone that is there already, if there is room; stones that touch are two or three letters apart.
        let places = SHIFTS
            .iter()
            .filter_map(|&shift| middle.checked_add_signed(shift));
        let mut places = places.map(|first| first.min(last));
        let cells = &self.cells[row];
        let is_free = |&first: &usize| {
            let around = first.saturating_sub(1)..(first + label.len() + 1).min(COLUMNS);
            cells[around]
                .iter()
                .all(|(ink, _)| matches!(ink, Ink::Faint | Ink::Mark))
        };
        let first = places.find(is_free).unwrap_or(middle.min(last));
        for (cell, letter) in self.cells[row][first..].iter_mut().zip(label.chars()) {
            *cell = (ink, letter);
        }
    }
}

/// The state, and what the throw before it led to.
pub(super) fn draw(game: &Curling, before: Option<&State>, state: &State) -> Sketch {
    let mut sketch = Sketch::new();
    sketch.add(Ink::Plain, heading(game, state));
    sketch.end_line();
    if let Some(text) = before.map(|before| result(game, before, state)) {
        sketch.add(Ink::Plain, text);
        sketch.end_line();
    }
    let last = before.map(|before| usize::from(before.shot));
    let mut canvas = Canvas::empty(game.world);
    for (number, at) in state.stones.iter() {
        let player = owner(number, state.first);
        let is_last = last == Some(number);
        let label = label(number, player);
        match is_last {
            true => canvas.stone(at, Ink::Last(player), &label.to_lowercase()),
            false => canvas.stone(at, Ink::Piece(player), &label),
        }
    }
    let border = format!(" {}", "-".repeat(COLUMNS));
    sketch.add(Ink::Faint, &border);
    for row in &canvas.cells {
        sketch.end_line();
        sketch.add(Ink::Faint, " ");
        let end = row.iter().rposition(|&(_, letter)| letter != ' ');
        for (ink, letter) in &row[..end.map_or(0, |last| last + 1)] {
            sketch.add(*ink, letter.to_string());
        }
    }
    sketch.end_line();
    sketch.add(Ink::Faint, border);
    sketch
}

/// `End 2 of 10, stone 5 of 16. Red 1, Yellow 0. Yellow has the last stone.`
fn heading(game: &Curling, state: &State) -> String {
    let [red, yellow] =
        Player::BOTH.map(|player| format!("{} {}", SIDES[player.index()], state.total(player)));
    if game.is_over(state) {
        return format!("{red}, {yellow}.");
    }
    let end = u32::from(state.end) + 1;
    let end = match end > game.ends {
        true => format!("Extra end {}", end - game.ends),
        false => format!("End {end} of {}", game.ends),
    };
    let hammer = SIDES[state.hammer().index()];
    let throw = state.shot + 1;
    format!("{end}, stone {throw} of {STONES}. {red}, {yellow}. {hammer} has the last stone.")
}

/// What became of the stone that was thrown.
fn result(game: &Curling, before: &State, state: &State) -> String {
    let number = usize::from(before.shot);
    let mover = before.to_move();
    if (before.end, before.shot) == (state.end, state.shot) {
        return String::new();
    }
    if before.end != state.end {
        let scored = Player::BOTH.map(|player| state.total(player) - before.total(player));
        let end = u32::from(before.end) + 1;
        return match scored {
            [0, 0] => format!("End {end} is over: nobody scored."),
            [points, 0] => format!("End {end} is over: {} scored {points}.", SIDES[0]),
            [_, points] => format!("End {end} is over: {} scored {points}.", SIDES[1]),
        };
    }
    let name = label(number, mover);
    match state.stones.get(number) {
        Some(at) => format!("{name} lies {}.", place_text(game.world, at)),
        None => format!("{name} is out of play."),
    }
}
