//! `yomi train games GAME`: an engine plays against itself for others to learn from.

use super::SelfPlayArgs;
use crate::interrupt::stop_on_interrupt;
use crate::setup::{game_in_full, make_engine, open_game};
use std::io::Write;
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
  yomi train games blokus-duo --means --random 0..24 --games 5000 --out late.jsonl")]
pub struct Args {
    /// The game.
    game: Spec,

    /// The engine that plays.
    #[arg(long, value_name = "ENGINE", default_value = "uct")]
    teacher: Spec,

    /// How many games the file shall have.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,

    /// Random moves at the beginning of each game: a number, or LEAST..MOST, drawn for each game.
    #[arg(long, value_name = "MOVES", default_value = "0", value_parser = parse_range)]
    random: [u32; 2],

    /// Record the mean of all simulations of each search too, for networks with target=mean.
    #[arg(long)]
    means: bool,

    #[command(flatten)]
    self_play: SelfPlayArgs,
}

fn parse_range(text: &str) -> Result<[u32; 2], String> {
    let wrong = || "expected a number from 0 to 1000, or two of them as LEAST..MOST".to_owned();
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let read = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
    match [read(least)?, read(most)?] {
        [least, most] if least <= most && most <= 1000 => Ok([least, most]),
        _ => Err(wrong()),
    }
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = open_game(registry, &self.game)?;
        let teacher = make_engine(game.as_ref(), &self.teacher)?;
        if !teacher.is_reproducible() {
            eprintln!(
                "note: {} does not play the same game twice (time, or shared tree)",
                self.teacher
            );
        }
        let stop = stop_on_interrupt();
        let gathering = GameGenerator {
            recipe: SelfPlayHeader::new(
                &game_in_full(registry, &self.game, || {
                    let (recipe, _) = read_games(&self.self_play.out).ok()?;
                    Some(recipe.game)
                }),
                &game.in_full(&self.teacher),
                self.random,
                self.self_play.seed,
            )
            .with_means(self.means),
            host: registry,
            workers: self.self_play.workers(),
            stop,
        };
        let file = &self.self_play.out;
        self.self_play.fill(self.games, out, |watch| {
            gathering.run(file, self.games, watch)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::parse_range;

    #[test]
    fn ranges_are_read() {
        assert_eq!(parse_range("3"), Ok([3, 3]));
        assert_eq!(parse_range("0..24"), Ok([0, 24]));
        for text in ["", "a", "3..2", "..", "1..", "-1", "0..1001"] {
            assert!(parse_range(text).is_err(), "{text}");
        }
    }
}
