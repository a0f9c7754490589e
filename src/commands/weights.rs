//! `yomi weights GAME EVALUATION`: what a linear evaluation has learned.

use crate::failure::usage;
use crate::picture::BoardPictureArgs;
use crate::setup::{open_game, setup_error};
use crate::text::{Align, Table};
use std::io::Write;
use yomi_core::params::Spec;
use yomi_draw::{WeightMaps, WeightRow};
use yomi_engine::{Registry, ShownWeights, WeightGroup};

/// Shows the weights of a linear evaluation: their means and ranges by kind of feature; as a picture,
/// a map of the board for each kind.
///
/// Several sets of weights have the same scale of colours: those of several n, or of a training after
/// different numbers of updates. The maps are as the first player sees the board.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi weights blokus-duo influence
  yomi weights blokus-duo influence n1 n8 --out weights.svg
  yomi weights blokus-duo influence mine.json --without-shared --out weights.png
  yomi weights connect-four linear mine.json")]
pub struct Args {
    /// The game.
    game: Spec,

    /// The evaluation; `yomi engines GAME` lists those that can be learned.
    evaluation: String,

    /// Files of weights made by `yomi train evaluation`, or names of weights that ship [default: the
    /// first that ship].
    weights: Vec<String>,

    /// Leave the weight that all squares share out of the colours, so that they show how squares differ.
    #[arg(long, requires = "out")]
    without_shared: bool,

    #[command(flatten)]
    picture: BoardPictureArgs,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = open_game(registry, &self.game)?;
        let asked: Vec<Option<&str>> = match &self.weights[..] {
            [] => vec![None],
            named => named.iter().map(|name| Some(name.as_str())).collect(),
        };
        let read = |name: &Option<&str>| game.weights(&self.evaluation, *name);
        let sets: Result<Vec<ShownWeights>, _> = asked.iter().map(read).collect();
        let sets = sets.map_err(setup_error)?;
        if self.picture.out.is_some() {
            let maps = self.maps(&asked, &sets)?;
            let draw = |title| WeightMaps { title, ..maps }.picture();
            self.picture.write(draw, out)?;
        }
        if let Some(out) = self.picture.remarks(out) {
            for (name, set) in asked.iter().zip(&sets) {
                writeln!(out, "{}:", self.name(*name))?;
                write_groups(&set.groups, out)?;
            }
        }
        Ok(())
    }

    /// What a set of weights is called.
    fn name(&self, asked: Option<&str>) -> String {
        let name = asked.unwrap_or("default weights");
        format!("{} of {}, {name}", self.evaluation, self.game)
    }

    fn maps(&self, asked: &[Option<&str>], sets: &[ShownWeights]) -> anyhow::Result<WeightMaps> {
        let grid = sets.first().and_then(|set| set.grid.clone());
        let drawable = sets.iter().all(|set| !set.maps.is_empty());
        let Some(grid) = grid.filter(|_| drawable) else {
            return Err(usage(format!(
                "--out: the weights of evaluation '{}' of '{}' do not belong to cells of a board: \
                 expected an evaluation whose weights do, such as influence of blokus-duo",
                self.evaluation, self.game
            )));
        };
        let rows = asked.iter().zip(sets);
        let rows = rows.map(|(name, set)| WeightRow {
            name: self.name(*name),
            maps: set.maps.clone(),
        });
        Ok(WeightMaps {
            grid,
            rows: rows.collect(),
            with_shared: !self.without_shared,
            title: None,
        })
    }
}

fn write_groups(groups: &[WeightGroup], out: &mut dyn Write) -> anyhow::Result<()> {
    let mut table = Table::new(&[
        ("  features", Align::Left),
        ("weights", Align::Right),
        ("mean", Align::Right),
        ("lowest", Align::Right),
        ("highest", Align::Right),
    ]);
    for WeightGroup { name, weights } in groups {
        let mean = weights.iter().sum::<f64>() / weights.len().max(1) as f64;
        let lowest = weights.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut row = vec![format!("  {name}"), weights.len().to_string()];
        row.extend([mean, lowest, highest].map(|weight| format!("{weight:.3}")));
        table.row(row);
    }
    write!(out, "{}", table.render())?;
    Ok(())
}
