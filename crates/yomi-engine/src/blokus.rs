//! Blokus Duo as registered.

mod bench;

use std::sync::Arc;
use yomi_blokus::{BlokusDuo, Bouzy, Influence, Moves, Patterns, Room};
use yomi_core::params::Parameters;

use crate::kit::Offered;
use crate::{GameEntry, Kit};

/// Weights of the linear evaluation, learned from the best of eight moves.
const N8: &str = include_str!("../../../weights/blokus-duo/influence/n8.json");

/// Those and the weights learned from the best of n, by name; the default is the first.
const INFLUENCE: [(&str, &[u8]); 7] = [
    ("n8", N8.as_bytes()),
    (
        "n1",
        include_bytes!("../../../weights/blokus-duo/influence/n1.json"),
    ),
    (
        "n2",
        include_bytes!("../../../weights/blokus-duo/influence/n2.json"),
    ),
    (
        "n4",
        include_bytes!("../../../weights/blokus-duo/influence/n4.json"),
    ),
    (
        "n16",
        include_bytes!("../../../weights/blokus-duo/influence/n16.json"),
    ),
    (
        "n32",
        include_bytes!("../../../weights/blokus-duo/influence/n32.json"),
    ),
    (
        "n64",
        include_bytes!("../../../weights/blokus-duo/influence/n64.json"),
    ),
];

/// Blokus Duo with its evaluations.
pub fn blokus_duo() -> GameEntry {
    let summary = "21 polyominoes each on 14x14, corner to corner";
    GameEntry::new("blokus-duo", summary, BlokusDuo::table(), |settings| {
        let kit = Kit::discrete("blokus-duo", BlokusDuo::take(settings)?)
            .deterministic()
            .keyed()
            .indexed()
            .scored()
            .setup()
            .pictured()
            .interactive()
            .fingerprint(|_, board| format!("{board:?}"))
            .evaluator_with(Offered::<Bouzy>::with_params(
                "bouzy",
                "influence by four dilations (Bouzy 4/0)",
            ))
            .network(
                "network",
                "a network that sees the room and the pieces of both sides",
                Room,
                include_bytes!("../../../weights/blokus-duo/network.safetensors"),
            )
            .network(
                "paper-network",
                "networks that see counts of small patterns, one for each number of moves made",
                Patterns,
                include_bytes!("../../../weights/blokus-duo/paper-network.safetensors"),
            )
            .priors_came_later()
            .linear(
                "influence",
                "a linear evaluation by pieces, blocked squares and influence",
                Influence,
                &INFLUENCE,
            )
            .bench(bench::best_of_8_playout)
            .moves(
                "moves",
                "a softmax over features of moves: piece, corners, reach, nearness",
                Moves,
                &[(
                    "shipped",
                    include_bytes!("../../../weights/blokus-duo/moves.json"),
                )],
            )
            .preset(
                "best",
                "the strongest of these, 10,000 simulations a move unless limited otherwise",
                "uct:prior=moves,moves_temperature=0.5,selection=puct,exploration=1.5,expand_visits=8",
            );
        Ok(Arc::new(kit))
    })
}
