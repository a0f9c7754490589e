//! `yomi train games GAME`: an engine plays against itself for others to learn from.

use super::telling::Telling;
use crate::commands::matches::{Contestant, ProgramHost, details_of, parse_contestant};
use crate::filling::{FillArgs, PartArgs, parse_range};
use crate::interrupt::stop_on_interrupt;
use crate::setup::{game_in_full, make_engine, open_game};
use yomi_core::params::Spec;
use yomi_engine::Registry;
use yomi_learn::games::{SelfPlayHeader, read_games};
use yomi_learn::generation::GameGenerator;

/// Plays games to learn from: an engine against itself, every position with the value its search
/// found.
///
/// Finished games are on file at once; the same command goes on where an earlier one was stopped
/// or killed, and a larger --games adds to them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi train games blokus-duo --teacher uct:simulations=2000 --games 500 --out games.jsonl
  yomi train games blokus-duo --means --random 0..24 --games 5000 --out late.jsonl
  yomi train games go --teacher 'gtp:gnugo --mode gtp' --random 2..6 --games 100 --out gnugo.jsonl
  yomi train games go --teacher best --games 10000 --shard 2/4 --out games-2.jsonl")]
pub struct Args {
    /// The game.
    game: Spec,

    /// The engine that plays, or another program: gtp:COMMAND or usi:COMMAND, as in matches. Of programs only the moves are
    /// known: the values of their games say nothing.
    #[arg(long, value_name = "ENGINE", default_value = "uct", value_parser = parse_contestant)]
    teacher: Contestant,

    #[command(flatten)]
    part: PartArgs,

    /// Random moves at the beginning of each game: a number, or LEAST..MOST, drawn for each game.
    #[arg(long, value_name = "MOVES", default_value = "0", value_parser = parse_range)]
    random: [u32; 2],

    /// Record the mean of all simulations of each search too, for networks with target=mean.
    #[arg(long)]
    means: bool,

    #[command(flatten)]
    self_play: FillArgs,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut Telling<'_>) -> anyhow::Result<()> {
        let game = open_game(registry, &self.game)?;
        if let Contestant::Ours(teacher) = &self.teacher
            && !make_engine(game.as_ref(), teacher)?.is_reproducible()
        {
            eprintln!("note: {teacher} does not play the same game twice (time, or shared tree)");
        }
        let stop = stop_on_interrupt();
        let game_in_full = game_in_full(registry, &self.game, || {
            let (recipe, _) = read_games(&self.self_play.out).ok()?;
            Some(recipe.game)
        });
        let teacher = details_of(&self.teacher, game.as_ref(), &game_in_full, &stop)?;
        let (random, seed) = (self.random, self.self_play.seed);
        let recipe = SelfPlayHeader::new(&game_in_full, &teacher, random, seed);
        let host = ProgramHost::new(registry, &stop);
        let gathering = GameGenerator {
            recipe: recipe.with_means(self.means),
            host: &host,
            workers: self.self_play.workers(),
            stop,
        };
        let (file, part) = (&self.self_play.out, self.part.part());
        let count = part.numbers().count() as u64;
        let play = |watch: &(dyn Fn(u64) + Sync)| gathering.run(file, part, watch);
        let filled = self.self_play.fill(count, play)?;
        out.result(&filled, |filled| format!("{filled}\n"))
    }
}
