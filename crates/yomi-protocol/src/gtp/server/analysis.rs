//! The lines of streams of analysis.
//!
//! A line tells all that is known of the moves at that moment, best move first. Leela Zero began
//! this (`lz-analyze`), with win rates in ten-thousandths; KataGo took it further (`kata-analyze`),
//! with win rates from 0 to 1 and the ownership of every point. Both tell everything as the side
//! to move sees it:
//!
//! ```text
//! info move D4 visits 310 winrate 5230 lcb 4674 order 0 pv D4 F6 info move E5 visits 12 ...
//! info move D4 visits 310 winrate 0.523000 lcb 0.467399 order 0 pv D4 F6 ... ownership 0.12 ...
//! ```
//!
//! Told are the moves with a [real share](TextReport::known_moves) of the visits, and others only as far as `minmoves` asks for them.
//! `lcb` is the lower end of Wilson's 95% interval of the win rate, as if each visit were a game by itself: it is sound at few visits
//! too, where a move of which all three games were won is known to win 0.44 of them. Scores (`scoreLead` and the like) are left out: no
//! search here estimates the score after a move, and none is better than a made-up one.

use super::analysis_request::{AnalysisRequest, Style};
use std::fmt::Write as _;
use yomi_core::engine::{TextMove, TextReport};
use yomi_core::{MoverValue, Player};

impl AnalysisRequest {
    /// A line of the stream. Ownership is as the first player sees it, as everywhere here.
    pub fn line(
        &self,
        style: Style,
        report: &TextReport,
        mover: Player,
        ownership: Option<&[f64]>,
    ) -> String {
        let mut text = String::new();
        for (order, entry) in self.moves(report).iter().enumerate() {
            write_move(&mut text, style, order, entry, report);
        }
        if self.root {
            let visits: u64 = report.moves.iter().map(|entry| entry.visits).sum();
            let value = report.value.0;
            push(
                &mut text,
                format_args!("rootInfo visits {visits} winrate {value:.6}"),
            );
        }
        if let Some(ownership) = ownership {
            push(&mut text, format_args!("ownership"));
            let sign = if mover == Player::First { 1.0 } else { -1.0 };
            for owner in ownership {
                // The sum of a negative zero and zero has no sign.
                let thousandths = (1000.0 * sign * owner).round() + 0.0;
                push(&mut text, format_args!("{:.3}", thousandths / 1000.0));
            }
        }
        text
    }

    /// The moves to tell of. There is always one.
    fn moves(&self, report: &TextReport) -> Vec<TextMove> {
        let least = report.least_known();
        let (known, mut others): (Vec<&TextMove>, Vec<&TextMove>) =
            report.moves.iter().partition(|entry| entry.visits >= least);
        others.sort_by_key(|entry| std::cmp::Reverse(entry.visits));
        let missing = self.least.saturating_sub(known.len());
        let more = others.into_iter().take(missing);
        let told = known.into_iter().chain(more).take(self.most.max(1));
        let mut told: Vec<TextMove> = told.cloned().collect();
        if told.is_empty() {
            told.push(TextMove {
                text: report.best.clone(),
                visits: report.simulations,
                value: Some(report.value),
                prior: None,
                proven: report.proven,
                line: Vec::new(),
            });
        }
        told
    }
}

fn write_move(
    text: &mut String,
    style: Style,
    order: usize,
    entry: &TextMove,
    report: &TextReport,
) {
    let (name, visits) = (&entry.text, entry.visits);
    let MoverValue(value) = entry.value.unwrap_or(report.value);
    let lcb = lower_bound(value, visits);
    let share = |share: f64| match style {
        Style::Leela => format!("{:.0}", 10_000.0 * share),
        // Without a point in it a win rate would be taken for one of Leela's.
        Style::Kata => format!("{share:.6}"),
    };
    push(text, format_args!("info move {name} visits {visits}"));
    push(text, format_args!("winrate {}", share(value)));
    if let Some(prior) = entry.prior {
        push(text, format_args!("prior {}", share(prior)));
    }
    push(text, format_args!("lcb {} order {order}", share(lcb)));
    let is_best = report.line.first() == Some(name);
    let line = match (is_best, entry.line.is_empty()) {
        (true, _) => report.line.join(" "),
        (false, false) => entry.line.join(" "),
        (false, true) => name.clone(),
    };
    push(text, format_args!("pv {line}"));
}

