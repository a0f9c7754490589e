//! The physics of both worlds.
//!
//! [`ice`] and [`collision`] are the laws; [`stepper`] applies them frame by frame, and [`throw`]
//! gives the same results hundreds of times faster, from event to event along tabulated tracks.

pub mod collision;
pub mod ice;
pub mod path;
pub mod stepper;
pub mod throw;
pub mod track;

use crate::World;
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
        cell.get_or_init(|| Ice {
            world,
            curling: Track::new(world, 1.0),
            straight: Track::new(world, 0.0),
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

    /// No stone changes its velocity faster than this, in metres per second squared.
    #[inline]
    fn greatest_acceleration(&self) -> f64 {
        match self.world {
            World::Dc2 => 12.04,
            World::Fcv1 => 0.40,
        }
    }

    /// Whether a stone that stops goes on turning for a while.
    #[inline]
    fn keeps_spin_at_rest(&self) -> bool {
        self.world == World::Fcv1
    }
}
