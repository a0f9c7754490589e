//! `yomi train go WHAT`: patterns of Go, found in records and learned from them; playouts by patterns, balanced.

use super::telling::Telling;
use crate::failure::usage;
use crate::game_files::in_folders;
use crate::go_boards::of_size;
use crate::interrupt::stop_on_interrupt;
use crate::progress::Progress;
use crate::setup::parse_seed;
use std::path::PathBuf;
use std::sync::Arc;
use yomi_core::params::Spec;
use yomi_engine::Registry;
use yomi_go::Go;
use yomi_train::go::{BALANCING, Games, MODEL, Recipe, learner, training};

use super::{go_balancing, refuse_to_overwrite};

/// Learns patterns of Go from games: how good they are as moves, or what makes playouts tell who wins.
///
/// patterns: a pattern is what is around a point, in six sizes, with its place on the board. Those that occur often
/// enough are registered; then weights of patterns, liberties and distances are fitted to the moves of
/// the games. One game in so many is held out and tells how well its moves are foretold.
///
/// balancing: some weights of a set of patterns are moved until the mean result of playouts is what a search says of
/// positions of the games (simulation balancing). The report has the squared errors on positions held out, also of other
/// playouts; with epochs=0 nothing else is made.
///
/// Weights are on file after every epoch; the same command goes on where an earlier one was stopped or killed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi train go patterns --games games.tsv.gz --out patterns.json
  yomi train go patterns:threshold=30,epochs=4 --games sgf-folder --out small.json
  yomi train go balancing:set=b,positions=2000 --games games.tsv.gz --out balanced.json
  yomi train go balancing:epochs=0 --games games.tsv.gz --compare balanced.json --out errors.json
  yomi analyze go --engine uct:selection=puct,prior=patterns,patterns_prior_set=small.json,time=1")]
pub struct Args {
    /// What to learn: patterns, or with settings patterns:key=value,... (threshold, first_move, last_move, ordinary, disordered;
    /// disordered_counts, drawn_counts, window, good, good_visits, total_weight; epochs, batch, rate, decay, test_share);
    /// or balancing (set, positions, tests, test_share, first_move, last_move; liberties, distances, patterns: what moves;
    /// epochs, batch, rate, decay, playouts, gradients, test_playouts).
    what: Spec,

    /// A table of games (tab-separated, plain or .gz, with a column of moves), an SGF file, games or disordered records made by
    /// yomi records, or a folder of such files; may be given more than once.
    #[arg(long, value_name = "FILE|FOLDER", required = true)]
    games: Vec<PathBuf>,

    /// The file of weights.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Rows of the board.
    #[arg(long, value_name = "ROWS", default_value_t = 9, value_parser = clap::value_parser!(u32).range(5..=19))]
    size: u32,

    /// Seed of all randomness.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    seed: u64,

    #[command(flatten)]
    balancing: go_balancing::BalancingArgs,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut Telling<'_>) -> anyhow::Result<()> {
        let is_balancing = self.what.name == BALANCING;
        if self.what.name != MODEL && !is_balancing {
            let found = &self.what.name;
            return Err(usage(format!(
                "there is nothing to learn by the name '{found}': expected {MODEL} or {BALANCING}"
            )));
        }
        if self.out.extension().is_none_or(|ending| ending != "json") {
            let file = self.out.display();
            return Err(usage(format!(
                "cannot write the weights to {file}: expected a name that ends in .json"
            )));
        }
        if is_balancing {
            let common = go_balancing::Common {
                settings: self.what.settings,
                games: in_folders(&self.games)?,
                out: self.out,
                size: self.size,
                seed: self.seed,
            };
            return self.balancing.run(common, registry, out);
        }
        if let Some(option) = self.balancing.given() {
            return Err(usage(format!("{option} is for {BALANCING} alone")));
        }
        let recipe = Recipe::read(&self.what, self.seed).map_err(usage)?;
        of_size!(self.size, |game| self.learn(game, &recipe, out))
    }

    fn learn<const W: usize>(
        self,
        game: Go<W>,
        recipe: &Recipe,
        out: &mut Telling<'_>,
    ) -> anyhow::Result<()> {
        let files = in_folders(&self.games)?;
        let checkpoint = self.out.with_extension("checkpoint");
        refuse_to_overwrite([&self.out, &checkpoint], &files)?;
        let games = read(&game, &files, out)?;
        let games = games.at_most(recipe.patterns.ordinary, recipe.patterns.disordered);
        let epochs = recipe.learner.epochs;
        let training = training(&games, recipe, game.size(), &self.out, stop_on_interrupt());
        let mut told = Vec::new();
        let progress = Progress::new(epochs.into(), 0);
        let mut learner = learner(&Arc::new(game), &games, recipe, |found| {
            progress.update(0, || found.to_owned());
            told.push(found.to_owned());
        });
        learner.check()?;
        let report = training.run(&mut learner, |epoch, told| {
            progress.update(epoch.into(), || format!("epoch {epoch}: {told}"));
        });
        drop(progress);
        for line in told {
            out.note(&line)?;
        }
        let report = report?;
        out.report(&report)?;
        Ok(())
    }
}

/// The games of files, at least one; tells how many there are besides.
pub(super) fn read<const W: usize>(
    game: &Go<W>,
    files: &[PathBuf],
    out: &mut Telling<'_>,
) -> anyhow::Result<Games> {
    let games = Games::read(game, files)?;
    if games.games.is_empty() {
        anyhow::bail!("there is no even game on a board of {} rows", game.size());
    }
    if games.passed_over > 0 {
        out.note(&format!(
            "{} games with handicap, set-up stones or other boards are passed over",
            games.passed_over
        ))?;
    }
    Ok(games)
}
