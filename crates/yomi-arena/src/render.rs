//! Tables as text, for terminals and logs, in lines of at most 100 columns.

use crate::ArenaError;
use crate::scoreboard::Scoreboard;
use crate::table::{Cause, Forfeits, Judged, Ranked, Standing, Table, TestStanding};
use yomi_stats::elo::format_elo;
use yomi_stats::score::Tally;
use yomi_stats::sprt::SprtVerdict;

/// The most columns of a line, unless a single name is longer.
const WIDTH: usize = 100;

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
        if let (Some(test), [standing]) = (&self.sprt, self.standings.as_slice()) {
            parts.push(sprt(test, standing));
        }
        parts.extend(self.forfeits());
        parts.join("\n")
    }

    fn title(&self) -> String {
        let games = counted(self.counted as u64, "game");
        let pairs = counted(self.counted as u64 / 2, "pair");
        let mut title = format!("{}: {games} in {pairs}", self.game);
        if self.uncounted > 0 {
            title += &format!(" ({} more played but not counted)", self.uncounted);
        }
        title + "\nBrackets hold 95% intervals; LOS is the likelihood of superiority.\n"
    }

    /// Three lines for each pairing: who, the result, and what it is made of; and what the judge
    /// did, if there is one.
    fn pairings(&self) -> String {
        let mut text = String::new();
        for standing in &self.standings {
            text += &versus(&standing.a, &standing.b);
            text += &format!(
                "  {} {}  score {} {}  Elo {} [{}, {}]\n",
                counted(standing.games.games(), "game"),
                wins_draws_losses(&standing.games),
                percent(standing.score),
                interval(standing),
                format_elo(standing.elo.elo),
                format_elo(standing.elo.low),
                format_elo(standing.elo.high),
            );
            text += &format!(
                "  LOS {}, as first {}, as second {}, pairs with 0 ½ 1 1½ 2 points: {}\n",
                percent(Some(standing.superiority)),
                percent(standing.as_first.rate()),
                percent(standing.as_second.rate()),
                standing
                    .pairs
                    .counts
                    .map(|count| count.to_string())
                    .join(" "),
            );
            text += &standing.judged.as_ref().map(judged).unwrap_or_default();
            if let (Some(games), Some(handover)) = (standing.handed_over, &self.handover) {
                let games = counted(games, "game");
                text += &format!("  {games} handed over: {handover}\n");
            }
            text += &processor_times(standing);
        }
        text
    }

    /// One row per participant, best first; columns are the opponents in the same order.
    fn crosstable(&self) -> String {
        let order = by_rating(self);
        let place = |ranked: &Ranked| {
            self.participants
                .iter()
                .position(|name| *name == ranked.name)
        };
        let mut head: Vec<String> = ["participant", "rating", "±95%", "games", "score"]
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
        shorten_names(&mut rows);
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
                    causes,
                } = forfeits;
                if forfeits.total() > 0 {
                    let games = counted(forfeits.total(), "game");
                    let who = format!("{loser} forfeited {games} to {winner}:");
                    let how = format!(
                        "{crash} by crashing, {illegal} by illegal moves, {time} on time\n"
                    );
                    let fits = who.chars().count() + how.chars().count() <= WIDTH;
                    let gap = if fits { " " } else { "\n  " };
                    lines.push(format!("{who}{gap}{how}"));
                    lines.extend(list_causes(loser, causes));
                }
            }
        }
        (!lines.is_empty()).then(|| lines.concat())
    }
}

/// What both sides used per move, where it was counted.
fn processor_times(standing: &Standing) -> String {
    let rows: Vec<String> = [
        (&standing.a, standing.processor_a),
        (&standing.b, standing.processor_b),
    ]
    .into_iter()
    .filter_map(|(name, times)| {
        let times = times?;
        let row = format!(
            "mean {:.4}, 99% within {:.4}, max {:.4}; wall {:.4}",
            times.mean, times.percentile_99, times.max, times.wall_mean
        );
        let room = WIDTH.saturating_sub(row.chars().count() + 6);
        Some(format!("    {}: {row}\n", shortened(name, room)))
    })
    .collect();
    match rows.is_empty() {
        true => String::new(),
        false => format!("  processor time per move, in seconds:\n{}", rows.concat()),
    }
}

