//! What we add to a game: what a search found out about its move, and the date.

use crate::calendar::Moment;
use yomi_core::Player;
use yomi_core::engine::TextReport;

/// The date of today, in universal time, as records have it: `2026-11-15`.
pub fn today() -> String {
    let now = Moment::now().extended();
    now.split('T').next().unwrap_or_default().to_owned()
}

/// The most moves of a line that are told.
const LINE: usize = 12;

/// The win rate as the mover sees it, the visits of the chosen move and the expected line, the
/// chosen move first: `win rate 53.2% (B), 12345 visits, line D4 Q16 C3`.
///
/// Where the search counts no visits of moves, its simulations stand in for them; what it does
/// not know at all is left out.
pub fn remark(report: &TextReport, mover: Player) -> String {
    let side = ["B", "W"][mover.index()];
    let mut text = format!("win rate {:.1}% ({side})", 100.0 * report.value.0);
    let chosen = report.moves.iter().find(|entry| entry.text == report.best);
    let visits = chosen.map_or(0, |entry| entry.visits);
    let (number, what) = match visits {
        0 => (report.simulations, "simulations"),
        visits => (visits, "visits"),
    };
    if number > 0 {
        text += &format!(", {number} {what}");
    }
    if !report.line.is_empty() {
        text += ", line ";
        text += &report.line[..report.line.len().min(LINE)].join(" ");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    use yomi_core::MoverValue;
    use yomi_core::engine::TextMove;

    fn report(moves: Vec<TextMove>, line: &str) -> TextReport {
        TextReport {
            value: MoverValue(0.5321),
            moves,
            line: line.split_whitespace().map(str::to_owned).collect(),
            simulations: 20_000,
            ..TextReport::of_move("D4")
        }
    }

    #[test]
    fn what_is_known_is_told() {
        let chosen = TextMove {
            text: "D4".to_owned(),
            visits: 12_345,
            value: None,
            prior: None,
            proven: None,
            line: Vec::new(),
        };
        let other = TextMove {
            text: "C3".to_owned(),
            visits: 7,
            ..chosen.clone()
        };
        assert_eq!(
            remark(&report(vec![other, chosen], "D4 Q16"), Player::First),
            "win rate 53.2% (B), 12345 visits, line D4 Q16"
        );
        assert_eq!(
            remark(&report(Vec::new(), ""), Player::Second),
            "win rate 53.2% (W), 20000 simulations"
        );
        let long = remark(&report(Vec::new(), &"pass ".repeat(99)), Player::First);
        assert_eq!(long.matches("pass").count(), LINE);
    }

    #[test]
    fn today_looks_like_a_date() {
        let today = today();
        let parts: Vec<usize> = today.split('-').map(str::len).collect();
        assert_eq!(parts, [4, 2, 2], "{today}");
    }
}
