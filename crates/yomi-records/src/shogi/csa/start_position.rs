//! The position a game begins at, as records and proposals write it.
//!
//! | line | what it says |
//! |---|---|
//! | `PI82HI22KA` | the usual start, without these pieces |
//! | `P1-KY-KE ...` to `P9...` | a rank, from file 9 to 1: a sign and a name, or ` * ` |
//! | `P+55OU00FU` | pieces of Black, each with its square, 00 for in hand; `00AL` for all the rest |
//! | `+` or `-` | who moves |

use super::csa_move::{kind_of, side_of, square_of};
use crate::shogi::diagram::Diagram;
use yomi_core::Player;
use yomi_shogi::{Kind, PIECE_COUNTS, Piece, Square};

/// A position, as far as it was told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartPosition {
    diagram: Diagram,
    /// Who moves, if that was told.
    pub to_move: Option<Player>,
}

impl Default for StartPosition {
    fn default() -> StartPosition {
        StartPosition {
            diagram: Diagram::empty(),
            to_move: None,
        }
    }
}

impl StartPosition {
    /// Reads a line, or says what was expected in its place.
    pub fn read(&mut self, line: &str) -> Result<(), String> {
        if let Some(side) = only_sign(line) {
            self.to_move = Some(side);
            return Ok(());
        }
        let expected = "expected PI, P1 to P9, P+, P-, + or -";
        if !line.is_ascii() || !line.starts_with('P') {
            return Err(expected.to_owned());
        }
        match line.as_bytes().get(1) {
            Some(b'I') => self.read_usual(&line[2..]),
            Some(rank @ b'1'..=b'9') => self.read_rank(u32::from(rank - b'0'), &line[2..]),
            Some(b'+') => self.read_pieces(Player::First, &line[2..]),
            Some(b'-') => self.read_pieces(Player::Second, &line[2..]),
            _ => Err(expected.to_owned()),
        }
    }

    fn read_usual(&mut self, missing: &str) -> Result<(), String> {
        for (rank, line) in (1..).zip(USUAL) {
            self.read_rank(rank, line)?;
        }
        for group in groups(missing)? {
            let square = square_of(&group[..2]);
            let kind = kind_of(&group[2..]);
            let there = square.and_then(|square| self.diagram.at(square));
            let there = there.map(|piece| piece.kind);
            match square.filter(|_| kind.is_some() && there == kind) {
                Some(square) => self.diagram.put(square, None),
                None => return Err(format!("'{group}' does not stand in the usual start")),
            }
        }
        Ok(())
    }

    fn read_rank(&mut self, rank: u32, line: &str) -> Result<(), String> {
        let cells = line.as_bytes().chunks(3);
        // The last cell may have lost the space at its end.
        if cells.len() != 9 {
            return Err(format!(
                "expected nine pieces of three letters each, found {} letters",
                line.len()
            ));
        }
        for (file, cell) in (1..=9).rev().zip(cells) {
            let cell = std::str::from_utf8(cell).unwrap_or_default();
            let piece = match cell.trim() {
                "*" => None,
                _ => {
                    let owner = cell.chars().next().and_then(side_of);
                    let kind = cell.get(1..).and_then(kind_of);
                    let piece = owner.zip(kind).map(|(owner, kind)| Piece { kind, owner });
                    let wrong = || {
                        format!("'{cell}' on file {file}: expected a piece such as +FU, or ' * '")
                    };
                    Some(piece.ok_or_else(wrong)?)
                }
            };
            if let Some(square) = Square::new(file, rank) {
                self.diagram.put(square, piece);
            }
        }
        Ok(())
    }

    fn read_pieces(&mut self, side: Player, text: &str) -> Result<(), String> {
        for group in groups(text)? {
            let (square, name) = group.split_at(2);
            let wrong = |expected| Err(format!("'{group}': expected {expected}"));
            if group == "00AL" {
                self.take_the_rest(side);
                continue;
            }
            let Some(kind) = kind_of(name) else {
                return wrong("a piece such as 55OU or 00FU");
            };
            match square_of(square) {
                Some(square) => self.diagram.put(square, Some(Piece { kind, owner: side })),
                None if square != "00" => return wrong("a square from 11 to 99, or 00"),
                None if self.diagram.hold(side, kind, 1) => {}
                None => return wrong("an unpromoted piece in hand"),
            }
        }
        Ok(())
    }

