//! Go as a [`Game`].

use crate::board::Board;
use crate::light::longest_playout;
use crate::position::Position;
use crate::vertex::Vertex;
use yomi_core::{Deterministic, Discrete, Game, Indexed, Outcome, Player, Rng, Scored, Scratch};

yomi_core::parameters! {
    /// The settings of a game of Go.
    pub struct Rules {
        /// Rows and columns of the board.
        pub size: u32 = 9, in 5..=19;
        /// Points that White gets for moving second.
        pub komi: f64 = 7.0, in -361.0..=361.0;
        /// Whether players may agree that stones are dead once both have passed; if not, every stone counts, as our own referee and CGOS have it. Engines then pass by that alone.
        pub agreement: bool = true;
    }
}

/// Go on a board that fits into a frame of `W` words (see [`Vertex`]): area scoring, positional
/// superko, no suicide. Two passes end the game, and then every stone on the board counts.
///
/// ```
/// use yomi_core::{Deterministic, Game, Scored, Player};
/// use yomi_go::{SmallGo, Rules, Vertex};
///
/// let game = SmallGo::new(Rules::default()).unwrap();
/// let mut position = game.initial();
/// game.apply(&mut position, Vertex::parse::<2>("E5", 9).unwrap());
/// assert_eq!(game.score(&position, Player::First), 81.0);
/// ```
#[derive(Clone, Debug)]
pub struct Go<const W: usize> {
    rules: Rules,
}

/// Go on boards up to 9x9.
pub type SmallGo = Go<2>;

/// Go on boards up to 19x19.
pub type LargeGo = Go<7>;

impl<const W: usize> Go<W> {
    /// The game by these rules; `None` if the board does not fit.
    pub fn new(rules: Rules) -> Option<Go<W>> {
        ((1..=Vertex::max_size::<W>()).contains(&(rules.size as usize))).then_some(Go { rules })
    }

    /// The number of rows.
    pub fn size(&self) -> usize {
        self.rules.size as usize
    }

    /// Points that White gets for moving second.
    pub fn komi(&self) -> f64 {
        self.rules.komi
    }

    /// Whether players may agree about dead stones when both have passed.
    pub fn has_agreement(&self) -> bool {
        self.rules.agreement
    }

    /// Who has won when the game ends as it stands.
    #[inline]
    pub(crate) fn decide(&self, position: &Position<W>) -> Outcome {
        let black = position.board.area(Player::First).count();
        let white = position.board.area(Player::Second).count();
        self.decide_points(black, white)
    }

    /// Who has won with so many points on the board.
    #[inline]
    pub(crate) fn decide_points(&self, black: u32, white: u32) -> Outcome {
        let lead = f64::from(black) - f64::from(white) - self.rules.komi;
        if lead > 0.0 {
            Outcome::Win(Player::First)
        } else if lead < 0.0 {
            Outcome::Win(Player::Second)
        } else {
            Outcome::Draw
        }
    }
}

impl<const W: usize> Game for Go<W> {
    type State = Position<W>;
    type Action = Vertex;

    fn initial(&self) -> Position<W> {
        Position::new(self.size())
    }

    #[inline]
    fn to_move(&self, position: &Position<W>) -> Player {
        position.mover
    }

    #[inline]
    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        (position.passes >= 2).then(|| self.decide(position))
    }

    #[inline]
    fn step(&self, position: &mut Position<W>, vertex: Vertex, _: &mut Rng) {
        position.play(vertex);
    }
}

impl<const W: usize> Deterministic for Go<W> {
    #[inline]
    fn apply(&self, position: &mut Position<W>, vertex: Vertex) {
        position.play(vertex);
    }
}

impl<const W: usize> Discrete for Go<W> {
    fn actions(&self, position: &Position<W>, vertices: &mut Vec<Vertex>) {
        vertices.clear();
        let legal = position.board.empty().iter();
        vertices.extend(legal.filter(|&point| position.is_legal(point)));
        vertices.push(Vertex::PASS);
    }

    /// All but own eyes.
    fn search_actions(&self, position: &Position<W>, vertices: &mut Vec<Vertex>) {
        self.points(position, vertices);
        vertices.push(Vertex::PASS);
    }

