//! How the stones moved during a throw: a start, and what changed from frame to frame.

use super::{Stone, Team, WireStones};
use serde::Serialize;

/// The way of all stones during a throw.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Trajectory {
    /// Time from one frame to the next.
    pub seconds_per_frame: f64,
    /// The stones at the release; the thrown one lies at the origin.
    pub start: WireStones,
    /// The stones afterwards, as the rules leave them.
    pub finish: WireStones,
    /// What changed in each frame since the one before, from the second frame on.
    pub frames: Vec<Vec<Change>>,
}

/// What became of a stone within one frame.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Change {
    /// Whose stone it is.
    pub team: Team,
    /// Its number in the team.
    pub index: usize,
    /// Where it lies now; nowhere if it left.
    pub value: Option<Stone>,
}

impl Trajectory {
    /// A trajectory of these frames, the first of which is the start.
    pub fn new(
        seconds_per_frame: f64,
        frames: impl IntoIterator<Item = WireStones>,
        finish: WireStones,
    ) -> Trajectory {
        let mut frames = frames.into_iter();
        let start = frames.next().unwrap_or(finish);
        let mut last = start;
        let frames = frames.map(|stones| {
            let changes = changes(&last, &stones);
            last = stones;
            changes
        });
        Trajectory {
            seconds_per_frame,
            start,
            frames: frames.collect(),
            finish,
        }
    }
}

fn changes(before: &WireStones, after: &WireStones) -> Vec<Change> {
    let mut changes = Vec::new();
    for team in Team::BOTH {
        for (index, (old, new)) in before[team].iter().zip(&after[team]).enumerate() {
            if old != new {
                changes.push(Change {
                    team,
                    index,
                    value: *new,
                });
            }
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_curling::Vector;

    #[test]
    fn frames_hold_only_what_changed() {
        let at = |x: f64| {
            Some(Stone {
                position: Vector { x, y: 30.0 },
                angle: 0.0,
            })
        };
        let mut start = WireStones::default();
        start.team0[0] = at(0.0);
        start.team1[7] = at(1.0);
        let mut moved = start;
        moved.team0[0] = at(0.5);
        let mut gone = moved;
        gone.team1[7] = None;
        let trajectory = Trajectory::new(0.1, [start, moved, gone], gone);
        assert_eq!(trajectory.start, start);
        let first = Change {
            team: Team::Team0,
            index: 0,
            value: at(0.5),
        };
        let second = Change {
            team: Team::Team1,
            index: 7,
            value: None,
        };
        assert_eq!(trajectory.frames, [vec![first], vec![second]]);
    }
}
