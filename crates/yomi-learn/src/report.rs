//! The report of a training: its data, and the accuracy on held-out games.

use serde::ser::{Serialize, SerializeStruct as _, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// A report as a table of figures; the layout is left to the caller.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// What was learned from: how many examples, and of what they are if that is worth telling.
    pub learned_from: Vec<(u64, &'static str)>,
    /// The names of the columns.
    pub columns: &'static [&'static str],
    /// A row for each group of what was held out.
    pub rows: Vec<Vec<Cell>>,
    /// Figures that are in no column.
    pub remark: Option<String>,
}

impl Report {
    /// The report of a training for which so many examples were held out: without any there are no rows,
    /// and the remark says so.
    #[must_use]
    pub fn tested_on(mut self, examples: usize) -> Report {
        if examples == 0 {
            self.rows.clear();
            let untested = "No game was held out for a test.".to_owned();
            let remarks = [Some(untested), self.remark.take()];
            let remarks: Vec<String> = remarks.into_iter().flatten().collect();
            self.remark = Some(remarks.join("\n"));
        }
        self
    }
}

/// As an object: what was learned from by name, a list of rows whose cells have the names of their columns, the remark.
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Row<'a>(&'a Report, &'a [Cell]);

        impl Serialize for Row<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.columns.iter().zip(self.1))
            }
        }

        let sources = self.learned_from.iter().map(|(count, name)| (name, count));
        let rows: Vec<Row<'_>> = self.rows.iter().map(|row| Row(self, row)).collect();
        let mut object = serializer.serialize_struct("Report", 3)?;
        object.serialize_field("learned_from", &sources.collect::<BTreeMap<_, _>>())?;
        object.serialize_field("rows", &rows)?;
        object.serialize_field("remark", &self.remark)?;
        object.end()
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Name(name) => serializer.serialize_str(name),
            Cell::Count(count) => serializer.serialize_u64(*count),
            Cell::Number(value, _) => serializer.serialize_f64(*value),
        }
    }
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// A name.
    Name(String),
    /// How many.
    Count(u64),
    /// A number, and how many digits after the point are worth showing.
    Number(f64, usize),
}

/// Some of the examples held out: a name, and which.
pub type Group<'a, T> = (&'static str, &'a dyn Fn(&T) -> bool);

/// Sums over pairs of a guess and the truth, for correlation and errors.
#[derive(Clone, Copy, Default)]
pub struct Agreement {
    count: f64,
    sums: [f64; 2],
    squares: [f64; 2],
    products: f64,
    absolute: f64,
}

impl Agreement {
    /// Counts a pair.
    pub fn add(&mut self, guess: f64, truth: f64) {
        self.count += 1.0;
        for (i, value) in [guess, truth].into_iter().enumerate() {
            self.sums[i] += value;
            self.squares[i] += value * value;
        }
        self.products += guess * truth;
        self.absolute += (guess - truth).abs();
    }

    /// How many pairs there are.
    pub fn count(&self) -> u64 {
        self.count as u64
    }

    /// Pearson's correlation; 0 where either side never changes.
    pub fn correlation(&self) -> f64 {
        let spread = |i: usize| self.count * self.squares[i] - self.sums[i] * self.sums[i];
        let common = self.count * self.products - self.sums[0] * self.sums[1];
        let scale = (spread(0) * spread(1)).sqrt();
        if scale > 0.0 { common / scale } else { 0.0 }
    }

    /// The mean distance between guess and truth.
    pub fn mean_error(&self) -> f64 {
        self.absolute / self.count.max(1.0)
    }
}

/// How often something was right.
#[derive(Clone, Copy, Default)]
pub struct Share {
    right: u64,
    count: u64,
}

impl Share {
    /// Counts a case.
    pub fn add(&mut self, is_right: bool) {
        self.right += u64::from(is_right);
        self.count += 1;
    }

    /// Counts the cases of another one.
    fn merge(&mut self, other: &Share) {
        self.right += other.right;
        self.count += other.count;
    }

    /// The share in per cent.
    pub fn percent(&self) -> f64 {
        100.0 * self.right as f64 / self.count.max(1) as f64
    }
}

impl fmt::Display for Foretold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.4}", self.likelihood())?;
        for (share, place) in self.within.iter().zip(self.places) {
            write!(f, ", {:.1}% in the first {place}", share.percent())?;
        }
        Ok(())
    }
}

/// How well probabilities foretell the moves that were played.
#[derive(Clone, Copy)]
pub struct Foretold {
    places: [usize; 3],
    within: [Share; 3],
    count: u64,
    /// Sums of logarithms: of the probabilities of the moves played, and of what they would be if all
    /// moves were equal.
    likelihood: f64,
    uniform: f64,
    /// The sum of the ranks of the moves played.
    ranks: u64,
    /// Of the moves that were as good as certain, how many were not played.
    not_sure: Share,
}

/// A move of at least this probability is as good as certain.
const SURE: f32 = 0.9;

impl Foretold {
    /// Up to each of these places a move counts as found.
    pub fn within(places: [usize; 3]) -> Foretold {
        Foretold {
            places,
            within: [Share::default(); 3],
            count: 0,
            likelihood: 0.0,
            uniform: 0.0,
            ranks: 0,
            not_sure: Share::default(),
        }
    }

