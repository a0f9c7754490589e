//! What these tests share.

use yomi_core::params::Parameters as _;
use yomi_core::{FirstValue, Rng};
use yomi_search::root_grid::PartPlayout;
use yomi_search::uct::UctParams;
use yomi_toy::TwoPeaks;
use yomi_toy::two_peaks::Shot;

/// Settings such as `solver=false batch=4`, or with commas between them.
pub fn params(settings: &str) -> UctParams {
    let mut params = UctParams::default();
    let given = settings.split([' ', ',', '\n']);
    for setting in given.filter(|setting| !setting.is_empty()) {
        let (name, value) = setting.split_once('=').unwrap();
        assert!(params.set(name, value).unwrap(), "no parameter {name}");
    }
    params
}

/// The playout of a game of one move: no simulation is ever played on.
pub struct NothingToPlay;

impl PartPlayout<TwoPeaks> for NothingToPlay {
    fn begin(&mut self, _: &TwoPeaks, _: &Shot) {}

    fn play(&mut self, _: &TwoPeaks, _: &Shot, _: &mut Shot, _: &mut Rng) -> FirstValue {
        panic!("the part is over after one move")
    }
}
