//! `yomi curling replay`: a game on record, thrown again.

use super::picture::PictureArgs;
use crate::failure::usage;
use crate::picture::Destination;
use crate::text::{Align, Table};
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use yomi_core::Player;
use yomi_core::foreign;
use yomi_curling::{Curling, STONES, Shot, Stones};
use yomi_draw::Scene;
use yomi_records::curling::{self as log, Game, LogError, Throw};

/// Lists the throws of a game log (.dcl or .dcl2), throws each again as it was carried out, and
/// says how far our result is from the log's; or draws one of them.
///
/// `error` is the largest distance between a stone of ours and the same stone of the log. The last
/// throw of an end is compared by its points where the log does not tell how the stones lay.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi curling replay game.dcl2
  yomi curling replay game.dcl --shot 3.12 --out shot.png")]
pub struct Args {
    /// The log: of Digital Curling 2 (.dcl) or 3 (.dcl2).
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Draw this throw: the end and the throw within it, as in the list.
    #[arg(long, value_name = "END.SHOT", requires = "out")]
    shot: Option<Label>,

    /// The picture, FILE.svg or FILE.png; or - for SVG to standard output.
    #[arg(long, value_name = "FILE", requires = "shot")]
    out: Option<Destination>,

    #[command(flatten)]
    picture: PictureArgs,
}

/// End and throw, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Label(u16, u16);

impl FromStr for Label {
    type Err = String;

    fn from_str(text: &str) -> Result<Label, String> {
        let number = |text: &str| text.parse().ok().filter(|&number: &u16| number > 0);
        text.split_once('.')
            .and_then(|(end, shot)| Some(Label(number(end)?, number(shot)?)))
            .ok_or_else(|| "expected END.SHOT, both counted from 1, such as 3.12".to_owned())
    }
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = log::read(&self.file).map_err(|error| match error {
            LogError::Ending(_) => usage(error),
            _ => error.into(),
        })?;
        match (self.shot, &self.out) {
            (Some(label), Some(to)) => {
                let (throw, shot) = find(&game, label)?;
                self.picture.draw(scene(&game, throw, shot), to, out)
            }
            _ => list(&game, out),
        }
    }
}

fn find(game: &Game, Label(end, number): Label) -> anyhow::Result<(&Throw, Shot)> {
    let throw = game
        .throws
        .iter()
        .find(|throw| throw.label() == (end, number))
        .ok_or_else(|| usage(format!("the log has no throw {end}.{number}")))?;
    let shot = throw
        .carried_out
        .ok_or_else(|| usage(format!("throw {end}.{number} was not carried out")))?;
    Ok((throw, shot))
}

fn scene(game: &Game, throw: &Throw, shot: Shot) -> Scene {
    let mut scene = Scene::throw(&game.rules, &throw.before, shot);
    let (end, number) = throw.label();
    let name = name(game, throw.side());
    let foul = if throw_again(&game.rules, throw, shot).foul {
        " (foul)"
    } else {
        ""
    };
    scene.title = Some(format!("End {end}, stone {number}: {name}{foul}"));
    scene
}

/// A side's name, or which side it is if the log does not tell.
fn name(game: &Game, side: Player) -> String {
    match game.names[side.index()].as_str() {
        "" => side.to_string(),
        name => foreign::name(name),
    }
}

/// What became of a throw when it was thrown again.
struct Again {
    /// How the stones lie with us.
    stones: Stones,
    /// Whether they were put back.
    foul: bool,
    /// The points if the end is over.
    points: Option<i32>,
    verdict: Verdict,
}

enum Verdict {
    /// The same stones are left, none of them farther off than this.
    Same(f64),
    /// Other stones are left.
    Other,
    /// The log does not tell.
    Unknown,
}

fn throw_again(rules: &Curling, throw: &Throw, shot: Shot) -> Again {
    let landing = rules.simulate(&throw.before.stones, usize::from(throw.before.shot), shot);
    let stones = if landing.foul {
        throw.before.stones
    } else {
        landing.stones
    };
    let verdict = match &throw.after {
        None => Verdict::Unknown,
        Some(theirs) => compare(&stones, theirs),
    };
    let points = (usize::from(throw.before.shot) + 1 == STONES).then(|| {
        let mut state = throw.before;
        rules.deliver(&mut state, shot);
        state.lead() - throw.before.lead()
    });
    Again {
        stones,
        foul: landing.foul,
        points,
        verdict,
    }
}

