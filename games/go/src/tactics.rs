//! Tactics from liberty counts: captures, escapes and self-atari. They are cheap enough for playouts,
//! since chains keep sets of their liberties.

use crate::bits::Bits;
use crate::board::{Board, Point, each_way};
use crate::vertex::Vertex;
use yomi_core::Player;

impl<const W: usize> Board<W> {
    /// The last liberty of the chain of a stone, if it has just one.
    #[inline(always)]
    pub fn atari(&self, stone: Vertex) -> Option<Vertex> {
        self.liberties(stone).single()
    }

    /// The liberties that the chain of a stone on an empty point would have. Where it captures
    /// several stones and joins others, all of theirs are counted: some may not be next to it, but
    /// one that frees its own stones is none to worry about.
    #[inline(always)]
    pub fn liberties_after(&self, point: Vertex, player: Player) -> Bits<W> {
        let around = self.surroundings(point);
        let neighbours = point.neighbours::<W>();
        let mut liberties = Bits::EMPTY;
        each_way(|way| liberties.insert_if(around.is(way, Point::Empty), neighbours[way]));
        for way in around.ways_to(player) {
            liberties = liberties.or(self.liberties(neighbours[way]));
        }
        for way in around.ways_to(player.other()) {
            let near = neighbours[way];
            if !self.liberties(near).is_several() {
                liberties.insert(near);
                if self.chain_length(near) > 1 && around.ways_to(player).next().is_some() {
                    liberties = self.chain_stones(near).fold(liberties, |mut all, stone| {
                        all.insert(stone);
                        all
                    });
                }
            }
        }
        liberties.remove(point);
        liberties
    }

    /// Whether a stone on an empty point could be captured at once.
    #[inline(always)]
    pub fn is_self_atari(&self, point: Vertex, player: Player) -> bool {
        // Two empty neighbours are two liberties.
        self.surroundings(point).empty_neighbours() < 2
            && !self.liberties_after(point, player).is_several()
    }

    /// How many stones would be in atari after a stone on an empty point; 0 if none.
    #[inline(always)]
    pub fn self_atari(&self, point: Vertex, player: Player) -> u32 {
        if !self.is_self_atari(point, player) {
            return 0;
        }
        let neighbours = point.neighbours::<W>();
        let mut stones = 1;
        let mut seen = [Vertex::PASS; 4];
        for way in self.surroundings(point).ways_to(player) {
            let chain = self.chain(neighbours[way]);
            if !seen.contains(&chain) {
                stones += self.chain_length(neighbours[way]);
                seen[way] = chain;
            }
        }
        stones
    }

    /// Calls `found` with every point where a player takes a chain that is in atari and next to
    /// the chain of a stone.
    #[inline(always)]
    pub(crate) fn holding_captures(
        &self,
        stone: Vertex,
        player: Player,
        mut found: impl FnMut(Vertex),
    ) {
        let mut now = stone;
        loop {
            let neighbours = now.neighbours::<W>();
            for way in self.surroundings(now).ways_to(player.other()) {
                if let Some(capture) = self.atari(neighbours[way])
                    && self.is_legal(capture, player)
                {
                    found(capture);
                }
            }
            now = self.next_stone(now);
            if now == stone {
                break;
            }
        }
    }

    /// Calls `found` with every point where a player saves a chain in atari: taking one that holds
    /// it, or running out to two liberties.
    #[inline(always)]
    pub(crate) fn rescues(&self, stone: Vertex, player: Player, mut found: impl FnMut(Vertex)) {
        let Some(last) = self.atari(stone) else {
            return;
        };
        self.holding_captures(stone, player, &mut found);
        if self.is_legal(last, player) && !self.is_self_atari(last, player) {
            found(last);
        }
    }
}