/// The lower end of Wilson's interval at 95%.
fn lower_bound(value: f64, visits: u64) -> f64 {
    const Z: f64 = 1.96;
    if visits == 0 {
        return 0.0;
    }
    let part = Z * Z / visits as f64;
    let spread = (value * (1.0 - value)).max(0.0) / visits as f64 + part / (4.0 * visits as f64);
    let lower = (value + part / 2.0 - Z * spread.sqrt()) / (1.0 + part);
    lower.clamp(0.0, 1.0)
}

/// Adds words, with a space before them.
fn push(text: &mut String, words: std::fmt::Arguments<'_>) {
    if !text.is_empty() {
        text.push(' ');
    }
    // Strings take everything that is written to them.
    let _ = text.write_fmt(words);
}

#[cfg(test)]
mod tests {
    use super::super::GtpGame;
    use super::*;

    fn request(words: &str) -> Result<AnalysisRequest, String> {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        AnalysisRequest::parse(&words, &GtpGame::of("go"), Style::Kata)
    }

    fn report() -> TextReport {
        let entry = |text: &str, visits, value: Option<f64>, prior| TextMove {
            text: text.to_owned(),
            visits,
            value: value.map(MoverValue),
            prior,
            proven: None,
            line: Vec::new(),
        };
        TextReport {
            value: MoverValue(0.6),
            moves: vec![
                entry("D4", 100, Some(0.8), Some(0.25)),
                entry("pass", 1, Some(0.0), None),
                entry("E5", 0, None, None),
            ],
            line: vec!["D4".to_owned(), "C3".to_owned(), "pass".to_owned()],
            simulations: 101,
            nodes: 50,
            depth: 3,
            deepest: 3,
            ..TextReport::of_move("D4")
        }
    }

    #[test]
    fn lines_are_written_as_each_program_writes_them() {
        let line = |words: &str, style, mover, owners: Option<&[f64]>| {
            request(words)
                .unwrap()
                .line(style, &report(), mover, owners)
        };
        let (black, white) = (Player::First, Player::Second);
        assert_eq!(
            line("", Style::Leela, black, None),
            "info move D4 visits 100 winrate 8000 prior 2500 lcb 7112 order 0 pv D4 C3 pass"
        );
        assert_eq!(
            line("minmoves 2", Style::Leela, black, None),
            "info move D4 visits 100 winrate 8000 prior 2500 lcb 7112 order 0 pv D4 C3 pass \
             info move pass visits 1 winrate 0 lcb 0 order 1 pv pass"
        );
        assert_eq!(
            line(
                "maxmoves 1 rootInfo true",
                Style::Kata,
                white,
                Some(&[1.0, -0.25])
            ),
            "info move D4 visits 100 winrate 0.800000 prior 0.250000 lcb 0.711169 order 0 \
             pv D4 C3 pass rootInfo visits 101 winrate 0.600000 ownership -1.000 0.250"
        );
        let told = line("minmoves 9", Style::Kata, black, None);
        let last = " info move E5 visits 0 winrate 0.600000 lcb 0.000000 order 2 pv E5";
        assert!(told.ends_with(last), "{told}");
    }

    #[test]
    fn few_visits_have_a_low_bound() {
        for (value, visits, expected) in [
            (1.0, 3, 0.4385),
            (0.5, 100, 0.4038),
            (1.0, 0, 0.0),
            (0.0, 9, 0.0),
        ] {
            let found = lower_bound(value, visits);
            assert!((found - expected).abs() < 1e-4, "{value} {visits}: {found}");
        }
    }

    #[test]
    fn a_line_is_never_empty() {
        let mut report = report();
        report.moves.clear();
        let line = request("maxmoves 0")
            .unwrap()
            .line(Style::Leela, &report, Player::First, None);
        assert!(
            line.starts_with("info move D4 visits 101 winrate 6000 lcb "),
            "{line}"
        );
    }
}