fn compare(ours: &Stones, theirs: &Stones) -> Verdict {
    let numbers = |stones: &Stones| stones.iter().map(|(number, _)| number).collect::<Vec<_>>();
    if numbers(ours) != numbers(theirs) {
        return Verdict::Other;
    }
    let distances = ours.iter().zip(theirs.iter());
    let worst = distances.map(|((_, a), (_, b))| a.distance(b));
    Verdict::Same(worst.fold(0.0, f64::max))
}

fn list(game: &Game, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut table = Table::new(&[
        ("shot", Align::Right),
        ("side", Align::Left),
        ("vx", Align::Right),
        ("vy", Align::Right),
        ("spin", Align::Left),
        ("comes to lie at", Align::Left),
        ("stones", Align::Right),
        ("error", Align::Right),
        ("score", Align::Right),
    ]);
    let mut tally = Tally::default();
    for throw in &game.throws {
        let (end, number) = throw.label();
        let mut row = vec![format!("{end}.{number}"), throw.side().to_string()];
        if let Some(shot) = throw.carried_out {
            let again = throw_again(&game.rules, throw, shot);
            tally.count(throw, &again);
            row.extend(cells(throw, shot, &again));
        } else {
            row.extend([
                "-".to_owned(),
                "-".to_owned(),
                "-".to_owned(),
                "not thrown".to_owned(),
            ]);
        }
        table.row(row);
    }
    let [first, second] = Player::BOTH.map(|side| name(game, side));
    writeln!(
        out,
        "{first} (first) against {second} (second): {}\n",
        foreign::sentence(&game.result)
    )?;
    write!(out, "{}", table.render())?;
    tally.write(out)
}

fn cells(throw: &Throw, shot: Shot, again: &Again) -> Vec<String> {
    let rest = match again.stones.get(usize::from(throw.before.shot)) {
        Some(at) => format!("{:.3} {:.3}", at.x, at.y),
        None if again.foul => "foul: put back".to_owned(),
        None => "out of play".to_owned(),
    };
    let error = match again.verdict {
        Verdict::Same(metres) => format!("{:.2} mm", metres * 1000.0),
        Verdict::Other => "other stones".to_owned(),
        Verdict::Unknown => "-".to_owned(),
    };
    let score = match (throw.points, again.points) {
        (Some(theirs), Some(ours)) if theirs != ours => {
            format!("{}, ours {}", points(theirs), points(ours))
        }
        (Some(theirs), _) => points(theirs),
        (None, _) => String::new(),
    };
    let spin = shot.spin.name();
    vec![
        speed(shot.velocity.x),
        speed(shot.velocity.y),
        spin.to_owned(),
        rest,
        again.stones.len().to_string(),
        error,
        score,
    ]
}

/// Metres per second, few digits even where a log has nonsense.
fn speed(speed: f64) -> String {
    if speed.abs() < 1e4 {
        format!("{speed:.4}")
    } else {
        format!("{speed:.1e}")
    }
}

/// Points of an end.
fn points(points: i32) -> String {
    match points {
        0 => "blank".to_owned(),
        1.. => format!("first {points}"),
        _ => format!("second {}", -points),
    }
}

/// How well we agree with the log.
#[derive(Default)]
struct Tally {
    thrown: usize,
    /// Largest errors of the throws that leave the same stones, with their labels.
    errors: Vec<(f64, (u16, u16))>,
    others: usize,
    ends: usize,
    ends_alike: usize,
}

impl Tally {
    fn count(&mut self, throw: &Throw, again: &Again) {
        self.thrown += 1;
        match again.verdict {
            Verdict::Same(error) => self.errors.push((error, throw.label())),
            Verdict::Other => self.others += 1,
            Verdict::Unknown => {}
        }
        if throw.points.is_some() && again.points.is_some() {
            self.ends += 1;
            self.ends_alike += usize::from(throw.points == again.points);
        }
    }

    fn write(mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let compared = self.errors.len() + self.others;
        let (thrown, same) = (self.thrown, self.errors.len());
        writeln!(
            out,
            "\nthrows: {thrown}; compared: {compared}; with the same stones left: {same}"
        )?;
        self.errors.sort_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((worst, (end, number))) = self.errors.last() {
            let median = self.errors[self.errors.len() / 2].0;
            writeln!(
                out,
                "largest error of a stone: median {:.2} mm, at most {:.2} mm ({end}.{number})",
                median * 1000.0,
                worst * 1000.0
            )?;
        }
        if self.ends > 0 {
            let (alike, ends) = (self.ends_alike, self.ends);
            writeln!(out, "points: the same in {alike} of {ends} ends")?;
        }
        Ok(())
    }
}
