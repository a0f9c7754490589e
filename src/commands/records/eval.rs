//! `yomi records eval`: how well are the moves of games foretold?

use crate::failure::usage;
use crate::game_files::in_folders;
use crate::go_boards::of_size;
use crate::text::{Align, Table, grouped};
use anyhow::Context as _;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::PathBuf;
use yomi_core::params::Spec;
use yomi_engine::go::patterns::{PatternSet, SHIPPED};
use yomi_go::Go;
use yomi_learn::report::Foretold;
use yomi_train::go::{Games, MODEL, PatternParams, evaluate};

/// Says how well learned patterns foretell the moves of games of Go.
///
/// Moves 5 to 55 of each game count, passes left out: how often the move played is the most probable one
/// (match rate), its mean rank, the mean logarithm of its probability, and, of the moves with a
/// probability of at least 0.9, the share that was not played (Not0.9).
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi records eval --game go --policy patterns games.tsv.gz
  yomi records eval --game go --policy patterns:set=mine.json games.sgf --json")]
pub struct Args {
    /// The game.
    #[arg(long, value_name = "GAME")]
    game: Spec,

    /// What foretells: patterns, or patterns:set=NAME with the name of a set that ships or a file of weights.
    #[arg(long, value_name = "POLICY")]
    policy: Spec,

    /// Tables of games (tab-separated, plain or .gz), SGF files, games made by yomi train games, or folders of them.
    #[arg(required = true, value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,

    /// Print an object for machines.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.game.name != "go" || !self.game.settings.0.is_empty() {
            let found = &self.game;
            return Err(usage(format!(
                "moves of '{found}' cannot be foretold: expected --game go (the patterns tell the board)"
            )));
        }
        let set = match &self.policy.settings.0[..] {
            [] => SHIPPED[0].0,
            [(name, set)] if name == "set" => set.as_str(),
            _ => "",
        };
        if self.policy.name != MODEL || set.is_empty() {
            let found = &self.policy;
            return Err(usage(format!(
                "nothing foretells by '{found}': expected {MODEL}, or {MODEL}:set=NAME"
            )));
        }
        let set =
            PatternSet::read(set).map_err(|problem| usage(format!("set '{set}': {problem}")))?;
        let size = set.board_size() as u32;
        of_size!(size, |game| self.foretell(&game, &set, out))
    }

    fn foretell<const W: usize>(
        &self,
        game: &Go<W>,
        set: &PatternSet,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let games = Games::read(game, &in_folders(&self.files)?)?;
        let features = set
            .features::<W>()
            .context("the patterns are for no board")?;
        let params = PatternParams::default();
        let figures = evaluate(game, &games, &params, (&features, set.weights()));
        if figures.all.count() == 0 {
            anyhow::bail!(
                "there is no move to foretell in {} games",
                games.games.len()
            );
        }
        if self.json {
            let mut object = object(&figures.all);
            let tiers = figures.tiers.iter();
            let tiers =
                tiers.map(|(tier, found)| (tier.clone(), Value::Object(self::object(found))));
            object.insert("games".to_owned(), json!(games.games.len()));
            object.insert("passed_over".to_owned(), json!(games.passed_over));
            object.insert("tiers".to_owned(), Value::Object(tiers.collect()));
            writeln!(out, "{}", Value::Object(object))?;
            return Ok(());
        }
        let mut table = Table::new(&[
            ("games", Align::Left),
            ("moves", Align::Right),
            ("match rate", Align::Right),
            ("mean rank", Align::Right),
            ("log-likelihood", Align::Right),
            ("Not0.9", Align::Right),
        ]);
        let all = format!("all {}", grouped(games.games.len() as u64));
        let tiers = figures.tiers.iter();
        let tiers = tiers.map(|(tier, found)| (format!("tier {tier}"), found));
        for (name, found) in std::iter::once((all, &figures.all)).chain(tiers) {
            table.row(vec![
                name,
                grouped(found.count()),
                format!("{:.4}", found.first_percent() / 100.0),
                format!("{:.3}", found.mean_rank()),
                format!("{:.4}", found.likelihood()),
                format!("{:.4}", found.not_0_9()),
            ]);
        }
        write!(out, "{}", table.render())?;
        Ok(())
    }
}

/// The figures by name.
fn object(found: &Foretold) -> Map<String, Value> {
    let figures = [
        ("moves", json!(found.count())),
        ("match_rate", json!(found.first_percent() / 100.0)),
        ("mean_rank", json!(found.mean_rank())),
        ("log_likelihood", json!(found.likelihood())),
        ("not_0_9", json!(found.not_0_9())),
    ];
    let named = figures.into_iter();
    named
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}
