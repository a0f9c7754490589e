//! Positions nobody would get into: a king somewhere, and pieces of both sides around it. They are
//! full of pins, double checks and pieces that can hardly move, which games rarely show.

use yomi_core::Rng;
use yomi_shogi::{Board, Kind, Square};

/// A random position with few pieces, black to move. Black has a king in half of them.
pub fn scatter(rng: &mut Rng) -> Board {
    loop {
        // Impossible ones are drawn too: two pawns on a file, a king in check.
        if let Ok(board) = Board::from_sfen(&draw(rng)) {
            return board;
        }
    }
}

fn draw(rng: &mut Rng) -> String {
    let mut squares: Vec<Option<String>> = vec![None; Square::COUNT];
    let king = rng.below(81) as usize;
    squares[king] = Some("k".to_owned());
    if rng.below(2) == 0 {
        squares[rng.below(81) as usize].get_or_insert("K".to_owned());
    }
    let mut left = [18, 4, 4, 4, 2, 2, 4];
    for _ in 0..2 + rng.below(12) {
        let kind = Kind::HAND[rng.below(7) as usize];
        let promoted = kind.promoted().is_some() && rng.below(3) == 0;
        let letter = match rng.below(3) {
            0 => kind.letter().to_ascii_lowercase(),
            _ => kind.letter(),
        };
        let piece = format!("{}{letter}", if promoted { "+" } else { "" });
        let near = |place: usize, by: u32| (place + by as usize).saturating_sub(2).min(8);
        let (file, rank) = match rng.below(4) {
            0 => (rng.below(9) as usize, rng.below(9) as usize),
            _ => (near(king / 9, rng.below(5)), near(king % 9, rng.below(5))),
        };
        let square = &mut squares[file * 9 + rank];
        if square.is_none() && left[kind.index()] > 0 {
            left[kind.index()] -= 1;
            *square = Some(piece);
        }
    }
    let mut hands = String::new();
    for kind in Kind::HAND {
        let most = left[kind.index()];
        let black = held(rng, most);
        let white = held(rng, most - black);
        for (count, letter) in [
            (black, kind.letter()),
            (white, kind.letter().to_ascii_lowercase()),
        ] {
            match count {
                0 => {}
                1 => hands.push(letter),
                _ => hands.push_str(&format!("{count}{letter}")),
            }
        }
    }
    if hands.is_empty() {
        hands.push('-');
    }
    format!("{} b {hands} 1", rows(&squares))
}

/// How many of a kind are in a hand, of so many that there are.
fn held(rng: &mut Rng, most: u32) -> u32 {
    let most = match rng.below(3) {
        0 => most.min(1),
        1 => most.min(3),
        _ => 0,
    };
    rng.below(most + 1)
}

/// The first field of the SFEN, from squares numbered as the crate does.
fn rows(squares: &[Option<String>]) -> String {
    let row = |rank: usize| {
        let mut text = String::new();
        let mut gap = 0;
        for file in (0..9).rev() {
            match &squares[file * 9 + rank] {
                None => gap += 1,
                Some(piece) => {
                    if gap > 0 {
                        text.push_str(&gap.to_string());
                    }
                    gap = 0;
                    text.push_str(piece);
                }
            }
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
        }
        text
    };
    (0..9).map(row).collect::<Vec<_>>().join("/")
}
