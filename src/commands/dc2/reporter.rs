//! Reports of games on a Digital Curling 2 server, and their logs.

use crate::commands::online::{create_folder, create_numbered, tell};
use anyhow::{Context as _, anyhow};
use std::io::Write;
use std::path::Path;
use yomi_core::Player;
use yomi_core::foreign;
use yomi_online::dc2::client::{ClientError, Event};
use yomi_records::dc2::from_server::Verdict;
use yomi_records::dc2::log::Log;

/// Reports what happens, a line for each game, and keeps the logs.
pub struct Reporter<'a> {
    out: &'a mut dyn Write,
    folder: Option<&'a Path>,
    games: u32,
    trouble: Option<anyhow::Error>,
}

impl<'a> Reporter<'a> {
    /// One that writes to `out`, and logs into a folder.
    pub fn new(out: &'a mut dyn Write, folder: Option<&'a Path>) -> Reporter<'a> {
        Reporter {
            out,
            folder,
            games: 0,
            trouble: None,
        }
    }

    /// Tells of an event.
    pub fn tell(&mut self, event: Event) {
        let line = match event {
            Event::GameOver {
                verdict,
                we_were,
                log,
            } => {
                let verdict = match verdict {
                    Verdict::Win => "won",
                    Verdict::Lose => "lost",
                    Verdict::Draw => "drawn",
                };
                let side = we_were.map_or(String::new(), |side: Player| format!(" as {side}"));
                self.game(log, &format!("{verdict}{side}"))
            }
            Event::BrokenOff { log } => self.game(log, "broken off"),
            Event::Unknown { command } => {
                let command = foreign::name(command);
                format!("the server said {command}, which is not known here: passed over")
            }
        };
        tell(self.out, line);
    }

    fn game(&mut self, log: &Log, result: &str) -> String {
        self.games += 1;
        if let Some(folder) = self.folder
            && let Err(error) = save(folder, log)
        {
            // Neither is that a reason to stop playing.
            self.trouble.get_or_insert(error);
        }
        let points = |sign: i32| -> i32 {
            let scores = log.scores.iter();
            scores.map(|&score| (i32::from(score) * sign).max(0)).sum()
        };
        let [first, second] = log
            .players
            .each_ref()
            .map(|player| foreign::name(&player.name));
        let number = self.games;
        let (ours, theirs) = (points(1), points(-1));
        format!("game {number}: {first} {ours} - {theirs} {second}: {result}")
    }

    /// What went wrong, if anything did: with the games, and with their logs.
    pub fn finish(self, played: Result<u32, ClientError>) -> anyhow::Result<()> {
        match (played, self.trouble) {
            (Ok(_), None) => Ok(()),
            (Ok(_), Some(trouble)) => Err(trouble),
            (Err(error), None) => Err(error.into()),
            (Err(error), Some(trouble)) => Err(anyhow!("{error}; also, {trouble:#}")),
        }
    }
}

/// Writes a log under a name that is not taken.
fn save(folder: &Path, log: &Log) -> anyhow::Result<()> {
    create_folder(folder)?;
    let safe = |c: char| {
        if c.is_alphanumeric() || c == '-' {
            c
        } else {
            '_'
        }
    };
    let names = log.players.each_ref().map(|player| {
        let name: String = player.name.chars().map(safe).take(40).collect();
        name
    });
    let names = names.join("_vs_");
    let name = |number| format!("{names}_{number}.dcl");
    let (mut file, path) = create_numbered(folder, name).map_err(|fault| anyhow!(fault))?;
    file.write_all(log.to_string().as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))
}
