//! Shogi as registered.

use std::sync::Arc;
use yomi_core::params::Parameters;
use yomi_shogi::{Position, Rules, Shogi};

use crate::{GameEntry, Kit};

/// Shogi.
pub fn shogi() -> GameEntry {
    let summary = "Japanese chess: captured pieces come back on the side of their captor";
    GameEntry::new("shogi", summary, Rules::table(), |settings| {
        Ok(Arc::new(kit(Shogi::new(Rules::take(settings)?))))
    })
}

fn kit(game: Shogi) -> Kit<Shogi> {
    Kit::discrete("shogi", game)
        .deterministic()
        .keyed()
        .indexed()
        .walkable()
        .setup()
        .paths(yomi_shogi::divide)
        .fingerprint(fingerprint)
        .preset(
            "best",
            "the strongest of these, 200,000 nodes a move unless limited otherwise",
            "classical:memory=128",
        )
}

/// The position without the number of its move, which says nothing about what can happen.
fn fingerprint(_game: &Shogi, position: &Position) -> String {
    let sfen = position.board().to_sfen();
    sfen.rsplit_once(' ')
        .map_or(String::new(), |(rest, _)| rest.to_owned())
}
