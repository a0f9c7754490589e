//! The one curve that all stones of a world follow.
//!
//! Friction and curl depend on speed alone. So every spinning stone, however it came to move,
//! runs along the end of one and the same curve, turned and put in its place (and mirrored, if it
//! spins the other way), and every stone that does not spin along the end of one straight line. A
//! [`Track`] is that curve in a table: where a stone is that will stop after `t` more frames, as
//! seen from the place where it stops, and how fast it is then.
//!
//! The table is made by the world's own law, frame by frame, without rounding to single precision.
//! Between its nodes, cubic Hermite polynomials with the slopes of the sampled curve are exact to
//! about a micrometre. That includes times which are not whole frames: a stone that starts between
//! two speeds of the table stops at the same place as the curve to within the last frame's
//! movement, which is less than that.

use super::ice::FRAME;
use crate::{Vector, World};

/// Position and velocity, as seen from the stopping place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Where it is, in metres; the origin is where it stops.
    pub at: Vector,
    /// Its velocity, in metres per second.
    pub velocity: Vector,
}

/// A value at a node of the table, and its slope there.
type Node<T> = (T, T);

/// Place and velocity at a node and their slopes there, in four lanes: one vector instruction does
/// what four would, on one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Motion {
    value: [f64; 4],
    slope: [f64; 4],
}

/// The curve of a world.
#[derive(Clone, Debug)]
pub struct Track {
    frames_per_node: f64,
    nodes_per_frame: f64,
    motions: Vec<Motion>,
    spin_losses: Vec<Node<f64>>,
    /// Frames to go, by speed.
    by_speed: Vec<Node<f64>>,
    /// The same where each frame takes as much from the speed: at no speed, and for a metre per
    /// second.
    even: Option<(f64, f64)>,
    /// Frames to go and the place across, by the root of the distance ahead.
    by_root: Vec<(f64, f64)>,
    /// Entries of `by_speed` for a metre per second.
    per_speed: f64,
    /// Entries of `by_root` for the root of a metre.
    per_root: f64,
    top_speed: f64,
}

const SPEEDS: usize = 2048;
const ROOTS: usize = 2048;

impl Track {
    /// The curve of spinning stones (`curl` 1: to the left) or of those that do not (0).
    pub fn new(world: World, curl: f64) -> Track {
        let (top_speed, frames_per_node) = match world {
            World::Dc2 => (50.0, 4),
            World::Fcv1 => (4.5, 32),
        };
        let frames = run(world, curl, top_speed, frames_per_node);
        let count = (frames.len() - 1) / frames_per_node;
        let times = || (0..count).map(|node| node * frames_per_node);
        let mut track = Track {
            frames_per_node: frames_per_node as f64,
            nodes_per_frame: 1.0 / frames_per_node as f64,
            motions: times().map(|to_go| motion_at(&frames, to_go)).collect(),
            spin_losses: times().map(|to_go| spin_loss_at(&frames, to_go)).collect(),
            by_speed: Vec::new(),
            even: None,
            by_root: Vec::new(),
            per_speed: 0.0,
            per_root: 0.0,
            top_speed: 0.0,
        };
        track.top_speed = track.sample(track.last_frame()).velocity.length();
        track.per_speed = (SPEEDS - 1) as f64 / track.top_speed;
        track.per_root = (ROOTS - 1) as f64 / track.longest().sqrt();
        track.by_speed = invert_speeds(&frames, track.top_speed);
        track.even = (world == World::Dc2).then(|| {
            // All but the last frame, which takes what is left.
            let (first, last) = (frames[1].speed, frames[frames.len() - 1].speed);
            let per_speed = (frames.len() - 2) as f64 / (last - first);
            (1.0 - first * per_speed, per_speed)
        });
        track.by_root = invert_roots(&frames, track.longest());
        track
    }

    /// The longest time to go that the table knows.
    pub fn last_frame(&self) -> f64 {
        (self.motions.len() - 1) as f64 * self.frames_per_node
    }

    /// How far ahead the stop lies at the beginning of the table.
    fn longest(&self) -> f64 {
        -self.motions[self.motions.len() - 1].value[0]
    }

    /// The greatest speed that the table knows.
    pub fn top_speed(&self) -> f64 {
        self.top_speed
    }

