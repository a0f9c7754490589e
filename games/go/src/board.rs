//! The board: stones, chains, liberties, captures.
//!
//! Every chain knows the set of its liberties as bits, so "in atari" and "which are the last two
//! liberties" are a few instructions, without walking along stones. Stones of a chain form a ring
//! (each names the next) under the number of one of them, the head; when chains join, the smaller
//! one is renamed. Empty points are listed, so that drawing one at random takes a single number.
//!
//! The board knows captures, suicide and simple ko. Who is to move, passes and longer repetitions
//! are for [`Position`](crate::Position).

use crate::bits::Bits;
use crate::surroundings::Surroundings;
use crate::vertex::Vertex;
use crate::zobrist::stone_key;
use yomi_core::Player;

/// The contents of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Point {
    /// Nothing.
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// The edge of the world.
    Outside = 3,
}

impl Point {
    /// A stone of this player.
    #[inline(always)]
    pub const fn stone(player: Player) -> Point {
        match player {
            Player::First => Point::Black,
            Player::Second => Point::White,
        }
    }
}

/// Does something for each of the four directions. Written out, since a loop is not always
/// unrolled, and this is where playouts spend their time.
#[inline(always)]
pub(crate) fn each_way(mut act: impl FnMut(usize)) {
    act(0);
    act(1);
    act(2);
    act(3);
}

/// Numbers for each place of the frame.
type PerPoint<T, const W: usize> = [[T; 64]; W];

/// Stones on a board in a frame of `W` words (see [`Vertex`]).
#[derive(Clone)]
pub struct Board<const W: usize> {
    points: PerPoint<Point, W>,
    /// The contents of the eight neighbours.
    around: PerPoint<Surroundings, W>,
    stones: [Bits<W>; 2],
    empty: Bits<W>,
    /// The head of each stone's chain.
    head: PerPoint<u16, W>,
    /// The next stone of the same chain, in a ring.
    next: PerPoint<u16, W>,
    /// The number of stones, by head.
    length: PerPoint<u16, W>,
    /// The liberties, by head.
    liberties: PerPoint<Bits<W>, W>,
    /// The empty points in no order, and where each of them is in that list.
    vacant: PerPoint<u16, W>,
    vacant_place: PerPoint<u16, W>,
    vacant_count: u16,
    /// Where simple ko forbids the next stone; [`Vertex::PASS`] if nowhere.
    ko: Vertex,
    hash: u64,
    size: u8,
}

/// The effect of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// How many stones it captured.
    pub captured: u32,
}

impl<const W: usize> Board<W> {
    /// An empty board.
    ///
    /// # Panics
    ///
    /// If a board of that size does not fit into the frame.
    pub fn new(size: usize) -> Board<W> {
        assert!(size <= Vertex::max_size::<W>());
        let mut board = Board {
            points: [[Point::Outside; 64]; W],
            around: [[Surroundings::NOTHING; 64]; W],
            stones: [Bits::EMPTY; 2],
            empty: Bits::EMPTY,
            head: [[0; 64]; W],
            next: [[0; 64]; W],
            length: [[0; 64]; W],
            liberties: [[Bits::EMPTY; 64]; W],
            vacant: [[0; 64]; W],
            vacant_place: [[0; 64]; W],
            vacant_count: 0,
            ko: Vertex::PASS,
            hash: 0,
            size: size as u8,
        };
        for row in 0..size {
            for column in 0..size {
                board.vacate(Vertex::at::<W>(column, row), Point::Outside);
            }
        }
        board
    }

