//! Blokus Duo as registered.

use std::sync::Arc;
use yomi_blokus::{BlokusDuo, Bouzy};
use yomi_core::params::Parameters;

use crate::{GameEntry, Kit};

/// Blokus Duo with its evaluations.
pub fn blokus_duo() -> GameEntry {
    let summary = "21 polyominoes each on 14x14, corner to corner";
    GameEntry::new("blokus-duo", summary, BlokusDuo::table(), |settings| {
        let kit = Kit::discrete("blokus-duo", BlokusDuo::take(settings)?)
            .deterministic()
            .keyed()
            .indexed()
            .scored()
            .fingerprint(|_, board| format!("{board:?}"))
            .evaluator(
                "bouzy",
                "influence by four dilations (Bouzy 4/0)",
                Bouzy::default(),
            );
        Ok(Arc::new(kit))
    })
}
