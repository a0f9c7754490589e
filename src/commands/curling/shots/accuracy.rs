//! How far our answers are from the official ones.

use super::case::{Case, Official};
use std::fmt::Write as _;
use yomi_curling::{Curling, Landing, Stones};

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
    pub fn add(&mut self, game: &Curling, case: &Case, landing: &Landing, official: &Official) {
        let before = case.stones.iter();
        let moved = before.filter(|&(number, at)| official.stones.get(number) != Some(at));
        let class = &mut self.classes[moved.count().min(2)];
        class.throws += 1;
        let ours = case.after(game.world, landing);
        if !ours
            .iter()
            .map(numbers)
            .eq(official.stones.iter().map(numbers))
        {
            return;
        }
        class.errors.push(greatest_error(&ours, &official.stones));
        if let Some(foul) = official.foul {
            class.verdicts += 1;
            class.verdicts_agree += usize::from(foul == landing.foul);
        }
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

fn numbers((number, _): (usize, yomi_curling::Vector)) -> usize {
    number
}

fn greatest_error(ours: &Stones, official: &Stones) -> f64 {
    ours.iter()
        .zip(official.iter())
        .map(|((_, ours), (_, official))| ours.distance(official))
        .fold(0.0, f64::max)
}
