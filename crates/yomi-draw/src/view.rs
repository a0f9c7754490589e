//! Which part of the ice is shown, and where its points come to lie in the picture.

use crate::path::Point;
use yomi_curling::{STONE_RADIUS, Sheet, Vector, World};

/// Which part of the ice is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// From a little before the hog line to a little behind the back line, the house on top.
    House,
    /// All of the ice, lying on its side: thrown from the left, the house on the right.
    Sheet,
}

impl View {
    /// The width of the picture in its own units, and in pixels unless another is asked for.
    pub fn width(self) -> u32 {
        match self {
            View::House => 480,
            View::Sheet => 1200,
        }
    }
}

/// The height of the strip for a title.
const TITLE: f64 = 34.0;

/// Where the points of a world come to lie in a picture.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The ice.
    pub(crate) sheet: &'static Sheet,
    view: View,
    /// Units of the picture in a metre.
    pub(crate) scale: f64,
    /// The width of the picture.
    pub(crate) width: f64,
    /// The height of the picture.
    pub(crate) height: f64,
    /// Where the ice begins, below the title.
    pub(crate) top: f64,
    /// The ends of what is shown in metres before (less than zero) or behind the tee.
    pub(crate) near: f64,
    pub(crate) far: f64,
    /// Metres of ground shown beside the sheet.
    beside: f64,
}

impl Frame {
    /// The frame for a view of a world, with or without a strip for a title.
    pub fn new(world: World, view: View, titled: bool) -> Frame {
        let sheet = world.sheet();
        let behind = |y: f64| sheet.forward * (y - sheet.tee.y);
        let (near, beyond, beside) = match view {
            View::House => (behind(sheet.hog_line) - 0.8, 0.45, 0.16),
            View::Sheet => (behind(sheet.release.y) - 1.0, 0.8, 0.3),
        };
        let far = behind(sheet.back_line) + beyond;
        let across = sheet.right - sheet.left + 2.0 * beside;
        let width = f64::from(view.width());
        let top = if titled { TITLE } else { 0.0 };
        // A picture is a whole number of units high, for which a little more ground is shown.
        let (scale, length) = match view {
            View::House => (width / across, far - near),
            View::Sheet => (width / (far - near), across),
        };
        let height = (length * scale).round();
        let spare = height / scale - length;
        let (near, beside) = match view {
            View::House => (near - spare, beside),
            View::Sheet => (near, beside + spare / 2.0),
        };
        Frame {
            sheet,
            view,
            scale,
            width,
            height: top + height,
            top,
            near,
            far,
            beside,
        }
    }

    /// Where a point of the world comes to lie.
    ///
    /// ```
    /// use yomi_curling::World;
    /// use yomi_draw::{Frame, View};
    ///
    /// // Both worlds show the tee in the middle, and the hog line below it.
    /// for world in [World::Dc2, World::Fcv1] {
    ///     let frame = Frame::new(world, View::House, false);
    ///     let tee = world.sheet().tee;
    ///     assert!((frame.point(tee).x - 240.0).abs() < 1e-9);
    ///     let mut guard = tee;
    ///     guard.y = world.sheet().hog_line;
    ///     assert!(frame.point(guard).y > frame.point(tee).y + 500.0);
    /// }
    /// ```
    pub fn point(&self, at: Vector) -> Point {
        let behind_tee = self.sheet.forward * (at.y - self.sheet.tee.y);
        self.place(at.x, behind_tee)
    }

    /// Where a point comes to lie that is that far behind the tee.
    pub(crate) fn place(&self, x: f64, behind_tee: f64) -> Point {
        let across = (x - self.sheet.left + self.beside) * self.scale;
        match self.view {
            View::House => Point::new(across, self.top + (self.far - behind_tee) * self.scale),
            View::Sheet => Point::new((behind_tee - self.near) * self.scale, self.top + across),
        }
    }

    /// A displacement in the world as one in the picture.
    pub(crate) fn displacement(&self, by: Vector) -> Point {
        let (across, along) = (by.x * self.scale, self.sheet.forward * by.y * self.scale);
        match self.view {
            View::House => Point::new(across, -along),
            View::Sheet => Point::new(along, across),
        }
    }

    /// The radius of a stone.
    pub(crate) fn stone_radius(&self) -> f64 {
        STONE_RADIUS * self.scale
    }

    /// Whether there is room for the numbers of the stones.
    pub(crate) fn shows_numbers(&self) -> bool {
        self.view == View::House
    }

    /// Whether a point of the picture lies on the ice or beside it, not on the title.
    pub fn shows(&self, point: Point) -> bool {
        (0.0..=self.width).contains(&point.x) && (self.top..=self.height).contains(&point.y)
    }
}
