//! The board for pictures.

use crate::board::Point;
use crate::game::Go;
use crate::notation::is_star;
use crate::position::Position;
use crate::vertex::Vertex;
use yomi_core::Player;
use yomi_core::pictured::{Grid, Pictured};

/// The number of a point among the cells of a board of this size, which begin at the upper left.
pub(crate) fn cell<const W: usize>(point: Vertex, size: usize) -> usize {
    let (column, row) = point.place::<W>();
    (size - 1 - row) * size + column
}

impl<const W: usize> Pictured for Go<W> {
    fn grid(&self) -> Grid {
        let size = self.size();
        let letters = (0..size).map(|column| {
            let name = Vertex::at::<W>(column, 0).text::<W>();
            name[..1].to_owned()
        });
        let dots = (0..size * size).filter(|cell| is_star(cell % size, cell / size, size));
        Grid::new(letters, size).with_points(dots.collect())
    }

    fn owner(&self, position: &Position<W>, cell: usize) -> Option<Player> {
        let size = self.size();
        let point = Vertex::at::<W>(cell % size, size - 1 - cell / size);
        match position.board.point(point) {
            Point::Black => Some(Player::First),
            Point::White => Some(Player::Second),
            Point::Empty | Point::Outside => None,
        }
    }

    fn cells(&self, _: &Position<W>, vertex: Vertex) -> Vec<usize> {
        let point = (!vertex.is_pass()).then(|| cell::<W>(vertex, self.size()));
        point.into_iter().collect()
    }

    fn last(&self, position: &Position<W>) -> Vec<usize> {
        let point = position.last_stone();
        let cell = point.map(|point| cell::<W>(point, self.size()));
        cell.into_iter().collect()
    }
}
