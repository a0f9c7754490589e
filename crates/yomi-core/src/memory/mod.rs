//! The memory available to this process, and allocation without an abort.
//!
//! Searches hold their trees and tables in one large block, whose size the user chooses. Operating
//! systems overcommit memory, so a successful reservation proves little: a block larger
//! than the machine fails, or brings the machine to a halt, only when it is filled. Large blocks are
//! therefore checked here first.
//!
//! ```
//! use yomi_core::memory;
//!
//! let table: Vec<u64> = memory::reserve(1 << 10)?;
//! assert!(table.is_empty() && table.capacity() >= 1 << 10);
//!
//! let refused = memory::reserve::<u64>(1 << 50).unwrap_err();
//! assert!(refused.to_string().starts_with("8589934592 MiB of memory cannot be had"));
//! # Ok::<(), memory::OutOfMemory>(())
//! ```

mod linux;
mod prefetch;

pub use prefetch::prefetch;
use std::fmt;

/// Memory that was asked for and cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub struct OutOfMemory {
    /// How many bytes were asked for.
    pub wanted: u64,
    /// How many can be had; `None` where the system does not say.
    pub available: Option<u64>,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wanted = self.wanted.div_ceil(1 << 20);
        write!(f, "{wanted} MiB of memory cannot be had")?;
        match self.available {
            Some(bytes) => write!(f, ": {} MiB are available", bytes >> 20),
            None => Ok(()),
        }
    }
}

/// One part in so many of what is left is not handed out: stacks, messages and other programs
/// need some too.
const HELD_BACK: u64 = 16;

/// How many more bytes this process may take; `None` where the system does not say.
///
/// On Linux it is the least of what the machine has left without swapping, what the limits of the
/// process leave (`ulimit -v`, `ulimit -d`) and what its control groups leave, less a sixteenth.
pub fn available() -> Option<u64> {
    let left = linux::left(&|path| std::fs::read_to_string(path).ok())?;
    Some(left - left / HELD_BACK)
}

/// Whether so many more bytes may be taken. Where the system does not say, they may.
pub fn check(wanted: u64) -> Result<(), OutOfMemory> {
    let available = available();
    match available {
        Some(available) if wanted > available => Err(OutOfMemory {
            wanted,
            available: Some(available),
        }),
        _ => Ok(()),
    }
}

/// Blocks of less are not worth asking about: that takes as long as filling them.
const SMALL: u64 = 16 << 20;

/// An empty vector with room for `count` elements, if that much memory can be had.
pub fn reserve<T>(count: usize) -> Result<Vec<T>, OutOfMemory> {
    let wanted = (count as u64).saturating_mul(size_of::<T>() as u64);
    if wanted >= SMALL {
        check(wanted)?;
    }
    let mut elements = Vec::new();
    let reserved = elements.try_reserve_exact(count);
    reserved.map_err(|_| OutOfMemory {
        wanted,
        available: available().filter(|&available| available < wanted),
    })?;
    Ok(elements)
}

/// `count` copies of an element or, where these cannot be had, a half of that, a quarter, and so
/// on; one at least. For tables that work at any size, of which [`check`] said that they fit, but
/// somebody else was faster.
pub fn filled<T: Clone>(count: usize, element: T) -> Vec<T> {
    filled_from(count, element, |count| {
        let mut elements = Vec::new();
        elements.try_reserve_exact(count).ok().map(|()| elements)
    })
}

fn filled_from<T: Clone>(
    count: usize,
    element: T,
    reserve: impl Fn(usize) -> Option<Vec<T>>,
) -> Vec<T> {
    let halves = std::iter::successors(Some(count.max(1)), |count| Some(count / 2));
    for count in halves.take_while(|&count| count > 1) {
        if let Some(mut elements) = reserve(count) {
            elements.resize(count, element);
            return elements;
        }
    }
    vec![element]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_had_is_handed_out_and_what_cannot_is_refused_by_name() {
        let small = reserve::<u32>(1000).unwrap();
        assert!(small.is_empty() && small.capacity() >= 1000);
        assert!(check(1 << 20).is_ok());
        // More bytes than an address has, a count whose bytes overflow, and a plausible size.
        for count in [usize::MAX, usize::MAX / 2, 1 << 52] {
            let refused = reserve::<u64>(count).unwrap_err();
            assert_eq!(refused.wanted, (count as u64).saturating_mul(8));
            assert!(refused.available.is_none_or(|bytes| bytes < refused.wanted));
        }
    }

    #[test]
    fn what_cannot_be_had_is_halved_until_it_can() {
        assert_eq!(filled(5, 7_u8), [7; 5]);
        assert_eq!(filled(0, 7_u8), [7]);
        for (count, granted) in [(100, 6), (12, 6), (7, 7), (1, 1)] {
            let at_most_ten = |count| (count <= 10).then(Vec::new);
            assert_eq!(filled_from(count, 7_u8, at_most_ten).len(), granted);
        }
        assert_eq!(filled_from(100, 7_u8, |_| None), [7]);
    }

    #[test]
    fn a_refusal_says_what_was_wanted_and_what_is_left() {
        let mut refused = OutOfMemory {
            wanted: (3 << 20) + 1,
            available: Some((2 << 20) + 9),
        };
        let told = "4 MiB of memory cannot be had: 2 MiB are available";
        assert_eq!(refused.to_string(), told);
        refused.available = None;
        assert_eq!(refused.to_string(), "4 MiB of memory cannot be had");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_machine_has_some_memory_left_and_not_all_of_it() {
        let available = available().expect("Linux says");
        let total = std::fs::read_to_string("/proc/meminfo").unwrap();
        let total = total.split_whitespace().nth(1).unwrap();
        let total: u64 = total.parse().unwrap();
        assert!(available > 0 && available < total << 10);
    }
}
