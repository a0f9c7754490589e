//! Vectors in the plane, in metres or metres per second.

use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A point or a velocity.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Vector {
    /// Across the sheet.
    pub x: f64,
    /// Along the sheet.
    pub y: f64,
}

impl Vector {
    /// The vector `(x, y)`.
    #[inline]
    pub const fn new(x: f64, y: f64) -> Vector {
        Vector { x, y }
    }

    /// The scalar product.
    #[inline]
    pub fn dot(self, other: Vector) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The square of the length.
    #[inline]
    pub fn length_squared(self) -> f64 {
        self.dot(self)
    }

    /// The length.
    #[inline]
    pub fn length(self) -> f64 {
        self.length_squared().sqrt()
    }

    /// The distance to another point.
    #[inline]
    pub fn distance(self, other: Vector) -> f64 {
        (self - other).length()
    }

    /// Turned left by a right angle.
    #[inline]
    #[must_use]
    pub fn left(self) -> Vector {
        Vector::new(-self.y, self.x)
    }

    /// Turned and stretched: the product of both as complex numbers.
    #[inline]
    #[must_use]
    pub fn turned(self, by: Vector) -> Vector {
        Vector::new(self.x * by.x - self.y * by.y, self.x * by.y + self.y * by.x)
    }

    /// Mirrored at the x axis: the complex conjugate.
    #[inline]
    #[must_use]
    pub fn mirrored(self) -> Vector {
        Vector::new(self.x, -self.y)
    }

    /// Whether both numbers are.
    #[inline]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Add for Vector {
    type Output = Vector;
    #[inline]
    fn add(self, other: Vector) -> Vector {
        Vector::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vector {
    type Output = Vector;
    #[inline]
    fn sub(self, other: Vector) -> Vector {
        Vector::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Vector {
    type Output = Vector;
    #[inline]
    fn mul(self, by: f64) -> Vector {
        Vector::new(self.x * by, self.y * by)
    }
}

impl Neg for Vector {
    type Output = Vector;
    #[inline]
    fn neg(self) -> Vector {
        Vector::new(-self.x, -self.y)
    }
}

impl AddAssign for Vector {
    #[inline]
    fn add_assign(&mut self, other: Vector) {
        *self = *self + other;
    }
}

impl SubAssign for Vector {
    #[inline]
    fn sub_assign(&mut self, other: Vector) {
        *self = *self - other;
    }
}
