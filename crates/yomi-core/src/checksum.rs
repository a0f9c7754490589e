//! FNV-1a, the hash that files are checked by and that records name their contents by.
//!
//! `h' = (h xor byte) * p` with an odd `p` is a bijection of `h` for every byte and of the byte for
//! every `h`: two texts of the same length that differ in one byte, hence in one bit, never have the same
//! hash. Other damage slips through with a probability of about 2^-64. It is no protection against
//! somebody who wants to deceive.

/// The hash of nothing.
pub const FNV_OFFSET: u64 = 0xCBF2_9CE4_8422_2325;

/// The 64-bit FNV-1a hash of some bytes.
///
/// ```
/// assert_eq!(yomi_core::checksum::fnv1a(b"foobar"), 0x85944171f73967e8);
/// ```
pub fn fnv1a(bytes: &[u8]) -> u64 {
    fnv1a_after(FNV_OFFSET, bytes)
}

/// The hash of what gave `hash` followed by these bytes.
pub fn fnv1a_after(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// The 128-bit FNV-1a hash of some bytes, for names that must differ among very many.
///
/// ```
/// let hash = yomi_core::checksum::fnv1a_128(b"foobar");
/// assert_eq!(hash, 0x343e1662793c64bf6f0d3597ba446f18);
/// ```
pub fn fnv1a_128(bytes: &[u8]) -> u128 {
    let offset = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D;
    bytes.iter().fold(offset, |hash: u128, &byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013B)
    })
}