/// What the judge did, as the first of the pairing sees it: a line for each thing worth knowing.
fn judged(judged: &Judged) -> String {
    let mut text = format!(
        "  the judge decided {}, {} of them otherwise than our referee",
        counted(judged.games, "game"),
        judged.changed()
    );
    if judged.changed() > 0 {
        let (a, b) = (judged.changed_for_a, judged.changed_for_b);
        text += &format!(" ({a} for, {b} against)");
    }
    text.push('\n');
    if judged.failed > 0 {
        let games = counted(judged.failed, "game");
        text += &format!("  the judge failed in {games}: our referee's outcome stands\n");
    }
    if judged.too_long > 0 {
        let games = counted(judged.too_long, "game");
        text += &format!("  {games} too long: drawn, and judged by nobody\n");
    }
    text
}

/// The most frequent causes, a line each; the record has them all, in full.
fn list_causes(loser: &str, causes: &[Cause]) -> Vec<String> {
    const MOST: usize = 3;
    // The line before says already who failed.
    let known = format!("engine '{loser}' failed: ");
    let mut lines: Vec<String> = causes
        .iter()
        .take(MOST)
        .map(|cause| {
            // What a program wrote may hold anything.
            let detail = cause.detail.strip_prefix(&known).unwrap_or(&cause.detail);
            let words: Vec<&str> = detail.split_whitespace().collect();
            let line = format!("  {} x {}", cause.games, words.join(" "));
            format!("{}\n", shortened(&line, WIDTH))
        })
        .collect();
    if let Some(more) = causes.get(MOST..).filter(|more| !more.is_empty()) {
        let games = more.iter().map(|cause| cause.games).sum();
        lines.push(format!(
            "  and {} for other reasons\n",
            counted(games, "game")
        ));
    }
    lines
}

/// The text, or as much of it as fits.
fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width - 1).chain(['…']).collect()
}

/// The test in words: which hypothesis fits, not what the strength is.
fn sprt(test: &TestStanding, standing: &Standing) -> String {
    let verdict = match test.status.verdict {
        SprtVerdict::AcceptH1 => "accepted H1",
        SprtVerdict::AcceptH0 => "accepted H0",
        SprtVerdict::Continue => "undecided",
    };
    let h0 = format!("H0 (at most elo0 = {})", test.parameters.elo0);
    let h1 = format!("H1 (at least elo1 = {})", test.parameters.elo1);
    let meaning = match test.status.verdict {
        SprtVerdict::AcceptH1 => format!("{h1} fits better than {h0}"),
        SprtVerdict::AcceptH0 => format!("{h0} fits better than {h1}"),
        SprtVerdict::Continue => format!("the games do not yet tell {h0} from {h1}"),
    };
    format!(
        "SPRT: {verdict}, after {} (LLR {:.2}, bounds {:.2} and {:.2})\n\
         For the lead of {}, {meaning}.\n",
        counted(test.pairs, "pair"),
        test.status.llr,
        test.status.lower,
        test.status.upper,
        standing.a,
    )
}

/// `1 pair`, `2 pairs`.
fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// `a - b`, on two lines where one is too short.
fn versus(a: &str, b: &str) -> String {
    if a.chars().count() + 3 + b.chars().count() <= WIDTH {
        format!("{a} - {b}\n")
    } else {
        format!("{a}\n- {b}\n")
    }
}

/// Cuts the first cells where the table would be too wide; the pairings have the names in full.
fn shorten_names(rows: &mut [Vec<String>]) {
    /// A name cut further would say nothing.
    const LEAST: usize = 16;
    let width = align(rows)
        .lines()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0);
    let longest = rows
        .iter()
        .filter_map(|row| row.first())
        .map(|cell| cell.chars().count())
        .max()
        .unwrap_or(0);
    let room = longest
        .saturating_sub(width.saturating_sub(WIDTH))
        .max(LEAST);
    for cell in rows.iter_mut().filter_map(|row| row.first_mut()) {
        *cell = shortened(cell, room);
    }
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
