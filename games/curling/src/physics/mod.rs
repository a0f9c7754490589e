//! The physics of both worlds.
//!
//! [`ice`] and [`collision`] are the laws; [`stepper`] applies them frame by frame, and [`throw`]
//! gives the same results some hundred times faster, from event to event along tabulated tracks.

pub mod collision;
pub(crate) mod course;
pub mod exit;
mod first_frame;
mod foresight;
pub mod ice;
mod island;
mod outline;
pub mod path;
pub mod rounding;
pub mod stepper;
pub mod throw;
pub mod track;

use crate::World;
use ice::FRAME;
use rounding::Rounding;
use std::sync::OnceLock;
use track::Track;

/// A frame, counted from the release.
pub type Time = u32;

/// The tables of a world.
#[derive(Debug)]
pub struct Ice {
    world: World,
    curling: Track,
    straight: Track,
    rounding: Rounding,
}

impl Ice {
    /// The tables of a world, made when first asked for.
    pub fn of(world: World) -> &'static Ice {
        static DC2: OnceLock<Ice> = OnceLock::new();
        static FCV1: OnceLock<Ice> = OnceLock::new();
        let cell = match world {
            World::Dc2 => &DC2,
            World::Fcv1 => &FCV1,
        };
        cell.get_or_init(|| {
            let curling = Track::new(world, 1.0);
            Ice {
                world,
                rounding: Rounding::new(world, &curling),
                curling,
                straight: Track::new(world, 0.0),
            }
        })
    }

    /// Whose tables they are.
    pub fn world(&self) -> World {
        self.world
    }

    /// The track of stones that curl to this side; of those that go straight, if 0.
    #[inline]
    pub fn track(&self, side: f64) -> &Track {
        if side == 0.0 {
            &self.straight
        } else {
            &self.curling
        }
    }

    /// No stone with at least so many frames to go changes its velocity faster than this, in
    /// metres per second squared.
    #[inline]
    fn greatest_acceleration(&self, to_go: f64) -> f64 {
        match self.world {
            World::Dc2 => 12.04,
            World::Fcv1 => {
                // Friction never takes less than 0.061 from the speed, and curl adds a little.
                let least_speed = 0.061 * FRAME * to_go;
                0.0198 / (least_speed + 0.0638) + 0.0615 + 0.015
            }
        }
    }

    /// Whether friction takes spin too, from stones that move and from those that have stopped.
    #[inline]
    fn takes_spin(&self) -> bool {
        self.world == World::Fcv1
    }
}
