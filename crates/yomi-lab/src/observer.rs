//! Who watches a run.

use crate::ItemResult;

/// Told what happens while experiments run; a command line draws bars from it.
///
/// One unit is one game of a match or one search of a decision. Methods are called from several
/// threads, never for two items at a time. What is not of interest need not be implemented.
pub trait Observer: Sync {
    /// An item begins: it has `units` units, of which `done` are on file from an earlier run.
    fn item_started(&self, item: &str, title: &str, units: u64, done: u64) {
        let _ = (item, title, units, done);
    }

    /// A unit was finished and is on file.
    fn unit_finished(&self, item: &str) {
        let _ = item;
    }

    /// All units of the item are done.
    fn item_finished(&self, result: &ItemResult) {
        let _ = result;
    }
}

/// Nobody.
impl Observer for () {}
