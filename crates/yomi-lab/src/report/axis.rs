//! The axes of a plot.

use crate::manifest::Point;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use std::ops::Range;

/// The most labels on the horizontal axis.
const MOST_LABELS: usize = 12;

/// An axis that puts its ticks where it is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub low: f64,
    pub high: f64,
    pub ticks: Vec<(f64, String)>,
}

impl Axis {
    /// The axis of a share: 0 to 1.
    pub fn shares() -> Axis {
        let ticks = (0..=10).map(|i| (f64::from(i) / 10.0, format!("{:.1}", f64::from(i) / 10.0)));
        Axis {
            low: -0.03,
            high: 1.03,
            ticks: ticks.collect(),
        }
    }

    /// The axis of a sweep, and where on it each point lies. Logarithmic if the values grow by
    /// factors; by place in the list if they are not all numbers.
    pub fn of_sweep(points: &[Point]) -> (Axis, Vec<f64>) {
        let numbers: Option<Vec<f64>> = points.iter().map(|point| point.number).collect();
        let places = match numbers {
            Some(numbers) if is_geometric(&numbers) => {
                numbers.into_iter().map(libm::log10).collect()
            }
            Some(numbers) => numbers,
            None => (0..points.len()).map(|i| i as f64).collect::<Vec<f64>>(),
        };
        let least = places.iter().copied().fold(f64::INFINITY, f64::min);
        let most = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let margin = if most > least {
            (most - least) * 0.06
        } else {
            0.5
        };
        let every = points.len().div_ceil(MOST_LABELS).max(1);
        let ticks = places
            .iter()
            .zip(points)
            .step_by(every)
            .map(|(&place, point)| (place, shortened(&point.label)))
            .collect();
        (
            Axis {
                low: least - margin,
                high: most + margin,
                ticks,
            },
            places,
        )
    }

    fn label(&self, value: f64) -> String {
        let tick = self.ticks.iter().find(|(place, _)| *place == value);
        tick.map(|(_, label)| label.clone()).unwrap_or_default()
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let share = (value - self.low) / (self.high - self.low);
        limit.0 + (f64::from(limit.1 - limit.0) * share).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _hint: Hint) -> Vec<f64> {
        self.ticks.iter().map(|(place, _)| *place).collect()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        self.label(*value)
    }
}

fn shortened(label: &str) -> String {
    match label.char_indices().nth(12) {
        None => label.to_owned(),
        Some((end, _)) => format!("{}…", &label[..end]),
    }
}

/// Whether values grow by factors rather than by steps: a wide range, in which no factor is more
/// than three times another (as logarithms go).
fn is_geometric(numbers: &[f64]) -> bool {
    let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else {
        return false;
    };
    if first <= 0.0 || last / first < 8.0 || numbers.windows(2).any(|two| two[1] <= two[0]) {
        return false;
    }
    let factors = numbers.windows(2).map(|two| libm::log10(two[1] / two[0]));
    let least = factors.clone().fold(f64::INFINITY, f64::min);
    let most = factors.fold(0.0, f64::max);
    most <= 3.0 * least
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(values: &[&str]) -> Vec<Point> {
        values
            .iter()
            .map(|value| Point {
                label: (*value).to_owned(),
                number: value.parse().ok(),
                variables: Default::default(),
            })
            .collect()
    }

    #[test]
    fn growth_by_factors_is_told_from_growth_by_steps() {
        for (numbers, expected) in [
            (&[100.0, 300.0, 1000.0, 3000.0, 10000.0][..], true),
            (&[100.0, 1000.0], true),
            (&[1.0, 2.0, 4.0, 8.0], true),
            (&[100.0, 1000.0, 3000.0], true),
            (&[1.0, 3.0, 5.0, 7.0, 9.0], false),
            (&[1.0, 3.0], false),
            (&[0.0, 10.0, 100.0], false),
            (&[100.0, 10.0, 1.0], false),
            (&[5.0], false),
            (&[], false),
        ] {
            assert_eq!(is_geometric(numbers), expected, "{numbers:?}");
        }
    }

    #[test]
    fn words_stand_in_their_order_and_one_point_in_the_middle() {
        let (axis, places) = Axis::of_sweep(&points(&["visits", "value", "100"]));
        assert_eq!(places, [0.0, 1.0, 2.0]);
        assert_eq!(axis.label(1.0), "value");
        let (axis, _) = Axis::of_sweep(&points(&["7"]));
        assert_eq!(axis.map(&7.0, (0, 100)), 50);
    }

    #[test]
    fn long_sweeps_label_some_of_their_points() {
        let labels: Vec<String> = (0..50).map(|i| i.to_string()).collect();
        let (axis, places) = Axis::of_sweep(&points(
            &labels.iter().map(String::as_str).collect::<Vec<_>>(),
        ));
        assert_eq!(places.len(), 50);
        assert!(axis.ticks.len() <= MOST_LABELS);
    }
}
