//! Shogi as registered.

mod bench;
mod remarks;

use std::sync::Arc;
use yomi_core::params::Parameters;
use yomi_shogi::transition::Transitions;
use yomi_shogi::{Mating, Position, Rules, Shogi, StaticEvaluation};

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
        .playout_bench(bench::playout)
        .deterministic()
        .keyed()
        .indexed()
        .walkable()
        .setup()
        .paths(yomi_shogi::divide)
        .fingerprint(fingerprint)
        .evaluator(
            "network",
            "a small network over the places of all pieces, learned from records",
            StaticEvaluation,
        )
        .prior(
            "transitions",
            "how probable moves are, learned from records",
            Transitions::shipped().clone(),
        )
        .remarks(remarks::remarks)
        .playouts(
            "mating",
            "a mate in one where there is one, else any legal move",
            Vec::new(),
            |_| Ok(Arc::new(Mating)),
        )
        .preset(
            "best",
            "the strongest of these, 200,000 nodes a move unless limited otherwise",
            "classical:memory=128",
        )
        .bench(bench::paths)
        .bench(bench::playout5)
        .bench(bench::mates::<1>)
        .bench(bench::mates::<3>)
        .bench(bench::mates::<5>)
        .bench(bench::mates::<7>)
}

/// The position without the number of its move, which says nothing about what can happen.
fn fingerprint(_game: &Shogi, position: &Position) -> String {
    let sfen = position.board().to_sfen();
    sfen.rsplit_once(' ')
        .map_or(String::new(), |(rest, _)| rest.to_owned())
}
