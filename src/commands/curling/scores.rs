//! `yomi curling scores`: how ends are scored, counted in games.

use super::curling;
use crate::failure::usage;
use crate::game_files::in_folders;
use crate::text::{Align, Table, grouped};
use anyhow::{Context as _, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use yomi_core::Player;
use yomi_core::params::{ParamType as _, Spec};
use yomi_curling::{EndScores, SCORES, State, World};
use yomi_engine::curling::scores_file;
use yomi_learn::examples::replay_game;
use yomi_learn::games::read_games;
use yomi_records::curling as log;

/// Counts how ends are scored in games of one world, and writes the distribution that the chance to win
/// between two ends follows from (setting `scores` of the engines).
///
/// Points are those of the side that throws first; negative ones are scored with the hammer. Few ends say
/// little about rare scores, so Table 3 of the paper on State-Tree MCTS is added as if it were 20 ends more.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi curling scores --games games.jsonl --out scores.json
  yomi curling scores --games logs --greatest-lead 3
  yomi analyze curling:world=dc2 --engine state-tree:cycles=1,scores=scores.json")]
pub struct Args {
    /// Games, made by yomi train games or logs (.dcl, .dcl2), or a folder of them; may be given more than
    /// once.
    #[arg(long, value_name = "FILE|FOLDER", required = true)]
    games: Vec<PathBuf>,

    /// Leave out ends that begin with a side ahead by more points than this.
    #[arg(long, value_name = "POINTS")]
    greatest_lead: Option<u32>,

    /// The file of the distribution, which ends in .json.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What has been counted.
#[derive(Default)]
struct Counts {
    world: Option<World>,
    ends: [u64; SCORES],
    left_out: u64,
    games: u64,
    /// Where the games come from.
    sources: Vec<String>,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        if let Some(file) = &self.out
            && file.extension().is_none_or(|ending| ending != "json")
        {
            return Err(usage(format!(
                "cannot write the distribution to {}: expected a name that ends in .json",
                file.display()
            )));
        }
        let mut counts = Counts::default();
        for file in in_folders(&self.games)? {
            match log::is_log(&file) {
                true => self.count_log(&file, &mut counts)?,
                false => self.count_games(&file, &mut counts)?,
            }
        }
        let all: u64 = counts.ends.iter().sum();
        let Some(world) = counts.world.filter(|_| all > 0) else {
            bail!("there is no end to count in these games");
        };
        let scores = EndScores::measured(&counts.ends);
        write!(out, "{}", table(&counts.ends, &scores))?;
        writeln!(
            out,
            "\n{} ends of {} games, world {}; {} left out",
            grouped(all),
            grouped(counts.games),
            world.show(),
            grouped(counts.left_out)
        )?;
        if let Some(file) = &self.out {
            let lead = self
                .greatest_lead
                .map(|lead| format!(" --greatest-lead {lead}"));
            let made_by = format!(
                "yomi curling scores{}, from {all} ends of {} games: {}",
                lead.unwrap_or_default(),
                counts.games,
                counts.sources.join("; ")
            );
            scores_file(world, &scores, &made_by).save(file)?;
        }
        Ok(())
    }

    /// Counts an end that began like this; the points are `First`'s less `Second`'s.
    fn count(&self, counts: &mut Counts, begun: &State, points: i32) {
        let greatest = self.greatest_lead.unwrap_or(u32::MAX);
        if begun.lead().unsigned_abs() > greatest {
            counts.left_out += 1;
            return;
        }
        let points = match begun.first {
            Player::First => points,
            Player::Second => -points,
        };
        let place = usize::try_from(points + (SCORES / 2) as i32);
        if let Some(count) = place.ok().and_then(|place| counts.ends.get_mut(place)) {
            *count += 1;
        }
    }

    /// Counts the ends of self-play games.
    fn count_games(&self, path: &Path, counts: &mut Counts) -> anyhow::Result<()> {
        let (header, games) = read_games(path)?;
        let spec: Spec = header.game.parse()?;
        let Ok(game) = curling(&spec).map(Arc::new) else {
            bail!(
                "{}: the games are of '{}': expected 'curling'",
                path.display(),
                header.game
            );
        };
        counts.is_of(game.world, path)?;
        counts.games += games.len() as u64;
        let (number, game_text, teacher) = (games.len(), &header.game, &header.teacher);
        counts
            .sources
            .push(format!("{number} games of {game_text} by {teacher}"));
        for taught in &games {
            let mut begun = State::default();
            let mut enter = |state: &State, counts: &mut Counts| {
                if state.end != begun.end {
                    self.count(counts, &begun, state.lead() - begun.lead());
                    begun = *state;
                }
            };
            let last = replay_game(&game, &header, taught, |_, position, _| {
                enter(position.state(), counts);
            });
            let last = last.with_context(|| path.display().to_string())?;
            enter(last.state(), counts);
        }
        Ok(())
    }

    /// Counts the ends of a log.
    fn count_log(&self, path: &Path, counts: &mut Counts) -> anyhow::Result<()> {
        let game = log::read(path)?;
        counts.is_of(game.rules.world, path)?;
        counts.games += 1;
        counts.sources.push(path.display().to_string());
        for throw in &game.throws {
            if let Some(points) = throw.points {
                self.count(counts, &throw.before, points);
            }
        }
        Ok(())
    }
}

impl Counts {
    /// Makes sure that all games are of one world.
    fn is_of(&mut self, world: World, path: &Path) -> anyhow::Result<()> {
        match self.world.replace(world) {
            Some(known) if known != world => bail!(
                "{}: the games are of world {}: expected {}, as the others",
                path.display(),
                world.show(),
                known.show()
            ),
            _ => Ok(()),
        }
    }
}

/// What was counted beside the distribution that follows and the one it replaces.
fn table(counts: &[u64; SCORES], scores: &EndScores) -> String {
    let mut table = Table::new(&[
        ("points", Align::Right),
        ("ends", Align::Right),
        ("share %", Align::Right),
        ("with prior %", Align::Right),
        ("Table 3 %", Align::Right),
    ]);
    let all: u64 = counts.iter().sum();
    let judged = EndScores::table_3();
    let percent = |share: f64| format!("{:.3}", 100.0 * share);
    for ((points, share), &count) in scores.iter().zip(counts) {
        table.row(vec![
            points.to_string(),
            grouped(count),
            percent(count as f64 / all as f64),
            percent(share),
            percent(judged.share(points)),
        ]);
    }
    table.render()
}
