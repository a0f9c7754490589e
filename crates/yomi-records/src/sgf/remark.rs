//! What we add to a game: what a search found out about its move, and the date.

use crate::calendar::Moment;
use std::time::Duration;
use yomi_core::Player;
use yomi_core::engine::{Finding, TextReport};

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
/// Where the search counts no visits of moves, its simulations stand in for them, or its nodes; what it does
/// not know at all is left out.
pub fn remark(report: &TextReport, mover: Player) -> String {
    let mut words = finding_words(&Finding::of(report), mover);
    if !report.line.is_empty() {
        let line = report.line[..report.line.len().min(LINE)].join(" ");
        words.push(format!("line {line}"));
    }
    words.join(", ")
}

/// The same of what a record of a match keeps, which has no line, but the time that the move took:
/// `win rate 53.2% (B), 12345 visits, time 1.5 s`. `None` if nothing is known.
pub fn remark_of(finding: &Finding, time: Option<Duration>, mover: Player) -> Option<String> {
    let mut words = finding_words(finding, mover);
    words.extend(time.map(time_words));
    (!words.is_empty()).then(|| words.join(", "))
}

fn finding_words(finding: &Finding, mover: Player) -> Vec<String> {
    let side = ["B", "W"][mover.index()];
    let value = finding.value.map(|value| 100.0 * value);
    let value = value.map(|value| format!("win rate {value:.1}% ({side})"));
    let counts = [
        (finding.visits, "visits"),
        (finding.simulations, "simulations"),
        (finding.nodes, "nodes"),
    ];
    let count = counts.into_iter().find(|(count, _)| *count > 0);
    let count = count.map(|(count, what)| format!("{count} {what}"));
    value.into_iter().chain(count).collect()
}

/// Seconds, with as many digits as a move of that length deserves.
fn time_words(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        0.0..0.01 => format!("time {seconds:.6} s"),
        0.01..1.0 => format!("time {seconds:.3} s"),
        _ => format!("time {seconds:.1} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use yomi_core::MoverValue;
    use yomi_core::engine::TextMove;

    fn report(moves: Vec<TextMove>, line: &str) -> TextReport {
        TextReport {
            value: MoverValue(0.5321),
            has_value: true,
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
        let nodes = TextReport {
            simulations: 0,
            nodes: 99,
            ..report(Vec::new(), "")
        };
        assert_eq!(
            remark(&nodes, Player::First),
            "win rate 53.2% (B), 99 nodes"
        );
        // A program that answers moves and nothing else.
        assert_eq!(remark(&TextReport::of_move("D4"), Player::First), "line D4");
        let long = remark(&report(Vec::new(), &"pass ".repeat(99)), Player::First);
        assert_eq!(long.matches("pass").count(), LINE);
    }

    #[test]
    fn what_a_match_keeps_is_told_in_the_same_words() {
        let finding = Finding {
            value: Some(0.53213),
            visits: 12_345,
            ..Finding::default()
        };
        let none = Finding::default();
        for (finding, milliseconds, words) in [
            (finding, None, Some("win rate 53.2% (W), 12345 visits")),
            (
                finding,
                Some(2_468),
                Some("win rate 53.2% (W), 12345 visits, time 2.5 s"),
            ),
            (none, Some(0), Some("time 0.000000 s")),
            (none, Some(3), Some("time 0.003000 s")),
            (none, Some(31), Some("time 0.031 s")),
            (none, None, None),
        ] {
            let time = milliseconds.map(Duration::from_millis);
            assert_eq!(remark_of(&finding, time, Player::Second).as_deref(), words);
        }
    }

    #[test]
    fn today_looks_like_a_date() {
        let today = today();
        let parts: Vec<usize> = today.split('-').map(str::len).collect();
        assert_eq!(parts, [4, 2, 2], "{today}");
    }
}
