//! How far our answers are from the official ones.

use super::case::{Case, Official};
use crate::commands::curling::curling;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use yomi_curling::{Curling, Landing, Stones};
use yomi_run::Job;

/// A throw that is compared with the official answer to it.
#[derive(Serialize, Deserialize)]
#[serde(tag = "job", rename = "throw compared")]
pub struct ThrowCompared {
    /// The game with all its settings.
    pub game: String,
    /// Which line of the file, counted from one.
    pub line: usize,
    /// The line, an object; or why it cannot be read.
    pub throw: Result<String, String>,
    /// Whether it is simulated frame by frame.
    pub frames: bool,
}

/// How far apart two answers are, or what is wrong with the line.
impl Job for ThrowCompared {
    type Output = Result<Difference, String>;
}

impl ThrowCompared {
    /// Throws and compares.
    pub fn compare(&self) -> anyhow::Result<Result<Difference, String>> {
        let game = curling(&self.game.parse()?)?;
        let text = self.throw.as_ref().map_err(Clone::clone);
        Ok(text.and_then(|text| {
            let case = Case::parse(game.world, text)?;
            let landing = case.land(&game, case.throw, self.frames);
            let official = case.official(game.world)?;
            Ok(Difference::new(&game, &case, &landing, &official))
        }))
    }
}

/// How far our answer is from the official one.
#[derive(Serialize, Deserialize)]
pub struct Difference {
    /// How many stones that lay there were moved.
    moved: usize,
    /// The greatest error of a stone, in metres, if the same stones are left.
    error: Option<f64>,
    /// Whether the verdicts agree, where the same stones are left and there is one.
    verdicts_agree: Option<bool>,
}

impl Difference {
    fn new(game: &Curling, case: &Case, landing: &Landing, official: &Official) -> Difference {
        let before = case.stones.iter();
        let moved = before.filter(|&(number, at)| official.stones.get(number) != Some(at));
        let ours = case.after(game.world, landing);
        let left = |stones: &Stones| stones.iter().map(|(number, _)| number).collect::<Vec<_>>();
        let same = left(&ours) == left(&official.stones);
        Difference {
            moved: moved.count(),
            error: same.then(|| greatest_error(&ours, &official.stones)),
            verdicts_agree: official
                .foul
                .filter(|_| same)
                .map(|foul| foul == landing.foul),
        }
    }
}

/// A class of throws.
#[derive(Default)]
struct Class {
    throws: usize,
    verdicts: usize,
    verdicts_agree: usize,
    /// The greatest error of a stone, in metres, of each throw that left the same stones.
    errors: Vec<f64>,
}

/// All throws, by how many stones that lay there were moved.
#[derive(Default)]
pub struct Accuracy {
    classes: [Class; 3],
}

const NAMES: [&str; 3] = ["none", "one", "several"];

impl Accuracy {
    /// Adds a throw.
    pub fn add(&mut self, difference: &Difference) {
        let class = &mut self.classes[difference.moved.min(2)];
        class.throws += 1;
        class.errors.extend(difference.error);
        class.verdicts += usize::from(difference.verdicts_agree.is_some());
        class.verdicts_agree += usize::from(difference.verdicts_agree == Some(true));
    }

    /// The table for people.
    pub fn table(mut self) -> String {
        let mut all = Class::default();
        for class in &self.classes {
            all.throws += class.throws;
            all.verdicts += class.verdicts;
            all.verdicts_agree += class.verdicts_agree;
            all.errors.extend(&class.errors);
        }
        let mut text = String::from(
            "stones moved  throws  same stones left    median       p90       p99  (millimetres)  verdicts\n",
        );
        for (name, class) in NAMES.iter().zip(&mut self.classes) {
            class.write(&mut text, name);
        }
        all.write(&mut text, "all");
        text
    }
}

impl Class {
    fn write(&mut self, text: &mut String, name: &str) {
        self.errors.sort_by(f64::total_cmp);
        let quantile = |share: f64| {
            // The least error that this share of the throws does not exceed.
            let rank = (self.errors.len() as f64 * share).ceil() as usize;
            self.errors
                .get(rank.saturating_sub(1))
                .map_or(f64::NAN, |error| error * 1e3)
        };
        let share = 100.0 * self.errors.len() as f64 / self.throws as f64;
        let _ = writeln!(
            text,
            "{name:<12} {:>7} {:>7} {:>9.2}% {:>9.3} {:>9.3} {:>9.3} {:>14} {:>9}",
            self.throws,
            self.errors.len(),
            share,
            quantile(0.5),
            quantile(0.9),
            quantile(0.99),
            "",
            format!("{}/{}", self.verdicts_agree, self.verdicts),
        );
    }
}

fn greatest_error(ours: &Stones, official: &Stones) -> f64 {
    ours.iter()
        .zip(official.iter())
        .map(|((_, ours), (_, official))| ours.distance(official))
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    const THROW: &str = r#"{"shot":0,"stones":[],"vx":0,"vy":-30,"angle":0,"final":[]}"#;

    #[test]
    fn a_throw_is_its_json() {
        let job = ThrowCompared {
            game: "curling:world=dc2".to_owned(),
            line: 3,
            throw: Ok(THROW.to_owned()),
            frames: false,
        };
        assert_eq!(job.id().to_string(), "b29c367b734f6c1166809642785dffb1");
        let text = serde_json::to_string(&job).unwrap();
        let again: ThrowCompared = serde_json::from_str(&text).unwrap();
        let difference = again.compare().unwrap().unwrap();
        assert_eq!((difference.moved, difference.error), (0, None));
    }
}