    /// All but own eyes, and a pass only if there is nothing else.
    fn playout_actions(&self, position: &Position<W>, vertices: &mut Vec<Vertex>) {
        self.points(position, vertices);
        if vertices.is_empty() {
            vertices.push(Vertex::PASS);
        }
    }

    fn random_action(
        &self,
        position: &Position<W>,
        vertices: &mut Vec<Vertex>,
        rng: &mut Rng,
    ) -> Vertex {
        // Repetition forbids hardly ever anything: draw first, ask then.
        let drawn = position.board.draw(position.mover, rng);
        if drawn.is_pass() || position.is_legal(drawn) {
            return drawn;
        }
        self.playout_actions(position, vertices);
        rng.pick(vertices).unwrap_or(Vertex::PASS)
    }

    fn play_randomly(
        &self,
        position: &mut Position<W>,
        plies: u32,
        scratch: &mut Scratch<Vertex>,
        rng: &mut Rng,
    ) -> Option<Outcome> {
        let draw = |board: &Board<W>, player, _, rng: &mut Rng| board.draw(player, rng);
        self.play_out(position, plies, scratch, rng, draw)
    }
}

/// Chooses the moves of a playout, and may keep account of what they change.
pub(crate) trait Mover<const W: usize> {
    /// The next move, given the board, the side to move and the last two moves.
    fn choose(
        &mut self,
        board: &Board<W>,
        player: Player,
        last: [Vertex; 2],
        rng: &mut Rng,
    ) -> Vertex;

    /// Puts the chosen stone on the board.
    #[inline(always)]
    fn place(&mut self, board: &mut Board<W>, vertex: Vertex, player: Player) {
        board.place(vertex, player);
    }
}

impl<const W: usize, F: FnMut(&Board<W>, Player, Vertex, &mut Rng) -> Vertex> Mover<W> for F {
    #[inline(always)]
    fn choose(
        &mut self,
        board: &Board<W>,
        player: Player,
        last: [Vertex; 2],
        rng: &mut Rng,
    ) -> Vertex {
        self(board, player, last[0], rng)
    }
}

impl<const W: usize> Go<W> {
    /// Plays a playout whose moves `mover` chooses.
    #[inline(always)]
    pub(crate) fn play_out(
        &self,
        position: &mut Position<W>,
        plies: u32,
        scratch: &mut Scratch<Vertex>,
        rng: &mut Rng,
        mut mover: impl Mover<W>,
    ) -> Option<Outcome> {
        let most = longest_playout(self.size());
        let Position {
            board,
            mover: player,
            passes,
            last,
            ..
        } = position;
        for _ in 0..plies.min(most) {
            if *passes >= 2 {
                break;
            }
            let vertex = mover.choose(board, *player, *last, rng);
            if scratch.tracing {
                scratch.trace.push((*player, vertex));
            }
            if vertex.is_pass() {
                board.lift_ko();
                *passes += 1;
            } else {
                mover.place(board, vertex, *player);
                *passes = 0;
            }
            *last = [vertex, last[0]];
            *player = player.other();
        }
        // What is still going on after that many moves is going round in circles.
        (*passes >= 2 || plies >= most).then(|| self.decide(position))
    }
}

impl<const W: usize> Go<W> {
    /// Where the mover may put a stone without filling an own eye.
    fn points(&self, position: &Position<W>, vertices: &mut Vec<Vertex>) {
        vertices.clear();
        let Position { board, mover, .. } = position;
        let sensible = |&point: &Vertex| !board.is_eye(point, *mover) && position.is_legal(point);
        vertices.extend(board.empty().iter().filter(sensible));
    }
}

impl<const W: usize> Indexed for Go<W> {
    fn index_count(&self) -> usize {
        64 * W
    }

    #[inline]
    fn index(&self, vertex: Vertex) -> usize {
        vertex.index()
    }

    fn first_play_only(&self) -> bool {
        true
    }

    /// That a game ends with passes says nothing about passing now.
    fn counts_as_first(&self, vertex: Vertex) -> bool {
        !vertex.is_pass()
    }
}

impl<const W: usize> Scored for Go<W> {
    fn score(&self, position: &Position<W>, player: Player) -> f64 {
        let area = f64::from(position.board.area(player).count());
        match player {
            Player::First => area,
            Player::Second => area + self.rules.komi,
        }
    }
}
