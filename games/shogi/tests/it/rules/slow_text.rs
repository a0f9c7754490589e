//! Positions and moves of the slow rules as text: SFEN and USI.

use super::slow::{HAND, Man, Place, Play, Slow};
use std::fmt;

impl Slow {
    /// The position before the first move.
    pub fn start() -> Slow {
        Slow::from_sfen("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")
    }

    /// Reads a good SFEN; what follows the hands is not looked at.
    pub fn from_sfen(text: &str) -> Slow {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let mut slow = Slow {
            rows: [[None; 9]; 9],
            hands: [[0; 7]; 2],
            black_to_move: fields[1] == "b",
        };
        for (row, line) in fields[0].split('/').enumerate() {
            let (mut column, mut promoted) = (0, false);
            for letter in line.chars() {
                if let Some(gap) = letter.to_digit(10) {
                    column += gap as usize;
                } else if letter == '+' {
                    promoted = true;
                } else {
                    slow.rows[row][column] = Some(Man {
                        letter: letter.to_ascii_uppercase(),
                        promoted,
                        black: letter.is_ascii_uppercase(),
                    });
                    (column, promoted) = (column + 1, false);
                }
            }
            assert_eq!(column, 9, "{text}");
        }
        let mut number = String::new();
        for letter in fields[2].chars().filter(|&letter| letter != '-') {
            if letter.is_ascii_digit() {
                number.push(letter);
            } else {
                let count = number.parse().unwrap_or(1);
                *slow.held(letter.is_ascii_uppercase(), letter.to_ascii_uppercase()) += count;
                number.clear();
            }
        }
        slow
    }

    /// The first three fields of the SFEN.
    pub fn sfen(&self) -> String {
        let mut text = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            if number > 0 {
                text.push('/');
            }
            let mut gap = 0;
            for square in row {
                let Some(man) = square else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    text.push_str(&gap.to_string());
                    gap = 0;
                }
                text.push_str(&man.to_string());
            }
            if gap > 0 {
                text.push_str(&gap.to_string());
            }
        }
        text.push_str(if self.black_to_move { " b " } else { " w " });
        let bare = text.len();
        for black in [true, false] {
            for letter in HAND {
                let count = self.in_hand(black, letter);
                if count > 1 {
                    text.push_str(&count.to_string());
                }
                if count > 0 {
                    text.push(cased(letter, black));
                }
            }
        }
        if text.len() == bare {
            text.push('-');
        }
        text
    }
}

fn cased(letter: char, black: bool) -> char {
    if black {
        letter
    } else {
        letter.to_ascii_lowercase()
    }
}

/// The square's name: `7g`.
pub fn name((file, rank): Place) -> String {
    format!("{file}{}", char::from(b'a' + rank as u8 - 1))
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.promoted { "+" } else { "" };
        write!(f, "{mark}{}", cased(self.letter, self.black))
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Play::Move { from, to, promote } => {
                let mark = if promote { "+" } else { "" };
                write!(f, "{}{}{mark}", name(from), name(to))
            }
            Play::Drop { letter, to } => write!(f, "{letter}*{}", name(to)),
        }
    }
}
