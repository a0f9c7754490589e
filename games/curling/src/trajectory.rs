//! The trajectory of a throw, for display and logs.

use crate::physics::ice::FRAME;
use crate::physics::stepper::Stepper;
use crate::{Curling, Shot, Stones};

/// The stones at one moment of a throw.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moment {
    /// Seconds since the release.
    pub time: f64,
    /// The stones on the ice, moving ones included.
    pub stones: Stones,
}

impl Curling {
    /// A throw, exactly as asked, every so many frames of a millisecond, from the release until
    /// everything lies still; before stones that did not reach the hog line are removed.
    ///
    /// This steps through every frame, which takes a millisecond or more: it is for drawing and
    /// for logs, and tells the same as [`Curling::simulate`] but for rounding.
    pub fn trajectories(
        &self,
        stones: &Stones,
        number: usize,
        shot: Shot,
        every: u32,
    ) -> Vec<Moment> {
        let mut stepper = Stepper::new(self.world, stones, number, shot);
        let mut moments = Vec::new();
        let mut frame = 0u32;
        loop {
            if frame.is_multiple_of(every.max(1)) {
                moments.push(Moment {
                    time: f64::from(frame) * FRAME,
                    stones: stepper.stones(),
                });
            }
            frame += 1;
            if !stepper.step() {
                break;
            }
        }
        moments.push(Moment {
            time: f64::from(frame) * FRAME,
            stones: stepper.stones(),
        });
        moments
    }
}
