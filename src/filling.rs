//! Files that long runs fill with games, resumed by the same command.

use crate::progress::Progress;
use crate::setup::{cores, parse_seed};
use crate::text::grouped;
use anyhow::bail;
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;
use std::sync::OnceLock;
use yomi_learn::generation::Part;

/// A file of games and how it is filled.
#[derive(clap::Args)]
pub struct FillArgs {
    /// Seed of all randomness.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    pub seed: u64,

    /// Games played at the same time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: Option<u16>,

    /// The file of games.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

impl FillArgs {
    /// How many games to play at the same time.
    pub fn workers(&self) -> usize {
        self.workers.map_or_else(cores, usize::from)
    }

    /// Lets `play` fill the file up to so many games, with a bar of how far that has come; what is in the file then. `play`
    /// tells how many there are, on the way and at the end.
    pub fn fill<E: Into<anyhow::Error>>(
        &self,
        games: u64,
        play: impl FnOnce(&(dyn Fn(u64) + Sync)) -> Result<u64, E>,
    ) -> anyhow::Result<Filled> {
        let progress = OnceLock::new();
        let watch = |done| {
            let progress = progress.get_or_init(|| Progress::new(games, done));
            progress.update(done, || format!("{done}/{games} games"));
        };
        let count = play(&watch).map_err(Into::into)?;
        drop(progress);
        let file = self.out.display();
        if count < games {
            bail!("stopped; the same command goes on from {file}");
        }
        Ok(Filled {
            games: count,
            file: self.out.clone(),
        })
    }
}

/// A file of games that is full.
#[derive(Serialize)]
pub struct Filled {
    games: u64,
    file: PathBuf,
}

impl fmt::Display for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} games in {}",
            grouped(self.games),
            self.file.display()
        )
    }
}

/// How many games, and which of them this process plays.
#[derive(clap::Args)]
pub struct PartArgs {
    /// How many games there shall be.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,

    /// Play only every N-th game, beginning with the K-th: N processes or machines share the games, each with a file
    /// of its own.
    #[arg(long, value_name = "K/N", default_value = "1/1", value_parser = parse_shard)]
    shard: [u64; 2],
}

impl PartArgs {
    /// The games of this process.
    pub fn part(&self) -> Part {
        let [number, of] = self.shard;
        Part {
            games: self.games,
            shard: [number - 1, of],
        }
    }
}

fn parse_shard(text: &str) -> Result<[u64; 2], String> {
    let wrong = || "expected K/N, the K-th of N parts, such as 1/4".to_owned();
    let (number, of) = text.split_once('/').ok_or_else(wrong)?;
    let read = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    match [read(number)?, read(of)?] {
        [number, of] if (1..=of).contains(&number) && of <= 100_000 => Ok([number, of]),
        _ => Err(wrong()),
    }
}

/// A number, or the least and the most.
pub fn parse_range(text: &str) -> Result<[u32; 2], String> {
    let wrong = || "expected a number from 0 to 1000, or two of them as LEAST..MOST".to_owned();
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let read = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
    match [read(least)?, read(most)?] {
        [least, most] if least <= most && most <= 1000 => Ok([least, most]),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::{parse_range, parse_shard};

    #[test]
    fn shards_are_read() {
        assert_eq!(parse_shard("1/1"), Ok([1, 1]));
        assert_eq!(parse_shard("3/4"), Ok([3, 4]));
        for text in ["", "1", "0/2", "3/2", "a/b", "1/0", "1/100001"] {
            assert!(parse_shard(text).is_err(), "{text}");
        }
    }

    #[test]
    fn ranges_are_read() {
        assert_eq!(parse_range("3"), Ok([3, 3]));
        assert_eq!(parse_range("0..24"), Ok([0, 24]));
        for text in ["", "a", "3..2", "..", "1..", "-1", "0..1001"] {
            assert!(parse_range(text).is_err(), "{text}");
        }
    }
}