    /// The number of the node before `frames` to go, and the weights of it and the next.
    #[inline(always)]
    fn between(&self, frames: f64) -> (usize, [f64; 4]) {
        let place = frames * self.nodes_per_frame;
        let index = (place as u32 as usize).min(self.motions.len() - 2);
        (index, hermite(place - index as f64, self.frames_per_node))
    }

    /// Where a stone is with so many frames to go.
    #[inline(always)]
    pub fn at(&self, frames: f64) -> Vector {
        let [x, y] = self.lanes::<0, 2>(frames);
        Vector::new(x, y)
    }

    /// Where a stone is with so many frames to go, and its velocity.
    #[inline(always)]
    pub fn sample(&self, frames: f64) -> Sample {
        self.sample_shifted(frames, Vector::default())
    }

    /// [`Track::sample`], the place shifted. Nothing is added to the velocity: this keeps the four
    /// lanes together.
    #[inline(always)]
    pub fn sample_shifted(&self, frames: f64, shift: Vector) -> Sample {
        let lanes = self.lanes::<0, 4>(frames);
        let shift = [shift.x, shift.y, 0.0, 0.0];
        let [x, y, along, across] = std::array::from_fn(|lane| lanes[lane] + shift[lane]);
        Sample {
            at: Vector::new(x, y),
            velocity: Vector::new(along, across),
        }
    }

    /// The velocity of a stone with so many frames to go.
    #[inline]
    pub fn velocity(&self, frames: f64) -> Vector {
        let [x, y] = self.lanes::<2, 2>(frames);
        Vector::new(x, y)
    }

    /// Some lanes of the motion with so many frames to go.
    #[inline(always)]
    fn lanes<const FIRST: usize, const COUNT: usize>(&self, frames: f64) -> [f64; COUNT] {
        let (index, [h0, h1, s0, s1]) = self.between(frames);
        let [a, b] = two(&self.motions, index);
        std::array::from_fn(|lane| {
            let lane = FIRST + lane;
            a.value[lane] * h0 + b.value[lane] * h1 + a.slope[lane] * s0 + b.slope[lane] * s1
        })
    }

    /// How much spin a stone loses from here to its stop.
    #[inline]
    pub fn spin_loss(&self, frames: f64) -> f64 {
        let (index, weights) = self.between(frames);
        blend(&self.spin_losses, index, weights)
    }

    /// How many frames a stone of this speed has to go.
    #[inline]
    pub fn frames(&self, speed: f64) -> f64 {
        let place = speed * self.per_speed;
        if let Some((at_rest, per_speed)) = self.even
            && place >= 1.0
        {
            return at_rest + per_speed * speed;
        }
        let index = (place as u32 as usize).min(SPEEDS - 2);
        let weights = hermite(place - index as f64, 1.0);
        blend(&self.by_speed, index, weights).max(0.0)
    }

    /// About how many frames are to go where the curve's stop lies this far ahead, measured along
    /// the final heading.
    #[inline]
    pub fn frames_at(&self, ahead: f64) -> f64 {
        let (index, share) = self.by_distance(ahead);
        self.by_root[index].0 * (1.0 - share) + self.by_root[index + 1].0 * share
    }

    /// About how far from the x axis the curve is there.
    #[inline]
    pub fn aside_at(&self, ahead: f64) -> f64 {
        let (index, share) = self.by_distance(ahead);
        self.by_root[index].1 * (1.0 - share) + self.by_root[index + 1].1 * share
    }

    #[inline(always)]
    fn by_distance(&self, ahead: f64) -> (usize, f64) {
        let place = ahead.max(0.0).sqrt() * self.per_root;
        let index = (place as u32 as usize).min(ROOTS - 2);
        (index, (place - index as f64).min(1.0))
    }
}

/// An entry of a table and the next, with one test of the index.
#[inline(always)]
pub(super) fn two<T>(table: &[T], index: usize) -> &[T; 2] {
    (table[index..].first_chunk()).expect("there is a next entry")
}

/// The value between a node and the next.
#[inline(always)]
fn blend(nodes: &[Node<f64>], index: usize, [h0, h1, s0, s1]: [f64; 4]) -> f64 {
    let [a, b] = two(nodes, index);
    a.0 * h0 + b.0 * h1 + a.1 * s0 + b.1 * s1
}

