//! The words of CSA for ends.

use crate::shogi::ending::Ending;
use yomi_core::Player;

/// All words for ends that do not depend on a side.
const ENDS: [(&str, Ending); 12] = [
    ("%TORYO", Ending::Resignation),
    ("%TIME_UP", Ending::TimeUp),
    ("%TSUMI", Ending::Mate),
    ("%KACHI", Ending::Declaration),
    ("%SENNICHITE", Ending::Repetition),
    ("%JISHOGI", Ending::Impasse),
    ("%HIKIWAKE", Ending::DrawDeclared),
    ("%MAX_MOVES", Ending::MaxMoves),
    ("%CHUDAN", Ending::Interruption),
    ("%MATTA", Ending::TakenBack),
    ("%FUZUMI", Ending::NoMate),
    ("%ERROR", Ending::Error),
];

/// The end for a word, when it is the turn of `to_move`.
pub(super) fn ending(word: &str, to_move: Player) -> Option<Ending> {
    match word {
        "%ILLEGAL_MOVE" => Some(Ending::Foul(to_move)),
        "%+ILLEGAL_ACTION" => Some(Ending::Foul(Player::First)),
        "%-ILLEGAL_ACTION" => Some(Ending::Foul(Player::Second)),
        _ => {
            let mut ends = ENDS.iter().filter(|(known, _)| *known == word);
            ends.next().map(|(_, ending)| *ending)
        }
    }
}

/// The word for an end when it is the turn of `to_move`. Nobody being there has none, nor has a try.
pub(super) fn end_word(ending: Ending, to_move: Player) -> &'static str {
    match ending {
        Ending::Foul(loser) if loser == to_move => "%ILLEGAL_MOVE",
        Ending::Foul(Player::First) => "%+ILLEGAL_ACTION",
        Ending::Foul(Player::Second) => "%-ILLEGAL_ACTION",
        _ => {
            let mut ends = ENDS.iter().filter(|(_, known)| *known == ending);
            ends.next().map_or("%CHUDAN", |(word, _)| word)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_again() {
        for to_move in Player::BOTH {
            let fouls = Player::BOTH.map(Ending::Foul);
            for ending in ENDS.iter().map(|(_, ending)| *ending).chain(fouls) {
                let word = end_word(ending, to_move);
                assert_eq!(super::ending(word, to_move), Some(ending));
            }
        }
    }
}
