//! Colours for numbers: a scale with 0 in the middle, and one from the lowest to the highest.
//!
//! Both differ in lightness as well as in hue. There are 64 steps: cells of nearly the same number have the
//! same colour, so that a picture with thousands of cells stays small.

use crate::label::label;
use crate::palette::LINE;
use crate::path::{Path, Point};
use crate::picture::{Anchor, Outline, Paint, Shape, Stroke};

/// The number of steps of a scale.
const STEPS: f64 = 64.0;

/// The colours of negative numbers, zero and positive ones.
const DIVERGING: [u32; 5] = [0x1f4e8c, 0x8bb4d9, 0xf5f5f2, 0xeba27c, 0xa5331f];

/// The colours from low to high.
const RISING: [u32; 3] = [0xeef4f6, 0x86b9cf, 0x1a5f86];

/// The same on wood, where nearly white would be taken for white stones.
const RISING_ON_WOOD: [u32; 3] = [0xcfe4ee, 0x79b1cf, 0x175a82];

/// A scale of colours.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Colours {
    low: f64,
    high: f64,
    stops: &'static [u32],
}

impl Colours {
    /// From blue for the most negative through white for zero to red for the most positive of these
    /// numbers, as far to either side.
    ///
    /// ```
    /// use yomi_draw::Colours;
    /// let colours = Colours::around_zero([0.5, -2.0]);
    /// assert_eq!(colours.range(), [-2.0, 2.0]);
    /// let [red, _, blue] = colours.paint(-2.0).rgb;
    /// assert!(blue > red);
    /// ```
    pub fn around_zero(numbers: impl IntoIterator<Item = f64>) -> Colours {
        let largest = numbers
            .into_iter()
            .fold(0.0, |most: f64, number| most.max(number.abs()));
        let bound = if largest > 0.0 { largest } else { 1.0 };
        Colours {
            low: -bound,
            high: bound,
            stops: &DIVERGING,
        }
    }

    /// From nearly white for the lowest of these numbers to blue for the highest; if there is but one,
    /// it is the highest.
    pub fn rising(numbers: impl IntoIterator<Item = f64>) -> Colours {
        let start = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = numbers.into_iter().fold(start, |(low, high), number| {
            (low.min(number), high.max(number))
        });
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        Colours {
            low,
            high,
            stops: &RISING,
        }
    }

    /// The same numbers in colours that stand out from wood.
    #[must_use]
    pub(crate) fn on_wood(self) -> Colours {
        Colours {
            stops: &RISING_ON_WOOD,
            ..self
        }
    }

    /// The lowest and the highest number.
    pub fn range(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// The colour of a number; those beyond the ends have the colour of the end.
    pub fn paint(&self, number: f64) -> Paint {
        let share = (number - self.low) / (self.high - self.low);
        // Not a number where both ends are the same.
        let share = if share.is_nan() {
            1.0
        } else {
            share.clamp(0.0, 1.0)
        };
        let along = (share * STEPS).round() / STEPS * (self.stops.len() - 1) as f64;
        let before = (along as usize).min(self.stops.len() - 2);
        let part = along - before as f64;
        let [from, to] = [before, before + 1].map(|stop| Paint::rgb(self.stops[stop]).rgb);
        let mix = |i: usize| {
            let (from, to) = (f64::from(from[i]), f64::from(to[i]));
            (from + (to - from) * part).round() as u8
        };
        Paint {
            rgb: [mix(0), mix(1), mix(2)],
            opacity: 1.0,
        }
    }

    /// A bar of all colours with the numbers of its ends and its middle below.
    pub(crate) fn legend(&self, at: Point, width: f64, tell: impl Fn(f64) -> String) -> Vec<Shape> {
        const HEIGHT: f64 = 9.0;
        /// Half as many as there are, and the middle.
        const SHOWN: usize = 33;
        let number = |share: f64| self.low + (self.high - self.low) * share;
        let mut shapes: Vec<Shape> = (0..SHOWN)
            .map(|i| {
                // Each to the end of the bar, so that nothing shines through between two.
                let before = width * i as f64 / SHOWN as f64;
                let corner = Point::new(at.x + before, at.y);
                let rest = Path::rectangle(corner, width - before, HEIGHT);
                let paint = self.paint(number(i as f64 / (SHOWN - 1) as f64));
                Shape::filled(Outline::Path(rest), paint)
            })
            .collect();
        let frame = Path::rectangle(at, width, HEIGHT);
        shapes.push(Shape::line(frame, Stroke::new(LINE, 0.6)));
        let ends = if self.low < self.high {
            &[0.0, 0.5, 1.0][..]
        } else {
            &[0.5]
        };
        shapes.extend(ends.iter().map(|&share| {
            let below = Point::new(at.x + share * width, at.y + HEIGHT + 10.0);
            label(below, &tell(number(share)), 6.5, Anchor::Middle)
        }));
        shapes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_and_the_middle_have_their_colours() {
        let colours = Colours::around_zero([3.0, -1.0]);
        let ends = [-3.0, 0.0, 3.0, 9.0].map(|number| colours.paint(number));
        let expected = [0x1f4e8c, 0xf5f5f2, 0xa5331f, 0xa5331f].map(Paint::rgb);
        assert_eq!(ends, expected);
        let one = Colours::rising([0.25]);
        assert_eq!(one.paint(0.25), Paint::rgb(0x1a5f86));
        assert_eq!(Colours::around_zero([]).range(), [-1.0, 1.0]);
    }

    #[test]
    fn higher_is_darker_where_numbers_rise() {
        let colours = Colours::rising([0.4, 0.6]);
        let light = |number| colours.paint(number).rgb.map(u32::from).iter().sum::<u32>();
        let lights = [0.4, 0.45, 0.5, 0.55, 0.6].map(light);
        assert!(
            lights.windows(2).all(|pair| pair[0] > pair[1]),
            "{lights:?}"
        );
    }
}
