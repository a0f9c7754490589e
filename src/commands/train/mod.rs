//! `yomi train`: knowledge out of nothing but the rules, or out of records.

mod curve;
mod games;
mod network;
mod shogi;
mod shogi_games;

use std::io::Write;
use yomi_engine::Registry;

/// Trains what an engine knows: plays games to learn from, and learns from them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi train games blokus-duo --teacher uct:simulations=2000 --games 500 --out games.jsonl
  yomi train network blokus-duo network --games games.jsonl --out mine.safetensors
  yomi train shogi evaluation --games engine_games.tsv.gz --out evaluation.bin")]
pub struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(clap::Subcommand)]
enum Step {
    Games(games::Args),
    Network(network::Args),
    Shogi(shogi::Args),
    ShogiGames(shogi_games::Args),
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.step {
            Step::Games(args) => args.run(registry, out),
            Step::Network(args) => args.run(registry, out),
            Step::Shogi(args) => args.run(out),
            Step::ShogiGames(args) => args.run(out),
        }
    }
}