    /// Gives a side all pieces that are nowhere yet, kings aside.
    fn take_the_rest(&mut self, side: Player) {
        for (kind, all) in Kind::HAND.into_iter().zip(PIECE_COUNTS) {
            let left = all.saturating_sub(self.diagram.count(kind));
            self.diagram.hold(side, kind, left);
        }
    }

    /// The pieces with the side that moves: `to_move` unless the lines said who does.
    pub fn diagram(&self, to_move: Player) -> Diagram {
        let mut diagram = self.diagram.clone();
        diagram.side = self.to_move.unwrap_or(to_move);
        diagram
    }

    /// The position as SFEN, for the side that moves unless the lines said who does.
    pub fn to_sfen(&self, to_move: Player) -> String {
        self.diagram(to_move).sfen()
    }
}

/// The side of a line that is a sign and nothing else.
pub fn only_sign(line: &str) -> Option<Player> {
    let mut letters = line.chars();
    let side = letters.next().and_then(side_of);
    side.filter(|_| letters.next().is_none())
}

/// Pieces of four letters each.
fn groups(text: &str) -> Result<Vec<&str>, String> {
    if !text.len().is_multiple_of(4) || !text.is_ascii() {
        return Err(format!(
            "expected pieces of four letters each, such as 82HI, found {} letters",
            text.len()
        ));
    }
    Ok((0..text.len() / 4)
        .map(|group| &text[group * 4..group * 4 + 4])
        .collect())
}

/// The usual start, rank by rank.
const USUAL: [&str; 9] = [
    "-KY-KE-GI-KI-OU-KI-GI-KE-KY",
    " * -HI *  *  *  *  * -KA * ",
    "-FU-FU-FU-FU-FU-FU-FU-FU-FU",
    " *  *  *  *  *  *  *  *  * ",
    " *  *  *  *  *  *  *  *  * ",
    " *  *  *  *  *  *  *  *  * ",
    "+FU+FU+FU+FU+FU+FU+FU+FU+FU",
    " * +KA *  *  *  *  * +HI * ",
    "+KY+KE+GI+KI+OU+KI+GI+KE+KY",
];

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

    fn read(lines: &[&str]) -> Result<String, String> {
        let mut position = StartPosition::default();
        for line in lines {
            position.read(line)?;
        }
        Ok(position.to_sfen(Player::First))
    }

    #[test]
    fn all_three_ways_to_write_a_position() {
        assert_eq!(read(&["PI"]), Ok(format!("{START} b - 1")));
        let ranks: Vec<String> = (1..)
            .zip(USUAL)
            .map(|(n, line)| format!("P{n}{line}"))
            .collect();
        let mut ranks: Vec<&str> = ranks.iter().map(|line| line.trim_end()).collect();
        ranks.push("-");
        assert_eq!(read(&ranks), Ok(format!("{START} w - 1")));
        let handicap = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
        assert_eq!(read(&["PI82HI22KA", "-"]).as_deref(), Ok(handicap));
        let problem = "8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
        let lines = ["P-11OU", "P+13FU00KI00KI", "P-00AL", "+"];
        assert_eq!(read(&lines).as_deref(), Ok(problem));
        let promoted = "9/9/9/9/4+r4/9/9/9/9 b - 1";
        assert_eq!(read(&["P-55RY"]).as_deref(), Ok(promoted));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (line, told) in [
            ("", "expected PI, P1 to P9"),
            ("P", "expected PI, P1 to P9"),
            ("P0", "expected PI, P1 to P9"),
            ("Pé", "expected PI, P1 to P9"),
            ("++", "expected PI, P1 to P9"),
            ("PI82H", "expected pieces of four letters each"),
            ("PI83HI", "'83HI' does not stand in the usual start"),
            (
                "P1-KY",
                "expected nine pieces of three letters each, found 3 letters",
            ),
            (
                "P1-KY-KE-GI-KI-XX-KI-GI-KE-KY",
                "'-XX' on file 5: expected a piece",
            ),
            ("P+55XX", "'55XX': expected a piece"),
            ("P+05FU", "'05FU': expected a square"),
            ("P+00TO", "'00TO': expected an unpromoted piece in hand"),
            ("P+00OU", "'00OU': expected an unpromoted piece in hand"),
        ] {
            let error = read(&[line]).unwrap_err();
            assert!(error.contains(told), "{line}: {error}");
        }
    }

    #[test]
    fn hands_do_not_overflow() {
        let many = "P+".to_owned() + &"00FU".repeat(300);
        assert!(read(&[&many, "P-00AL"]).unwrap().contains("255P"));
    }
}
