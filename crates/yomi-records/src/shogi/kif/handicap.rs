//! Games in which white begins and lacks pieces.

use yomi_shogi::Board;

/// The names of handicaps (`手合割`) and white's pieces on the two last ranks. `その他`, any other
/// position, comes with a diagram.
const HANDICAPS: [(&str, &str); 15] = [
    ("香落ち", "lnsgkgsn1/1r5b1"),
    ("右香落ち", "1nsgkgsnl/1r5b1"),
    ("角落ち", "lnsgkgsnl/1r7"),
    ("飛車落ち", "lnsgkgsnl/7b1"),
    ("飛香落ち", "lnsgkgsn1/7b1"),
    ("二枚落ち", "lnsgkgsnl/9"),
    ("三枚落ち", "lnsgkgsn1/9"),
    ("四枚落ち", "1nsgkgsn1/9"),
    ("五枚落ち", "2sgkgsn1/9"),
    ("左五枚落ち", "1nsgkgs2/9"),
    ("六枚落ち", "2sgkgs2/9"),
    ("左七枚落ち", "2sgkg3/9"),
    ("右七枚落ち", "3gkgs2/9"),
    ("八枚落ち", "3gkg3/9"),
    ("十枚落ち", "4k4/9"),
];

/// The name of a game without a handicap.
pub(super) const EVEN: &str = "平手";
/// The name of a game that begins elsewhere.
pub(super) const OTHER: &str = "その他";

/// The position that a name stands for.
pub(super) fn position(name: &str) -> Option<Board> {
    if name == EVEN {
        return Some(Board::start());
    }
    let mut known = HANDICAPS.iter().filter(|(known, _)| *known == name);
    known.next().and_then(|(_, ranks)| board(ranks))
}

/// The name for a position, if it has one.
pub(super) fn name(start: &Board) -> Option<&'static str> {
    if *start == Board::start() {
        return Some(EVEN);
    }
    let mut known = HANDICAPS.iter();
    let found = known.find(|(_, ranks)| board(ranks).as_ref() == Some(start));
    found.map(|(name, _)| *name)
}

fn board(ranks: &str) -> Option<Board> {
    let rest = "ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    Board::from_sfen(&format!("{ranks}/{rest}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_position_of_its_own() {
        for (known, _) in HANDICAPS {
            let start = position(known).unwrap();
            assert_eq!(name(&start), Some(known));
        }
        assert_eq!(position("五十枚落ち"), None);
    }
}
