//! The speed of best-of-n games of Blokus Duo.

use crate::bench;
use crate::{Bench, Kit};
use yomi_blokus::{BlokusDuo, Influence};
use yomi_core::{Features, LinearModel};
use yomi_learn::WeightsFile;
use yomi_search::playout::Playout;

/// `blokus-duo/best-of-8-playout`: games from the start in which either side plays the best of eight
/// random moves by the learned evaluation.
pub fn best_of_8_playout(kit: &Kit<BlokusDuo>) -> Bench {
    bench::playout_by(kit, "best-of-8-playout", || {
        let weights = WeightsFile::parse(super::N8)
            .and_then(|file| file.model_weights("blokus-duo", "influence", Influence.count()));
        let (weights, _) = weights.expect("what ships can be read");
        Playout::new(Influence.best_of(&weights, 8))
    })
}