    /// A board with these stones; `None` if a point is named twice or a chain has no liberty.
    pub(crate) fn with_stones(size: usize, stones: &[(Vertex, Player)]) -> Option<Board<W>> {
        // Put down one by one as moves, they would capture each other on the way.
        let mut board = Board::new(size);
        for &(point, player) in stones {
            if board.point(point) != Point::Empty {
                return None;
            }
            board.occupy(point, player);
        }
        for &(point, player) in stones {
            board.found_chain(point, board.surroundings(point));
            for near in point.neighbours::<W>() {
                // Those further on found their chains later, and join then.
                if board.point(near) == Point::stone(player)
                    && board.next_stone(near) != Vertex::PASS
                {
                    board.join(point, near);
                }
            }
        }
        let breathes = |&(point, _): &(Vertex, Player)| !board.liberties(point).is_empty();
        stones.iter().all(breathes).then_some(board)
    }

    /// The number of rows.
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The contents of a point.
    #[inline(always)]
    pub fn point(&self, point: Vertex) -> Point {
        self.points.as_flattened()[point.index()]
    }

    /// The stones of a player.
    #[inline(always)]
    pub fn stones(&self, player: Player) -> &Bits<W> {
        &self.stones[player.index()]
    }

    /// The empty points.
    #[inline(always)]
    pub fn empty(&self) -> &Bits<W> {
        &self.empty
    }

    /// The number of empty points.
    #[inline(always)]
    pub fn vacant_count(&self) -> u32 {
        u32::from(self.vacant_count)
    }

    /// The empty point with this number in a list that has no order.
    #[inline(always)]
    pub fn vacant(&self, number: u32) -> Vertex {
        Vertex::from_index(self.vacant.as_flattened()[number as usize].into())
    }

    /// Where simple ko forbids the next stone.
    #[inline(always)]
    pub fn ko(&self) -> Option<Vertex> {
        (!self.ko.is_pass()).then_some(self.ko)
    }

    /// The ko is over: somebody passed, or play goes on elsewhere.
    #[inline(always)]
    pub fn lift_ko(&mut self) {
        self.ko = Vertex::PASS;
    }

    /// Sets a ko by hand.
    pub(crate) fn set_ko(&mut self, point: Vertex) {
        self.ko = point;
    }

    /// The same for the same stones: the exclusive or of a key per stone.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The head of the chain of a stone.
    #[inline(always)]
    pub fn chain(&self, stone: Vertex) -> Vertex {
        Vertex::from_index(self.head.as_flattened()[stone.index()].into())
    }

    /// The liberties of the chain of a stone.
    #[inline(always)]
    pub fn liberties(&self, stone: Vertex) -> &Bits<W> {
        &self.liberties.as_flattened()[self.chain(stone).index()]
    }

    /// The number of stones of the chain of a stone.
    #[inline(always)]
    pub fn chain_length(&self, stone: Vertex) -> u32 {
        self.length.as_flattened()[self.chain(stone).index()].into()
    }

    /// The liberties of a chain, given its head.
    #[inline(always)]
    pub(crate) fn liberties_of(&self, head: Vertex) -> &Bits<W> {
        &self.liberties.as_flattened()[head.index()]
    }

    /// The number of stones of a chain, given its head.
    #[inline(always)]
    pub(crate) fn length_of(&self, head: Vertex) -> u32 {
        self.length.as_flattened()[head.index()].into()
    }

