//! The stones that lie on the ice.

use crate::Vector;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use yomi_core::Player;

/// Stones thrown in one end.
pub const STONES: usize = 16;

/// Up to sixteen stones, told apart by the number of their throw in the end: even ones belong to
/// the side that threw first.
///
/// ```
/// use yomi_curling::{Stones, Vector};
/// let mut stones = Stones::default();
/// stones.set(3, Vector::new(0.5, 38.0));
/// assert_eq!(stones.get(3), Some(Vector::new(0.5, 38.0)));
/// assert_eq!((stones.len(), stones.get(2)), (1, None));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Stones {
    present: u16,
    at: [Vector; STONES],
}

impl Stones {
    /// Where a stone lies; `None` if it is not in play.
    #[inline]
    pub fn get(&self, number: usize) -> Option<Vector> {
        (number < STONES && self.present >> number & 1 == 1).then(|| self.at[number])
    }

    /// Where a stone lies that is in play.
    #[inline]
    pub(crate) fn place(&self, number: usize) -> Vector {
        self.at[number]
    }

    /// Puts a stone down.
    ///
    /// # Panics
    ///
    /// If there is no stone of that number.
    #[inline]
    pub fn set(&mut self, number: usize, at: Vector) {
        self.at[number] = at;
        self.present |= 1 << number;
    }

    /// Takes a stone away.
    #[inline]
    pub fn remove(&mut self, number: usize) {
        self.present &= !(1 << number);
    }

    /// The stones in play, in the order of their throws.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (usize, Vector)> + '_ {
        self.among(u16::MAX)
    }

    /// Those of the stones in play whose bits are set.
    #[inline]
    pub fn among(&self, numbers: u16) -> impl Iterator<Item = (usize, Vector)> + '_ {
        let mut left = self.present & numbers;
        std::iter::from_fn(move || {
            let number = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (number < STONES).then(|| (number, self.at[number]))
        })
    }

    /// The bits of the stones in play that lie in a box, given by its corners with the least and
    /// the greatest coordinates. All places are looked at, taken or not: that is no loop of
    /// branches, but a few vector instructions.
    ///
    /// ```
    /// use yomi_curling::{Stones, Vector};
    /// let mut stones = Stones::default();
    /// stones.set(0, Vector::new(0.5, 38.0));
    /// stones.set(3, Vector::new(0.7, 38.5));
    /// stones.set(5, Vector::new(0.6, 38.2));
    /// stones.remove(5);
    /// let near = |high| stones.within(Vector::new(0.0, 37.0), high);
    /// assert_eq!(near(Vector::new(1.0, 38.2)), 0b0001);
    /// assert_eq!(near(Vector::new(1.0, 39.0)), 0b1001);
    /// ```
    #[inline]
    pub fn within(&self, low: Vector, high: Vector) -> u16 {
        // Two stones are four lanes of a vector: the bits of the first and of the second, for either coordinate.
        let low = [low.x, low.y, low.x, low.y];
        let high = [high.x, high.y, high.x, high.y];
        let mut found = [0_u64; 4];
        for (pair, at) in self.at.chunks_exact(2).enumerate() {
            let at = [at[0].x, at[0].y, at[1].x, at[1].y];
            for lane in 0..4 {
                let inside = (at[lane] >= low[lane]) & (at[lane] <= high[lane]);
                let bit = 1 << (2 * pair + lane / 2);
                found[lane] |= if inside { bit } else { 0 };
            }
        }
        let found = (found[0] & found[1] | found[2] & found[3]) as u16;
        found & self.present
    }

    /// The bits of the stones in play.
    #[inline]
    pub fn numbers(&self) -> u16 {
        self.present
    }

    /// How many are in play.
    #[inline]
    pub fn len(&self) -> usize {
        self.present.count_ones() as usize
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.present == 0
    }
}

impl PartialEq for Stones {
    /// What lay where a missing stone lay does not matter.
    fn eq(&self, other: &Stones) -> bool {
        self.present == other.present && self.iter().eq(other.iter())
    }
}

/// Whose stone that is, given who threw first in this end.
#[inline]
pub fn owner(number: usize, first: Player) -> Player {
    if number.is_multiple_of(2) {
        first
    } else {
        first.other()
    }
}

/// As `[[number, x, y], ...]`.
impl Serialize for Stones {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(number, at)| (number, at.x, at.y)))
    }
}

impl<'de> Deserialize<'de> for Stones {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stones, D::Error> {
        let list = Vec::<(usize, f64, f64)>::deserialize(deserializer)?;
        let mut stones = Stones::default();
        for (number, x, y) in list {
            let at = Vector::new(x, y);
            if number >= STONES {
                return Err(D::Error::custom(format!(
                    "stone number {number}: expected 0 to {}",
                    STONES - 1
                )));
            }
            if stones.get(number).is_some() {
                return Err(D::Error::custom(format!("stone {number} is there twice")));
            }
            if !at.is_finite() {
                return Err(D::Error::custom(format!(
                    "stone {number}: expected finite coordinates"
                )));
            }
            stones.set(number, at);
        }
        Ok(stones)
    }
}
