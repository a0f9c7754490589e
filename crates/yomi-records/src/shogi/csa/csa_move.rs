//! Moves: `+7776FU` here is `7g7f` in USI.
//!
//! CSA names the piece as it is *after* the move, USI says whether it promotes: to go from one to
//! the other one must know the piece that moves. Whoever converts a move says what stands where.

use std::fmt;
use yomi_core::Player;
use yomi_core::foreign::quoted;

/// What a piece is, promoted or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kind(u8);

/// The names, unpromoted ones first; eight further on stands what they promote to.
const NAMES: [&str; 14] = [
    "FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY",
];
/// The letters of USI for the first eight.
const LETTERS: &[u8; 8] = b"PLNSBRGK";

impl Kind {
    /// All fourteen.
    pub fn all() -> impl Iterator<Item = Kind> {
        (0..14).map(Kind)
    }

    /// Reads a name, such as `FU`.
    pub fn parse(name: &str) -> Option<Kind> {
        Kind::all().find(|kind| kind.name() == name)
    }

    /// The name, such as `FU`.
    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.0)]
    }

    /// What a letter of USI stands for.
    fn of_letter(letter: u8) -> Option<Kind> {
        let at = LETTERS.iter().position(|&known| known == letter)?;
        Some(Kind(at as u8))
    }

    /// The piece as SFEN writes Black's, such as `P` or `+R`.
    pub fn sfen(self) -> String {
        let letter = char::from(LETTERS[usize::from(self.0 % 8)]);
        match self.is_promoted() {
            true => format!("+{letter}"),
            false => letter.to_string(),
        }
    }

    /// Whether it is promoted.
    pub fn is_promoted(self) -> bool {
        self.0 >= 8
    }

    /// What it promotes to, if it can.
    pub fn promoted(self) -> Option<Kind> {
        // Golds and kings, 6 and 7, stay what they are.
        (self.0 < 6).then_some(Kind(self.0 + 8))
    }

    /// Its place among the seven kinds that can be in hand: pawns are 0 and golds 6.
    pub fn place_in_hand(self) -> Option<usize> {
        (self.0 < 7).then_some(usize::from(self.0))
    }
}

/// A square: file and rank, from 1 to 9 each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Square {
    /// From 1, at the right, to 9.
    pub file: u8,
    /// From 1, at the top, to 9.
    pub rank: u8,
}

impl Square {
    /// Reads two digits.
    pub fn parse(text: &str) -> Option<Square> {
        let &[file @ b'1'..=b'9', rank @ b'1'..=b'9'] = text.as_bytes() else {
            return None;
        };
        Some(Square {
            file: file - b'0',
            rank: rank - b'0',
        })
    }

    fn parse_usi(text: &[u8]) -> Option<Square> {
        let &[file @ b'1'..=b'9', rank @ b'a'..=b'i'] = text else {
            return None;
        };
        Some(Square {
            file: file - b'0',
            rank: rank - b'a' + 1,
        })
    }

    fn usi(self) -> String {
        format!("{}{}", self.file, char::from(b'a' + self.rank - 1))
    }

    /// From 0 to 80, rank by rank.
    pub fn index(self) -> usize {
        usize::from(self.rank - 1) * 9 + usize::from(self.file - 1)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, self.rank)
    }
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CsaMove {
    /// Who moves: `+` is Black.
    pub side: Player,
    /// From where; `None` for a drop.
    pub from: Option<Square>,
    /// To where.
    pub to: Square,
    /// What stands there afterwards.
    pub kind: Kind,
}

/// The sign of a side.
pub fn sign(side: Player) -> char {
    ['+', '-'][side.index()]
}

/// The side of a sign.
pub fn side_of(sign: &str) -> Option<Player> {
    Player::BOTH
        .into_iter()
        .find(|&side| sign.len() == 1 && sign.starts_with(self::sign(side)))
}

impl CsaMove {
    /// Reads a move, or says what it should look like.
    ///
    /// ```
    /// use yomi_records::shogi::csa::csa_move::{CsaMove, Kind};
    /// let played = CsaMove::parse("-8822UM").unwrap();
    /// let standing = |_| Kind::parse("KA");
    /// assert_eq!(played.to_usi(standing).unwrap(), "8h2b+");
    /// assert_eq!(CsaMove::from_usi(played.side, "8h2b+", standing), Ok(played));
    /// ```
    pub fn parse(text: &str) -> Result<CsaMove, String> {
        let wrong = || {
            let text = quoted(text);
            format!("{text}: expected a move such as +7776FU or -0055KA")
        };
        if text.len() != 7 || !text.is_ascii() {
            return Err(wrong());
        }
        let from = match &text[1..3] {
            "00" => None,
            from => Some(Square::parse(from).ok_or_else(wrong)?),
        };
        Ok(CsaMove {
            side: side_of(&text[..1]).ok_or_else(wrong)?,
            from,
            to: Square::parse(&text[3..5]).ok_or_else(wrong)?,
            kind: Kind::parse(&text[5..]).ok_or_else(wrong)?,
        })
    }

