//! Tables as text, for terminals and logs.

use crate::ArenaError;
use crate::scoreboard::Scoreboard;
use crate::table::{Forfeits, Ranked, Standing, Table, TestStanding};
use yomi_stats::elo::format_elo;
use yomi_stats::score::Tally;
use yomi_stats::sprt::SprtVerdict;

impl Scoreboard {
    /// The state of the match in one line, for a display that is written over and over.
    pub fn status_line(&self) -> Result<String, ArenaError> {
        let table = self.table()?;
        let mut line = format!("{}/{} games", self.recorded(), self.total());
        if let [standing] = table.standings.as_slice() {
            line += &format!(
                "  {} - {}  {}  {} {}  Elo {}",
                standing.a,
                standing.b,
                wins_draws_losses(&standing.games),
                percent(standing.score),
                interval(standing),
                standing.elo,
            );
        } else {
            for ranked in by_rating(&table) {
                line += &format!("  {} {}", ranked.name, format_elo(ranked.rating.elo));
            }
        }
        if let Some(test) = &table.sprt {
            line += &format!(
                "  LLR {:.2} [{:.2}, {:.2}]",
                test.status.llr, test.status.lower, test.status.upper
            );
        }
        Ok(line)
    }
}

impl Table {
    /// The whole table: every pairing, and for more than two participants ratings and crosstable.
    pub fn render(&self) -> String {
        let mut parts = vec![self.title(), self.pairings()];
        if !self.ranking.is_empty() {
            parts.push(self.crosstable());
        }
        parts.extend(self.sprt.as_ref().map(sprt));
        parts.extend(self.forfeits());
        parts.join("\n")
    }

    fn title(&self) -> String {
        let pairs = self.counted / 2;
        let mut title = format!("{}: {} games in {pairs} pairs", self.game, self.counted);
        if self.uncounted > 0 {
            title += &format!(" ({} more played but not counted)", self.uncounted);
        }
        title + "\n"
    }

    fn pairings(&self) -> String {
        let head = [
            "pairing",
            "games",
            "+",
            "=",
            "-",
            "score",
            "95%",
            "Elo",
            "95%",
            "LOS",
            "as first",
            "as second",
            "pairs 0 ½ 1 1½ 2",
        ];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for standing in &self.standings {
            let Tally {
                wins,
                draws,
                losses,
            } = standing.games;
            rows.push(vec![
                format!("{} - {}", standing.a, standing.b),
                standing.games.games().to_string(),
                wins.to_string(),
                draws.to_string(),
                losses.to_string(),
                percent(standing.score),
                interval(standing),
                format_elo(standing.elo.elo),
                format!(
                    "[{}, {}]",
                    format_elo(standing.elo.low),
                    format_elo(standing.elo.high)
                ),
                percent(Some(standing.superiority)),
                percent(standing.as_first.rate()),
                percent(standing.as_second.rate()),
                standing
                    .pairs
                    .counts
                    .map(|count| count.to_string())
                    .join(" "),
            ]);
        }
        align(&rows)
    }

    /// One row per participant, best first; columns are the opponents in the same order.
    fn crosstable(&self) -> String {
        let order = by_rating(self);
        let place = |ranked: &Ranked| {
            self.participants
                .iter()
                .position(|name| *name == ranked.name)
        };
        let mut head: Vec<String> = ["participant", "rating", "±", "games", "score"]
            .map(str::to_owned)
            .to_vec();
        head.extend((1..=order.len()).map(|rank| rank.to_string()));
        let mut rows = vec![head];
        for (rank, ranked) in order.iter().enumerate() {
            let mut row = vec![
                format!("{} {}", rank + 1, ranked.name),
                format_elo(ranked.rating.elo),
                // Two standard errors or 1.96: the same claim, as near as it matters.
                format!("{:.1}", 1.96 * ranked.rating.standard_error),
                ranked.games.games().to_string(),
                percent(ranked.games.rate()),
            ];
            for opponent in &order {
                let games = place(opponent).and_then(|column| ranked.against.get(column));
                row.push(percent(games.and_then(Tally::rate)));
            }
            rows.push(row);
        }
        align(&rows)
    }

    fn forfeits(&self) -> Option<String> {
        let mut lines = Vec::new();
        for standing in &self.standings {
            for (loser, winner, forfeits) in [
                (&standing.a, &standing.b, &standing.forfeits_a),
                (&standing.b, &standing.a, &standing.forfeits_b),
            ] {
                let Forfeits {
                    crash,
                    illegal,
                    time,
                } = forfeits;
                if forfeits.total() > 0 {
                    lines.push(format!(
                        "{loser} forfeited {} games to {winner}: \
                         {crash} by crashing, {illegal} by illegal moves, {time} on time\n",
                        forfeits.total()
                    ));
                }
            }
        }
        (!lines.is_empty()).then(|| lines.concat())
    }
}

fn sprt(test: &TestStanding) -> String {
    let verdict = match test.status.verdict {
        SprtVerdict::AcceptH1 => "accepted H1, the first participant is stronger by elo1 or more",
        SprtVerdict::AcceptH0 => "accepted H0, the difference is elo0 or less",
        SprtVerdict::Continue => "undecided",
    };
    format!(
        "SPRT: {verdict}, after {} pairs (LLR {:.2}, bounds {:.2} and {:.2})\n",
        test.pairs, test.status.llr, test.status.lower, test.status.upper
    )
}

fn by_rating(table: &Table) -> Vec<&Ranked> {
    let mut order: Vec<&Ranked> = table.ranking.iter().collect();
    // A stable sort: equals stay in the order in which they were entered.
    order.sort_by(|x, y| y.rating.elo.total_cmp(&x.rating.elo));
    order
}

fn wins_draws_losses(tally: &Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}%", 100.0 * share))
}

fn interval(standing: &Standing) -> String {
    let bounds = standing.score_interval;
    format!("[{:.1}, {:.1}]", 100.0 * bounds.low, 100.0 * bounds.high)
}

/// Columns side by side: the first flush left, the others flush right.
fn align(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell_width =
        |row: &Vec<String>, column: usize| row.get(column).map_or(0, |cell| cell.chars().count());
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter()
                .map(|row| cell_width(row, column))
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            if column == 0 {
                line += &format!("{cell:<width$}");
            } else {
                line += &format!("  {cell:>width$}");
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_whatever_the_letters() {
        let rows = [["é", "10"], ["long", "7"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(align(&rows), "é     10\nlong   7\n");
    }
}
