//! Example 1: a game of your own, in one file.
//!
//! Breakthrough on a 5x5 board (Dan Troyka, 2000). Each side has its two back rows full of pawns.
//! A pawn steps one square forward, straight or diagonally, onto an empty square, or captures
//! diagonally forward. Who reaches the far row, or takes every enemy pawn, wins. There are no
//! draws.
//!
//! This is all the code there is to it. With it every search, the arena and the whole command
//! line know the game:
//!
//! ```text
//! cargo run --release --example 1_game -- games
//! cargo run --release --example 1_game -- show breakthrough
//! cargo run --release --example 1_game -- play breakthrough --engine uct:simulations=20000
//! cargo run --release --example 1_game -- match breakthrough uct:simulations=500 alpha-beta:depth=4 --pairs 20
//! cargo test --release --example 1_game      # the conformance suite
//! ```

use std::process::ExitCode;
use std::sync::Arc;
use yomi_core::game::parse_listed;
use yomi_core::{
    Deterministic, Discrete, Encode, Game, Indexed, Keyed, Notation, NotationError, Outcome,
    Player, Rng,
};
use yomi_engine::{GameEntry, Kit, Registry};

const SIDE: i8 = 5;

/// The rules. They have no settings, so there is nothing in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Breakthrough;

/// A position: one bit per square, square `5 * row + column`, rows counted from the first
/// player's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pawns: [u32; 2],
    mover: Player,
    winner: Option<Player>,
}

/// A move: a square and how many columns to step sideways on the way forward.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    from: i8,
    sideways: i8,
}

impl Step {
    /// Where the pawn of `player` arrives; `None` if that is off the board.
    fn target(self, player: Player) -> Option<i8> {
        let forward = if player == Player::First { 1 } else { -1 };
        let (row, column) = (self.from / SIDE + forward, self.from % SIDE + self.sideways);
        let on_board = (0..SIDE).contains(&row) && (0..SIDE).contains(&column);
        on_board.then_some(row * SIDE + column)
    }
}

// What every game has: where it starts, who moves, how it ends, and what a move does.
impl Game for Breakthrough {
    type State = Board;
    type Action = Step;

    fn initial(&self) -> Board {
        Board {
            pawns: [0b11111_11111, 0b11111_11111 << 15],
            mover: Player::First,
            winner: None,
        }
    }

    fn to_move(&self, board: &Board) -> Player {
        board.mover
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        board.winner.map(Outcome::Win)
    }

    // Chance would be drawn from the generator; here there is none.
    fn step(&self, board: &mut Board, step: Step, _: &mut Rng) {
        let player = board.mover;
        let target = step.target(player).expect("legal moves stay on the board");
        board.pawns[player.index()] ^= 1 << step.from | 1 << target;
        board.pawns[player.other().index()] &= !(1 << target);
        let far_row = if player == Player::First { SIDE - 1 } else { 0 };
        if target / SIDE == far_row || board.pawns[player.other().index()] == 0 {
            board.winner = Some(player);
        }
        board.mover = player.other();
    }
}

// What this game can do besides: each of these brings the searches that need it.
impl Discrete for Breakthrough {
    fn actions(&self, board: &Board, steps: &mut Vec<Step>) {
        steps.clear();
        let [own, enemy] = [board.mover, board.mover.other()].map(|side| board.pawns[side.index()]);
        for from in (0..SIDE * SIDE).filter(|from| own >> from & 1 == 1) {
            for sideways in -1..=1 {
                let step = Step { from, sideways };
                if let Some(target) = step.target(board.mover) {
                    let (own, enemy) = (own >> target & 1 == 1, enemy >> target & 1 == 1);
                    if !own && (!enemy || sideways != 0) {
                        steps.push(step);
                    }
                }
            }
        }
    }
}

impl Deterministic for Breakthrough {}

impl Keyed for Breakthrough {
    fn key(&self, board: &Board) -> u64 {
        let position = u64::from(board.pawns[0]) | u64::from(board.pawns[1]) << 25;
        let position = position | (board.mover as u64) << 50;
        // Spread the bits out: tables index by the lowest ones.
        position.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    }
}

impl Indexed for Breakthrough {
    fn index_count(&self) -> usize {
        75
    }

    fn index(&self, step: Step) -> usize {
        3 * step.from as usize + (step.sideways + 1) as usize
    }
}

// What a learned evaluation sees (example 4): which squares the two sides stand on, rows counted
// from the viewer, columns from the nearer edge.
impl Encode for Breakthrough {
    fn feature_count(&self) -> usize {
        2 * 15
    }

    fn encode(&self, board: &Board, viewer: Player, features: &mut Vec<(u32, f32)>) {
        features.clear();
        for (whose, side) in [viewer, viewer.other()].into_iter().enumerate() {
            for square in (0..25u32).filter(|square| board.pawns[side.index()] >> square & 1 == 1) {
                let (row, column) = (square / 5, square % 5);
                let row = if viewer == Player::First {
                    row
                } else {
                    4 - row
                };
                let class = 3 * row + column.min(4 - column);
                features.push((15 * whose as u32 + class, 1.0));
            }
        }
    }
}

// How people read and write it: b2c3 moves the pawn on b2 to c3.
impl Notation for Breakthrough {
    fn move_format(&self) -> String {
        "two squares, from and to, such as b2c3".to_owned()
    }

    fn format_action(&self, board: &Board, step: Step) -> String {
        let name = |square: i8| {
            format!(
                "{}{}",
                (b'a' + (square % SIDE) as u8) as char,
                square / SIDE + 1
            )
        };
        let target = step.target(board.mover).map_or_else(String::new, name);
        name(step.from) + &target
    }

    fn parse_action(&self, board: &Board, text: &str) -> Result<Step, NotationError> {
        parse_listed(self, board, text)
    }

    fn render(&self, board: &Board) -> String {
        let mut lines: Vec<String> = (0..SIDE)
            .rev()
            .map(|row| {
                let cell = |column: i8| {
                    let square = row * SIDE + column;
                    match board.pawns.map(|pawns| pawns >> square & 1 == 1) {
                        [true, _] => " x",
                        [_, true] => " o",
                        _ => " .",
                    }
                };
                format!("{}{}", row + 1, (0..SIDE).map(cell).collect::<String>())
            })
            .collect();
        lines.push("  a b c d e   x moves up, o down".to_owned());
        lines.join("\n")
    }
}

/// How the game is registered: its name, and the capabilities it has.
pub fn entry() -> GameEntry {
    GameEntry::new(
        "breakthrough",
        "pawns race to the far row, 5x5",
        Vec::new(),
        |_| {
            let kit = Kit::discrete("breakthrough", Breakthrough);
            Ok(Arc::new(kit.deterministic().keyed().indexed().encoded()))
        },
    )
}

fn main() -> ExitCode {
    yomi::main_with(Registry::standard().with(entry()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::conformance;

    #[test]
    fn breakthrough_keeps_its_promises() {
        conformance::suite(&Breakthrough)
            .discrete()
            .deterministic()
            .keyed()
            .indexed()
            .encode()
            .assert();
    }
}
