//! What a client asks of the program around it.

use yomi_core::Engine;

/// Makes engines for the game `curling` in the world `dc2`. It keeps this crate from knowing where
/// they come from.
pub trait Host {
    /// How many ends a game probably has: an engine is made ready for that before the server tells.
    fn ends(&self) -> u32;

    /// An engine for games of this many ends, or in one line why there is none.
    fn engine(&self, ends: u32) -> Result<Box<dyn Engine>, String>;
}
