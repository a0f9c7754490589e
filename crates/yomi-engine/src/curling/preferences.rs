//! The heuristic policy as a player: what it prefers, without any search.

use crate::Kit;
use crate::kit::NamedMoves;
use std::sync::Arc;
use yomi_core::params::Parameters;
use yomi_curling::Curling;
use yomi_curling::players::Heuristic;
use yomi_search::kind_player::KindPlayer;
use yomi_search::root_grid::SamplingParams;

yomi_core::parameters! {
    /// The weights of the player.
    struct WeightsParams {
        /// Weights of the policy: a file made by `yomi train moves`, or weights that ship.
        pub weights: Option<String> = None;
    }
}

/// Registers it.
pub fn register(kit: Kit<Curling>, heuristic: Arc<NamedMoves<Curling>>) -> Kit<Curling> {
    let table = [
        heuristic.described(WeightsParams::table()),
        SamplingParams::table(),
    ];
    kit.own_player(
        "heuristic",
        "plays the shot that the heuristic policy prefers, and tells the probability of each",
        table.concat(),
        move |settings| {
            let weights = WeightsParams::take(settings)?.weights;
            let policy = Heuristic::new(heuristic.read(weights)?);
            let policy = policy.expect("as many weights as features");
            let params = SamplingParams::take(settings)?;
            Ok(Box::new(KindPlayer::new(params, policy)))
        },
    )
}
