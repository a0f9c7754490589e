//! The memory of the tree: columns of a fixed capacity, filled from the front.
//!
//! The capacity follows from the memory limit and is reserved at once, but the operating system
//! hands out pages only as they are first written, so a large limit costs nothing until used.
//! Children of a node are consecutive; a node is identified by its `u32` index. Statistics that only
//! some searches need (priors, all-moves-as-first values) have columns of their own with the
//! same indices, so that plain UCT needs no memory for them.
//!
//! This module and its callers in `tree` and `expand` are the only ones with `unsafe` in them.
//! The contract that makes it sound: a slot is
//! written once by the thread that reserved it, before its index is published with release
//! ordering ([`Node::publish`](super::node::Node::publish)); other threads read the index
//! with acquire ordering and from then on only reads the slot (through atomics inside it). Slots
//! move only under `&mut self`.

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A column of slots. `T` must not need dropping.
pub struct Column<T> {
    slots: Vec<UnsafeCell<MaybeUninit<T>>>,
}

// SAFETY: slots are written before they are published and only read afterwards (module docs), so
// sharing a column is sharing `&T`s and handing over `T`s.
unsafe impl<T: Send + Sync> Sync for Column<T> {}
unsafe impl<T: Send> Send for Column<T> {}

impl<T> Column<T> {
    /// A column with room for `capacity` values, none of which exist yet; `None` if the system
    /// will not promise so much memory.
    pub fn with_capacity(capacity: u32) -> Option<Column<T>> {
        const { assert!(!std::mem::needs_drop::<T>()) };
        let mut slots = Vec::new();
        slots.try_reserve_exact(capacity as usize).ok()?;
        // SAFETY: the elements are `MaybeUninit` in a transparent cell: any bytes are valid.
        unsafe { slots.set_len(capacity as usize) };
        Some(Column { slots })
    }

    /// Writes a reserved slot.
    ///
    /// # Safety
    /// The caller reserved the slot and has not published it yet.
    #[inline]
    pub unsafe fn write(&self, index: u32, value: T) {
        // SAFETY: nobody else knows the slot (caller's promise).
        unsafe { (*self.slots[index as usize].get()).write(value) };
    }

    /// Reads `count` published slots.
    ///
    /// # Safety
    /// All of them were written and their index was published to this thread.
    #[inline]
    pub unsafe fn get(&self, first: u32, count: u16) -> &[T] {
        let slots = &self.slots[first as usize..first as usize + usize::from(count)];
        // SAFETY: `UnsafeCell` and `MaybeUninit` have the layout of what they hold; the slots are
        // initialised and no longer written (caller's promise).
        unsafe { std::slice::from_raw_parts(slots.as_ptr().cast::<T>(), slots.len()) }
    }

    /// Moves `count` slots down to `to <= from`.
    pub fn slide(&mut self, from: u32, to: u32, count: u16) {
        debug_assert!(to <= from);
        let (from, to, count) = (from as usize, to as usize, usize::from(count));
        assert!(from + count <= self.slots.len() && to + count <= self.slots.len());
        let base = self.slots.as_mut_ptr();
        // SAFETY: both ranges lie inside the column, `copy` allows overlap, `T` has no drop.
        unsafe { std::ptr::copy(base.add(from), base.add(to), count) };
    }
}

/// Hands out runs of slots up to a capacity.
///
/// On a cache line of its own (two, for processors that fetch pairs): every thread writes it, and
/// what lies beside it is read in every step of every simulation.
#[derive(Debug)]
#[repr(align(128))]
pub struct Allocator {
    used: AtomicU32,
    capacity: u32,
}

impl Allocator {
    /// Nothing used yet.
    pub fn new(capacity: u32) -> Allocator {
        Allocator {
            used: AtomicU32::new(0),
            capacity,
        }
    }

    /// Reserves `count` consecutive slots; `None` when they do not fit, or are more than a node
    /// can have as children.
    #[inline]
    pub fn reserve(&self, count: usize) -> Option<u32> {
        let count = u16::try_from(count).ok()?;
        self.used
            .fetch_update(Relaxed, Relaxed, |used| {
                used.checked_add(u32::from(count))
                    .filter(|&end| end <= self.capacity)
            })
            .ok()
    }

    /// Slots in use.
    #[inline]
    pub fn used(&self) -> u32 {
        self.used.load(Relaxed)
    }

    /// Sets what is in use, after slots were moved.
    pub fn reset_to(&mut self, used: u32) {
        *self.used.get_mut() = used;
    }
}

/// A few slots that one thread has reserved ahead, so that threads do not meet at the allocator
/// for every leaf.
#[derive(Debug, Default)]
pub struct Reserved {
    next: u32,
    end: u32,
}

impl Reserved {
    /// Slots reserved at a time.
    const AHEAD: usize = 1024;

    /// Takes `count` consecutive slots; `None` when they do not fit into the capacity.
    #[inline]
    pub fn take(&mut self, count: usize, allocator: &Allocator) -> Option<u32> {
        if ((self.end - self.next) as usize) < count {
            let ahead = Self::AHEAD.max(count);
            match allocator.reserve(ahead) {
                Some(first) => (self.next, self.end) = (first, first + ahead as u32),
                None => return allocator.reserve(count),
            }
        }
        let first = self.next;
        self.next += count as u32;
        Some(first)
    }
}
