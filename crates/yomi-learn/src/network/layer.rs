//! The hidden units in play: rows of weights added up, sixteen units at a time.
//!
//! Every unit's sum runs over the features in the order in which they are given and no operation
//! is fused, so the result is the same on every machine, whatever its vectors are.

use super::{Network, squash};

/// The number of hidden units that are computed together.
pub const LANES: usize = 16;

/// The output of the hidden units for one view: `sum_k u_k s(b_k + sum_i w_ik x_i)`.
#[inline]
pub(super) fn spoken(network: &Network, features: &[(u32, f32)]) -> f32 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        #[target_feature(enable = "avx2")]
        fn wide(network: &Network, features: &[(u32, f32)]) -> f32 {
            spoken_anywhere(network, features)
        }
        // SAFETY: the processor has the feature the function is compiled for.
        return unsafe { wide(network, features) };
    }
    spoken_anywhere(network, features)
}

#[inline(always)]
fn spoken_anywhere(network: &Network, features: &[(u32, f32)]) -> f32 {
    let mut total = [0.0; LANES];
    for group in (0..network.hidden).step_by(LANES) {
        let sums = sum_of_rows(&network.rows, network.hidden, group, features);
        for lane in 0..LANES {
            total[lane] += network.output[group + lane] * squash(sums[lane]);
        }
    }
    total.iter().sum()
}

/// The sums of one group of units, biases included. Features that the network does not know count
/// nothing.
#[inline(always)]
fn sum_of_rows(rows: &[f32], hidden: usize, group: usize, features: &[(u32, f32)]) -> [f32; LANES] {
    let (rows, _) = rows.as_chunks::<LANES>();
    let per_row = hidden / LANES;
    let first = group / LANES;
    let inputs = rows.len() / per_row - 1;
    let mut sums = rows[inputs * per_row + first];
    for &(index, amount) in features {
        if (index as usize) < inputs {
            let row = &rows[index as usize * per_row + first];
            for lane in 0..LANES {
                sums[lane] += row[lane] * amount;
            }
        }
    }
    sums
}

/// The sums of all hidden units before activation, into `sums`: for training.
pub fn add_rows(network: &Network, features: &[(u32, f32)], sums: &mut [f32]) {
    for group in (0..network.hidden).step_by(LANES) {
        let of_group = sum_of_rows(&network.rows, network.hidden, group, features);
        sums[group..group + LANES].copy_from_slice(&of_group);
    }
}
