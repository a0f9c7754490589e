//! The Japanese words for pieces, files and ranks, as in KIF.

use crate::Kind;

/// Pieces in moves, in the order of [`Kind::ALL`].
const IN_MOVES: [&str; Kind::COUNT] = [
    "歩", "香", "桂", "銀", "角", "飛", "金", "玉", "と", "成香", "成桂", "成銀", "馬", "龍",
];
/// Pieces in diagrams, which have one letter each.
const IN_DIAGRAMS: [&str; Kind::COUNT] = [
    "歩", "香", "桂", "銀", "角", "飛", "金", "玉", "と", "杏", "圭", "全", "馬", "龍",
];
/// Other words for pieces.
const ALSO: [(&str, Kind); 2] = [("王", Kind::King), ("竜", Kind::Dragon)];

/// Digits of files and ranks, from one on.
const FULL_WIDTH: &str = "１２３４５６７８９";
const KANJI: &str = "一二三四五六七八九";

/// A piece in a move.
///
/// ```
/// use yomi_shogi::{Kind, japanese};
///
/// assert_eq!(japanese::in_moves(Kind::ProSilver), "成銀");
/// assert_eq!(japanese::kind("成銀右"), Some((Kind::ProSilver, "右")));
/// assert_eq!(["七", "７", "7"].map(|digit| japanese::digit(digit.chars().next().unwrap())), [Some(7); 3]);
/// ```
pub fn in_moves(kind: Kind) -> &'static str {
    IN_MOVES[kind.index()]
}

/// A piece in a diagram or in hand.
pub fn in_diagrams(kind: Kind) -> &'static str {
    IN_DIAGRAMS[kind.index()]
}

/// The piece a text begins with, and what follows.
pub fn kind(text: &str) -> Option<(Kind, &str)> {
    let kinds = || Kind::ALL.into_iter();
    let words = (IN_MOVES.into_iter().zip(kinds()))
        .chain(IN_DIAGRAMS.into_iter().zip(kinds()))
        .chain(ALSO);
    let mut found = words.filter_map(|(word, kind)| Some((kind, text.strip_prefix(word)?)));
    found.next()
}

/// The file for a number from 1 to 9.
pub fn file(number: u32) -> char {
    nth(FULL_WIDTH, number)
}

/// The rank for a number from 1 to 9.
pub fn rank(number: u32) -> char {
    nth(KANJI, number)
}

fn nth(digits: &str, number: u32) -> char {
    let place = number.saturating_sub(1) as usize;
    digits.chars().nth(place).unwrap_or('・')
}

/// A digit from 1 to 9, however it is written.
pub fn digit(letter: char) -> Option<u32> {
    let among = |digits: &str| digits.chars().position(|known| known == letter);
    match among(KANJI).or_else(|| among(FULL_WIDTH)) {
        Some(place) => Some(place as u32 + 1),
        None => letter.to_digit(10).filter(|digit| *digit > 0),
    }
}
