//! The weights of the policy `balancing` of [`paper-uct`](super::paper_uct): those that ship, and those of files.
//!
//! They are weights of the features of transition probabilities, learned by [simulation balancing](yomi_learn::balancing)
//! (`yomi train shogi balancing`).

use crate::Kit;
use crate::kit::{ModelWeights, only_with};
use std::sync::{Arc, LazyLock};
use yomi_core::params::{Param, ParamError};
use yomi_shogi::Shogi;
use yomi_shogi::transition::{FEATURES, Transitions};

/// The name of the model in files.
const MODEL: &str = "balancing";

/// The weights that ship, by name; the first are the default.
const SHIPPED: [(&str, &[u8]); 2] = [
    (
        "all",
        include_bytes!("../../../../weights/shogi/balancing.json"),
    ),
    (
        "32-95",
        include_bytes!("../../../../weights/shogi/balancing-32-95.json"),
    ),
];

static KNOWN: LazyLock<Arc<ModelWeights>> = LazyLock::new(|| {
    let zero = "all of the most probable moves are equal";
    let known = ModelWeights::new(["shogi", MODEL], FEATURES, &SHIPPED, zero);
    Arc::new(known)
});

/// Lets records name the contents of what ships.
pub fn register(mut kit: Kit<Shogi>) -> Kit<Shogi> {
    kit.weights_by_setting(&KNOWN);
    kit
}

/// A table of settings with the names of what ships.
pub fn described(table: Vec<Param>) -> Vec<Param> {
    only_with(("policy", "balancing"), "weights", KNOWN.described(table))
}

/// Whether weights of this name ship.
pub fn ships(name: &str) -> bool {
    KNOWN.recorded(name).is_some()
}

/// The weights of this name or file, or those of all stages of a game.
pub fn weights(name: Option<String>) -> Result<Arc<Transitions>, ParamError> {
    let (weights, _) = KNOWN.read(name)?;
    Ok(Arc::new(Transitions::rounded(&weights)))
}
