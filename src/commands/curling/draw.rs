//! `yomi curling draw`: a position, a throw and its noise as a picture.

use super::picture::PictureArgs;
use super::{RulesArgs, parse_point};
use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::picture::Destination;
use crate::setup::{POSITION_BYTES, make_engine, parse_seed, setup_error};
use anyhow::Context as _;
use serde_json::{Map, Value};
use std::io::Write;
use std::path::Path;
use yomi_core::params::Spec;
use yomi_core::{Notation as _, Seed, Setup as _, read_text};
use yomi_curling::{Curling, STONES, Shot, State, Stones, Vector};
use yomi_draw::{Cloud, Scene};
use yomi_engine::Registry;

/// Draws a position as SVG or PNG, with a throw and the cloud of places where noise may leave the
/// stone.
///
/// Red stones are the first player's, yellow ones the second's; each has the number of its throw in
/// the end. Dashed circles are stones where they lay before the throw; a path that ends in a small
/// cross leaves play there.
#[derive(clap::Args)]
#[command(after_help = "\
A position is one line of JSON, in which all but the stones may be left out; a stone is its number,
from 0 in the order of the throws, and the coordinates of the world:
  {\"end\":0,\"shot\":3,\"first\":\"first\",\"scores\":[],\"stones\":[[0,0.3,38.1],[2,-0.5,37.2]]}

Examples:
  yomi curling draw --position @position.json --out house.svg
  yomi curling draw --position @position.json --engine heuristic --top 3 --out liked.svg
  yomi curling draw --shot 0.1,2.4,ccw --noise 300 --ellipse --out draw.png
  yomi curling draw --game curling:world=dc2,noise=uec2015 --shot -1.08,-29.7,cw --noise 200 --out -")]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    /// The position, or @FILE that holds it [default: the first throw of a game].
    #[arg(long, value_name = "JSON")]
    position: Option<String>,

    /// Throw the next stone: velocity across, velocity along, and cw or ccw.
    #[arg(long, value_name = "VX,VY,SPIN", allow_hyphen_values = true)]
    shot: Option<String>,

    /// Also draw where the stone comes to lie in this many noisy throws.
    #[arg(
        long,
        value_name = "THROWS",
        requires = "shot",
        value_parser = clap::value_parser!(u32).range(1..=100_000)
    )]
    noise: Option<u32>,

    /// Draw the mean of the cloud and the ellipse of two standard deviations around it.
    #[arg(long, requires = "noise")]
    ellipse: bool,

    /// Draw the throws that an engine likes best, each with its rank.
    #[arg(long, value_name = "SPEC", conflicts_with = "shot")]
    engine: Option<Spec>,

    /// How many of them.
    #[arg(
        long,
        value_name = "THROWS",
        requires = "engine",
        default_value_t = 3,
        value_parser = clap::value_parser!(u8).range(1..=9)
    )]
    top: u8,

    /// A cross at this point; may be given several times.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = parse_point)]
    mark: Vec<Vector>,

    /// Seed of the noise, and of the engine.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    seed: u64,

    #[command(flatten)]
    picture: PictureArgs,

    /// The file to write, FILE.svg or FILE.png; or - for SVG to standard output.
    #[arg(long, value_name = "FILE")]
    out: Destination,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = self.rules.game()?;
        let state = position(&game, self.position.as_deref())?;
        let mut remarks = Vec::new();
        let mut scene = match (&self.shot, &self.engine) {
            (None, None) => Scene::position(&game, &state),
            (None, Some(engine)) => self.liked(&game, &state, engine, &mut remarks)?,
            (Some(text), _) => {
                let shot = parse_shot(&game, &state, text)?;
                let mut scene = Scene::throw(&game, &state, shot);
                remarks.push(told(&game, &state, shot));
                scene.cloud = self.noise.map(|throws| Cloud {
                    ellipse: self.ellipse,
                    ..Cloud::throw(&game, &state, shot, throws, Seed::new(self.seed))
                });
                remarks.extend(scene.cloud.as_ref().map(told_cloud));
                scene
            }
        };
        scene.marks.clone_from(&self.mark);
        self.picture.draw(scene, &self.out, out)?;
        if let Some(out) = self.out.remarks(out) {
            for remark in remarks {
                writeln!(out, "{remark}")?;
            }
        }
        Ok(())
    }
}

