//! Moves: `+7776FU` here is `7g7f` in USI.
//!
//! CSA names the piece as it is *after* the move, USI says whether it promotes: to go from one to
//! the other one must know the piece that moves. Whoever converts a move says what stands where.

use std::fmt;
use yomi_core::Player;
use yomi_core::foreign::quoted;
use yomi_shogi::{Board, Kind, Move, Square};

/// The names of pieces, in the order of [`Kind::ALL`].
const NAMES: [&str; Kind::COUNT] = [
    "FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY",
];

/// Reads the name of a piece, such as `FU`.
pub fn kind_of(name: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|&kind| name_of(kind) == name)
}

/// The name of a piece, such as `FU`.
pub fn name_of(kind: Kind) -> &'static str {
    NAMES[kind.index()]
}

/// Reads a square as two digits, file and rank.
pub fn square_of(digits: &str) -> Option<Square> {
    let &[file @ b'1'..=b'9', rank @ b'1'..=b'9'] = digits.as_bytes() else {
        return None;
    };
    Square::new(u32::from(file - b'0'), u32::from(rank - b'0'))
}

/// A square as two digits.
fn digits_of(square: Square) -> String {
    format!("{}{}", square.file(), square.rank())
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
pub fn side_of(sign: char) -> Option<Player> {
    let mut sides = Player::BOTH.into_iter();
    sides.find(|&side| self::sign(side) == sign)
}

impl CsaMove {
    /// Reads a move, or says what it should look like.
    ///
    /// ```
    /// use yomi_records::shogi::csa::csa_move::CsaMove;
    /// use yomi_shogi::Kind;
    /// let played = CsaMove::parse("-8822UM").unwrap();
    /// let standing = |_| Some(Kind::Bishop);
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
            from => Some(square_of(from).ok_or_else(wrong)?),
        };
        Ok(CsaMove {
            side: text.chars().next().and_then(side_of).ok_or_else(wrong)?,
            from,
            to: square_of(&text[3..5]).ok_or_else(wrong)?,
            kind: kind_of(&text[5..]).ok_or_else(wrong)?,
        })
    }

    /// The move in USI, given what stands where.
    pub fn to_usi(&self, standing: impl Fn(Square) -> Option<Kind>) -> Result<String, String> {
        let name = name_of(self.kind);
        let Some(from) = self.from else {
            return match Kind::HAND.contains(&self.kind) {
                true => Ok(Move::drop(self.kind, self.to).to_string()),
                false => Err(format!("{self}: {name} cannot be dropped")),
            };
        };
        let place = digits_of(from);
        let before =
            standing(from).ok_or_else(|| format!("{self}: there is nothing at {place}"))?;
        let promotes = before.promoted() == Some(self.kind);
        if !promotes && before != self.kind {
            let before = name_of(before);
            return Err(format!(
                "{self}: {before} at {place} does not become {name}"
            ));
        }
        Ok(Move::normal(from, self.to, promotes).to_string())
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
        let action: Move = text.parse().map_err(|_| wrong())?;
        let kind = match (action.from(), action.dropped()) {
            (Some(from), _) => {
                let nothing = || format!("{}: nothing at {}", quoted(text), digits_of(from));
                let before = standing(from).ok_or_else(nothing)?;
                match action.promotes() {
                    true => before.promoted(),
                    false => Some(before),
                }
            }
            (None, dropped) => dropped,
        };
        Ok(CsaMove {
            side,
            from: action.from(),
            kind: kind.ok_or_else(wrong)?,
            to: action.to(),
        })
    }
}

/// What stands on the squares of a board.
fn standing(board: &Board) -> impl Fn(Square) -> Option<Kind> {
    |square| board.piece(square).map(|piece| piece.kind)
}

/// The move that is meant on this board. If the piece is not the one named, what should have been
/// named; the move may still be illegal.
pub(super) fn read_on(board: &Board, written: CsaMove) -> Result<Move, String> {
    let text = written.to_usi(standing(board));
    let text = text.map_err(|reason| format!("a piece that is there ({reason})"))?;
    text.parse().map_err(|_| "a move of shogi".to_owned())
}

/// A legal move on this board; `None` for the declaration.
pub(super) fn write_on(board: &Board, action: Move) -> Option<CsaMove> {
    CsaMove::from_usi(board.side(), &action.to_string(), standing(board)).ok()
}

impl fmt::Display for CsaMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = sign(self.side);
        let from = self.from.map_or("00".to_owned(), digits_of);
        let (to, name) = (digits_of(self.to), name_of(self.kind));
        write!(f, "{sign}{from}{to}{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_shogi::Piece;

    #[test]
    fn every_name_is_that_of_its_piece() {
        let names = [
            ("FU", "P"),
            ("KY", "L"),
            ("KE", "N"),
            ("GI", "S"),
            ("KA", "B"),
            ("HI", "R"),
            ("KI", "G"),
            ("OU", "K"),
            ("TO", "+P"),
            ("NY", "+L"),
            ("NK", "+N"),
            ("NG", "+S"),
            ("UM", "+B"),
            ("RY", "+R"),
        ];
        let owner = Player::First;
        for (kind, (name, sfen)) in Kind::ALL.into_iter().zip(names) {
            assert_eq!(kind_of(name), Some(kind));
            assert_eq!(name_of(kind), name);
            assert_eq!(Piece { kind, owner }.to_string(), sfen);
        }
    }

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
            let standing = |_| kind_of(standing);
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
        let gold = |_| kind_of("KI");
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
