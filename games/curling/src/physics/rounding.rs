//! The effect of single precision on a gliding stone.
//!
//! The official programs round every velocity to 24 bits, in every frame. A frame of FCV1 takes a
//! few hundred units in the last place from the speed, so half a unit too much or too little in
//! each changes the friction by a thousandth, and a draw by millimetres; a hit that follows
//! magnifies that. The error is not random. The velocity across the heading that curl adds is a
//! small number of units added to a number already rounded, and that number of units changes
//! slowly: hundreds of frames in a row are rounded the same way. So the error depends on speed and
//! heading, and on nothing else that matters. DC2 takes more from the speed in fewer frames, and
//! has a tenth of the error.
//!
//! Hence a table: for each final heading (all paths with one final heading have, at one speed, one
//! heading) and speed, by how many frames the way to the stop takes longer than it would without
//! rounding, by how much the place from which the stone comes is shifted, and its heading turned.
//! It is made by gliding stones in single precision. What remains, a few tenths of a millimetre in
//! a draw, hangs on single bits of the velocity.
//!
//! Turning by a right angle and mirroring change nothing in the arithmetic, so final headings
//! within 45 degrees of an axis are enough, for stones that curl left. Stones that do not curl are
//! left alone.

use super::ice::{DC2_CURL, DC2_LOSS, FRAME, fcv1_slowed, fcv1_turn};
use super::track::{Sample, Track, two};
use crate::{Vector, World};

/// Stones glided side by side, for the sake of vector instructions.
const LANES: usize = 16;

/// By how much rounding changes the way to the stop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Drift {
    /// Frames more to go.
    pub frames: f64,
    /// Shift of the place, on the track.
    pub shift: Vector,
    /// Turn of the heading, in radians to the left.
    pub turn: f64,
}

/// The table.
#[derive(Debug)]
pub struct Rounding {
    rows: usize,
    /// Columns a frame.
    per_frame: f32,
    columns: usize,
    drifts: Vec<[f32; 4]>,
}

/// A final heading: between which rows it lies.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    index: usize,
    share: f32,
}

impl Rounding {
    /// The row of a final heading (a unit vector) and a side that the stone curls to.
    #[inline]
    pub fn row(&self, heading: Vector, side: f64) -> Row {
        let slope = if heading.x.abs() >= heading.y.abs() {
            heading.y / heading.x
        } else {
            -heading.x / heading.y
        };
        let place = (0.5 + 0.5 * slope * side) * (self.rows - 1) as f64;
        let index = (place as u32 as usize).min(self.rows - 2);
        Row {
            index,
            share: (place - index as f64).clamp(0.0, 1.0) as f32,
        }
    }
}

impl Rounding {
    /// Makes the table for the track of spinning stones.
    pub fn new(world: World, track: &Track) -> Rounding {
        let (rows, spacing) = match world {
            World::Dc2 => (401, 32),
            World::Fcv1 => (801, 256),
        };
        let glide = Glide::new(world, track, spacing);
        let columns = glide.speeds.len();
        let mut drifts = Vec::with_capacity(rows * columns);
        for first in (0..rows).step_by(LANES) {
            let of_rows = glide.run(|lane| heading(first + lane, rows));
            for lane in 0..LANES.min(rows - first) {
                drifts.extend(of_rows.iter().map(|column| {
                    let Drift {
                        frames,
                        shift,
                        turn,
                    } = column[lane];
                    [frames as f32, shift.x as f32, shift.y as f32, turn as f32]
                }));
            }
        }
        Rounding {
            rows,
            per_frame: 1.0 / spacing as f32,
            columns,
            drifts,
        }
    }

