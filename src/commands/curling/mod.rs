//! `yomi curling`: what only curling has.

mod aim;
mod draw;
mod picture;
mod replay;
mod scores;
mod shots;

use crate::setup::setup_error;
use std::io::Write;
use yomi_core::params::{Parameters as _, Spec};
use yomi_curling::{Curling, Vector};
use yomi_engine::SetupError;

/// Simulates and aims throws, draws positions, replays game logs of Digital Curling, counts how ends are
/// scored.
#[derive(clap::Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = false,
    after_help = "\
Examples:
  yomi curling shots --world dc2 < cases.jsonl > results.jsonl
  yomi curling aim --stop 0,38.405 --spin ccw
  yomi curling draw --position '{\"stones\":[[0,0.3,38.1],[1,-0.5,37.2]]}' --out house.svg
  yomi curling draw --world dc2 --shot -1.08,-29.7,cw --noise 300 --out throw.png
  yomi curling replay game.dcl2
  yomi curling replay game.dcl --shot 3.12 --out shot.svg
  yomi curling scores --games games.jsonl --out scores.json"
)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Shots(shots::Args),
    Aim(aim::Args),
    Draw(draw::Args),
    Replay(replay::Args),
    Scores(scores::Args),
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.action {
            Action::Shots(args) => args.run(out),
            Action::Aim(args) => args.run(out),
            Action::Draw(args) => args.run(out),
            Action::Replay(args) => args.run(out),
            Action::Scores(args) => args.run(out),
        }
    }
}

/// Which world, rules and noise.
#[derive(clap::Args)]
pub struct RulesArgs {
    /// The physics and their coordinates: fcv1 (Digital Curling 3 and 4) or dc2 (Digital Curling
    /// 2) [default: fcv1].
    #[arg(long, value_name = "WORLD", value_parser = ["fcv1", "dc2"], conflicts_with = "game")]
    world: Option<String>,

    /// The game with its settings, such as curling:world=dc2,noise=gat2016; `yomi games` lists
    /// them.
    #[arg(long, value_name = "GAME")]
    game: Option<Spec>,
}

impl RulesArgs {
    /// The game that is meant.
    pub fn game(&self) -> anyhow::Result<Curling> {
        curling(&self.spec())
    }

    /// The same as it was written.
    fn spec(&self) -> Spec {
        let plain = || Spec::named("curling");
        match (&self.game, &self.world) {
            (Some(spec), _) => spec.clone(),
            (None, Some(world)) => plain().with("world", world),
            (None, None) => plain(),
        }
    }
}

/// Curling with these settings.
fn curling(spec: &Spec) -> anyhow::Result<Curling> {
    if spec.name != "curling" {
        return Err(setup_error(SetupError::UnknownGame {
            name: spec.name.clone(),
            known: "curling".to_owned(),
        }));
    }
    let wrong = |source| {
        setup_error(SetupError::Parameter {
            of: "game 'curling'".to_owned(),
            source,
        })
    };
    let mut settings = spec.settings.clone();
    let game = Curling::take(&mut settings)
        .and_then(Curling::checked)
        .map_err(wrong)?;
    settings.finish(&Curling::table()).map_err(wrong)?;
    Ok(game)
}

/// Reads a place.
fn parse_point(text: &str) -> Result<Vector, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|x: &f64| x.is_finite());
    text.split_once(',')
        .and_then(|(x, y)| Some(Vector::new(number(x)?, number(y)?)))
        .ok_or_else(|| "expected two numbers X,Y in metres".to_owned())
}