    /// The stones of the chain of a stone, that stone first.
    #[inline]
    pub fn chain_stones(&self, stone: Vertex) -> impl Iterator<Item = Vertex> + '_ {
        let mut now = Some(stone);
        std::iter::from_fn(move || {
            let current = now?;
            let next = self.next_stone(current);
            now = (next != stone).then_some(next);
            Some(current)
        })
    }

    /// The next stone in the ring of a chain.
    #[inline(always)]
    pub(crate) fn next_stone(&self, stone: Vertex) -> Vertex {
        Vertex::from_index(self.next.as_flattened()[stone.index()].into())
    }

    /// Whether a player may put a stone on an empty point, longer repetitions aside: it must not
    /// be the ko, and the stone must have a liberty, capture something, or join a chain that has
    /// another liberty.
    #[inline(always)]
    pub fn is_legal(&self, point: Vertex, player: Player) -> bool {
        if point == self.ko {
            return false;
        }
        self.has_empty_neighbour(point) || self.joins_or_captures(point, player)
    }

    /// The contents of the eight neighbours of a point.
    #[inline(always)]
    pub fn surroundings(&self, point: Vertex) -> Surroundings {
        self.around.as_flattened()[point.index()]
    }

    /// Whether a neighbour of the point is empty.
    #[inline(always)]
    pub fn has_empty_neighbour(&self, point: Vertex) -> bool {
        self.surroundings(point).has_empty_neighbour()
    }

    /// Whether a stone where no neighbour is empty joins a chain with another liberty or captures
    /// one without.
    #[inline(always)]
    fn joins_or_captures(&self, point: Vertex, player: Player) -> bool {
        let own = Point::stone(player);
        let around = self.surroundings(point);
        let neighbours = point.neighbours::<W>();
        let helps = |direction: usize| {
            !around.is(direction, Point::Outside)
                && around.is(direction, own) == self.liberties(neighbours[direction]).is_several()
        };
        helps(0) || helps(1) || helps(2) || helps(3)
    }

    /// Whether an empty point is a player's eye, see [`Surroundings::is_eye`].
    #[inline(always)]
    pub fn is_eye(&self, point: Vertex, player: Player) -> bool {
        self.surroundings(point).is_eye(player)
    }

    /// Puts a stone on an empty point where it is legal, and takes off what it captures.
    #[inline]
    pub fn place(&mut self, point: Vertex, player: Player) -> Placed {
        debug_assert!(self.point(point) == Point::Empty && self.is_legal(point, player));
        let around = self.surroundings(point);
        self.occupy(point, player);
        let neighbours = point.neighbours::<W>();
        self.found_chain(point, around);
        for way in around.ways_to(player) {
            self.join(point, neighbours[way]);
        }
        let head = self.chain(point);
        self.liberties.as_flattened_mut()[head.index()].remove(point);
        let mut captured = 0;
        let mut last_captured = Vertex::PASS;
        for way in around.ways_to(player.other()) {
            let near = neighbours[way];
            // It may have been captured from another side already.
            if self.point(near) != Point::Empty {
                let chain = self.chain(near);
                let liberties = &mut self.liberties.as_flattened_mut()[chain.index()];
                liberties.remove(point);
                if liberties.is_empty() {
                    captured += self.capture(near, player);
                    last_captured = near;
                }
            }
        }
        self.ko = Vertex::PASS;
        if captured == 1
            && self.length.as_flattened()[head.index()] == 1
            && !self.liberties.as_flattened()[head.index()].is_several()
        {
            self.ko = last_captured;
        }
        Placed { captured }
    }

    /// The hash after a stone that [`Board::is_legal`] allows.
    pub fn hash_after(&self, point: Vertex, player: Player) -> u64 {
        let mut hash = self.hash ^ stone_key(point, player);
        let foreign = Point::stone(player.other());
        let mut seen = [Vertex::PASS; 4];
        for (i, near) in point.neighbours::<W>().into_iter().enumerate() {
            if self.point(near) == foreign && !self.liberties(near).is_several() {
                seen[i] = self.chain(near);
                if !seen[..i].contains(&seen[i]) {
                    for stone in self.chain_stones(near) {
                        hash ^= stone_key(stone, player.other());
                    }
                }
            }
        }
        hash
    }

    /// The points that are a player's when every stone on the board counts: the stones, and empty
    /// points from which only that player's stones can be reached.
    pub fn area(&self, player: Player) -> Bits<W> {
        let own = self.stones(player).flood(&self.empty);
        let foreign = self.stones(player.other()).flood(&self.empty);
        own.minus(&foreign)
    }

    /// Takes a chain off without anybody having played.
    pub(crate) fn lift(&mut self, stone: Vertex) {
        let taker = match self.point(stone) {
            Point::Black => Player::Second,
            _ => Player::First,
        };
        self.capture(stone, taker);
    }

    /// Takes the chain of a stone off the board and gives its points back to the neighbours as
    /// liberties.
    fn capture(&mut self, stone: Vertex, taker: Player) -> u32 {
        let loser = taker.other();
        let mut count = 0;
        let mut now = stone;
        loop {
            self.hash ^= stone_key(now, loser);
            self.stones[loser.index()].remove(now);
            self.vacate(now, Point::stone(loser));
            let neighbours = now.neighbours::<W>();
            for way in self.surroundings(now).ways_to(taker) {
                let head = self.chain(neighbours[way]);
                self.liberties.as_flattened_mut()[head.index()].insert(now);
            }
            count += 1;
            now = self.next_stone(now);
            if now == stone {
                return count;
            }
        }
    }

    /// Makes a stone a chain of its own.
    #[inline(always)]
    fn found_chain(&mut self, point: Vertex, around: Surroundings) {
        let mut free = Bits::EMPTY;
        let neighbours = point.neighbours::<W>();
        each_way(|direction| {
            free.insert_if(around.is(direction, Point::Empty), neighbours[direction]);
        });
        let number = point.index();
        self.head.as_flattened_mut()[number] = number as u16;
        self.next.as_flattened_mut()[number] = number as u16;
        self.length.as_flattened_mut()[number] = 1;
        self.liberties.as_flattened_mut()[number] = free;
    }

    /// Makes one chain of two stones' chains.
    #[inline(always)]
    fn join(&mut self, a: Vertex, b: Vertex) {
        let (a, b) = (self.chain(a), self.chain(b));
        if a == b {
            return;
        }
        let length = self.length.as_flattened_mut();
        let (large, small) = match length[a.index()] < length[b.index()] {
            true => (b, a),
            false => (a, b),
        };
        length[large.index()] += length[small.index()];
        let liberties = self.liberties.as_flattened_mut();
        liberties[large.index()] = liberties[large.index()].or(&liberties[small.index()]);
        let head = self.head.as_flattened_mut();
        let next = self.next.as_flattened_mut();
        let mut now = small.index();
        loop {
            head[now] = large.index() as u16;
            now = next[now].into();
            if now == small.index() {
                break;
            }
        }
        next.swap(large.index(), small.index());
    }

    /// Changes what is on a point, and what its neighbours see there.
    #[inline(always)]
    fn become_other(&mut self, point: Vertex, before: Point, after: Point) {
        self.points.as_flattened_mut()[point.index()] = after;
        let change = before as u16 ^ after as u16;
        let around = self.around.as_flattened_mut();
        for (direction, near) in point.surrounding::<W>().into_iter().enumerate() {
            around[near.index()].change(Surroundings::opposite(direction), change);
        }
    }

    #[inline(always)]
    fn occupy(&mut self, point: Vertex, player: Player) {
        // Written out, so that what changes is a constant and each of the eight updates one
        // instruction, whatever the compiler makes of the code around.
        match player {
            Player::First => self.become_other(point, Point::Empty, Point::Black),
            Player::Second => self.become_other(point, Point::Empty, Point::White),
        }
        self.stones[player.index()].insert(point);
        self.empty.remove(point);
        self.hash ^= stone_key(point, player);
        self.vacant_count -= 1;
        let place = self.vacant_place.as_flattened()[point.index()];
        let last = self.vacant.as_flattened()[usize::from(self.vacant_count)];
        self.vacant.as_flattened_mut()[usize::from(place)] = last;
        self.vacant_place.as_flattened_mut()[usize::from(last)] = place;
    }

    #[inline(always)]
    fn vacate(&mut self, point: Vertex, before: Point) {
        self.become_other(point, before, Point::Empty);
        self.empty.insert(point);
        self.vacant.as_flattened_mut()[usize::from(self.vacant_count)] = point.index() as u16;
        self.vacant_place.as_flattened_mut()[point.index()] = self.vacant_count;
        self.vacant_count += 1;
    }
}