    /// The drift of a stone with so many frames to go.
    #[inline(always)]
    pub fn at(&self, row: Row, frames: f64) -> Drift {
        let place = frames as f32 * self.per_frame;
        let column = (place as u32 as usize).min(self.columns - 2);
        let first = row.index * self.columns + column;
        let above = two(&self.drifts, first);
        let below = two(&self.drifts, first + self.columns);
        let (across, down) = (place - column as f32, row.share);
        let weights = [
            (1.0 - across) * (1.0 - down),
            across * (1.0 - down),
            (1.0 - across) * down,
            across * down,
        ];
        let [frames, x, y, turn]: [f32; 4] = std::array::from_fn(|part| {
            above[0][part] * weights[0]
                + above[1][part] * weights[1]
                + below[0][part] * weights[2]
                + below[1][part] * weights[3]
        });
        Drift {
            frames: f64::from(frames),
            shift: Vector::new(f64::from(x), f64::from(y)),
            turn: f64::from(turn),
        }
    }
}

/// What all rows share.
struct Glide {
    world: World,
    spacing: usize,
    /// The track at each column.
    samples: Vec<Sample>,
    speeds: Vec<f64>,
    /// The speed of each frame of FCV1 from the top speed on, and the turn at it.
    turns: Vec<(f32, f32)>,
}

/// A stone as it passes the speed of a column.
#[derive(Clone, Copy, Default)]
struct Passing {
    frame: f64,
    at: Vector,
    velocity: Vector,
}

impl Glide {
    fn new(world: World, track: &Track, spacing: usize) -> Glide {
        let samples: Vec<Sample> = (0..=track.last_frame() as usize / spacing)
            .map(|column| track.sample((column * spacing) as f64))
            .collect();
        let speeds: Vec<f64> = samples
            .iter()
            .map(|sample| sample.velocity.length())
            .collect();
        let mut turns = Vec::new();
        let mut speed = speeds[speeds.len() - 1] as f32;
        while world == World::Fcv1 && speed > 0.0 {
            turns.push((speed, fcv1_turn(speed)));
            speed = fcv1_slowed(speed);
        }
        Glide {
            world,
            spacing,
            samples,
            speeds,
            turns,
        }
    }

    /// The drift at each column of stones with these final headings.
    fn run(&self, heading: impl Fn(usize) -> Vector) -> Vec<[Drift; LANES]> {
        let headings: [Vector; LANES] = std::array::from_fn(heading);
        let passings = self.glide(&headings);
        let drift = |column: usize, lane: usize| {
            let (passing, stop) = (&passings[column][lane], &passings[0][lane]);
            let back = headings[lane].mirrored();
            let (from, velocity) = (passing.at - stop.at, passing.velocity);
            let (sample, velocity) = (&self.samples[column], velocity.turned(back));
            let across = sample.velocity.left().dot(velocity);
            Drift {
                frames: stop.frame - passing.frame - (column * self.spacing) as f64,
                shift: from.turned(back) - sample.at,
                // At the stop there is no heading.
                turn: if column == 0 {
                    0.0
                } else {
                    across / velocity.length_squared()
                },
            }
        };
        (0..self.speeds.len())
            .map(|column| std::array::from_fn(|lane| drift(column, lane)))
            .collect()
    }

    /// Lets stones with these final headings glide from the top speed until they stop.
    fn glide(&self, headings: &[Vector; LANES]) -> Vec<[Passing; LANES]> {
        let columns = self.speeds.len();
        let mut velocities = Velocities::default();
        for (lane, &heading) in headings.iter().enumerate() {
            velocities.set(lane, self.samples[columns - 1].velocity.turned(heading));
        }
        let mut passings = vec![[Passing::default(); LANES]; columns];
        for (lane, passing) in passings[columns - 1].iter_mut().enumerate() {
            passing.velocity = velocities.get(lane);
        }
        // The column that each stone passes next; `columns` once it has stopped.
        let mut next = [columns - 2; LANES];
        let mut places = [Vector::default(); LANES];
        let mut frame = 0;
        while next.iter().any(|&column| column < columns) {
            let before = velocities;
            match self.world {
                World::Dc2 => velocities.glide_dc2(),
                World::Fcv1 => velocities.glide_fcv1(self.turns[frame.min(self.turns.len() - 1)]),
            }
            for lane in 0..LANES {
                let velocity = before.get(lane);
                let column = next[lane];
                let slower = f64::from(velocities.speed[lane]);
                if column < columns && slower <= self.speeds[column] {
                    let speed = f64::from(before.speed[lane]);
                    let share = (speed - self.speeds[column]) / (speed - slower);
                    passings[column][lane] = Passing {
                        frame: frame as f64 + share,
                        at: places[lane] + velocity * (share * FRAME),
                        velocity: velocity * (1.0 - share) + velocities.get(lane) * share,
                    };
                    next[lane] = column.checked_sub(1).unwrap_or(columns);
                }
                places[lane] += velocity * FRAME;
            }
            frame += 1;
        }
        passings
    }
}

