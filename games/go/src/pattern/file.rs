//! Registered patterns as bytes.
//!
//! Patterns are written size by size, each as the node it grows from and its outermost ring:
//!
//! | bytes | what |
//! |---|---|
//! | 1 | rows of the board |
//! | for each size from 2 to 7: a number | how many patterns of that size there are |
//! | for each of them: a number | the node it grows from, less that of the pattern before (the first: less 0) |
//! | 1 (sizes 2, 3, 4) or 2 (5, 6, 7) | the ring, lower byte first |
//!
//! Numbers are written in groups of seven bits, lower ones first, all but the last with the
//! highest bit set (LEB128).
//! Nodes are numbered as they come: the location classes, then the orientations of each pattern in turn.

use super::dictionary::{BadPattern, Dictionary};
use super::geometry::{LARGEST, SMALLEST};
use crate::vertex::MAX_SIZE;

/// Why bytes are no patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadPatterns {
    /// They end too early.
    Short,
    /// There are more of them than patterns take.
    Long,
    /// There is no such board.
    Board(u8),
    /// There is no such pattern.
    Pattern(BadPattern),
}

impl std::fmt::Display for BadPatterns {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            BadPatterns::Short => write!(f, "the patterns end in the middle of one"),
            BadPatterns::Long => write!(f, "something comes after the last pattern"),
            BadPatterns::Board(size) => write!(
                f,
                "the patterns are for boards of {size} rows: expected 5 to {MAX_SIZE}"
            ),
            BadPatterns::Pattern(problem) => problem.fmt(f),
        }
    }
}

impl std::error::Error for BadPatterns {}

impl Dictionary {
    /// The registered patterns as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.board_size() as u8];
        for size in SMALLEST..=LARGEST {
            let of_size = || {
                let patterns = self.patterns().iter();
                patterns.filter(|pattern| usize::from(pattern.size) == size)
            };
            write_number(of_size().count() as u32, &mut bytes);
            let mut before = 0;
            for pattern in of_size() {
                let parent = self
                    .parent(pattern)
                    .expect("its smaller part is registered");
                // In the order of extraction parents only grow.
                write_number(parent.wrapping_sub(before), &mut bytes);
                before = parent;
                let ring = pattern.code.ring(size).to_le_bytes();
                bytes.extend_from_slice(&ring[..ring_bytes(size)]);
            }
        }
        bytes
    }

    /// Reads what [`Dictionary::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Dictionary, BadPatterns> {
        let (&board, mut bytes) = bytes.split_first().ok_or(BadPatterns::Short)?;
        if !(5..=MAX_SIZE).contains(&board.into()) {
            return Err(BadPatterns::Board(board));
        }
        let mut dictionary = Dictionary::new(board.into());
        for size in SMALLEST..=LARGEST {
            let count = read_number(&mut bytes)?;
            let mut parent: u32 = 0;
            for _ in 0..count {
                parent = parent.wrapping_add(read_number(&mut bytes)?);
                let (ring, rest) = bytes
                    .split_at_checked(ring_bytes(size))
                    .ok_or(BadPatterns::Short)?;
                bytes = rest;
                let ring = u16::from_le_bytes([ring[0], ring.get(1).copied().unwrap_or(0)]);
                let number = dictionary.patterns().len();
                let wrong = BadPatterns::Pattern;
                if parent as usize >= dictionary.nodes() {
                    return Err(wrong(BadPattern::Orphan(number)));
                }
                let pattern = dictionary.grown(parent, size, ring);
                let registered = dictionary.register(pattern);
                registered.map_err(|problem| wrong(problem(number)))?;
            }
        }
        match bytes.is_empty() {
            true => Ok(dictionary),
            false => Err(BadPatterns::Long),
        }
    }
}

/// How many bytes a ring takes.
const fn ring_bytes(size: usize) -> usize {
    if size < 5 { 1 } else { 2 }
}

fn write_number(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> Result<u32, BadPatterns> {
    let mut number = 0;
    for shift in (0..35).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or(BadPatterns::Short)?;
        *bytes = rest;
        number |= u32::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(BadPatterns::Long)
}
