//! Boards of cells in letters.

use super::{Ink, Sketch};
use crate::Player;
use crate::pictured::{Lines, Pictured};

/// The letters of both players.
const LETTERS: [char; 2] = ['X', 'O'];

/// Draws the last of `states`: `X` and `O` are the first and the second player's, a last move on one cell
/// stands in parentheses, one on several cells is in small letters. `free` is what a free cell shows.
///
/// ```text
///    A B C D E
///  5 . . . . . 5
///  4 . . O . . 4
///  3 . .(X). . 3
/// ```
pub fn board_sketch<G: Pictured>(
    game: &G,
    states: &[G::State],
    last: Option<G::Action>,
    free: impl Fn(usize) -> (Ink, char),
) -> Sketch {
    let mut sketch = Sketch::new();
    let Some((state, earlier)) = states.split_last() else {
        return sketch;
    };
    let board = game.board(state);
    let marked = match (earlier.last(), last) {
        (Some(before), Some(action)) => game.cells(before, action),
        _ => board.last.clone(),
    };
    let grid = &board.grid;
    let is_lined = grid.lines != Lines::Between;
    let longest = grid.rows.iter().map(String::len).max().unwrap_or(0);
    let width = longest.max(if is_lined { 2 } else { 1 });
    let columns = format!("{:width$} {}", "", grid.columns.join(" "));
    if is_lined {
        sketch.add(Ink::Faint, &columns);
        sketch.end_line();
    }
    for (row, name) in grid.rows.iter().enumerate() {
        sketch.add(Ink::Faint, format!("{name:>width$}"));
        let first = row * grid.columns.len();
        let cells = (first..first + grid.columns.len()).map(|cell| {
            let is_last = marked.len() > 1 && marked.contains(&cell);
            match board.owners[cell] {
                Some(player) if is_last => (
                    Ink::Last(player),
                    LETTERS[player.index()].to_ascii_lowercase(),
                ),
                Some(player) if marked.len() > 1 || !is_lined => {
                    (Ink::Tile(player), LETTERS[player.index()])
                }
                Some(player) => (Ink::Piece(player), LETTERS[player.index()]),
                None => free(cell),
            }
        });
        let single = marked.first().filter(|&&cell| {
            marked.len() == 1 && cell >= first && cell < first + grid.columns.len()
        });
        let single = single.and_then(|&cell| Some((cell - first, board.owners[cell]?)));
        sketch.cells(cells, single);
        if is_lined {
            let is_closed = single.is_some_and(|(column, _)| column + 1 == grid.columns.len());
            let space = if is_closed { "" } else { " " };
            sketch.add(Ink::Faint, format!("{space}{name}"));
        }
        sketch.end_line();
    }
    sketch.add(Ink::Faint, columns);
    sketch
}

/// A free cell of a board on which nothing else is to be seen.
pub fn free_cell(_: usize) -> (Ink, char) {
    (Ink::Faint, '.')
}

/// What the letter of a player is on boards of cells.
pub fn letter(player: Player) -> char {
    LETTERS[player.index()]
}
