//! The words of KIF: numbers, sides and ends; pieces are those of [`yomi_shogi::japanese`].

use crate::shogi::ending::Ending;
use crate::shogi::tags;
use yomi_core::Player;

pub(super) use yomi_shogi::japanese::{digit, file, in_diagrams, in_moves, kind, rank};

/// A number of pieces in hand, from 1 to 99: `四`, `十八`.
pub(super) fn count(text: &str) -> Option<u32> {
    if let Ok(number) = text.parse() {
        return Some(number).filter(|number| (1..100).contains(number));
    }
    let single = |text: &str| {
        let mut letters = text.chars();
        let value = digit(letters.next()?);
        value.filter(|_| letters.next().is_none())
    };
    match text.split_once('十') {
        None => single(text),
        Some((tens, ones)) => {
            let tens = if tens.is_empty() { 1 } else { single(tens)? };
            let ones = if ones.is_empty() { 0 } else { single(ones)? };
            Some(10 * tens + ones)
        }
    }
}

/// A number of pieces in hand as it is written; one is not.
pub(super) fn count_text(number: u32) -> String {
    match number {
        0 | 1 => String::new(),
        2..=9 => rank(number).to_string(),
        10 => "十".to_owned(),
        11..=19 => format!("十{}", rank(number - 10)),
        _ => number.to_string(),
    }
}

/// What the sides are called in even games.
pub(super) const EVEN: [&str; 2] = ["先手", "後手"];
/// What they are called in games with a handicap: black receives it.
pub(super) const HANDICAP: [&str; 2] = ["下手", "上手"];

/// The side a text begins with, and what follows.
pub(super) fn side(text: &str) -> Option<(Player, &str)> {
    let names = EVEN.into_iter().zip(Player::BOTH);
    let names = names.chain(HANDICAP.into_iter().zip(Player::BOTH));
    let mut found = names.filter_map(|(name, player)| Some((player, text.strip_prefix(name)?)));
    found.next()
}

/// Whether a text is the keyword of a line that means nothing else.
pub(super) fn is_keyword(text: &str) -> bool {
    let about_a_side = side(text)
        .is_some_and(|(_, rest)| rest.is_empty() || rest.starts_with('番') || rest == "の持駒");
    let taken = ["手合割", "変化"].contains(&text) || text.starts_with("まで") || about_a_side;
    tags::is_keyword(text) && !taken
}

/// The side a move is marked with.
pub(super) fn mark(letter: char) -> Option<Player> {
    match letter {
        '▲' | '▼' | '☗' => Some(Player::First),
        '△' | '▽' | '☖' => Some(Player::Second),
        _ => None,
    }
}

/// The end for a word that stands in the place of a move, when it is the turn of `to_move`.
pub(super) fn ending(word: &str, to_move: Player) -> Option<Ending> {
    Some(match word {
        "投了" => Ending::Resignation,
        "切れ負け" | "時間切れ" => Ending::TimeUp,
        "反則勝ち" => Ending::Foul(to_move.other()),
        "反則負け" => Ending::Foul(to_move),
        "詰み" | "詰" => Ending::Mate,
        "入玉勝ち" | "宣言勝ち" => Ending::Declaration,
        "トライ" => Ending::Try,
        "千日手" => Ending::Repetition,
        "持将棋" => Ending::Impasse,
        "引き分け" | "引分" | "引分け" => Ending::DrawDeclared,
        "最大手数" => Ending::MaxMoves,
        "不戦勝" => Ending::Absence(to_move.other()),
        "不戦敗" => Ending::Absence(to_move),
        "中断" | "封じ手" => Ending::Interruption,
        "不詰" => Ending::NoMate,
        _ => return None,
    })
}

/// The word for an end when it is the turn of `to_move`: one of those that the format was published
/// with, or, for a try, the one of programs that play by that rule.
pub(super) fn end_word(ending: Ending, to_move: Player) -> &'static str {
    match ending {
        Ending::Resignation => "投了",
        Ending::TimeUp => "切れ負け",
        Ending::Foul(loser) if loser == to_move => "反則負け",
        Ending::Foul(_) => "反則勝ち",
        Ending::Mate => "詰み",
        Ending::Declaration => "入玉勝ち",
        Ending::Try => "トライ",
        Ending::Repetition => "千日手",
        Ending::Impasse | Ending::DrawDeclared | Ending::MaxMoves => "持将棋",
        Ending::Absence(loser) if loser == to_move => "不戦敗",
        Ending::Absence(_) => "不戦勝",
        Ending::Interruption | Ending::TakenBack | Ending::Error => "中断",
        Ending::NoMate => "不詰",
    }
}
