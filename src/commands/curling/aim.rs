//! `yomi curling aim`: from where a stone shall go to how it must be thrown.

use super::RulesArgs;
use crate::failure::usage;
use anyhow::anyhow;
use serde_json::json;
use std::io::Write;
use yomi_core::Notation as _;
use yomi_curling::{Curling, Shot, Spin, State, Vector, aim};

/// Finds the throw that stops at a place, passes a point, or hits a stone.
///
/// Other stones in the way are not looked at. Coordinates and speeds are the world's, in metres
/// and metres per second.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi curling aim --stop 0,38.405                        draw to the tee, either spin
  yomi curling aim --stop 0.5,36 --spin ccw
  yomi curling aim --pass 0,36 --speed 1.5 --spin cw      be at (0, 36) with 1.5 m/s
  yomi curling aim --hit 0.3,38.1 --speed 2 --side 0.5    hit half of the stone's right side
  yomi curling aim --world dc2 --stop 2.375,4.88 --json")]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    target: Target,

    /// Speed at the point or at the stone hit.
    #[arg(long, value_name = "M/S", conflicts_with = "stop")]
    speed: Option<f64>,

    /// Where to hit the stone: 0 full in the face, 1 just its right edge as the thrower sees it,
    /// -1 its left.
    #[arg(
        long,
        value_name = "SIDE",
        default_value_t = 0.0,
        requires = "hit",
        allow_negative_numbers = true
    )]
    side: f64,

    /// Which way the stone shall turn [default: both].
    #[arg(long, value_name = "SPIN", value_parser = parse_spin)]
    spin: Option<Spin>,

    /// Print one object a line for machines.
    #[arg(long)]
    json: bool,
}

/// What the stone shall do.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct Target {
    /// Stop here.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = super::parse_point)]
    stop: Option<Vector>,

    /// Pass this point.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = super::parse_point)]
    pass: Option<Vector>,

    /// Hit the stone that lies here.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = super::parse_point)]
    hit: Option<Vector>,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = self.rules.game()?;
        if self.target.stop.is_none() && self.speed.is_none() {
            return Err(usage(
                "--pass and --hit need --speed M/S: how fast the stone shall be there",
            ));
        }
        if let Some(speed) = self.speed
            && !(speed.is_finite() && speed >= 0.0)
        {
            return Err(usage(format!("--speed {speed}: expected 0 or more")));
        }
        if !(-1.0..=1.0).contains(&self.side) {
            return Err(usage(format!("--side {}: expected -1 to 1", self.side)));
        }
        let spins = self.spin.map_or(Spin::BOTH.to_vec(), |spin| vec![spin]);
        let mut found = false;
        for spin in spins {
            if let Some(shot) = self.aim(&game, spin) {
                found = true;
                self.print(&game, shot, out)?;
            }
        }
        if found {
            Ok(())
        } else {
            Err(anyhow!("no throw does that on the ice: it is out of reach"))
        }
    }

    fn aim(&self, game: &Curling, spin: Spin) -> Option<Shot> {
        let world = game.world;
        let Target { stop, pass, hit } = self.target;
        if let Some(stop) = stop {
            // Not one that leaves the ice on its way.
            let stays = |shot: &Shot| aim::free_stop(world, *shot).is_some();
            return aim::draw_exactly_to(world, stop, spin).filter(stays);
        }
        let speed = self.speed?;
        match (pass, hit) {
            (Some(point), _) => aim::pass_through(world, point, speed, spin),
            (_, Some(stone)) => aim::hit(world, stone, self.side, speed, spin),
            (None, None) => None,
        }
    }

    fn print(&self, game: &Curling, shot: Shot, out: &mut dyn Write) -> anyhow::Result<()> {
        let stop = aim::free_stop(game.world, shot);
        if self.json {
            let line = json!({
                "vx": shot.velocity.x,
                "vy": shot.velocity.y,
                "spin": shot.spin,
                "free_stop": stop.map(|at| [at.x, at.y]),
            });
            writeln!(out, "{line}")?;
            return Ok(());
        }
        let text = game.format_action(&State::default(), shot);
        let comment = match stop {
            Some(at) => format!("unhindered it stops at {:.4},{:.4}", at.x, at.y),
            None => "unhindered it leaves the ice".to_owned(),
        };
        writeln!(out, "{text}  ({comment})")?;
        Ok(())
    }
}

fn parse_spin(text: &str) -> Result<Spin, String> {
    match text {
        "cw" => Ok(Spin::Cw),
        "ccw" => Ok(Spin::Ccw),
        _ => Err("expected cw or ccw".to_owned()),
    }
}