    /// Counts a position with the probabilities of its moves, of which the one at `place` was played.
    pub fn add(&mut self, shares: &[f32], place: usize) {
        let before = |&(i, &share): &(usize, &f32)| {
            share > shares[place] || (share == shares[place] && i < place)
        };
        let rank = shares.iter().enumerate().filter(before).count();
        for (within, limit) in self.within.iter_mut().zip(self.places) {
            within.add(rank < limit);
        }
        for (i, _) in shares
            .iter()
            .enumerate()
            .filter(|(_, share)| **share >= SURE)
        {
            self.not_sure.add(i != place);
        }
        self.ranks += rank as u64 + 1;
        self.count += 1;
        self.likelihood += libm::log(f64::from(shares[place]).max(1e-12));
        self.uniform -= libm::log(shares.len() as f64);
    }

    /// Counts all positions that another one counted, with the same places.
    pub fn merge(&mut self, other: &Foretold) {
        for (within, more) in self.within.iter_mut().zip(&other.within) {
            within.merge(more);
        }
        self.count += other.count;
        self.likelihood += other.likelihood;
        self.uniform += other.uniform;
        self.ranks += other.ranks;
        self.not_sure.merge(&other.not_sure);
    }

    /// Of the moves with a probability of at least 0.9: how many there were, and how many were not played.
    pub fn sure(&self) -> [u64; 2] {
        [self.not_sure.count, self.not_sure.right]
    }

    /// How often the move played was the most probable one.
    pub fn first(&self) -> u64 {
        self.within[0].right
    }

    /// How often the move played was the most probable one, in per cent.
    pub fn first_percent(&self) -> f64 {
        self.within[0].percent()
    }

    /// The mean logarithm of the probability of the moves played.
    pub fn likelihood(&self) -> f64 {
        self.likelihood / self.count.max(1) as f64
    }

    /// How many positions were counted.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean rank of the moves played by their probability, from 1.
    pub fn mean_rank(&self) -> f64 {
        self.ranks as f64 / self.count.max(1) as f64
    }

    /// Of the moves with a probability of at least 0.9, the share that was not played; 0 if there are none.
    pub fn not_0_9(&self) -> f64 {
        self.not_sure.percent() / 100.0
    }

    /// A row of a table: the name, how many positions, how often the move was found within each of
    /// the places, the mean rank, the log-likelihood, that of equal moves, and Not0.9.
    pub fn row(&self, name: &str) -> Vec<Cell> {
        let mut cells = vec![Cell::Name(name.to_owned()), Cell::Count(self.count)];
        let within = self.within.iter();
        cells.extend(within.map(|share| Cell::Number(share.percent(), 1)));
        cells.push(Cell::Number(self.mean_rank(), 2));
        cells.push(Cell::Number(self.likelihood(), 4));
        let uniform = self.uniform / self.count.max(1) as f64;
        cells.push(Cell::Number(uniform, 4));
        cells.push(Cell::Number(self.not_0_9(), 3));
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_nothing_is_a_remark() {
        let report = |remark: Option<&str>| Report {
            learned_from: vec![(3, "moves")],
            columns: &["held-out moves", "number"],
            rows: vec![vec![Cell::Name("all".to_owned()), Cell::Count(0)]],
            remark: remark.map(str::to_owned),
        };
        assert_eq!(report(None).tested_on(1), report(None));
        let untested = report(Some("And more.")).tested_on(0);
        assert!(untested.rows.is_empty());
        let remark = untested.remark.unwrap();
        assert_eq!(remark, "No game was held out for a test.\nAnd more.");
        let object = serde_json::to_value(report(None)).unwrap();
        let row = serde_json::json!({"held-out moves": "all", "number": 0});
        assert_eq!(
            (&object["learned_from"]["moves"], &object["rows"][0]),
            (&3.into(), &row)
        );
    }

    /// Three positions: found with 0.95, second to 0.92, and first of even ones.
    #[test]
    fn foretelling_is_that_of_hand_computed_cases() {
        let mut found = Foretold::within([1, 2, 3]);
        found.add(&[0.01, 0.95, 0.04], 1);
        found.add(&[0.92, 0.05, 0.03], 1);
        found.add(&[0.25, 0.25, 0.25, 0.25], 0);
        assert_eq!(found.count(), 3);
        assert!((found.first_percent() - 200.0 / 3.0).abs() < 1e-9);
        assert!((found.mean_rank() - 4.0 / 3.0).abs() < 1e-12);
        let likelihood = (0.95_f64.ln() + 0.05_f64.ln() + 0.25_f64.ln()) / 3.0;
        assert!((found.likelihood() - likelihood).abs() < 1e-6);
        assert_eq!(found.not_0_9(), 0.5);
        assert_eq!(Foretold::within([1, 2, 3]).not_0_9(), 0.0);
    }

    #[test]
    fn agreement_is_that_of_the_textbook() {
        let mut pairs = Agreement::default();
        for (guess, truth) in [(1.0, 2.0), (2.0, 4.0), (3.0, 5.0), (4.0, 4.0)] {
            pairs.add(guess, truth);
        }
        // Covariance 3.5, spreads 5 and 4.75, each four times over.
        let expected = 3.5 / f64::sqrt(5.0 * 4.75);
        assert!((pairs.correlation() - expected).abs() < 1e-12);
        assert_eq!(pairs.mean_error(), 1.25);
        assert_eq!(Agreement::default().correlation(), 0.0);
    }
}
