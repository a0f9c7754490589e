//! Positions nobody would get into: a king somewhere, and pieces of both sides around it. They are
//! full of pins, double checks and pieces that can hardly move, which games rarely show.

use yomi_core::Rng;
use yomi_shogi::{Board, Kind, Square};

/// A random position with few pieces, or `None` where the one drawn is impossible. Black is to
/// move, and has a king in half of them.
pub fn scatter(rng: &mut Rng) -> Option<Board> {
    let mut squares: Vec<Option<String>> = vec![None; Square::COUNT];
    let king = rng.below(81) as usize;
    squares[king] = Some("k".to_owned());
    let mut left = [18, 4, 4, 4, 2, 2, 4];
    if rng.below(2) == 0 {
        place(&mut squares, rng.below(81) as usize, "K".to_owned())?;
    }
    for _ in 0..4 + rng.below(12) {
        let kind = Kind::HAND[rng.below(7) as usize];
        let black = rng.below(2) == 0;
        let promoted = kind.promoted().is_some() && rng.below(3) == 0;
        let near = |rng: &mut Rng, place: usize| {
            (place + rng.below(5) as usize).checked_sub(2).filter(|&place| place < 9)
        };
        let (file, rank) = match rng.below(4) {
            0 => (rng.below(9) as usize, rng.below(9) as usize),
            _ => (near(rng, king / 9)?, near(rng, king % 9)?),
        };
        left[kind.index()] -= 1;
        let letter = match black {
            true => kind.letter(),
            false => kind.letter().to_ascii_lowercase(),
        };
        let mark = if promoted { "+" } else { "" };
        place(&mut squares, file * 9 + rank, format!("{mark}{letter}"))?;
    }
    let mut hands = String::new();
    for kind in Kind::HAND {
        let most = left[kind.index()].max(0) as u32;
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
    Board::from_sfen(&format!("{} b {hands} 1", rows(&squares))).ok()
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

fn place(squares: &mut [Option<String>], at: usize, piece: String) -> Option<()> {
    squares[at].is_none().then(|| squares[at] = Some(piece))
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
