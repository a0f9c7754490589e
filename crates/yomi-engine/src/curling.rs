//! Digital curling as registered.

use std::sync::Arc;
use yomi_core::Setup as _;
use yomi_core::params::Parameters;
use yomi_curling::Curling;

use crate::{GameEntry, Kit};

/// Curling in both worlds.
pub fn curling() -> GameEntry {
    let summary = "digital curling: sixteen stones an end, thrown by an unsteady hand";
    GameEntry::new("curling", summary, Curling::table(), |settings| {
        let kit = Kit::continuous("curling", Curling::take(settings)?)
            .stochastic()
            .scored()
            .setup()
            .fingerprint(|game, state| game.format_state(state));
        Ok(Arc::new(kit))
    })
}
