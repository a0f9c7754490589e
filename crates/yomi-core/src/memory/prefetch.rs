//! Fetching memory ahead of its use.

/// Fetches an element into the cache, for a look soon to come; without effect for one that is not there, and on
/// processors that cannot.
///
/// ```
/// let table = vec![0_u64; 1 << 20];
/// let place = 123_456;
/// yomi_core::memory::prefetch(&table, place);
/// // Something else, which takes as long as memory does.
/// assert_eq!(table[place], 0);
/// ```
#[inline(always)]
pub fn prefetch<T>(elements: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let element = elements.as_ptr().wrapping_add(index);
        // SAFETY: fetching ahead reads nothing and cannot fail, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(element.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (elements, index);
}
