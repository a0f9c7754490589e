//! The line below the moves: `まで123手で先手の勝ち`.

use super::words;
use crate::shogi::ending::Ending;
use crate::shogi::record::{End, ShogiRecord};
use yomi_core::{Outcome, Player};

/// What is said of a draw for reasons that nobody tells.
const DRAW: &str = "引き分け";

/// What the line says.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Closing {
    ending: Option<Ending>,
    outcome: Option<Outcome>,
}

impl Closing {
    /// Reads what follows `まで`, for a game that ends when it is the turn of `to_move`.
    pub fn parse(text: &str, to_move: Player) -> Closing {
        let text: String = text
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .collect();
        let text = text.trim_start_matches(['、', ',']);
        // The number of moves.
        let text = match text.split_once('手') {
            Some((number, rest)) if number.chars().all(char::is_numeric) => {
                rest.trim_start_matches(['で', 'に', 'て'])
            }
            _ => text,
        };
        let sides = text.char_indices().map(|(place, _)| &text[place..]);
        let named = sides.filter_map(words::side).next();
        let Some((named, _)) = named else {
            if text.starts_with(DRAW) {
                let outcome = Some(Outcome::Draw);
                return Closing {
                    ending: None,
                    outcome,
                };
            }
            let ending = words::ending(text, to_move);
            let outcome = ending.and_then(|ending| ending.outcome(to_move));
            return Closing { ending, outcome };
        };
        let winner = if text.ends_with("負け") {
            named.other()
        } else if text.contains("勝") {
            named
        } else {
            return Closing::default();
        };
        let ending = if text.contains("反則") {
            Some(Ending::Foul(winner.other()))
        } else if text.contains("入玉") || text.contains("宣言") {
            // Whoever has the turn declares.
            Some(Ending::Declaration).filter(|_| winner == to_move)
        } else if text.contains("トライ") {
            Some(Ending::Try).filter(|_| winner != to_move)
        } else if text.contains("時間") || text.contains("切れ") {
            Some(Ending::TimeUp)
        } else {
            // Nobody says whether by mate or by resignation.
            None
        };
        Closing {
            ending,
            outcome: Some(Outcome::Win(winner)),
        }
    }

    /// Completes a record: its end where it has none, and who has won.
    pub fn complete(self, record: &mut ShogiRecord) {
        if record.end.is_none() {
            record.end = self.ending.map(End::new);
        }
        if self.outcome.is_some() {
            record.judge(self.outcome);
        }
    }
}

/// The line for a record, if there is anything to say.
pub(super) fn write(record: &ShogiRecord, sides: [&str; 2]) -> Option<String> {
    let ending = record.end.as_ref().map(|end| end.ending);
    let said = match record.outcome() {
        Some(Outcome::Win(winner)) => {
            let (winner, loser) = (sides[winner.index()], sides[winner.other().index()]);
            match ending.filter(|_| record.judged.is_none()) {
                Some(Ending::TimeUp) => format!("時間切れにより{winner}の勝ち"),
                Some(Ending::Foul(_)) => format!("{loser}の反則負け"),
                Some(Ending::Declaration) => format!("{winner}の入玉勝ち"),
                _ => format!("{winner}の勝ち"),
            }
        }
        Some(_) if record.judged.is_some() => DRAW.to_owned(),
        _ => words::end_word(ending?, record.to_move()).to_owned(),
    };
    Some(format!("まで{}手で{said}", record.moves.len()))
}
