//! The learning curve: about five hundred points, each the mean of the updates since the last one.

use serde::{Deserialize, Serialize};
use yomi_core::FeatureGroup;

/// The number of points of a long curve.
const POINTS: u32 = 500;

/// The figures of one update.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UpdateReport {
    /// Its number, from 1.
    pub update: u32,
    /// The share of random moves in its game.
    pub epsilon: f64,
    /// The length of its game.
    pub plies: u32,
    /// The positions learned.
    pub positions: u32,
    /// The mean squared error of the values against the results, before the step.
    pub squared_error: f64,
    /// The mean absolute error.
    pub absolute_error: f64,
    /// Processor seconds of the simulations.
    pub simulation_seconds: f64,
    /// Processor seconds in all.
    pub seconds: f64,
}

/// A group of features at a point of the curve.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GroupPoint {
    /// The mean weight after the last update; of a group of one feature, its weight.
    pub weight: f64,
    /// The mean relative change of a weight by an update, `|w' - w| / |w|`, over the weights that were
    /// not zero; `None` if all were.
    pub change: Option<f64>,
}

/// A point of the learning curve.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SelectivePoint {
    /// The number of updates made.
    pub updates: u32,
    /// The share of random moves in the last game.
    pub epsilon: f64,
    /// The mean squared error of the values against the simulations' results, each before it was
    /// learned.
    pub squared_error: f64,
    /// The mean absolute error.
    pub absolute_error: f64,
    /// The mean length of the games.
    pub plies: f64,
    /// Processor seconds that all simulations so far took.
    pub simulation_seconds: f64,
    /// Processor seconds in all so far.
    pub seconds: f64,
    /// The groups of features, in the order of [`SelectiveReport::groups`].
    pub groups: Vec<GroupPoint>,
}

/// A group of features as reports name it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GroupSize {
    /// What the features tell.
    pub name: String,
    /// How many there are.
    pub features: usize,
}

/// The results of a training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SelectiveReport {
    /// The number of updates.
    pub updates: u32,
    /// Positions learned.
    pub positions: u64,
    /// The groups of features.
    pub groups: Vec<GroupSize>,
    /// How errors and weights developed.
    pub curve: Vec<SelectivePoint>,
}

impl SelectiveReport {
    pub(super) fn new(updates: u32, groups: &[FeatureGroup], curve: Curve) -> SelectiveReport {
        let size = |group: &FeatureGroup| GroupSize {
            name: group.name.clone(),
            features: group.range.len(),
        };
        SelectiveReport {
            updates,
            positions: curve.positions,
            groups: groups.iter().map(size).collect(),
            curve: curve.points,
        }
    }
}

/// The curve so far, and the sums for its next point.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Curve {
    points: Vec<SelectivePoint>,
    positions: u64,
    simulation_seconds: f64,
    seconds: f64,
    since: Sums,
}

/// Sums over the updates since the last point.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sums {
    updates: u32,
    positions: u64,
    plies: u64,
    squared: f64,
    absolute: f64,
    /// The relative changes of each group, and how many updates have one.
    changes: Vec<(f64, u32)>,
}

impl Curve {
    /// Takes an update into account, one of `all`, that changed the weights from the first to the second.
    pub fn add(
        &mut self,
        update: &UpdateReport,
        [before, after]: [&[f64]; 2],
        groups: &[FeatureGroup],
        all: u32,
    ) {
        self.positions += u64::from(update.positions);
        self.simulation_seconds += update.simulation_seconds;
        self.seconds += update.seconds;
        let since = &mut self.since;
        since.updates += 1;
        since.positions += u64::from(update.positions);
        since.plies += u64::from(update.plies);
        since.squared += update.squared_error * f64::from(update.positions);
        since.absolute += update.absolute_error * f64::from(update.positions);
        since.changes.resize(groups.len(), (0.0, 0));
        for (group, (sum, count)) in groups.iter().zip(&mut since.changes) {
            let range = group.range.clone();
            if let Some(change) = relative_change(&before[range.clone()], &after[range]) {
                *sum += change;
                *count += 1;
            }
        }
        if update.update.is_multiple_of((all / POINTS).max(1)) || update.update == all {
            self.close_point(update, after, groups);
        }
    }

    fn close_point(&mut self, update: &UpdateReport, weights: &[f64], groups: &[FeatureGroup]) {
        let since = std::mem::take(&mut self.since);
        let positions = since.positions.max(1) as f64;
        let point_of = |(group, &(sum, count)): (&FeatureGroup, &(f64, u32))| GroupPoint {
            weight: weights[group.range.clone()].iter().sum::<f64>()
                / group.range.len().max(1) as f64,
            change: (count > 0).then(|| sum / f64::from(count)),
        };
        self.points.push(SelectivePoint {
            updates: update.update,
            epsilon: update.epsilon,
            squared_error: since.squared / positions,
            absolute_error: since.absolute / positions,
            plies: since.plies as f64 / f64::from(since.updates.max(1)),
            simulation_seconds: self.simulation_seconds,
            seconds: self.seconds,
            groups: groups.iter().zip(&since.changes).map(point_of).collect(),
        });
    }
}

/// The mean of `|w' - w| / |w|` over the weights that are not zero.
fn relative_change(before: &[f64], after: &[f64]) -> Option<f64> {
    let pairs = before.iter().zip(after).filter(|(old, _)| **old != 0.0);
    let (sum, count) = pairs.fold((0.0, 0u32), |(sum, count), (old, new)| {
        (sum + ((new - old) / old).abs(), count + 1)
    });
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn update(number: u32) -> UpdateReport {
        UpdateReport {
            update: number,
            epsilon: 0.5,
            plies: 10 + number,
            positions: number,
            squared_error: f64::from(number),
            absolute_error: 1.0,
            simulation_seconds: 2.0,
            seconds: 3.0,
        }
    }

    #[test]
    fn points_are_means_over_their_updates() {
        let groups = [("pair", 0..2), ("one", 2..3)].map(|(name, range)| FeatureGroup {
            name: name.to_owned(),
            range,
        });
        let mut curve = Curve::default();
        let steps: [&[f64]; 4] = [
            &[0.0, 0.0, 1.0],
            &[1.0, 0.0, 1.5],
            &[1.5, 4.0, 1.5],
            &[1.5, 5.0, 3.0],
        ];
        for (number, pair) in (1..).zip(steps.windows(2)) {
            curve.add(&update(number), [pair[0], pair[1]], &groups, 1000);
        }
        // A thousand updates make points of two.
        let report = SelectiveReport::new(3, &groups, curve);
        assert_eq!((report.positions, report.curve.len()), (6, 1));
        let point = &report.curve[0];
        assert_eq!((point.updates, point.plies), (2, 11.5));
        assert_eq!(point.squared_error, (1.0 + 2.0 * 2.0) / 3.0);
        assert_eq!((point.simulation_seconds, point.seconds), (4.0, 6.0));
        // Weights that were zero have no relative change.
        let of = |group: usize| (point.groups[group].weight, point.groups[group].change);
        assert_eq!(of(0), (2.75, Some(0.5)));
        assert_eq!(of(1), (1.5, Some(0.25)));
    }
}
