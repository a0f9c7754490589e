//! Post-processing of passes.
//!
//! To a search a pass is a move like any other: it is best where two passes win by area, every
//! stone counted. Players who agree about dead stones before scoring count differently, so a
//! pass that is right by the rules can still lose the game. Where players may agree,
//!
//! - no engine passes as long as more than half of the board is empty and there is another move;
//! - a pass after which dead stones would cost the game (or the draw) is not made as long as there
//!   is another move that fills no own eye and is not proven to lose;
//! - when the opponent has passed and a pass wins by both ways of counting, the engine passes, even
//!   if other moves would win as well.
//!
//! Which stones are dead is found by playouts after the search, for which some of the time of a move
//! must be left ([`Go::may_reconsider`]). What they are not sure of counts against the engine: by area, playing on costs little.

use crate::game::Go;
use crate::position::Position;
use crate::vertex::Vertex;
use std::cmp::Ordering;
use yomi_core::{Budget, MoveReport, Player, Proven, Report, Rng, Scored as _};

impl<const W: usize> Go<W> {
    /// Whether [`Go::reconsider`] may take playouts here: once half of the board is full.
    pub fn may_reconsider(&self, position: &Position<W>) -> bool {
        self.has_agreement() && !self.is_early(position)
    }

    fn is_early(&self, position: &Position<W>) -> bool {
        2 * position.board().vacant_count() > (self.size() * self.size()) as u32
    }

    /// Puts the pass in front, or the best other move instead of it, where that is better.
    pub fn reconsider(
        &self,
        position: &Position<W>,
        report: &mut Report<Vertex>,
        budget: &mut Budget,
        rng: &mut Rng,
    ) {
        let passes = report.best.is_pass();
        if !self.has_agreement() || (!passes && position.passes() == 0) {
            return;
        }
        let me = position.mover().index();
        let by_area = order(Player::BOTH.map(|player| self.score(position, player)), me);
        let is_early = self.is_early(position);
        if !passes && (is_early || by_area != Ordering::Greater) {
            return;
        }
        let settled = match is_early {
            true => Ordering::Less,
            false => {
                let points = self.points_within(position, position.mover(), budget, rng);
                order(points, me)
            }
        };
        let is_wanted = |entry: &MoveReport<Vertex>| match passes {
            true => {
                (is_early || settled < by_area)
                    && !entry.action.is_pass()
                    && entry.proven != Some(Proven::Loss)
            }
            false => settled == Ordering::Greater && entry.action.is_pass(),
        };
        let mut moves = report.moves.iter();
        let Some(other) = moves.position(is_wanted) else {
            return;
        };
        let entry = report.moves.remove(other);
        report.best = entry.action;
        report.line = vec![entry.action];
        // The value stays what the search found: that of the game by the letter of the rules.
        report.moves.insert(0, entry);
    }
}

/// Whether a player is ahead, level or behind.
fn order(points: [f64; 2], player: usize) -> Ordering {
    points[player].total_cmp(&points[1 - player])
}