/// The final heading of a row.
fn heading(row: usize, rows: usize) -> Vector {
    let share = row as f64 / (rows - 1) as f64;
    let slope = 2.0 * share - 1.0;
    Vector::new(1.0, slope) * (1.0 / (1.0 + slope * slope).sqrt())
}

/// Velocities in single precision, a stone a lane.
#[derive(Clone, Copy, Default)]
struct Velocities {
    x: [f32; LANES],
    y: [f32; LANES],
    speed: [f32; LANES],
}

impl Velocities {
    fn set(&mut self, lane: usize, velocity: Vector) {
        self.x[lane] = velocity.x as f32;
        self.y[lane] = velocity.y as f32;
        self.speed[lane] = velocity.length() as f32;
    }

    fn get(&self, lane: usize) -> Vector {
        Vector::new(f64::from(self.x[lane]), f64::from(self.y[lane]))
    }

    /// One frame of all lanes in DC2, rounded where the official program rounds.
    #[inline]
    fn glide_dc2(&mut self) {
        const ASIDE: f32 = DC2_CURL * DC2_LOSS;
        for lane in 0..LANES {
            let (x, y) = (self.x[lane], self.y[lane]);
            let speed = (x * x + y * y).sqrt();
            let inverse = 1.0 / speed;
            let (ahead_x, ahead_y) = (x * inverse, y * inverse);
            let (x, y) = (x - ahead_x * DC2_LOSS, y - ahead_y * DC2_LOSS);
            let slower = (x * x + y * y).sqrt();
            let (x, y) = (x - ahead_y * ASIDE, y + ahead_x * ASIDE);
            let scale = 1.0 / (x * x + y * y).sqrt();
            let moves = speed > DC2_LOSS;
            self.x[lane] = if moves { x * scale * slower } else { 0.0 };
            self.y[lane] = if moves { y * scale * slower } else { 0.0 };
            self.speed[lane] = if moves { slower } else { 0.0 };
        }
    }

    /// One frame of all lanes in FCV1, rounded where the official program rounds.
    #[inline]
    fn glide_fcv1(&mut self, (usual_speed, usual_turn): (f32, f32)) {
        let inverse_usual = 1.0 / usual_speed;
        for lane in 0..LANES {
            let (x, y) = (self.x[lane], self.y[lane]);
            let speed = (x * x + y * y).sqrt();
            let inverse = 1.0 / speed;
            let slower = fcv1_slowed(speed);
            let (ahead_x, ahead_y) = (x * inverse, y * inverse);
            // The power of the speed by its derivative: the stones are almost equally fast. And
            // turns are so small that their cosine is 1 and their sine is themselves.
            let faster = (speed * inverse_usual - 1.0).clamp(-0.5, 0.5);
            let across = slower * (usual_turn * (1.0 - 0.8 * faster));
            let moves = slower > 0.0;
            self.x[lane] = if moves {
                slower * ahead_x - across * ahead_y
            } else {
                0.0
            };
            self.y[lane] = if moves {
                slower * ahead_y + across * ahead_x
            } else {
                0.0
            };
            self.speed[lane] = if moves { slower } else { 0.0 };
        }
    }
}