    /// The move in USI, given what stands where.
    pub fn to_usi(&self, standing: impl Fn(Square) -> Option<Kind>) -> Result<String, String> {
        let to = self.to.usi();
        let Some(from) = self.from else {
            return match self.kind.place_in_hand() {
                Some(_) => Ok(format!("{}*{to}", self.kind.sfen())),
                None => Err(format!("{self}: {} cannot be dropped", self.kind.name())),
            };
        };
        let before = standing(from).ok_or_else(|| format!("{self}: there is nothing at {from}"))?;
        let promotion = match self.kind {
            kind if kind == before => "",
            kind if before.promoted() == Some(kind) => "+",
            kind => {
                let (before, kind) = (before.name(), kind.name());
                return Err(format!("{self}: {before} at {from} does not become {kind}"));
            }
        };
        Ok(format!("{}{to}{promotion}", from.usi()))
    }

    /// A move of USI, given what stands where.
    pub fn from_usi(
        side: Player,
        text: &str,
        standing: impl Fn(Square) -> Option<Kind>,
    ) -> Result<CsaMove, String> {
        let wrong = || {
            let text = quoted(text);
            format!("{text}: expected a move such as 7g7f, 8h2b+ or P*5e")
        };
        let (from, to, kind) = match text.as_bytes() {
            [letter, b'*', to @ ..] => (None, to, Kind::of_letter(*letter)),
            [file, rank, to @ ..] => {
                let from = Square::parse_usi(&[*file, *rank]).ok_or_else(wrong)?;
                let before = standing(from);
                let before =
                    before.ok_or_else(|| format!("{}: nothing at {from}", quoted(text)))?;
                match to.strip_suffix(b"+") {
                    None => (Some(from), to, Some(before)),
                    Some(to) => (Some(from), to, before.promoted()),
                }
            }
            _ => return Err(wrong()),
        };
        Ok(CsaMove {
            side,
            from,
            to: Square::parse_usi(to).ok_or_else(wrong)?,
            kind: kind.ok_or_else(wrong)?,
        })
    }
}

impl fmt::Display for CsaMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = sign(self.side);
        let from = self.from.map_or("00".to_owned(), |from| from.to_string());
        write!(f, "{sign}{from}{}{}", self.to, self.kind.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        for (csa, standing, usi) in [
            ("+7776FU", "FU", "7g7f"),
            ("-3334FU", "FU", "3c3d"),
            ("+8822UM", "KA", "8h2b+"),
            ("+8822UM", "UM", "8h2b"),
            ("-9199NY", "KY", "9a9i+"),
            ("+0055KA", "KI", "B*5e"),
            ("-0019FU", "KI", "P*1i"),
        ] {
            let standing = |_| Kind::parse(standing);
            let read = CsaMove::parse(csa).unwrap();
            assert_eq!(read.to_string(), csa);
            assert_eq!(read.to_usi(standing).as_deref(), Ok(usi));
            assert_eq!(CsaMove::from_usi(read.side, usi, standing), Ok(read));
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        for text in ["", "7776FU", "+7776XX", "+7706FU", "+7776FU ", "+777é6F"] {
            let told = CsaMove::parse(text).unwrap_err();
            assert!(told.contains("expected a move such as"), "{text}: {told}");
        }
        let gold = |_| Kind::parse("KI");
        let to_usi = |text| CsaMove::parse(text).unwrap().to_usi(gold).unwrap_err();
        assert_eq!(to_usi("+0055OU"), "+0055OU: OU cannot be dropped");
        assert_eq!(to_usi("+0055TO"), "+0055TO: TO cannot be dropped");
        assert_eq!(to_usi("+7776FU"), "+7776FU: KI at 77 does not become FU");
        for text in ["", "win", "7g7f+", "K*5", "7g7", "7g7j", "x*5e", "é"] {
            assert!(
                CsaMove::from_usi(Player::First, text, gold).is_err(),
                "{text}"
            );
        }
        let nothing = CsaMove::parse("-5141OU").unwrap().to_usi(|_| None);
        assert_eq!(nothing.unwrap_err(), "-5141OU: there is nothing at 51");
    }
}
