//! Where a thrown stone may come to lie.

use yomi_curling::Vector;

/// Where the thrown stone comes to lie over many noisy throws.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cloud {
    /// The throws made.
    pub throws: u32,
    /// Where the stone lies after each throw that leaves it in play.
    pub points: Vec<Vector>,
    /// Whether the ellipse of two standard deviations is drawn around the mean. It describes a
    /// cloud of one lump, such as that of a draw; a normal cloud has 86% of its points within.
    pub ellipse: bool,
}

/// Mean and covariance of points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// The mean.
    pub mean: Vector,
    /// The variance across the sheet.
    pub xx: f64,
    /// The covariance.
    pub xy: f64,
    /// The variance along the sheet.
    pub yy: f64,
}

impl Cloud {
    /// Mean and covariance; `None` for fewer than two points.
    ///
    /// ```
    /// use yomi_curling::Vector;
    /// use yomi_draw::Cloud;
    ///
    /// let points = [(0.0, 1.0), (2.0, 1.0), (1.0, 4.0)].map(|(x, y)| Vector::new(x, y));
    /// let cloud = Cloud { throws: 3, points: points.to_vec(), ellipse: false };
    /// let spread = cloud.spread().unwrap();
    /// assert_eq!((spread.mean.x, spread.mean.y), (1.0, 2.0));
    /// assert_eq!((spread.xx, spread.xy, spread.yy), (1.0, 0.0, 3.0));
    /// ```
    pub fn spread(&self) -> Option<Spread> {
        let count = self.points.len();
        if count < 2 {
            return None;
        }
        let mut sum = Vector::default();
        for &point in &self.points {
            sum += point;
        }
        let mean = sum * (1.0 / count as f64);
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for &point in &self.points {
            let off = point - mean;
            xx += off.x * off.x;
            xy += off.x * off.y;
            yy += off.y * off.y;
        }
        let free = (count - 1) as f64;
        Some(Spread {
            mean,
            xx: xx / free,
            xy: xy / free,
            yy: yy / free,
        })
    }
}

impl Spread {
    /// Two vectors that take the unit circle to the ellipse of one standard deviation: the columns
    /// of the Cholesky factor of the covariance.
    pub fn axes(&self) -> [Vector; 2] {
        let a = self.xx.sqrt();
        let b = if a > 0.0 { self.xy / a } else { 0.0 };
        let c = (self.yy - b * b).max(0.0).sqrt();
        [Vector::new(a, b), Vector::new(0.0, c)]
    }
}