impl Args {
    /// The throws that an engine likes best, with their probabilities, or else their values, in the title.
    fn liked(
        &self,
        game: &Curling,
        state: &State,
        engine: &Spec,
        remarks: &mut Vec<String>,
    ) -> anyhow::Result<Scene> {
        if usize::from(state.shot) >= STONES {
            return Err(usage(format!(
                "--engine: all {STONES} stones of the end are thrown"
            )));
        }
        let rules = Registry::standard().game(&self.rules.spec());
        let mut engine = make_engine(rules.map_err(setup_error)?.as_ref(), engine)?;
        engine.new_game(Seed::new(self.seed))?;
        engine.set_position(&game.format_state(state))?;
        let report = engine.choose(None, &stop_on_interrupt())?;
        let (mut shots, mut shares) = (Vec::new(), Vec::new());
        for (rank, entry) in (1..=self.top).zip(&report.moves) {
            let shot = game.parse_action(state, &entry.text)?;
            let share = match (entry.prior, entry.value) {
                (Some(prior), _) => format!("{:.1}%", 100.0 * prior),
                (None, Some(value)) => format!("value {:.3}", value.0),
                (None, None) => "not tried".to_owned(),
            };
            remarks.push(format!(
                "{rank}: {share}, {}: {}",
                entry.text,
                told(game, state, shot)
            ));
            shares.push(format!("{rank}: {share}"));
            shots.push(shot);
        }
        Ok(Scene {
            title: Some(shares.join("   ")),
            ..Scene::choices(game, state, &shots)
        })
    }
}

/// The position that was written, or that stands in a file.
fn position(game: &Curling, text: Option<&str>) -> anyhow::Result<State> {
    let Some(text) = text else {
        return Ok(State::default());
    };
    let (text, place) = match text.strip_prefix('@') {
        None => (text.to_owned(), "--position"),
        Some(path) => {
            let text = read_text(Path::new(path), POSITION_BYTES)
                .with_context(|| format!("cannot read the position {path}"))?;
            (text, path)
        }
    };
    parse_position(game, &text).map_err(|error| usage(format!("{place}: {error:#}")))
}

/// A position in which the number of the throw may be left out: it then follows the last stone
/// that lies there, even if that is the last of the end.
fn parse_position(game: &Curling, text: &str) -> anyhow::Result<State> {
    let mut fields: Map<String, Value> = match serde_json::from_str(text) {
        Ok(Value::Object(fields)) if !fields.contains_key("shot") => fields,
        _ => return Ok(game.parse_state(text)?),
    };
    let stones: Stones = match fields.remove("stones") {
        Some(stones) => serde_json::from_value(stones).context("stones")?,
        None => Stones::default(),
    };
    let last = stones.iter().last();
    Ok(State {
        shot: last.map_or(0, |(number, _)| number as u8 + 1),
        stones,
        ..game.parse_state(&Value::Object(fields).to_string())?
    })
}

fn parse_shot(game: &Curling, state: &State, text: &str) -> anyhow::Result<Shot> {
    if usize::from(state.shot) >= STONES {
        return Err(usage(format!(
            "--shot: all {STONES} stones of the end are thrown"
        )));
    }
    game.parse_action(state, text)
        .map_err(|error| usage(format!("--shot: {error}")))
}

/// What the throw does, in words.
fn told(game: &Curling, state: &State, shot: Shot) -> String {
    let number = usize::from(state.shot);
    let thrown = game.simulate(&state.stones, number, shot);
    let rest = match thrown.stones.get(number) {
        Some(at) => {
            let from_tee = at.distance(game.world.sheet().tee);
            format!(
                "comes to lie at ({:.3}, {:.3}), {from_tee:.2} m from the tee",
                at.x, at.y
            )
        }
        None => "leaves play".to_owned(),
    };
    let others = state.stones.iter().filter(|&(other, _)| other != number);
    let (mut moved, mut lost) = (0, 0);
    for (other, at) in others {
        match thrown.stones.get(other) {
            None => lost += 1,
            Some(now) if now != at => moved += 1,
            Some(_) => {}
        }
    }
    let foul = if thrown.foul {
        "; a foul, so that the stones are put back"
    } else {
        ""
    };
    format!(
        "stone {} {rest}; {moved} others moved, {lost} out of play{foul}",
        number + 1
    )
}

/// Where noise may leave the stone, in words.
fn told_cloud(cloud: &Cloud) -> String {
    let stays = cloud.points.len();
    let mut line = format!("{stays} of {} noisy throws stay in play", cloud.throws);
    if let Some(spread) = cloud.spread() {
        line.push_str(&format!(
            ", on average at ({:.3}, {:.3}), standard deviations {:.3} m across and {:.3} m along",
            spread.mean.x,
            spread.mean.y,
            spread.xx.sqrt(),
            spread.yy.sqrt(),
        ));
    }
    line
}