/// The weights of cubic Hermite interpolation at share `x` of an interval of this width.
#[inline(always)]
fn hermite(x: f64, width: f64) -> [f64; 4] {
    let y = 1.0 - x;
    let (xx, yy) = (x * x, y * y);
    [
        yy * (1.0 + 2.0 * x),
        xx * (1.0 + 2.0 * y),
        x * yy * width,
        -xx * y * width,
    ]
}

/// A frame of the sampled curve.
#[derive(Clone, Copy, Default)]
struct Frame {
    at: Vector,
    velocity: Vector,
    speed: f64,
    spin_loss: f64,
}

/// The whole curve, frame by frame, by the number of frames to go: it ends at the origin with the
/// last heading along x.
fn run(world: World, curl: f64, top_speed: f64, spare: usize) -> Vec<Frame> {
    // Speeds first, backwards in time only because the heading counts from the end.
    let mut speeds = vec![top_speed];
    loop {
        let speed = world.slowed(speeds[speeds.len() - 1]);
        if speed == 0.0 {
            break;
        }
        speeds.push(speed);
    }
    speeds.push(0.0);
    speeds.reverse();
    let mut frames = vec![Frame::default(); speeds.len()];
    let mut heading = 0.0;
    for to_go in 1..speeds.len() {
        let (sin, cos) = libm::sincos(heading);
        let velocity = Vector::new(cos, sin) * speeds[to_go];
        frames[to_go] = Frame {
            // A stone moves with its velocity first, and then it is slowed.
            at: frames[to_go - 1].at - velocity * FRAME,
            velocity,
            speed: speeds[to_go],
            spin_loss: frames[to_go - 1].spin_loss + world.spin_loss(speeds[to_go]),
        };
        if to_go + 1 < speeds.len() {
            heading -= curl * world.turn(speeds[to_go + 1]);
        }
    }
    let whole = (frames.len() - 1) / spare * spare + 1;
    frames.truncate(whole);
    frames
}

/// The frames before and after one; at the stop, where nothing comes after, the frame itself.
fn neighbours(frames: &[Frame], to_go: usize) -> (Frame, Frame) {
    (frames[to_go + 1], frames[to_go.saturating_sub(1)])
}

fn motion_at(frames: &[Frame], to_go: usize) -> Motion {
    let (before, after) = neighbours(frames, to_go);
    let share = if to_go == 0 { 1.0 } else { 0.5 };
    let (Frame { at, velocity, .. }, acceleration) =
        (frames[to_go], (before.velocity - after.velocity) * share);
    let way = (before.at - after.at) * 0.5;
    Motion {
        value: [at.x, at.y, velocity.x, velocity.y],
        slope: [way.x, way.y, acceleration.x, acceleration.y],
    }
}

fn spin_loss_at(frames: &[Frame], to_go: usize) -> Node<f64> {
    let (before, after) = neighbours(frames, to_go);
    let share = if to_go == 0 { 1.0 } else { 0.5 };
    (
        frames[to_go].spin_loss,
        (before.spin_loss - after.spin_loss) * share,
    )
}

/// Frames to go and their slope at evenly spaced speeds.
fn invert_speeds(frames: &[Frame], top_speed: f64) -> Vec<(f64, f64)> {
    let step = top_speed / (SPEEDS - 1) as f64;
    let mut below = 0;
    (0..SPEEDS)
        .map(|index| {
            let speed = index as f64 * step;
            while below + 2 < frames.len() && frames[below + 1].speed <= speed {
                below += 1;
            }
            let (a, b) = (frames[below].speed, frames[below + 1].speed);
            let slope = 1.0 / (b - a);
            (below as f64 + (speed - a) * slope, slope * step)
        })
        .collect()
}

/// Frames to go and the place across at evenly spaced roots of the distance ahead.
fn invert_roots(frames: &[Frame], longest: f64) -> Vec<(f64, f64)> {
    let mut below = 0;
    (0..ROOTS)
        .map(|index| {
            let root = index as f64 / (ROOTS - 1) as f64;
            let ahead = root * root * longest;
            while below + 2 < frames.len() && -frames[below + 1].at.x <= ahead {
                below += 1;
            }
            let (a, b) = (frames[below].at, frames[below + 1].at);
            let share = ((ahead + a.x) / (a.x - b.x)).clamp(0.0, 1.0);
            (below as f64 + share, a.y * (1.0 - share) + b.y * share)
        })
        .collect()
}
