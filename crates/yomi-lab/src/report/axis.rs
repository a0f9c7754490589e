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

    /// An axis with room for all of these numbers, and its ticks at round ones.
    pub fn of_values(values: impl Iterator<Item = f64>) -> Axis {
        let (least, most) = values.filter(|value| value.is_finite()).fold(
            (f64::INFINITY, f64::NEG_INFINITY),
            |(least, most), value| (least.min(value), most.max(value)),
        );
        let (least, most) = match most - least {
            spread if spread > 0.0 => (least, most),
            0.0 => (least - 0.5, most + 0.5),
            _ => (0.0, 1.0),
        };
        let (step, decimals) = round_step((most - least) / 8.0);
        let (first, last) = ((least / step).floor(), (most / step).ceil());
        let ticks = (0..=(last - first) as u32).map(|i| {
            let place = (first + f64::from(i)) * step;
            // Not "-0" for what rounding left of zero.
            (place, format!("{:.decimals$}", place + 0.0))
        });
        let margin = (last - first) * step * 0.03;
        Axis {
            low: first * step - margin,
            high: last * step + margin,
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

/// The least of 1, 2, 5, 10, 20, ... (and of their tenths, hundredths, ...) that is not below a
/// width, and how many decimals it takes to write its multiples.
fn round_step(width: f64) -> (f64, usize) {
    let exponent = libm::floor(libm::log10(width));
    let unit = libm::pow(10.0, exponent);
    let factor = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|factor| factor * unit >= width * (1.0 - 1e-9))
        .unwrap_or(10.0);
    let decimals = if factor == 10.0 {
        -exponent - 1.0
    } else {
        -exponent
    };
    (factor * unit, decimals.clamp(0.0, 12.0) as usize)
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
    fn values_of_any_size_get_round_ticks() {
        let labels = |values: &[f64]| -> Vec<String> {
            let axis = Axis::of_values(values.iter().copied());
            let inside = |value: &f64| (axis.low..=axis.high).contains(value);
            assert!(values.iter().filter(|v| v.is_finite()).all(inside));
            axis.ticks.into_iter().map(|(_, label)| label).collect()
        };
        assert_eq!(labels(&[0.0, 78.0]).join(" "), "0 10 20 30 40 50 60 70 80");
        assert_eq!(
            labels(&[-1.5, 2.0]).join(" "),
            "-1.5 -1.0 -0.5 0.0 0.5 1.0 1.5 2.0"
        );
        assert_eq!(
            labels(&[0.0012, 0.0079, f64::NAN]).join(" "),
            "0.001 0.002 0.003 0.004 0.005 0.006 0.007 0.008"
        );
        assert_eq!(labels(&[5.0]).join(" "), "4.4 4.6 4.8 5.0 5.2 5.4 5.6");
        assert!(!labels(&[]).is_empty());
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
