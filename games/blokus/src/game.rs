//! The rules of Blokus Duo as a [`Game`].

use crate::board::Board;
use crate::pieces;
use crate::tables::{PLACEMENTS, SIDE, TABLES};
use yomi_core::game::play_by_random_actions;
use yomi_core::pictured::Grid;
use yomi_core::{
    Deterministic, Discrete, Game, Indexed, Keyed, Outcome, Pictured, Player, Rng, Scored, Scratch,
};

yomi_core::parameters! {
    /// The rules of Blokus Duo.
    pub struct BlokusDuo {
        /// Whether placing all pieces is worth 15 points more, and 20 if the single square came last, as on the box.
        pub bonus: bool = false;
    }
}

/// A piece in an orientation at a place: one of 13,729.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placement(pub(crate) u16);

impl Placement {
    /// The placement with this number; `None` beyond the last.
    pub fn new(number: u16) -> Option<Placement> {
        (usize::from(number) < PLACEMENTS).then_some(Placement(number))
    }

    /// The same placement in the mirror: the board reflected in the diagonal on which the start
    /// squares lie. A game reflected move by move is another game of the same worth.
    pub fn reflected(self) -> Placement {
        let squares: Vec<(u8, u8)> = TABLES.squares(self.0).map(|(x, y)| (y, x)).collect();
        let found = TABLES.find(&squares);
        Placement(found.expect("every piece may be turned over"))
    }

    /// The same placement for the other side: the board turned by half.
    pub fn turned(self) -> Placement {
        let last = SIDE as u8 - 1;
        let squares: Vec<(u8, u8)> = (TABLES.squares(self.0))
            .map(|(x, y)| (last - x, last - y))
            .collect();
        let found = TABLES.find(&squares);
        Placement(found.expect("every piece may be turned"))
    }

    /// Its number.
    pub fn number(self) -> u16 {
        self.0
    }
}

impl BlokusDuo {
    /// The points of a player: squares covered, and the bonus if it counts.
    pub fn points(&self, board: &Board, player: Player) -> u32 {
        let bonus = match (
            self.bonus,
            board.hand(player),
            board.ended_with_monomino(player),
        ) {
            (true, 0, true) => 20,
            (true, 0, false) => 15,
            _ => 0,
        };
        board.squares(player) + bonus
    }
}

impl Game for BlokusDuo {
    type State = Board;
    type Action = Placement;

    fn initial(&self) -> Board {
        Board::new()
    }

    #[inline]
    fn to_move(&self, board: &Board) -> Player {
        board.mover()
    }

    #[inline]
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        if !board.is_over() {
            return None;
        }
        let [first, second] = Player::BOTH.map(|player| self.points(board, player));
        Some(match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Player::First),
            std::cmp::Ordering::Less => Outcome::Win(Player::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    #[inline]
    fn step(&self, board: &mut Board, placement: Placement, _: &mut Rng) {
        board.place(placement.0);
    }
}

impl Deterministic for BlokusDuo {
    #[inline]
    fn apply(&self, board: &mut Board, placement: Placement) {
        board.place(placement.0);
    }
}

impl Discrete for BlokusDuo {
    fn actions(&self, board: &Board, placements: &mut Vec<Placement>) {
        board.legal(placements);
    }

    #[inline]
    fn random_action(&self, board: &Board, _: &mut Vec<Placement>, rng: &mut Rng) -> Placement {
        Placement(board.random(rng))
    }

    #[inline]
    fn play_randomly(
        &self,
        board: &mut Board,
        plies: u32,
        scratch: &mut Scratch<Placement>,
        rng: &mut Rng,
    ) -> Option<Outcome> {
        if scratch.tracing {
            return play_by_random_actions(self, board, plies, scratch, rng);
        }
        board.play_randomly(plies, rng);
        self.outcome(board)
    }
}

impl Keyed for BlokusDuo {
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        board.key()
    }
}

impl Indexed for BlokusDuo {
    fn index_count(&self) -> usize {
        PLACEMENTS
    }

    #[inline]
    fn index(&self, placement: Placement) -> usize {
        usize::from(placement.0)
    }
}

impl Scored for BlokusDuo {
    fn score(&self, board: &Board, player: Player) -> f64 {
        f64::from(self.points(board, player))
    }
}

impl Pictured for BlokusDuo {
    fn grid(&self) -> Grid {
        Grid::new(('a'..).take(SIDE), SIDE)
    }

    fn owner(&self, board: &Board, cell: usize) -> Option<Player> {
        board.at(cell % SIDE, cell / SIDE)
    }

    fn cells(&self, _: &Board, placement: Placement) -> Vec<usize> {
        let squares = TABLES.squares(placement.0);
        squares
            .map(|(x, y)| usize::from(y) * SIDE + usize::from(x))
            .collect()
    }

    /// The name of the piece.
    fn kind(&self, placement: Placement) -> Option<String> {
        let piece = TABLES.form(placement.0).piece;
        Some(pieces::name(piece.into()).to_owned())
    }
}
