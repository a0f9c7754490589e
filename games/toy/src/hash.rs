//! One way to turn a number that identifies a position into a well-mixed key.

/// SplitMix64's finaliser (Steele, Lea and Flood, 2014). It is a bijection, so distinct inputs
/// give distinct keys, and each input bit reaches every output bit, so any bits of the key will
/// do as the index of a table.
#[inline]
pub(crate) fn mix(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
