//! One pass over all examples: in random order, in batches, with steps that become smaller.
//!
//! With `b` batches an epoch and `e` epochs, the factor of the learning rate in batch `i` of epoch `k`
//! (both counted from 0) falls linearly from 1 towards 0: `1 - (k b + i) / (e b)`.

use yomi_core::Rng;

/// The number of a pass, and of passes in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Epoch {
    /// Its number, from 0.
    pub number: u32,
    /// The number of epochs.
    pub of: u32,
}

/// Some of the examples, learned in one step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Batch<'a> {
    /// The numbers of the examples.
    pub examples: &'a [u32],
    /// The number of steps made before, in all epochs.
    pub made: f32,
    /// The factor of the learning rate.
    pub left: f32,
}

impl Epoch {
    /// The numbers of `0..count` in random order.
    pub fn order(count: usize, rng: &mut Rng) -> Vec<u32> {
        let mut order: Vec<u32> = (0..count as u32).collect();
        rng.shuffle(&mut order);
        order
    }

    /// The examples in this order, `size` at a time.
    ///
    /// ```
    /// use yomi_learn::epoch::Epoch;
    ///
    /// let batches = Epoch { number: 1, of: 2 }.batches(&[2, 0, 1], 2);
    /// let seen: Vec<_> = batches.map(|batch| (batch.examples, batch.left)).collect();
    /// assert_eq!(seen, [(&[2, 0][..], 0.5), (&[1], 0.25)]);
    /// ```
    pub fn batches(self, order: &[u32], size: usize) -> impl Iterator<Item = Batch<'_>> {
        let size = size.max(1);
        let batches = order.len().div_ceil(size);
        order.chunks(size).enumerate().map(move |(i, examples)| {
            let made = (self.number as usize * batches + i) as f32;
            Batch {
                examples,
                made,
                left: 1.0 - made / (self.of as usize * batches) as f32,
            }
        })
    }
}
