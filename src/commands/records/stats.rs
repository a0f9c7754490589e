//! `yomi records stats`: what is in files of games?

use crate::game_files::in_folders;
use crate::go_boards::{of_size, only_go};
use crate::text::{Align, Table, grouped};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use yomi_core::params::Spec;
use yomi_go::Go;
use yomi_records::sgf::{Margin, Verdict};
use yomi_train::go::{DisorderedLessons, Games, PatternParams, Recorded};

/// Says what is in files of games of Go: how many, how long, by whom and how they ended; of disordered records, what can be
/// learned of them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi records stats go games.tsv.gz
  yomi records stats go disordered-1.jsonl disordered-2.jsonl --json")]
pub struct Args {
    /// The game: go.
    game: Spec,

    /// Tables of games (tab-separated, plain or .gz), SGF files, files of games or of disordered records, or folders of them.
    #[arg(required = true, value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,

    /// Rows of the board.
    #[arg(long, value_name = "ROWS", default_value_t = 9, value_parser = clap::value_parser!(u32).range(5..=19))]
    size: u32,

    /// Print an object for machines.
    #[arg(long)]
    json: bool,
}

/// Counts, by what is counted.
type Counts = BTreeMap<String, u64>;

/// What is known of some games.
#[derive(Default)]
struct Stats {
    counts: Counts,
    tiers: Counts,
    results: Counts,
    shortest: usize,
    longest: usize,
    total_moves: usize,
    good: usize,
}

impl Stats {
    fn count(&mut self, name: &str, count: usize) {
        *self.counts.entry(name.to_owned()).or_default() += count as u64;
    }

    fn of(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or(0)
    }

    fn add(&mut self, game: &Recorded, moves: &PatternParams, rules: &DisorderedLessons) {
        let length = game.moves.len();
        self.shortest = if self.total_moves == 0 {
            length
        } else {
            self.shortest.min(length)
        };
        self.longest = self.longest.max(length);
        self.total_moves += length;
        let learned = (moves.first_move as usize - 1)..(moves.last_move as usize).min(length);
        match &game.disorder {
            None => {
                self.count("games", 1);
                self.count("moves_learned", learned.len());
                let tier = Some(&game.tier).filter(|tier| !tier.is_empty());
                *self
                    .tiers
                    .entry(tier.map_or("none", |tier| tier).to_owned())
                    .or_default() += 1;
                *self
                    .results
                    .entry(ending(&game.result).to_owned())
                    .or_default() += 1;
            }
            Some(disorder) => {
                self.count("disordered_records", 1);
                self.count("copied_moves", disorder.copied);
                self.count("drawn_moves", disorder.drawn);
                self.count("searches", disorder.searches.len());
                for made in learned {
                    let good = disorder.good_moves(made, rules).len();
                    self.count("searches_learned", usize::from(good > 0));
                    self.good += good;
                }
            }
        }
    }
}

/// How a game ended, in a word.
fn ending(result: &str) -> &'static str {
    match Verdict::parse(result) {
        Some(Verdict::Win(_, Margin::Points(_))) => "counted",
        Some(Verdict::Win(_, Margin::Resignation)) => "resigned",
        Some(Verdict::Win(_, Margin::Time)) => "time",
        Some(Verdict::Win(..)) => "won otherwise",
        Some(Verdict::Draw) => "drawn",
        _ => "unknown",
    }
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        only_go(&self.game)?;
        of_size!(self.size, |game| self.tell(&game, out))
    }

    fn tell<const W: usize>(self, game: &Go<W>, out: &mut dyn Write) -> anyhow::Result<()> {
        let games = Games::read(game, &in_folders(&self.files)?)?;
        let mut stats = Stats::default();
        let (moves, rules) = (PatternParams::default(), DisorderedLessons::default());
        for game in &games.games {
            stats.add(game, &moves, &rules);
        }
        let all = games.games.len() as u64;
        let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
        let mean_moves = mean(stats.total_moves as u64, all);
        let mean_good = mean(stats.good as u64, stats.of("searches_learned"));
        if self.json {
            let mut object = serde_json::Map::new();
            for (name, count) in &stats.counts {
                object.insert(name.clone(), json!(count));
            }
            for (name, value) in [
                ("passed_over", json!(games.passed_over)),
                ("shortest", json!(stats.shortest)),
                ("longest", json!(stats.longest)),
                ("mean_moves", json!(mean_moves)),
                ("good_moves_per_search", json!(mean_good)),
                ("tiers", json!(stats.tiers)),
                ("results", json!(stats.results)),
            ] {
                object.insert(name.to_owned(), value);
            }
            writeln!(out, "{}", serde_json::Value::Object(object))?;
            return Ok(());
        }
        let mut table = Table::new(&[("what", Align::Left), ("number", Align::Right)]);
        let counts = stats.counts.iter();
        let mut rows: Vec<(String, String)> = counts
            .map(|(name, &count)| (name.replace('_', " "), grouped(count)))
            .collect();
        let by = |kind: &str, counts: &Counts| -> Vec<(String, String)> {
            let counts = counts.iter();
            counts
                .map(|(name, &count)| (format!("{kind} {name}"), grouped(count)))
                .collect()
        };
        rows.extend(by("tier", &stats.tiers));
        rows.extend(by("result", &stats.results));
        rows.push(("passed over".to_owned(), grouped(games.passed_over)));
        let lengths = format!(
            "{} to {}, mean {mean_moves:.1}",
            stats.shortest, stats.longest
        );
        rows.push(("moves of a game".to_owned(), lengths));
        if stats.good > 0 {
            rows.push(("good moves a search".to_owned(), format!("{mean_good:.2}")));
        }
        for (name, value) in rows {
            table.row(vec![name, value]);
        }
        write!(out, "{}", table.render())?;
        Ok(())
    }
}
