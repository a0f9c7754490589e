//! A network with one hidden layer over sparse features.
//!
//! The position is encoded in `V` views (the board and its mirror images); every view goes
//! through the same hidden units, and the outputs are averaged:
//!
//! ```text
//! h_k(v) = s(b_k + sum_i w_ik x_i(v)),  s(t) = t / (1 + |t|)
//! y      = c + (1/V) sum_v sum_k u_k h_k(v)
//! value  = 1 / (1 + exp(-y))            for the side to move
//! ```
//!
//! So symmetric positions have equal values by construction, which need not be learned.
//! `s` is smooth and needs no exponential: it is exact and equal on every
//! machine.
//!
//! The implementation is our own because, with a few hundred active inputs out of thousands and some
//! dozens of hidden units, an evaluation is a sum of a few hundred rows, about a microsecond, and training
//! on a hundred thousand positions a matter of a minute or two on one core. Frameworks spend more
//! than that on setting up a call, and none of them sums sparse rows in a fixed order.
//!
//! | module | what it holds |
//! |---|---|
//! | [`layer`] | the hidden units: adding rows up, at play |
//! | [`training`] | the gradient, and Adam |
//! | [`value`] | a network as an [`Evaluator`](yomi_core::Evaluator) |
//! | [`mod@file`] | networks as files |

pub mod file;
pub mod layer;
pub mod training;
pub mod value;

pub use file::{NetworkFile, NetworkFileError};
pub use layer::{LANES, add_rows};
pub use training::Trainer;
pub use value::{NetworkValue, Sigmoid};

use yomi_core::FeatureSink;

/// The weights of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    inputs: usize,
    hidden: usize,
    /// One row of `hidden` weights per input, then the biases `b`.
    rows: Vec<f32>,
    /// `u`, then `c`.
    output: Vec<f32>,
}

/// The activation.
#[inline(always)]
fn squash(t: f32) -> f32 {
    t / (1.0 + t.abs())
}

/// The upper half of a float (bfloat16), rounded to nearest, ties to even: eight significant bits,
/// which is as much as weights learned from noisy values mean.
pub(crate) fn short(value: f32) -> u16 {
    let bits = value.to_bits();
    let half = 0x7FFF + (bits >> 16 & 1);
    (bits.wrapping_add(half) >> 16) as u16
}

/// The float that a short one stands for.
pub(crate) fn long(short: u16) -> f32 {
    f32::from_bits(u32::from(short) << 16)
}

impl Network {
    /// A network that values every position at one half. `hidden` is rounded up to whole
    /// [lanes](LANES).
    pub fn zero(inputs: usize, hidden: usize) -> Network {
        let hidden = hidden.max(1).next_multiple_of(LANES);
        Network {
            inputs,
            hidden,
            rows: vec![0.0; (inputs + 1) * hidden],
            output: vec![0.0; hidden + 1],
        }
    }

    /// The same with every weight rounded to the nearest bfloat16, as files hold them.
    #[must_use]
    pub fn shortened(mut self) -> Network {
        for weight in self.rows.iter_mut().chain(&mut self.output) {
            *weight = long(short(*weight));
        }
        self
    }

    /// Whether all weights are numbers. A training with steps too large ends with others.
    pub fn is_finite(&self) -> bool {
        let mut weights = self.rows.iter().chain(&self.output);
        weights.all(|weight| weight.is_finite())
    }

    /// The number of input features.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The number of hidden units.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// `y` for one position: `encode_views` hands over the features of each of its views.
    #[inline]
    pub fn logit(&self, views: usize, encode_views: impl FnOnce(&mut FeatureSink<'_>)) -> f32 {
        let mut sum = 0.0;
        encode_views(&mut |features| sum += layer::spoken(self, features));
        self.output[self.hidden] + sum / views as f32
    }
}
