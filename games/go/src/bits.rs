//! Sets of points as bits: one or a few words.

use crate::vertex::Vertex;

/// A set of points of a board that fits into `W` words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// No point.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// One point.
    #[inline(always)]
    pub fn of(point: Vertex) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        bits.insert(point);
        bits
    }

    /// Adds a point.
    #[inline(always)]
    pub fn insert(&mut self, point: Vertex) {
        self.0[point.index() >> 6] |= 1 << (point.index() & 63);
    }

    /// Adds a point under a condition, without a branch.
    #[inline(always)]
    pub(crate) fn insert_if(&mut self, condition: bool, point: Vertex) {
        self.0[point.index() >> 6] |= u64::from(condition) << (point.index() & 63);
    }

    /// Takes a point out.
    #[inline(always)]
    pub fn remove(&mut self, point: Vertex) {
        self.0[point.index() >> 6] &= !(1 << (point.index() & 63));
    }

    /// Whether a point is in the set.
    #[inline(always)]
    pub fn has(&self, point: Vertex) -> bool {
        self.0[point.index() >> 6] >> (point.index() & 63) & 1 != 0
    }

    /// Whether there is no point.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The number of points.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Calls `act` with each point, lowest number first: the same as [`Bits::iter`], but a word at a time.
    #[inline(always)]
    pub fn for_each(&self, mut act: impl FnMut(Vertex)) {
        for (i, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                act(Vertex::from_index(64 * i + word.trailing_zeros() as usize));
                word &= word - 1;
            }
        }
    }

    /// The point with the lowest number.
    #[inline(always)]
    pub fn first(&self) -> Option<Vertex> {
        let place = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[place].trailing_zeros() as usize;
        Some(Vertex::from_index(place * 64 + bit))
    }

    /// The set without its lowest point.
    #[inline(always)]
    #[must_use]
    pub fn without_first(mut self) -> Bits<W> {
        for word in &mut self.0 {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        self
    }

    /// The only point of a set of one.
    #[inline(always)]
    pub fn single(&self) -> Option<Vertex> {
        match self.is_several() {
            true => None,
            false => self.first(),
        }
    }

    /// Whether there are two points or more.
    #[inline(always)]
    pub fn is_several(&self) -> bool {
        let (mut all, mut several) = (0, 0);
        for &word in &self.0 {
            several |= word & word.wrapping_sub(1);
            several |= u64::from(all != 0 && word != 0);
            all |= word;
        }
        several != 0
    }

    /// Points in both sets.
    #[inline(always)]
    #[must_use]
    pub fn and(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Points in either set.
    #[inline(always)]
    #[must_use]
    pub fn or(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Points in this set and not in the other.
    #[inline(always)]
    #[must_use]
    pub fn minus(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The points that are above, below, left or right of a point of the set, and the set itself.
    /// Those off the board are for the caller to take out.
    #[inline(always)]
    #[must_use]
    pub fn spread(&self) -> Bits<W> {
        let stride = Vertex::stride::<W>() as u32;
        let mut all = *self;
        for shift in [1, stride] {
            for i in 0..W {
                all.0[i] |= self.0[i] << shift | self.0[i] >> shift;
                if i > 0 {
                    all.0[i] |= self.0[i - 1] >> (64 - shift);
                }
                if i + 1 < W {
                    all.0[i] |= self.0[i + 1] << (64 - shift);
                }
            }
        }
        all
    }

    /// All points of `within` that can be reached from the set through `within`, and the set.
    #[inline]
    #[must_use]
    pub fn flood(&self, within: &Bits<W>) -> Bits<W> {
        let mut reached = *self;
        loop {
            let further = reached.or(&reached.spread().and(within));
            if further == reached {
                return reached;
            }
            reached = further;
        }
    }

    /// The points, lowest number first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Vertex> + use<W> {
        let mut left = *self;
        std::iter::from_fn(move || {
            let first = left.first()?;
            left = left.without_first();
            Some(first)
        })
    }
}
