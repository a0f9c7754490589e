//! When not to pass.
//!
//! To a search a pass is a move like any other: it is best where two passes win by area, every
//! stone counted. People and programs that agree about dead stones first count otherwise, so a
//! pass that is right by the rules can still lose the game to them. It is made only if it wins by
//! both ways of counting (or draws), or if nothing else is left that does not fill an own eye.

use crate::game::Go;
use crate::position::Position;
use crate::vertex::Vertex;
use std::cmp::Ordering;
use yomi_core::{Player, Report, Rng, Scored as _, Territorial as _};

impl<const W: usize> Go<W> {
    /// Puts the best other move in front where a pass would lose once dead stones are taken off.
    pub fn reconsider(&self, position: &Position<W>, report: &mut Report<Vertex>, rng: &mut Rng) {
        if !report.best.is_pass() {
            return;
        }
        let Some(other) = report
            .moves
            .iter()
            .position(|entry| !entry.action.is_pass())
        else {
            return;
        };
        let by_area = Player::BOTH.map(|player| self.score(position, player));
        let settled = self.settlement(position, rng).points;
        let me = position.mover().index();
        if order(settled, me) >= order(by_area, me) {
            return;
        }
        let entry = report.moves.remove(other);
        report.best = entry.action;
        report.line = vec![entry.action];
        if let Some(value) = entry.value {
            report.value = value;
        }
        report.proven = entry.proven;
        report.moves.insert(0, entry);
    }
}

/// Whether a player is ahead, level or behind.
fn order(points: [f64; 2], player: usize) -> Ordering {
    points[player].total_cmp(&points[1 - player])
}
