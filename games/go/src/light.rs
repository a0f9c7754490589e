//! Light playouts: any legal move that fills no own eye, each as likely; a pass only when there is
//! none. Two passes end the game, and every stone left on the board counts.
//!
//! A point is drawn from the list of empty ones until it may be played, which is uniform over
//! those that may (rejection sampling). Towards the end nearly all are eyes or suicide; so after a
//! few misses the rest are looked through, and one is drawn from those that may be played.
//!
//! Repetitions longer than a simple ko are not looked for. They are rare, and a playout that runs
//! into one is cut off and counted as it stands.

use crate::board::Board;
use crate::vertex::Vertex;
use yomi_core::{Player, Rng};

/// Draws before the list is looked through.
const DRAWS: u32 = 6;

impl<const W: usize> Board<W> {
    /// Whether a playout may put a stone on an empty point.
    #[inline(always)]
    pub fn is_playable(&self, point: Vertex, player: Player) -> bool {
        // With an empty neighbour it is neither suicide nor an eye, nor a ko.
        self.has_empty_neighbour(point)
            || (!self.is_eye(point, player) && self.is_legal(point, player))
    }

    /// A point that a playout may put a stone on, each as likely; a pass if there is none.
    #[inline(always)]
    pub fn draw(&self, player: Player, rng: &mut Rng) -> Vertex {
        let count = self.vacant_count();
        for _ in 0..DRAWS {
            let point = self.vacant(rng.below(count));
            if count > 0 && self.is_playable(point, player) {
                return point;
            }
        }
        self.draw_listed(player, rng)
    }

    /// The same by looking at all empty points.
    fn draw_listed(&self, player: Player, rng: &mut Rng) -> Vertex {
        let mut playable = [[0u16; 64]; W];
        let playable = playable.as_flattened_mut();
        let mut count = 0;
        for number in 0..self.vacant_count() {
            let point = self.vacant(number);
            if self.is_playable(point, player) {
                playable[count] = point.index() as u16;
                count += 1;
            }
        }
        if count == 0 {
            return Vertex::PASS;
        }
        Vertex::from_index(playable[rng.below(count as u32) as usize].into())
    }
}

/// How many moves a playout may take, more than twice as many as it does on average: what goes on
/// longer nearly always goes round in circles.
pub(crate) fn longest_playout(size: usize) -> u32 {
    (3 * size * size) as u32
}
